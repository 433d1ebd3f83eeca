/* Ways to leave something in memory for the next run of the same program, whose file the kernel
 * keeps in its cache, or to hide memory from the count; 66 if one is open. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#define TRY(call) \
    if ((call) >= 0) return fprintf(stderr, "%s\n", #call), 66

static long pid_fd(void) {
    return syscall(SYS_pidfd_open, getpid(), 0);
}

int main(void) {
    static _Alignas(4096) char data[4096];
    static const int advices[] = {9, 12, 20, 21, 22, 23, 24, 25, 100, 101};
    int file = open("/proc/self/exe", O_RDONLY);
    unsigned long range[2] = {0, 4096}, figures[5];
    struct iovec place = {data, sizeof data};
    unsigned char state;
    char *own = mmap(0, 4096, PROT_READ, MAP_SHARED, file, 0);
    if (file < 0 || own == MAP_FAILED || own[0] != 0x7f) return 1;
    for (unsigned n = 0; n < sizeof advices / sizeof *advices; ++n)
        TRY(madvise(own, 4096, advices[n]));
    TRY(mincore(own, 4096, &state));
    TRY(syscall(451, file, range, figures, 0)); /* cachestat */
    TRY(syscall(440, pid_fd(), &place, 1, MADV_PAGEOUT, 0)); /* process_madvise */
    TRY(syscall(SYS_preadv2, file, &place, 1, 0, 0, 8)); /* RWF_NOWAIT */
    TRY(open("/proc/self/exe", O_RDONLY | O_DIRECT));
    TRY(fcntl(file, F_SETFL, O_DIRECT));
    TRY(syscall(437, AT_FDCWD, "/proc/self/exe", range, 24)); /* openat2 */
    TRY(prctl(0x53564d41, 0, data, sizeof data, "name")); /* PR_SET_VMA */
    TRY(open("/proc/self/clear_refs", O_WRONLY));
    TRY(setxattr("/proc/self/exe", "user.x", data, 1, 0));
    if (posix_fadvise(file, 0, 4096, POSIX_FADV_DONTNEED) || readahead(file, 0, 4096)) return 1;
    if (fsync(file) || msync(own, 4096, MS_SYNC)) return 1; /* without effect */
    if (read(open("/proc/meminfo", O_RDONLY), data, sizeof data) > 0) return 66;
    return 0;
}

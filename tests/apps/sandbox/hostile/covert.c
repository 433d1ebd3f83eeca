/* Ways to tell something to another submission that runs at the same time; 66 if one is open. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define TRY(call) \
    if ((call) >= 0) return fprintf(stderr, "%s\n", #call), 66

int main(void) {
    static char data[4096], *page;
    struct iovec place = {data, sizeof data};
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 1};
    int file = open("/proc/self/exe", O_RDONLY), folder = open("/usr/lib", O_RDONLY | O_DIRECTORY);
    if (file < 0 || folder < 0) return 1;
    signal(SIGIO, SIG_IGN);
    TRY(inotify_init());
    TRY(inotify_init1(IN_CLOEXEC));
    TRY(syscall(SYS_fanotify_init, 0, O_RDONLY));
    TRY(syscall(SYS_fanotify_init, 0x200, O_RDONLY));
    TRY(fcntl(folder, F_NOTIFY, DN_ACCESS | DN_MULTISHOT));
    TRY(fcntl(file, F_SETLEASE, F_RDLCK));
    TRY(fcntl(file, F_SETLK, &lock));
    TRY(fcntl(file, F_GETLK, &lock));
    lock.l_pid = 0;
    TRY(fcntl(file, F_OFD_SETLK, &lock));
    TRY(flock(file, LOCK_SH | LOCK_NB));
    TRY(syscall(SYS_preadv2, file, &place, 1, 0, 0, RWF_NOWAIT));
    page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    TRY(madvise(page, 4096, MADV_MERGEABLE));
    TRY(open("/dev/ptmx", O_RDWR));
    TRY(open("/dev/tty", O_RDWR));
    TRY(syscall(SYS_userfaultfd, 1));
    TRY(syscall(SYS_io_uring_setup, 8, data));
    TRY(syscall(SYS_pidfd_open, getpid(), 0));
    TRY(syscall(SYS_mq_open, "/x", O_RDWR | O_CREAT, 0600, 0));
    return 0;
}

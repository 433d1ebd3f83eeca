/* Sets the times of files that others see, by all calls that can; 66 if one of them changes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static int is_same(struct timespec one, struct timespec other) {
    return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

int main(void) {
    static const char *names[] = {"/dev/null",    "/dev/zero",      "/dev/full", "/dev/random",
                                  "/dev/urandom", "/proc/meminfo",  "/dev",      "/usr/lib",
                                  "/dev/stdin",   "/proc/self/exe", "/build"};
    for (unsigned n = 0; n < sizeof names / sizeof *names; ++n) {
        const char *name = names[n];
        struct stat before, after;
        struct timespec times[2] = {{12345, 0}, {12345, 0}};
        int file = open(name, O_RDONLY);
        if (stat(name, &before)) return perror(name), 1;
        if (utimensat(AT_FDCWD, name, 0, 0) || utimensat(AT_FDCWD, name, times, 0)) return 1;
        if (futimens(file, 0) || futimens(file, times)) return 1;
        if (utimes(name, 0) || utime(name, 0) || lutimes(name, 0)) return 1;
#ifdef SYS_futimesat
        if (syscall(SYS_futimesat, AT_FDCWD, name, 0)) return 1;
#endif
#ifdef SYS_utime
        if (syscall(SYS_utime, name, 0) || syscall(SYS_utimes, name, 0)) return 1;
#endif
        stat(name, &after);
        if (!is_same(before.st_mtim, after.st_mtim) || !is_same(before.st_atim, after.st_atim))
            return fprintf(stderr, "%s\n", name), 66;
    }
    return 0;
}

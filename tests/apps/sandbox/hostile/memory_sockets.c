/* Fills pairs of sockets and pipes in many processes; 66 for 500 MiB. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    static char data[65536];
    long *total = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 30; ++i)
        if (fork() == 0) {
            int ends[2];
            while (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0)
                for (int end = 0; end < 2; ++end) {
                    fcntl(ends[end], F_SETFL, O_NONBLOCK);
                    for (long n; (n = write(ends[end], data, sizeof data)) > 0;)
                        __atomic_add_fetch(total, n, __ATOMIC_RELAXED);
                }
            while (pipe(ends) == 0) {
                fcntl(ends[1], F_SETFL, O_NONBLOCK);
                fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
                for (long n; (n = write(ends[1], data, sizeof data)) > 0;)
                    __atomic_add_fetch(total, n, __ATOMIC_RELAXED);
            }
            for (;;) pause();
        }
    for (int i = 0; i < 100; ++i) {
        usleep(10000);
        if (*total > 500L << 20) return 66;
    }
    for (;;) pause();
}

/* Processes whose first thread has ended, so that /proc knows no memory of them; 66 for 640 MiB. */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *fill(void *nothing) {
    usleep(30000);
    char *block = mmap(0, 80 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) _exit(1);
    memset(block, 1, 80 << 20);
    for (;;) pause();
    return nothing;
}

int main(void) {
    for (int i = 0; i < 8; ++i) {
        if (fork() == 0) {
            pthread_t thread;
            if (pthread_create(&thread, 0, fill, 0)) return 1;
            syscall(SYS_exit, 0);
        }
        usleep(60000);
    }
    usleep(100000);
    return 66;
}

/* Works in short-lived children whose time is nobody's; 66 if they have worked for 1.5 s. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

int main(void) {
    long *micros = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    signal(SIGCHLD, SIG_IGN);
    fork();
    for (;;) {
        if (vfork() == 0) {
            while (now() < 0.006) {
            }
            __atomic_add_fetch(micros, 6000, __ATOMIC_RELAXED);
            _exit(0);
        }
        if (*micros > 1500000) _exit(66);
    }
}

/* Works in grandchildren whose parents have ended; 66 if they have worked for 1.5 s. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void work(void) {
    struct timespec t;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    while (t.tv_nsec < 3000000);
}

int main(void) {
    long *micros = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    while (*micros < 1500000) {
        pid_t child = fork();
        if (child == 0) {
            if (fork() == 0) {
                setsid();
                work();
                __atomic_add_fetch(micros, 3000, __ATOMIC_RELAXED);
            }
            _exit(0);
        }
        waitpid(child, 0, 0);
    }
    return 66;
}

/* Works in children that are waited for and in others whose time is nobody's; 66 after 1.5 s. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long *micros;

static void work(void) {
    struct timespec t;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    while (t.tv_nsec < 4000000);
    __atomic_add_fetch(micros, 4000, __ATOMIC_RELAXED);
    _exit(0);
}

int main(void) {
    micros = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        struct sigaction lost = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
        sigaction(SIGCHLD, &lost, 0);
        for (;;)
            if (vfork() == 0) work();
    }
    while (*micros < 1500000) {
        pid_t child = fork();
        if (child == 0) work();
        waitpid(child, 0, 0);
    }
    return 66;
}

/* Takes the supervisor's limits, priority and processors away; 66 if it can. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    struct rlimit none = {0, 0};
    struct sched_param least = {0};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    int pids[] = {1, getppid()};
    for (int i = 0; i < 2; ++i) {
        if (prlimit(pids[i], RLIMIT_CPU, &none, 0) == 0) return 66;
        if (syscall(SYS_prlimit64, 0x100000000L | pids[i], RLIMIT_AS, &none, 0) == 0) return 66;
        if (setpriority(PRIO_PROCESS, pids[i], 19) == 0) return 66;
        if (sched_setscheduler(pids[i], SCHED_IDLE, &least) == 0) return 66;
        if (sched_setaffinity(pids[i], sizeof one, &one) == 0) return 66;
        if (syscall(SYS_ioprio_set, 1, pids[i], 3 << 13) == 0) return 66;
    }
    char name[64];
    const char *files[] = {"oom_score_adj", "comm", "timerslack_ns", "clear_refs", "autogroup"};
    for (unsigned i = 0; i < sizeof files / sizeof *files; ++i) {
        snprintf(name, sizeof name, "/proc/1/%s", files[i]);
        int file = open(name, O_WRONLY);
        if (file >= 0 && write(file, "1", 1) > 0) return 66;
    }
    return 0;
}

/* Takes over the process that started it; 66 if it can. */
#include <sys/ptrace.h>
#include <unistd.h>

int main(void) {
    if (ptrace(PTRACE_ATTACH, 1, 0, 0) == 0) return 66;
    if (ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0) return 66;
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) return 66;
    return 0;
}

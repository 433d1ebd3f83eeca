/* The calls of 32-bit and x32 programs have other numbers; 66 if a filter forgets them. */
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
#ifdef __x86_64__
    long found;
    __asm__ volatile("int $0x80" : "=a"(found) : "a"(26), "b"(0), "c"(0), "d"(0), "S"(0));
    if (found == 0) return 66; /* ptrace */
    if (syscall(0x40000000 | SYS_getpid) > 0) return 66;
#endif
    return 0;
}

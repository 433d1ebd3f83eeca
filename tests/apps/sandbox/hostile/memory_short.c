/* Fills much of the memory limit, and the rest in children that end at once. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void fill(size_t mib) {
    volatile char *all = malloc(mib << 20);
    for (size_t n = 0; all && n < mib << 20; n += 4096) all[n] = 1;
}

int main(void) {
    fill(100);
    for (int i = 0; i < 300; ++i) {
        if (fork() == 0) {
            fill(50);
            _exit(0);
        }
        wait(0);
    }
    return 0;
}

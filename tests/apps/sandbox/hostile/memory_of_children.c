/* No process takes more than its share, but all together do. */
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 20; ++i)
        if (fork() == 0) {
            volatile char *all = malloc(40 << 20);
            for (int n = 0; n < 40 << 20; n += 4096) all[n] = 1;
            for (;;) pause();
        }
    for (;;) pause();
}

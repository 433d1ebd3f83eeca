/* The same in a child. */
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    if (fork()) return wait(0) < 0;
    while (clock() < 0.45 * CLOCKS_PER_SEC) continue;
    return 0;
}

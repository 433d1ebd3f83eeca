/* Works for less than its limit; other programs on the same processors do not make it late. */
#include <time.h>

int main(void) {
    while (clock() < 0.45 * CLOCKS_PER_SEC) continue;
    return 0;
}

/* Prints one line that has no end. */
#include <stdio.h>

int main(void) {
    for (;;) putchar('1');
}

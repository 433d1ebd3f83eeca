/* Becomes more and more processes. */
#include <unistd.h>

int main(void) {
    for (;;) fork();
}

/* A source that has no end. */
#include "/dev/zero"
#include "/dev/random"
int main(void) {
    return 0;
}

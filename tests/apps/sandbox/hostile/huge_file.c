/* A file that is huge without taking up room. */
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int file = open("/tmp/output", O_RDWR | O_CREAT, 0600);
    if (ftruncate(file, 1L << 40)) return 1;
    return 66;
}

/* Empty files have no size that a limit would see, but cost memory. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char name[64];
    for (int i = 0; i < 3000000; ++i) {
        snprintf(name, sizeof name, "/tmp/%d", i);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0) return 1;
        close(file);
    }
    return 66;
}

/* Prints the machine's passwords, if it can get at them. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const char *names[] = {"/etc/shadow", "/etc/passwd", "/proc/1/root/etc/shadow",
                              "/proc/1/environ", "/proc/kcore", "/dev/mem"};

int main(void) {
    char data[4096];
    for (unsigned i = 0; i < sizeof names / sizeof *names; ++i) {
        int file = open(names[i], O_RDONLY);
        if (file >= 0 && read(file, data, sizeof data) > 0) return 66;
    }
    return 0;
}

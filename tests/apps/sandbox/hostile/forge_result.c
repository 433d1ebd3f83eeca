/* Writes the result that it would like to have into whatever it finds; 66 if it finds anything. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *result =
    "{\"reason\": \"exited\", \"status\": 0, \"cpu\": 0.0, \"wall\": 0.0, \"peak\": 1, \"left\": 0}";

int main(void) {
    char name[64];
    int pids[] = {1, getppid(), 2, 3};
    for (int descriptor = 3; descriptor < 1024; ++descriptor)
        if (write(descriptor, result, strlen(result)) > 0) return 66;
    for (int p = 0; p < 4; ++p)
        for (int descriptor = 0; descriptor < 64; ++descriptor) {
            snprintf(name, sizeof name, "/proc/%d/fd/%d", pids[p], descriptor);
            if (pids[p] == getpid()) continue;
            int file = open(name, O_WRONLY);
            if (file >= 0 && write(file, result, strlen(result)) > 0) return 66;
            if (open(name, O_RDONLY) >= 0) return 66;
        }
    puts(result);
    return 0;
}

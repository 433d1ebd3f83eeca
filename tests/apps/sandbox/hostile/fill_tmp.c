/* Writes as much as it can, wherever it can; 66 if that is more than 100 MiB. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static const char *names[] = {"/tmp/x", "/dev/shm/x", "/dev/x", "/x", "/build/x", "/etc/x",
                              "/usr/x", "/proc/x", "/dev/pts/x", "x"};

int main(void) {
    static char block[1 << 20];
    signal(SIGXFSZ, SIG_IGN);
    for (unsigned i = 0; i < sizeof names / sizeof *names; ++i) {
        int file = open(names[i], O_WRONLY | O_CREAT, 0600);
        for (int n = 0; file >= 0; ++n) {
            if (write(file, block, sizeof block) <= 0) break;
            if (n > 100) return 66;
        }
        unlink(names[i]);
        close(file);
    }
    return 0;
}

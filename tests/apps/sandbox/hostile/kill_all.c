/* Kills whom it can, with every signal there is. */
#include <signal.h>
#include <unistd.h>

int main(void) {
    for (int number = 1; number <= 64; ++number) {
        kill(1, number);
        kill(getppid(), number);
        if (number != SIGCONT) kill(-1, number);
    }
    kill(-1, SIGKILL);
    return 0;
}

/* Makes everybody stand still, its supervisor too if it could, and itself last. */
#include <signal.h>
#include <unistd.h>

int main(void) {
    fork();
    kill(1, SIGSTOP);
    kill(getppid(), SIGSTOP);
    kill(1, SIGINT);
    kill(1, SIGTERM);
    raise(SIGSTOP);
    return 0;
}

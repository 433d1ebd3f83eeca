/* Stands still. */
#include <signal.h>
#include <unistd.h>

int main(void) {
    kill(getpid(), SIGSTOP);
    return 0;
}

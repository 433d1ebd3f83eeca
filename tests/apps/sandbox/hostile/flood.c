/* Keeps the supervisor busy with signals, and works besides. */
#include <signal.h>
#include <unistd.h>

int main(void) {
    fork();
    for (;;) kill(1, SIGCHLD);
}

/* Works in many sessions, among which the scheduler shares the processors. */
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 40; ++i)
        if (fork() == 0) {
            setsid();
            for (;;) {
            }
        }
    while (wait(0) > 0) {
    }
    return 0;
}

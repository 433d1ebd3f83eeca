/* Clones share their parent's memory, but each opens sockets of its own, which take memory of the
 * kernel. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int open_sockets(void *unused) {
    static const char data[1 << 16];
    int both[2];
    while (socketpair(AF_UNIX, SOCK_STREAM, 0, both) == 0)
        while (send(both[0], data, sizeof data, MSG_DONTWAIT) > 0) {
        }
    for (;;) pause();
    return unused != 0;
}

int main(void) {
    memset(malloc(40 << 20), 1, 40 << 20);
    for (int i = 0; i < 40; ++i)
        clone(open_sockets, (char *)malloc(65536) + 65536, CLONE_VM | SIGCHLD, 0);
    for (;;) pause();
}

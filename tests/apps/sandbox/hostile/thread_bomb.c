/* Becomes more and more threads, 66 if there is no end to them. */
#include <pthread.h>
#include <unistd.h>

static void *wait_forever(void *nothing) {
    for (;;) pause();
    return nothing;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (int i = 0; i < 1000; ++i)
        if (pthread_create(&thread, &small, wait_forever, 0)) _exit(0);
    _exit(66);
}

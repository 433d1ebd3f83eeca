/* The same in a thread. */
#include <pthread.h>
#include <time.h>

static void *work(void *unused) {
    while (clock() < 0.45 * CLOCKS_PER_SEC) continue;
    return unused;
}

int main(void) {
    pthread_t thread;
    return pthread_create(&thread, 0, work, 0) || pthread_join(thread, 0);
}

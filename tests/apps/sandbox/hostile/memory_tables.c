/* Takes its memory in page tables and in descriptions of mappings; 66 if there is no end. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void take(void) {
    const long page = 4096, step = 2 << 20, number = 300;
    char *all = mmap(0, 2 * number * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (long i = 0; all != MAP_FAILED && i < number; ++i)
        if (mprotect(all + 2 * i * page, page, PROT_NONE)) break;
    volatile char *wide =
        mmap(0, 4096 * step, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (long i = 0, sum = 0; wide != MAP_FAILED && i < 4096; ++i) sum += wide[i * step];
}

int main(void) {
    int taken[2];
    char word = 0;
    if (pipe(taken)) return 1;
    for (int i = 0; i < 16; ++i) {
        if (fork() == 0) {
            take();
            while (write(taken[1], &word, 1) >= 0) pause();
        }
        if (read(taken[0], &word, 1) != 1) return 1;
    }
    sleep(1);
    return 66;
}

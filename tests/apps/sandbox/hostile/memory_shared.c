/* Shared memory that is in no process's page tables, but that somebody holds; 66 for 1 GiB. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    const size_t size = 64 << 20;
    for (int i = 0; i < 16; ++i) {
        char *all = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED) return 1;
        memset(all, 1, size);
        int child = fork();
        if (child < 0) return 1;
        if (child == 0)
            for (;;) pause();
        munmap(all, size);
    }
    return 66;
}

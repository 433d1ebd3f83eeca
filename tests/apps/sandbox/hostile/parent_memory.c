/* Reads and writes the memory of the process that started it; 66 if it can. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
    char name[64], data[16];
    const char *files[] = {"mem", "maps", "environ", "stack", "syscall", "auxv", "pagemap"};
    int pids[] = {1, getppid()};
    for (int p = 0; p < 2; ++p) {
        for (unsigned i = 0; i < sizeof files / sizeof *files; ++i) {
            snprintf(name, sizeof name, "/proc/%d/%s", pids[p], files[i]);
            int file = open(name, O_RDONLY);
            if (file >= 0 && read(file, data, sizeof data) > 0) return 66;
            snprintf(name, sizeof name, "/proc/%d/mem", pids[p]);
            if (open(name, O_RDWR) >= 0) return 66;
        }
        struct iovec here = {data, sizeof data}, there = {(void *)0x400000, sizeof data};
        if (process_vm_readv(pids[p], &here, 1, &there, 1, 0) > 0) return 66;
    }
    return 0;
}

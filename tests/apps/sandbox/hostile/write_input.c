/* Changes what later programs will read: its input and its own program; 66 if it can. */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    const char *names[] = {"/proc/self/fd/0", "/dev/stdin", "/build/program", "/proc/self/exe"};
    if (write(0, "x", 1) > 0 || ftruncate(0, 0) == 0) return 66;
    for (int i = 0; i < 4; ++i) {
        int file = open(names[i], O_RDWR);
        if (file >= 0 && (write(file, "x", 1) > 0 || ftruncate(file, 0) == 0)) return 66;
        if (file >= 0 && mmap(0, 4096, PROT_WRITE, MAP_SHARED, file, 0) != MAP_FAILED) return 66;
    }
    if (open("/build/other", O_WRONLY | O_CREAT, 0600) >= 0) return 66;
    return 0;
}

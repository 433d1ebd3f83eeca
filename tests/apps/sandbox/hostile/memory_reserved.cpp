// Asks for memory without ever touching it.
#include <cstdio>

int main() {
    char *all = new char[1L << 40];
    std::printf("%p\n", static_cast<void *>(all));
}

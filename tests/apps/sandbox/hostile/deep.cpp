// A recursion without end: the stack may take all memory.
#include <cstdio>

static int deeper(int n) {
    volatile char room[1000];
    room[n % 1000] = static_cast<char>(n);
    return deeper(n + 1) + room[n % 1000];
}

int main() {
    std::printf("%d\n", deeper(0));
}

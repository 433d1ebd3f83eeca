#include <cstdio>

int main() {
    std::puts("5 3 4 6 7 8 9 1 2")
}

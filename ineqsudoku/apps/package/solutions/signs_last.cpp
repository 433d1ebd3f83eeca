// Cell by cell in row-major order; looks at the signs of a band only when the band is full.
#include <cstdio>

char across[9][9], down[9][9];
int grid[9][9], rows[9], columns[9], boxes[9];

bool fits(int a, int b, char sign) { return sign == '<' || sign == '^' ? a < b : a > b; }

bool band_holds(int last) {
    for (int r = last - 2; r <= last; ++r)
        for (int c = 0; c < 9; ++c) {
            if (c % 3 && !fits(grid[r][c - 1], grid[r][c], across[r][c - 1])) return false;
            if (r % 3 && !fits(grid[r - 1][c], grid[r][c], down[r - 1][c])) return false;
        }
    return true;
}

bool fill(int cell) {
    if (cell && cell % 27 == 0 && !band_holds(cell / 9 - 1)) return false;
    if (cell == 81) return true;
    int r = cell / 9, c = cell % 9, box = r / 3 * 3 + c / 3;
    for (int digit = 1; digit <= 9; ++digit) {
        int bit = 1 << digit;
        if ((rows[r] | columns[c] | boxes[box]) & bit) continue;
        grid[r][c] = digit;
        rows[r] ^= bit, columns[c] ^= bit, boxes[box] ^= bit;
        if (fill(cell + 1)) return true;
        rows[r] ^= bit, columns[c] ^= bit, boxes[box] ^= bit;
    }
    return false;
}

int main() {
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c)
            if (c % 3 != 2) std::scanf(" %c", &across[r][c]);
        for (int c = 0; r % 3 != 2 && c < 9; ++c) std::scanf(" %c", &down[r][c]);
    }
    if (!fill(0)) return 1;
    for (int r = 0; r < 9; ++r)
        for (int c = 0; c < 9; ++c) std::printf("%d%c", grid[r][c], c == 8 ? '\n' : ' ');
}

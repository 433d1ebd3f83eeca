// The contest's own method: cell by cell in row-major order, nothing but the signs and the sets
// of row, column and box.
#include <cstdio>

static char across[9][9], down[9][9];
static int grid[9][9], rows[9], columns[9], boxes[9];

static bool fits(int a, int b, char sign) {
    return sign == '<' || sign == '^' ? a < b : a > b;
}

static bool fill(int cell) {
    if (cell == 81) return true;
    int r = cell / 9, c = cell % 9, box = r / 3 * 3 + c / 3;
    for (int d = 1; d <= 9; ++d) {
        int bit = 1 << d;
        if ((rows[r] | columns[c] | boxes[box]) & bit) continue;
        if (c % 3 && !fits(grid[r][c - 1], d, across[r][c - 1])) continue;
        if (r % 3 && !fits(grid[r - 1][c], d, down[r - 1][c])) continue;
        grid[r][c] = d;
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

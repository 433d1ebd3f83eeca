// Nine variables, one a box; the values of a box are the ways to fill it that its signs allow.
#include <array>
#include <cstdint>
#include <iostream>
#include <vector>

using Bits = std::uint64_t;  // bit 9 * i + d: row i of the box has digit d; from bit 27 on, columns
using Boxes = std::array<std::vector<Bits>, 9>;

char across[9][9], down[9][9];

bool precedes(int from, int to, int corner) {
    int r = corner / 9, c = corner % 9;
    int a = from / 3, b = from % 3, x = to / 3, y = to % 3;
    if (a == x && y == b + 1) return across[r + a][c + b] == '<';
    if (a == x && b == y + 1) return across[r + a][c + y] == '>';
    if (b == y && x == a + 1) return down[r + a][c + b] == '^';
    if (b == y && a == x + 1) return down[r + x][c + b] == 'v';
    return false;
}

void extend(const std::array<int, 9>& below, int filled, int digit, Bits bits, std::vector<Bits>& all) {
    if (digit == 9) {
        all.push_back(bits);
        return;
    }
    for (int cell = 0; cell < 9; ++cell) {
        if (filled >> cell & 1 || (below[cell] & ~filled)) continue;
        Bits more = Bits(1) << (cell / 3 * 9 + digit) | Bits(1) << (27 + cell % 3 * 9 + digit);
        extend(below, filled | 1 << cell, digit + 1, bits | more, all);
    }
}

const Bits LOW = (Bits(1) << 27) - 1;

bool narrow(Boxes& boxes) {
    std::array<Bits, 9> any{}, all{};
    auto look = [&](int box) {
        any[box] = 0;
        all[box] = ~Bits(0);
        for (Bits bits : boxes[box]) any[box] |= bits, all[box] &= bits;
    };
    for (int box = 0; box < 9; ++box) look(box);
    for (int box = 0, same = 0; same < 9; box = (box + 1) % 9) {
        int one = box / 3 * 3 + (box + 1) % 3, two = box / 3 * 3 + (box + 2) % 3;
        int up = (box + 3) % 9, top = (box + 6) % 9;
        Bits never = ((all[one] | all[two]) & LOW) | ((all[up] | all[top]) & ~LOW);
        Bits must = (~(any[one] | any[two]) & LOW) | (~(any[up] | any[top]) & (LOW << 27));
        std::vector<Bits> kept;
        for (Bits bits : boxes[box])
            if (!(bits & never) && (bits & must) == must) kept.push_back(bits);
        same = kept.size() == boxes[box].size() ? same + 1 : 1;
        boxes[box] = kept;
        if (kept.empty()) return false;
        look(box);
    }
    return true;
}

bool solve(Boxes& boxes) {
    if (!narrow(boxes)) return false;
    int best = -1;
    for (int box = 0; box < 9; ++box)
        if (boxes[box].size() > 1 && (best < 0 || boxes[box].size() < boxes[best].size())) best = box;
    if (best < 0) return true;
    for (Bits bits : boxes[best]) {
        Boxes next = boxes;
        next[best] = {bits};
        if (solve(next)) {
            boxes = next;
            return true;
        }
    }
    return false;
}

int main() {
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c)
            if (c % 3 != 2) std::cin >> across[r][c];
        for (int c = 0; r % 3 != 2 && c < 9; ++c) std::cin >> down[r][c];
    }
    Boxes boxes;
    for (int box = 0; box < 9; ++box) {
        std::array<int, 9> below{};
        for (int to = 0; to < 9; ++to)
            for (int from = 0; from < 9; ++from)
                if (precedes(from, to, box / 3 * 27 + box % 3 * 3)) below[to] |= 1 << from;
        extend(below, 0, 0, 0, boxes[box]);
    }
    if (!solve(boxes)) return 1;
    for (int r = 0; r < 9; ++r)
        for (int c = 0; c < 9; ++c) {
            Bits bits = boxes[r / 3 * 3 + c / 3][0];
            Bits shared = bits >> (r % 3 * 9) & bits >> (27 + c % 3 * 9) & 511;
            int digit = 1;
            while (shared >>= 1) ++digit;
            std::cout << digit << (c == 8 ? '\n' : ' ');
        }
}

// Candidates of cells, narrowed by houses and signs; guesses the cell with the fewest.
#include <array>
#include <iostream>
#include <utility>
#include <vector>

using Masks = std::array<int, 81>;  // bit d - 1: the cell may have digit d

std::vector<std::vector<int>> houses;
std::vector<std::pair<int, int>> relations;  // lesser cell, greater cell

int size(int mask) { return __builtin_popcount(mask); }

bool narrow(Masks& masks) {
    for (Masks before{}; before != masks;) {
        before = masks;
        for (const auto& relation : relations) {
            int lesser = relation.first, greater = relation.second;
            if (!masks[lesser] || !masks[greater]) return false;
            int lowest = masks[lesser] & -masks[lesser];
            masks[greater] &= ~(2 * lowest - 1);
            int highest = 256;
            while (!(masks[greater] & highest) && highest) highest >>= 1;
            masks[lesser] &= highest ? highest - 1 : 0;
        }
        for (const auto& house : houses) {
            int once = 0, twice = 0;
            for (int cell : house) {
                if (!masks[cell]) return false;
                twice |= once & masks[cell];
                once |= masks[cell];
            }
            if (once != 511) return false;
            for (int cell : house) {
                if (int only = masks[cell] & ~twice) masks[cell] = only;
                if (size(masks[cell]) > 1) continue;
                for (int other : house)
                    if (other != cell) masks[other] &= ~masks[cell];
            }
        }
    }
    return true;
}

bool solve(Masks& masks) {
    if (!narrow(masks)) return false;
    int best = -1;
    for (int cell = 0; cell < 81; ++cell)
        if (size(masks[cell]) > 1 && (best < 0 || size(masks[cell]) < size(masks[best]))) best = cell;
    if (best < 0) return true;
    for (int left = masks[best]; left; left &= left - 1) {
        Masks next = masks;
        next[best] = left & -left;
        if (solve(next)) {
            masks = next;
            return true;
        }
    }
    return false;
}

void read(int first, int second) {
    char sign;
    std::cin >> sign;
    if (sign == '<' || sign == '^') relations.push_back({first, second});
    else relations.push_back({second, first});
}

int main() {
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c)
            if (c % 3 != 2) read(9 * r + c, 9 * r + c + 1);
        for (int c = 0; r % 3 != 2 && c < 9; ++c) read(9 * r + c, 9 * r + c + 9);
    }
    for (int i = 0; i < 9; ++i) {
        std::vector<int> row, column, box;
        for (int j = 0; j < 9; ++j) {
            row.push_back(9 * i + j);
            column.push_back(9 * j + i);
            box.push_back(i / 3 * 27 + i % 3 * 3 + j / 3 * 9 + j % 3);
        }
        houses.insert(houses.end(), {row, column, box});
    }
    Masks masks;
    masks.fill(511);
    if (!solve(masks)) return 1;
    for (int cell = 0; cell < 81; ++cell) {
        int digit = 1;
        while (masks[cell] >> digit) ++digit;
        std::cout << digit << (cell % 9 == 8 ? '\n' : ' ');
    }
}

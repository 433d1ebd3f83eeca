// A generator with testlib.h: a puzzle with exactly one solution, another one for other arguments.
#include "../search.hpp"
#include "testlib.h"

namespace {

using namespace sudoku;

// A random grid: rows are filled one after the other, each cell at random.
class RandomGrid {
public:
    std::string digits = std::string(CELLS, '0');
    RandomGrid() {
        while (!fill(0)) nodes_ = 0;
    }

private:
    int nodes_ = 0;

    bool fits(int cell, char digit) const {
        for (int other = 0; other < cell; ++other)
            if (digits[static_cast<std::size_t>(other)] == digit &&
                (row_of(other) == row_of(cell) || column_of(other) == column_of(cell) ||
                 box_of(other) == box_of(cell)))
                return false;
        return true;
    }
    bool fill(int cell) {
        if (cell == CELLS) return true;
        if (++nodes_ > 2000) return false;
        std::string order = "123456789";
        shuffle(order.begin(), order.end());
        for (const char digit : order) {
            if (!fits(cell, digit)) continue;
            digits[static_cast<std::size_t>(cell)] = digit;
            if (fill(cell + 1)) return true;
        }
        return false;
    }
};

Puzzle puzzle_of(const std::string& digits) {
    Puzzle puzzle;
    for (const Pair& pair : pairs()) {
        const bool less = digits[static_cast<std::size_t>(pair.first)] <
                          digits[static_cast<std::size_t>(pair.second)];
        puzzle.signs += pair.is_across() ? (less ? '<' : '>') : (less ? '^' : 'v');
    }
    return puzzle;
}

}  // namespace

int main(int argc, char** argv) {
    registerGen(argc, argv, 1);
    Puzzle puzzle;
    do puzzle = puzzle_of(RandomGrid().digits);
    while (Search(puzzle).solutions() != 1);
    std::size_t sign = 0;
    for (int line = 0; line < 15; ++line) {
        const std::size_t end = sign + (line % 5 % 2 == 0 ? 6 : 9);
        for (; sign < end; ++sign)
            std::cout << puzzle.signs[sign] << (sign + 1 == end ? '\n' : ' ');
    }
}

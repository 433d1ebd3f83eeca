/* The plain depth-first search of a contest, cell by cell in row-major order.

   Reads puzzles from standard input, one a line: 108 signs in the order of the contest format,
   a blank, 81 givens; '.' is an absent sign or an empty cell.  For each prints a line: CPU
   seconds of the search, the solutions (it stops at the second), or `stopped` after five seconds.

   A cell takes the digits that its row, column and box do not have yet and that its neighbours
   on the left and above allow.  Nothing is known of the cells to come: that is the method. */

#include <cstdint>
#include <iostream>
#include <string>

#include "cpu.hpp"

namespace {

constexpr int SIZE = 9, CELLS = SIZE * SIZE, STOP_AT = 2;
constexpr double LIMIT = 5; /* seconds */
constexpr unsigned ALL = (1u << SIZE) - 1;

/* What stands between a cell and the neighbour before it: -1 this cell is less, 1 greater. */
int left_of[CELLS], above[CELLS];
unsigned given[CELLS]; /* digits that the givens leave a cell, bit d-1 for digit d */
unsigned row[SIZE], column[SIZE], box[SIZE];
int digits[CELLS]; /* 0 to 8 */

double start;
uint64_t nodes;
int found;
bool stopped;
std::string solutions;

unsigned allowed_by(int digit, int order)
{
    if (order < 0)
        return (1u << digit) - 1;
    if (order > 0)
        return ALL & ~((2u << digit) - 1);
    return ALL;
}

void fill(int cell)
{
    if (cell == CELLS) {
        found++;
        solutions += ' ';
        for (int digit : digits)
            solutions += static_cast<char>('1' + digit);
        return;
    }
    const int r = cell / SIZE, c = cell % SIZE, b = r / 3 * 3 + c / 3;
    unsigned candidates = given[cell] & ~(row[r] | column[c] | box[b]);
    if (left_of[cell])
        candidates &= allowed_by(digits[cell - 1], left_of[cell]);
    if (above[cell])
        candidates &= allowed_by(digits[cell - SIZE], above[cell]);
    while (candidates && found < STOP_AT && !stopped) {
        const unsigned bit = candidates & -candidates;
        candidates ^= bit;
        if (++nodes % (1 << 20) == 0)
            stopped = cpu_seconds() - start > LIMIT;
        digits[cell] = __builtin_ctz(bit);
        row[r] |= bit, column[c] |= bit, box[b] |= bit;
        fill(cell + 1);
        row[r] ^= bit, column[c] ^= bit, box[b] ^= bit;
    }
}

/* How a cell stands to the one before it: '<' and '^' say that the one before is less. */
int order(char sign)
{
    return sign == '<' || sign == '^' ? 1 : sign == '.' ? 0 : -1;
}

void read_puzzle(const std::string &signs, const std::string &givens)
{
    int next = 0;
    for (int r = 0; r < SIZE; r++) {
        for (int c = 0; c < SIZE; c++)
            left_of[SIZE * r + c] = c % 3 ? order(signs[next++]) : 0;
        for (int c = 0; r % 3 < 2 && c < SIZE; c++)
            above[SIZE * (r + 1) + c] = order(signs[next++]);
    }
    for (int cell = 0; cell < CELLS; cell++)
        given[cell] = givens[cell] == '.' ? ALL : 1u << (givens[cell] - '1');
}

} // namespace

int main()
{
    std::string signs, givens;
    while (std::cin >> signs >> givens) {
        nodes = 0, found = 0, stopped = false;
        solutions.clear();
        start = cpu_seconds();
        read_puzzle(signs, givens);
        fill(0);
        const double taken = cpu_seconds() - start;
        std::cout << taken << (stopped ? " stopped" : solutions) << std::endl;
    }
}

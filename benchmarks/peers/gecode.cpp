/* Gecode: an integer a cell, bounds-consistent `distinct` for houses, `rel` for signs; the cell
   with the greatest accumulated failure count for its domain's size first.

   Reads puzzles from standard input, one a line: 108 signs in the order of the contest format,
   a blank, 81 givens; '.' is an absent sign or an empty cell.  For each prints a line: CPU
   seconds of building the model and searching it, the solutions (it stops at the second). */

#include <iostream>
#include <memory>
#include <string>

#include <gecode/int.hh>
#include <gecode/search.hh>

#include "cpu.hpp"

using namespace Gecode;

namespace {

constexpr int SIZE = 9, CELLS = SIZE * SIZE, STOP_AT = 2;

class Layout : public Space {
public:
    Layout(const std::string &signs, const std::string &givens) : cells(*this, CELLS, 1, SIZE)
    {
        for (int house = 0; house < SIZE; house++) {
            IntVarArgs row(SIZE), column(SIZE), box(SIZE);
            for (int i = 0; i < SIZE; i++) {
                row[i] = cells[SIZE * house + i];
                column[i] = cells[SIZE * i + house];
                box[i] = cells[SIZE * (house / 3 * 3 + i / 3) + house % 3 * 3 + i % 3];
            }
            distinct(*this, row, IPL_BND);
            distinct(*this, column, IPL_BND);
            distinct(*this, box, IPL_BND);
        }
        int next = 0;
        for (int r = 0; r < SIZE; r++) {
            for (int c = 0; c < SIZE; c++)
                if (c % 3)
                    relate(SIZE * r + c - 1, SIZE * r + c, signs[next++]);
            for (int c = 0; r % 3 < 2 && c < SIZE; c++)
                relate(SIZE * r + c, SIZE * (r + 1) + c, signs[next++]);
        }
        for (int cell = 0; cell < CELLS; cell++)
            if (givens[cell] != '.')
                rel(*this, cells[cell], IRT_EQ, givens[cell] - '0');
        branch(*this, cells, INT_VAR_AFC_SIZE_MAX(), INT_VAL_SPLIT_MIN());
    }

    Layout(Layout &other) : Space(other) { cells.update(*this, other.cells); }
    Space *copy() override { return new Layout(*this); }

    std::string line() const
    {
        std::string digits;
        for (const IntVar &cell : cells)
            digits += static_cast<char>('0' + cell.val());
        return digits;
    }

private:
    IntVarArray cells;

    /* '<' and '^' say that the first cell is less. */
    void relate(int first, int second, char sign)
    {
        if (sign != '.')
            rel(*this, cells[first], sign == '<' || sign == '^' ? IRT_LE : IRT_GR, cells[second]);
    }
};

} // namespace

int main()
{
    std::string signs, givens;
    while (std::cin >> signs >> givens) {
        std::string solutions;
        int found = 0;
        const double start = cpu_seconds();
        const auto layout = std::make_unique<Layout>(signs, givens);
        DFS<Layout> search(layout.get());
        while (found < STOP_AT) {
            const std::unique_ptr<Layout> solution(search.next());
            if (!solution)
                break;
            found++;
            solutions += ' ' + solution->line();
        }
        const double taken = cpu_seconds() - start;
        std::cout << taken << solutions << std::endl;
    }
}

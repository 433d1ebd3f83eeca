/* Plain sudoku by dancing links: Knuth's algorithm X with circles of links (2000), 729 options
   for 324 items, the item with the fewest options first.

   Reads puzzles from standard input, one a line: 108 signs (which must all be absent), a blank,
   81 givens; '.' is an empty cell.  For each prints a line: CPU seconds of the search, the
   solutions (it stops at the second).

   The links are made once.  A puzzle's givens are chosen before the search and given back after
   it, which counts. */

#include <iostream>
#include <string>

#include "cpu.hpp"

namespace {

constexpr int SIZE = 9, CELLS = SIZE * SIZE, STOP_AT = 2;
constexpr int ITEMS = 4 * CELLS, OPTIONS = CELLS * SIZE, ROOT = ITEMS;
constexpr int SPOTS = ITEMS + 1 + 4 * OPTIONS;

/* A spot is one item of one option; spots 0 to 323 are the heads of the items.  The four spots
   of an option stand one after another, and `left` and `right` go round them; for heads these
   go round the items that are not covered. */
struct Spot {
    int left, right, up, down, head;
};
Spot spots[SPOTS];
int sizes[ITEMS];

int found;
char grid[CELLS];
std::string solutions;

int option_of(int spot)
{
    return (spot - ITEMS - 1) / 4;
}

int first_spot(int option)
{
    return ITEMS + 1 + 4 * option;
}

void link_everything()
{
    for (int head = 0; head <= ROOT; head++)
        spots[head] = {head ? head - 1 : ROOT, head < ROOT ? head + 1 : 0, head, head, head};
    for (int option = 0; option < OPTIONS; option++) {
        const int cell = option / SIZE, digit = option % SIZE;
        const int row = cell / SIZE, column = cell % SIZE, box = row / 3 * 3 + column / 3;
        const int heads[4] = {cell, CELLS + SIZE * row + digit, 2 * CELLS + SIZE * column + digit,
                              3 * CELLS + SIZE * box + digit};
        const int first = first_spot(option);
        for (int i = 0; i < 4; i++) {
            const int head = heads[i], last = spots[head].up, spot = first + i;
            spots[spot] = {first + (i + 3) % 4, first + (i + 1) % 4, last, head, head};
            spots[last].down = spots[head].up = spot;
            sizes[head]++;
        }
    }
}

void cover(int head)
{
    spots[spots[head].left].right = spots[head].right;
    spots[spots[head].right].left = spots[head].left;
    for (int i = spots[head].down; i != head; i = spots[i].down)
        for (int j = spots[i].right; j != i; j = spots[j].right) {
            spots[spots[j].up].down = spots[j].down;
            spots[spots[j].down].up = spots[j].up;
            sizes[spots[j].head]--;
        }
}

void uncover(int head)
{
    for (int i = spots[head].up; i != head; i = spots[i].up)
        for (int j = spots[i].left; j != i; j = spots[j].left) {
            sizes[spots[j].head]++;
            spots[spots[j].up].down = spots[spots[j].down].up = j;
        }
    spots[spots[head].left].right = spots[spots[head].right].left = head;
}

void note_digit(int spot)
{
    const int option = option_of(spot);
    grid[option / SIZE] = static_cast<char>('1' + option % SIZE);
}

void search()
{
    if (spots[ROOT].right == ROOT) {
        found++;
        solutions += ' ';
        solutions.append(grid, CELLS);
        return;
    }
    int head = spots[ROOT].right;
    for (int other = head; other != ROOT; other = spots[other].right)
        if (sizes[other] < sizes[head])
            head = other;
    if (!sizes[head])
        return;
    cover(head);
    for (int spot = spots[head].down; spot != head && found < STOP_AT; spot = spots[spot].down) {
        note_digit(spot);
        for (int other = spots[spot].right; other != spot; other = spots[other].right)
            cover(spots[other].head);
        search();
        for (int other = spots[spot].left; other != spot; other = spots[other].left)
            uncover(spots[other].head);
    }
    uncover(head);
}

/* Choose the givens from `cell` on, search, and give them back.  A given whose item is covered
   clashes with another one. */
void solve(const std::string &givens, int cell, bool (&is_covered)[ITEMS])
{
    while (cell < CELLS && givens[cell] == '.')
        cell++;
    if (cell == CELLS)
        return search();
    const int first = first_spot(SIZE * cell + givens[cell] - '1');
    for (int spot = first; spot < first + 4; spot++)
        if (is_covered[spots[spot].head])
            return;
    note_digit(first);
    for (int spot = first; spot < first + 4; spot++) {
        is_covered[spots[spot].head] = true;
        cover(spots[spot].head);
    }
    solve(givens, cell + 1, is_covered);
    for (int spot = first + 3; spot >= first; spot--)
        uncover(spots[spot].head);
}

} // namespace

int main()
{
    std::string signs, givens;
    link_everything();
    while (std::cin >> signs >> givens) {
        found = 0;
        solutions.clear();
        const double start = cpu_seconds();
        bool is_covered[ITEMS] = {};
        solve(givens, 0, is_covered);
        const double taken = cpu_seconds() - start;
        std::cout << taken << solutions << std::endl;
    }
}

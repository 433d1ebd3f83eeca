/* Puzzles as text, and the places of their signs, in the order of `Puzzle` in puzzle.py. */

#ifndef INEQSUDOKU_PUZZLE_H
#define INEQSUDOKU_PUZZLE_H

#include "module.h"

#include <stdbool.h>
#include <stdint.h>

/* The numbers of 9x9. */
enum { SIZE = 9, CELLS = 81, SIGNS = 108, BORDER_SIGNS = 36 };

/* A puzzle as `search` gets it. */
typedef struct {
    Text signs, givens, border_signs;
} Puzzle;

/* A sign: its cells, the left or upper one first, and the characters for which of them is less. */
typedef struct {
    uint8_t first, second;
    char first_is_less, second_is_less;
} SignPlace;

/* Find the signs inside boxes and the others. */
static inline void find_signs(SignPlace inside[SIGNS], SignPlace border[BORDER_SIGNS])
{
    for (int row = 0; row < SIZE; row++)
        for (int down = 0; down < 2; down++)
            for (int column = 0; column < SIZE - !down; column++) {
                if (down && row == SIZE - 1)
                    continue;
                const bool in_box = (down ? row : column) % 3 < 2;
                const int cell = SIZE * row + column;
                *(in_box ? inside++ : border++) = (SignPlace){
                    .first = (uint8_t)cell,
                    .second = (uint8_t)(cell + (down ? SIZE : 1)),
                    .first_is_less = down ? '^' : '<',
                    .second_is_less = down ? 'v' : '>',
                };
            }
}

#endif

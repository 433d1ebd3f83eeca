/* Puzzles as text, and the places of their signs, in the order of `Puzzle` in puzzle.py. */

#ifndef INEQSUDOKU_PUZZLE_H
#define INEQSUDOKU_PUZZLE_H

#include "module.h"

#include <stdbool.h>
#include <stdint.h>

/* The numbers of 9x9. */
enum { SIZE = 9, CELLS = 81, SIGNS = 108, BORDER_SIGNS = 36 };

/* A puzzle as `search` gets it.  Without boxes, `box_rows` and `box_columns` are 0. */
typedef struct {
    int size, box_rows, box_columns;
    Text signs, givens, border_signs;
} Puzzle;

/* A sign: its cells, the left or upper one first, and the characters for which of them is less. */
typedef struct {
    uint8_t first, second;
    char first_is_less, second_is_less;
} SignPlace;

/* Find the signs inside boxes and the others.  Returns the number inside.  The sizes are
   those of a `Puzzle`. */
static int find_signs(int size, int box_rows, int box_columns, SignPlace *inside, SignPlace *border)
{
    const SignPlace *start = inside;

    for (int row = 0; row < size; row++)
        for (int down = 0; down < 2; down++)
            for (int column = 0; column < size - !down; column++) {
                if (down && row == size - 1)
                    continue;
                const int line = down ? row : column;
                const int lines = down ? box_rows : box_columns;
                const bool in_box = lines && line % lines < lines - 1;
                const int cell = size * row + column;
                *(in_box ? inside++ : border++) = (SignPlace){
                    .first = (uint8_t)cell,
                    .second = (uint8_t)(cell + (down ? size : 1)),
                    .first_is_less = down ? '^' : '<',
                    .second_is_less = down ? 'v' : '>',
                };
            }
    return (int)(inside - start);
}

#endif

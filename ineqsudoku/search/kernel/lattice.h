/* Boards of any size up to 16x16: a *lattice* of 16 rows and 16 columns with boxes of 4x4.
   The boxes of a grid lie in boxes of the lattice, each in its upper left corner; what is left
   over are no cells.

       6x6, boxes of 2x3       A row of the lattice is a number of 4 bits, and so is a column:
                               two *far* bits that tell the box, two *near* ones that tell
       ###. ###. .... ....     where in it.
       ###. ###. .... ....
       .... .... .... ....     A *step* turns one of these 8 bits.  The four steps that change
       .... .... .... ....     the column lead through a whole row, those that change the row
       ###. ###. .... ....     through a column, and the four near ones through a box.
       ###. ###. .... ....
       .... .... .... ....     Grids without boxes lie in the upper left corner.
       (and so on)

   A row is a lane of 16 bits, a column a bit of it. */

#ifndef INEQSUDOKU_LATTICE_H
#define INEQSUDOKU_LATTICE_H

#include <stdint.h>

typedef uint16_t Lane;
typedef Lane Board __attribute__((vector_size(32), aligned(16)));

enum {
    MOST_SIZE = 16,
    BOARDS = 16,
    MOST_CELLS = 256,
    MOST_SIGNS = 480,
    MOST_WAYS = 8, /* four, each within a box and over its border */
    MOST_BOX = 4,  /* rows or columns in a box */
};

#define BOARD_BITS 256
#include "board.h"

static inline int size_of(const Rules *rules)
{
    return rules->size;
}

/* Which bits tell `look` of a digit's places that are missing: those of cells. */
static inline void put_wanted(Board *wanted, const Board *cells)
{
    *wanted = *cells;
}

/* Where a cell of the grid lies. */
static inline int place_of_cell(int row, int column, int box_rows, int box_columns)
{
    if (!box_rows)
        box_rows = box_columns = MOST_BOX;
    return LANE_BITS * (row / box_rows * MOST_BOX + row % box_rows) +
           column / box_columns * MOST_BOX + column % box_columns;
}

#endif

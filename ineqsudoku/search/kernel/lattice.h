/* Boards of any size up to 16x16: a *lattice* of 16 rows and 16 columns with boxes of 4x4.
   Each box of a grid is in the upper left corner of a box of the lattice; the other places are no
   cells.

       6x6, boxes of 2x3       Rows and columns of the lattice have numbers of 4 bits: two *far*
                               bits for the box, and two *near* bits for the place in it.
       ###. ###. .... ....
       ###. ###. .... ....     A *step* flips one of these 8 bits.  The four steps that change
       .... .... .... ....     the column reach all of a row, those that change the row all of
       .... .... .... ....     a column, and the four near ones all of a box.
       ###. ###. .... ....
       ###. ###. .... ....     Grids without boxes are in the upper left corner.
       .... .... .... ....
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

#define REFUSAL "not signs, givens and signs on borders of a size up to 16 with boxes up to 4x4"

static inline bool has_boards(int size, int box_rows, int box_columns)
{
    if (size < 1 || size > MOST_SIZE)
        return false;
    if (!box_rows && !box_columns)
        return true;
    return box_rows >= 1 && box_rows <= MOST_BOX && box_columns >= 1 && box_columns <= MOST_BOX &&
           box_rows * box_columns == size;
}

/* The bits that `look` requires for a digit: those of all cells. */
static inline void put_required(Board *required, const Board *cells)
{
    *required = *cells;
}

/* The place of a cell of the grid. */
static inline int place_of_cell(int row, int column, int box_rows, int box_columns)
{
    if (!box_rows)
        box_rows = box_columns = MOST_BOX;
    return LANE_BITS * (row / box_rows * MOST_BOX + row % box_rows) +
           column / box_columns * MOST_BOX + column % box_columns;
}

extern const Path lattice_portable, lattice_avx2, lattice_avx512;

/* The paths for these boards, in the order of PATH_NAMES. */
static const Path *const PATHS[] = {
    &lattice_portable,
#if HAS_X86_PATHS
    &lattice_avx2,
    &lattice_avx512,
#endif
};

#endif

/* Boards of 9x9: each band is a lane of 32 bits.

       lane         0        1        2        3
               +--------+--------+--------+--------+
               | band 0 | band 1 | band 2 |   0    |
               +--------+--------+--------+--------+

       of each band    31 30 29 28      20 19 18      10  9  8       0
                      +-----+--+----------+--+----------+--+----------+
                      |  0  |s |  row 2   |s |  row 1   |s |  row 0   |   column c at bit c
                      +-----+--+----------+--+----------+--+----------+   of its 9 bits

   The bits s are spare: they are 0 in a set, and take the carry of a sum out of a row. */

#ifndef INEQSUDOKU_NINE_H
#define INEQSUDOKU_NINE_H

#include <stdint.h>

typedef uint32_t Lane;
typedef Lane Board __attribute__((vector_size(16)));

enum {
    MOST_SIZE = 9,
    MOST_BOX = 3,
    BOARDS = 12, /* in a state: as many as three vectors of 512 bits hold */
    MOST_CELLS = 81,
    MOST_SIGNS = 108,
    MOST_WAYS = 6, /* across, down within a band and over its border, each there and back */
    ROW_BITS = 10,
};

#define BOARD_BITS 128
#include "board.h"

static inline int size_of(const Rules *rules)
{
    (void)rules;
    return MOST_SIZE; /* a constant, for loops to be unrolled */
}

#define REFUSAL "not 108 signs, 81 givens and 36 signs on borders of 9x9"

static inline bool has_boards(int size, int box_rows, int box_columns)
{
    return size == 9 && box_rows == 3 && box_columns == 3;
}

/* The bits that `look` requires for a digit: the highest one of each band. */
static inline void put_required(Board *required, const Board *cells)
{
    const uint32_t band = UINT32_C(1) << 31;

    (void)cells;
    *required = (Board){band, band, band, 0};
}

/* The place of a cell of the grid. */
static inline int place_of_cell(int row, int column, int box_rows, int box_columns)
{
    (void)box_rows;
    (void)box_columns;
    return LANE_BITS * (row / 3) + ROW_BITS * (row % 3) + column;
}

extern const Path nine_portable, nine_avx2, nine_avx512;

/* The paths for these boards, in the order of PATH_NAMES. */
static const Path *const PATHS[] = {
    &nine_portable,
#if HAS_X86_PATHS
    &nine_avx2,
    &nine_avx512,
#endif
};

#endif

/* Boards, and the data of a puzzle and a state for the rules of `cells`.

   A *board* is a set of cells, with a bit for each *place*.  Each band is a lane of 32 bits:

       lane         0        1        2        3
               +--------+--------+--------+--------+
               | band 0 | band 1 | band 2 |   0    |
               +--------+--------+--------+--------+

       of each band    31 30 29 28      20 19 18      10  9  8       0
                      +-----+--+----------+--+----------+--+----------+
                      |  0  |s |  row 2   |s |  row 1   |s |  row 0   |   column c at bit c
                      +-----+--+----------+--+----------+--+----------+   of its 9 bits

   The bits s are spare: they are 0 in a set, and take the carry of a sum out of a row. */

#ifndef INEQSUDOKU_BOARD_H
#define INEQSUDOKU_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "paths.h"
#include "kernel.h"

#if !defined(__GNUC__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "needs little-endian vectors of GCC or Clang; without them the engine runs in Python"
#endif

typedef uint32_t Lane;
typedef Lane Board __attribute__((vector_size(16)));

enum {
    BOARDS = 12,   /* in a state: as many as three vectors of 512 bits hold */
    MOST_WAYS = 6, /* across, down within a band and over its border, each there and back */
    ROW_BITS = 10,
    BOARD_BYTES = sizeof(Board),
    LANE_BITS = 8 * sizeof(Lane),
    PLACES = 8 * BOARD_BYTES,
    WORDS_OF_BOARD = BOARD_BYTES / 8,
};

/* `malloc` aligns to 16 bytes. */
_Static_assert(_Alignof(Board) <= _Alignof(max_align_t), "boards need more than malloc gives");

#define EMPTY ((Board){0})

static inline int lane_of(int place)
{
    return place / LANE_BITS;
}

static inline Lane bit_of(int place)
{
    return (Lane)((Lane)1 << place % LANE_BITS);
}

static inline void add(Board *board, int place)
{
    (*board)[lane_of(place)] |= bit_of(place);
}

static inline void take(Board *board, int place)
{
    (*board)[lane_of(place)] &= (Lane)~bit_of(place);
}

static inline bool has(const Board *board, int place)
{
    return (*board)[lane_of(place)] & bit_of(place);
}

static inline bool has_any(const Board *board)
{
    uint64_t words[WORDS_OF_BOARD], any = 0;

    memcpy(words, board, sizeof words);
    for (int i = 0; i < WORDS_OF_BOARD; i++)
        any |= words[i];
    return any != 0;
}

static inline int place_of_cell(int cell)
{
    const int row = cell / SIZE;

    return LANE_BITS * (row / 3) + ROW_BITS * (row % 3) + cell % SIZE;
}

/* The first place of a board that has one.  Places ascend with the cells. */
static inline int first_of(const Board *board)
{
    uint64_t words[WORDS_OF_BOARD];
    int word = 0;

    memcpy(words, board, sizeof words);
    while (!words[word])
        word++;
    return 64 * word + __builtin_ctzll(words[word]);
}

/* The direction of a neighbour, as the `distance` between the places; and the cells that are
   greater, or less, than their neighbour there. */
typedef struct {
    int distance;
    bool leaves_word; /* for some of the cells, the neighbour is in another word of 64 places */
    Board exceeding, under;
} Way;

/* The data of a puzzle that the rules use. */
typedef struct {
    Board cells;
    Board required[BOARDS]; /* the highest bit of each band; empty for boards without a digit */
    /* Ties between guesses go to `first_cells`, if one of them is tied, and in a cell to the first
       digit from `first_digit` on.  With another order than its own, the engine guesses in cells
       only. */
    bool has_other_order;
    Board first_cells;
    int first_digit;
    int way_count;
    Way ways[MOST_WAYS];
} Rules;

/* The candidates of a grid: for each digit, the cells that may have it.  As many boards are read
   as fit into a vector, so there may be more boards than digits; the others stay empty. */
typedef struct State State;
struct State {
    /* Before it is propagated, a state is another one, or itself, without some candidates.  They
       are removed by what propagates it, because a vector that is read soon after a part of it was
       written waits for the memory. */
    const State *from;
    int lost_digit;
    Board lost, lost_by_others; /* cells that cannot have `lost_digit`, and the other digits */
    uint32_t stale; /* digits, one bit each, to which the rules for houses must be applied */

    /* At the fixpoint */
    Board left[BOARDS];
    Board in_rows[BOARDS], in_columns[BOARDS]; /* segments that must have it */
    Board placed; /* cells whose digit is removed from the rest of their houses */
    /* Without relations, the number of digits that each triad cannot have */
    Board others_in_rows, others_in_columns;
    bool solved;

    /* After a guess: `digit` is in `here`, and so not `elsewhere`. */
    int digit;
    bool in_cell; /* `here` is one cell, which has no other digit then */
    Board here, elsewhere;
};

/* The rules and the guess, compiled for one instruction set. */
typedef struct {
    /* Propagate a state to its fixpoint; `false` when it is contradictory.  Adds to `work`. */
    bool (*propagate)(State *state, const Rules *rules, uint64_t *work);

    /* Choose the guess of a state at its fixpoint that is not solved. */
    void (*guess)(State *state, const Rules *rules);
} Path;

extern const Path cells_portable, cells_avx2, cells_avx512;

#endif

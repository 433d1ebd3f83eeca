/* What both kernels share: a puzzle, a search of it, and the functions that an engine defines.

   A kernel is one compilation unit, so that the compiler can inline freely.  Its file includes
   module.h, then its engine (boxes.h or cells.h), then search.h, calls.h and batch.h: each uses
   only what stands before it.

       text -> Puzzle -> begin -> (propagate, go_down | turn_back)* -> solutions as text

   The words of bits are drawn where they are defined: a set of facts about a box in
   arrangements.h, a board of 81 cells in board.h, and a digit vector, which is several boards, in
   digit_vectors.h. */

#ifndef INEQSUDOKU_KERNEL_H
#define INEQSUDOKU_KERNEL_H

#include "module.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* ---- Puzzles ---------------------------------------------------------------------------- */

/* The numbers of 9x9. */
enum { SIZE = 9, CELLS = 81, SIGNS = 108, BORDER_SIGNS = 36 };

/* A puzzle, as the three texts of `Puzzle` in puzzle.py; a full stop is an absent sign or digit. */
typedef struct {
    Text signs;        /* 108 of < > ^ v, in the order of the contest format */
    Text givens;       /* 81 digits, row by row */
    Text border_signs; /* 36 of < > ^ v: those between two boxes, in the order of their cells */
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

/* ---- Searches --------------------------------------------------------------------------- */

/* The arguments of a search. */
typedef struct {
    int path;            /* its index in PATH_NAMES */
    int keep;            /* whether solutions are kept */
    uint64_t limit;      /* of solutions; 0 means none */
    uint64_t node_limit; /* 0 means none */
    double seconds;      /* of wall-clock time for a call of `search`; 0 means no limit */
    uint64_t seed;       /* of the order of ties, for `cells`; 0 means the engine's own order */
} Task;

/* The progress of a search, which an engine keeps in its `Search`.

       kept   | 81 digits | 81 digits | ...              |
              0           81          162 .. kept_size   kept_room
*/
typedef struct {
    Task task;
    uint64_t work; /* so far, in steps that take about a nanosecond */
    uint64_t nodes;
    uint64_t solutions;
    int depth;      /* of the current state; all states above it have guessed */
    bool no_memory; /* the search stops, and its results are invalid */

    char *kept; /* the solutions, concatenated */
    size_t kept_size;
    size_t kept_room;
} Progress;

/* Reset the progress for a puzzle. */
static inline void restart(Progress *progress)
{
    progress->work = 0;
    progress->nodes = 0;
    progress->solutions = 0;
    progress->depth = 0;
    progress->no_memory = false;
    progress->kept_size = 0;
}

static inline void forget_solutions(Progress *progress)
{
    free(progress->kept);
    progress->kept = NULL;
    progress->kept_room = 0;
}

#endif

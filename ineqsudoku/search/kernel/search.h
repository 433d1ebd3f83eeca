/* The search of both kernels, which can pause.

   Before this file, an engine (boxes.h or cells.h) defines

       Tables    read-only tables for all searches, which the import makes once
       Search    a search of one puzzle, with its `progress` and all its memory; it can be used for
                 one puzzle after another
       PATHS     the implementations of its inner loops, in the order of PATH_NAMES
       REFUSAL   the message for a puzzle that the engine does not support

   and the functions that are declared here.  A search is a path of states: `progress.depth` is the
   number of the current one, and every state above it has guessed. */

#ifndef INEQSUDOKU_SEARCH_H
#define INEQSUDOKU_SEARCH_H

#include "kernel.h"

/* Return the tables, to be freed with `free`; NULL without memory. */
static Tables *new_tables(void);

/* Return a search that uses `tables` as long as it lives; NULL without memory. */
static Search *new_search(const Tables *tables);

/* Free the memory that `search` has added since it was made, including its solutions. */
static void shrink(Search *search);

/* Free `search` and all its memory. */
static void free_search(Search *search);

/* Set `search` to the first state of `puzzle`, before propagation.
   Returns `false` if the texts are malformed or the engine does not support the puzzle. */
static bool begin(Search *search, const Puzzle *puzzle);

/* Propagate the current state of `search` to its fixpoint, and add to `progress.work`.
   Returns `false` if the state is contradictory, or without memory (then `no_memory` is set). */
static bool propagate(Search *search);

/* Return whether the current state, which is at its fixpoint, is a solution. */
static bool is_solved(Search *search);

/* Write the solution of the current state to `text`: 81 digits, row by row, without a zero. */
static void write_solution(Search *search, char *text);

/* Guess in the current state, which is at its fixpoint and not solved, and make the state below
   it, in which the guess is right.  The caller adds to `progress.depth`. */
static void go_down(Search *search);

/* Change the current state, which has guessed, to the one in which the guess is wrong. */
static void turn_back(Search *search);

/* Count a solution and keep it if asked to. */
static void note_solution(Search *search)
{
    Progress *progress = &search->progress;

    progress->solutions++;
    if (!progress->task.keep)
        return;
    if (progress->kept_room - progress->kept_size < CELLS) {
        const size_t room = progress->kept_room ? 2 * progress->kept_room : 8 * CELLS;
        char *kept = room > progress->kept_room ? realloc(progress->kept, room) : NULL;
        if (!kept) {
            progress->no_memory = true;
            return;
        }
        progress->kept = kept;
        progress->kept_room = room;
    }
    write_solution(search, progress->kept + progress->kept_size);
    progress->kept_size += CELLS;
}

typedef enum { FINISHED, LIMITED, PAUSED, NO_MEMORY } Outcome;

/* Search one node; `PAUSED` when there are more. */
static inline Outcome do_node(Search *search)
{
    Progress *progress = &search->progress;

    if (progress->nodes == progress->task.node_limit && progress->task.node_limit)
        return LIMITED;
    progress->nodes++;
    if (propagate(search)) {
        if (!is_solved(search)) {
            go_down(search);
            progress->depth++;
            return PAUSED;
        }
        note_solution(search);
        if (progress->solutions == progress->task.limit)
            return LIMITED;
    }
    if (progress->depth == 0)
        return FINISHED;
    progress->depth--;
    turn_back(search);
    return PAUSED;
}

/* Search to the end, to a limit, or until `work` is done; another call then continues. */
static Outcome run(Search *search, uint64_t work)
{
    const Progress *progress = &search->progress;
    const uint64_t pause = progress->work + work;
    Outcome outcome = PAUSED;

    while (outcome == PAUSED && progress->work < pause && !progress->no_memory)
        outcome = do_node(search);
    return progress->no_memory ? NO_MEMORY : outcome;
}

#endif

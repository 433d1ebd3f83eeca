/* The search of the compiled kernels, which can pause.

   A kernel is one compilation unit, so that the compiler can inline freely.  Its file includes
   module.h, then its engine (boxes.h or cells.h), then this, calls.h and batch.h: each uses only
   what stands before it.  The engine defines

       Tables            read-only tables for all searches, which the import makes once
       Search            a search of one puzzle, its `progress` and all its memory; it can be
                         used for one puzzle after another
       PATHS             the implementations of its inner loops, in the order of PATH_NAMES
       REFUSAL           the message for what is no puzzle of the engine

   and the functions that are declared here. */

#ifndef INEQSUDOKU_SEARCH_H
#define INEQSUDOKU_SEARCH_H

#include "progress.h"
#include "puzzle.h"

/* The tables, to be freed with `free`; NULL without memory. */
static Tables *new_tables(void);

/* A search whose `kept` is NULL; NULL without memory. */
static Search *new_search(const Tables *tables);

/* Free the memory that a search has added since it was created, including its solutions. */
static void shrink(Search *search);

static void free_search(Search *search);

/* Set a search to the first state of a puzzle; `false` when it is none of the engine. */
static bool begin(Search *search, const Puzzle *puzzle);

/* Propagate the current state to its fixpoint; `false` when it is contradictory.  Adds to
   `work`. */
static bool propagate(Search *search);

/* The other functions require that the current state is at its fixpoint. */
static bool is_solved(Search *search);

static void write_solution(Search *search, char *text);

/* Guess in the current state, and make the state below it, in which the guess is right. */
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

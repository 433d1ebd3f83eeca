/* The progress of a search, which a kernel keeps in its `Search`. */

#ifndef INEQSUDOKU_PROGRESS_H
#define INEQSUDOKU_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The arguments of a search. */
typedef struct {
    int path;            /* its index in PATH_NAMES */
    int keep;            /* whether solutions are kept */
    uint64_t limit;      /* of solutions; 0 means none */
    uint64_t node_limit; /* 0 means none */
    double seconds;      /* of wall-clock time for a call of `search`; 0 means no limit */
    uint64_t seed;       /* of the order of ties, for `cells`; 0 means the engine's own order */
} Task;

/* The progress of a search. */
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
static void restart(Progress *progress)
{
    progress->work = 0;
    progress->nodes = 0;
    progress->solutions = 0;
    progress->depth = 0;
    progress->no_memory = false;
    progress->kept_size = 0;
}

static void forget_solutions(Progress *progress)
{
    free(progress->kept);
    progress->kept = NULL;
    progress->kept_room = 0;
}

#endif

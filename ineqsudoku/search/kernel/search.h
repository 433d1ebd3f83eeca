/* What the compiled kernels have in common.

   A kernel is a C file that includes this header and completes it: it defines the structs and
   the functions that are declared here under "What a kernel completes", functions for Python,
   and the module that has them.  Together that is one unit for the compiler, so it can inline
   what it likes.

   Layers, from below: paths; progress of a search; what a kernel completes; the search, which
   can pause; Python. */

#ifndef INEQSUDOKU_SEARCH_H
#define INEQSUDOKU_SEARCH_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "paths.h"

/* ---- Paths ------------------------------------------------------------------------------ */

/* The ways through the inner loops, from the narrowest to the widest, each for one instruction
   set.  All compute the same.  A kernel has a table of them in this order. */
static const char *const PATH_NAMES[] = {"portable", "avx2", "avx512"};

/* How many of them this machine can take; it can take the first ones. */
static int count_paths(void)
{
#if HAS_X86_PATHS
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
        return 1;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512dq"))
        return 2;
    return 3;
#else
    return 1;
#endif
}

/* ---- Progress --------------------------------------------------------------------------- */

/* What a search is asked for. */
typedef struct {
    int path;             /* by number */
    int keep;             /* whether solutions are kept */
    uint64_t limit;       /* of solutions; 0 for none */
    uint64_t node_limit;  /* 0 for none */
    double seconds;       /* of wall-clock time for a call of `search`; 0 for any number */
} Task;

/* How far a search has come. */
typedef struct {
    Task task;
    size_t cells;         /* of the puzzle: characters of a solution */

    uint64_t work;        /* so far, in steps that take about a nanosecond */
    uint64_t nodes;
    uint64_t found;
    int depth;            /* of the current state; all above it have guessed */
    bool no_memory;       /* then it stops, and its results say nothing */

    char *kept;           /* solutions, one behind another */
    size_t kept_size;
    size_t kept_room;
} Progress;

/* ---- What a kernel completes ------------------------------------------------------------ */

/* What an import makes once, for all searches to read. */
typedef struct Tables Tables;

/* To be freed with `free`; NULL without memory. */
static Tables *new_tables(void);

/* A search of one puzzle, and all the memory that it uses.  One can be used for many puzzles,
   one after another. */
typedef struct Search Search;

/* NULL without memory; `kept` is NULL. */
static Search *new_search(const Tables *tables);

static Progress *progress_of(Search *search);

/* Free what a search has grown by, its solutions too. */
static void shrink(Search *search);

static void free_search(Search *search);

/* Bring the current state to its fixpoint, `false` when that is contradictory.  Adds to
   `work`. */
static bool narrow(Search *search);

/* The rest may be asked about states at their fixpoints only. */
static bool is_solved(Search *search);

static void write_solution(Search *search, char *text);

/* Guess in the current state, and make the one below it, in which the guess is right. */
static void go_down(Search *search);

/* Make the current state, which has guessed, the one in which the guess is wrong. */
static void turn_back(Search *search);

/* ---- The search ------------------------------------------------------------------------- */

/* Set a search to the start of a puzzle with so many cells. */
static void restart(Progress *progress, size_t cells)
{
    progress->cells = cells;
    progress->work = 0;
    progress->nodes = 0;
    progress->found = 0;
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

/* Count a solution and keep it if wanted. */
static void note_solution(Search *search)
{
    Progress *progress = progress_of(search);

    progress->found++;
    if (!progress->task.keep)
        return;
    if (progress->kept_room - progress->kept_size < progress->cells) {
        const size_t room = progress->kept_room ? 2 * progress->kept_room : 16 * progress->cells;
        char *kept = room > progress->kept_room ? realloc(progress->kept, room) : NULL;
        if (!kept) {
            progress->no_memory = true;
            return;
        }
        progress->kept = kept;
        progress->kept_room = room;
    }
    write_solution(search, progress->kept + progress->kept_size);
    progress->kept_size += progress->cells;
}

typedef enum { FINISHED, LIMITED, PAUSED, NO_MEMORY } Outcome;

/* Do one node; `PAUSED` when there are more. */
static inline Outcome do_node(Search *search)
{
    Progress *progress = progress_of(search);

    if (progress->nodes == progress->task.node_limit && progress->task.node_limit)
        return LIMITED;
    progress->nodes++;
    if (narrow(search)) {
        if (!is_solved(search)) {
            go_down(search);
            progress->depth++;
            return PAUSED;
        }
        note_solution(search);
        if (progress->found == progress->task.limit)
            return LIMITED;
    }
    if (progress->depth == 0)
        return FINISHED;
    progress->depth--;
    turn_back(search);
    return PAUSED;
}

/* Search until all is known, a limit is reached or so much work is done; then another call
   goes on. */
static Outcome run(Search *search, uint64_t work)
{
    const Progress *progress = progress_of(search);
    const uint64_t pause = progress->work + work;
    Outcome outcome = PAUSED;

    while (outcome == PAUSED && progress->work < pause && !progress->no_memory)
        outcome = do_node(search);
    return progress->no_memory ? NO_MEMORY : outcome;
}

/* ---- Python ----------------------------------------------------------------------------- */

/* Each interpreter that imports the module has one of these.  All but `spare` stays as the
   import made it. */
typedef struct {
    Tables *tables;
    int path_count;
    Search *spare;  /* for the next call; who holds the GIL may take it */
} Module;

/* A call keeps the GIL for its first work, which is enough for nearly every puzzle with one
   solution, and then takes it now and then to let Python deliver signals. */
static const uint64_t WORK_WITH_GIL = UINT64_C(1) << 18;
static const uint64_t WORK_BETWEEN_SIGNALS = UINT64_C(1) << 23;

/* An argument of 64 bits without sign; the format `K` would cut off what is too large. */
static int to_uint64(PyObject *number, void *result)
{
    const unsigned long long value = PyLong_AsUnsignedLongLong(number);

    *(uint64_t *)result = value;
    return value != (unsigned long long)-1 || !PyErr_Occurred();
}

/* A search for a task, to be given back with `put_search`; NULL with an exception. */
static Search *take_search(Module *module, const Task *task)
{
    Search *search = module->spare;

    if (task->path < 0 || task->path >= module->path_count) {
        PyErr_Format(PyExc_ValueError, "no path %d; this machine has %d", task->path,
                     module->path_count);
        return NULL;
    }
    module->spare = NULL;
    if (!search)
        search = new_search(module->tables);
    if (search)
        progress_of(search)->task = *task;
    else
        PyErr_NoMemory();
    return search;
}

/* Keep a search for the next call, unless another call has done so; not what it grew by. */
static void put_search(Module *module, Search *search)
{
    if (module->spare) {
        free_search(search);
    } else {
        shrink(search);
        module->spare = search;
    }
}

/* The time in seconds, from any start. */
static double time_now(void)
{
    struct timespec now = {0};

#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    timespec_get(&now, TIME_UTC);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Run a search that has begun to its end or to a limit, without the GIL when it takes long.
   What the function `search` of a kernel returns; NULL with an exception when there is no
   memory or a signal handler raised one. */
static PyObject *run_alone(Search *search)
{
    const Progress *progress = progress_of(search);
    const double seconds = progress->task.seconds;
    const double start = seconds > 0 ? time_now() : 0;
    Outcome outcome = run(search, WORK_WITH_GIL);

    while (outcome == PAUSED) {
        if (PyErr_CheckSignals() < 0)
            return NULL;
        if (seconds > 0 && time_now() - start >= seconds) {
            outcome = LIMITED;
            break;
        }
        PyThreadState *thread = PyEval_SaveThread();
        outcome = run(search, WORK_BETWEEN_SIGNALS);
        PyEval_RestoreThread(thread);
    }
    if (outcome == NO_MEMORY)
        return PyErr_NoMemory();
    return Py_BuildValue("y#KOK", progress->kept ? progress->kept : "",
                         (Py_ssize_t)progress->kept_size, (unsigned long long)progress->found,
                         outcome == FINISHED ? Py_True : Py_False,
                         (unsigned long long)progress->nodes);
}

/* Add the tuple `PATHS` of the names of the paths. */
static int add_path_names(PyObject *self, int count)
{
    PyObject *names = PyTuple_New(count);

    for (int i = 0; names && i < count; i++) {
        PyObject *name = PyUnicode_FromString(PATH_NAMES[i]);
        if (!name || PyTuple_SetItem(names, i, name) < 0)
            Py_CLEAR(names);
    }
    if (!names)
        return -1;
    const int added = PyModule_AddObjectRef(self, "PATHS", names);
    Py_DECREF(names);
    return added;
}

/* Importing makes the tables.  An interpreter imports a module once, whatever its threads do,
   so nobody sees tables that are not ready. */
static int exec_module(PyObject *self)
{
    Module *module = PyModule_GetState(self);

    module->spare = NULL;
    module->path_count = count_paths();
    module->tables = new_tables();
    if (!module->tables) {
        PyErr_NoMemory();
        return -1;
    }
    return add_path_names(self, module->path_count);
}

static void free_module(void *self)
{
    Module *module = PyModule_GetState(self);

    if (!module)
        return;
    if (module->spare)
        free_search(module->spare);
    free(module->tables);
}

#endif

/* The common part of the compiled kernels.

   A kernel is a C file that includes this header and completes it.  It defines the structs and
   functions that are declared here under "What a kernel completes", functions for Python, and
   the module.  All of this is one compilation unit, so the compiler can inline freely.

   Layers, from the bottom: paths; progress of a search; what a kernel completes; the search,
   which can pause; Python. */

#ifndef INEQSUDOKU_SEARCH_H
#define INEQSUDOKU_SEARCH_H

#include <Python.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "paths.h"

/* ---- Paths ------------------------------------------------------------------------------ */

/* The implementations of the inner loops, each for one instruction set, from the narrowest to the
   widest.  All compute the same results.  A kernel has a table of them in this order. */
static const char *const PATH_NAMES[] = {"portable", "avx2", "avx512"};

/* The number of paths that this machine supports, which are the first ones. */
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

/* The arguments of a search. */
typedef struct {
    int path;            /* its index in PATH_NAMES */
    int keep;            /* whether solutions are kept */
    uint64_t limit;      /* of solutions; 0 means none */
    uint64_t node_limit; /* 0 means none */
    double seconds;      /* of wall-clock time for a call of `search`; 0 means no limit */
} Task;

/* The progress of a search. */
typedef struct {
    Task task;
    size_t cells; /* of the puzzle: characters of a solution */

    uint64_t work; /* so far, in steps that take about a nanosecond */
    uint64_t nodes;
    uint64_t found;
    int depth;      /* of the current state; all states above it have guessed */
    bool no_memory; /* the search stops, and its results are invalid */

    char *kept; /* the solutions, concatenated */
    size_t kept_size;
    size_t kept_room;
} Progress;

/* ---- What a kernel completes ------------------------------------------------------------ */

/* Read-only tables for all searches, which are made once by the import. */
typedef struct Tables Tables;

/* The tables, to be freed with `free`; NULL without memory. */
static Tables *new_tables(void);

/* A search of one puzzle, and all its memory.  It can be used for one puzzle after another. */
typedef struct Search Search;

/* A search whose `kept` is NULL; NULL without memory. */
static Search *new_search(const Tables *tables);

static Progress *progress_of(Search *search);

/* Free the memory that a search has added since it was created, including its solutions. */
static void shrink(Search *search);

static void free_search(Search *search);

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

/* ---- The search ------------------------------------------------------------------------- */

/* Reset the progress for a puzzle with a number of cells. */
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

/* Count a solution and keep it if asked to. */
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

/* Search one node; `PAUSED` when there are more. */
static inline Outcome do_node(Search *search)
{
    Progress *progress = progress_of(search);

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
        if (progress->found == progress->task.limit)
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
    const Progress *progress = progress_of(search);
    const uint64_t pause = progress->work + work;
    Outcome outcome = PAUSED;

    while (outcome == PAUSED && progress->work < pause && !progress->no_memory)
        outcome = do_node(search);
    return progress->no_memory ? NO_MEMORY : outcome;
}

/* ---- Python ----------------------------------------------------------------------------- */

/* The state of the module, one for each interpreter.  Only `spare` changes after the import. */
typedef struct {
    Tables *tables;
    int path_count;
    Search *spare; /* for the next call; the holder of the GIL may take it */
} Module;

/* A call keeps the GIL for its first work, which is enough for nearly every puzzle with one
   solution.  It then takes the GIL now and then to let Python deliver signals. */
static const uint64_t WORK_WITH_GIL = UINT64_C(1) << 18;
static const uint64_t WORK_BETWEEN_SIGNALS = UINT64_C(1) << 23;

/* An argument of the type str.  Formats such as `s#` cannot be used: compiled with the headers
   of Python 3.13, they fail on 3.11 and 3.12. */
typedef struct {
    const char *at;
    Py_ssize_t size;
} Text;

static int to_text(PyObject *string, void *result)
{
    Text *text = result;

    text->at = PyUnicode_AsUTF8AndSize(string, &text->size);
    return text->at != NULL;
}

/* Convert an unsigned argument of 64 bits; the format `K` would not check for overflow. */
static int to_uint64(PyObject *number, void *result)
{
    const unsigned long long value = PyLong_AsUnsignedLongLong(number);

    *(uint64_t *)result = value;
    return value != (unsigned long long)-1 || !PyErr_Occurred();
}

/* A search for a task, to be returned with `put_search`; NULL with an exception. */
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

/* Keep a search, without the memory it has added, for the next call, unless there is one. */
static void put_search(Module *module, Search *search)
{
    if (module->spare) {
        free_search(search);
    } else {
        shrink(search);
        module->spare = search;
    }
}

/* The time in seconds since an arbitrary start. */
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

/* Run a search that has begun to its end or to a limit; release the GIL if it takes long.
   Returns the result of the function `search` of a kernel, or NULL with an exception when there
   is no memory or a signal handler raised one. */
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
    return Py_BuildValue(
        "NKOK", PyBytes_FromStringAndSize(progress->kept, (Py_ssize_t)progress->kept_size),
        (unsigned long long)progress->found, outcome == FINISHED ? Py_True : Py_False,
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

/* The import makes the tables.  An interpreter imports a module once, even with several threads,
   so the tables are always complete. */
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

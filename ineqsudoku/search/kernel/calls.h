/* Calls from Python that search one puzzle, and the state of a kernel's module. */

#ifndef INEQSUDOKU_CALLS_H
#define INEQSUDOKU_CALLS_H

#include "module.h"

#include <time.h>

#include "search.h"

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

/* ---- The module and its spare search ---------------------------------------------------- */

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
        search->progress.task = *task;
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

/* The list of the solutions that a search has kept. */
static PyObject *kept_lines(const Progress *progress)
{
    const Py_ssize_t count = (Py_ssize_t)progress->kept_size / CELLS;
    PyObject *lines = PyList_New(count);

    for (Py_ssize_t i = 0; lines && i < count; i++) {
        PyObject *line = PyUnicode_FromStringAndSize(progress->kept + i * CELLS, CELLS);
        if (!line || PyList_SetItem(lines, i, line) < 0)
            Py_CLEAR(lines);
    }
    return lines;
}

/* Run a search that has begun to its end or to a limit; release the GIL if it takes long.
   Returns the result of `search`, or NULL with an exception when there is no memory or a signal
   handler raised one. */
static PyObject *run_alone(Search *search)
{
    const Progress *progress = &search->progress;
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
    return Py_BuildValue("NKOK", kept_lines(progress), (unsigned long long)progress->solutions,
                         outcome == FINISHED ? Py_True : Py_False,
                         (unsigned long long)progress->nodes);
}

PyDoc_STRVAR(
    search_doc,
    "search(path, signs, givens, border_signs, limit, node_limit, keep, seconds, seed, /)\n--\n\n"
    "Search one puzzle; see _boxes.pyi.");

/* Read the arguments of a call; `PyArg_ParseTuple` would take much longer. */
static bool read_arguments(PyObject *const *args, Py_ssize_t count, Puzzle *puzzle, Task *task)
{
    if (count != 9) {
        PyErr_Format(PyExc_TypeError, "search takes 9 arguments, not %zd", count);
        return false;
    }
    if (!to_int(args[0], &task->path) || !to_text(args[1], &puzzle->signs) ||
        !to_text(args[2], &puzzle->givens) || !to_text(args[3], &puzzle->border_signs) ||
        !to_limit(args[4], &task->limit) || !to_limit(args[5], &task->node_limit))
        return false;
    task->keep = PyObject_IsTrue(args[6]);
    if (task->keep < 0)
        return false;
    task->seconds = PyFloat_AsDouble(args[7]);
    return (task->seconds != -1 || !PyErr_Occurred()) && to_limit(args[8], &task->seed);
}

static PyObject *py_search(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Module *module = PyModule_GetState(self);
    Puzzle puzzle;
    Task task;

    if (!read_arguments(args, count, &puzzle, &task))
        return NULL;
    Search *search = take_search(module, &task);
    if (!search)
        return NULL;
    PyObject *result = NULL;
    if (begin(search, &puzzle))
        result = run_alone(search);
    else
        PyErr_SetString(PyExc_ValueError, REFUSAL);
    put_search(module, search);
    return result;
}

/* C casts between types of functions without a warning only by way of `void (*)(void)`. */
#define SEARCH_METHOD {"search", (PyCFunction)(void (*)(void))py_search, METH_FASTCALL, search_doc}

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

/* The import makes the tables, so they are complete before any call. */
static int exec_kernel(PyObject *self)
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

static void free_kernel(void *self)
{
    Module *module = PyModule_GetState(self);

    if (!module)
        return;
    if (module->spare)
        free_search(module->spare);
    free(module->tables);
}

#endif

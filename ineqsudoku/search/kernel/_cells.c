/* The module of `cells` for 9x9; see cells.h. */

#include "module.h" /* Python.h comes before all others */

#include "nine.h"
#include "cells.h"
#include "search.h"
#include "calls.h"
#include "batch.h"

enum { PRINTED = SIGNS + CELLS + BORDER_SIGNS }; /* characters of a puzzle */

#define NOT_A_PUZZLE "not 108 signs, 81 givens and 36 signs on borders"

PyDoc_STRVAR(
    search_doc,
    "search(path, signs, givens, border_signs, limit, node_limit, keep, seconds=0, /)\n--\n\n"
    "Search one puzzle; see _cells.pyi.");

static PyObject *py_search(PyObject *self, PyObject *args)
{
    Module *module = PyModule_GetState(self);
    Puzzle puzzle;
    Task task = {.seconds = 0};

    if (!PyArg_ParseTuple(args, "iO&O&O&O&O&p|d:search", &task.path, to_text, &puzzle.signs,
                          to_text, &puzzle.givens, to_text, &puzzle.border_signs, to_uint64,
                          &task.limit, to_uint64, &task.node_limit, &task.keep, &task.seconds))
        return NULL;
    Search *search = take_search(module, &task);
    if (!search)
        return NULL;
    PyObject *result = NULL;
    if (begin(search, &puzzle))
        result = run_alone(search);
    else
        PyErr_SetString(PyExc_ValueError, NOT_A_PUZZLE);
    put_search(module, search);
    return result;
}

PyDoc_STRVAR(solve_batch_doc,
             "solve_batch(path, puzzles, limit, node_limit, /)\n--\n\n"
             "Search many puzzles; see _cells.pyi.");

static Beginning begin_in_batch(const Writing *writing, Search *search, const char *text)
{
    (void)writing;
    const Puzzle puzzle = {
        {text, SIGNS},
        {text + SIGNS, CELLS},
        {text + SIGNS + CELLS, BORDER_SIGNS},
    };
    return begin(search, &puzzle) ? BEGUN : MALFORMED;
}

static PyObject *py_solve_batch(PyObject *self, PyObject *args)
{
    const Writing writing = {
        .size = PRINTED,
        .answer_size = ANSWER_SIZE,
        .refusal = NOT_A_PUZZLE,
        .begin = begin_in_batch,
        .write = write_answer,
    };

    return solve_batch(self, args, &writing);
}

static int exec_cells(PyObject *self)
{
    return exec_kernel(self) < 0 ? -1 : PyModule_AddIntConstant(self, "ANSWER_SIZE", ANSWER_SIZE);
}

DEFINE_MODULE("ineqsudoku.search.kernel", _cells,
              "The compiled form of the engine `cells`; see _cells.pyi.", sizeof(Module),
              exec_cells, free_kernel, {"search", py_search, METH_VARARGS, search_doc},
              {"solve_batch", py_solve_batch, METH_VARARGS, solve_batch_doc});

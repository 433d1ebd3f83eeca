/* The module of `cells`; see cells.h. */

#include "module.h" /* Python.h comes before all others */

#include "cells.h"
#include "search.h"
#include "calls.h"
#include "batch.h"

enum { PRINTED = SIGNS + CELLS + BORDER_SIGNS }; /* characters of a puzzle */

PyDoc_STRVAR(solve_batch_doc,
             "solve_batch(path, puzzles, limit, node_limit, /)\n--\n\n"
             "Search many puzzles; see _cells.pyi.");

static Beginning begin_in_batch(const Writing *writing, Search *search, const char *text)
{
    (void)writing;
    const Puzzle puzzle = {
        .signs = {text, SIGNS},
        .givens = {text + SIGNS, CELLS},
        .border_signs = {text + SIGNS + CELLS, BORDER_SIGNS},
    };
    return begin(search, &puzzle) ? BEGUN : MALFORMED;
}

static PyObject *py_solve_batch(PyObject *self, PyObject *args)
{
    const Writing writing = {
        .size = PRINTED,
        .answer_size = ANSWER_SIZE,
        .refusal = REFUSAL,
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
              exec_cells, free_kernel, SEARCH_METHOD,
              {"solve_batch", py_solve_batch, METH_VARARGS, solve_batch_doc});

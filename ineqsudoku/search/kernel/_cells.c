/* The module of `cells` for 9x9; see cells.h. */

#include "batch.h" /* Python.h comes before all others */

#include "nine.h"

#include "cells.h"

extern const Path nine_portable, nine_avx2, nine_avx512;

static const Path *const PATHS[] = {
    &nine_portable,
#if HAS_X86_PATHS
    &nine_avx2,
    &nine_avx512,
#endif
};

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

static PyMethodDef METHODS[] = {
    {"search", py_search, METH_VARARGS, search_doc},
    {"solve_batch", py_solve_batch, METH_VARARGS, solve_batch_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {
    {Py_mod_exec, (void *)exec_module},
    {Py_mod_exec, (void *)add_answer_size},
    {0, NULL},
};

PyDoc_STRVAR(module_doc, "The compiled form of the engine `cells`; see _cells.pyi.");

static struct PyModuleDef DEFINITION = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "ineqsudoku.search.kernel._cells",
    .m_doc = module_doc,
    .m_size = sizeof(Module),
    .m_methods = METHODS,
    .m_slots = SLOTS,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__cells(void)
{
    return PyModuleDef_Init(&DEFINITION);
}

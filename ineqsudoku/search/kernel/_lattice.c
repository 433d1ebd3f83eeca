/* The module of `cells` for all sizes but 9x9; see cells.h. */

#include "module.h" /* Python.h comes before all others */

#include "lattice.h"
#include "cells.h"
#include "search.h"
#include "calls.h"

/* Lay out a grid, unless the last puzzle had such a grid; `false` when it does not fit. */
static bool fit(Search *search, int size, int box_rows, int box_columns)
{
    Geometry *geometry = &search->geometry;
    const bool has_boxes = box_rows || box_columns;

    if (size < 1 || size > MOST_SIZE)
        return false;
    if (has_boxes && (box_rows < 1 || box_rows > MOST_BOX || box_columns < 1 ||
                      box_columns > MOST_BOX || box_rows * box_columns != size))
        return false;
    if (size != geometry->size || box_rows != geometry->box_rows ||
        box_columns != geometry->box_columns)
        lay_out(geometry, &search->rules, size, box_rows, box_columns);
    return true;
}

PyDoc_STRVAR(
    search_doc,
    "search(path, size, box_rows, box_columns, signs, givens, border_signs, limit, node_limit, "
    "keep, seconds=0, /)\n--\n\n"
    "Search one puzzle; see _lattice.pyi.");

static PyObject *py_search(PyObject *self, PyObject *args)
{
    Module *module = PyModule_GetState(self);
    int size, box_rows, box_columns;
    Puzzle puzzle;
    Task task = {.seconds = 0};

    if (!PyArg_ParseTuple(args, "iiiiO&O&O&O&O&p|d:search", &task.path, &size, &box_rows,
                          &box_columns, to_text, &puzzle.signs, to_text, &puzzle.givens, to_text,
                          &puzzle.border_signs, to_uint64, &task.limit, to_uint64, &task.node_limit,
                          &task.keep, &task.seconds))
        return NULL;
    Search *search = take_search(module, &task);
    if (!search)
        return NULL;
    PyObject *result = NULL;
    if (!fit(search, size, box_rows, box_columns))
        PyErr_SetString(PyExc_ValueError, "no size up to 16 with boxes up to 4x4");
    else if (!begin(search, &puzzle))
        PyErr_SetString(PyExc_ValueError, "not signs, givens and signs on borders of this size");
    else
        result = run_alone(search);
    put_search(module, search);
    return result;
}

DEFINE_MODULE("ineqsudoku.search.kernel", _lattice,
              "The compiled form of the engine `cells` for other sizes; see _lattice.pyi.",
              sizeof(Module), exec_kernel, free_kernel,
              {"search", py_search, METH_VARARGS, search_doc});

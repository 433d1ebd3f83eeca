/* The module of `boxes`; see boxes.h. */

#include "module.h" /* Python.h comes before all others */

#include "boxes.h"
#include "search.h"
#include "calls.h"
#include "batch.h"

/* ---- Many layouts ----------------------------------------------------------------------- */

static Beginning begin_in_batch(const Writing *writing, Search *search, const char *signs)
{
    Box boxes[BOXES];

    (void)writing;
    if (!read_signs(&search->tables->signs, signs, boxes))
        return MALFORMED;
    start(search, boxes);
    return BEGUN;
}

/* A layout as a line: its signs and a line feed.  Its answer, with NUL bytes for what is missing:

       bytes 0-8    "none", or "multiple" and a tab
       bytes 9-89   digits of a solution, the lesser of two
       byte 90      line feed
*/
enum { LINE_SIZE = SIGNS + 1, STATUS_SIZE = 9, ANSWER_LINE_SIZE = STATUS_SIZE + CELLS + 1 };

/* An estimate of the arrangements of the boxes of a puzzle: each absent sign of a box about
   doubles them. */
static uint64_t spread(const Box boxes[BOXES])
{
    uint64_t sum = 0;

    for (int box = 0; box < BOXES; box++) {
        uint64_t open = 1;
        for (unsigned absent = boxes[box].absent; absent; absent &= absent - 1)
            open *= 2;
        sum += open;
    }
    return sum;
}

static bool are_lines(const Signs *signs, const char *text, Py_ssize_t size)
{
    uint8_t known = size % LINE_SIZE == 0;

    for (const char *line = text; known && line < text + size; line += LINE_SIZE) {
        for (int i = 0; i < SIGNS; i++)
            known &= (uint8_t)((line[i] == signs->less[i]) | (line[i] == signs->greater[i]) |
                               (line[i] == '.'));
        known &= line[SIGNS] == '\n';
    }
    return known;
}

static Beginning begin_line(const Writing *writing, Search *search, const char *line)
{
    Box boxes[BOXES];

    if (!read_signs(&search->tables->signs, line, boxes))
        return MALFORMED;
    if (writing->most_spread && spread(boxes) > writing->most_spread)
        return LEFT;
    start(search, boxes);
    return BEGUN;
}

/* Puzzles whose search did not end are left to the caller. */
static void write_answer_line(const Progress *progress, Outcome outcome, char *answer)
{
    const char *first = progress->kept;
    const bool has_several = progress->solutions > 1;

    if (outcome != FINISHED && progress->solutions < progress->task.limit)
        return;
    if (has_several && memcmp(first, first + CELLS, CELLS) > 0)
        first += CELLS;
    if (has_several)
        memcpy(answer, "multiple\t", STATUS_SIZE);
    if (progress->solutions)
        memcpy(answer + STATUS_SIZE, first, CELLS);
    else
        memcpy(answer, "none", 4);
    answer[ANSWER_LINE_SIZE - 1] = '\n';
}

/* ---- Python ----------------------------------------------------------------------------- */

PyDoc_STRVAR(solve_batch_doc,
             "solve_batch(path, signs, limit, node_limit, /)\n--\n\n"
             "Search many layouts; see _boxes.pyi.");

static PyObject *py_solve_batch(PyObject *self, PyObject *args)
{
    const Writing writing = {
        .size = SIGNS,
        .answer_size = ANSWER_SIZE,
        .refusal = REFUSAL,
        .begin = begin_in_batch,
        .write = write_answer,
    };

    return solve_batch(self, args, &writing);
}

#define NOT_LINES "not lines of 108 signs in the order of the contest format"

PyDoc_STRVAR(solve_lines_doc,
             "solve_lines(path, lines, limit, node_limit, most_spread, /)\n--\n\n"
             "Search the layouts of compact lines; see _boxes.pyi.");

static PyObject *py_solve_lines(PyObject *self, PyObject *args)
{
    Module *module = PyModule_GetState(self);
    Writing writing = {
        .size = LINE_SIZE,
        .answer_size = ANSWER_LINE_SIZE,
        .refusal = NOT_LINES,
        .begin = begin_line,
        .write = write_answer_line,
    };
    Task task = {.keep = true};
    Text lines;

    if (!PyArg_ParseTuple(args, "iO&O&O&O&:solve_lines", &task.path, to_text, &lines, to_limit,
                          &task.limit, to_limit, &task.node_limit, to_limit, &writing.most_spread))
        return NULL;
    if (!are_lines(&module->tables->signs, lines.at, lines.size)) {
        PyErr_SetString(PyExc_ValueError, NOT_LINES);
        return NULL;
    }
    return answers_of(module, &task, &writing, lines.at, lines.size);
}

static int exec_boxes(PyObject *self)
{
    if (exec_kernel(self) < 0 || PyModule_AddIntConstant(self, "ANSWER_SIZE", ANSWER_SIZE) < 0)
        return -1;
    return PyModule_AddIntConstant(self, "ANSWER_LINE_SIZE", ANSWER_LINE_SIZE);
}

DEFINE_MODULE("ineqsudoku.search.kernel", _boxes,
              "The compiled form of the engine `boxes`; see _boxes.pyi.", sizeof(Module),
              exec_boxes, free_kernel, SEARCH_METHOD,
              {"solve_batch", py_solve_batch, METH_VARARGS, solve_batch_doc},
              {"solve_lines", py_solve_lines, METH_VARARGS, solve_lines_doc});

/* Many 9x9 puzzles in one call, for kernels that include this. */

#ifndef INEQSUDOKU_BATCH_H
#define INEQSUDOKU_BATCH_H

#include "search.h"

enum { SIZE = 9, CELLS = 81, SIGNS = 108, BORDER_SIGNS = 36 };

/* Set a search to the first state of a puzzle of a batch; `false` when its text is malformed.
   The kernel completes this. */
static bool begin_in_batch(Search *search, const char *text);

/* How the puzzles of a batch are written. */
typedef struct {
    Py_ssize_t size;      /* bytes a puzzle */
    const char *refusal;  /* of another text */
} Writing;

/* One answer of `solve_batch`:

       byte 0       how many solutions follow, 0 to 2
       byte 1       1 when there are no others, else 0
       bytes 2-9    nodes, the lowest byte first
       bytes 10-90  first solution, bytes 91-171 second; zeros where there is none
*/
enum { ANSWER_SIZE = 10 + 2 * CELLS, MOST_IN_ANSWER = 2 };

static void write_answer(const Progress *progress, Outcome outcome, char *answer)
{
    memset(answer, 0, ANSWER_SIZE);
    answer[0] = (char)progress->found;
    answer[1] = outcome == FINISHED;
    for (int byte = 0; byte < 8; byte++)
        answer[2 + byte] = (char)(progress->nodes >> 8 * byte & 0xFF);
    if (progress->kept_size)
        memcpy(answer + 10, progress->kept, progress->kept_size);
}

/* A run through many puzzles, which can pause between two of them or within one. */
typedef struct {
    Search *search;
    const char *puzzles;
    Py_ssize_t size;      /* bytes a puzzle */
    Py_ssize_t count;
    char *answers;
    Py_ssize_t next;      /* the puzzle to go on with; */
    bool begun;           /* whether the search has begun with it */
    bool malformed;       /* whether it cannot be read */
} Batch;

/* Go on for so much work; `FINISHED` when all puzzles are answered. */
static Outcome run_batch(Batch *batch, uint64_t work)
{
    const Progress *progress = progress_of(batch->search);

    while (batch->next < batch->count) {
        if (!batch->begun) {
            if (!begin_in_batch(batch->search, batch->puzzles + batch->next * batch->size)) {
                batch->malformed = true;
                return FINISHED;
            }
            batch->begun = true;
        }
        const uint64_t before = progress->work;
        const Outcome outcome = run(batch->search, work);
        if (outcome == PAUSED || outcome == NO_MEMORY)
            return outcome;
        work -= progress->work - before < work ? progress->work - before : work;
        write_answer(progress, outcome, batch->answers + batch->next * ANSWER_SIZE);
        batch->next++;
        batch->begun = false;
        if (!work)
            return batch->next < batch->count ? PAUSED : FINISHED;
    }
    return FINISHED;
}

/* Run a batch without the GIL but for signals; `false` with an exception. */
static bool run_batch_interruptibly(Batch *batch, const char *refusal)
{
    Outcome outcome;

    do {
        if (PyErr_CheckSignals() < 0)
            return false;
        PyThreadState *thread = PyEval_SaveThread();
        outcome = run_batch(batch, WORK_BETWEEN_SIGNALS);
        PyEval_RestoreThread(thread);
    } while (outcome == PAUSED);
    if (outcome == NO_MEMORY)
        PyErr_NoMemory();
    else if (batch->malformed)
        PyErr_Format(PyExc_ValueError, "puzzle %zd: %s", batch->next, refusal);
    else
        return true;
    return false;
}

/* The function `solve_batch` of a kernel. */
static PyObject *solve_batch(PyObject *self, PyObject *args, const Writing *writing)
{
    Module *module = PyModule_GetState(self);
    const char *puzzles;
    Py_ssize_t size;
    Task task = {.keep = true};

    if (!PyArg_ParseTuple(args, "iy#O&O&:solve_batch", &task.path, &puzzles, &size, to_uint64,
                          &task.limit, to_uint64, &task.node_limit))
        return NULL;
    if (size % writing->size) {
        PyErr_Format(PyExc_ValueError, "%zd bytes are not %zd a puzzle", size, writing->size);
        return NULL;
    }
    if (task.limit < 1 || task.limit > MOST_IN_ANSWER) {
        PyErr_SetString(PyExc_ValueError, "an answer has room for 1 or 2 solutions");
        return NULL;
    }
    const Py_ssize_t count = size / writing->size;
    if (count > PY_SSIZE_T_MAX / ANSWER_SIZE)
        return PyErr_NoMemory();

    Search *search = take_search(module, &task);
    if (!search)
        return NULL;
    PyObject *answers = PyBytes_FromStringAndSize(NULL, count * ANSWER_SIZE);
    if (answers) {
        Batch batch = {
            .search = search, .puzzles = puzzles, .size = writing->size, .count = count,
            .answers = PyBytes_AsString(answers),
        };
        if (!run_batch_interruptibly(&batch, writing->refusal))
            Py_CLEAR(answers);
    }
    put_search(module, search);
    return answers;
}

static int add_answer_size(PyObject *self)
{
    return PyModule_AddIntConstant(self, "ANSWER_SIZE", ANSWER_SIZE);
}

#endif

/* Calls from Python that search many 9x9 puzzles. */

#ifndef INEQSUDOKU_BATCH_H
#define INEQSUDOKU_BATCH_H

#include "calls.h"
#include "kernel.h"

/* The state of a puzzle of a batch: its search has begun, it is left to the caller, or its text is
   malformed. */
typedef enum { BEGUN, LEFT, MALFORMED } Beginning;

/* The formats of the puzzles of a batch and of their answers. */
typedef struct Writing Writing;
struct Writing {
    Py_ssize_t size;        /* bytes a puzzle */
    Py_ssize_t answer_size; /* bytes an answer; an answer of zeros stands for a puzzle left */
    const char *refusal;    /* the message for a malformed text */
    uint64_t most_spread;   /* puzzles with a larger spread are left, if the kernel has it */

    /* Set a search to the first state of a puzzle. */
    Beginning (*begin)(const Writing *writing, Search *search, const char *text);

    /* Write an answer, whose bytes are zero before. */
    void (*write)(const Progress *progress, Outcome outcome, char *answer);
};

/* One answer of `solve_batch`:

       byte 0       how many solutions follow, 0 to 2
       byte 1       1 when there are no others, else 0
       bytes 2-9    nodes, the lowest byte first
       bytes 10-90  first solution, bytes 91-171 second; zeros where there is none
*/
enum { ANSWER_SIZE = 10 + 2 * CELLS, MOST_IN_ANSWER = 2 };

static void write_answer(const Progress *progress, Outcome outcome, char *answer)
{
    answer[0] = (char)progress->solutions;
    answer[1] = outcome == FINISHED;
    for (int byte = 0; byte < 8; byte++)
        answer[2 + byte] = (char)(progress->nodes >> 8 * byte & 0xFF);
    if (progress->kept_size)
        memcpy(answer + 10, progress->kept, progress->kept_size);
}

/* A run through many puzzles, which can pause between two of them or within one. */
typedef struct {
    Search *search;
    const Writing *writing;
    const char *puzzles;
    Py_ssize_t count;
    char *answers;
    Py_ssize_t next; /* the puzzle to continue with; */
    bool begun;      /* whether its search has begun */
    bool malformed;  /* whether it cannot be read */
} Batch;

/* Begin with the next puzzle; `false` when it is malformed. */
static bool begin_next(Batch *batch)
{
    const Writing *writing = batch->writing;

    memset(batch->answers + batch->next * writing->answer_size, 0, (size_t)writing->answer_size);
    switch (writing->begin(writing, batch->search, batch->puzzles + batch->next * writing->size)) {
    case BEGUN:
        batch->begun = true;
        return true;
    case LEFT:
        batch->next++;
        return true;
    default:
        batch->malformed = true;
        return false;
    }
}

/* Continue until `work` is done; `FINISHED` when all puzzles are answered or one is malformed. */
static Outcome run_batch(Batch *batch, uint64_t work)
{
    const Progress *progress = &batch->search->progress;

    while (batch->next < batch->count) {
        if (!batch->begun) {
            if (!begin_next(batch))
                return FINISHED;
            if (!batch->begun)
                continue;
        }
        const uint64_t before = progress->work;
        const Outcome outcome = run(batch->search, work);
        if (outcome == PAUSED || outcome == NO_MEMORY)
            return outcome;
        work -= progress->work - before < work ? progress->work - before : work;
        batch->writing->write(progress, outcome,
                              batch->answers + batch->next * batch->writing->answer_size);
        batch->next++;
        batch->begun = false;
        if (!work)
            return batch->next < batch->count ? PAUSED : FINISHED;
    }
    return FINISHED;
}

/* Run a batch, taking the GIL only to deliver signals; `false` with an exception. */
static bool run_batch_interruptibly(Batch *batch)
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
        PyErr_Format(PyExc_ValueError, "puzzle %zd: %s", batch->next, batch->writing->refusal);
    else
        return true;
    return false;
}

/* The answers to puzzles of `size` bytes in total; NULL with an exception. */
static PyObject *answers_of(Module *module, const Task *task, const Writing *writing,
                            const char *puzzles, Py_ssize_t size)
{
    if (size % writing->size) {
        PyErr_Format(PyExc_ValueError, "%zd bytes are not %zd a puzzle", size, writing->size);
        return NULL;
    }
    if (task->limit < 1 || task->limit > MOST_IN_ANSWER) {
        PyErr_SetString(PyExc_ValueError, "an answer has room for 1 or 2 solutions");
        return NULL;
    }
    const Py_ssize_t count = size / writing->size;
    if (count > PY_SSIZE_T_MAX / writing->answer_size)
        return PyErr_NoMemory();

    Search *search = take_search(module, task);
    if (!search)
        return NULL;
    PyObject *answers = PyBytes_FromStringAndSize(NULL, count * writing->answer_size);
    if (answers) {
        Batch batch = {
            .search = search,
            .writing = writing,
            .puzzles = puzzles,
            .count = count,
            .answers = PyBytes_AsString(answers),
        };
        if (!run_batch_interruptibly(&batch))
            Py_CLEAR(answers);
    }
    put_search(module, search);
    return answers;
}

/* The function `solve_batch` of a kernel. */
static PyObject *solve_batch(PyObject *self, PyObject *args, const Writing *writing)
{
    PyObject *puzzles;
    char *text;
    Py_ssize_t size;
    Task task = {.keep = true};

    if (!PyArg_ParseTuple(args, "iSO&O&:solve_batch", &task.path, &puzzles, to_limit, &task.limit,
                          to_limit, &task.node_limit) ||
        PyBytes_AsStringAndSize(puzzles, &text, &size) < 0)
        return NULL;
    return answers_of(PyModule_GetState(self), &task, writing, text, size);
}

#endif

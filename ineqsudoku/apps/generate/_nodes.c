/* Counts the nodes of slow searches; targets.py says what the searches are. */

#include "../../search/kernel/module.h"

#include <stdint.h>
#include <string.h>

enum { SIZE = 9, BOX = 3, CELLS = 81, PEERS = 20, NEAR = 4, ALL = (1 << SIZE) - 1 };

/* The number of digits of each mask: not every processor has an instruction for that. */
#define TWO(n) n, n + 1, n + 1, n + 2
#define FOUR(n) TWO(n), TWO(n + 1), TWO(n + 1), TWO(n + 2)
#define SIX(n) FOUR(n), FOUR(n + 1), FOUR(n + 1), FOUR(n + 2)
#define EIGHT(n) SIX(n), SIX(n + 1), SIX(n + 1), SIX(n + 2)

static const uint8_t SIZES[ALL + 1] = {EIGHT(0), EIGHT(1)};

/* Nodes between two looks for signals. */
enum { SLICE = 1 << 18 };

typedef enum { FIXED, FEWEST, MASKS } Kind;

/* A layout in the order of a search.  What a sign says is in limits: those of the cell n are at
   2 n (digits above it) and 2 n + 1 (digits below it); the limit 2 CELLS allows all digits. */
typedef struct {
    uint8_t row[CELLS], column[CELLS], box[CELLS];
    uint16_t allowed[CELLS];
    uint8_t peers[CELLS][PEERS];
    uint8_t near_limits[CELLS][NEAR]; /* limits of all neighbours */
    uint8_t near_count[CELLS];
    uint8_t earlier[CELLS][NEAR]; /* of those that are filled before, by order */
    int most_earlier;
} Layout;

/* Of the cells from `depth` on, only one in `every` searches is made, and each of its nodes counts
   `every` times.  The search that leads to the solution is made and counts once. */
typedef struct {
    int depth;
    uint64_t every;
    uint16_t solution[CELLS]; /* in the order of the search, as bits */
} Sample;

typedef struct {
    uint64_t nodes, cap;
    uint64_t made; /* without weights */
    int stopped;   /* by the cap */
    int failed;    /* by a signal */
} Count;

/* Count a node; false at the cap or after a signal. */
static inline int use(Count *count, uint64_t weight)
{
    if (count->nodes >= count->cap) {
        count->nodes = count->cap;
        count->stopped = 1;
        return 0;
    }
    count->nodes += weight;
    if ((++count->made & (SLICE - 1)) == 0 && PyErr_CheckSignals() < 0) {
        count->failed = 1;
        return 0;
    }
    return 1;
}

static inline unsigned above(unsigned bit)
{
    return ALL & ~(2 * bit - 1);
}

static inline unsigned below(unsigned bit)
{
    return bit - 1;
}

/* Cells 0-80 are those of the order here.  Without a sample, all searches are made. */
static inline void fill(const Layout *layout, Count *count, int near, const Sample *sample)
{
    uint16_t rows[SIZE], columns[SIZE], boxes[SIZE];
    uint16_t limits[2 * CELLS + 1];
    uint16_t untried[CELLS], placed[CELLS] = {0};
    uint64_t weight = 1, skipped = 0;
    int cell = 0;

    for (int i = 0; i < SIZE; i++)
        rows[i] = columns[i] = boxes[i] = ALL;
    limits[2 * CELLS] = ALL;
    untried[0] = layout->allowed[0];
    for (;;) {
        int row = layout->row[cell], column = layout->column[cell], box = layout->box[cell];
        unsigned left = untried[cell], bit = placed[cell];

        rows[row] |= (uint16_t)bit;
        columns[column] |= (uint16_t)bit;
        boxes[box] |= (uint16_t)bit;
        if (!left) {
            placed[cell] = 0;
            if (--cell < 0)
                return;
            if (sample && cell < sample->depth)
                weight = 1;
            continue;
        }
        if (!use(count, weight))
            return;
        bit = left & -left;
        untried[cell] = (uint16_t)(left ^ bit);
        if (cell == CELLS - 1)
            return;
        placed[cell] = (uint16_t)bit;
        rows[row] ^= (uint16_t)bit;
        columns[column] ^= (uint16_t)bit;
        boxes[box] ^= (uint16_t)bit;
        limits[2 * cell] = (uint16_t)above(bit);
        limits[2 * cell + 1] = (uint16_t)below(bit);
        cell++;
        if (sample && cell == sample->depth) {
            size_t filled = sizeof *placed * (size_t)cell;

            if (!memcmp(placed, sample->solution, filled)) {
                weight = 1;
            } else if (++skipped == sample->every) {
                skipped = 0;
                weight = sample->every;
            } else {
                untried[cell] = 0;
                continue;
            }
        }
        left = layout->allowed[cell] & rows[layout->row[cell]] & columns[layout->column[cell]] &
               boxes[layout->box[cell]];
        for (int i = 0; i < near; i++)
            left &= limits[layout->earlier[cell][i]];
        untried[cell] = (uint16_t)left;
    }
}

static void count_fixed(const Layout *layout, Count *count, const Sample *sample)
{
    if (layout->most_earlier > 2)
        fill(layout, count, NEAR, sample);
    else if (sample)
        fill(layout, count, 2, sample);
    else
        fill(layout, count, 2, NULL);
}

/* From here on, the searches require the order of the cells, which the caller ensures.

   Candidates of all cells.  `sizes` has their numbers, DONE for a filled cell. */
typedef struct {
    uint16_t left[CELLS];
    uint8_t sizes[CELLS + 15]; /* whole vectors */
} Board;

enum { DONE = 255 };

static inline int least(const uint8_t *sizes, int count)
{
    uint8_t fewest = DONE;

    for (int i = 0; i < count; i++)
        fewest = sizes[i] < fewest ? sizes[i] : fewest;
    return fewest;
}

static inline int place_of(const uint8_t *sizes, int count, int size)
{
    return (int)((const uint8_t *)memchr(sizes, size, (size_t)count) - sizes);
}

static inline unsigned limit_of(int limit, unsigned bit)
{
    return limit & 1 ? above(bit) : below(bit);
}

static void place(const Layout *layout, Board *board, int cell, unsigned bit)
{
    board->left[cell] = 0;
    board->sizes[cell] = DONE;
    for (int i = 0; i < PEERS; i++) {
        int peer = layout->peers[cell][i];
        unsigned lost = board->left[peer] & bit;

        board->left[peer] ^= (uint16_t)lost;
        board->sizes[peer] -= lost != 0;
    }
    /* The limit that a neighbour sets to this cell shows on which side that neighbour is. */
    for (int i = 0; i < layout->near_count[cell]; i++) {
        int limit = layout->near_limits[cell][i], other = limit / 2;
        unsigned left = board->left[other] & limit_of(limit, bit);

        if (board->sizes[other] != DONE) {
            board->left[other] = (uint16_t)left;
            board->sizes[other] = SIZES[left];
        }
    }
}

/* Whether the search is over: solved, or stopped. */
static int search_fewest(const Layout *layout, Count *count, const Board *board, int filled)
{
    if (filled == CELLS)
        return 1;
    int fewest = least(board->sizes, (int)sizeof board->sizes);

    if (!fewest)
        return 0;
    int cell = place_of(board->sizes, CELLS, fewest);

    for (unsigned left = board->left[cell]; left; left &= left - 1) {
        Board next = *board;

        if (!use(count, 1))
            return 1;
        place(layout, &next, cell, left & -left);
        if (search_fewest(layout, count, &next, filled + 1))
            return 1;
    }
    return 0;
}

static int search_masks(const Layout *layout, Count *count, const Board *board, int cell)
{
    if (cell == CELLS)
        return 1;
    for (unsigned left = board->left[cell]; left; left &= left - 1) {
        Board next = *board;

        if (!use(count, 1))
            return 1;
        place(layout, &next, cell, left & -left);
        if (least(next.sizes, (int)sizeof next.sizes) &&
            search_masks(layout, count, &next, cell + 1))
            return 1;
    }
    return 0;
}

static void count_on_board(const Layout *layout, Count *count, Kind kind)
{
    Board board;

    memset(board.sizes, DONE, sizeof board.sizes);
    for (int cell = 0; cell < CELLS; cell++) {
        board.left[cell] = layout->allowed[cell];
        board.sizes[cell] = SIZES[board.left[cell]];
    }
    if (kind == FEWEST)
        search_fewest(layout, count, &board, 0);
    else
        search_masks(layout, count, &board, 0);
}

static void find_peers(Layout *layout)
{
    for (int cell = 0; cell < CELLS; cell++) {
        int count = 0;

        for (int other = 0; other < CELLS; other++)
            if (other != cell && (layout->row[other] == layout->row[cell] ||
                                  layout->column[other] == layout->column[cell] ||
                                  layout->box[other] == layout->box[cell]))
                layout->peers[cell][count++] = (uint8_t)other;
    }
}

/* Read the arguments that targets.py describes; false if they are malformed. */
static int read_layout(Layout *layout, const Text *order_text, const Text *relations_text,
                       const Text *allowed_text)
{
    const uint8_t *order = (const uint8_t *)order_text->at;
    const uint8_t *relations = (const uint8_t *)relations_text->at;
    const uint8_t *allowed = (const uint8_t *)allowed_text->at;
    uint8_t at[CELLS];
    uint8_t counts[CELLS] = {0};

    if (order_text->size != CELLS || allowed_text->size != 2 * CELLS)
        return 0;
    memset(layout, 0, sizeof *layout);
    memset(layout->earlier, 2 * CELLS, sizeof layout->earlier);
    memset(at, 0xFF, sizeof at);
    for (int i = 0; i < CELLS; i++) {
        int cell = order[i];

        if (cell >= CELLS || at[cell] != 0xFF)
            return 0;
        at[cell] = (uint8_t)i;
        layout->row[i] = (uint8_t)(cell / SIZE);
        layout->column[i] = (uint8_t)(cell % SIZE);
        layout->box[i] = (uint8_t)(cell / SIZE / BOX * BOX + cell % SIZE / BOX);
        layout->allowed[i] = (uint16_t)((allowed[2 * cell] | allowed[2 * cell + 1] << 8) & ALL);
    }
    for (Py_ssize_t i = 0; i + 1 < relations_text->size; i += 2) {
        if (relations[i] >= CELLS || relations[i + 1] >= CELLS)
            return 0;
        int lesser = at[relations[i]], greater = at[relations[i + 1]];

        if (lesser == greater || layout->near_count[lesser] == NEAR ||
            layout->near_count[greater] == NEAR)
            return 0;
        layout->near_limits[lesser][layout->near_count[lesser]++] = (uint8_t)(2 * greater + 1);
        layout->near_limits[greater][layout->near_count[greater]++] = (uint8_t)(2 * lesser);
        if (lesser < greater)
            layout->earlier[greater][counts[greater]++] = (uint8_t)(2 * lesser);
        else
            layout->earlier[lesser][counts[lesser]++] = (uint8_t)(2 * greater + 1);
    }
    for (int i = 0; i < CELLS; i++)
        if (counts[i] > layout->most_earlier)
            layout->most_earlier = counts[i];
    find_peers(layout);
    return 1;
}

PyDoc_STRVAR(count_doc,
             "count(kind, order, relations, allowed, cap)\n--\n\n"
             "The nodes up to the first solution, `cap` at most, and whether they are all.");

static PyObject *py_count(PyObject *self, PyObject *arguments)
{
    int kind;
    Text order, relations, allowed;
    unsigned long long cap;
    Layout layout;
    Count count = {0};

    (void)self;
    if (!PyArg_ParseTuple(arguments, "iO&O&O&K", &kind, to_bytes, &order, to_bytes, &relations,
                          to_bytes, &allowed, &cap))
        return NULL;
    if (kind < FIXED || kind > MASKS || !read_layout(&layout, &order, &relations, &allowed)) {
        PyErr_SetString(PyExc_ValueError, "no layout and search of targets.py");
        return NULL;
    }
    count.cap = cap;
    if (kind == FIXED)
        count_fixed(&layout, &count, NULL);
    else
        count_on_board(&layout, &count, (Kind)kind);
    if (count.failed)
        return NULL;
    return Py_BuildValue("KO", (unsigned long long)count.nodes, count.stopped ? Py_False : Py_True);
}

PyDoc_STRVAR(
    estimate_doc,
    "estimate(order, relations, allowed, cap, depth, every, solution)\n--\n\n"
    "The estimated nodes of a search in a fixed order, `cap` at most, and the nodes made.");

static PyObject *py_estimate(PyObject *self, PyObject *arguments)
{
    Text order, relations, allowed, solution;
    unsigned long long cap, every;
    Layout layout;
    Sample sample;
    Count count = {0};

    (void)self;
    if (!PyArg_ParseTuple(arguments, "O&O&O&KiKO&", to_bytes, &order, to_bytes, &relations,
                          to_bytes, &allowed, &cap, &sample.depth, &every, to_text, &solution))
        return NULL;
    if (solution.size != CELLS || !every || sample.depth < 1 || sample.depth >= CELLS ||
        !read_layout(&layout, &order, &relations, &allowed)) {
        PyErr_SetString(PyExc_ValueError, "no layout, search and sample of targets.py");
        return NULL;
    }
    for (int i = 0; i < CELLS; i++)
        sample.solution[i] = (uint16_t)(1u << ((solution.at[(int)order.at[i]] - '1') & 15));
    sample.every = every;
    count.cap = cap;
    count_fixed(&layout, &count, &sample);
    if (count.failed)
        return NULL;
    return Py_BuildValue("KK", (unsigned long long)(count.nodes < cap ? count.nodes : cap),
                         (unsigned long long)count.made);
}

static int exec_nodes(PyObject *self)
{
    (void)self;
    return 0; /* nothing to prepare */
}

DEFINE_MODULE("ineqsudoku.apps.generate", _nodes, "The compiled form of the counts of nodes.", 0,
              exec_nodes, NULL, {"count", py_count, METH_VARARGS, count_doc},
              {"estimate", py_estimate, METH_VARARGS, estimate_doc});

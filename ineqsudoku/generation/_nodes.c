/* The compiled form of nodes.py, which says what the searches are.  Both count the same nodes. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

enum { SIZE = 9, BOX = 3, CELLS = 81, NEAR = 4, ALL = (1 << SIZE) - 1, ITEMS = 3 * CELLS };

/* The number of digits of each mask: not every processor has an instruction for that. */
#define TWO(n) n, n + 1, n + 1, n + 2
#define FOUR(n) TWO(n), TWO(n + 1), TWO(n + 1), TWO(n + 2)
#define SIX(n) FOUR(n), FOUR(n + 1), FOUR(n + 1), FOUR(n + 2)
#define EIGHT(n) SIX(n), SIX(n + 1), SIX(n + 1), SIX(n + 2)

static const uint8_t SIZES[ALL + 1] = {EIGHT(0), EIGHT(1)};

/* Nodes between two looks for signals. */
enum { SLICE = 1 << 18 };

typedef enum { FIXED, FEWEST, MASKS, LATE } Kind;

/* A layout in the order of a search.  What a sign says is in limits: those of the cell n are at
   2 n (digits above it) and 2 n + 1 (digits below it); the limit 2 CELLS allows all digits. */
typedef struct {
    uint8_t row[CELLS], column[CELLS], box[CELLS];
    uint16_t allowed[CELLS];
    uint8_t near_limits[CELLS][NEAR];  /* limits of all neighbours */
    uint8_t near_count[CELLS];
    uint8_t earlier[CELLS][NEAR];      /* of those that are filled before, by order */
    int most_earlier;
} Layout;

typedef struct {
    uint64_t nodes, cap;
    int stopped; /* by the cap */
    int failed;  /* by a signal */
} Count;

/* Count a node; false at the cap or after a signal. */
static inline int use(Count *count)
{
    if (count->nodes == count->cap) {
        count->stopped = 1;
        return 0;
    }
    if ((++count->nodes & (SLICE - 1)) == 0 && PyErr_CheckSignals() < 0) {
        count->failed = 1;
        return 0;
    }
    return 1;
}

static inline void set_limits(uint16_t *limits, int cell, unsigned bit)
{
    limits[2 * cell] = (uint16_t)(ALL & ~(2 * bit - 1));
    limits[2 * cell + 1] = (uint16_t)(bit - 1);
}

/* Cells 0-80 are those of the order here. */
static inline void fill(const Layout *layout, Count *count, int near)
{
    uint16_t rows[SIZE], columns[SIZE], boxes[SIZE];
    uint16_t limits[2 * CELLS + 1];
    uint16_t untried[CELLS], placed[CELLS] = {0};
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
            continue;
        }
        if (!use(count))
            return;
        bit = left & -left;
        untried[cell] = (uint16_t)(left ^ bit);
        if (cell == CELLS - 1)
            return;
        placed[cell] = (uint16_t)bit;
        rows[row] ^= (uint16_t)bit;
        columns[column] ^= (uint16_t)bit;
        boxes[box] ^= (uint16_t)bit;
        set_limits(limits, cell, bit);
        cell++;
        left = layout->allowed[cell] & rows[layout->row[cell]] & columns[layout->column[cell]]
               & boxes[layout->box[cell]];
        for (int i = 0; i < near; i++)
            left &= limits[layout->earlier[cell][i]];
        untried[cell] = (uint16_t)left;
    }
}

static void count_fixed(const Layout *layout, Count *count)
{
    if (layout->most_earlier <= 2)
        fill(layout, count, 2);
    else
        fill(layout, count, NEAR);
}

/* What searches with a choice of cells share. */
typedef struct {
    const Layout *layout;
    Count *count;
    uint16_t rows[SIZE], columns[SIZE], boxes[SIZE];
    uint16_t limits[2 * CELLS + 1];
    uint8_t empty[CELLS];
    int empty_count;
} Board;

static inline unsigned candidates(const Board *board, int cell)
{
    const Layout *layout = board->layout;
    unsigned left = layout->allowed[cell] & board->rows[layout->row[cell]]
                    & board->columns[layout->column[cell]] & board->boxes[layout->box[cell]];

    for (int i = 0; i < layout->near_count[cell]; i++)
        left &= board->limits[layout->near_limits[cell][i]];
    return left;
}

static inline void toggle(Board *board, int cell, unsigned bit)
{
    const Layout *layout = board->layout;

    board->rows[layout->row[cell]] ^= (uint16_t)bit;
    board->columns[layout->column[cell]] ^= (uint16_t)bit;
    board->boxes[layout->box[cell]] ^= (uint16_t)bit;
}

static inline void place(Board *board, int cell, unsigned bit)
{
    toggle(board, cell, bit);
    set_limits(board->limits, cell, bit);
}

static inline void take_back(Board *board, int cell, unsigned bit)
{
    toggle(board, cell, bit);
    board->limits[2 * cell] = board->limits[2 * cell + 1] = ALL;
}

/* Whether the search is over: solved, or stopped. */
static int search_fewest(Board *board)
{
    int best = -1, fewest = SIZE + 1;
    unsigned best_left = 0;

    if (!board->empty_count)
        return 1;
    for (int i = 0; i < board->empty_count; i++) {
        unsigned left = candidates(board, board->empty[i]);
        int number = SIZES[left];

        if (number < fewest) {
            fewest = number;
            best = i;
            best_left = left;
            if (!number)
                return 0;
        }
    }
    int cell = board->empty[best];

    /* The cells stay in order, for ties. */
    board->empty_count--;
    memmove(board->empty + best, board->empty + best + 1, (size_t)(board->empty_count - best));
    while (best_left) {
        unsigned bit = best_left & -best_left;

        best_left ^= bit;
        if (!use(board->count))
            return 1;
        place(board, cell, bit);
        if (search_fewest(board))
            return 1;
        take_back(board, cell, bit);
    }
    memmove(board->empty + best + 1, board->empty + best, (size_t)(board->empty_count - best));
    board->empty[best] = (uint8_t)cell;
    board->empty_count++;
    return 0;
}

static int search_masks(Board *board, int cell)
{
    if (cell == CELLS)
        return 1;
    unsigned left = candidates(board, cell);

    while (left) {
        unsigned bit = left & -left;
        int is_open = 1;

        left ^= bit;
        if (!use(board->count))
            return 1;
        place(board, cell, bit);
        for (int other = cell + 1; is_open && other < CELLS; other++)
            is_open = candidates(board, other) != 0;
        if (is_open && search_masks(board, cell + 1))
            return 1;
        take_back(board, cell, bit);
    }
    return 0;
}

/* From here on the order is that of the cells: the caller sees to that.

   Digits that the houses of a cell leave it; none if it is filled. */
static inline unsigned house_digits(const Board *board, const uint8_t *filled, int cell)
{
    const Layout *layout = board->layout;

    return filled[cell] ? 0
                        : board->rows[layout->row[cell]] & board->columns[layout->column[cell]]
                              & board->boxes[layout->box[cell]];
}

/* The cells of a house: rows, columns, boxes. */
static inline int cell_of(int kind, int house, int place)
{
    if (kind == 0)
        return house * SIZE + place;
    if (kind == 1)
        return place * SIZE + house;
    return (house / BOX * BOX + place / BOX) * SIZE + house % BOX * BOX + place % BOX;
}

static int search_late(Board *board, uint8_t *filled, int filled_count)
{
    uint8_t numbers[3][SIZE][SIZE] = {{{0}}};
    uint8_t options[SIZE][2];
    int fewest = SIZE + 1, best_cell = -1, best_kind = 0, best_house = 0, best_digit = 0;
    int count = 0;

    if (filled_count == CELLS)
        return 1;
    for (int cell = 0; cell < CELLS; cell++) {
        unsigned left = house_digits(board, filled, cell);
        int number = SIZES[left];

        if (!filled[cell] && number < fewest) {
            fewest = number;
            best_cell = cell;
        }
        for (; left; left &= left - 1) {
            int digit = __builtin_ctz(left);

            numbers[0][board->layout->row[cell]][digit]++;
            numbers[1][board->layout->column[cell]][digit]++;
            numbers[2][board->layout->box[cell]][digit]++;
        }
    }
    for (int kind = 0; kind < 3; kind++) {
        const uint16_t *open = kind == 0 ? board->rows : kind == 1 ? board->columns : board->boxes;

        for (int house = 0; house < SIZE; house++)
            for (int digit = 0; digit < SIZE; digit++)
                if (open[house] >> digit & 1 && numbers[kind][house][digit] < fewest) {
                    fewest = numbers[kind][house][digit];
                    best_cell = -1;
                    best_kind = kind;
                    best_house = house;
                    best_digit = digit;
                }
    }
    if (best_cell >= 0) {
        for (unsigned left = house_digits(board, filled, best_cell); left; left &= left - 1) {
            options[count][0] = (uint8_t)best_cell;
            options[count++][1] = (uint8_t)__builtin_ctz(left);
        }
    } else {
        for (int place = 0; place < SIZE; place++) {
            int cell = cell_of(best_kind, best_house, place);

            if (house_digits(board, filled, cell) >> best_digit & 1) {
                options[count][0] = (uint8_t)cell;
                options[count++][1] = (uint8_t)best_digit;
            }
        }
    }
    for (int i = 0; i < count; i++) {
        int cell = options[i][0];
        unsigned bit = 1u << options[i][1];

        if (!use(board->count))
            return 1;
        if (!(candidates(board, cell) & bit))
            continue;
        place(board, cell, bit);
        filled[cell] = 1;
        if (search_late(board, filled, filled_count + 1))
            return 1;
        filled[cell] = 0;
        take_back(board, cell, bit);
    }
    return 0;
}

static void count_on_board(const Layout *layout, Count *count, Kind kind)
{
    uint8_t filled[CELLS] = {0};
    Board board = {.layout = layout, .count = count, .empty_count = CELLS};

    for (int i = 0; i < SIZE; i++)
        board.rows[i] = board.columns[i] = board.boxes[i] = ALL;
    for (int i = 0; i <= 2 * CELLS; i++)
        board.limits[i] = ALL;
    for (int cell = 0; cell < CELLS; cell++)
        board.empty[cell] = (uint8_t)cell;
    if (kind == FEWEST)
        search_fewest(&board);
    else if (kind == MASKS)
        search_masks(&board, 0);
    else
        search_late(&board, filled, 0);
}

static int read_layout(Layout *layout, const uint8_t *order, const uint8_t *relations,
                       Py_ssize_t relations_size, const uint8_t *allowed)
{
    uint8_t at[CELLS];
    uint8_t counts[CELLS] = {0};

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
    for (Py_ssize_t i = 0; i + 1 < relations_size; i += 2) {
        if (relations[i] >= CELLS || relations[i + 1] >= CELLS)
            return 0;
        int lesser = at[relations[i]], greater = at[relations[i + 1]];

        if (lesser == greater || layout->near_count[lesser] == NEAR
            || layout->near_count[greater] == NEAR)
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
    return 1;
}

PyDoc_STRVAR(count_doc,
             "count(kind, order, relations, allowed, cap)\n--\n\n"
             "The nodes up to the first solution, `cap` at most, and whether they are all.");

static PyObject *py_count(PyObject *self, PyObject *arguments)
{
    int kind;
    const char *order, *relations, *allowed;
    Py_ssize_t order_size, relations_size, allowed_size;
    unsigned long long cap;
    Layout layout;
    Count count = {0, 0, 0, 0};

    (void)self;
    if (!PyArg_ParseTuple(arguments, "iy#y#y#K", &kind, &order, &order_size, &relations,
                          &relations_size, &allowed, &allowed_size, &cap))
        return NULL;
    if (kind < FIXED || kind > LATE || order_size != CELLS || allowed_size != 2 * CELLS
        || !read_layout(&layout, (const uint8_t *)order, (const uint8_t *)relations,
                        relations_size, (const uint8_t *)allowed)) {
        PyErr_SetString(PyExc_ValueError, "no layout and search of nodes.py");
        return NULL;
    }
    count.cap = cap;
    if (kind == FIXED)
        count_fixed(&layout, &count);
    else
        count_on_board(&layout, &count, (Kind)kind);
    if (count.failed)
        return NULL;
    return Py_BuildValue("KO", (unsigned long long)count.nodes,
                         count.stopped ? Py_False : Py_True);
}

static PyMethodDef METHODS[] = {
    {"count", py_count, METH_VARARGS, count_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {
    {0, NULL},
};

static struct PyModuleDef DEFINITION = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ineqsudoku.generation._nodes",
    .m_doc = "The compiled form of the counts of nodes.",
    .m_size = 0,
    .m_methods = METHODS,
    .m_slots = SLOTS,
};

PyMODINIT_FUNC PyInit__nodes(void)
{
    return PyModuleDef_Init(&DEFINITION);
}

/* The compiled form of grids.py for 9x9, which says how the method works.  Both forms draw the
   same random numbers in the same order, so that a seed gives the same grid in both. */

#include "../../search/kernel/module.h"

#include <stdint.h>
#include <string.h>

enum {
    SIZE = 9,
    BOX = 3,
    CELLS = 81,
    PEERS = 20,
    SIGNS = 2 * SIZE * (SIZE - BOX),
    MOVES = 40,
    TAKEN = SIZE + 1,
    LOOKS = 1 << 12 /* grids between two looks for signals */
};

typedef struct {
    uint64_t state;
} Random;

typedef struct {
    uint8_t peers[CELLS][PEERS];
} Module;

static uint64_t next_word(Random *random)
{
    uint64_t word = random->state += UINT64_C(0x9E3779B97F4A7C15);

    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

static int below(Random *random, int bound)
{
    return (int)((next_word(random) >> 32) * (uint64_t)bound >> 32);
}

static void shuffle(Random *random, int *items, int count)
{
    for (int last = count - 1; last > 0; last--) {
        int other = below(random, last + 1);
        int item = items[last];

        items[last] = items[other];
        items[other] = item;
    }
}

static int box_of(int row, int column)
{
    return row / BOX * BOX + column / BOX;
}

/* The column of each digit in each row. */
typedef struct {
    uint8_t column[SIZE][SIZE];
} Grid;

/* Whether the dive filled the grid. */
static int dive(const Module *module, Random *random, Grid *grid)
{
    uint16_t left[CELLS];
    uint8_t counts[CELLS + 15]; /* whole vectors */

    memset(counts, TAKEN, sizeof counts);
    for (int cell = 0; cell < CELLS; cell++) {
        left[cell] = (1 << SIZE) - 1;
        counts[cell] = SIZE;
    }
    for (int filled = 0; filled < CELLS; filled++) {
        uint8_t fewest = TAKEN;

        for (int other = 0; other < (int)sizeof counts; other++)
            fewest = counts[other] < fewest ? counts[other] : fewest;
        if (!fewest)
            return 0;
        int cell = (int)((uint8_t *)memchr(counts, fewest, CELLS) - counts);
        int mask = left[cell];
        int digit = 0;

        for (int skipped = below(random, fewest); skipped; skipped--)
            mask &= mask - 1;
        mask &= -mask;
        while (mask >> (digit + 1))
            digit++;
        grid->column[digit][cell / SIZE] = (uint8_t)(cell % SIZE);
        left[cell] = 0;
        counts[cell] = TAKEN;
        for (int i = 0; i < PEERS; i++) {
            int peer = module->peers[cell][i];
            int lost = left[peer] & mask;

            left[peer] ^= (uint16_t)lost;
            counts[peer] -= lost != 0;
        }
    }
    return 1;
}

/* The cycles of two digits as sets of rows, bit i = row i, the one with the lowest row first;
   returns their number. */
static int find_cycles(const Grid *grid, int one, int other, unsigned cycles[SIZE])
{
    uint8_t row_by_column[SIZE] = {0}, row_by_box[SIZE] = {0};
    unsigned linked[SIZE] = {0};
    int count = 0;

    for (int row = 0; row < SIZE; row++) {
        int column = grid->column[other][row];

        row_by_column[column] = (uint8_t)row;
        row_by_box[box_of(row, column)] = (uint8_t)row;
    }
    for (int row = 0; row < SIZE; row++) {
        int column = grid->column[one][row];
        int by_column = row_by_column[column], by_box = row_by_box[box_of(row, column)];

        linked[row] |= 1u << by_column | 1u << by_box;
        linked[by_column] |= 1u << row;
        linked[by_box] |= 1u << row;
    }
    for (unsigned left = (1u << SIZE) - 1; left;) {
        unsigned cycle = left & -left;

        for (unsigned open = cycle; open;) {
            int row = __builtin_ctz(open);
            unsigned reached = linked[row] & ~cycle;

            cycle |= reached;
            open = (open & (open - 1)) | reached;
        }
        cycles[count++] = cycle;
        left &= ~cycle;
    }
    return count;
}

static void exchange(Random *random, Grid *grid)
{
    int one = below(random, SIZE);
    int other = below(random, SIZE - 1);
    unsigned cycles[SIZE], exchanged = 0;

    other += other >= one;
    uint64_t bits = next_word(random);
    int count = find_cycles(grid, one, other, cycles);

    for (int i = 0; i < count; i++)
        if (bits >> __builtin_ctz(cycles[i]) & 1)
            exchanged |= cycles[i];
    for (; exchanged; exchanged &= exchanged - 1) {
        int row = __builtin_ctz(exchanged);
        uint8_t column = grid->column[one][row];

        grid->column[one][row] = grid->column[other][row];
        grid->column[other][row] = column;
    }
}

static void order_lines(Random *random, int *lines)
{
    int bands[BOX] = {0, BOX, 2 * BOX};

    shuffle(random, bands, BOX);
    for (int band = 0; band < BOX; band++) {
        int *its = lines + BOX * band;

        for (int line = 0; line < BOX; line++)
            its[line] = bands[band] + line;
        shuffle(random, its, BOX);
    }
}

static void write_image(Random *random, const Grid *grid, char *text)
{
    int order[SIZE], rows[SIZE], columns[SIZE];
    uint8_t digits[CELLS];

    for (int digit = 0; digit < SIZE; digit++)
        order[digit] = digit;
    shuffle(random, order, SIZE);
    order_lines(random, rows);
    order_lines(random, columns);
    int transposed = (int)(next_word(random) & 1);

    for (int digit = 0; digit < SIZE; digit++)
        for (int row = 0; row < SIZE; row++)
            digits[row * SIZE + grid->column[digit][row]] = (uint8_t)('1' + order[digit]);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            *text++ = (char)(transposed ? digits[columns[column] * SIZE + rows[row]]
                                        : digits[rows[row] * SIZE + columns[column]]);
}

/* Begin a chain of random grids. */
static void begin(const Module *module, Random *random, Grid *grid)
{
    while (!dive(module, random, grid))
        ;
}

/* Write the next grid of a chain. */
static void write_next(Random *random, Grid *grid, char *text)
{
    for (int move = 0; move < MOVES; move++)
        exchange(random, grid);
    write_image(random, grid, text);
}

/* The rows in which two digits are neighbours in a box, or a digit of the one in this row and
   one of the other in the row below, as bits. */
static unsigned rows_with_sign(const Grid *grid, int one, int other)
{
    unsigned rows = 0;

    for (int row = 0; row < SIZE; row++) {
        int first = grid->column[one][row], second = grid->column[other][row];
        int is_beside = first / BOX == second / BOX && (first - second == 1 || second - first == 1);

        rows |= (unsigned)is_beside << row;
        if (row % BOX < BOX - 1 &&
            (first == grid->column[other][row + 1] || second == grid->column[one][row + 1]))
            rows |= 1u << row;
    }
    return rows;
}

/* Whether some cycle of a digit and the next one has no sign between the two: exchanging them
   there gives another solution of the layout. */
static int has_free_cycle(const char *text)
{
    Grid grid = {{{0}}};
    unsigned cycles[SIZE];

    for (int cell = 0; cell < CELLS; cell++)
        grid.column[text[cell] - '1'][cell / SIZE] = (uint8_t)(cell % SIZE);
    for (int digit = 0; digit < SIZE - 1; digit++) {
        unsigned signs = rows_with_sign(&grid, digit, digit + 1);

        for (int i = find_cycles(&grid, digit, digit + 1, cycles) - 1; i >= 0; i--)
            if (!(cycles[i] & signs))
                return 1;
    }
    return 0;
}

static void write_signs(const char *digits, char *text)
{
    for (int cell = 0; cell < CELLS; cell += SIZE) {
        for (int column = 0; column < SIZE - 1; column++)
            if (column % BOX < BOX - 1)
                *text++ = digits[cell + column] < digits[cell + column + 1] ? '<' : '>';
        for (int column = 0; cell / SIZE % BOX < BOX - 1 && column < SIZE; column++)
            *text++ = digits[cell + column] < digits[cell + SIZE + column] ? '^' : 'v';
    }
}

/* The 81 digits of a grid; NULL with an exception for another text. */
static const char *read_grid(PyObject *argument)
{
    Py_ssize_t size;
    const char *digits = PyUnicode_AsUTF8AndSize(argument, &size);
    int is_grid = digits && size == CELLS;

    for (int cell = 0; is_grid && cell < CELLS; cell++)
        is_grid = digits[cell] >= '1' && digits[cell] <= '9';
    if (digits && !is_grid)
        PyErr_SetString(PyExc_ValueError, "not 81 digits");
    return is_grid ? digits : NULL;
}

PyDoc_STRVAR(grid_doc, "grid(seed)\n--\n\nThe 81 digits of a random grid.");

static PyObject *py_grid(PyObject *self, PyObject *argument)
{
    Random random = {PyLong_AsUnsignedLongLong(argument)};
    Grid grid;
    char text[CELLS];

    if (PyErr_Occurred())
        return NULL;
    begin(PyModule_GetState(self), &random, &grid);
    write_next(&random, &grid, text);
    return PyUnicode_DecodeASCII(text, CELLS, NULL);
}

PyDoc_STRVAR(bound_grid_doc,
             "bound_grid(seed, tries)\n--\n\n"
             "The first grid of a chain without a free cycle: its number, from 1, and its digits;\n"
             "None if there is none among the first `tries`.");

static PyObject *py_bound_grid(PyObject *self, PyObject *arguments)
{
    unsigned long long seed, tries;
    Grid grid;
    char text[CELLS];

    if (!PyArg_ParseTuple(arguments, "KK", &seed, &tries))
        return NULL;
    Random random = {seed};

    begin(PyModule_GetState(self), &random, &grid);
    for (unsigned long long tried = 1; tried <= tries; tried++) {
        write_next(&random, &grid, text);
        if (!has_free_cycle(text))
            return Py_BuildValue("KN", tried, PyUnicode_FromStringAndSize(text, CELLS));
        if (tried % LOOKS == 0 && PyErr_CheckSignals() < 0)
            return NULL;
    }
    Py_RETURN_NONE;
}

PyDoc_STRVAR(has_free_cycle_doc,
             "has_free_cycle(digits)\n--\n\n"
             "Whether a cycle of two consecutive digits of a grid has no sign between them.");

static PyObject *py_has_free_cycle(PyObject *self, PyObject *argument)
{
    const char *digits = read_grid(argument);

    (void)self;
    return digits ? PyBool_FromLong(has_free_cycle(digits)) : NULL;
}

PyDoc_STRVAR(signs_doc, "signs(digits)\n--\n\nThe 108 signs inside the boxes of a grid.");

static PyObject *py_signs(PyObject *self, PyObject *argument)
{
    const char *digits = read_grid(argument);
    char text[SIGNS];

    (void)self;
    if (!digits)
        return NULL;
    write_signs(digits, text);
    return PyUnicode_DecodeASCII(text, SIGNS, NULL);
}

static int exec_grids(PyObject *self)
{
    Module *module = PyModule_GetState(self);

    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / SIZE, column = cell % SIZE, count = 0;

        for (int other = 0; other < CELLS; other++) {
            int shares_box = box_of(row, column) == box_of(other / SIZE, other % SIZE);

            if (other != cell && (other / SIZE == row || other % SIZE == column || shares_box))
                module->peers[cell][count++] = (uint8_t)other;
        }
    }
    return 0;
}

DEFINE_MODULE("ineqsudoku.apps.generate", _grids, "The compiled form of random grids.", sizeof(Module),
              exec_grids, NULL, {"bound_grid", py_bound_grid, METH_VARARGS, bound_grid_doc},
              {"grid", py_grid, METH_O, grid_doc},
              {"has_free_cycle", py_has_free_cycle, METH_O, has_free_cycle_doc},
              {"signs", py_signs, METH_O, signs_doc});

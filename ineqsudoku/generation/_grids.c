/* The compiled form of grids.py for 9x9, which says how the method works.  Both forms draw the
   same random numbers in the same order, so that a seed gives the same grid in both. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

enum { SIZE = 9, BOX = 3, CELLS = 81, PEERS = 20, MOVES = 40, TAKEN = SIZE + 1 };

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

/* Whether the dive filled the grid. */
static int dive(const Module *module, Random *random, uint8_t *digits)
{
    uint16_t left[CELLS];
    uint8_t counts[CELLS];

    for (int cell = 0; cell < CELLS; cell++) {
        left[cell] = (1 << SIZE) - 1;
        counts[cell] = SIZE;
    }
    for (int filled = 0; filled < CELLS; filled++) {
        int cell = 0;

        for (int other = 1; other < CELLS; other++)
            if (counts[other] < counts[cell])
                cell = other;
        if (!counts[cell])
            return 0;
        int mask = left[cell];
        int digit = 0;

        for (int skipped = below(random, counts[cell]); skipped; skipped--)
            mask &= mask - 1;
        mask &= -mask;
        while (mask >> (digit + 1))
            digit++;
        digits[cell] = (uint8_t)digit;
        counts[cell] = TAKEN;
        for (int i = 0; i < PEERS; i++) {
            int peer = module->peers[cell][i];

            if (left[peer] & mask && counts[peer] != TAKEN) {
                left[peer] ^= (uint16_t)mask;
                counts[peer]--;
            }
        }
    }
    return 1;
}

static void exchange(Random *random, uint8_t *digits)
{
    int one = below(random, SIZE);
    int other = below(random, SIZE - 1);
    int cells_of_one[SIZE], cells_of_other[SIZE], row_by_column[SIZE], row_by_box[SIZE];
    int lowest[SIZE];

    other += other >= one;
    uint64_t bits = next_word(random);

    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / SIZE, column = cell % SIZE;

        if (digits[cell] == one) {
            cells_of_one[row] = cell;
        } else if (digits[cell] == other) {
            cells_of_other[row] = cell;
            row_by_column[column] = row;
            row_by_box[box_of(row, column)] = row;
        }
    }
    for (int row = 0; row < SIZE; row++)
        lowest[row] = row;
    for (int row = 0; row < SIZE; row++) {
        int column = cells_of_one[row] % SIZE;
        int linked[2] = {row_by_column[column], row_by_box[box_of(row, column)]};

        for (int i = 0; i < 2; i++) {
            int first = lowest[row], second = lowest[linked[i]];

            if (first > second) {
                first = second;
                second = lowest[row];
            }
            for (int each = 0; first != second && each < SIZE; each++)
                if (lowest[each] == second)
                    lowest[each] = first;
        }
    }
    for (int row = 0; row < SIZE; row++)
        if (bits >> lowest[row] & 1) {
            digits[cells_of_one[row]] = (uint8_t)other;
            digits[cells_of_other[row]] = (uint8_t)one;
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

static void write_image(Random *random, const uint8_t *digits, char *text)
{
    int order[SIZE], rows[SIZE], columns[SIZE];

    for (int digit = 0; digit < SIZE; digit++)
        order[digit] = digit;
    shuffle(random, order, SIZE);
    order_lines(random, rows);
    order_lines(random, columns);
    int transposed = (int)(next_word(random) & 1);

    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            int source = transposed ? columns[column] * SIZE + rows[row]
                                    : rows[row] * SIZE + columns[column];

            *text++ = (char)('1' + order[digits[source]]);
        }
}

PyDoc_STRVAR(grid_doc, "grid(seed)\n--\n\nThe 81 digits of a random grid.");

static PyObject *py_grid(PyObject *self, PyObject *argument)
{
    const Module *module = PyModule_GetState(self);
    Random random = {PyLong_AsUnsignedLongLong(argument)};
    uint8_t digits[CELLS];
    char text[CELLS];

    if (PyErr_Occurred())
        return NULL;
    while (!dive(module, &random, digits))
        ;
    for (int move = 0; move < MOVES; move++)
        exchange(&random, digits);
    write_image(&random, digits, text);
    return PyUnicode_DecodeASCII(text, CELLS, NULL);
}

PyDoc_STRVAR(signs_doc, "signs(digits)\n--\n\nThe 108 signs inside the boxes of a grid.");

static PyObject *py_signs(PyObject *self, PyObject *argument)
{
    Py_ssize_t size;
    const char *digits = PyUnicode_AsUTF8AndSize(argument, &size);
    char text[2 * SIZE * (SIZE - BOX)];
    char *next = text;

    (void)self;
    if (!digits)
        return NULL;
    if (size != CELLS) {
        PyErr_SetString(PyExc_ValueError, "not 81 digits");
        return NULL;
    }
    for (int cell = 0; cell < CELLS; cell += SIZE) {
        for (int column = 0; column < SIZE - 1; column++)
            if (column % BOX < BOX - 1)
                *next++ = digits[cell + column] < digits[cell + column + 1] ? '<' : '>';
        for (int column = 0; cell / SIZE % BOX < BOX - 1 && column < SIZE; column++)
            *next++ = digits[cell + column] < digits[cell + SIZE + column] ? '^' : 'v';
    }
    return PyUnicode_DecodeASCII(text, next - text, NULL);
}

static int exec_module(PyObject *self)
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

static PyMethodDef METHODS[] = {
    {"grid", py_grid, METH_O, grid_doc},
    {"signs", py_signs, METH_O, signs_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {
    {Py_mod_exec, (void *)exec_module},
    {0, NULL},
};

static struct PyModuleDef DEFINITION = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ineqsudoku.generation._grids",
    .m_doc = "The compiled form of random grids.",
    .m_size = sizeof(Module),
    .m_methods = METHODS,
    .m_slots = SLOTS,
};

PyMODINIT_FUNC PyInit__grids(void)
{
    return PyModuleDef_Init(&DEFINITION);
}

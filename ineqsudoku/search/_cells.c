/* The compiled form of the engine `cells` for 9x9; cells.py is its twin and says how the method
   works, narrowing.py has the rules.  Other sizes are the matter of _lattice.c.

   For every puzzle both forms find the same solutions in the same order and count the same
   nodes.  That needs no common data: the rules only take candidates away, so the fixpoint
   does not depend on the order of work, and a guess depends on the fixpoint alone.  The
   Python form keeps the nine candidates of a cell together, and this one all places of a
   digit, for then a rule is some shifts for the whole grid.

   A *board* is a set of cells, of which each band is a word:

       lane         0        1        2        3
               +--------+--------+--------+--------+
               | band 0 | band 1 | band 2 |   0    |
               +--------+--------+--------+--------+

       of each band    31 30 29 28      20 19 18      10  9  8       0
                      +-----+--+----------+--+----------+--+----------+
                      |  0  |s |  row 2   |s |  row 1   |s |  row 0   |   column c at bit c
                      +-----+--+----------+--+----------+--+----------+   of its 9 bits

   The bits s are spare: always 0 in a set, they take what a sum carries out of a row.

   Layers, from below: boards; the rules; places; bounds and guesses; the search; puzzles as
   text; Python.  What the kernels share is in the headers. */

#include "_kernel.h"

#include "_batch.h"
#include "_signs.h"

enum { MOST_CELLS = CELLS };
#include "_bounds.h"

#if !defined(__GNUC__)
#error "needs vectors as GCC and Clang have them; without them the engine runs in Python"
#endif

enum {
    BANDS = 3,
    PRINTED = SIGNS + CELLS + BORDER_SIGNS, /* characters of a puzzle */
    ROW_BITS = 10,
};

/* ---- Boards ----------------------------------------------------------------------------- */

typedef uint32_t Board __attribute__((vector_size(16)));

#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLED(board, a, b, c) __builtin_shufflevector(board, board, a, b, c, 3)
#else
#define SHUFFLED(board, a, b, c) __builtin_shuffle(board, (Board){a, b, c, 3})
#endif

/* The same word in each band. */
#define IN_BANDS(word) ((Board){(word), (word), (word), 0})

/* The same nine bits in each row of a band. */
#define IN_ROWS(bits) ((uint32_t)(bits) * 0x100401u)

#define NINE 0x1FFu

#define EMPTY ((Board){0})
#define FULL IN_BANDS(IN_ROWS(NINE))

/* What `malloc` gives must do for boards. */
_Static_assert(_Alignof(Board) <= _Alignof(max_align_t), "boards need more than malloc gives");

/* All these are inlined, so that each path has them in its own instructions. */
#define INLINE static inline __attribute__((always_inline))

INLINE bool is_empty(Board board)
{
    uint64_t halves[2];

    memcpy(halves, &board, sizeof halves);
    return (halves[0] | halves[1]) == 0;
}

/* In each band what the next one has, or the one after it. */
INLINE Board next_band(Board board)
{
    return SHUFFLED(board, 1, 2, 0);
}

INLINE Board band_after(Board board)
{
    return SHUFFLED(board, 2, 0, 1);
}

/* In each row of a band what its next one has, or the one after it, and rubbish in the bits
   that no set has. */
INLINE Board next_row(Board board)
{
    return board >> ROW_BITS | board << 2 * ROW_BITS;
}

INLINE Board row_after(Board board)
{
    return board >> 2 * ROW_BITS | board << ROW_BITS;
}

/* The bits of row 0 in all rows of the band; no other row may have any. */
INLINE Board in_all_rows(Board board)
{
    return board | board << ROW_BITS | board << 2 * ROW_BITS;
}

INLINE Board board_of(int cell)
{
    Board board = EMPTY;

    board[cell / 27] = UINT32_C(1) << (cell / 9 % 3 * ROW_BITS + cell % 9);
    return board;
}

/* The first cell of a board that has one. */
static int first_of(Board board)
{
    int band = 0;

    while (!board[band])
        band++;
    const int bit = __builtin_ctz(board[band]);
    return 27 * band + bit / ROW_BITS * 9 + bit % ROW_BITS;
}

/* ---- Rules ------------------------------------------------------------------------------ */

/* What is left of the grid: of each digit the cells that may have it. */
typedef struct {
    Board left[SIZE];
    Board placed;    /* cells whose digit is gone from the rest of their houses */
    int cell, digit; /* once it has guessed */
} State;

/* Ways from a cell to a neighbour. */
enum { TO_LEFT, TO_RIGHT, UP, DOWN, WAYS };

/* The relations of a puzzle: for each way the cells that exceed, or stay under, the
   neighbour there. */
typedef struct {
    bool any;
    Board exceeding[WAYS];
    Board under[WAYS];
} Relations;

/* Of some cells those that a relation lets down because their neighbour is in `lacking`. */
INLINE Board let_down(const Board related[WAYS], Board lacking)
{
    const Board third_rows = lacking >> 2 * ROW_BITS;
    const Board first_rows = lacking << 2 * ROW_BITS;

    return (related[TO_LEFT] & lacking << 1) | (related[TO_RIGHT] & lacking >> 1) |
           (related[UP] & (lacking << ROW_BITS | band_after(third_rows))) |
           (related[DOWN] & (lacking >> ROW_BITS | next_band(first_rows)));
}

/* A cell exceeds the lowest candidate of each lesser neighbour and stays under the highest
   of each greater one.  What is gone. */
INLINE Board apply_relations(Board left[SIZE], const Relations *relations)
{
    Board gone = EMPTY;
    Board none_below[SIZE];
    Board none = FULL;

    for (int digit = 0; digit < SIZE; digit++) {
        none_below[digit] = none;
        none &= ~left[digit];
    }
    none = FULL; /* above */
    for (int digit = SIZE - 1; digit >= 0; digit--) {
        const Board now = let_down(relations->exceeding, none_below[digit]) |
                          let_down(relations->under, none);
        none &= ~left[digit];
        gone |= left[digit] & now;
        left[digit] &= ~now;
    }
    return gone;
}

/* The lines rule in bands. */
INLINE Board lines_of_bands(Board board)
{
    const Board firsts = IN_BANDS(IN_ROWS(0x049)); /* first cells of thirds of rows */
    const Board first = IN_BANDS(IN_ROWS(0x001));
    const Board last = IN_BANDS(IN_ROWS(0x040));
    const Board thirds = (board | board >> 1 | board >> 2) & firsts;
    const Board next = (thirds >> 3 & (firsts ^ last)) | (thirds << 6 & last);
    const Board after = (thirds >> 6 & first) | (thirds << 3 & (firsts ^ first));
    const Board allowed = (next_row(next) & row_after(after)) | (row_after(next) & next_row(after));
    return board & (allowed | allowed << 1 | allowed << 2);
}

/* The lines rule in stacks. */
INLINE Board lines_of_stacks(Board board)
{
    const Board columns = (board | board >> ROW_BITS | board >> 2 * ROW_BITS) & IN_BANDS(NINE);
    const Board next = (columns >> 1 & IN_BANDS(0x0DB)) | (columns << 2 & IN_BANDS(0x124));
    const Board after = (columns >> 2 & IN_BANDS(0x049)) | (columns << 1 & IN_BANDS(0x1B6));
    const Board allowed =
        (next_band(next) & band_after(after)) | (next_band(after) & band_after(next));
    return board & in_all_rows(allowed);
}

/* Cells of rows in which a digit has several places; each row must have one. */
INLINE Board in_crowded_rows(Board board)
{
    const Board but_lowest = board & (board - IN_BANDS(IN_ROWS(1)));
    const Board carried = (but_lowest + FULL) & IN_BANDS(IN_ROWS(NINE + 1));
    return carried - (carried >> SIZE);
}

INLINE Board in_crowded_boxes(Board board)
{
    const Board second = board >> 1;
    const Board third = board >> 2;
    const Board some = board | second | third;
    const Board more = (board & second) | ((board | second) & third);
    const Board below = some >> ROW_BITS;
    const Board crowded = (more | more >> ROW_BITS | more >> 2 * ROW_BITS | (some & below) |
                           ((some | below) & some >> 2 * ROW_BITS)) & IN_BANDS(0x049);
    return in_all_rows((crowded << 3) - crowded);
}

/* `missing` gets the columns without any place. */
INLINE Board in_crowded_columns(Board board, Board *missing)
{
    const Board below = board >> ROW_BITS;
    const Board lowest = board >> 2 * ROW_BITS;
    const Board some = (board | below | lowest) & IN_BANDS(NINE);
    const Board more = ((board & below) | ((board | below) & lowest)) & IN_BANDS(NINE);
    const Board next = next_band(some);
    const Board after = band_after(some);
    *missing = (some | next | after) ^ IN_BANDS(NINE);
    return in_all_rows(more | next_band(more) | band_after(more) | (some & next) |
                       ((some | next) & after));
}

/* Cells with no candidate, or with several. */
INLINE Board several_left(const Board left[SIZE], Board *none)
{
    Board some = EMPTY;
    Board several = EMPTY;

    for (int digit = 0; digit < SIZE; digit++) {
        several |= some & left[digit];
        some |= left[digit];
    }
    *none = some ^ FULL;
    return several;
}

/* Take the digits of cells that have just been decided from the rest of their houses. */
INLINE void place(State *state, const Board peers[CELLS], Board fresh)
{
    Board plane[4] = {EMPTY, EMPTY, EMPTY, EMPTY};

    state->placed |= fresh;
    for (int digit = 0; digit < SIZE; digit++)
        for (int i = 0; i < 4; i++)
            if (digit >> i & 1)
                plane[i] |= state->left[digit];
    for (int band = 0; band < BANDS; band++)
        for (uint32_t word = fresh[band]; word; word &= word - 1) {
            const int bit = __builtin_ctz(word);
            const uint32_t digit = (plane[0][band] >> bit & 1) | (plane[1][band] >> bit & 1) << 1 |
                                   (plane[2][band] >> bit & 1) << 2 |
                                   (plane[3][band] >> bit & 1) << 3;
            state->left[digit] &= ~peers[32 * band + bit];
        }
}

/* The lines rule, and a digit with one place left in a house stands there; `false` when a
   digit has no place or two digits have one place. */
INLINE bool apply_houses(Board left[SIZE], Board *gone)
{
    Board bad = EMPTY;
    Board here = EMPTY;
    Board last[SIZE];
    Board lost = EMPTY;

    for (int digit = 0; digit < SIZE; digit++) {
        const Board before = left[digit];
        Board missing;
        const Board now = lines_of_stacks(lines_of_bands(before));
        const Board crowded = in_crowded_rows(now) & in_crowded_boxes(now) &
                              in_crowded_columns(now, &missing);
        left[digit] = now;
        last[digit] = now & ~crowded;
        bad |= missing | (here & last[digit]) | ((Board)(now == EMPTY) & FULL);
        here |= last[digit];
        lost |= before ^ now;
    }
    for (int digit = 0; digit < SIZE; digit++) {
        const Board now = left[digit] & (~here | last[digit]);
        lost |= left[digit] ^ now;
        left[digit] = now;
    }
    *gone = lost;
    return is_empty(bad);
}

enum { ROUND = 256 }; /* the work of one round: it takes 0.2 to 0.4 µs */

/* Bring a state to its fixpoint; `false` when a cell or a digit has no place. */
INLINE bool narrow_inline(State *state, const Board *peers, const Relations *relations,
                          uint64_t *work)
{
    for (;;) {
        Board gone, none;
        *work += ROUND;
        for (;;) {
            const Board several = several_left(state->left, &none);
            if (!is_empty(none))
                return false;
            const Board fresh = FULL & ~(several | state->placed);
            if (is_empty(fresh))
                break;
            place(state, peers, fresh);
        }
        if (relations->any && !is_empty(apply_relations(state->left, relations)))
            continue;
        if (!apply_houses(state->left, &gone))
            return false;
        if (is_empty(gone))
            return true;
    }
}

/* `narrow_inline` in the instructions of a path. */
typedef bool Path(State *state, const Board *peers, const Relations *relations, uint64_t *work);

static bool narrow_portable(State *state, const Board *peers, const Relations *relations,
                            uint64_t *work)
{
    return narrow_inline(state, peers, relations, work);
}

#if HAS_X86_PATHS

AVX2
static bool narrow_avx2(State *state, const Board *peers, const Relations *relations,
                        uint64_t *work)
{
    return narrow_inline(state, peers, relations, work);
}

AVX512
static bool narrow_avx512(State *state, const Board *peers, const Relations *relations,
                          uint64_t *work)
{
    return narrow_inline(state, peers, relations, work);
}

#endif /* HAS_X86_PATHS */

static Path *const PATHS[] = {
    narrow_portable,
#if HAS_X86_PATHS
    narrow_avx2,
    narrow_avx512,
#endif
};

/* ---- Places ----------------------------------------------------------------------------- */

enum { HOUSES = 27, PLACES = 32 * BANDS };

/* Where cells and signs are. */
struct Tables {
    Board cell[CELLS];    /* as a set */
    Board peers[PLACES];  /* of the cell at a bit of a band: the others of its houses */
    Houses houses;
    SignPlace signs[SIGNS], border_signs[BORDER_SIGNS];
};

static Tables *new_tables(void)
{
    Tables *tables = calloc(1, sizeof *tables);
    Board house[HOUSES] = {EMPTY};

    if (!tables)
        return NULL;
    tables->houses.cells = CELLS;
    tables->houses.count = HOUSES;
    for (int cell = 0; cell < CELLS; cell++) {
        const int row = cell / SIZE;
        const int column = cell % SIZE;
        const int its[3] = {row, SIZE + column, 2 * SIZE + row / 3 * 3 + column / 3};
        tables->cell[cell] = board_of(cell);
        for (int kind = 0; kind < 3; kind++) {
            house[its[kind]] |= board_of(cell);
            add_cell(&tables->houses.house[its[kind]], cell);
        }
    }
    for (int cell = 0; cell < CELLS; cell++) {
        const int row = cell / SIZE;
        const int column = cell % SIZE;
        const int place = row / 3 * 32 + row % 3 * ROW_BITS + column;
        tables->peers[place] = (house[row] | house[SIZE + column] |
                                house[2 * SIZE + row / 3 * 3 + column / 3]) & ~board_of(cell);
    }
    find_signs(SIZE, 3, 3, tables->signs, tables->border_signs);
    return tables;
}

/* ---- Bounds ----------------------------------------------------------------------------- */

/* A puzzle as the rules see it. */
typedef struct {
    Relations relations;
    Graph graph;
} Printed;

/* Take from a state what the bounds of the relation graph forbid. */
static void apply_bounds(State *state, const Tables *tables, const Printed *printed)
{
    uint8_t lowest[CELLS], lowest_from_top[CELLS];

    find_lowest(&tables->houses, &printed->graph.lesser, &printed->graph.greater, lowest);
    find_lowest(&tables->houses, &printed->graph.greater, &printed->graph.lesser,
                lowest_from_top);
    for (int cell = 0; cell < CELLS; cell++)
        for (int digit = 0; digit < SIZE; digit++)
            if (digit + 1 < lowest[cell] || SIZE - digit < lowest_from_top[cell])
                state->left[digit] &= ~tables->cell[cell];
}

/* ---- The guess -------------------------------------------------------------------------- */

/* Of how many of several boards a cell is in: at least one, two, three. */
typedef struct {
    Board one, two, three;
} Counts;

INLINE Counts together(Counts a, Counts b)
{
    return (Counts){
        a.one | b.one,
        a.two | b.two | (a.one & b.one),
        a.three | b.three | (a.one & b.two) | (a.two & b.one),
    };
}

INLINE Counts shifted(Counts counts, int bits)
{
    return (Counts){counts.one >> bits, counts.two >> bits, counts.three >> bits};
}

/* Three places and the two others that stand so many bits, and twice as many, further on. */
INLINE Counts of_three(Counts counts, int bits)
{
    return together(together(counts, shifted(counts, bits)), shifted(counts, 2 * bits));
}

/* Places of a digit that has just two in a row, a column, a box. */
static void find_pairs(Board board, Board pairs[3])
{
    const Counts places = {board, EMPTY, EMPTY};
    const Counts thirds = of_three(places, 1);
    const Counts rows = of_three(thirds, 3);
    const Counts boxes = of_three(thirds, ROW_BITS);
    const Counts here = of_three(places, ROW_BITS);
    const Counts next = {next_band(here.one), next_band(here.two), next_band(here.three)};
    const Counts after = {band_after(here.one), band_after(here.two), band_after(here.three)};
    const Counts columns = together(together(here, next), after);
    const Board in_rows = rows.two & ~rows.three & IN_BANDS(IN_ROWS(1));
    const Board in_columns = columns.two & ~columns.three & IN_BANDS(NINE);
    const Board in_boxes = boxes.two & ~boxes.three & IN_BANDS(0x049);

    pairs[0] = board & ((in_rows << SIZE) - in_rows);
    pairs[1] = board & in_all_rows(in_columns);
    pairs[2] = board & in_all_rows((in_boxes << 3) - in_boxes);
}

/* Guess the first cell of some that has one of some digits, and the lowest of these;
   `false` when there is none. */
static bool guess_among(State *state, Board cells, const Board digits[SIZE])
{
    Board any = EMPTY;

    for (int digit = 0; digit < SIZE; digit++)
        any |= digits[digit];
    any &= cells;
    if (is_empty(any))
        return false;
    state->cell = first_of(any);
    const Board cell = board_of(state->cell);
    state->digit = 0;
    while (is_empty(digits[state->digit] & cell))
        state->digit++;
    return true;
}

/* The cells with just so many candidates, as the four bits of their numbers tell. */
INLINE Board with_number(const Board bits[4], unsigned number)
{
    Board cells = FULL;

    for (int i = 0; i < 4; i++)
        cells &= number >> i & 1 ? bits[i] : ~bits[i];
    return cells;
}

/* Choose the guess of a state that is at its fixpoint and not solved; `_by_pairs` in cells.py
   says how. */
static void guess(State *state)
{
    Board bits[4] = {EMPTY, EMPTY, EMPTY, EMPTY}; /* of the number of candidates */
    Board in_houses[3][SIZE];                     /* a pair in so many, and one more */

    for (int digit = 0; digit < SIZE; digit++) {
        Board pairs[3];
        Board carry = state->left[digit];
        for (int i = 0; i < 4; i++) {
            const Board both = bits[i] & carry;
            bits[i] ^= carry;
            carry = both;
        }
        find_pairs(state->left[digit], pairs);
        in_houses[0][digit] = pairs[0] | pairs[1] | pairs[2];
        in_houses[1][digit] = (pairs[0] & pairs[1]) | ((pairs[0] | pairs[1]) & pairs[2]);
        in_houses[2][digit] = pairs[0] & pairs[1] & pairs[2];
    }
    Board cells = with_number(bits, 2);
    if (is_empty(cells))
        cells = FULL;
    for (int houses = 3; houses; houses--)
        if (guess_among(state, cells, in_houses[houses - 1]))
            return;
    unsigned number = 2;
    while (!guess_among(state, with_number(bits, number), state->left))
        number++;
}

/* ---- The search ------------------------------------------------------------------------- */

/* On the way down each guess decides a cell that was not. */
enum { MOST_STATES = CELLS + 1 };

struct Search {
    Progress progress;
    const Tables *tables;
    Printed printed;
    State states[MOST_STATES];
};

static Search *new_search(const Tables *tables)
{
    Search *search = malloc(sizeof *search);

    if (search) {
        search->progress = (Progress){0};
        search->tables = tables;
    }
    return search;
}

static Progress *progress_of(Search *search)
{
    return &search->progress;
}

static void shrink(Search *search)
{
    forget_solutions(&search->progress);
}

static void free_search(Search *search)
{
    forget_solutions(&search->progress);
    free(search);
}

static State *current(Search *search)
{
    return &search->states[search->progress.depth];
}

static bool narrow(Search *search)
{
    return PATHS[search->progress.task.path](current(search), search->tables->peers,
                                             &search->printed.relations,
                                             &search->progress.work);
}

static bool is_solved(Search *search)
{
    Board none;

    return is_empty(several_left(current(search)->left, &none));
}

static void write_solution(Search *search, char *digits)
{
    const State *state = current(search);

    for (int digit = 0; digit < SIZE; digit++)
        for (int band = 0; band < BANDS; band++)
            for (uint32_t word = state->left[digit][band]; word; word &= word - 1) {
                const int bit = __builtin_ctz(word);
                digits[27 * band + bit / ROW_BITS * 9 + bit % ROW_BITS] = (char)('1' + digit);
            }
}

static void go_down(Search *search)
{
    State *parent = current(search);
    State *child = parent + 1;

    guess(parent);
    const Board others = ~search->tables->cell[parent->cell];
    *child = *parent;
    for (int digit = 0; digit < SIZE; digit++)
        if (digit != parent->digit)
            child->left[digit] &= others;
}

static void turn_back(Search *search)
{
    State *state = current(search);

    state->left[state->digit] &= ~search->tables->cell[state->cell];
}

/* ---- Puzzles as text -------------------------------------------------------------------- */

/* Read one sign; `false` for a character that is none. */
static bool read_sign(const SignPlace *place, char sign, Printed *printed)
{
    if (sign == '.')
        return true;
    if (sign != place->first_is_less && sign != place->second_is_less)
        return false;
    const bool is_less = sign == place->first_is_less;
    const int lesser = is_less ? place->first : place->second;
    const int greater = is_less ? place->second : place->first;
    const bool across = place->second == place->first + 1;
    const int onward = across ? TO_RIGHT : DOWN;
    const int back = across ? TO_LEFT : UP;
    Relations *relations = &printed->relations;
    relations->any = true;
    relations->under[is_less ? onward : back] |= board_of(lesser);
    relations->exceeding[is_less ? back : onward] |= board_of(greater);
    relate(&printed->graph, lesser, greater);
    return true;
}

/* Read signs, those of `count` places. */
static bool read_signs(const SignPlace *places, int count, const char *text, Printed *printed)
{
    for (int i = 0; i < count; i++)
        if (!read_sign(&places[i], text[i], printed))
            return false;
    return true;
}

/* Read 81 givens into what they leave of the grid; `false` when there are characters other
   than 1-9 and '.'. */
static bool read_givens(const char *text, Board left[SIZE])
{
    Board empty = FULL;

    memset(left, 0, SIZE * sizeof *left);
    for (int cell = 0; cell < CELLS; cell++) {
        if (text[cell] == '.')
            continue;
        if (text[cell] < '1' || text[cell] > '9')
            return false;
        left[text[cell] - '1'] |= board_of(cell);
        empty ^= board_of(cell);
    }
    for (int digit = 0; digit < SIZE; digit++)
        left[digit] |= empty;
    return true;
}

/* Set a search to the first state of a puzzle; `false` when its text is malformed.  Most
   puzzles are decided at once; the bounds take longer than that. */
static bool begin(Search *search, const char *signs, const char *givens,
                  const char *border_signs)
{
    const Tables *tables = search->tables;
    Printed *printed = &search->printed;
    State *state = &search->states[0];

    restart(&search->progress, CELLS);
    memset(printed, 0, sizeof *printed);
    if (!read_signs(tables->signs, SIGNS, signs, printed) ||
        !read_signs(tables->border_signs, BORDER_SIGNS, border_signs, printed) ||
        !read_givens(givens, state->left))
        return false;
    state->placed = EMPTY;
    if (!printed->relations.any)
        return true;
    if (!narrow(search))
        memset(state->left, 0, sizeof state->left);
    else if (!is_solved(search))
        apply_bounds(state, tables, printed);
    return true;
}

static bool begin_in_batch(Search *search, const char *text)
{
    return begin(search, text, text + SIGNS, text + SIGNS + CELLS);
}

/* ---- Python ----------------------------------------------------------------------------- */

#define NOT_A_PUZZLE "not 108 signs, 81 givens and 36 signs on borders"

PyDoc_STRVAR(search_doc,
"search(path, signs, givens, border_signs, limit, node_limit, keep, seconds=0, /)\n--\n\n"
"Search one puzzle; see _cells.pyi.");

static PyObject *py_search(PyObject *self, PyObject *args)
{
    Module *module = PyModule_GetState(self);
    const char *signs, *givens, *border_signs;
    Py_ssize_t signs_size, givens_size, border_size;
    Task task = {.seconds = 0};

    if (!PyArg_ParseTuple(args, "is#s#s#O&O&p|d:search", &task.path, &signs, &signs_size, &givens,
                          &givens_size, &border_signs, &border_size, to_uint64, &task.limit,
                          to_uint64, &task.node_limit, &task.keep, &task.seconds))
        return NULL;
    Search *search = take_search(module, &task);
    if (!search)
        return NULL;
    PyObject *result = NULL;
    if (signs_size == SIGNS && givens_size == CELLS && border_size == BORDER_SIGNS &&
        begin(search, signs, givens, border_signs))
        result = run_alone(search);
    else
        PyErr_SetString(PyExc_ValueError, NOT_A_PUZZLE);
    put_search(module, search);
    return result;
}

PyDoc_STRVAR(solve_batch_doc,
"solve_batch(path, puzzles, limit, node_limit, /)\n--\n\n"
"Search many puzzles; see _cells.pyi.");

static PyObject *py_solve_batch(PyObject *self, PyObject *args)
{
    return solve_batch(self, args, &(Writing){PRINTED, NOT_A_PUZZLE});
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
    PyModuleDef_HEAD_INIT,
    .m_name = "ineqsudoku.search._cells",
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

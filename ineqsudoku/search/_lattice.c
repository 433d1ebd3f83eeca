/* The compiled form of the engine `cells` for all sizes but 9x9; cells.py is its twin and says
   how the method works, narrowing.py has the rules.

   For every puzzle both forms find the same solutions in the same order and count the same
   nodes.  That needs no common data: the rules only take candidates away, so the fixpoint
   does not depend on the order of work, and a guess depends on the fixpoint alone.

   Every grid lies in one *lattice* of 16 rows and 16 columns with boxes of 4x4: the boxes of
   the grid in boxes of the lattice, each in its upper left corner.  What is left over are no
   cells.  So one program does for all sizes:

       6x6, boxes of 2x3       A row of the lattice is a number of 4 bits, and so is a column:
                               two *far* bits that tell the box, two *near* ones that tell
       ###. ###. .... ....     where in it.
       ###. ###. .... ....
       .... .... .... ....     A *step* turns one of these 8 bits.  The four steps that change
       .... .... .... ....     the column lead through a whole row, those that change the row
       ###. ###. .... ....     through a column, and the four near ones through a box.
       ###. ###. .... ....
       .... .... .... ....     Grids without boxes lie in the upper left corner.
       (and so on)

   A *board* is a set of cells: 16 lanes of 16 bits, a lane for each row, a bit for each
   column.

   Layers, from below: boards; states; rules; the guess; paths; the search; puzzles; Python.
   What the kernels share is in the header. */

#include "_kernel.h"

enum { MOST_CELLS = 256 };
#include "_bounds.h"
#include "_signs.h"

#if !defined(__GNUC__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "needs little-endian vectors of GCC or Clang; without them the engine runs in Python"
#endif

enum {
    LANES = 16,
    MOST_DIGITS = 16,
    MOST_BOX = 4,     /* rows or columns in a box */
    MOST_SIGNS = 480,
};

/* ---- Boards ----------------------------------------------------------------------------- */

/* `malloc` aligns to 16 bytes. */
typedef uint16_t Board __attribute__((vector_size(32), aligned(16)));
typedef uint32_t Twos __attribute__((vector_size(32), aligned(16)));
typedef uint64_t Fours __attribute__((vector_size(32), aligned(16)));
typedef uint64_t Half __attribute__((vector_size(16)));

_Static_assert(_Alignof(Board) <= _Alignof(max_align_t), "boards need more than malloc gives");

#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLED(type, vector, ...) \
    (Board)__builtin_shufflevector((type)(vector), (type)(vector), __VA_ARGS__)
#else
#define SHUFFLED(type, vector, ...) \
    (Board)__builtin_shuffle((type)(vector), (type){__VA_ARGS__})
#endif

#define EMPTY ((Board){0})

/* All that has to do with boards is inlined, so that each path has it in its own
   instructions, and no call hands boards over. */
#define INLINE static inline __attribute__((always_inline))

INLINE bool is_empty(Board board)
{
    Half halves[2];
    uint64_t fours[2];

    memcpy(halves, &board, sizeof halves);
    halves[0] |= halves[1];
    memcpy(fours, halves, sizeof fours);
    return (fours[0] | fours[1]) == 0;
}

/* A place in the lattice: the number of its row, then of its column, 4 bits each. */
INLINE int lane_of(int place)
{
    return place / LANES;
}

INLINE uint16_t bit_of(int place)
{
    return (uint16_t)(1 << place % LANES);
}

INLINE void add(Board *board, int place)
{
    (*board)[lane_of(place)] |= bit_of(place);
}

INLINE void take(Board *board, int place)
{
    (*board)[lane_of(place)] &= (uint16_t)~bit_of(place);
}

INLINE bool has(const Board *board, int place)
{
    return (*board)[lane_of(place)] & bit_of(place);
}

/* The first place of a board that has one.  Cells lie in the lattice in their order. */
INLINE int first_of(Board board)
{
    uint64_t fours[4];
    int four = 0;

    memcpy(fours, &board, sizeof fours);
    while (!fours[four])
        four++;
    return 64 * four + __builtin_ctzll(fours[four]);
}

/* Turns one bit of a row or of a column. */
typedef enum { ROW_1, ROW_2, ROW_4, ROW_8, COLUMN_1, COLUMN_2, COLUMN_4, COLUMN_8 } Step;

/* The steps through the rest of a row, and of a column; inside a box, and from box to box. */
typedef struct {
    Step near[2];
    Step far[2];
} Line;

static const Line ROW = {{COLUMN_1, COLUMN_2}, {COLUMN_4, COLUMN_8}};
static const Line COLUMN = {{ROW_1, ROW_2}, {ROW_4, ROW_8}};

/* In each place what stands a step away. */
INLINE Board stepped(Board board, Step step)
{
    switch (step) {
    case ROW_1:
        return (Board)((Twos)board >> 16 | (Twos)board << 16);
    case ROW_2:
        return (Board)((Fours)board >> 32 | (Fours)board << 32);
    case ROW_4:
        return SHUFFLED(Fours, board, 1, 0, 3, 2);
    case ROW_8:
        return SHUFFLED(Fours, board, 2, 3, 0, 1);
    case COLUMN_1:
        return (board >> 1 & 0x5555) | (board & 0x5555) << 1;
    case COLUMN_2:
        return (board >> 2 & 0x3333) | (board & 0x3333) << 2;
    case COLUMN_4:
        return (board >> 4 & 0x0F0F) | (board & 0x0F0F) << 4;
    case COLUMN_8:
        break;
    }
    return board >> 8 | board << 8;
}

/* Of how many of some places a board has one: at least one, two, three.  What is not asked
   for is not computed. */
typedef struct {
    Board one, two, three;
} Counts;

INLINE Counts counted(Board board)
{
    return (Counts){board, EMPTY, EMPTY};
}

/* Of twice as many places: in each one, these here and those a step away. */
INLINE Counts gathered(Counts here, Step step)
{
    const Counts there = {
        stepped(here.one, step), stepped(here.two, step), stepped(here.three, step),
    };

    return (Counts){
        here.one | there.one,
        here.two | there.two | (here.one & there.one),
        here.three | there.three | (here.one & there.two) | (here.two & there.one),
    };
}

INLINE Counts gathered_twice(Counts here, const Step steps[2])
{
    return gathered(gathered(here, steps[0]), steps[1]);
}

INLINE Board spread(Board board, const Step steps[2])
{
    return gathered_twice(counted(board), steps).one;
}

/* ---- States ----------------------------------------------------------------------------- */

/* What is left of the grid: of each digit the cells that may have it. */
typedef struct {
    Board left[MOST_DIGITS];
    Board placed;       /* cells whose digit is gone from the rest of their houses */
    uint32_t changed;   /* digits, bit by bit, since the rules for houses saw them */
    int place, digit;   /* once it has guessed */
} State;

/* A way from a cell to a neighbour, and the cells that exceed, or stay under, the neighbour
   there. */
typedef struct {
    int lanes, bits;
    Board exceeding, under;
} Way;

enum {
    MOST_WAYS = 8,              /* four, each within a box and over its border */
    MOST_STATES = MOST_CELLS + 1 /* on the way down each guess decides a cell that was not */
};

struct Search {
    Progress progress;
    const Tables *tables;
    int size;
    bool has_boxes;
    uint8_t place_of[MOST_CELLS];
    Board cells;        /* all that there are */
    int way_count;
    Way ways[MOST_WAYS];
    Graph graph;
    State states[MOST_STATES];
};

struct Tables {
    Board peers[2][MOST_CELLS]; /* the others of a place's houses, without boxes and with */
};

static State *current(Search *search)
{
    return &search->states[search->progress.depth];
}

static uint32_t all_digits(const Search *search)
{
    return (UINT32_C(1) << search->size) - 1;
}

/* Leave a digit these of its places; whether some are gone. */
INLINE bool leave(State *state, int digit, Board places)
{
    const bool some = !is_empty(state->left[digit] & ~places);

    state->left[digit] &= places;
    state->changed |= (uint32_t)some << digit;
    return some;
}

/* ---- Rules ------------------------------------------------------------------------------ */

/* Cells with no candidate, or with several.  Digits that the grid does not have are looked at,
   too: their boards are empty, and a fixed number of turns is faster. */
INLINE Board several_left(const Search *search, const State *state, Board *none)
{
    Board some = EMPTY;
    Board several = EMPTY;

#pragma GCC unroll 16
    for (int digit = 0; digit < MOST_DIGITS; digit++) {
        several |= some & state->left[digit];
        some |= state->left[digit];
    }
    *none = some ^ search->cells;
    return several;
}

enum { DIGIT_BITS = 4 };

/* Take the digits of cells that have just been decided from the rest of their houses. */
INLINE void apply_fresh(const Search *search, State *state, Board fresh)
{
    const Board *peers = search->tables->peers[search->has_boxes];
    Board plane[DIGIT_BITS] = {EMPTY, EMPTY, EMPTY, EMPTY};
    uint16_t planes[DIGIT_BITS][LANES];
    uint64_t fours[4];

    state->placed |= fresh;
#pragma GCC unroll 16
    for (int digit = 0; digit < MOST_DIGITS; digit++)
        for (int i = 0; i < DIGIT_BITS; i++)
            if (digit >> i & 1)
                plane[i] |= state->left[digit];
    memcpy(planes, plane, sizeof planes);
    memcpy(fours, &fresh, sizeof fours);
    for (int four = 0; four < 4; four++)
        for (uint64_t word = fours[four]; word; word &= word - 1) {
            const int here = 64 * four + __builtin_ctzll(word);
            int digit = 0;
            for (int i = 0; i < DIGIT_BITS; i++)
                digit |= (planes[i][lane_of(here)] & bit_of(here) ? 1 : 0) << i;
            leave(state, digit, ~peers[here]);
        }
}

/* `false` when a cell has no candidate. */
INLINE bool apply_placed(const Search *search, State *state)
{
    for (;;) {
        Board none;
        const Board several = several_left(search, state, &none);
        if (!is_empty(none))
            return false;
        const Board fresh = search->cells & ~(several | state->placed);
        if (is_empty(fresh))
            return true;
        apply_fresh(search, state, fresh);
    }
}

/* Add to what goes of each digit, because of the neighbours that lie one way. */
INLINE void look_that_way(int size, const Way *way, const Board *none_below,
                          const Board *none_above, Board *gone)
{
    for (int digit = 0; digit < size; digit++) {
        Board below, above;
        /* Boards stand one after another in memory, so other rows of a board are there, and
           rubbish where there is no neighbour. */
        memcpy(&below, (const char *)&none_below[digit] + 2 * way->lanes, sizeof below);
        memcpy(&above, (const char *)&none_above[digit] + 2 * way->lanes, sizeof above);
        if (way->bits > 0) {
            below >>= way->bits;
            above >>= way->bits;
        } else {
            below <<= -way->bits;
            above <<= -way->bits;
        }
        gone[digit] |= (way->exceeding & below) | (way->under & above);
    }
}

/* A cell exceeds the lowest candidate of each lesser neighbour and stays under the highest of
   each greater one.  Whether that takes any. */
INLINE bool apply_relations(const Search *search, State *state)
{
    const int size = search->size;
    Board margins[2][MOST_DIGITS + 2]; /* something to read on either side */
    Board *none_below = margins[0] + 1;
    Board *none_above = margins[1] + 1;
    Board gone[MOST_DIGITS] = {EMPTY};
    bool some = false;

    none_below[-1] = none_above[-1] = none_below[size] = none_above[size] = EMPTY;
    none_below[0] = none_above[size - 1] = search->cells;
    for (int digit = 1; digit < size; digit++)
        none_below[digit] = none_below[digit - 1] & ~state->left[digit - 1];
    for (int digit = size - 1; digit; digit--)
        none_above[digit - 1] = none_above[digit] & ~state->left[digit];
    for (const Way *way = search->ways; way < search->ways + search->way_count; way++)
        look_that_way(size, way, none_below, none_above, gone);
    for (int digit = 0; digit < size; digit++)
        some |= leave(state, digit, ~gone[digit]);
    return some;
}

/* Of a digit, in the row or column and in the box of each place. */
typedef struct {
    Counts line, box;
    Board locked_out; /* what locked candidates forbid */
    Board bad;        /* where they forbid all of a box or line */
} Lines;

/* Look at a digit's *segments*, what a line and a box have in common.  A box with one segment
   locks the rest of the line out, and a line with one segment the rest of the box. */
INLINE Lines look_at_lines(Board board, Line line, Line other)
{
    const Counts cells = gathered_twice(counted(board), line.near);
    const Counts of_line = gathered_twice(counted(cells.one), line.far);
    const Counts of_box = gathered_twice(counted(cells.one), other.near);
    const Board only_of_line = cells.one & ~of_line.two;
    const Board only_of_box = cells.one & ~of_box.two;
    const Counts in_box = gathered_twice(counted(only_of_line), other.near);
    const Counts in_line = gathered_twice(counted(only_of_box), line.far);

    return (Lines){
        .line = {of_line.one, of_line.two | spread(cells.two, line.far), EMPTY},
        .box = {of_box.one, of_box.two | spread(cells.two, other.near), EMPTY},
        .locked_out = (in_box.one & ~only_of_line) | (in_line.one & ~only_of_box),
        .bad = in_box.two | in_line.two,
    };
}

/* Locked candidates, and the last places of a digit; `bad` grows by what contradicts. */
INLINE Board look_at_houses(const Search *search, State *state, int digit, Board *bad)
{
    const Board board = state->left[digit];

    if (!search->has_boxes) {
        const Counts row = gathered_twice(gathered_twice(counted(board), ROW.near), ROW.far);
        const Counts column =
            gathered_twice(gathered_twice(counted(board), COLUMN.near), COLUMN.far);
        *bad |= search->cells & ~(row.one & column.one);
        return board & ~(row.two & column.two);
    }
    const Lines rows = look_at_lines(board, ROW, COLUMN);
    const Lines columns = look_at_lines(board, COLUMN, ROW);
    *bad |= (search->cells & ~(rows.line.one & columns.line.one & rows.box.one)) |
            rows.bad | columns.bad;
    leave(state, digit, ~(rows.locked_out | columns.locked_out));
    return board & ~(rows.line.two & columns.line.two & rows.box.two);
}

/* The rules for houses, on the digits that have changed; `false` when a digit has no place or
   two digits have one place. */
INLINE bool apply_houses(const Search *search, State *state)
{
    Board bad = EMPTY;
    Board here = EMPTY;
    Board last[MOST_DIGITS];
    const uint32_t changed = state->changed;

    state->changed = 0;
    for (int digit = 0; digit < search->size; digit++) {
        last[digit] = EMPTY;
        if (!(changed >> digit & 1))
            continue;
        last[digit] = look_at_houses(search, state, digit, &bad) & ~state->placed;
        bad |= here & last[digit];
        here |= last[digit];
        if (!is_empty(bad))
            return false;
    }
    if (!is_empty(here))
        for (int digit = 0; digit < search->size; digit++)
            leave(state, digit, ~here | last[digit]);
    return true;
}

enum { ROUND = 512 }; /* the work of one round: it takes 0.2 to 0.4 µs on wide paths */

INLINE bool narrow_inline(Search *search)
{
    State *state = current(search);

    for (;;) {
        search->progress.work += ROUND;
        if (!apply_placed(search, state))
            return false;
        if (search->way_count && apply_relations(search, state))
            continue;
        if (!apply_houses(search, state))
            return false;
        if (!state->changed)
            return true;
    }
}

/* ---- The guess -------------------------------------------------------------------------- */

/* Places of a digit that has just two in a row, a column, a box. */
INLINE void find_pairs(Board board, bool has_boxes, Board pairs[3])
{
    const Counts in_row = gathered_twice(counted(board), ROW.near);
    const Counts in_column = gathered_twice(counted(board), COLUMN.near);
    const Counts row = gathered_twice(in_row, ROW.far);
    const Counts column = gathered_twice(in_column, COLUMN.far);
    const Counts box = gathered_twice(in_row, COLUMN.near);

    pairs[0] = board & row.two & ~row.three;
    pairs[1] = board & column.two & ~column.three;
    pairs[2] = has_boxes ? board & box.two & ~box.three : EMPTY;
}

/* Guess the first cell of some that has one of some digits, and the lowest of these;
   `false` when there is none. */
INLINE bool guess_among(State *state, int size, Board cells, const Board *digits)
{
    Board any = EMPTY;

    for (int digit = 0; digit < size; digit++)
        any |= digits[digit];
    any &= cells;
    if (is_empty(any))
        return false;
    state->place = first_of(any);
    state->digit = 0;
    while (!has(&digits[state->digit], state->place))
        state->digit++;
    return true;
}

enum { NUMBER_BITS = 5 }; /* of the number of candidates */

/* The cells with just so many candidates. */
INLINE Board with_number(Board cells, const Board bits[NUMBER_BITS], unsigned number)
{
    for (int i = 0; i < NUMBER_BITS; i++)
        cells &= number >> i & 1 ? bits[i] : ~bits[i];
    return cells;
}

/* Choose the guess of a state that is at its fixpoint and not solved; `_by_pairs` in cells.py
   says how. */
INLINE void guess_inline(Search *search)
{
    State *state = current(search);
    Board bits[NUMBER_BITS] = {EMPTY, EMPTY, EMPTY, EMPTY, EMPTY};
    Board in_houses[3][MOST_DIGITS]; /* a pair in so many, and one more */

    for (int digit = 0; digit < search->size; digit++) {
        Board pairs[3];
        Board carry = state->left[digit];
        for (int i = 0; i < NUMBER_BITS; i++) {
            const Board both = bits[i] & carry;
            bits[i] ^= carry;
            carry = both;
        }
        find_pairs(state->left[digit], search->has_boxes, pairs);
        in_houses[0][digit] = pairs[0] | pairs[1] | pairs[2];
        in_houses[1][digit] = (pairs[0] & pairs[1]) | ((pairs[0] | pairs[1]) & pairs[2]);
        in_houses[2][digit] = pairs[0] & pairs[1] & pairs[2];
    }
    Board cells = with_number(search->cells, bits, 2);
    if (is_empty(cells))
        cells = search->cells;
    for (int houses = 3; houses; houses--)
        if (guess_among(state, search->size, cells, in_houses[houses - 1]))
            return;
    unsigned number = 2;
    while (!guess_among(state, search->size, with_number(search->cells, bits, number),
                        state->left))
        number++;
}

/* ---- Paths ------------------------------------------------------------------------------ */

typedef struct {
    bool (*narrow)(Search *search);
    void (*guess)(Search *search);
} Path;

static bool narrow_portable(Search *search)
{
    return narrow_inline(search);
}

static void guess_portable(Search *search)
{
    guess_inline(search);
}

#if HAS_X86_PATHS

AVX2
static bool narrow_avx2(Search *search)
{
    return narrow_inline(search);
}

AVX2
static void guess_avx2(Search *search)
{
    guess_inline(search);
}

AVX512
static bool narrow_avx512(Search *search)
{
    return narrow_inline(search);
}

AVX512
static void guess_avx512(Search *search)
{
    guess_inline(search);
}

#endif /* HAS_X86_PATHS */

static const Path PATHS[] = {
    {narrow_portable, guess_portable},
#if HAS_X86_PATHS
    {narrow_avx2, guess_avx2},
    {narrow_avx512, guess_avx512},
#endif
};

/* ---- The search ------------------------------------------------------------------------- */

static Tables *new_tables(void)
{
    Tables *tables = calloc(1, sizeof *tables);

    for (int place = 0; tables && place < MOST_CELLS; place++)
        for (int other = 0; other < MOST_CELLS; other++) {
            const int apart = place ^ other; /* the steps between them */
            const bool in_line = apart < 0x10 || !(apart & 0x0F);
            const bool in_box = !(apart & 0xCC);
            if (other != place && in_line)
                add(&tables->peers[false][place], other);
            if (other != place && (in_line || in_box))
                add(&tables->peers[true][place], other);
        }
    return tables;
}

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

static bool narrow(Search *search)
{
    return PATHS[search->progress.task.path].narrow(search);
}

static bool is_solved(Search *search)
{
    Board none;

    return is_empty(several_left(search, current(search), &none));
}

/* How the first digit is written. */
static int first_symbol(const Search *search)
{
    return search->size < 10 ? '1' : 'A';
}

static void write_solution(Search *search, char *text)
{
    const State *state = current(search);
    const int first = first_symbol(search);

    for (size_t cell = 0; cell < search->progress.cells; cell++) {
        int digit = 0;
        while (!has(&state->left[digit], search->place_of[cell]))
            digit++;
        text[cell] = (char)(first + digit);
    }
}

static void go_down(Search *search)
{
    State *parent = current(search);
    State *child = parent + 1;
    Board others = ~EMPTY;

    PATHS[search->progress.task.path].guess(search);
    *child = *parent;
    take(&others, parent->place);
    for (int digit = 0; digit < search->size; digit++)
        if (digit != parent->digit)
            leave(child, digit, others);
}

static void turn_back(Search *search)
{
    State *state = current(search);

    take(&state->left[state->digit], state->place);
    state->changed |= UINT32_C(1) << state->digit;
}

/* ---- Puzzles ---------------------------------------------------------------------------- */

typedef struct {
    const char *at;
    Py_ssize_t size;
} Text;

/* What a puzzle is, as _lattice.pyi has it. */
typedef struct {
    int size, box_rows, box_columns;
    Text signs, givens, border_signs;
} Puzzle;

/* Lay the grid in the lattice; `false` when it does not fit. */
static bool lay_out(Search *search, const Puzzle *puzzle)
{
    const bool has_boxes = puzzle->box_rows || puzzle->box_columns;
    const int box_rows = has_boxes ? puzzle->box_rows : MOST_BOX;
    const int box_columns = has_boxes ? puzzle->box_columns : MOST_BOX;
    const int size = puzzle->size;

    if (size < 1 || size > MOST_DIGITS || box_rows < 1 || box_rows > MOST_BOX ||
        box_columns < 1 || box_columns > MOST_BOX ||
        (has_boxes && box_rows * box_columns != size))
        return false;
    search->size = size;
    search->has_boxes = has_boxes;
    search->cells = EMPTY;
    for (int cell = 0; cell < size * size; cell++) {
        const int row = cell / size;
        const int column = cell % size;
        const int lane = row / box_rows * MOST_BOX + row % box_rows;
        const int bit = column / box_columns * MOST_BOX + column % box_columns;
        search->place_of[cell] = (uint8_t)(LANES * lane + bit);
        add(&search->cells, search->place_of[cell]);
    }
    return true;
}

/* Read what the givens leave of the grid; `false` when there are other characters, or too many
   or too few. */
static bool read_givens(Search *search, State *state, const Text *givens)
{
    const int first = first_symbol(search);
    Board empty = EMPTY;

    if (givens->size != (Py_ssize_t)search->progress.cells)
        return false;
    memset(state->left, 0, sizeof state->left);
    for (size_t cell = 0; cell < search->progress.cells; cell++) {
        const int symbol = givens->at[cell];
        if (symbol == '.')
            add(&empty, search->place_of[cell]);
        else if (symbol >= first && symbol < first + search->size)
            add(&state->left[symbol - first], search->place_of[cell]);
        else
            return false;
    }
    for (int digit = 0; digit < search->size; digit++)
        state->left[digit] |= empty;
    return true;
}

/* The way from a place to that of a neighbour. */
static Way *way_between(Search *search, int from, int to)
{
    const int lanes = lane_of(to) - lane_of(from);
    const int bits = to % LANES - from % LANES;
    Way *way = search->ways;

    while (way < search->ways + search->way_count && (way->lanes != lanes || way->bits != bits))
        way++;
    if (way == search->ways + search->way_count) {
        *way = (Way){.lanes = lanes, .bits = bits};
        search->way_count++;
    }
    return way;
}

/* Read the signs of some places; `false` when there are other characters, or too many or too
   few. */
static bool read_signs(Search *search, const SignPlace *places, int count, const Text *signs)
{
    if (signs->size != count)
        return false;
    for (int i = 0; i < count; i++) {
        const char sign = signs->at[i];
        const bool is_less = sign == places[i].first_is_less;
        if (sign == '.')
            continue;
        if (!is_less && sign != places[i].second_is_less)
            return false;
        const int lesser = is_less ? places[i].first : places[i].second;
        const int greater = is_less ? places[i].second : places[i].first;
        const int low = search->place_of[lesser];
        const int high = search->place_of[greater];
        add(&way_between(search, low, high)->under, low);
        add(&way_between(search, high, low)->exceeding, high);
        relate(&search->graph, lesser, greater);
    }
    return true;
}

static bool read_relations(Search *search, const Puzzle *puzzle)
{
    const int size = search->size;
    SignPlace inside[MOST_SIGNS], border[MOST_SIGNS];
    const int count = find_signs(size, puzzle->box_rows, puzzle->box_columns, inside, border);

    search->way_count = 0;
    memset(&search->graph, 0, sizeof search->graph);
    return read_signs(search, inside, count, &puzzle->signs) &&
           read_signs(search, border, 2 * size * (size - 1) - count, &puzzle->border_signs);
}

/* Take from a state what the bounds of the relation graph forbid. */
static void apply_bounds(Search *search, State *state)
{
    const int size = search->size;
    uint8_t lowest[MOST_CELLS], lowest_from_top[MOST_CELLS];
    Houses houses = {.cells = size * size, .count = (search->has_boxes ? 3 : 2) * LANES};

    for (int cell = 0; cell < houses.cells; cell++) {
        const int row = search->place_of[cell] / LANES;
        const int column = search->place_of[cell] % LANES;
        add_cell(&houses.house[row], cell);
        add_cell(&houses.house[LANES + column], cell);
        add_cell(&houses.house[2 * LANES + row / MOST_BOX * MOST_BOX + column / MOST_BOX], cell);
    }
    find_lowest(&houses, &search->graph.lesser, &search->graph.greater, lowest);
    find_lowest(&houses, &search->graph.greater, &search->graph.lesser, lowest_from_top);
    for (int cell = 0; cell < houses.cells; cell++)
        for (int digit = 0; digit < size; digit++)
            if (digit + 1 < lowest[cell] || size - digit < lowest_from_top[cell])
                take(&state->left[digit], search->place_of[cell]);
    state->changed = all_digits(search);
}

/* Set a search to the first state of a puzzle; `false` with an exception when there is no such
   puzzle.  Most puzzles are decided at once; the bounds take longer than that. */
static bool begin(Search *search, const Puzzle *puzzle)
{
    State *state = &search->states[0];

    if (!lay_out(search, puzzle)) {
        PyErr_SetString(PyExc_ValueError, "no size up to 16 with boxes up to 4x4");
        return false;
    }
    restart(&search->progress, (size_t)(puzzle->size * puzzle->size));
    if (!read_givens(search, state, &puzzle->givens) || !read_relations(search, puzzle)) {
        PyErr_SetString(PyExc_ValueError, "not signs, givens and signs on borders of this size");
        return false;
    }
    state->placed = EMPTY;
    state->changed = all_digits(search);
    if (!search->way_count)
        return true;
    if (!narrow(search))
        memset(state->left, 0, sizeof state->left);
    else if (!is_solved(search))
        apply_bounds(search, state);
    return true;
}

/* ---- Python ----------------------------------------------------------------------------- */

PyDoc_STRVAR(search_doc,
"search(path, size, box_rows, box_columns, signs, givens, border_signs, limit, node_limit, "
"keep, /)\n--\n\n"
"Search one puzzle; see _lattice.pyi.");

static PyObject *py_search(PyObject *self, PyObject *args)
{
    Module *module = PyModule_GetState(self);
    Puzzle puzzle;
    Task task = {.seconds = 0};

    if (!PyArg_ParseTuple(args, "iiiis#s#s#O&O&p|d:search", &task.path, &puzzle.size,
                          &puzzle.box_rows, &puzzle.box_columns, &puzzle.signs.at,
                          &puzzle.signs.size, &puzzle.givens.at, &puzzle.givens.size,
                          &puzzle.border_signs.at, &puzzle.border_signs.size, to_uint64,
                          &task.limit, to_uint64, &task.node_limit, &task.keep, &task.seconds))
        return NULL;
    Search *search = take_search(module, &task);
    if (!search)
        return NULL;
    PyObject *result = begin(search, &puzzle) ? run_alone(search) : NULL;
    put_search(module, search);
    return result;
}

static PyMethodDef METHODS[] = {
    {"search", py_search, METH_VARARGS, search_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {
    {Py_mod_exec, (void *)exec_module},
    {0, NULL},
};

PyDoc_STRVAR(module_doc,
"The compiled form of the engine `cells` for other sizes; see _lattice.pyi.");

static struct PyModuleDef DEFINITION = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ineqsudoku.search._lattice",
    .m_doc = module_doc,
    .m_size = sizeof(Module),
    .m_methods = METHODS,
    .m_slots = SLOTS,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__lattice(void)
{
    return PyModuleDef_Init(&DEFINITION);
}

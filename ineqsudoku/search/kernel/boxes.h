/* The compiled form of the engine `boxes`; its Python twin boxes.py explains the method.

   For every puzzle both forms find the same solutions in the same order and count the same
   nodes.  Their data structures may differ, because the fixpoint of propagation does not depend
   on the order of work, and a guess depends on the fixpoint alone.  The Python form keeps the
   arrangements of a box as a bitset; this one keeps a list of their facts, which shrinks as
   arrangements are removed.

   Layers, from the bottom: arrangements.h; table_filter.h; pool.h; and here propagation, the guess,
   and puzzles as text. */

#ifndef INEQSUDOKU_BOXES_H
#define INEQSUDOKU_BOXES_H

#include <stdbool.h>

#include "pool.h"
#include "kernel.h"

/* ---- States ----------------------------------------------------------------------------- */

/* The values that the nine boxes still have, with an entry for each box.  Sets of boxes have
   box b at bit b. */
typedef struct {
    const Facts *live[BOXES]; /* list of the arrangements that are left */
    uint32_t count[BOXES];    /* their number */
    Facts facts[BOXES];       /* the union of their facts */
    uint16_t own;             /* boxes whose list belongs to this state alone */
    uint8_t box;              /* after a guess: its box and fact, */
    Facts fact;
    Mark mark; /* and the top of the pool before it */
} State;

enum {
    /* A box has at most 54 facts and at least 18; each guess on the way down removes one. */
    MOST_STATES = BOXES * (FACT_BITS - 18) + 1,
};

/* Mates of a box: the two others of its band (left, right) and of its stack (upper, lower). */
typedef struct {
    uint8_t left, right, upper, lower;
} Mates;

// clang-format off: a line for each band
static const Mates MATES_OF[BOXES] = {
    {1, 2, 3, 6}, {0, 2, 4, 7}, {0, 1, 5, 8},
    {4, 5, 0, 6}, {3, 5, 1, 7}, {3, 4, 2, 8},
    {7, 8, 0, 3}, {6, 8, 1, 4}, {6, 7, 2, 5},
};
// clang-format on

/* The two characters that each sign of a puzzle may be, first cell less and first cell greater;
   and for each box the indexes of its signs among the 108. */
typedef struct {
    char less[SIGNS];
    char greater[SIGNS];
    uint8_t of_box[BOXES][BOX_SIGNS];
} Signs;

typedef struct {
    Table arrangements;
    Signs signs;
} Tables;

typedef struct {
    Progress progress; /* `work` counts arrangements that are examined */
    const Tables *tables;
    const Path *path;
    Chunk *first;
    Mark top;
    State states[MOST_STATES];
} Search;

static State *current(Search *search)
{
    return &search->states[search->progress.depth];
}

enum { PASS_WORK = 64 }; /* the fixed cost of a pass, in arrangements */

/* Remove facts from a box by the table rule; `false` when no arrangement is left, or no memory
   (then `no_memory` is set). */
static bool take(Search *search, State *state, int box, Facts gone)
{
    const uint32_t count = state->count[box];
    const Facts *from = state->live[box];

    search->progress.work += count + PASS_WORK;
    if (state->own >> box & 1) {
        /* The list is in the pool, so it is ours to write to. */
        state->count[box] =
            search->path->filter(from, count, gone, (Facts *)from, &state->facts[box]);
    } else {
        Facts *to = room_at(&search->top, count);
        if (!to) {
            search->progress.no_memory = true;
            return false;
        }
        state->count[box] = search->path->filter(from, count, gone, to, &state->facts[box]);
        state->live[box] = to;
        state->own |= (uint16_t)(1 << box);
        search->top.top += room_for(state->count[box]);
    }
    return state->count[box] != 0;
}

/* The facts that the lines rule removes from a box: those of digits that the mates cannot have
   in the two other lines, one each. */
static Facts disallowed(const State *state, int box)
{
    const Mates *mates = &MATES_OF[box];
    const Facts one =
        (state->facts[mates->left] & ROW_FACTS) | (state->facts[mates->upper] & COLUMN_FACTS);
    const Facts other =
        (state->facts[mates->right] & ROW_FACTS) | (state->facts[mates->lower] & COLUMN_FACTS);
    const Facts allowed =
        (one_line_on(one) & two_lines_on(other)) | (two_lines_on(one) & one_line_on(other));
    return state->facts[box] & ~allowed;
}

/* Consecutive boxes are no mates, so that an examination need not wait for the previous pass. */
static const uint8_t DIAGONALLY[BOXES] = {0, 4, 8, 1, 5, 6, 2, 3, 7};

/* Every box is examined in every round: a branch that skips unaffected boxes would cost more than
   the examination.  The loop is unrolled so that each box has branches of its own to be
   predicted. */
static bool propagate(Search *search)
{
    State *state = current(search);
    Facts any_gone;

    search->progress.work += PASS_WORK;
    for (int box = 0; box < BOXES; box++)
        if (!state->count[box]) /* a form without arrangements */
            return false;
    do {
        any_gone = 0;
#if defined(__GNUC__)
#pragma GCC unroll 9
#endif
        for (int turn = 0; turn < BOXES; turn++) {
            const int box = DIAGONALLY[turn];
            const Facts gone = disallowed(state, box);
            if (gone && !take(search, state, box, gone))
                return false;
            any_gone |= gone;
        }
    } while (any_gone);
    return true;
}

/* ---- The guess -------------------------------------------------------------------------- */

static bool is_solved(Search *search)
{
    const State *state = current(search);

    for (int box = 0; box < BOXES; box++)
        if (state->count[box] > 1)
            return false;
    return true;
}

/* Of the facts that a box shares with one mate and that the third box of their line cannot have,
   record the one with the smallest share of pairs that remain. */
static void guess_between(State *state, Tally tallies[BOXES], int box, int mate, Facts shared,
                          double *least)
{
    /* Signed, because many machines convert only signed integers to double in one step. */
    const int64_t size = state->count[box];
    const int64_t mate_size = state->count[mate];
    const double pairs = (double)(size * mate_size);

    for (; shared; shared &= shared - 1) {
        const int place = place_of(lowest(shared));
        const int64_t here = tallies[box][place];
        const int64_t there = tallies[mate][place];
        const int64_t staying = here * (mate_size - there) + (size - here) * there;
        /* Both are below 2^53, so this is the quotient that the Python form gets. */
        const double share = (double)staying / pairs;
        if (share < *least) {
            *least = share;
            state->box = (uint8_t)box;
            state->fact = UINT64_C(1) << place;
        }
    }
}

/* Choose the guess of a state without such a fact. */
static void guess_in_smallest(State *state)
{
    uint32_t least = UINT32_MAX;

    for (int box = 0; box < BOXES; box++)
        if (state->count[box] > 1 && state->count[box] < least) {
            least = state->count[box];
            state->box = (uint8_t)box;
        }
    const Facts facts = state->facts[state->box];
    state->fact = lowest(facts & other_lines(facts));
}

/* Choose the guess of a state that is at its fixpoint and not solved, as `_guess` in boxes.py
   explains. */
static void guess(const Search *search, State *state)
{
    Facts eligible[BOXES];
    Tally tallies[BOXES];
    uint64_t most = 0;
    double least = 1.0;

    for (int box = 0; box < BOXES; box++)
        most += state->count[box];
    most /= 5;
    for (int box = 0; box < BOXES; box++) {
        /* A fact of a box with one arrangement is impossible in all others. */
        const bool is_eligible = state->count[box] > 1 && state->count[box] <= most;
        eligible[box] = is_eligible ? state->facts[box] : 0;
        if (is_eligible)
            search->path->tally(state->live[box], state->count[box], tallies[box]);
    }
    state->fact = 0;
    for (int box = 0; box < BOXES; box++) {
        const Mates *mates = &MATES_OF[box];
        const Facts *facts = state->facts;
        const Facts in_row = eligible[box] & ROW_FACTS;
        const Facts in_column = eligible[box] & COLUMN_FACTS;
        if (box < mates->left)
            guess_between(state, tallies, box, mates->left,
                          in_row & eligible[mates->left] & ~facts[mates->right], &least);
        if (box < mates->right)
            guess_between(state, tallies, box, mates->right,
                          in_row & eligible[mates->right] & ~facts[mates->left], &least);
        if (box < mates->upper)
            guess_between(state, tallies, box, mates->upper,
                          in_column & eligible[mates->upper] & ~facts[mates->lower], &least);
        if (box < mates->lower)
            guess_between(state, tallies, box, mates->lower,
                          in_column & eligible[mates->lower] & ~facts[mates->upper], &least);
    }
    if (!state->fact)
        guess_in_smallest(state);
}

/* A guessed fact is neither certain nor impossible, so both branches leave the box some
   arrangement. */
static void go_down(Search *search)
{
    State *parent = current(search);
    State *child = parent + 1;

    guess(search, parent);
    parent->mark = search->top;
    *child = *parent;
    child->own = 0;
    take(search, child, parent->box, other_lines(parent->fact));
}

static void turn_back(Search *search)
{
    State *state = current(search);

    search->top = state->mark;
    take(search, state, state->box, state->fact);
}

static void write_solution(Search *search, char *digits)
{
    const State *state = current(search);

    for (int box = 0; box < BOXES; box++) {
        const Facts facts = state->facts[box];
        char *corner = digits + box / 3 * 27 + box % 3 * 3;
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++)
                corner[9 * row + column] =
                    (char)('1' + place_of(facts >> LINE_BITS * row &
                                          facts >> (LINE_BITS * column + 9) & NINE));
    }
}

/* ---- Puzzles as text -------------------------------------------------------------------- */

static void list_signs(Signs *signs)
{
    SignPlace inside[SIGNS], border[BORDER_SIGNS];
    uint8_t count[BOXES] = {0};

    find_signs(inside, border);
    for (int i = 0; i < SIGNS; i++) {
        const int box = inside[i].first / 27 * 3 + inside[i].first % 9 / 3;
        signs->less[i] = inside[i].first_is_less;
        signs->greater[i] = inside[i].second_is_less;
        signs->of_box[box][count[box]++] = (uint8_t)i;
    }
}

static Tables *new_tables(void)
{
    Tables *tables = malloc(sizeof *tables);

    if (tables) {
        make_table(&tables->arrangements);
        list_signs(&tables->signs);
    }
    return tables;
}

static Search *new_search(const Tables *tables)
{
    Search *search = malloc(sizeof *search);
    Chunk *first = new_chunk(CHUNK_WORDS, NULL);

    if (!search || !first) {
        free(search);
        free(first);
        return NULL;
    }
    search->progress = (Progress){0};
    search->tables = tables;
    search->first = first;
    return search;
}

static void shrink(Search *search)
{
    forget_solutions(&search->progress);
    free_chunks(search->first->next);
    search->first->next = NULL;
}

static void free_search(Search *search)
{
    forget_solutions(&search->progress);
    free_chunks(search->first);
    free(search);
}

/* The signs and givens of a box. */
typedef struct {
    unsigned form;   /* the present signs; absent ones are 0 */
    unsigned absent; /* the absent signs */
    Facts given;     /* the facts of its givens */
} Box;

/* Give a box the arrangements of all full forms that agree with its signs; `false` without
   memory. */
static bool unite(Search *search, State *state, int box, const Box *printed)
{
    const Table *table = &search->tables->arrangements;
    unsigned more = 0;
    uint32_t count = 0;

    do {
        const unsigned form = printed->form | more;
        count += table->forms[form].size;
        more = (more - printed->absent) & printed->absent;
    } while (more);
    Facts *to = room_at(&search->top, count);
    if (!to) {
        search->progress.no_memory = true;
        return false;
    }
    state->live[box] = to;
    state->count[box] = count;
    state->facts[box] = 0;
    state->own |= (uint16_t)(1 << box);
    search->top.top += room_for(count);
    pad(to, count);
    do {
        const Form *form = &table->forms[printed->form | more];
        memcpy(to, table->all + form->start, form->size * sizeof *to);
        to += form->size;
        state->facts[box] |= form->facts;
        more = (more - printed->absent) & printed->absent;
    } while (more);
    return true;
}

/* Prefetch the beginning of a list of the table, which is seldom in the nearest cache; the
   hardware prefetches the rest. */
static inline void fetch(const Facts *list)
{
#if defined(__GNUC__)
    for (int line = 0; line < 4; line++)
        __builtin_prefetch(list + line * ALIGNMENT);
#else
    (void)list;
#endif
}

/* Give a box the arrangements that agree with its own signs and givens. */
static void fill(Search *search, State *state, int box, const Box *printed)
{
    const Table *table = &search->tables->arrangements;

    if (!printed->absent) {
        const Form *form = &table->forms[printed->form];
        state->live[box] = table->all + form->start;
        fetch(state->live[box]);
        state->count[box] = form->size;
        state->facts[box] = form->facts;
    } else if (!unite(search, state, box, printed)) {
        return;
    }
    if (printed->given)
        take(search, state, box, other_lines(printed->given));
}

/* Read 108 signs; `false` when there are other characters or signs of the wrong kind. */
static bool read_signs(const Signs *signs, const char *text, Box boxes[BOXES])
{
    uint32_t read[SIGNS]; /* bit 0: the first cell is greater; bit 16: the sign is absent */
    uint8_t known = 1;

    /* Compilers vectorise this loop as long as it does not separate the boxes. */
    for (int i = 0; i < SIGNS; i++) {
        const uint8_t is_absent = text[i] == '.';
        const uint8_t is_greater = text[i] == signs->greater[i];
        read[i] = (uint32_t)is_greater | (uint32_t)is_absent << 16;
        known &= (uint8_t)(is_absent | is_greater | (text[i] == signs->less[i]));
    }
    for (int box = 0; box < BOXES; box++) {
        uint32_t of_box = 0;
        for (int i = 0; i < BOX_SIGNS; i++)
            of_box |= read[signs->of_box[box][i]] << i;
        boxes[box] = (Box){.form = of_box & 0xFFFF, .absent = of_box >> 16};
    }
    return known;
}

/* Compilers vectorise this loop, as it has no early end. */
static bool is_blank(const char *text, int size)
{
    uint8_t blank = 1;

    for (int i = 0; i < size; i++)
        blank &= text[i] == '.';
    return blank;
}

/* Read 81 givens; `false` when there are characters other than 1-9 and '.'. */
static bool read_givens(const char *text, Box boxes[BOXES])
{
    for (int cell = 0; cell < CELLS; cell++) {
        if (text[cell] == '.')
            continue;
        if (text[cell] < '1' || text[cell] > '9')
            return false;
        const int row = cell / 9;
        const int column = cell % 9;
        const int digit = text[cell] - '1';
        boxes[row / 3 * 3 + column / 3].given |=
            row_fact(row % 3, digit) | column_fact(column % 3, digit);
    }
    return true;
}

/* Set a search to the first state of a puzzle. */
static void start(Search *search, const Box boxes[BOXES])
{
    State *state = &search->states[0];

    restart(&search->progress);
    search->path = &PATHS[search->progress.task.path];
    search->top = (Mark){search->first, 0};
    state->own = 0;
    for (int box = 0; box < BOXES; box++)
        fill(search, state, box, &boxes[box]);
}

#define REFUSAL "not 108 signs, 81 givens and no signs on borders of 9x9"

static bool begin(Search *search, const Puzzle *puzzle)
{
    Box boxes[BOXES];

    if (puzzle->signs.size != SIGNS || puzzle->givens.size != CELLS ||
        puzzle->border_signs.size != BORDER_SIGNS ||
        !is_blank(puzzle->border_signs.at, BORDER_SIGNS) ||
        !read_signs(&search->tables->signs, puzzle->signs.at, boxes) ||
        !(is_blank(puzzle->givens.at, CELLS) || read_givens(puzzle->givens.at, boxes)))
        return false;
    start(search, boxes);
    return true;
}

#endif

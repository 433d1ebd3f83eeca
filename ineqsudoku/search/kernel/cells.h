/* The compiled form of the engine `cells`; its Python twin cells.py explains the method, and
   propagation.py the rules.

   For every puzzle both forms find the same solutions in the same order and count the same
   nodes.  Their data structures may differ, because the rules only remove candidates, so the
   fixpoint does not depend on the order of work, and a guess depends on the fixpoint alone.  The
   Python form keeps the candidates of a cell together; this one keeps all places of a digit
   together, so that a rule is a few shifts for the whole grid.

   The rules are in propagation.h and houses.h.  Each path is a file of its own, compiled for its
   instructions.

   Layers, from the bottom: where things are in a grid; the search; bounds; puzzles as text. */

#ifndef INEQSUDOKU_CELLS_H
#define INEQSUDOKU_CELLS_H

#include "module.h"

#include "board.h"
#include "bounds.h"
#include "kernel.h"

/* ---- Where things are in a grid --------------------------------------------------------- */

typedef struct {
    uint8_t place_of[CELLS];
    uint8_t cell_of[PLACES];
    SignPlace sign[SIGNS], border_sign[BORDER_SIGNS];
    CellSet houses[HOUSES];
    Rules rules; /* those of a puzzle without relations */
} Tables;

/* Boxes come first, because they suffice for relations inside boxes. */
static void find_houses(CellSet houses[HOUSES])
{
    memset(houses, 0, HOUSES * sizeof *houses);
    for (int cell = 0; cell < CELLS; cell++) {
        const int row = cell / SIZE;
        const int column = cell % SIZE;
        add_cell(&houses[row / 3 * 3 + column / 3], cell);
        add_cell(&houses[SIZE + row], cell);
        add_cell(&houses[2 * SIZE + column], cell);
    }
}

static Tables *new_tables(void)
{
    Tables *tables = malloc(sizeof *tables);
    const Lane band = (Lane)1 << 31;

    if (!tables)
        return NULL;
    memset(tables, 0, sizeof *tables);
    for (int cell = 0; cell < CELLS; cell++) {
        const int place = place_of_cell(cell);
        tables->place_of[cell] = (uint8_t)place;
        tables->cell_of[place] = (uint8_t)cell;
        add(&tables->rules.cells, place);
    }
    for (int digit = 0; digit < SIZE; digit++)
        tables->rules.required[digit] = (Board){band, band, band, 0};
    find_signs(tables->sign, tables->border_sign);
    find_houses(tables->houses);
    return tables;
}

/* ---- The search ------------------------------------------------------------------------- */

/* The implementations of the rules, in the order of PATH_NAMES. */
static const Path *const PATHS[] = {
    &cells_portable,
#if HAS_X86_PATHS
    &cells_avx2,
    &cells_avx512,
#endif
};

/* Each guess on the way down decides the segment of a digit in a row or column, or the digit of a
   cell. */
enum { MOST_STATES = 2 * CELLS + 1 };

typedef struct {
    Progress progress;
    const Tables *tables;
    Rules rules;
    Graph graph;
    State states[MOST_STATES];
} Search;

static Search *new_search(const Tables *tables)
{
    Search *search = malloc(sizeof *search);

    if (search) {
        search->progress = (Progress){0};
        search->tables = tables;
        search->rules = tables->rules;
    }
    return search;
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

enum { ALL_DIGITS = (1 << SIZE) - 1 };

static State *current(Search *search)
{
    return &search->states[search->progress.depth];
}

static const Path *path_of(const Search *search)
{
    return PATHS[search->progress.task.path];
}

static bool propagate(Search *search)
{
    return path_of(search)->propagate(current(search), &search->rules, &search->progress.work);
}

static bool is_solved(Search *search)
{
    return current(search)->solved;
}

static void write_solution(Search *search, char *text)
{
    const uint8_t *cell_of = search->tables->cell_of;
    const State *state = current(search);

    for (int digit = 0; digit < SIZE; digit++) {
        uint64_t words[WORDS_OF_BOARD];
        memcpy(words, &state->left[digit], sizeof words);
        for (int i = 0; i < WORDS_OF_BOARD; i++)
            for (uint64_t word = words[i]; word; word &= word - 1)
                text[cell_of[64 * i + __builtin_ctzll(word)]] = (char)('1' + digit);
    }
}

static void go_down(Search *search)
{
    State *parent = current(search);
    State *child = parent + 1;

    path_of(search)->guess(parent, &search->rules);
    child->from = parent;
    child->lost_digit = parent->digit;
    child->lost = parent->elsewhere;
    child->lost_by_others = parent->in_cell ? parent->here : EMPTY;
    child->stale = parent->in_cell ? ALL_DIGITS : UINT32_C(1) << parent->digit;
}

static void turn_back(Search *search)
{
    State *state = current(search);

    state->from = state;
    state->lost_digit = state->digit;
    state->lost = state->here;
    state->lost_by_others = EMPTY;
    state->stale = UINT32_C(1) << state->digit;
}

/* Set a state to be propagated for the first time. */
static void begin_state(State *state)
{
    state->from = state;
    state->lost = state->lost_by_others = EMPTY;
    state->lost_digit = 0;
    state->placed = EMPTY;
    state->stale = ALL_DIGITS;
}

/* ---- Bounds ----------------------------------------------------------------------------- */

/* Remove the candidates that the bounds of the relation graph exclude. */
static void apply_bounds(Search *search, State *state)
{
    const Tables *tables = search->tables;
    const Graph *graph = &search->graph;
    uint8_t lowest[CELLS], lowest_from_top[CELLS];

    find_lowest(tables->houses, &graph->lesser, &graph->greater, lowest);
    find_lowest(tables->houses, &graph->greater, &graph->lesser, lowest_from_top);
    for (int cell = 0; cell < CELLS; cell++) {
        const int place = tables->place_of[cell];
        for (int i = 0; i < lowest[cell] - 1 && i < SIZE; i++)
            take(&state->left[i], place);
        for (int i = 0; i < lowest_from_top[cell] - 1 && i < SIZE; i++)
            take(&state->left[SIZE - 1 - i], place);
    }
}

/* ---- Puzzles as text -------------------------------------------------------------------- */

/* The index of the first character at or after `from` that is not '.'; the size if none is. */
static int next_printed(const Text *text, int from)
{
    const int size = (int)text->size;

    for (; from + 8 <= size; from += 8) {
        uint64_t eight;
        memcpy(&eight, text->at + from, sizeof eight);
        eight ^= UINT64_C(0x2E2E2E2E2E2E2E2E); /* eight '.' */
        if (eight)
            return from + __builtin_ctzll(eight) / 8;
    }
    while (from < size && text->at[from] == '.')
        from++;
    return from;
}

/* Read the givens into the first state; `false` when there are other characters, or too many or
   too few. */
static bool read_givens(const Search *search, const Text *givens, State *state)
{
    const uint8_t *place_of = search->tables->place_of;
    Board empty = search->rules.cells;
    uint8_t printed[CELLS];
    int count = 0;

    if (givens->size != CELLS)
        return false;
    memset(state->left, 0, sizeof state->left);
    for (int cell = 0; cell < CELLS; cell++) {
        printed[count] = (uint8_t)cell;
        count += givens->at[cell] != '.'; /* a branch would mispredict */
    }
    for (int i = 0; i < count; i++) {
        const int cell = printed[i];
        const int digit = givens->at[cell] - '1';
        if (digit < 0 || digit >= SIZE)
            return false;
        add(&state->left[digit], place_of[cell]);
        take(&empty, place_of[cell]);
    }
    for (int digit = 0; digit < SIZE; digit++)
        state->left[digit] |= empty;
    return true;
}

/* The way from a place to that of a neighbour. */
static Way *way_between(Rules *rules, int from, int to)
{
    Way *way = rules->ways;

    while (way < rules->ways + rules->way_count && way->distance != to - from)
        way++;
    if (way == rules->ways + rules->way_count) {
        *way = (Way){.distance = to - from};
        rules->way_count++;
    }
    way->leaves_word |= from / 64 != to / 64;
    return way;
}

/* Read the signs of some places; `false` when there are other characters, or too many or too
   few. */
static bool read_signs(Search *search, const SignPlace *places, int count, const Text *signs)
{
    const uint8_t *place_of = search->tables->place_of;

    if (signs->size != count)
        return false;
    for (int i = next_printed(signs, 0); i < count; i = next_printed(signs, i + 1)) {
        const bool is_less = signs->at[i] == places[i].first_is_less;
        if (!is_less && signs->at[i] != places[i].second_is_less)
            return false;
        const int lesser = is_less ? places[i].first : places[i].second;
        const int greater = is_less ? places[i].second : places[i].first;
        const int low = place_of[lesser];
        const int high = place_of[greater];
        add(&way_between(&search->rules, low, high)->under, low);
        add(&way_between(&search->rules, high, low)->exceeding, high);
        relate(&search->graph, lesser, greater);
    }
    return true;
}

/* Set the order of ties, as `in_order` in cells.py does. */
static void set_order(Rules *rules, uint64_t seed)
{
    const int first_cell = (int)(seed % CELLS) * 50 % CELLS;

    rules->has_other_order = seed != 0;
    rules->first_digit = (int)(seed % SIZE) * 2 % SIZE;
    rules->first_cells = rules->cells;
    for (int cell = 0; cell < first_cell; cell++)
        take(&rules->first_cells, place_of_cell(cell));
}

#define REFUSAL "not 108 signs, 81 givens and 36 signs on borders of 9x9"

/* The bounds take longer than propagation, which decides most puzzles at once. */
static bool begin(Search *search, const Puzzle *puzzle)
{
    const Tables *tables = search->tables;
    Rules *rules = &search->rules;
    State *state = &search->states[0];

    restart(&search->progress);
    begin_state(state);
    rules->way_count = 0;
    set_order(rules, search->progress.task.seed);
    forget_relations(&search->graph);
    if (!read_signs(search, tables->sign, SIGNS, &puzzle->signs) ||
        !read_signs(search, tables->border_sign, BORDER_SIGNS, &puzzle->border_signs) ||
        !read_givens(search, &puzzle->givens, state))
        return false;
    if (!rules->way_count)
        return true;
    if (!propagate(search))
        memset(state->left, 0, sizeof state->left);
    else if (!is_solved(search))
        apply_bounds(search, state);
    begin_state(state);
    return true;
}

#endif

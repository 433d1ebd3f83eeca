/* The compiled form of the engine `cells`; its Python twin cells.py explains the method, and
   propagation.py the rules.

   For every puzzle both forms find the same solutions in the same order and count the same
   nodes.  Their data structures may differ, because the rules only remove candidates, so the
   fixpoint does not depend on the order of work, and a guess depends on the fixpoint alone.  The
   Python form keeps the candidates of a cell together; this one keeps all places of a digit
   together, so that a rule is a few shifts for the whole grid.

   One source serves two widths of boards: _cells.c includes nine.h before this, and _lattice.c
   includes lattice.h.  The rules are in propagation.h; their parts that depend on the width are in
   nine_rules.h and lattice_rules.h.  Each path is a file of its own, compiled for its
   instructions.

   Layers, from the bottom: where things are in a grid; the search; bounds; puzzles as text. */

#ifndef INEQSUDOKU_CELLS_H
#define INEQSUDOKU_CELLS_H

#include "module.h"

#include "board.h"
#include "bounds.h"
#include "progress.h"
#include "puzzle.h"

/* ---- Where things are in a grid --------------------------------------------------------- */

typedef struct {
    int size;
    int box_rows, box_columns; /* 0 without boxes */
    int cells, signs, border_signs;
    uint8_t place_of[MOST_CELLS];
    uint8_t cell_of[PLACES];
    SignPlace sign[MOST_SIGNS], border_sign[MOST_SIGNS];
    Houses houses;
} Geometry;

/* Boxes come first, because they suffice for relations inside boxes. */
static void find_houses(Geometry *geometry)
{
    const int size = geometry->size;
    const bool has_boxes = geometry->box_rows;
    CellSet *boxes = geometry->houses.house;
    CellSet *rows = boxes + (has_boxes ? size : 0);
    CellSet *columns = rows + size;

    memset(&geometry->houses, 0, sizeof geometry->houses);
    geometry->houses.cells = geometry->cells;
    geometry->houses.count = (has_boxes ? 3 : 2) * size;
    for (int cell = 0; cell < geometry->cells; cell++) {
        const int row = cell / size;
        const int column = cell % size;
        if (has_boxes)
            add_cell(&boxes[row / geometry->box_rows * geometry->box_rows +
                            column / geometry->box_columns],
                     cell);
        add_cell(&rows[row], cell);
        add_cell(&columns[column], cell);
    }
}

/* Lay out a grid, whose size must fit. */
static void lay_out(Geometry *geometry, Rules *rules, int size, int box_rows, int box_columns)
{
    *rules = (Rules){.size = size, .box_rows = box_rows, .box_columns = box_columns};
    *geometry = (Geometry){
        .size = size,
        .box_rows = box_rows,
        .box_columns = box_columns,
        .cells = size * size,
    };
    for (int cell = 0; cell < geometry->cells; cell++) {
        const int place = place_of_cell(cell / size, cell % size, box_rows, box_columns);
        geometry->place_of[cell] = (uint8_t)place;
        geometry->cell_of[place] = (uint8_t)cell;
        add(&rules->cells, place);
    }
    for (int digit = 0; digit < size; digit++)
        put_required(&rules->required[digit], &rules->cells);
    geometry->signs =
        find_signs(size, box_rows, box_columns, geometry->sign, geometry->border_sign);
    geometry->border_signs = 2 * size * (size - 1) - geometry->signs;
    find_houses(geometry);
}

/* ---- The search ------------------------------------------------------------------------- */

typedef struct {
    /* Those of the largest grid, with which a search begins. */
    Geometry geometry;
    Rules rules;
} Tables;

/* Each guess on the way down decides the segment of a digit in a row or column, or the digit of a
   cell. */
enum { MOST_STATES = 2 * MOST_CELLS + 1 };

typedef struct {
    Progress progress;
    Geometry geometry;
    Rules rules;
    Graph graph;
    State states[MOST_STATES];
} Search;

static Tables *new_tables(void)
{
    Tables *tables = malloc(sizeof *tables);

    if (tables)
        lay_out(&tables->geometry, &tables->rules, MOST_SIZE, MOST_BOX, MOST_BOX);
    return tables;
}

static Search *new_search(const Tables *tables)
{
    Search *search = malloc(sizeof *search);

    if (search) {
        search->progress = (Progress){0};
        search->geometry = tables->geometry;
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

enum { ALL_DIGITS = (1 << MOST_SIZE) - 1 };

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

/* The character of the first digit. */
static int first_symbol(const Geometry *geometry)
{
    return geometry->size < 10 ? '1' : 'A';
}

static void write_solution(Search *search, char *text)
{
    const Geometry *geometry = &search->geometry;
    const State *state = current(search);

    for (int digit = 0; digit < geometry->size; digit++) {
        const char symbol = (char)(first_symbol(geometry) + digit);
        uint64_t words[WORDS_OF_BOARD];
        memcpy(words, &state->left[digit], sizeof words);
        for (int i = 0; i < WORDS_OF_BOARD; i++)
            for (uint64_t word = words[i]; word; word &= word - 1)
                text[geometry->cell_of[64 * i + __builtin_ctzll(word)]] = symbol;
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
    const Geometry *geometry = &search->geometry;
    const Graph *graph = &search->graph;
    uint8_t lowest[MOST_CELLS], lowest_from_top[MOST_CELLS];

    find_lowest(&geometry->houses, &graph->lesser, &graph->greater, lowest);
    find_lowest(&geometry->houses, &graph->greater, &graph->lesser, lowest_from_top);
    for (int cell = 0; cell < geometry->cells; cell++) {
        const int place = geometry->place_of[cell];
        for (int i = 0; i < lowest[cell] - 1 && i < geometry->size; i++)
            take(&state->left[i], place);
        for (int i = 0; i < lowest_from_top[cell] - 1 && i < geometry->size; i++)
            take(&state->left[geometry->size - 1 - i], place);
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
    const Geometry *geometry = &search->geometry;
    const int first = first_symbol(geometry);
    Board empty = search->rules.cells;
    uint8_t printed[MOST_CELLS];
    int count = 0;

    if (givens->size != geometry->cells)
        return false;
    memset(state->left, 0, sizeof state->left);
    for (int cell = 0; cell < geometry->cells; cell++) {
        printed[count] = (uint8_t)cell;
        count += givens->at[cell] != '.'; /* a branch would mispredict */
    }
    for (int i = 0; i < count; i++) {
        const int cell = printed[i];
        const int digit = givens->at[cell] - first;
        if (digit < 0 || digit >= geometry->size)
            return false;
        add(&state->left[digit], geometry->place_of[cell]);
        take(&empty, geometry->place_of[cell]);
    }
    for (int digit = 0; digit < geometry->size; digit++)
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
    const uint8_t *place_of = search->geometry.place_of;

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

/* Lay out a grid, unless the last puzzle had such a grid; `false` when no boards have its size. */
static bool fit(Search *search, const Puzzle *puzzle)
{
    Geometry *geometry = &search->geometry;

    if (!has_boards(puzzle->size, puzzle->box_rows, puzzle->box_columns))
        return false;
    if (puzzle->size != geometry->size || puzzle->box_rows != geometry->box_rows ||
        puzzle->box_columns != geometry->box_columns)
        lay_out(geometry, &search->rules, puzzle->size, puzzle->box_rows, puzzle->box_columns);
    return true;
}

/* The bounds take longer than propagation, which decides most puzzles at once. */
static bool begin(Search *search, const Puzzle *puzzle)
{
    const Geometry *geometry = &search->geometry;
    Rules *rules = &search->rules;
    State *state = &search->states[0];

    if (!fit(search, puzzle))
        return false;

    restart(&search->progress, (size_t)geometry->cells);
    begin_state(state);
    rules->way_count = 0;
    forget_relations(&search->graph);
    if (!read_signs(search, geometry->sign, geometry->signs, &puzzle->signs) ||
        !read_signs(search, geometry->border_sign, geometry->border_signs, &puzzle->border_signs) ||
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

/* The compiled form of the search that learns; its Python twin learning.py explains the method.

   Both forms find the same solutions in the same order and count the same nodes.  What is learned
   depends on the order in which consequences are found, so both have the same order of clauses.

   Layers, from the bottom: literals; clauses; propagation; guesses; learning; puzzles as text. */

#ifndef INEQSUDOKU_LEARNING_H
#define INEQSUDOKU_LEARNING_H

#include "module.h"

#include <string.h>

#include "paths.h"
#include "progress.h"
#include "puzzle.h"

enum {
    PEERS = 20, /* the cells that share a house with a cell */
    MOST_IMPLIED = 7,
    DIGITS = CELLS * SIZE, /* the first variables, those of cells and digits */
    VARIABLES = 2 * DIGITS,
    ALL_LITERALS = 2 * VARIABLES,
    RESTART = 1000,
    MOST_LEARNED = 2000,
    MORE_LEARNED = 500,
};

#define REFUSAL "not 108 signs, 81 givens and 36 signs on borders of 9x9"

/* A clause in the list of all clauses, which is an array of numbers:

       size  permanent  next  next  literal  literal  literal  ...
                           |     |
                           |     +-> the next clause that watches the second literal
                           +-------> the next clause that watches the first literal

   Clauses are named by their place in the array.  It begins with `FIRST_CLAUSE` unused numbers, so
   that no clause has the number of a literal. */
enum { LENGTH, PERMANENT, NEXT, LITERALS = NEXT + 2, FIRST_CLAUSE = ALL_LITERALS };

/* Why a literal is true: the clause whose other literals are false, or the literal that implies
   it. */
typedef int Reason;

enum { NO_REASON = -1 };

typedef struct {
    Progress progress; /* its depth is the number of guesses */

    uint8_t peer_count[CELLS], peers[CELLS][PEERS];
    uint8_t implied_count[ALL_LITERALS];
    uint16_t implied[ALL_LITERALS][MOST_IMPLIED];

    int *clauses;
    int end, room, first_learned;
    int learned_count, most_learned;
    int watching[ALL_LITERALS]; /* the first clause that watches a literal; 0 if none does */

    int8_t value[ALL_LITERALS]; /* 1 if true, -1 if false, else 0 */
    int level[VARIABLES];       /* the number of guesses before and with it */
    Reason reason[VARIABLES];
    int trail[VARIABLES]; /* the true literals in order */
    int trail_size, propagated;
    int guess[DIGITS + 1]; /* the places of the guesses on the trail */
    bool refuted;          /* by two givens or signs */
    Reason conflict;       /* none, a clause, or a literal that is false although ... */
    int cause;             /* ... this literal implies it */

    /* The variables of digits by the time when they last were part of a conflict, in a circle.
       Number DIGITS stands between the newest and the oldest one. */
    int older[DIGITS + 1], newer[DIGITS + 1];
    uint64_t time[DIGITS];
    uint64_t now;
    int choice; /* all newer ones have values */

    uint64_t conflicts;
    bool seen[VARIABLES];
    int learned[VARIABLES];
    uint64_t touched[DIGITS]; /* variables of digits, below their times */
} Search;

/* There are no tables. */
typedef char Tables;

static Tables *new_tables(void)
{
    return malloc(sizeof(Tables));
}

static Search *new_search(const Tables *tables)
{
    (void)tables;
    return calloc(1, sizeof(Search));
}

static void shrink(Search *search)
{
    forget_solutions(&search->progress);
    free(search->clauses);
    search->clauses = NULL;
    search->room = 0;
}

static void free_search(Search *search)
{
    shrink(search);
    free(search);
}

/* ---- Literals --------------------------------------------------------------------------- */

static int negated(int literal)
{
    return literal ^ 1;
}

static int variable_of(int literal)
{
    return literal / 2;
}

/* "The cell has the digit." */
static int has_digit(int cell, int digit)
{
    return 2 * (SIZE * cell + digit);
}

/* "The cell has the digit or a higher one." */
static int has_at_least(int cell, int digit)
{
    return 2 * (DIGITS + SIZE * cell + digit);
}

static void assign(Search *search, int literal, Reason reason)
{
    const int variable = variable_of(literal);

    search->value[literal] = 1;
    search->value[negated(literal)] = -1;
    search->level[variable] = search->progress.depth;
    search->reason[variable] = reason;
    search->trail[search->trail_size++] = literal;
}

/* Assign a literal that holds in every solution. */
static void fix(Search *search, int literal)
{
    if (search->value[literal] < 0)
        search->refuted = true;
    else if (!search->value[literal])
        assign(search, literal, NO_REASON);
}

/* ---- Clauses ---------------------------------------------------------------------------- */

/* Add the clause of two literals: each is implied by the negation of the other. */
static void add_pair(Search *search, int one, int other)
{
    const int from = negated(one);
    const int from_other = negated(other);

    search->implied[from][search->implied_count[from]++] = (uint16_t)other;
    search->implied[from_other][search->implied_count[from_other]++] = (uint16_t)one;
}

static void watch(Search *search, int clause)
{
    int *parts = search->clauses + clause;

    for (int i = 0; i < 2; i++) {
        int *first = &search->watching[parts[LITERALS + i]];
        parts[NEXT + i] = *first;
        *first = clause;
    }
}

/* Add a clause of several literals. */
static int add_clause(Search *search, const int *literals, int length, bool permanent)
{
    const int clause = search->end;

    if (search->room - clause < LITERALS + length) {
        const int room = search->room ? 2 * search->room : 4 * FIRST_CLAUSE;
        int *clauses =
            room <= 1 << 29 ? realloc(search->clauses, (size_t)room * sizeof *clauses) : NULL;
        if (!clauses) {
            search->progress.no_memory = true;
            return NO_REASON;
        }
        search->clauses = clauses;
        search->room = room;
    }
    int *parts = search->clauses + clause;
    parts[LENGTH] = length;
    parts[PERMANENT] = permanent;
    memcpy(parts + LITERALS, literals, (size_t)length * sizeof *literals);
    search->end += LITERALS + length;
    watch(search, clause);
    return clause;
}

/* Forget the older half of the learned clauses, except those that exclude solutions. */
static void forget(Search *search)
{
    int *clauses = search->clauses;
    const int end = search->end;
    const int old = search->learned_count / 2;
    int number = 0;

    search->end = search->first_learned;
    for (int clause = search->end, next; clause < end; clause = next) {
        const int size = LITERALS + clauses[clause + LENGTH];
        next = clause + size;
        if (number++ >= old || clauses[clause + PERMANENT]) {
            memmove(clauses + search->end, clauses + clause, (size_t)size * sizeof *clauses);
            search->end += size;
        } else {
            search->learned_count--;
        }
    }
    memset(search->watching, 0, sizeof search->watching);
    for (int clause = FIRST_CLAUSE; clause < search->end;
         clause += LITERALS + clauses[clause + LENGTH])
        watch(search, clause);
}

/* ---- Propagation ------------------------------------------------------------------------ */

/* Assign the literal that another one implies; `false` if it is false. */
static inline bool derive(Search *search, int literal, int cause)
{
    if (search->value[literal] < 0) {
        search->conflict = literal;
        search->cause = cause;
        return false;
    }
    if (!search->value[literal])
        assign(search, literal, cause);
    return true;
}

/* Visit the clauses that watch a literal which has become false; `false` if one has only false
   literals.  A clause watches its first two literals. */
static bool visit_clauses(Search *search, int gone)
{
    int *link = &search->watching[gone];
    uint64_t work = 0;
    bool holds = true;

    while (*link && holds) {
        const int clause = *link;
        int *parts = search->clauses + clause;
        int *literals = parts + LITERALS;
        if (literals[0] == gone) {
            const int next = parts[NEXT];
            parts[NEXT] = parts[NEXT + 1];
            parts[NEXT + 1] = next;
            literals[0] = literals[1];
            literals[1] = gone;
        }
        const int other = literals[0];
        int i = 2;
        if (search->value[other] <= 0)
            while (i < parts[LENGTH] && search->value[literals[i]] < 0)
                i++;
        work += 4 + (uint64_t)i;
        if (search->value[other] <= 0 && i < parts[LENGTH]) {
            int *first = &search->watching[literals[i]];
            literals[1] = literals[i];
            literals[i] = gone;
            *link = parts[NEXT + 1];
            parts[NEXT + 1] = *first;
            *first = clause;
            continue;
        }
        if (search->value[other] < 0) {
            search->conflict = clause;
            holds = false;
        } else if (!search->value[other]) {
            assign(search, other, clause);
        }
        link = &parts[NEXT + 1];
    }
    search->progress.work += work;
    return holds;
}

static bool propagate(Search *search)
{
    if (search->refuted)
        return false;
    search->conflict = NO_REASON;
    while (search->propagated < search->trail_size) {
        const int literal = search->trail[search->propagated++];
        const int variable = variable_of(literal);
        for (int i = 0; i < search->implied_count[literal]; i++)
            if (!derive(search, search->implied[literal][i], literal))
                return false;
        if (variable < DIGITS && literal % 2 == 0) {
            const int cell = variable / SIZE;
            const int digit = variable % SIZE;
            for (int i = 0; i < search->peer_count[cell]; i++)
                if (!derive(search, negated(has_digit(search->peers[cell][i], digit)), literal))
                    return false;
            search->progress.work += 40;
        }
        search->progress.work += 10;
        if (!visit_clauses(search, negated(literal)))
            return false;
    }
    return true;
}

static bool is_solved(Search *search)
{
    return search->trail_size == VARIABLES;
}

/* ---- Guesses ---------------------------------------------------------------------------- */

static void write_solution(Search *search, char *text)
{
    for (int cell = 0; cell < CELLS; cell++) {
        int digit = 0;
        while (search->value[has_digit(cell, digit)] < 0)
            digit++;
        text[cell] = (char)('1' + digit);
    }
}

/* `do_node` increases the depth after this, so the guess gets its level here. */
static void go_down(Search *search)
{
    do
        search->choice = search->older[search->choice];
    while (search->value[2 * search->choice]);
    search->guess[search->progress.depth] = search->trail_size;
    assign(search, 2 * search->choice, NO_REASON);
    search->level[search->choice] = search->progress.depth + 1;
}

/* Withdraw all guesses but the first `depth` ones. */
static void withdraw(Search *search, int depth)
{
    const int size = search->guess[depth];

    while (search->trail_size > size) {
        const int literal = search->trail[--search->trail_size];
        search->value[literal] = search->value[negated(literal)] = 0;
    }
    search->propagated = size;
    search->progress.depth = depth;
    search->choice = DIGITS;
}

/* ---- Learning --------------------------------------------------------------------------- */

/* The false literals because of which a literal is true; `other` has room for one. */
static const int *causes(const Search *search, int literal, int *other, int *count)
{
    const Reason reason = search->reason[variable_of(literal)];

    if (reason < FIRST_CLAUSE) {
        *other = negated(reason);
        *count = reason != NO_REASON;
        return other;
    }
    *count = search->clauses[reason + LENGTH] - 1;
    return search->clauses + reason + LITERALS + 1;
}

/* Whether a literal of a clause follows from its other literals. */
static bool is_redundant(const Search *search, int literal)
{
    int other, count;
    const int *literals = causes(search, literal, &other, &count);

    for (int i = 0; i < count; i++) {
        const int variable = variable_of(literals[i]);
        if (!search->seen[variable] && search->level[variable])
            return false;
    }
    return count > 0;
}

static int by_time(const void *one, const void *other)
{
    const uint64_t first = *(const uint64_t *)one;
    const uint64_t second = *(const uint64_t *)other;

    return (first > second) - (first < second);
}

/* Make the touched variables the newest ones. */
static void renew(Search *search, int touched_count)
{
    int *older = search->older;
    int *newer = search->newer;

    qsort(search->touched, (size_t)touched_count, sizeof search->touched[0], by_time);
    for (int i = 0; i < touched_count; i++) {
        const int variable = (int)(search->touched[i] % DIGITS);
        newer[older[variable]] = newer[variable];
        older[newer[variable]] = older[variable];
        older[variable] = older[DIGITS];
        newer[variable] = DIGITS;
        newer[older[variable]] = older[DIGITS] = variable;
        search->time[variable] = ++search->now;
    }
}

/* Learn a clause from a conflict at a depth.  Returns its length. */
static int learn_from_conflict(Search *search, int depth)
{
    int pair[2] = {search->conflict, negated(search->cause)};
    const int *literals = pair;
    int count = 2, length = 1, open = 0, touched_count = 0;
    int place = search->trail_size, literal, other;

    if (search->conflict >= FIRST_CLAUSE) {
        literals = search->clauses + search->conflict + LITERALS;
        count = search->clauses[search->conflict + LENGTH];
    }
    for (;;) {
        for (int i = 0; i < count; i++) {
            const int variable = variable_of(literals[i]);
            if (search->seen[variable] || !search->level[variable])
                continue;
            search->seen[variable] = true;
            if (variable < DIGITS)
                search->touched[touched_count++] =
                    DIGITS * search->time[variable] + (uint64_t)variable;
            if (search->level[variable] == depth)
                open++;
            else
                search->learned[length++] = literals[i];
        }
        search->progress.work += 10 + 2 * (uint64_t)count;
        do
            literal = search->trail[--place];
        while (!search->seen[variable_of(literal)]);
        if (--open == 0)
            break;
        literals = causes(search, literal, &other, &count);
    }
    search->learned[0] = negated(literal);
    int needed = 1;
    for (int i = 1; i < length; i++)
        if (!is_redundant(search, search->learned[i]))
            search->learned[needed++] = search->learned[i];
    memset(search->seen, 0, sizeof search->seen);
    renew(search, touched_count);
    return needed;
}

/* Make a clause of the negated guesses, the last one first.  Returns its length. */
static int exclude_solution(Search *search, int depth)
{
    for (int i = 0; i < depth; i++)
        search->learned[i] = negated(search->trail[search->guess[depth - 1 - i]]);
    return depth;
}

/* Move the literal of the highest level behind the first one.  Returns its level. */
static int find_level(Search *search, int length)
{
    int *learned = search->learned;
    int highest = 0;

    for (int i = 1; i < length; i++) {
        const int literal = learned[i];
        const int level = search->level[variable_of(literal)];
        if (level > highest) {
            highest = level;
            learned[i] = learned[1];
            learned[1] = literal;
        }
    }
    return highest;
}

/* Learn a clause, and withdraw guesses until all its literals but the first one are false.  After
   every `RESTART` conflicts, withdraw all guesses. */
static void turn_back(Search *search)
{
    const bool solved = search->conflict == NO_REASON;
    const int depth = search->progress.depth + 1;
    const int length =
        solved ? exclude_solution(search, depth) : learn_from_conflict(search, depth);
    const int level = find_level(search, length);
    const bool restarts = !solved && ++search->conflicts % RESTART == 0;
    Reason reason = NO_REASON;

    withdraw(search, restarts ? 0 : level);
    if (length > 1) {
        reason = add_clause(search, search->learned, length, solved);
        search->learned_count++;
    }
    if (search->progress.depth == level)
        assign(search, search->learned[0], reason);
    if (restarts && search->learned_count > search->most_learned) {
        forget(search);
        search->most_learned += MORE_LEARNED;
    }
}

/* ---- Puzzles as text -------------------------------------------------------------------- */

/* Set the empty search; its cells and houses are added later. */
static void clear(Search *search)
{
    restart(&search->progress);
    memset(search->peer_count, 0, sizeof search->peer_count);
    memset(search->implied_count, 0, sizeof search->implied_count);
    memset(search->watching, 0, sizeof search->watching);
    memset(search->value, 0, sizeof search->value);
    search->end = FIRST_CLAUSE;
    search->learned_count = 0;
    search->most_learned = MOST_LEARNED;
    search->trail_size = search->propagated = 0;
    search->refuted = false;
    search->conflicts = 0;
    search->choice = DIGITS;
    for (int variable = 0; variable < DIGITS; variable++) {
        search->older[variable + 1] = variable;
        search->newer[variable] = variable + 1;
        search->time[variable] = (uint64_t)variable;
    }
    search->older[0] = DIGITS;
    search->newer[DIGITS] = 0;
    search->now = DIGITS;
}

/* A cell has a digit if it has that digit or a higher one, but no higher one. */
static void add_cell(Search *search, int cell)
{
    const int last = SIZE - 1;

    fix(search, has_at_least(cell, 0));
    for (int digit = 0; digit <= last; digit++) {
        const int clause[] = {
            has_digit(cell, digit),
            negated(has_at_least(cell, digit)),
            has_at_least(cell, digit + 1),
        };
        add_pair(search, negated(clause[0]), negated(clause[1]));
        if (digit < last) {
            add_pair(search, negated(clause[0]), negated(clause[2]));
            add_pair(search, negated(clause[1]), negated(clause[2]));
        }
        if (digit == 0)
            add_pair(search, clause[0], clause[2]);
        else if (digit == last)
            add_pair(search, clause[0], clause[1]);
        else
            add_clause(search, clause, 3, true);
    }
}

/* A cell of a house: a row, a column or a box. */
static int cell_in(int kind, int house, int i)
{
    if (kind == 0)
        return SIZE * house + i;
    if (kind == 1)
        return SIZE * i + house;
    return SIZE * (house / 3 * 3 + i / 3) + house % 3 * 3 + i % 3;
}

/* A house has every digit, and no two of its cells have the same one. */
static void add_house(Search *search, int kind, int house)
{
    int clause[SIZE];

    for (int digit = 0; digit < SIZE; digit++) {
        for (int i = 0; i < SIZE; i++)
            clause[i] = has_digit(cell_in(kind, house, i), digit);
        add_clause(search, clause, SIZE, true);
    }
    for (int i = 0; i < SIZE * SIZE; i++) {
        const int cell = cell_in(kind, house, i / SIZE);
        const int other = cell_in(kind, house, i % SIZE);
        const bool in_line = cell / SIZE == other / SIZE || cell % SIZE == other % SIZE;
        if (cell != other && (kind < 2 || !in_line))
            search->peers[cell][search->peer_count[cell]++] = (uint8_t)other;
    }
}

/* If the lesser cell has a digit or a higher one, the greater cell has the next or a higher one. */
static void add_relation(Search *search, int lesser, int greater)
{
    const int last = SIZE - 1;

    for (int digit = 0; digit < last; digit++)
        add_pair(search, negated(has_at_least(lesser, digit)), has_at_least(greater, digit + 1));
    fix(search, negated(has_at_least(lesser, last)));
}

/* Read signs; `false` when there are other characters, or too many or too few. */
static bool read_signs(Search *search, const SignPlace *places, int count, const Text *signs)
{
    if (signs->size != count)
        return false;
    for (int i = 0; i < count; i++) {
        const SignPlace *place = &places[i];
        if (signs->at[i] == place->first_is_less)
            add_relation(search, place->first, place->second);
        else if (signs->at[i] == place->second_is_less)
            add_relation(search, place->second, place->first);
        else if (signs->at[i] != '.')
            return false;
    }
    return true;
}

/* Read givens; `false` when there are other characters, or too many or too few. */
static bool read_givens(Search *search, const Text *givens)
{
    if (givens->size != CELLS)
        return false;
    for (int cell = 0; cell < CELLS; cell++) {
        const int digit = givens->at[cell] - '1';
        if (digit >= 0 && digit < SIZE)
            fix(search, has_digit(cell, digit));
        else if (givens->at[cell] != '.')
            return false;
    }
    return true;
}

static bool begin(Search *search, const Puzzle *puzzle)
{
    SignPlace inside[SIGNS], border[BORDER_SIGNS];

    clear(search);
    for (int cell = 0; cell < CELLS; cell++)
        add_cell(search, cell);
    for (int kind = 0; kind < 3; kind++)
        for (int house = 0; house < SIZE; house++)
            add_house(search, kind, house);
    search->first_learned = search->end;
    find_signs(inside, border);
    return read_signs(search, inside, SIGNS, &puzzle->signs) &&
           read_signs(search, border, BORDER_SIGNS, &puzzle->border_signs) &&
           read_givens(search, &puzzle->givens);
}

#endif

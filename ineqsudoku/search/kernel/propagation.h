/* The rules of `cells` and its guess for one path; propagation.py explains the rules.

   Rules only remove candidates, so the fixpoint does not depend on the order of work.

   Between boxes, `look` works with triads alone.  A digit that is placed in a cell, or has one
   place in a row, is locked in its triads by then.  So the rule excludes it from the rest of its
   row and column, and gives it one place in its box. */

#ifndef INEQSUDOKU_PROPAGATION_H
#define INEQSUDOKU_PROPAGATION_H

#include "houses.h"

/* Copy the candidates of the state that another one is made from, without those that it lost. */
INLINE void read_candidates(const State *state, DigitVector left[DIGIT_VECTORS])
{
    const DigitVector lost = vector_of(&state->lost);
    const DigitVector by_others = vector_of(&state->lost_by_others);

    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        const DigitVector own = whole_board(state->lost_digit - i * VECTOR_BOARDS);
        left[i] =
            vector_at(&state->from->left[i * VECTOR_BOARDS]) & ~((lost & own) | (by_others & ~own));
    }
}

/* The cells with any candidate, and those with several. */
INLINE Counts candidates(const DigitVector left[DIGIT_VECTORS])
{
    Counts counts = {left[0], NOTHING};

    UNROLLED
    for (int i = 1; i < DIGIT_VECTORS; i++)
        counts = with(counts, left[i]);
    return folded(counts);
}

/* Add to `gone` the candidates that neighbours in one direction exclude. */
INLINE void look_that_way(const Way *way, Manner manner,
                          const DigitVector none_below[DIGIT_VECTORS],
                          const DigitVector none_above[DIGIT_VECTORS],
                          DigitVector gone[DIGIT_VECTORS])
{
    const int distance = manner.onward ? way->distance : -way->distance;
    const DigitVector exceeding = vector_of(&way->exceeding);
    const DigitVector under = vector_of(&way->under);

    UNROLLED_BY_4 /* longer code is slower */
    for (int i = 0; i < DIGIT_VECTORS; i++)
        gone[i] |= (exceeding & moved(none_below[i], distance, manner)) |
                   (under & moved(none_above[i], distance, manner));
}

/* Apply the rule of relations: a cell exceeds the lowest candidate of each lesser neighbour, and is
   less than the highest of each greater one.  Returns the vectors that change. */
INLINE uint32_t apply_relations(const Rules *rules, DigitVector left[DIGIT_VECTORS])
{
    DigitVector none_below[DIGIT_VECTORS], none_above[DIGIT_VECTORS], none[DIGIT_VECTORS],
        gone[DIGIT_VECTORS];
    DigitVector before = vector_of(&rules->cells);
    DigitVector behind = before;
    uint32_t changed = 0;

    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        none_below[i] = before & common_before(~left[i], &none_above[i], &none[i]);
        before &= none[i];
        gone[i] = NOTHING;
    }
    UNROLLED
    for (int i = DIGIT_VECTORS - 1; i >= 0; i--) {
        none_above[i] &= behind;
        behind &= none[i];
    }
    for (const Way *way = rules->ways; way < rules->ways + rules->way_count; way++)
        if (way->distance > 0 && way->leaves_word)
            look_that_way(way, (Manner){true, true}, none_below, none_above, gone);
        else if (way->distance > 0)
            look_that_way(way, (Manner){true, false}, none_below, none_above, gone);
        else if (way->leaves_word)
            look_that_way(way, (Manner){false, true}, none_below, none_above, gone);
        else
            look_that_way(way, (Manner){false, false}, none_below, none_above, gone);
    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        changed |= (uint32_t)!is_empty(left[i] & gone[i]) << i;
        left[i] &= ~gone[i];
    }
    return changed;
}

/* Remove the digits of newly decided cells from the rest of their houses.  Returns the vectors of
   these digits. */
INLINE uint32_t apply_fresh(DigitVector left[DIGIT_VECTORS], DigitVector fresh)
{
    uint32_t vectors = 0;

    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        const DigitVector single = left[i] & fresh;
        if (!is_empty(single)) {
            vectors |= UINT32_C(1) << i;
            left[i] = without_seen(left[i], single);
        }
    }
    return vectors;
}

/* Apply the rules for houses to some vectors.  `false` when a digit has no place in a house, or two
   digits have the same single place; `placed` gets the cells for whose digits nothing else is to
   be done, and `changed` the vectors that the rules may change once more. */
INLINE bool apply_houses(const Rules *rules, State *state, DigitVector left[DIGIT_VECTORS],
                         DigitVector decided, DigitVector *placed, uint32_t vectors,
                         uint32_t *changed)
{
    Counts last = {NOTHING, NOTHING};
    DigitVector here[DIGIT_VECTORS];
    DigitVector bad = NOTHING;

    *changed = 0;
    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++)
        here[i] = NOTHING;
    for (; vectors; vectors &= vectors - 1) {
        const int i = __builtin_ctz(vectors);
        const Look its = look(left[i], vector_at(&rules->required[i * VECTOR_BOARDS]));
        bad |= its.bad | (its.left & decided & its.crowded);
        left[i] = its.left;
        here[i] = its.left & ~its.crowded;
        last = with(last, here[i]);
        *changed |= (uint32_t)!is_empty(its.open) << i;
        put_vector(&state->in_rows[i * VECTOR_BOARDS], its.rows);
        put_vector(&state->in_columns[i * VECTOR_BOARDS], its.columns);
    }
    last = folded(last);
    if (!is_empty(bad | last.two))
        return false;
    *placed |= last.one;
    if (is_empty(last.one & ~decided)) /* nothing else is left in these cells */
        return true;
    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        const DigitVector gone = left[i] & last.one & ~here[i];
        *changed |= (uint32_t)!is_empty(gone) << i;
        left[i] ^= gone;
    }
    return true;
}

/* Apply the rule of full segments: a triad that must have three digits has no other digit.
   `false` when it must have more; `full` gets these triads, and `changed` the vectors that
   change. */
INLINE bool apply_full(const State *state, DigitVector left[DIGIT_VECTORS], Full *full,
                       uint32_t *changed)
{
    Tally tally = {0};

    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++)
        tally = tallied(tally, vector_at(&state->in_rows[i * VECTOR_BOARDS]),
                        vector_at(&state->in_columns[i * VECTOR_BOARDS]));
    *full = full_of(tally);
    if (!is_empty(full->bad))
        return false;
    *changed = 0;
    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        const DigitVector now =
            without_full(left[i], *full, vector_at(&state->in_rows[i * VECTOR_BOARDS]),
                         vector_at(&state->in_columns[i * VECTOR_BOARDS]));
        *changed |= (uint32_t)!is_empty(left[i] ^ now) << i;
        left[i] = now;
    }
    return true;
}

enum { ROUND = 2 * BOARD_BYTES }; /* the work of one round, about what it takes in ns */

/* Propagate a state.  The rules for houses apply only to vectors that have changed. */
static TARGET bool propagate(State *state, const Rules *rules, uint64_t *work)
{
    const DigitVector cells = vector_of(&rules->cells);
    DigitVector placed = vector_of(&state->from->placed);
    DigitVector left[DIGIT_VECTORS];
    DigitVector decided = placed;
    uint32_t stale = 0; /* vectors that have changed since the rules for houses were applied */
    /* Below a guess, the rules for houses come first, as nothing else has changed.  Givens are
       placed before. */
    bool ready = !is_empty(placed);

    read_candidates(state, left);
    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        put_vector(&state->in_rows[i * VECTOR_BOARDS],
                   vector_at(&state->from->in_rows[i * VECTOR_BOARDS]));
        put_vector(&state->in_columns[i * VECTOR_BOARDS],
                   vector_at(&state->from->in_columns[i * VECTOR_BOARDS]));
        stale |= (uint32_t)!!(state->stale >> i * VECTOR_BOARDS & ((1u << VECTOR_BOARDS) - 1)) << i;
    }
    for (;;) {
        if (stale && ready && !apply_houses(rules, state, left, decided, &placed, stale, &stale))
            return false;
        const Counts counts = candidates(left);
        decided = cells & ~counts.two;
        const DigitVector fresh = decided & ~placed;

        *work += ROUND;
        if (!is_empty(cells & ~counts.one))
            return false;
        if (!is_empty(fresh)) {
            placed |= fresh;
            stale |= apply_fresh(left, fresh);
        }
        ready = true;
        if (rules->way_count)
            stale |= apply_relations(rules, left);
        if (stale)
            continue;
        state->solved = is_empty(counts.two);
        if (state->solved)
            break;
        Full full;
        if (!apply_full(state, left, &full, &stale))
            return false;
        /* With relations, naked triples have little effect. */
        if (!stale && !rules->way_count && !apply_triples(state, left, full, &stale))
            return false;
        if (!stale)
            break;
    }
    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++)
        put_vector(&state->left[i * VECTOR_BOARDS], left[i]);
    put_first_board(&state->placed, placed);
    return true;
}

/* Guess a digit in one of some cells, where its board in `digits` has the cell; ties are broken by
   the rules.  `false` when there is none. */
INLINE bool guess_among(State *state, const Rules *rules, const Board *cells, const Board *digits)
{
    Board any = EMPTY;

    for (int digit = 0; digit < SIZE; digit++)
        any |= digits[digit];
    any &= *cells;
    if (!has_any(&any))
        return false;
    const Board first = any & rules->first_cells;
    const int place = first_of(has_any(&first) ? &first : &any);
    state->in_cell = true;
    state->here = state->elsewhere = EMPTY;
    add(&state->here, place);
    state->digit = rules->first_digit;
    while (!has(&digits[state->digit], place))
        state->digit = (state->digit + 1) % SIZE;
    return true;
}

enum { CANDIDATE_BITS = 4 }; /* of the number of candidates */

/* The cells with exactly `number` candidates. */
INLINE void find_with_number(const Rules *rules, const Board bits[CANDIDATE_BITS], unsigned number,
                             Board *cells)
{
    *cells = rules->cells;
    for (int i = 0; i < CANDIDATE_BITS; i++)
        *cells &= number >> i & 1 ? bits[i] : ~bits[i];
}

/* Guess a digit in a cell, as `_by_pairs` in cells.py does. */
INLINE void guess_cell(State *state, const Rules *rules)
{
    Board bits[CANDIDATE_BITS] = {EMPTY, EMPTY, EMPTY, EMPTY};
    Board in_houses[3][BOARDS]; /* [n]: candidates in pairs of more than n houses */
    Board cells;

    for (int digit = 0; digit < SIZE; digit++) {
        Board carry = state->left[digit];
        for (int i = 0; i < CANDIDATE_BITS; i++) {
            const Board both = bits[i] & carry;
            bits[i] ^= carry;
            carry = both;
        }
    }
    for (int i = 0; i < BOARDS; i += VECTOR_BOARDS) {
        DigitVector pairs[3];
        find_pairs(vector_at(&state->left[i]), pairs);
        put_vector(&in_houses[0][i], pairs[0] | pairs[1] | pairs[2]);
        put_vector(&in_houses[1][i], (pairs[0] & pairs[1]) | ((pairs[0] | pairs[1]) & pairs[2]));
        put_vector(&in_houses[2][i], pairs[0] & pairs[1] & pairs[2]);
    }
    find_with_number(rules, bits, 2, &cells);
    if (!has_any(&cells))
        cells = rules->cells;
    for (int houses = 3; houses; houses--)
        if (guess_among(state, rules, &cells, in_houses[houses - 1]))
            return;
    unsigned number = 2;
    do
        find_with_number(rules, bits, number++, &cells);
    while (!guess_among(state, rules, &cells, state->left));
}

static TARGET void guess(State *state, const Rules *rules)
{
    if (rules->way_count || rules->has_other_order)
        guess_cell(state, rules);
    else
        guess_segment(state);
}

#endif

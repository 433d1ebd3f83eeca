/* The rules for houses, on vectors.

   The three cells that a row or column shares with a box are a *triad*, a segment in
   propagation.py.  The triads of rows are
   kept at the first cell of each, those of columns in row 0 of the band:

       rows       .........  .........  ..6..3..0     bits 0, 3 and 6 of each row
       columns                          876543210     bits 0 to 8 */

#ifndef INEQSUDOKU_HOUSES_H
#define INEQSUDOKU_HOUSES_H

#include "digit_vectors.h"

/* The same word in each band. */
#if VECTOR_BYTES == 64
#define IN_BANDS(word) \
    ((DigitVector){word, word, word, 0, word, word, word, 0, word, word, word, 0, word, word, \
                   word, 0})
#elif VECTOR_BYTES == 32
#define IN_BANDS(word) ((DigitVector){word, word, word, 0, word, word, word, 0})
#else
#define IN_BANDS(word) ((DigitVector){word, word, word, 0})
#endif

/* The same nine bits in each row of a band. */
#define IN_ROWS(bits) ((uint32_t)(bits) * 0x100401u)

#define ROW UINT32_C(0x1FF)
#define FIRSTS IN_BANDS(IN_ROWS(0x049)) /* of triads in rows */

/* Each band gets the bits of the next one, or of the one after it, cyclically. */
#if VECTOR_BYTES == 64
#define NEXT_BAND(vector) \
    SHUFFLED(DigitVector, vector, 1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 13, 14, 12, 15)
#define BAND_AFTER(vector) \
    SHUFFLED(DigitVector, vector, 2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 14, 12, 13, 15)
#elif VECTOR_BYTES == 32
#define NEXT_BAND(vector) SHUFFLED(DigitVector, vector, 1, 2, 0, 3, 5, 6, 4, 7)
#define BAND_AFTER(vector) SHUFFLED(DigitVector, vector, 2, 0, 1, 3, 6, 4, 5, 7)
#else
#define NEXT_BAND(vector) SHUFFLED(DigitVector, vector, 1, 2, 0, 3)
#define BAND_AFTER(vector) SHUFFLED(DigitVector, vector, 2, 0, 1, 3)
#endif

/* Each row of a band gets the bits of the next one, or of the one after it; the bits that no set
   has are undefined. */
INLINE DigitVector next_row(DigitVector vector)
{
    return vector >> ROW_BITS | vector << 2 * ROW_BITS;
}

INLINE DigitVector row_after(DigitVector vector)
{
    return vector >> 2 * ROW_BITS | vector << ROW_BITS;
}

/* The bits of row 0 in all rows of the band; no other row may have any. */
INLINE DigitVector in_all_rows(DigitVector vector)
{
    return vector | vector << ROW_BITS | vector << 2 * ROW_BITS;
}

/* All cells of the triads in rows with these first cells. */
INLINE DigitVector in_triads(DigitVector firsts)
{
    return (firsts << 3) - firsts;
}

INLINE DigitVector triads_of_rows(DigitVector vector)
{
    return (vector | vector >> 1 | vector >> 2) & FIRSTS;
}

INLINE DigitVector triads_of_columns(DigitVector vector)
{
    return (vector | vector >> ROW_BITS | vector >> 2 * ROW_BITS) & IN_BANDS(ROW);
}

/* A triad, or its neighbours to the right and the left, cyclically, in the same band and box; bits
   that stand for no triad are undefined. */
INLINE DigitVector next_box(DigitVector rows)
{
    return rows >> 3 | rows << 6;
}

INLINE DigitVector box_after(DigitVector rows)
{
    return rows >> 6 | rows << 3;
}

INLINE DigitVector next_column(DigitVector columns)
{
    return (columns >> 1 & IN_BANDS(0x0DB)) | (columns << 2 & IN_BANDS(0x124));
}

INLINE DigitVector column_after(DigitVector columns)
{
    return (columns >> 2 & IN_BANDS(0x049)) | (columns << 1 & IN_BANDS(0x1B6));
}

/* The rule of lines for some triads of rows: those that may have a digit if, in the next row and
   the one after it, the next box and the one after it may have it, in either order. */
INLINE DigitVector possible_rows(DigitVector rows)
{
    const DigitVector next = next_box(rows);
    const DigitVector after = box_after(rows);

    return rows & next_row((next & next_row(after)) | (after & next_row(next)));
}

INLINE DigitVector possible_columns(DigitVector columns)
{
    const DigitVector next = next_column(columns);
    const DigitVector after = column_after(columns);

    return columns & NEXT_BAND((next & NEXT_BAND(after)) | (after & NEXT_BAND(next)));
}

/* The triads that are the only ones of their row, or of their column. */
INLINE DigitVector only_in_row(DigitVector rows)
{
    return rows & ~(next_box(rows) | box_after(rows));
}

INLINE DigitVector only_in_column(DigitVector columns)
{
    return columns & ~(NEXT_BAND(columns) | BAND_AFTER(columns));
}

/* The result of the rules for a single digit. */
typedef struct {
    DigitVector left;
    DigitVector crowded;       /* all cells but those in boxes where it has one place */
    DigitVector rows, columns; /* triads that must have it */
    DigitVector open;          /* not empty when the rules change `left` once more */
    DigitVector bad;           /* not empty when it has no place in a house */
} Look;

/* All cells of the boxes that contain cells of a set. */
INLINE DigitVector in_boxes(DigitVector vector)
{
    const DigitVector some = vector | vector >> 1 | vector >> 2;
    const DigitVector boxes = (some | some >> ROW_BITS | some >> 2 * ROW_BITS) & IN_BANDS(0x049);
    return in_all_rows((boxes << 3) - boxes);
}

/* Remove the digits of decided cells from the rest of their boxes; `look` removes them from the
   rest of their rows and columns. */
INLINE DigitVector without_seen(DigitVector vector, DigitVector single)
{
    return vector & (single | ~in_boxes(single));
}

/* The rule of lines.  Triads that fulfil it must have a digit if they are the only ones of their
   line, and then they are also the only ones of their box. */
INLINE Look look(DigitVector vector, DigitVector required)
{
    const DigitVector rows = possible_rows(triads_of_rows(vector));
    vector &= in_triads(rows);
    const DigitVector columns = possible_columns(triads_of_columns(vector));
    vector &= in_all_rows(columns);
    const DigitVector only_rows = only_in_row(rows);
    const DigitVector only_columns = only_in_column(columns);
    return (Look){
        .left = vector,
        .crowded = ~(in_triads(only_rows) & in_all_rows(only_columns)),
        .rows = only_rows,
        .columns = only_columns,
        .open = rows ^ triads_of_rows(vector),
        .bad = (vector - IN_BANDS(1)) & required, /* which only 0 lacks */
    };
}

/* The number of digits that each triad must have, in three bits at its first cell.  It exceeds
   seven only if a cell has no candidates left. */
typedef struct {
    DigitVector rows, columns;
} Tally;

/* Move columns 0, 3, 6 to row 0, columns 1, 4, 7 to row 1, and columns 2, 5, 8 to row 2, at the
   first cells of triads in rows. */
INLINE DigitVector apart(DigitVector columns)
{
    return (columns & IN_BANDS(0x049)) | (columns & IN_BANDS(0x092)) << (ROW_BITS - 1) |
           (columns & IN_BANDS(0x124)) << 2 * (ROW_BITS - 1);
}

INLINE DigitVector side_by_side(DigitVector rows)
{
    return (rows & IN_BANDS(0x049)) | (rows >> (ROW_BITS - 1) & IN_BANDS(0x092)) |
           (rows >> 2 * (ROW_BITS - 1) & IN_BANDS(0x124));
}

INLINE Tally tallied(Tally tally, DigitVector rows, DigitVector columns)
{
    return (Tally){tally.rows + rows, tally.columns + apart(columns)};
}

INLINE DigitVector sum_of_boards(DigitVector vector)
{
#ifdef SWAP_HALVES
    vector += SWAP_HALVES(vector);
#endif
#ifdef SWAP_QUARTERS
    vector += SWAP_QUARTERS(vector);
#endif
    return vector;
}

/* All cells of the triads that must have three digits, so that they can have no other. */
typedef struct {
    DigitVector in_rows, in_columns;
    DigitVector bad; /* not empty when a triad must have more */
} Full;

INLINE Full full_of(Tally tally)
{
    const DigitVector rows = sum_of_boards(tally.rows);
    const DigitVector columns = sum_of_boards(tally.columns);
    const DigitVector threes = rows & rows >> 1 & ~(rows >> 2) & FIRSTS;
    const DigitVector threes_apart = columns & columns >> 1 & ~(columns >> 2) & FIRSTS;

    return (Full){
        .in_rows = in_triads(threes),
        .in_columns = in_all_rows(side_by_side(threes_apart)),
        .bad = (rows | columns) & FIRSTS << 2,
    };
}

INLINE DigitVector without_full(DigitVector vector, Full full, DigitVector rows,
                                DigitVector columns)
{
    return vector & ~(full.in_rows & ~in_triads(rows)) & ~(full.in_columns & ~in_all_rows(columns));
}

/* Apply the rule of naked triples: a triad that may have only three digits must have them, so the
   rest of its line and of its box cannot.  This has happened in full triads.  `false` when a triad
   may have fewer; `changed` gets the vectors that change.

   The other rules leave at least two digits to a triad, so the numbers of those that it cannot have
   need three bits, as in a tally. */
INLINE bool apply_triples(State *state, DigitVector left[DIGIT_VECTORS], Full full,
                          uint32_t *changed)
{
    Tally others = {NOTHING, NOTHING}; /* the digits that a triad cannot have */

    *changed = 0;
    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        /* If the last vector is not full, it has one digit. */
        const DigitVector digits = (i + 1) * VECTOR_BOARDS <= SIZE ? ~NOTHING : whole_board(0);
        others = tallied(others, FIRSTS & digits & ~triads_of_rows(left[i]),
                         IN_BANDS(ROW) & digits & ~triads_of_columns(left[i]));
    }
    const DigitVector rows = sum_of_boards(others.rows);
    const DigitVector columns = sum_of_boards(others.columns);
    const DigitVector three_in_rows = rows >> 1 & rows >> 2 & FIRSTS;
    const DigitVector three_in_columns = columns >> 1 & columns >> 2 & FIRSTS;
    if (!is_empty((three_in_rows & rows) | (three_in_columns & columns)))
        return false;
    put_first_board(&state->others_in_rows, rows);
    put_first_board(&state->others_in_columns, columns);
    const DigitVector triples = three_in_rows & ~full.in_rows;
    const DigitVector triples_down = side_by_side(three_in_columns) & ~full.in_columns;
    if (is_empty(triples | triples_down))
        return true;
    UNROLLED
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        const DigitVector own = triads_of_rows(left[i]) & triples;
        const DigitVector own_down = triads_of_columns(left[i]) & triples_down;
        const DigitVector gone =
            (next_box(own) | box_after(own) | next_row(own) | row_after(own)) & FIRSTS;
        const DigitVector gone_down = next_column(own_down) | column_after(own_down) |
                                      NEXT_BAND(own_down) | BAND_AFTER(own_down);
        const DigitVector now = left[i] & ~in_triads(gone) & ~in_all_rows(gone_down);
        *changed |= (uint32_t)!is_empty(left[i] ^ now) << i;
        left[i] = now;
    }
    return true;
}

/* ---- The guess --------------------------------------------------------------------------- */

/* The cells that are in at least one, two, and three of several boards. */
typedef struct {
    DigitVector one, two, three;
} Number;

INLINE Number more(Number a, Number b)
{
    return (Number){
        a.one | b.one,
        a.two | b.two | (a.one & b.one),
        a.three | b.three | (a.one & b.two) | (a.two & b.one),
    };
}

INLINE Number shifted(Number number, int bits)
{
    return (Number){number.one >> bits, number.two >> bits, number.three >> bits};
}

/* The numbers of each place and the two places one and two times `bits` further on. */
INLINE Number of_three(Number number, int bits)
{
    return more(more(number, shifted(number, bits)), shifted(number, 2 * bits));
}

/* The places of a digit that has exactly two in a row, a column, a box. */
INLINE void find_pairs(DigitVector vector, DigitVector pairs[3])
{
    const Number places = {vector, NOTHING, NOTHING};
    const Number thirds = of_three(places, 1);
    const Number rows = of_three(thirds, 3);
    const Number boxes = of_three(thirds, ROW_BITS);
    const Number here = of_three(places, ROW_BITS);
    const Number next = {NEXT_BAND(here.one), NEXT_BAND(here.two), NEXT_BAND(here.three)};
    const Number after = {BAND_AFTER(here.one), BAND_AFTER(here.two), BAND_AFTER(here.three)};
    const Number columns = more(more(here, next), after);
    const DigitVector in_rows = rows.two & ~rows.three & IN_BANDS(IN_ROWS(1));
    const DigitVector in_columns = columns.two & ~columns.three & IN_BANDS(ROW);
    const DigitVector in_boxes = boxes.two & ~boxes.three & IN_BANDS(0x049);

    pairs[0] = vector & ((in_rows << 9) - in_rows);
    pairs[1] = vector & in_all_rows(in_columns);
    pairs[2] = vector & in_all_rows((in_boxes << 3) - in_boxes);
}

enum {
    CHUTES = 6, /* bands and stacks */
    INDEX_BITS = 4,
};

/* A rank by which the least number and its first index are found without branches, which would
   mispredict.  Numbers up to `settled` come last, because they wrap around. */
INLINE unsigned ranked(int number, int settled, int index)
{
    return (unsigned)(number - settled - 1) << INDEX_BITS | (unsigned)index;
}

INLINE unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

INLINE int index_of(unsigned rank)
{
    return (int)(rank & ((1u << INDEX_BITS) - 1));
}

/* The sum of the numbers of three bits in the rows of each band; the other bits are undefined. */
INLINE Board sum_of_rows(Board threes)
{
    return threes + (threes >> ROW_BITS) + (threes >> 2 * ROW_BITS);
}

/* The sums of the numbers of all triads in each chute. */
INLINE void sum_chutes(const State *state, int sums[CHUTES])
{
    Board bands = EMPTY, stacks = EMPTY; /* of stacks a byte each, in each band */

    for (int i = 0; i < 3; i++) {
        bands += state->others_in_rows >> 3 * i & IN_ROWS(7);
        stacks |= (sum_of_rows(state->others_in_columns >> 3 * i & IN_ROWS(7)) & 0x1F) << 8 * i;
    }
    bands = sum_of_rows(bands) & 0x3F;
    const uint32_t all_bands = stacks[0] + stacks[1] + stacks[2];
    for (int i = 0; i < 3; i++) {
        sums[i] = (int)bands[i];
        sums[3 + i] = (int)(all_bands >> 8 * i & 0xFF);
    }
}

/* The number of triads that a digit may have in one chute. */
INLINE DigitVector number_in_band(DigitVector vector)
{
    const DigitVector rows = triads_of_rows(vector);
    const DigitVector threes = rows + (rows >> ROW_BITS) + (rows >> 2 * ROW_BITS);
    return (threes & IN_BANDS(7)) + (threes >> 3 & IN_BANDS(7)) + (threes >> 6 & IN_BANDS(7));
}

INLINE DigitVector number_in_stack(DigitVector vector, int stack)
{
    const DigitVector columns = triads_of_columns(vector) >> 3 * stack;
    const DigitVector threes =
        (columns & IN_BANDS(1)) + (columns >> 1 & IN_BANDS(1)) + (columns >> 2 & IN_BANDS(1));
    return threes + NEXT_BAND(threes) + BAND_AFTER(threes);
}

/* A board with bits in one lane only.  If the lane were written to memory, the next read of the
   whole vector would wait. */
#define IN_LANE(lane, bits) \
    ((Board)((Board){0, 1, 2, 3} == (uint32_t)(lane)) & (Board){bits, bits, bits, bits})

/* The digits, a bit each, that must be in exactly one triad of a chute; `triads` has the triads
   that must have each digit.  Such a digit may be in four others of the chute, and no digit that is
   not settled there may be in fewer. */
INLINE uint32_t find_in_one_triad(const Board triads[BOARDS], Board chute)
{
    uint64_t mask[WORDS_OF_BOARD], words[WORDS_OF_BOARD];
    uint32_t digits = 0;

    memcpy(mask, &chute, sizeof mask);
    UNROLLED
    for (int digit = SIZE - 1; digit >= 0; digit--) {
        memcpy(words, &triads[digit], sizeof words);
        /* Only one of the words is in a band; shifted, those of a stack do not overlap. */
        const uint64_t own = (words[0] & mask[0]) | (words[1] & mask[1]) << 16;
        const uint64_t below = own - 1;
        digits = digits << 1 | (below < (own ^ below)); /* if and only if it is a single bit */
    }
    return digits;
}

/* The digit that may be in the fewest triads of a chute, of those that are not settled there. */
INLINE int digit_with_fewest(const State *state, int chute)
{
    const bool is_band = chute < 3;
    const uint32_t columns = UINT32_C(7) << 3 * (chute % 3);
    const Board stack = {columns, columns, columns, 0};
    const uint32_t digits = is_band
                                ? find_in_one_triad(state->in_rows, IN_LANE(chute, ~UINT32_C(0)))
                                : find_in_one_triad(state->in_columns, stack);
    Board numbers[BOARDS];
    unsigned first = ~0u;

    if (digits)
        return __builtin_ctz(digits);
    for (int i = 0; i < DIGIT_VECTORS; i++) {
        const DigitVector vector = vector_at(&state->left[i * VECTOR_BOARDS]);
        put_vector(&numbers[i * VECTOR_BOARDS],
                   is_band ? number_in_band(vector) : number_in_stack(vector, chute - 3));
    }
    for (int i = 0; i < SIZE; i++)
        first = lesser(first, ranked((int)numbers[i][is_band ? chute : 0], 3, i));
    return index_of(first);
}

/* Guess a digit in the first triad of a band that may but need not have it, if possible one with a
   single place. */
INLINE void guess_in_band(State *state, int band)
{
    const uint32_t cells = state->left[state->digit][band];
    const uint32_t some = (cells | cells >> 1 | cells >> 2) & IN_ROWS(0x049);
    const uint32_t several = (cells & (cells >> 1 | cells >> 2)) | (cells >> 1 & cells >> 2);
    const uint32_t open = some & (some >> 3 | some >> 6 | some << 3 | some << 6);
    const int first = __builtin_ctz(open & ~several ? open & ~several : open);
    const uint32_t here = UINT32_C(7) << first;
    const uint32_t row = ROW << first / ROW_BITS * ROW_BITS;

    state->here = IN_LANE(band, here);
    state->elsewhere = IN_LANE(band, row & ~here);
}

/* The same for a stack, whose triads come band by band. */
INLINE void guess_in_stack(State *state, int stack)
{
    const Board cells = state->left[state->digit] >> 3 * stack;
    const Board next = cells >> ROW_BITS;
    const Board last = cells >> 2 * ROW_BITS;
    const Board some = (cells | next | last) & 7;
    const Board several = (cells & (next | last)) | (next & last);
    const uint32_t triads = some[0] | some[1] << 3 | some[2] << 6;
    const uint32_t crowded = (several[0] & 7) | (several[1] & 7) << 3 | (several[2] & 7) << 6;
    const uint32_t open = triads & (triads >> 3 | triads >> 6 | triads << 3 | triads << 6);
    const int first = __builtin_ctz(open & ~crowded ? open & ~crowded : open);
    const uint32_t column = IN_ROWS(1) << (3 * stack + first % 3);
    const Board all = {column, column, column, 0};

    state->here = IN_LANE(first / 3, column);
    state->elsewhere = all & ~state->here;
}

/* Guess a digit in a triad: in the chute with the fewest triads that are not settled, the digit
   with the fewest. */
INLINE void guess_segment(State *state)
{
    int others[CHUTES];
    unsigned first = ~0u;

    sum_chutes(state, others);
    for (int i = 0; i < CHUTES; i++)
        first = lesser(first, ranked(9 * 9 - others[i], 9 * 3, i));
    const int chute = index_of(first);
    state->digit = digit_with_fewest(state, chute);
    state->in_cell = false;
    if (chute < 3)
        guess_in_band(state, chute);
    else
        guess_in_stack(state, chute - 3);
}

#endif

/* The rules for houses in the lattice, on decks.

   The cells that a row or column shares with a box are a *segment*.  A set of segments is a
   set of cells that has all cells of a segment or none. */

#ifndef INEQSUDOKU_LATTICE_RULES_H
#define INEQSUDOKU_LATTICE_RULES_H

#include "deck.h"

/* Turns one bit of the number of a row or of a column. */
typedef enum { ROW_1, ROW_2, ROW_4, ROW_8, COLUMN_1, COLUMN_2, COLUMN_4, COLUMN_8 } Step;

/* The steps to the rest of a row or column: `near` inside a box, `far` from box to box. */
typedef struct {
    Step near[2];
    Step far[2];
} Line;

static const Line ROW = {{COLUMN_1, COLUMN_2}, {COLUMN_4, COLUMN_8}};
static const Line COLUMN = {{ROW_1, ROW_2}, {ROW_4, ROW_8}};

/* Half of a deck of 256 bits.  Without AVX, GCC 12 splits a shuffle of the whole deck into
   scalar instructions. */
typedef uint64_t Half __attribute__((vector_size(16)));
#if defined(__clang__) || __GNUC__ >= 12
#define SWAPPED(half) __builtin_shufflevector(half, half, 1, 0)
#else
#define SWAPPED(half) __builtin_shuffle(half, (Half){1, 0})
#endif

/* Each place gets the bit of the place one step away. */
INLINE Deck stepped(Deck deck, Step step)
{
    switch (step) {
    case ROW_1:
        return (Deck)((Deck32)deck >> 16 | (Deck32)deck << 16);
    case ROW_2:
        return (Deck)((Deck64)deck >> 32 | (Deck64)deck << 32);
#if DECK_BYTES == 64
    case ROW_4:
        return SHUFFLED(Deck64, deck, 1, 0, 3, 2, 5, 4, 7, 6);
    case ROW_8:
        return SHUFFLED(Deck64, deck, 2, 3, 0, 1, 6, 7, 4, 5);
#elif defined(IS_AVX2)
    case ROW_4:
        return SHUFFLED(Deck64, deck, 1, 0, 3, 2);
    case ROW_8:
        return SHUFFLED(Deck64, deck, 2, 3, 0, 1);
#else
    case ROW_4: {
        Half halves[2];
        memcpy(halves, &deck, sizeof halves);
        for (int i = 0; i < 2; i++)
            halves[i] = SWAPPED(halves[i]);
        memcpy(&deck, halves, sizeof halves);
        return deck;
    }
    case ROW_8: {
        Half halves[2];
        memcpy(halves, &deck, sizeof halves);
        const Half upper = halves[1];
        halves[1] = halves[0];
        halves[0] = upper;
        memcpy(&deck, halves, sizeof halves);
        return deck;
    }
#endif
    case COLUMN_1:
        return (deck >> 1 & 0x5555) | (deck & 0x5555) << 1;
    case COLUMN_2:
        return (deck >> 2 & 0x3333) | (deck & 0x3333) << 2;
    case COLUMN_4:
        return (deck >> 4 & 0x0F0F) | (deck & 0x0F0F) << 4;
    case COLUMN_8:
        break;
    }
    return deck >> 8 | deck << 8;
}

/* Each place gets the bits of the three other places that two steps lead to. */
INLINE Deck others(Deck deck, const Step steps[2])
{
    const Deck next = stepped(deck, steps[0]);
    return next | stepped(deck | next, steps[1]);
}

/* The same for the fifteen others of a row or a column. */
INLINE Deck others_of_line(Deck deck, Line line)
{
    const Deck inside = others(deck, line.near);
    return inside | others(deck | inside, line.far);
}

/* What the rules for a single digit conclude. */
typedef struct {
    Deck left;
    Deck crowded;       /* cells that have another place in each of their houses */
    Deck rows, columns; /* segments in which it must stand */
    Deck open;          /* not empty if the rules change `left` once more */
    Deck bad;           /* not empty if the digit has no place in a house */
} Look;

enum {
    CASCADES = true,     /* `without_seen` comes before all other rules, as it is cheap */
    LOOK_PLACES = false, /* `look` may find one place in a row and several in its column */
};

/* Take the digits of decided cells from the rest of their houses. */
INLINE Deck without_seen(const Rules *rules, Deck deck, Deck single)
{
    const Deck in_row = others(single, ROW.near);
    const Deck in_column = others(single, COLUMN.near);
    Deck seen = in_row | others(single | in_row, ROW.far) | in_column |
                others(single | in_column, COLUMN.far);
    if (rules->box_rows)
        seen |= others(single | in_row, COLUMN.near);
    return deck & ~seen;
}

/* The segments of a digit in one kind of lines. */
typedef struct {
    Deck all;
    Deck others_in_line, others_in_box; /* where another segment of the line, the box, is */
    Deck locked;                        /* those that their line must have it in */
    Deck locked_out;
} Segments;

/* If a digit has one segment in a line, the rest of the box is locked out; if it has one in a box,
   the rest of the line is. */
INLINE Segments segments_of(Deck deck, Deck others_in_segment, Line line, Line other)
{
    const Deck all = deck | others_in_segment;
    const Deck others_in_line = others(all, line.far);
    const Deck others_in_box = others(all, other.near);
    const Deck of_line = all & ~others_in_line;
    const Deck of_box = all & ~others_in_box;

    return (Segments){
        .all = all,
        .others_in_line = others_in_line,
        .others_in_box = others_in_box,
        .locked = of_line,
        .locked_out = others(of_line, other.near) | others(of_box, line.far),
    };
}

INLINE Look look(const Rules *rules, Deck deck, Deck required)
{
    if (!rules->box_rows) {
        const Deck in_row = others_of_line(deck, ROW);
        const Deck in_column = others_of_line(deck, COLUMN);
        return (Look){
            .left = deck,
            .crowded = in_row & in_column,
            .rows = NOTHING,
            .columns = NOTHING,
            .open = NOTHING,
            .bad = required & ~((deck | in_row) & (deck | in_column)),
        };
    }
    const Deck in_row = others(deck, ROW.near);
    const Segments rows = segments_of(deck, in_row, ROW, COLUMN);
    const Segments columns = segments_of(deck, others(deck, COLUMN.near), COLUMN, ROW);
    const Deck locked_out = rows.locked_out | columns.locked_out;
    return (Look){
        .left = deck & ~locked_out,
        .crowded = in_row | rows.others_in_box,
        .rows = rows.locked,
        .columns = columns.locked,
        .open = deck & locked_out,
        .bad = required & ~((rows.all | rows.others_in_line) & (rows.all | rows.others_in_box) &
                            (columns.all | columns.others_in_line)),
    };
}

/* A number for each cell: `bits[i]` holds bit `i` of all of them.  The highest bit saturates: once
   set, it stays. */
enum { NUMBER_BITS = 4 };
typedef struct {
    Deck bits[NUMBER_BITS];
} Sum;

INLINE Sum sum(Sum a, Sum b)
{
    Sum result;
    Deck carry = NOTHING;

    for (int i = 0; i < NUMBER_BITS; i++) {
        const Deck either = a.bits[i] ^ b.bits[i];
        result.bits[i] = either ^ carry;
        carry = (a.bits[i] & b.bits[i]) | (either & carry);
    }
    result.bits[NUMBER_BITS - 1] |= a.bits[NUMBER_BITS - 1] | b.bits[NUMBER_BITS - 1] | carry;
    return result;
}

INLINE Sum one_more(Sum sum, Deck carry)
{
    for (int i = 0; i < NUMBER_BITS - 1; i++) {
        const Deck both = sum.bits[i] & carry;
        sum.bits[i] ^= carry;
        carry = both;
    }
    sum.bits[NUMBER_BITS - 1] |= carry;
    return sum;
}

/* How many digits must stand in each segment. */
typedef struct {
    Sum rows, columns;
} Tally;

INLINE Tally tallied(Tally tally, Deck rows, Deck columns)
{
    return (Tally){one_more(tally.rows, rows), one_more(tally.columns, columns)};
}

INLINE Sum sum_of_boards(Sum sum_of_one)
{
#ifdef SWAP_HALVES
    if (DECK_BOARDS > 1) {
        Sum swapped;
        for (int i = 0; i < NUMBER_BITS; i++)
            swapped.bits[i] = SWAP_HALVES(sum_of_one.bits[i]);
        return sum(sum_of_one, swapped);
    }
#endif
    return sum_of_one;
}

/* The cells whose number is greater than `number`; `same` gets those where it is equal. */
INLINE Deck above(Sum sum, int number, Deck *same)
{
    Deck greater = NOTHING;
    Deck equal = ~NOTHING;

    for (int i = NUMBER_BITS - 1; i >= 0; i--)
        if (number >> i & 1) {
            equal &= sum.bits[i];
        } else {
            greater |= equal & sum.bits[i];
            equal &= ~sum.bits[i];
        }
    *same = equal;
    return greater;
}

/* The cells of full segments: as many digits must stand there as there are cells, so no other
   digit can. */
typedef struct {
    Deck in_rows, in_columns;
    Deck bad; /* not empty if more digits than cells must stand in a segment */
} Full;

INLINE Full full_of(const Rules *rules, Tally tally)
{
    Full full = {NOTHING, NOTHING, NOTHING};

    if (!rules->box_rows)
        return full;
    full.bad = above(sum_of_boards(tally.rows), rules->box_columns, &full.in_rows) |
               above(sum_of_boards(tally.columns), rules->box_rows, &full.in_columns);
    return full;
}

INLINE Deck without_full(Deck deck, Full full, Deck rows, Deck columns)
{
    return deck & ~(full.in_rows & ~rows) & ~(full.in_columns & ~columns);
}

/* Naked triples are a rule for 9x9 only. */
INLINE bool apply_triples(const Rules *rules, State *state, Deck left[DECKS], Full full,
                          uint32_t *changed)
{
    (void)rules, (void)state, (void)left, (void)full;
    *changed = 0;
    return true;
}

/* ---- The guess --------------------------------------------------------------------------- */

/* Whether a digit has at least one, two or three of some places. */
typedef struct {
    Deck one, two, three;
} Number;

/* The same for twice as many places: those counted here and those counted a step away. */
INLINE Number gathered(Number here, Step step)
{
    const Number there = {
        stepped(here.one, step),
        stepped(here.two, step),
        stepped(here.three, step),
    };

    return (Number){
        here.one | there.one,
        here.two | there.two | (here.one & there.one),
        here.three | there.three | (here.one & there.two) | (here.two & there.one),
    };
}

INLINE Number gathered_twice(Number here, const Step steps[2])
{
    return gathered(gathered(here, steps[0]), steps[1]);
}

/* The places of a digit in the rows, columns and boxes where it has exactly two. */
INLINE void find_pairs(const Rules *rules, Deck deck, Deck pairs[3])
{
    const Number places = {deck, NOTHING, NOTHING};
    const Number in_row = gathered_twice(places, ROW.near);
    const Number row = gathered_twice(in_row, ROW.far);
    const Number column = gathered_twice(gathered_twice(places, COLUMN.near), COLUMN.far);
    const Number box = gathered_twice(in_row, COLUMN.near);

    pairs[0] = deck & row.two & ~row.three;
    pairs[1] = deck & column.two & ~column.three;
    pairs[2] = rules->box_rows ? deck & box.two & ~box.three : NOTHING;
}

enum {
    CHUTES = 4,     /* bands, or stacks, at most */
    LINES = 4,      /* rows of a band, or columns of a stack, in the lattice */
    SEGMENT = 0xF,  /* the places of a row in the first stack */
    MANY = 1 << 10, /* more segments than there are */
};

/* How many of the sixteen groups of four bits are not empty. */
INLINE int number_of(uint64_t bits)
{
    const uint64_t pairs =
        (bits | bits >> 1 | bits >> 2 | bits >> 3) & UINT64_C(0x1111111111111111);
    const uint64_t bytes = (pairs + (pairs >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(bytes * UINT64_C(0x0101010101010101) >> 56);
}

/* The number of segments that a digit has: of rows in each band, then of columns in each stack. */
INLINE void count_segments(const Board *board, int numbers[2 * CHUTES])
{
    uint64_t bands[CHUTES], tops = 0;

    memcpy(bands, board, sizeof bands);
    for (int i = 0; i < CHUTES; i++) {
        uint64_t columns = bands[i] | bands[i] >> 32;
        columns = (columns | columns >> 16) & 0xFFFF;
        tops |= columns << 16 * i;
        numbers[i] = number_of(bands[i]);
    }
    tops -= tops >> 1 & UINT64_C(0x5555555555555555);
    tops = (tops & UINT64_C(0x3333333333333333)) + (tops >> 2 & UINT64_C(0x3333333333333333));
    for (int i = 0; i < CHUTES; i++)
        numbers[CHUTES + i] =
            (int)((tops >> 4 * i & UINT64_C(0x000F000F000F000F)) * UINT64_C(0x0001000100010001) >>
                  48);
}

INLINE bool has_several(int bits)
{
    return bits & (bits - 1);
}

/* The segments of a row that have candidates: the first place of each. */
INLINE int segments_of_row(Lane row)
{
    const int pairs = row | row >> 1;
    return (pairs | pairs >> 2) & 0x1111;
}

/* Those of these segments that have a single candidate. */
INLINE int single_in_row(Lane row)
{
    const int pairs = row - (row >> 1 & 0x5555);
    const int numbers = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
    return numbers & ~(numbers >> 1) & 0x1111;
}

/* The first segment of those that may but need not have a digit, if possible a single one. */
typedef struct {
    int line, segment; /* `segment` is 0 until there is one */
    bool is_single;
} First;

/* Continue with the segments of a row, or of a stack in a band. */
INLINE void find_first(First *first, int line, int segments, int single)
{
    if (first->is_single || !has_several(segments) || (first->segment && !single))
        return;
    const int among = single ? single : segments;
    *first = (First){line, among & -among, single};
}

/* Guess the first segment of the rows of a band. */
INLINE void guess_in_band(State *state, int band)
{
    const Board *board = &state->left[state->digit];
    First first = {0};

    for (int row = LINES * band; row < LINES * (band + 1); row++)
        find_first(&first, row, segments_of_row((*board)[row]), single_in_row((*board)[row]));
    state->here[first.line] = (Lane)(SEGMENT * first.segment);
    state->elsewhere[first.line] = (Lane)~state->here[first.line];
}

/* Guess the first segment of the columns of a stack. */
INLINE void guess_in_stack(State *state, int stack)
{
    const Board *places = &state->left[state->digit];
    const int in_stack = SEGMENT << LINES * stack;
    First first = {0};

    for (int band = 0; band < CHUTES; band++) {
        int one = 0, two = 0; /* columns with at least one candidate, and with at least two */
        for (int row = LINES * band; row < LINES * (band + 1); row++) {
            two |= one & (*places)[row];
            one |= (*places)[row];
        }
        find_first(&first, band, one & in_stack, one & ~two & in_stack);
    }
    const Lane column = (Lane)first.segment;
    for (int row = 0; row < MOST_SIZE; row++) {
        Board *board = row / LINES == first.line ? &state->here : &state->elsewhere;
        (*board)[row] = column;
    }
}

/* Guess that a digit stands in a segment: in the chute with the fewest segments that are not
   settled, the digit with the fewest, the first segment that may have it but need not, if possible
   one with a single place. */
INLINE void guess_segment(State *state, const Rules *rules)
{
    const int size = size_of(rules);
    int numbers[MOST_SIZE][2 * CHUTES], settled[2 * CHUTES];
    int chute = 0, least = MANY;

    for (int digit = 0; digit < size; digit++)
        count_segments(&state->left[digit], numbers[digit]);
    for (int i = 0; i < 2 * CHUTES; i++) {
        int open = 0;
        settled[i] = i < CHUTES ? rules->box_rows : rules->box_columns;
        for (int digit = 0; digit < size; digit++)
            open += numbers[digit][i];
        open -= settled[i] * size;
        if (open > 0 && open < least) {
            least = open;
            chute = i;
        }
    }
    least = MANY;
    for (int digit = 0; digit < size; digit++)
        if (numbers[digit][chute] > settled[chute] && numbers[digit][chute] < least) {
            least = numbers[digit][chute];
            state->digit = digit;
        }
    state->in_cell = false;
    state->here = state->elsewhere = EMPTY;
    if (chute < CHUTES)
        guess_in_band(state, chute);
    else
        guess_in_stack(state, chute - CHUTES);
}

#endif

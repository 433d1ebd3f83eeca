/* The arrangements of a box, and the table of all of them.

   An *arrangement*, and any set of *facts* about a box, is a word of 54 bits, as drawn in
   arrangements.py - three lines of 18:

       bit 63      54 53            36 35            18 17             0
           +---------+----------------+----------------+----------------+
           |    0    |     line 2     |     line 1     |     line 0     |
           +---------+----------------+----------------+----------------+

       of each line
               17                 9 8                  0
               +-------------------+-------------------+
               |  column, digit d  |   row, digit d    |   at bit d - 1 of its 9 bits
               +-------------------+-------------------+

   An arrangement has 18 facts: a row and a column for each digit.

   A *form* is the 12 signs of a full box: bit i is set if sign i, in the order of the contest
   format, means that the first of its two cells is the greater one.

       bit 11 10 9 8 7 6 5 4 3 2 1 0        c0 0 c1 1 c2      cells and signs of a box
           |   | +---+ | | +---+ | |         2    3    4      (0 1: across row 0, 2 3 4: down
           row 2 down  row1 down row 0      c3 5 c4 6 c5      from row 0, and so on)
                                             7    8    9
                                            c6 10 c7 11 c8 */

#ifndef INEQSUDOKU_ARRANGEMENTS_H
#define INEQSUDOKU_ARRANGEMENTS_H

#include <stdint.h>
#include <string.h>

enum {
    BOXES = 9,
    BOX_SIGNS = 12,
    FORMS = 1 << BOX_SIGNS,
    ARRANGEMENTS = 362880, /* 9! */
    LINE_BITS = 18,
    FACT_BITS = 54,
};

typedef uint64_t Facts;

#define NINE UINT64_C(0x1FF)
#define ALL_FACTS ((UINT64_C(1) << FACT_BITS) - 1)
#define ROW_FACTS (NINE | NINE << LINE_BITS | NINE << 2 * LINE_BITS)
#define COLUMN_FACTS (ROW_FACTS << 9)

/* The facts for the same digits one line, or two lines, further on. */
static inline Facts one_line_on(Facts facts)
{
    return (facts >> LINE_BITS | facts << 2 * LINE_BITS) & ALL_FACTS;
}

static inline Facts two_lines_on(Facts facts)
{
    return (facts >> 2 * LINE_BITS | facts << LINE_BITS) & ALL_FACTS;
}

/* The same digits in the two other lines of the box. */
static inline Facts other_lines(Facts facts)
{
    return one_line_on(facts) | two_lines_on(facts);
}

static inline Facts row_fact(int row, int digit)
{
    return UINT64_C(1) << (LINE_BITS * row + digit);
}

static inline Facts column_fact(int column, int digit)
{
    return row_fact(column, digit) << 9;
}

static inline Facts lowest(Facts facts)
{
    return facts & (~facts + 1);
}

/* The index of a single bit. */
static inline int place_of(uint64_t bit)
{
#if defined(__GNUC__)
    return __builtin_ctzll(bit);
#else
    int place = 0;
    while (bit >>= 1)
        place++;
    return place;
#endif
}

/* ---- The table -------------------------------------------------------------------------- */

/* Lists of arrangements start at a multiple of 64 bytes and are padded to whole turns of the
   widest path with words that have all bits set.  So the inner loops read aligned vectors and
   need no tail: removing any fact from a box removes the padding, too.

       +------------- - - ------------+----------------+
       | arrangement  ...             | NO_ARRANGEMENT |   a multiple of TURN words
       +------------- - - ------------+----------------+
*/
enum {
    TURN = 16,
    ALIGNMENT = 8,
    TABLE_WORDS = ARRANGEMENTS + FORMS * (TURN - 1),
};

#define NO_ARRANGEMENT (~UINT64_C(0))

static inline uint32_t padded(uint32_t count)
{
    return (count + TURN - 1) / TURN * TURN;
}

static inline Facts *aligned(Facts *words)
{
    const uintptr_t bytes = ALIGNMENT * sizeof *words;

    return (Facts *)(((uintptr_t)words + bytes - 1) / bytes * bytes);
}

/* Pad a list of `count` arrangements. */
static void pad(Facts *list, uint32_t count)
{
    for (uint32_t i = count; i < padded(count); i++)
        list[i] = NO_ARRANGEMENT;
}

/* The entry of the table for a form: `size` arrangements from `all[start]` on, and the union of
   their facts. */
typedef struct {
    Facts facts;
    uint32_t start;
    uint32_t size;
} Form;

/* All 9! arrangements as one list for each form, 3 MB. */
typedef struct {
    Form forms[FORMS];
    Facts *all; /* the first aligned word of `words` */
    Facts words[TABLE_WORDS + ALIGNMENT];
} Table;

/* A way to fill one row of a box.  Facts and signs are those of the upper row. */
typedef struct {
    int digit[3];
    Facts row;
    Facts columns;
    unsigned across;
} Triple;

enum {
    ORDERS = 6,   /* of three digits */
    TRIOS = 84,   /* sets of three digits */
    ROW_SIGNS = 5 /* from a sign to the one below it */
};

/* Three digits in all orders. */
typedef struct {
    unsigned digits; /* the set of them: digit d, counted from 0, is bit d */
    Triple triple[ORDERS];
} Trio;

static Triple triple_of(int left, int middle, int right)
{
    return (Triple){
        .digit = {left, middle, right},
        .row = row_fact(0, left) | row_fact(0, middle) | row_fact(0, right),
        .columns = column_fact(0, left) | column_fact(1, middle) | column_fact(2, right),
        .across = (unsigned)(left > middle) | (unsigned)(middle > right) << 1,
    };
}

static void list_trios(Trio trios[TRIOS])
{
    for (int a = 0; a < 9; a++)
        for (int b = a + 1; b < 9; b++)
            for (int c = b + 1; c < 9; c++)
                *trios++ = (Trio){
                    1u << a | 1u << b | 1u << c,
                    {triple_of(a, b, c), triple_of(a, c, b), triple_of(b, a, c), triple_of(b, c, a),
                     triple_of(c, a, b), triple_of(c, b, a)},
                };
}

/* The signs between a row and the one below it. */
static unsigned down(const Triple *upper, const Triple *lower)
{
    return (unsigned)(upper->digit[0] > lower->digit[0]) << 2 |
           (unsigned)(upper->digit[1] > lower->digit[1]) << 3 |
           (unsigned)(upper->digit[2] > lower->digit[2]) << 4;
}

typedef void Visit(Table *table, unsigned form, Facts arrangement);

/* Visit all arrangements whose rows have these trios. */
static inline void visit_rows(Table *table, Visit *visit, const Trio *upper, const Trio *middle,
                              const Trio *lower)
{
    for (const Triple *a = upper->triple; a < upper->triple + ORDERS; a++)
        for (const Triple *b = middle->triple; b < middle->triple + ORDERS; b++) {
            const unsigned form = a->across | down(a, b) | b->across << ROW_SIGNS;
            const Facts facts = a->row | b->row << LINE_BITS | a->columns | b->columns;
            for (const Triple *c = lower->triple; c < lower->triple + ORDERS; c++)
                visit(table, form | (down(b, c) | c->across << ROW_SIGNS) << ROW_SIGNS,
                      facts | c->row << 2 * LINE_BITS | c->columns);
        }
}

/* Visit all arrangements, in no particular order. */
static inline void visit_all(Table *table, Visit *visit, const Trio trios[TRIOS])
{
    for (int upper = 0; upper < TRIOS; upper++)
        for (int middle = 0; middle < TRIOS; middle++) {
            const unsigned taken = trios[upper].digits | trios[middle].digits;
            if (trios[upper].digits & trios[middle].digits)
                continue;
            int lower = 0;
            while (trios[lower].digits & taken)
                lower++;
            visit_rows(table, visit, &trios[upper], &trios[middle], &trios[lower]);
        }
}

static inline void count_form(Table *table, unsigned form, Facts arrangement)
{
    table->forms[form].size++;
    table->forms[form].facts |= arrangement;
}

static inline void put_in_place(Table *table, unsigned form, Facts arrangement)
{
    Form *to = &table->forms[form];
    table->all[to->start + to->size++] = arrangement;
}

/* A counting sort: first all sizes, then the place of each form, then the arrangements. */
static void make_table(Table *table)
{
    Trio trios[TRIOS];
    uint32_t start = 0;

    memset(table->forms, 0, sizeof table->forms);
    table->all = aligned(table->words);
    list_trios(trios);
    visit_all(table, count_form, trios);
    for (Form *form = table->forms; form < table->forms + FORMS; form++) {
        form->start = start;
        start += padded(form->size);
        pad(table->all + form->start, form->size);
        form->size = 0;
    }
    visit_all(table, put_in_place, trios);
}

#endif

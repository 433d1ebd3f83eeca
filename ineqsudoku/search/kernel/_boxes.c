/* The compiled form of the engine `boxes`; its Python twin boxes.py explains the method.

   For every puzzle both forms find the same solutions in the same order and count the same
   nodes.  Their data structures may differ, because the fixpoint of propagation does not depend
   on the order of work, and a guess depends on the fixpoint alone.  The Python form keeps the
   arrangements of a box as a bitset; this one keeps a list of their facts, which shrinks as
   arrangements are removed.

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
                                            c6 10 c7 11 c8

   Layers, from the bottom: the table of arrangements; the paths (the inner loops, for several
   instruction sets); the pool of lists of arrangements; propagation and guess; puzzles as text;
   Python.  The headers have what the kernels share. */

#include "batch.h"
#include "signs.h"

#if HAS_X86_PATHS
#include <immintrin.h>
#endif

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

/* ---- Paths ------------------------------------------------------------------------------ */

/* The number of words that a path may write for a list of `count` arrangements: it pads with a
   whole turn from any word on. */
static inline uint32_t room_for(uint32_t count)
{
    return padded(count) + TURN;
}

/* A number of arrangements for each fact, at the index of its bit. */
typedef uint32_t Tally[64];

/* The inner loops of a path. */
typedef struct {
    /* Copy those of `count` arrangements that have none of the facts in `gone`, and return
       their number; `*facts` gets the union of their facts.  `to` may be `from`.  Both have
       `room_for(count)` words.  Paths that read whole vectors rely on the padding of `from`
       and pad `to`. */
    uint32_t (*sift)(const Facts *from, uint32_t count, Facts gone, Facts *to, Facts *facts);

    /* Count for each fact how many of `count` arrangements have it. */
    void (*tally)(const Facts *from, uint32_t count, Tally tally);
} Path;

/* Branch-free: these branches would mispredict. */
static uint32_t sift_portable(const Facts *from, uint32_t count, Facts gone, Facts *to,
                              Facts *facts)
{
    Facts seen = 0;
    uint64_t kept = 0;

    for (uint32_t i = 0; i < count; i++) {
        const Facts arrangement = from[i];
        const uint64_t stays = (arrangement & gone) == 0;
        to[kept] = arrangement;
        kept += stays;
        seen |= arrangement & (0 - stays);
    }
    *facts = seen;
    return (uint32_t)kept;
}

/* Words that are counted side by side: two if the compiler has vector types. */
#if defined(__GNUC__)
typedef uint64_t Words __attribute__((vector_size(16)));
#else
typedef uint64_t Words;
#endif
enum { WORDS = sizeof(Words) / sizeof(uint64_t) };

/* Add counts in lanes of a byte: lane l of bytes[w] counts bit 8 l + w.  The sum of the words
   side by side must not exceed 255 in any lane. */
static void add_lanes(const Words bytes[8], Tally tally)
{
    for (int w = 0; w < 8; w++) {
        uint64_t side[WORDS];
        uint64_t sum = 0;
        memcpy(side, &bytes[w], sizeof side);
        for (int i = 0; i < WORDS; i++)
            sum += side[i];
        for (int lane = 0; lane < 8; lane++)
            tally[8 * lane + w] += (uint32_t)(sum >> 8 * lane & 0xFF);
    }
}

/* Sideways addition: counts grow in lanes of 2 bits for 3 turns, of 4 bits for 15 and of 8 bits
   for up to 255; full lanes are added to wider ones. */
static void tally_portable(const Facts *from, uint32_t count, Tally tally)
{
    const uint64_t in_2 = UINT64_C(0x5555555555555555);
    const uint64_t in_4 = UINT64_C(0x3333333333333333);
    const uint64_t in_8 = UINT64_C(0x0F0F0F0F0F0F0F0F);

    memset(tally, 0, sizeof(Tally));
    while (count) {
        Words bytes[8] = {0};
        for (int fifteens = 0; fifteens < 17 / WORDS && count; fifteens++) {
            Words nibbles[4] = {0};
            for (int threes = 0; threes < 5 && count; threes++) {
                Words pairs[2] = {0};
                for (int ones = 0; ones < 3 && count; ones++) {
                    Words words;
                    if (count >= WORDS) {
                        memcpy(&words, from, sizeof words);
                        from += WORDS;
                        count -= WORDS;
                    } else {
                        words = (Words){*from++};
                        count--;
                    }
                    pairs[0] += words & in_2;
                    pairs[1] += words >> 1 & in_2;
                }
                for (int i = 0; i < 2; i++) {
                    nibbles[i] += pairs[i] & in_4;
                    nibbles[i + 2] += pairs[i] >> 2 & in_4;
                }
            }
            for (int i = 0; i < 4; i++) {
                bytes[i] += nibbles[i] & in_8;
                bytes[i + 4] += nibbles[i] >> 4 & in_8;
            }
        }
        add_lanes(bytes, tally);
    }
}

#if HAS_X86_PATHS

/* For functions with innermost loops, whose alignment makes a difference of up to 20 %. */
#define ALIGNED __attribute__((aligned(64)))

/* For each set of four 64-bit lanes the permutation of 32-bit lanes that moves them to the
   front: lane l is the halves 2 l and 2 l + 1. */
#define LANES(a, b, c, d) {2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1}
static const int32_t TO_FRONT[16][8] = {
    LANES(0, 0, 0, 0), LANES(0, 0, 0, 0), LANES(1, 0, 0, 0), LANES(0, 1, 0, 0),
    LANES(2, 0, 0, 0), LANES(0, 2, 0, 0), LANES(1, 2, 0, 0), LANES(0, 1, 2, 0),
    LANES(3, 0, 0, 0), LANES(0, 3, 0, 0), LANES(1, 3, 0, 0), LANES(0, 1, 3, 0),
    LANES(2, 3, 0, 0), LANES(0, 2, 3, 0), LANES(1, 2, 3, 0), LANES(0, 1, 2, 3),
};
#undef LANES

AVX2 ALIGNED static uint32_t sift_avx2(const Facts *from, uint32_t count, Facts gone, Facts *to,
                                       Facts *facts)
{
    const __m256i wide_gone = _mm256_set1_epi64x((long long)gone);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i padding = _mm256_set1_epi64x((long long)NO_ARRANGEMENT);
    __m256i seen = zero;
    uint64_t kept = 0;

    for (uint32_t i = 0; i < count; i += 4) {
        const __m256i four = _mm256_load_si256((const __m256i *)(from + i));
        const __m256i stay = _mm256_cmpeq_epi64(_mm256_and_si256(four, wide_gone), zero);
        const unsigned mask = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(stay));
        const __m256i order = _mm256_loadu_si256((const __m256i *)TO_FRONT[mask]);
        _mm256_storeu_si256((__m256i *)(to + kept), _mm256_permutevar8x32_epi32(four, order));
        kept += (uint64_t)__builtin_popcount(mask);
        seen = _mm256_or_si256(seen, _mm256_and_si256(four, stay));
    }
    for (int i = 0; i < TURN; i += 4)
        _mm256_storeu_si256((__m256i *)(to + kept + i), padding);

    __m128i half = _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256(seen, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    *facts = (Facts)_mm_cvtsi128_si64(half);
    return (uint32_t)kept;
}

/* Two vectors a turn, so that their latencies overlap. */
AVX512 ALIGNED static uint32_t sift_avx512(const Facts *from, uint32_t count, Facts gone, Facts *to,
                                           Facts *facts)
{
    const __m512i wide_gone = _mm512_set1_epi64((long long)gone);
    const __m512i padding = _mm512_set1_epi64((long long)NO_ARRANGEMENT);
    __m512i seen_in_one = _mm512_setzero_si512();
    __m512i seen_in_two = _mm512_setzero_si512();
    uint64_t kept = 0;

    /* Compressing in a register and storing all of it is faster than a compressing store. */
    for (uint32_t i = 0; i < count; i += TURN) {
        const __m512i one = _mm512_load_si512(from + i);
        const __m512i two = _mm512_load_si512(from + i + 8);
        const __mmask8 one_stay = _mm512_testn_epi64_mask(one, wide_gone);
        const __mmask8 two_stay = _mm512_testn_epi64_mask(two, wide_gone);
        const __m512i one_front = _mm512_maskz_compress_epi64(one_stay, one);
        const __m512i two_front = _mm512_maskz_compress_epi64(two_stay, two);
        const int of_one = __builtin_popcount(one_stay);
        _mm512_storeu_si512(to + kept, one_front);
        _mm512_storeu_si512(to + kept + of_one, two_front);
        kept += (uint64_t)(of_one + __builtin_popcount(two_stay));
        seen_in_one = _mm512_mask_or_epi64(seen_in_one, one_stay, seen_in_one, one);
        seen_in_two = _mm512_mask_or_epi64(seen_in_two, two_stay, seen_in_two, two);
    }
    _mm512_storeu_si512(to + kept, padding);
    _mm512_storeu_si512(to + kept + 8, padding);

    *facts = (Facts)_mm512_reduce_or_epi64(_mm512_or_si512(seen_in_one, seen_in_two));
    return (uint32_t)kept;
}

/* An arrangement is a mask for 64 lanes of a byte, one for each fact; a lane counts to 255.  Two
   sums side by side, because each addition depends on the previous one. */
AVX512 static void tally_avx512(const Facts *from, uint32_t count, Tally tally)
{
    const __m512i one = _mm512_set1_epi8(1);
    __m512i sums[4];

    for (int quarter = 0; quarter < 4; quarter++)
        sums[quarter] = _mm512_setzero_si512();
    while (count) {
        const uint32_t now = count < 255 ? count : 255;
        __m512i lanes = _mm512_setzero_si512();
        __m512i others = _mm512_setzero_si512();
        uint32_t i = 0;
        for (; i + 2 <= now; i += 2) {
            lanes = _mm512_mask_add_epi8(lanes, _cvtu64_mask64(from[i]), lanes, one);
            others = _mm512_mask_add_epi8(others, _cvtu64_mask64(from[i + 1]), others, one);
        }
        if (i < now)
            lanes = _mm512_mask_add_epi8(lanes, _cvtu64_mask64(from[i]), lanes, one);
        lanes = _mm512_add_epi8(lanes, others);
        from += now;
        count -= now;
        for (int quarter = 0; quarter < 4; quarter++) {
            const __m512i counts = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(lanes));
            sums[quarter] = _mm512_add_epi32(sums[quarter], counts);
            lanes = _mm512_shuffle_i64x2(lanes, lanes, 0x39); /* the next quarter comes first */
        }
    }
    for (int quarter = 0; quarter < 4; quarter++)
        _mm512_storeu_si512(tally + 16 * quarter, sums[quarter]);
}

#endif /* HAS_X86_PATHS */

static const Path PATHS[] = {
    {sift_portable, tally_portable},
#if HAS_X86_PATHS
    {sift_avx2, tally_portable},
    {sift_avx512, tally_avx512},
#endif
};

/* ---- The pool --------------------------------------------------------------------------- */

/* The memory for the lists of a search: a stack in chunks that never move.  Lists are allocated
   one after another, and freed together, back to a mark, when the search backtracks.

       first chunk              next                     next
       +-----------------+      +-----------------+      +-----------------+
       | list list list  | ---> | list |   free   | ---> |      free       |
       +-----------------+      +-----------------+      +-----------------+
                                       ^ top             stays for later use
*/
typedef struct Chunk {
    struct Chunk *next;
    uint32_t capacity;
    Facts *words; /* the first aligned word of `room` */
    Facts room[];
} Chunk;

typedef struct {
    Chunk *chunk;
    uint32_t top;
} Mark;

enum { CHUNK_WORDS = 1 << 14 };

static Chunk *new_chunk(uint32_t capacity, Chunk *next)
{
    Chunk *chunk = malloc(sizeof *chunk + (capacity + ALIGNMENT) * sizeof chunk->room[0]);

    if (chunk) {
        chunk->words = aligned(chunk->room);
        chunk->capacity = capacity;
        chunk->next = next;
    }
    return chunk;
}

static void free_chunks(Chunk *chunk)
{
    while (chunk) {
        Chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
}

/* Room for `count` arrangements at the top of the pool, not yet allocated; NULL without memory. */
static Facts *room_at(Mark *top, uint32_t count)
{
    const uint32_t words = room_for(count);

    if (words > top->chunk->capacity - top->top) {
        Chunk *next = top->chunk->next;
        if (!next || next->capacity < words) {
            next = new_chunk(words > CHUNK_WORDS ? words : CHUNK_WORDS, next);
            if (!next)
                return NULL;
            top->chunk->next = next;
        }
        top->chunk = next;
        top->top = 0;
    }
    return top->chunk->words + top->top;
}

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

struct Tables {
    Table arrangements;
    Signs signs;
};

struct Search {
    Progress progress; /* `work` counts arrangements that are examined */
    const Tables *tables;
    const Path *path;
    Chunk *first;
    Mark top;
    State states[MOST_STATES];
};

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
            search->path->sift(from, count, gone, (Facts *)from, &state->facts[box]);
    } else {
        Facts *to = room_at(&search->top, count);
        if (!to) {
            search->progress.no_memory = true;
            return false;
        }
        state->count[box] = search->path->sift(from, count, gone, to, &state->facts[box]);
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

    find_signs(SIZE, 3, 3, inside, border);
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

static Progress *progress_of(Search *search)
{
    return &search->progress;
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

    restart(&search->progress, CELLS);
    search->path = &PATHS[search->progress.task.path];
    search->top = (Mark){search->first, 0};
    state->own = 0;
    for (int box = 0; box < BOXES; box++)
        fill(search, state, box, &boxes[box]);
}

/* Start a search with the puzzle in a text; `false` when it is malformed. */
static bool begin(Search *search, const char *signs, const char *givens)
{
    Box boxes[BOXES];

    if (!read_signs(&search->tables->signs, signs, boxes) || !read_givens(givens, boxes))
        return false;
    start(search, boxes);
    return true;
}

/* ---- Many layouts ----------------------------------------------------------------------- */

static Beginning begin_in_batch(const Writing *writing, Search *search, const char *signs)
{
    Box boxes[BOXES];

    (void)writing;
    if (!read_signs(&search->tables->signs, signs, boxes))
        return MALFORMED;
    start(search, boxes);
    return BEGUN;
}

/* A layout as a line: its signs and a line feed.  Its answer, with NUL bytes for what is missing:

       bytes 0-8    "none", or "multiple" and a tab
       bytes 9-89   digits of a solution, the lesser of two
       byte 90      line feed
*/
enum { LINE_SIZE = SIGNS + 1, STATUS_SIZE = 9, ANSWER_LINE_SIZE = STATUS_SIZE + CELLS + 1 };

/* An estimate of the arrangements of the boxes of a puzzle: each absent sign of a box about
   doubles them. */
static uint64_t spread(const Box boxes[BOXES])
{
    uint64_t sum = 0;

    for (int box = 0; box < BOXES; box++) {
        uint64_t open = 1;
        for (unsigned absent = boxes[box].absent; absent; absent &= absent - 1)
            open *= 2;
        sum += open;
    }
    return sum;
}

static bool are_lines(const Signs *signs, const char *text, Py_ssize_t size)
{
    uint8_t known = size % LINE_SIZE == 0;

    for (const char *line = text; known && line < text + size; line += LINE_SIZE) {
        for (int i = 0; i < SIGNS; i++)
            known &= (uint8_t)((line[i] == signs->less[i]) | (line[i] == signs->greater[i]) |
                               (line[i] == '.'));
        known &= line[SIGNS] == '\n';
    }
    return known;
}

static Beginning begin_line(const Writing *writing, Search *search, const char *line)
{
    Box boxes[BOXES];

    if (!read_signs(&search->tables->signs, line, boxes))
        return MALFORMED;
    if (spread(boxes) > writing->most_spread)
        return LEFT;
    start(search, boxes);
    return BEGUN;
}

/* Puzzles whose search did not end are left to the caller. */
static void write_answer_line(const Progress *progress, Outcome outcome, char *answer)
{
    const char *first = progress->kept;
    const bool has_several = progress->found > 1;

    if (outcome != FINISHED && progress->found < progress->task.limit)
        return;
    if (has_several && memcmp(first, first + CELLS, CELLS) > 0)
        first += CELLS;
    if (has_several)
        memcpy(answer, "multiple\t", STATUS_SIZE);
    if (progress->found)
        memcpy(answer + STATUS_SIZE, first, CELLS);
    else
        memcpy(answer, "none", 4);
    answer[ANSWER_LINE_SIZE - 1] = '\n';
}

/* ---- Python ----------------------------------------------------------------------------- */

#define NOT_A_PUZZLE "not 108 signs in the order of the contest format and 81 givens"

PyDoc_STRVAR(search_doc,
             "search(path, signs, givens, limit, node_limit, keep, seconds=0, /)\n--\n\n"
             "Search one puzzle; see _boxes.pyi.");

static PyObject *py_search(PyObject *self, PyObject *args)
{
    Module *module = PyModule_GetState(self);
    Text signs, givens;
    Task task = {.seconds = 0};

    if (!PyArg_ParseTuple(args, "iO&O&O&O&p|d:search", &task.path, to_text, &signs, to_text,
                          &givens, to_uint64, &task.limit, to_uint64, &task.node_limit, &task.keep,
                          &task.seconds))
        return NULL;
    Search *search = take_search(module, &task);
    if (!search)
        return NULL;
    PyObject *result = NULL;
    if (signs.size == SIGNS && givens.size == CELLS && begin(search, signs.at, givens.at))
        result = run_alone(search);
    else
        PyErr_SetString(PyExc_ValueError, NOT_A_PUZZLE);
    put_search(module, search);
    return result;
}

PyDoc_STRVAR(solve_batch_doc,
             "solve_batch(path, signs, limit, node_limit, /)\n--\n\n"
             "Search many layouts; see _boxes.pyi.");

static PyObject *py_solve_batch(PyObject *self, PyObject *args)
{
    const Writing writing = {
        .size = SIGNS,
        .answer_size = ANSWER_SIZE,
        .refusal = NOT_A_PUZZLE,
        .begin = begin_in_batch,
        .write = write_answer,
    };

    return solve_batch(self, args, &writing);
}

#define NOT_LINES "not lines of 108 signs in the order of the contest format"

PyDoc_STRVAR(solve_lines_doc,
             "solve_lines(path, lines, limit, node_limit, most_spread, /)\n--\n\n"
             "Search the layouts of compact lines; see _boxes.pyi.");

static PyObject *py_solve_lines(PyObject *self, PyObject *args)
{
    Module *module = PyModule_GetState(self);
    Writing writing = {
        .size = LINE_SIZE,
        .answer_size = ANSWER_LINE_SIZE,
        .refusal = NOT_LINES,
        .begin = begin_line,
        .write = write_answer_line,
    };
    Task task = {.keep = true};
    Text lines;

    if (!PyArg_ParseTuple(args, "iO&O&O&O&:solve_lines", &task.path, to_text, &lines, to_uint64,
                          &task.limit, to_uint64, &task.node_limit, to_uint64,
                          &writing.most_spread))
        return NULL;
    if (!are_lines(&module->tables->signs, lines.at, lines.size)) {
        PyErr_SetString(PyExc_ValueError, NOT_LINES);
        return NULL;
    }
    return answers_of(module, &task, &writing, lines.at, lines.size);
}

static int add_answer_line_size(PyObject *self)
{
    return PyModule_AddIntConstant(self, "ANSWER_LINE_SIZE", ANSWER_LINE_SIZE);
}

static PyMethodDef METHODS[] = {
    {"search", py_search, METH_VARARGS, search_doc},
    {"solve_batch", py_solve_batch, METH_VARARGS, solve_batch_doc},
    {"solve_lines", py_solve_lines, METH_VARARGS, solve_lines_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {
    {Py_mod_exec, (void *)exec_module},
    {Py_mod_exec, (void *)add_answer_size},
    {Py_mod_exec, (void *)add_answer_line_size},
    {0, NULL},
};

PyDoc_STRVAR(module_doc, "The compiled form of the engine `boxes`; see _boxes.pyi.");

static struct PyModuleDef DEFINITION = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "ineqsudoku.search.kernel._boxes",
    .m_doc = module_doc,
    .m_size = sizeof(Module),
    .m_methods = METHODS,
    .m_slots = SLOTS,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__boxes(void)
{
    return PyModuleDef_Init(&DEFINITION);
}

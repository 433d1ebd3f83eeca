/* Vectors of several boards, for one path.  The file of a path first defines DECK_BYTES, the size
   of its vectors, and TARGET, its instructions.

   A *deck* is a vector of as many boards as fit, for consecutive digits:

       512 bits   |  digit 1  |  digit 2  |  digit 3  |  digit 4  |   and two more decks;
                                                                      the last of them has
                                                                      three empty boards */

#ifndef INEQSUDOKU_DECK_H
#define INEQSUDOKU_DECK_H

#include "board.h"

#if HAS_X86_PATHS
#include <immintrin.h>
#endif

enum {
    DECK_BOARDS = DECK_BYTES / BOARD_BYTES,
    DECKS = (SIZE + DECK_BOARDS - 1) / DECK_BOARDS,
    DECK_LANES = DECK_BYTES / sizeof(Lane),
};

typedef Lane Deck __attribute__((vector_size(DECK_BYTES)));
typedef uint32_t Deck32 __attribute__((vector_size(DECK_BYTES)));
typedef uint64_t Deck64 __attribute__((vector_size(DECK_BYTES)));

/* Functions on decks are inlined, so that none is passed through a call. */
#define INLINE static inline __attribute__((always_inline)) TARGET

#define UNROLLED _Pragma("GCC unroll 16")
#define UNROLLED_BY_4 _Pragma("GCC unroll 4")

#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLED(type, deck, ...) \
    (Deck) __builtin_shufflevector((type)(deck), (type)(deck), __VA_ARGS__)
#else
#define SHUFFLED(type, deck, ...) (Deck) __builtin_shuffle((type)(deck), (type){__VA_ARGS__})
#endif

/* Exchange the two words of 64 places of each board. */
#if DECK_BYTES == 64
#define SWAP_WORDS(deck) SHUFFLED(Deck64, deck, 1, 0, 3, 2, 5, 4, 7, 6)
#elif DECK_BYTES == 32
#define SWAP_WORDS(deck) SHUFFLED(Deck64, deck, 1, 0, 3, 2)
#else
#define SWAP_WORDS(deck) SHUFFLED(Deck64, deck, 1, 0)
#endif

/* Exchange the two halves of a vector, or the halves of its halves; masks of the lower ones. */
#if DECK_BYTES == 64
#define SWAP_HALVES(deck) SHUFFLED(Deck64, deck, 4, 5, 6, 7, 0, 1, 2, 3)
#define LOWER_HALF ((Deck) ~(Deck64){0, 0, 0, 0, ~0ull, ~0ull, ~0ull, ~0ull})
#define SWAP_QUARTERS(deck) SHUFFLED(Deck64, deck, 2, 3, 0, 1, 6, 7, 4, 5)
#define LOWER_QUARTERS ((Deck) ~(Deck64){0, 0, ~0ull, ~0ull, 0, 0, ~0ull, ~0ull})
#elif DECK_BYTES == 32
#define SWAP_HALVES(deck) SHUFFLED(Deck64, deck, 2, 3, 0, 1)
#define LOWER_HALF ((Deck) ~(Deck64){0, 0, ~0ull, ~0ull})
#endif

INLINE Deck deck_at(const Board *boards)
{
    Deck deck;

    memcpy(&deck, boards, sizeof deck);
    return deck;
}

INLINE void put_deck(Board *boards, Deck deck)
{
    memcpy(boards, &deck, sizeof deck);
}

/* A deck of copies of one board. */
INLINE Deck deck_of(const Board *board)
{
#if DECK_BYTES == 64
    return (Deck)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)board));
#elif DECK_BYTES == 32
    return (Deck)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)board));
#else
    return deck_at(board);
#endif
}

INLINE void put_first_board(Board *board, Deck deck)
{
    memcpy(board, &deck, sizeof *board);
}

#define NOTHING ((Deck){0})

/* The number of the board that each word of 64 places is on. */
#if DECK_BYTES == 64
#define NUMBERS ((Deck64){0, 0, 1, 1, 2, 2, 3, 3})
#elif DECK_BYTES == 32
#define NUMBERS ((Deck64){0, 0, 1, 1})
#endif

/* All places of one of the boards of a deck; none if the number is not that of one. */
INLINE Deck whole_board(int number)
{
#ifdef NUMBERS
    return (Deck)(NUMBERS == (uint64_t)(int64_t)number);
#else
    return number ? NOTHING : ~NOTHING;
#endif
}

/* The kind of a direction: onward or back, and whether any cell leaves its word of 64 places. */
typedef struct {
    bool onward, leaves_word;
} Manner;

/* Each place gets the bit `distance` places onward or back; undefined if that is no cell. */
INLINE Deck moved(Deck deck, int distance, Manner manner)
{
    const Deck64 words = (Deck64)deck;

    if (manner.onward)
        return (Deck)(manner.leaves_word
                          ? words >> distance | (Deck64)SWAP_WORDS(deck) << (64 - distance)
                          : words >> distance);
    return (Deck)(manner.leaves_word
                      ? words << distance | (Deck64)SWAP_WORDS(deck) >> (64 - distance)
                      : words << distance);
}

/* For each board of a deck, the intersection of all boards before it; `behind` gets that of all
   boards after it, and `all` that of all boards. */
INLINE Deck common_before(Deck deck, Deck *behind, Deck *all)
{
    Deck before = ~NOTHING;

    *behind = ~NOTHING;
#ifdef SWAP_QUARTERS
    if (DECK_BOARDS == 4) {
        const Deck other = SWAP_QUARTERS(deck);
        before &= other | LOWER_QUARTERS;
        *behind &= other | ~LOWER_QUARTERS;
        deck &= other;
    }
#endif
#ifdef SWAP_HALVES
    if (DECK_BOARDS > 1) {
        const Deck other = SWAP_HALVES(deck);
        before &= other | LOWER_HALF;
        *behind &= other | ~LOWER_HALF;
        deck &= other;
    }
#endif
    *all = deck;
    return before;
}

INLINE bool is_empty(Deck deck)
{
#if DECK_BYTES == 64 && HAS_X86_PATHS
    return !_mm512_test_epi64_mask((__m512i)deck, (__m512i)deck);
#elif DECK_BYTES == 32 && defined(IS_AVX2)
    return _mm256_testz_si256((__m256i)deck, (__m256i)deck);
#elif HAS_X86_PATHS
    __m128i halves[DECK_BYTES / 16];

    memcpy(halves, &deck, sizeof halves);
    for (int i = 1; i < DECK_BYTES / 16; i++)
        halves[0] |= halves[i];
    return _mm_movemask_epi8(_mm_cmpeq_epi32(halves[0], _mm_setzero_si128())) == 0xFFFF;
#else
    uint64_t words[DECK_BYTES / 8], any = 0;
    typedef uint64_t Half __attribute__((vector_size(16)));
    Half halves[DECK_BYTES / 16];

    memcpy(halves, &deck, sizeof halves);
    for (int i = 1; i < DECK_BYTES / 16; i++)
        halves[0] |= halves[i];
    memcpy(words, halves, 16);
    any = words[0] | words[1];
    return any == 0;
#endif
}

/* The cells that are in at least one, and in at least two, of several boards. */
typedef struct {
    Deck one, two;
} Counts;

INLINE Counts with(Counts counts, Deck boards)
{
    return (Counts){counts.one | boards, counts.two | (counts.one & boards)};
}

INLINE Counts together(Counts a, Counts b)
{
    return (Counts){a.one | b.one, a.two | b.two | (a.one & b.one)};
}

/* The counts over all boards of a deck, in each of them. */
INLINE Counts folded(Counts counts)
{
#ifdef SWAP_HALVES
    if (DECK_BOARDS > 1)
        counts = together(counts, (Counts){SWAP_HALVES(counts.one), SWAP_HALVES(counts.two)});
#endif
#ifdef SWAP_QUARTERS
    if (DECK_BOARDS > 2)
        counts = together(counts, (Counts){SWAP_QUARTERS(counts.one), SWAP_QUARTERS(counts.two)});
#endif
    return counts;
}

#endif

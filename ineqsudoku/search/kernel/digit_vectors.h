/* Vectors of several boards, for one path.  The file of a path first defines VECTOR_BYTES, the size
   of its vectors, and TARGET, its instructions.

   A *digit vector* holds as many boards as fit, for consecutive digits:

       512 bits   |  digit 1  |  digit 2  |  digit 3  |  digit 4  |   and two more vectors;
                                                                      the last of them has
                                                                      three empty boards */

#ifndef INEQSUDOKU_DIGIT_VECTORS_H
#define INEQSUDOKU_DIGIT_VECTORS_H

#include "board.h"

#if HAS_X86_PATHS
#include <immintrin.h>
#endif

enum {
    VECTOR_BOARDS = VECTOR_BYTES / BOARD_BYTES,
    DIGIT_VECTORS = (SIZE + VECTOR_BOARDS - 1) / VECTOR_BOARDS,
    VECTOR_LANES = VECTOR_BYTES / sizeof(Lane),
};

typedef Lane DigitVector __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t DigitVector32 __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t DigitVector64 __attribute__((vector_size(VECTOR_BYTES)));

/* Functions on vectors are inlined, so that none is passed through a call. */
#define INLINE static inline __attribute__((always_inline)) TARGET

#define UNROLLED _Pragma("GCC unroll 16")
#define UNROLLED_BY_4 _Pragma("GCC unroll 4")

#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLED(type, vector, ...) \
    (DigitVector) __builtin_shufflevector((type)(vector), (type)(vector), __VA_ARGS__)
#else
#define SHUFFLED(type, vector, ...) \
    (DigitVector) __builtin_shuffle((type)(vector), (type){__VA_ARGS__})
#endif

/* Exchange the two words of 64 places of each board. */
#if VECTOR_BYTES == 64
#define SWAP_WORDS(vector) SHUFFLED(DigitVector64, vector, 1, 0, 3, 2, 5, 4, 7, 6)
#elif VECTOR_BYTES == 32
#define SWAP_WORDS(vector) SHUFFLED(DigitVector64, vector, 1, 0, 3, 2)
#else
#define SWAP_WORDS(vector) SHUFFLED(DigitVector64, vector, 1, 0)
#endif

/* Exchange the two halves of a vector, or the halves of its halves; masks of the lower ones. */
#if VECTOR_BYTES == 64
#define SWAP_HALVES(vector) SHUFFLED(DigitVector64, vector, 4, 5, 6, 7, 0, 1, 2, 3)
#define LOWER_HALF ((DigitVector) ~(DigitVector64){0, 0, 0, 0, ~0ull, ~0ull, ~0ull, ~0ull})
#define SWAP_QUARTERS(vector) SHUFFLED(DigitVector64, vector, 2, 3, 0, 1, 6, 7, 4, 5)
#define LOWER_QUARTERS ((DigitVector) ~(DigitVector64){0, 0, ~0ull, ~0ull, 0, 0, ~0ull, ~0ull})
#elif VECTOR_BYTES == 32
#define SWAP_HALVES(vector) SHUFFLED(DigitVector64, vector, 2, 3, 0, 1)
#define LOWER_HALF ((DigitVector) ~(DigitVector64){0, 0, ~0ull, ~0ull})
#endif

INLINE DigitVector vector_at(const Board *boards)
{
    DigitVector vector;

    memcpy(&vector, boards, sizeof vector);
    return vector;
}

INLINE void put_vector(Board *boards, DigitVector vector)
{
    memcpy(boards, &vector, sizeof vector);
}

/* A vector of copies of one board. */
INLINE DigitVector vector_of(const Board *board)
{
#if VECTOR_BYTES == 64
    return (DigitVector)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)board));
#elif VECTOR_BYTES == 32
    return (DigitVector)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)board));
#else
    return vector_at(board);
#endif
}

INLINE void put_first_board(Board *board, DigitVector vector)
{
    memcpy(board, &vector, sizeof *board);
}

#define NOTHING ((DigitVector){0})

/* The number of the board that each word of 64 places is on. */
#if VECTOR_BYTES == 64
#define NUMBERS ((DigitVector64){0, 0, 1, 1, 2, 2, 3, 3})
#elif VECTOR_BYTES == 32
#define NUMBERS ((DigitVector64){0, 0, 1, 1})
#endif

/* All places of one of the boards of a vector; none if the number is not that of one. */
INLINE DigitVector whole_board(int number)
{
#ifdef NUMBERS
    return (DigitVector)(NUMBERS == (uint64_t)(int64_t)number);
#else
    return number ? NOTHING : ~NOTHING;
#endif
}

/* The kind of a direction: onward or back, and whether any cell leaves its word of 64 places. */
typedef struct {
    bool onward, leaves_word;
} Manner;

/* Each place gets the bit `distance` places onward or back; undefined if that is no cell. */
INLINE DigitVector moved(DigitVector vector, int distance, Manner manner)
{
    const DigitVector64 words = (DigitVector64)vector;

    if (manner.onward)
        return (DigitVector)(manner.leaves_word
                                 ? words >> distance | (DigitVector64)SWAP_WORDS(vector)
                                                           << (64 - distance)
                                 : words >> distance);
    return (DigitVector)(manner.leaves_word
                             ? words << distance |
                                   (DigitVector64)SWAP_WORDS(vector) >> (64 - distance)
                             : words << distance);
}

/* For each board of a vector, the intersection of all boards before it; `behind` gets that of all
   boards after it, and `all` that of all boards. */
INLINE DigitVector common_before(DigitVector vector, DigitVector *behind, DigitVector *all)
{
    DigitVector before = ~NOTHING;

    *behind = ~NOTHING;
#ifdef SWAP_QUARTERS
    if (VECTOR_BOARDS == 4) {
        const DigitVector other = SWAP_QUARTERS(vector);
        before &= other | LOWER_QUARTERS;
        *behind &= other | ~LOWER_QUARTERS;
        vector &= other;
    }
#endif
#ifdef SWAP_HALVES
    if (VECTOR_BOARDS > 1) {
        const DigitVector other = SWAP_HALVES(vector);
        before &= other | LOWER_HALF;
        *behind &= other | ~LOWER_HALF;
        vector &= other;
    }
#endif
    *all = vector;
    return before;
}

INLINE bool is_empty(DigitVector vector)
{
#if VECTOR_BYTES == 64 && HAS_X86_PATHS
    return !_mm512_test_epi64_mask((__m512i)vector, (__m512i)vector);
#elif VECTOR_BYTES == 32 && defined(IS_AVX2)
    return _mm256_testz_si256((__m256i)vector, (__m256i)vector);
#elif HAS_X86_PATHS
    __m128i halves[VECTOR_BYTES / 16];

    memcpy(halves, &vector, sizeof halves);
    for (int i = 1; i < VECTOR_BYTES / 16; i++)
        halves[0] |= halves[i];
    return _mm_movemask_epi8(_mm_cmpeq_epi32(halves[0], _mm_setzero_si128())) == 0xFFFF;
#else
    uint64_t words[VECTOR_BYTES / 8], any = 0;
    typedef uint64_t Half __attribute__((vector_size(16)));
    Half halves[VECTOR_BYTES / 16];

    memcpy(halves, &vector, sizeof halves);
    for (int i = 1; i < VECTOR_BYTES / 16; i++)
        halves[0] |= halves[i];
    memcpy(words, halves, 16);
    any = words[0] | words[1];
    return any == 0;
#endif
}

/* The cells that are in at least one, and in at least two, of several boards. */
typedef struct {
    DigitVector one, two;
} Counts;

INLINE Counts with(Counts counts, DigitVector boards)
{
    return (Counts){counts.one | boards, counts.two | (counts.one & boards)};
}

INLINE Counts together(Counts a, Counts b)
{
    return (Counts){a.one | b.one, a.two | b.two | (a.one & b.one)};
}

/* The counts over all boards of a vector, in each of them. */
INLINE Counts folded(Counts counts)
{
#ifdef SWAP_HALVES
    if (VECTOR_BOARDS > 1)
        counts = together(counts, (Counts){SWAP_HALVES(counts.one), SWAP_HALVES(counts.two)});
#endif
#ifdef SWAP_QUARTERS
    if (VECTOR_BOARDS > 2)
        counts = together(counts, (Counts){SWAP_QUARTERS(counts.one), SWAP_QUARTERS(counts.two)});
#endif
    return counts;
}

#endif

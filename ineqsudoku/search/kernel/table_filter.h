/* The inner loops of `boxes` over lists of arrangements, for several instruction sets. */

#ifndef INEQSUDOKU_TABLE_FILTER_H
#define INEQSUDOKU_TABLE_FILTER_H

#include "arrangements.h"
#include "paths.h"

#if HAS_X86_PATHS
#include <immintrin.h>
#endif

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
       `room_for(count)` words.  Paths read whole blocks, so they rely on the padding of `from`
       and pad `to`. */
    uint32_t (*filter)(const Facts *from, uint32_t count, Facts gone, Facts *to, Facts *facts);

    /* Count for each fact how many of `count` arrangements have it. */
    void (*tally)(const Facts *from, uint32_t count, Tally tally);
} Path;

/* GCC must not vectorise the second loop of `filter_portable`: a load of two words waits until both
   have left the store buffer. */
#if defined(__GNUC__) && !defined(__clang__)
#define SCALAR __attribute__((optimize("no-tree-vectorize")))
#else
#define SCALAR
#endif

/* Branch-free: these branches would mispredict.  One loop moves arrangements in few instructions,
   and another one unites those that stay. */
SCALAR static uint32_t filter_portable(const Facts *from, uint32_t count, Facts gone, Facts *to,
                                       Facts *facts)
{
    enum { BLOCK = 8 };
    const Facts *const end = from + count;
    Facts seen = 0;
    Facts also_seen = 0;
    uint64_t kept = 0;

    for (; from < end; from += BLOCK)
        for (int i = 0; i < BLOCK; i++) {
            const Facts arrangement = from[i];
            to[kept] = arrangement;
            kept += (arrangement & gone) == 0;
        }
    for (int i = 0; i < BLOCK; i++)
        to[kept + i] = 0;
    for (const Facts *word = to; word < to + kept; word += BLOCK)
        for (int i = 0; i < BLOCK; i += 2) {
            seen |= word[i];
            also_seen |= word[i + 1];
        }
    for (int i = 0; i < BLOCK; i++)
        to[kept + i] = NO_ARRANGEMENT;
    *facts = seen | also_seen;
    return (uint32_t)kept;
}

/* Words that are counted side by side: two if the compiler has vector types. */
#if defined(__GNUC__)
typedef uint64_t Words __attribute__((vector_size(16)));
#else
typedef uint64_t Words;
#endif
enum { WORDS = sizeof(Words) / sizeof(uint64_t) };

/* Sideways addition: counts grow in lanes of 2 bits for a block of 3 words, then in lanes of a
   byte, of which lane l of bytes[w] counts bit 8 l + w.  The words that the last block has too many
   are masked, because a loop or branch of their own would mispredict. */
static void tally_portable(const Facts *from, uint32_t count, Tally tally)
{
    enum { BLOCK = 3 * WORDS, MOST = 255 / BLOCK * BLOCK };
    static const uint64_t ONES_AND_ZEROS[12] = {
        UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
    };
    const uint64_t in_2 = UINT64_C(0x5555555555555555);
    const uint64_t in_8 = UINT64_C(0x0303030303030303);

    for (uint32_t start = 0; start < count; start += MOST) {
        const uint32_t end = count - start > MOST ? start + MOST : count;
        Words bytes[8] = {0};
        for (uint32_t i = start; i < end; i += BLOCK) {
            const uint32_t now = end - i < BLOCK ? end - i : BLOCK;
            Words words[3], counted[3];
            Words even = {0};
            Words odd = {0};
            memcpy(words, from + i, sizeof words);
            memcpy(counted, ONES_AND_ZEROS + 6 - now, sizeof counted);
            for (int word = 0; word < 3; word++) {
                words[word] &= counted[word];
                even += words[word] & in_2;
                odd += words[word] >> 1 & in_2;
            }
            for (int pair = 0; pair < 4; pair++) {
                bytes[2 * pair] += even >> 2 * pair & in_8;
                bytes[2 * pair + 1] += odd >> 2 * pair & in_8;
            }
        }
        for (int w = 0; w < 8; w++) {
            uint64_t side[WORDS];
            uint64_t sum = 0;
            memcpy(side, &bytes[w], sizeof side);
            for (int i = 0; i < WORDS; i++)
                sum += side[i];
            for (int lane = 0; lane < 8; lane++) {
                const uint32_t before = start ? tally[8 * lane + w] : 0;
                tally[8 * lane + w] = before + (uint32_t)(sum >> 8 * lane & 0xFF);
            }
        }
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

AVX2 ALIGNED static uint32_t filter_avx2(const Facts *from, uint32_t count, Facts gone, Facts *to,
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
AVX512 ALIGNED static uint32_t filter_avx512(const Facts *from, uint32_t count, Facts gone,
                                             Facts *to, Facts *facts)
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
    {filter_portable, tally_portable},
#if HAS_X86_PATHS
    {filter_avx2, tally_portable},
    {filter_avx512, tally_avx512},
#endif
};

#endif

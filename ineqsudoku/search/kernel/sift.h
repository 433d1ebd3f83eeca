/* The inner loops of `boxes` over lists of arrangements, for several instruction sets. */

#ifndef INEQSUDOKU_SIFT_H
#define INEQSUDOKU_SIFT_H

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

#endif

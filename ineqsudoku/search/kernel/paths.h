/* The instruction sets that the kernels are compiled for. */

#ifndef INEQSUDOKU_PATHS_H
#define INEQSUDOKU_PATHS_H

#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_X86_PATHS 1
#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX512 __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,bmi,bmi2,popcnt")))
#else
#define HAS_X86_PATHS 0
#endif

#endif

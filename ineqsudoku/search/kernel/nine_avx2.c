/* The rules of `cells` in 9x9, for AVX2. */

#include "nine.h"

#if HAS_X86_PATHS

#define DECK_BYTES 32
#define TARGET AVX2
#define IS_AVX2
#include "nine_rules.h"
#include "propagation.h"

const Path nine_avx2 = {propagate, guess};

#endif

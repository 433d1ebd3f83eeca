/* The rules of `cells` in 9x9, for AVX-512. */

#include "nine.h"

#if HAS_X86_PATHS

#define DECK_BYTES 64
#define TARGET AVX512
#include "nine_rules.h"
#include "propagation.h"

const Path nine_avx512 = {propagate, guess};

#endif

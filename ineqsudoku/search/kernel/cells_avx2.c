/* The rules of `cells`, for AVX2. */

#include "board.h"

#if HAS_X86_PATHS

#define VECTOR_BYTES 32
#define TARGET AVX2
#define IS_AVX2
#include "propagation.h"

const Path cells_avx2 = {propagate, guess};

#endif

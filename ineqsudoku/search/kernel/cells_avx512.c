/* The rules of `cells`, for AVX-512. */

#include "board.h"

#if HAS_X86_PATHS

#define VECTOR_BYTES 64
#define TARGET AVX512
#include "propagation.h"

const Path cells_avx512 = {propagate, guess};

#endif

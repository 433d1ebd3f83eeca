/* The rules of `cells` in the lattice, for AVX2. */

#include "lattice.h"

#if HAS_X86_PATHS

#define DECK_BYTES 32
#define TARGET AVX2
#define IS_AVX2
#include "lattice_rules.h"
#include "propagation.h"

const Path lattice_avx2 = {propagate, guess};

#endif

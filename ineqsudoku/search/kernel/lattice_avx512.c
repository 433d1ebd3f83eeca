/* The rules of `cells` in the lattice, for AVX-512. */

#include "lattice.h"

#if HAS_X86_PATHS

#define DECK_BYTES 64
#define TARGET AVX512
#include "lattice_rules.h"
#include "propagation.h"

const Path lattice_avx512 = {propagate, guess};

#endif

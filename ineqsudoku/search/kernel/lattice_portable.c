/* The rules of `cells` in the lattice, without special instructions. */

#include "lattice.h"

#define DECK_BYTES 32
#define TARGET
#include "lattice_rules.h"
#include "propagation.h"

const Path lattice_portable = {propagate, guess};

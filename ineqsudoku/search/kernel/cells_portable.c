/* The rules of `cells`, without special instructions. */

#include "board.h"

#define VECTOR_BYTES 16
#define TARGET
#include "propagation.h"

const Path cells_portable = {propagate, guess};

/* The rules of `cells` in 9x9, without special instructions. */

#include "nine.h"

#define DECK_BYTES 16
#define TARGET
#include "nine_rules.h"
#include "propagation.h"

const Path nine_portable = {propagate, guess};

/* The module of `cells` for all sizes but 9x9; see cells.h. */

#include "module.h" /* Python.h comes before all others */

#include "lattice.h"
#include "cells.h"
#include "search.h"
#include "calls.h"

DEFINE_MODULE("ineqsudoku.search.kernel", _lattice,
              "The compiled form of the engine `cells` for other sizes; see _lattice.pyi.",
              sizeof(Module), exec_kernel, free_kernel, SEARCH_METHOD);

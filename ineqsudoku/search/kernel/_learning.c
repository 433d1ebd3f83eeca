/* The module of the search that learns; see learning.h. */

#include "module.h" /* Python.h comes before all others */

#include "learning.h"
#include "search.h"
#include "calls.h"

DEFINE_MODULE("ineqsudoku.search.kernel", _learning,
              "The compiled form of the search that learns; see _learning.pyi.", sizeof(Module),
              exec_kernel, free_kernel, SEARCH_METHOD);

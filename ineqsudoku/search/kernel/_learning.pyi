"""The compiled kernel of the search that learns.

`search`, limits and exceptions are those of `_boxes.pyi`.  All `PATHS` are the same code.
"""

from ineqsudoku.search.kernel._boxes import PATHS as PATHS
from ineqsudoku.search.kernel._boxes import search as search

"""The compiled kernel of the engine `cells` for other sizes than 9×9.

`PATHS` and `search`, limits and exceptions are those of `_boxes.pyi`.
"""

from ineqsudoku.search.kernel._boxes import PATHS as PATHS
from ineqsudoku.search.kernel._boxes import search as search

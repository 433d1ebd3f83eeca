"""Read, solve, check and diagnose inequality sudoku (CQOI2013 新数独).

    import ineqsudoku as iq

    puzzle = iq.read(text)
    result = iq.solve(puzzle)
    print(result.status, result.solutions[0])

The names of the core are imported here; those of the apps when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ineqsudoku import display
from ineqsudoku.checker.outputs import check as check
from ineqsudoku.checker.rules import Violation as Violation
from ineqsudoku.errors import (
    ConversionError as ConversionError,
    IneqSudokuError as IneqSudokuError,
    InvalidPuzzleError as InvalidPuzzleError,
    PuzzleSyntaxError as PuzzleSyntaxError,
    UnsupportedPuzzleError as UnsupportedPuzzleError,
)
from ineqsudoku.formats import (
    Entry as Entry,
    convert as convert,
    read as read,
    read_all as read_all,
    read_many as read_many,
    write as write,
)
from ineqsudoku.puzzle import (
    Grid as Grid,
    Puzzle as Puzzle,
    Relation as Relation,
)
from ineqsudoku.relations import RelationGraph as RelationGraph
from ineqsudoku.search import (
    SearchResult as SearchResult,
    count as count,
    solve as solve,
)
from ineqsudoku.version import __version__ as __version__

if TYPE_CHECKING:  # The names of the apps, which `__getattr__` imports.
    from ineqsudoku.apps.batch.cluster import Cluster as Cluster
    from ineqsudoku.apps.batch.frames import to_frame as to_frame
    from ineqsudoku.apps.diagnose import *  # noqa: F403
    from ineqsudoku.apps.explain import *  # noqa: F403
    from ineqsudoku.apps.generate import *  # noqa: F403
    from ineqsudoku.apps.package import *  # noqa: F403
    from ineqsudoku.apps.pictures import *  # noqa: F403
    from ineqsudoku.apps.solve import *  # noqa: F403

_OF_APPS = {
    "batch.cluster": "Cluster",
    "batch.frames": "to_frame",
    "diagnose": "Conflict Minimal Options Repair Report Witnesses find_conflict "
    "find_repairs find_witnesses minimise validate validate_many",
    "explain": "Explanation Hint Progress Step explain explain_many hint",
    "generate": "Generated GenerationError PuzzleOptions generate",
    "package": "Package PackageOptions build_package",
    "pictures": "Picture Role draw_html draw_png draw_svg draw_text",
    "solve": "solve_many",
}
"""The public names of the apps, by their modules below `ineqsudoku.apps`."""


if not TYPE_CHECKING:  # Type checkers report a name that is not there.
    _of_core = {
        name
        for name, value in globals().items()
        if getattr(value, "__module__", "").startswith("ineqsudoku.")
    }
    __all__ = sorted(_of_core.union(*(names.split() for names in _OF_APPS.values())))

    def __getattr__(name: str) -> object:
        for module, names in _OF_APPS.items():
            if name in names.split():
                return getattr(import_module(f"ineqsudoku.apps.{module}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return [*__all__, "__version__"]


def _render(value: object, form: display.Form) -> str:
    text: str = import_module("ineqsudoku.apps.rendering").render(value, form)
    return text


display.register(_render)

"""Read, solve and check inequality sudoku (CQOI2013 新数独).

    import ineqsudoku as iq

    puzzle = iq.read(text)
    result = iq.solve(puzzle)
    print(result.status, result.solutions[0])

Each name is imported when it is first used, so that a command loads what it needs only.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ineqsudoku.errors import Fault as Fault
    from ineqsudoku.errors import IneqSudokuError as IneqSudokuError
    from ineqsudoku.errors import LayoutCycleError as LayoutCycleError
    from ineqsudoku.errors import PuzzleSyntaxError as PuzzleSyntaxError
    from ineqsudoku.errors import PuzzleSyntaxWarning as PuzzleSyntaxWarning
    from ineqsudoku.errors import UnsupportedPuzzleError as UnsupportedPuzzleError
    from ineqsudoku.formats import read as read
    from ineqsudoku.formats import read_all as read_all
    from ineqsudoku.judge.answers import check as check
    from ineqsudoku.judge.rules import Violation as Violation
    from ineqsudoku.puzzle import Grid as Grid
    from ineqsudoku.puzzle import Puzzle as Puzzle
    from ineqsudoku.puzzle import Relation as Relation
    from ineqsudoku.relations import RelationGraph as RelationGraph
    from ineqsudoku.search import SearchResult as SearchResult
    from ineqsudoku.search import count as count
    from ineqsudoku.search import solve as solve
    from ineqsudoku.search import solve_many as solve_many

_MODULE_OF = {
    "Fault": "errors",
    "IneqSudokuError": "errors",
    "LayoutCycleError": "errors",
    "PuzzleSyntaxError": "errors",
    "PuzzleSyntaxWarning": "errors",
    "UnsupportedPuzzleError": "errors",
    "read": "formats",
    "read_all": "formats",
    "check": "judge.answers",
    "Violation": "judge.rules",
    "Grid": "puzzle",
    "Puzzle": "puzzle",
    "Relation": "puzzle",
    "RelationGraph": "relations",
    "SearchResult": "search",
    "count": "search",
    "solve": "search",
    "solve_many": "search",
}

__all__ = ["__version__", *_MODULE_OF]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

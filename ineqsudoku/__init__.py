"""Read, solve, check and diagnose inequality sudoku (CQOI2013 新数独).

    import ineqsudoku as iq

    puzzle = iq.read(text)
    result = iq.solve(puzzle)
    print(result.status, result.solutions[0])

Each name is imported when it is first used, so that a command loads only what it needs.
"""


def _is_program() -> bool:
    """Whether this process runs the command `ineqsudoku` or `python -m ineqsudoku`, and not another
    program that imports the package."""
    import sys

    if sys.argv[:1] == ["-m"]:  # Python has not read the module yet.
        return sys.orig_argv[-len(sys.argv)] == "ineqsudoku"
    return f"/{getattr(sys.modules.get('__main__'), '__file__', '')}".endswith("/ineqsudoku")


def _die_by_ctrl_c() -> None:
    """Let Ctrl-C end the process silently; Python's handler would print a traceback."""
    # `signal` itself takes some ms to import, while this part of it is built in.
    import _signal as signal  # type: ignore[import-not-found]  # typeshed has no private modules

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if _is_program():  # Ctrl-C must be silent before the rest of this module is read.
    _die_by_ctrl_c()

__version__ = "0.1.0"

# Type checkers know this name; importing `typing` would take 3 ms.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ineqsudoku.batch.cluster import Cluster as Cluster
    from ineqsudoku.batch.frame import to_frame as to_frame
    from ineqsudoku.batch.many import explain_many as explain_many
    from ineqsudoku.batch.many import solve_many as solve_many
    from ineqsudoku.batch.many import validate_many as validate_many
    from ineqsudoku.conversion import convert as convert
    from ineqsudoku.conversion import write as write
    from ineqsudoku.diagnose.conflicts import Conflict as Conflict
    from ineqsudoku.diagnose.conflicts import find_conflict as find_conflict
    from ineqsudoku.diagnose.distinguishing_givens import (
        find_distinguishing_givens as find_distinguishing_givens,
    )
    from ineqsudoku.diagnose.effort import Effort as Effort
    from ineqsudoku.diagnose.effort import measure_effort as measure_effort
    from ineqsudoku.diagnose.minimal import Minimal as Minimal
    from ineqsudoku.diagnose.minimal import minimise as minimise
    from ineqsudoku.diagnose.repairs import Repair as Repair
    from ineqsudoku.diagnose.repairs import find_repairs as find_repairs
    from ineqsudoku.diagnose.report import Options as Options
    from ineqsudoku.diagnose.report import Report as Report
    from ineqsudoku.diagnose.report import examine as examine
    from ineqsudoku.diagnose.report import validate as validate
    from ineqsudoku.diagnose.witnesses import Witnesses as Witnesses
    from ineqsudoku.diagnose.witnesses import find_witnesses as find_witnesses
    from ineqsudoku.errors import ConversionError as ConversionError
    from ineqsudoku.errors import ConversionWarning as ConversionWarning
    from ineqsudoku.errors import Fault as Fault
    from ineqsudoku.errors import IneqSudokuError as IneqSudokuError
    from ineqsudoku.errors import InvalidPuzzleError as InvalidPuzzleError
    from ineqsudoku.errors import LayoutCycleError as LayoutCycleError
    from ineqsudoku.errors import PuzzleSyntaxError as PuzzleSyntaxError
    from ineqsudoku.errors import PuzzleSyntaxWarning as PuzzleSyntaxWarning
    from ineqsudoku.errors import UnsupportedPuzzleError as UnsupportedPuzzleError
    from ineqsudoku.explanation.hints import Hint as Hint
    from ineqsudoku.explanation.hints import hint as hint
    from ineqsudoku.explanation.progress import Progress as Progress
    from ineqsudoku.explanation.strategy import explain as explain
    from ineqsudoku.explanation.values import Explanation as Explanation
    from ineqsudoku.explanation.values import Premises as Premises
    from ineqsudoku.explanation.values import Step as Step
    from ineqsudoku.formats import Entry as Entry
    from ineqsudoku.formats.reading import read as read
    from ineqsudoku.formats.reading import read_all as read_all
    from ineqsudoku.formats.reading import read_many as read_many
    from ineqsudoku.generation.canonical import canonical as canonical
    from ineqsudoku.generation.sequence import generate as generate
    from ineqsudoku.generation.values import Generated as Generated
    from ineqsudoku.generation.values import UnmetWishError as UnmetWishError
    from ineqsudoku.generation.values import Wish as Wish
    from ineqsudoku.geometry import Geometry as Geometry
    from ineqsudoku.judge.checker.answers import check as check
    from ineqsudoku.judge.checker.rules import Violation as Violation
    from ineqsudoku.judge.package.builder import Package as Package
    from ineqsudoku.judge.package.builder import build_package as build_package
    from ineqsudoku.judge.package.options import PackageOptions as PackageOptions
    from ineqsudoku.pictures.model import Picture as Picture
    from ineqsudoku.pictures.model import Role as Role
    from ineqsudoku.pictures.pdf import draw_pdf as draw_pdf
    from ineqsudoku.pictures.png import draw_png as draw_png
    from ineqsudoku.pictures.svg import draw_svg as draw_svg
    from ineqsudoku.pictures.terminal import draw_text as draw_text
    from ineqsudoku.puzzle import Grid as Grid
    from ineqsudoku.puzzle import Puzzle as Puzzle
    from ineqsudoku.puzzle import Relation as Relation
    from ineqsudoku.relations import RelationGraph as RelationGraph
    from ineqsudoku.search import SearchResult as SearchResult
    from ineqsudoku.search import count as count
    from ineqsudoku.search import solve as solve

_MODULE_OF = {
    "Cluster": "batch.cluster",
    "to_frame": "batch.frame",
    "explain_many": "batch.many",
    "solve_many": "batch.many",
    "validate_many": "batch.many",
    "convert": "conversion",
    "write": "conversion",
    "Conflict": "diagnose.conflicts",
    "find_conflict": "diagnose.conflicts",
    "find_distinguishing_givens": "diagnose.distinguishing_givens",
    "Effort": "diagnose.effort",
    "measure_effort": "diagnose.effort",
    "Minimal": "diagnose.minimal",
    "minimise": "diagnose.minimal",
    "Repair": "diagnose.repairs",
    "find_repairs": "diagnose.repairs",
    "Options": "diagnose.report",
    "Report": "diagnose.report",
    "examine": "diagnose.report",
    "validate": "diagnose.report",
    "Witnesses": "diagnose.witnesses",
    "find_witnesses": "diagnose.witnesses",
    "ConversionError": "errors",
    "ConversionWarning": "errors",
    "Fault": "errors",
    "IneqSudokuError": "errors",
    "InvalidPuzzleError": "errors",
    "LayoutCycleError": "errors",
    "PuzzleSyntaxError": "errors",
    "PuzzleSyntaxWarning": "errors",
    "UnsupportedPuzzleError": "errors",
    "Hint": "explanation.hints",
    "hint": "explanation.hints",
    "Progress": "explanation.progress",
    "explain": "explanation.strategy",
    "Explanation": "explanation.values",
    "Premises": "explanation.values",
    "Step": "explanation.values",
    "Entry": "formats",
    "read": "formats.reading",
    "read_all": "formats.reading",
    "read_many": "formats.reading",
    "canonical": "generation.canonical",
    "generate": "generation.sequence",
    "Generated": "generation.values",
    "UnmetWishError": "generation.values",
    "Wish": "generation.values",
    "Geometry": "geometry",
    "check": "judge.checker.answers",
    "Violation": "judge.checker.rules",
    "Package": "judge.package.builder",
    "build_package": "judge.package.builder",
    "PackageOptions": "judge.package.options",
    "Picture": "pictures.model",
    "Role": "pictures.model",
    "draw_pdf": "pictures.pdf",
    "draw_png": "pictures.png",
    "draw_svg": "pictures.svg",
    "draw_text": "pictures.terminal",
    "Grid": "puzzle",
    "Puzzle": "puzzle",
    "Relation": "puzzle",
    "RelationGraph": "relations",
    "SearchResult": "search",
    "count": "search",
    "solve": "search",
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

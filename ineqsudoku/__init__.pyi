"""The public names and their modules, for type checkers and for `__init__.py`, which imports each
name when it is first used."""

from ineqsudoku.apps.batch.cluster import Cluster as Cluster
from ineqsudoku.apps.batch.many import explain_many as explain_many
from ineqsudoku.apps.batch.many import solve_many as solve_many
from ineqsudoku.apps.batch.many import to_frame as to_frame
from ineqsudoku.apps.batch.many import validate_many as validate_many
from ineqsudoku.apps.diagnose.conflicts import Conflict as Conflict
from ineqsudoku.apps.diagnose.conflicts import find_conflict as find_conflict
from ineqsudoku.apps.diagnose.effort import Effort as Effort
from ineqsudoku.apps.diagnose.effort import measure_effort as measure_effort
from ineqsudoku.apps.diagnose.minimal import Minimal as Minimal
from ineqsudoku.apps.diagnose.minimal import minimise as minimise
from ineqsudoku.apps.diagnose.repairs import Repair as Repair
from ineqsudoku.apps.diagnose.repairs import find_repairs as find_repairs
from ineqsudoku.apps.diagnose.report import Options as Options
from ineqsudoku.apps.diagnose.report import Report as Report
from ineqsudoku.apps.diagnose.report import examine as examine
from ineqsudoku.apps.diagnose.report import validate as validate
from ineqsudoku.apps.diagnose.witnesses import Witnesses as Witnesses
from ineqsudoku.apps.diagnose.witnesses import (
    find_distinguishing_givens as find_distinguishing_givens,
)
from ineqsudoku.apps.diagnose.witnesses import find_witnesses as find_witnesses
from ineqsudoku.apps.explain.explanation import Explanation as Explanation
from ineqsudoku.apps.explain.hints import Hint as Hint
from ineqsudoku.apps.explain.hints import Progress as Progress
from ineqsudoku.apps.explain.hints import hint as hint
from ineqsudoku.apps.explain.strategy import explain as explain
from ineqsudoku.apps.explain.values import Premises as Premises
from ineqsudoku.apps.explain.values import Step as Step
from ineqsudoku.apps.generate.canonical import canonical as canonical
from ineqsudoku.apps.generate.sequence import generate as generate
from ineqsudoku.apps.generate.values import Generated as Generated
from ineqsudoku.apps.generate.values import UnmetWishError as UnmetWishError
from ineqsudoku.apps.generate.values import Wish as Wish
from ineqsudoku.apps.package.builder import Package as Package
from ineqsudoku.apps.package.builder import build_package as build_package
from ineqsudoku.apps.package.options import PackageOptions as PackageOptions
from ineqsudoku.apps.pictures.model import Picture as Picture
from ineqsudoku.apps.pictures.model import Role as Role
from ineqsudoku.apps.pictures.pdf import draw_pdf as draw_pdf
from ineqsudoku.apps.pictures.png import draw_png as draw_png
from ineqsudoku.apps.pictures.svg import draw_svg as draw_svg
from ineqsudoku.apps.pictures.terminal import draw_text as draw_text
from ineqsudoku.checker.answers import check as check
from ineqsudoku.checker.rules import Violation as Violation
from ineqsudoku.errors import ConversionError as ConversionError
from ineqsudoku.errors import ConversionWarning as ConversionWarning
from ineqsudoku.errors import Fault as Fault
from ineqsudoku.errors import IneqSudokuError as IneqSudokuError
from ineqsudoku.errors import InvalidPuzzleError as InvalidPuzzleError
from ineqsudoku.errors import LayoutCycleError as LayoutCycleError
from ineqsudoku.errors import PuzzleSyntaxError as PuzzleSyntaxError
from ineqsudoku.errors import PuzzleSyntaxWarning as PuzzleSyntaxWarning
from ineqsudoku.errors import UnsupportedPuzzleError as UnsupportedPuzzleError
from ineqsudoku.formats import Entry as Entry
from ineqsudoku.formats.conversion import convert as convert
from ineqsudoku.formats.conversion import write as write
from ineqsudoku.formats.reading import read as read
from ineqsudoku.formats.reading import read_all as read_all
from ineqsudoku.formats.reading import read_many as read_many
from ineqsudoku.geometry import Geometry as Geometry
from ineqsudoku.puzzle import Grid as Grid
from ineqsudoku.puzzle import Puzzle as Puzzle
from ineqsudoku.puzzle import Relation as Relation
from ineqsudoku.relations import RelationGraph as RelationGraph
from ineqsudoku.search import SearchResult as SearchResult
from ineqsudoku.search import count as count
from ineqsudoku.search import solve as solve

__version__: str
__all__: list[str]

def _die_by_ctrl_c() -> None: ...

"""Sudoku of 16×16 (POJ 3076), for `solve` alone: read by its grammar, solved by `dlx`."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any, ClassVar

from lark import Token, Transformer, Tree

from ineqsudoku.errors import Fault, UnsupportedPuzzleError
from ineqsudoku.formats import HEXADOKU
from ineqsudoku.formats.lines import LineFormat, LineKind, Span
from ineqsudoku.formats.words import A_PUZZLE_OR_END, ROWS_SO_FAR
from ineqsudoku.messages import Message
from ineqsudoku.search import Enumeration, Nodes, SearchResult
from ineqsudoku.search.dlx import fill

SIDE = 4
SIZE = SIDE**2
EMPTY = "-"
SYMBOLS = EMPTY + "ABCDEFGHIJKLMNOP"
"""The characters of cells: empty, then the digits from 1 to 16."""

_ROW = LineKind(
    "row",
    Message("hexadoku.expected-row", "a row of {size} letters", size=SIZE),
    Message("hexadoku.row", "a row of letters"),
)
_CELL_IS = Message("hexadoku.cell", "A cell is a letter A-P, or '-' or '.' when it is empty.")
_ROW_HAS = Message(
    "hexadoku.row-has",
    "This row has {n} cell instead of {size}.",
    "This row has {n} cells instead of {size}.",
)
_ONLY_DLX = Message("hexadoku.only-dlx", "the engine {engine} does not take sudoku of 16×16")


class HexadokuTransformer(Transformer[Token, str]):
    """Makes the cells of a puzzle from its tree: letters, and `-` for empty ones."""

    def puzzle(self, rows: list[Token]) -> str:
        return "".join("".join(rows).split()).replace(".", EMPTY)


class Hexadoku(LineFormat):
    """The format *hexadoku*."""

    name = HEXADOKU
    kinds: ClassVar = {"R": _ROW}
    puzzle = f"R{{{SIZE}}}"
    at_end = A_PUZZLE_OR_END
    has_headings = False  # They would begin with cells.

    def make(self, tree: Tree[Token]) -> str:
        return HexadokuTransformer().transform(tree)

    def guess(self, _: str) -> str:
        return "R"

    def divide(self, letters: str) -> list[Span]:
        """Return the rows, as one faulty puzzle unless they are whole puzzles."""
        step = len(letters) if len(letters) % SIZE else SIZE
        return [(start, start + step) for start in range(0, len(letters), step)]

    def pattern(self, letters: str) -> str:
        return "R" * SIZE * -(-len(letters) // SIZE)

    def count(self, letters: str, _: int) -> Message:
        return ROWS_SO_FAR.fill(n=len(letters), size=SIZE)

    def hint(self, _: Fault, line: str, __: LineKind) -> Message:
        cells = "".join(line.split())
        known = set(cells) <= set(SYMBOLS + ".")
        return _ROW_HAS.fill(n=len(cells), size=SIZE) if known else _CELL_IS


read = Hexadoku().read
"""Reads a text; a puzzle is a text of 256 cells."""


def solve(
    cells: Any, limit: int, engine: str, node_limit: int | None, search_time: float | None
) -> SearchResult:
    """Return the result of a search, as `solve` does; a grid has 256 letters.

    Raises `UnsupportedPuzzleError` unless the engine is `auto` or `dlx`.
    """
    if engine not in ("auto", "dlx"):
        raise UnsupportedPuzzleError(_ONLY_DLX.fill(engine=engine))
    deadline = None if search_time is None else monotonic() + search_time
    return Enumeration(_solutions).search(cells, limit, node_limit, deadline).ascending()


def _solutions(cells: Any, nodes: Nodes) -> Iterator[str]:
    """Yield the solutions, as 256 letters, by exact cover with 4,096 options for 1,024 items.

    Raises `LimitReached`.
    """
    for digits in fill([SYMBOLS.index(cell) for cell in cells], SIDE, nodes):
        yield "".join(SYMBOLS[digit] for digit in digits)


def grid_text(line: str) -> str:
    """Return sixteen lines of letters, without a trailing newline."""
    return "\n".join(line[start : start + SIZE] for start in range(0, SIZE**2, SIZE))

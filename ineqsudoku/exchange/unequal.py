"""Game IDs of *Unequal* in Simon Tatham's Portable Puzzle Collection.

`9:`, then the cells in reading order with commas between them: a number, 0 for an empty
cell, and a letter of `URDL` for each neighbour - up, right, down, left - that is smaller.
`a` to `z` stand for 1 to 26 empty cells.  The game has rows and columns but no boxes: it is
played on a Latin square, of the size that the ID begins with.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NoReturn

from ineqsudoku.exchange import Found
from ineqsudoku.exchange.builder import Builder
from ineqsudoku.exchange.scanner import Scanner, lines_of
from ineqsudoku.exchange.words import counted
from ineqsudoku.formats.document import Document
from ineqsudoku.geometry import NINE, Geometry, latin
from ineqsudoku.puzzle import ABSENT, Puzzle

SEPARATOR = ""

LARGEST = NINE.size
"""The game has larger sizes, with letters for digits beyond 9."""


def takes(geometry: Geometry) -> bool:
    return geometry.size <= LARGEST


def losses(puzzle: Puzzle) -> list[str]:
    return ["the rule of boxes"] if puzzle.geometry.boxes else []


@cache
def _steps(size: int) -> dict[str, int]:
    """The distance from a cell to its neighbour, by letter."""
    return {"U": -size, "R": 1, "D": size, "L": -1}


def write(puzzle: Puzzle) -> str:
    """One ID."""
    geometry = puzzle.geometry
    letters = dict.fromkeys(geometry.cells, "")
    smaller = {(greater, lesser - greater) for lesser, greater in puzzle.relations}
    for letter, step in _steps(geometry.size).items():
        for cell in geometry.cells:
            letters[cell] += letter * ((cell, step) in smaller)
    givens = puzzle.givens.replace(ABSENT, "0")
    cells = (f"{givens[cell]}{letters[cell]}," for cell in geometry.cells)
    return f"{geometry.size}:" + "".join(cells)


def read(document: Document) -> Iterator[Found]:
    """Every line that is not blank is an ID."""
    for start, line in lines_of(document):
        text = line.text.rstrip(" \t")
        places = range(start, start + len(text))
        yield Found(_puzzle(Scanner(document, text, places)), line=line.number)


def _puzzle(scanner: Scanner) -> Puzzle:
    scanner.take("[ \t]*")
    start = scanner.index
    size = scanner.need("[0-9]{1,3}", "the size of the grid")
    if not 2 <= int(size) <= LARGEST:
        scanner.fail(start, f"a size 2-{LARGEST}", "No other size can be read.", f"'{size}'")
    if scanner.take("a"):
        scanner.fail(scanner.index - 1, "':'", "The game's mode 'Adjacent' has no signs.")
    scanner.take("d[a-z]")
    scanner.need(":", "':'")
    builder = Builder(latin(int(size)))
    cells = len(builder.geometry.cells)
    expression = f"[0-{size}][URDL]{{0,4}}(?:,|$)"
    cell = 0
    while not scanner.is_done:
        start = scanner.index
        if cell < cells and (text := scanner.take(expression)):
            _take_cell(scanner, builder, cell, start, text.rstrip(","))
            cell += 1
        elif cell < cells and (letter := scanner.take("[a-z]")):
            cell += ord(letter) - ord("a") + 1
        else:
            _fail_at_cell(scanner, builder.geometry, is_end=cell >= cells)
    if cell < cells:
        scanner.fail(
            scanner.index, "a cell", f"{counted(cell, 'cell')} so far; {cells} make a puzzle."
        )
    return builder.puzzle()


def _take_cell(scanner: Scanner, builder: Builder, cell: int, start: int, text: str) -> None:
    """Add a cell whose text begins at `start`: its digit and its letters."""
    size = builder.geometry.size
    if text[0] != "0":
        builder.give(cell, int(text[0]))
    for at, letter in enumerate(text[1:], start + 1):
        lesser = cell + _steps(size)[letter]
        is_off = letter in "RL" and lesser // size != cell // size
        if lesser not in builder.geometry.cells or is_off:
            scanner.fail(at, "a letter for a neighbour", "There is no cell on that side.")
        if objection := builder.relate(lesser, cell):
            scanner.fail(at, "another letter", objection)


def _fail_at_cell(scanner: Scanner, geometry: Geometry, is_end: bool) -> NoReturn:
    """Raise `PuzzleSyntaxError` for what is no cell, or comes behind the last one."""
    if is_end:
        scanner.fail(scanner.index, "the end of the ID", found="more cells")
    digits = "a digit" if geometry.size == LARGEST else f"a digit 0-{geometry.size}"
    scanner.need(f"[0-{geometry.size}](?![0-9])", digits)
    scanner.take("[URDL]{0,4}")
    scanner.fail(scanner.index, "','")

"""Game IDs of *Unequal* in Simon Tatham's Portable Puzzle Collection.

`9:` and then the cells in reading order, parted by commas: a number, 0 where the cell is
empty, and letters of `URDL` for the neighbours - up, right, down, left - that are smaller.
`a` to `z` stand for 1 to 26 empty cells to pass over.  The game knows rows and columns, but no
boxes: it is played on a Latin square, of whatever size the ID begins with.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.exchange import Found
from ineqsudoku.exchange.builder import Builder
from ineqsudoku.exchange.scanner import Scanner, lines_of
from ineqsudoku.exchange.words import counted
from ineqsudoku.formats.document import Document
from ineqsudoku.geometry import NINE, Geometry, latin
from ineqsudoku.puzzle import ABSENT, Puzzle

SEPARATOR = ""

LARGEST = NINE.size
"""The game has larger ones, whose digits go on with letters."""


def takes(geometry: Geometry) -> bool:
    return geometry.size <= LARGEST


def losses(puzzle: Puzzle) -> list[str]:
    return ["the rule of boxes"] if puzzle.geometry.boxes else []


def _steps(geometry: Geometry) -> dict[str, int]:
    """By letter, from a cell to its neighbour."""
    return {"U": -geometry.size, "R": 1, "D": geometry.size, "L": -1}


def write(puzzle: Puzzle) -> str:
    """One ID."""
    geometry = puzzle.geometry
    letters = dict.fromkeys(geometry.cells, "")
    smaller = {(greater, lesser - greater) for lesser, greater in puzzle.relations}
    for letter, step in _steps(geometry).items():
        for cell in geometry.cells:
            letters[cell] += letter * ((cell, step) in smaller)
    givens = puzzle.givens.replace(ABSENT, "0")
    cells = (f"{givens[cell]}{letters[cell]}," for cell in geometry.cells)
    return f"{geometry.size}:" + "".join(cells)


def read(document: Document) -> Iterator[Found]:
    """Every line that is not blank is an ID."""
    for start, line in lines_of(document):
        if not line.is_blank:
            text = line.text.rstrip(" \t")
            places = list(range(start, start + len(text)))
            yield Found(_puzzle(Scanner(document, text, places)), line=line.number)


def _puzzle(scanner: Scanner) -> Puzzle:
    scanner.take("[ \t]*")
    start = scanner.index
    size = scanner.need("[0-9]{1,3}", "the size of the grid")
    if not 2 <= int(size) <= LARGEST:
        scanner.fail(start, f"a size 2-{LARGEST}", "Others can't be held.", f"'{size}'")
    if scanner.take("a"):
        scanner.fail(scanner.index - 1, "':'", "The game's mode 'Adjacent' has no signs.")
    scanner.take("d[a-z]")
    scanner.need(":", "':'")
    builder = Builder(latin(int(size)))
    cells = len(builder.geometry.cells)
    cell = 0
    while not scanner.is_done:
        while letter := scanner.take("[a-z]"):
            cell += ord(letter) - ord("a") + 1
        if cell >= cells:
            scanner.fail(scanner.index - scanner.is_done, "the end of the ID", found="more cells")
        _take_cell(scanner, builder, cell)
        cell += 1
        if cell < cells or not scanner.is_done:
            scanner.need(",", "','")
    if cell < cells:
        scanner.fail(
            scanner.index, "a cell", f"{counted(cell, 'cell')} so far; {cells} make a puzzle."
        )
    return builder.puzzle()


def _take_cell(scanner: Scanner, builder: Builder, cell: int) -> None:
    geometry = builder.geometry
    size = geometry.size
    expected = "a digit" if geometry.size == LARGEST else f"a digit 0-{size}"
    if digit := int(scanner.need(f"[0-{size}](?![0-9])", expected)):
        builder.give(cell, digit)
    while letter := scanner.take("[URDL]"):
        at = scanner.index - 1
        lesser = cell + _steps(geometry)[letter]
        is_off = letter in "RL" and lesser // size != cell // size
        if lesser not in geometry.cells or is_off:
            scanner.fail(at, "a letter for a neighbour", "There is no cell on that side.")
        if objection := builder.relate(lesser, cell):
            scanner.fail(at, "another letter", objection)

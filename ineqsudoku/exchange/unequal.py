"""Game IDs of *Unequal* in Simon Tatham's Portable Puzzle Collection.

`9:` and then the cells in reading order, parted by commas: a number, 0 where the cell is
empty, and letters of `URDL` for the neighbours - up, right, down, left - that are smaller.
`a` to `z` stand for 1 to 26 empty cells to pass over.  The game knows rows and columns, but no
boxes.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.exchange import Found
from ineqsudoku.exchange.builder import Builder
from ineqsudoku.exchange.scanner import Scanner, lines_of
from ineqsudoku.exchange.words import counted, takes_nine
from ineqsudoku.formats.document import Document
from ineqsudoku.geometry import CELLS, COLUMN_OF, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle

SEPARATOR = ""

_STEPS = {"U": -SIZE, "R": 1, "D": SIZE, "L": -1}


takes = takes_nine


def losses(_: Puzzle) -> list[str]:
    return ["the rule of boxes"]


def write(puzzle: Puzzle) -> str:
    """One ID."""
    letters = dict.fromkeys(CELLS, "")
    smaller = {(greater, lesser - greater) for lesser, greater in puzzle.relations}
    for letter, step in _STEPS.items():
        for cell in CELLS:
            letters[cell] += letter * ((cell, step) in smaller)
    givens = puzzle.givens.replace(ABSENT, "0")
    return f"{SIZE}:" + "".join(f"{givens[cell]}{letters[cell]}," for cell in CELLS)


def read(document: Document) -> Iterator[Found]:
    """Every line that is not blank is an ID."""
    for start, line in lines_of(document):
        if not line.is_blank:
            text = line.text.rstrip(" \t")
            places = list(range(start, start + len(text)))
            yield Found(_puzzle(Scanner(document, text, places)), boxes=False)


def _puzzle(scanner: Scanner) -> Puzzle:
    scanner.take("[ \t]*")
    start = scanner.index
    size = scanner.need("[0-9]{1,3}", "the size of the grid")
    if size != str(SIZE):
        scanner.fail(start, f"'{SIZE}'", "Only 9×9 can be held.", f"'{size}'")
    if scanner.take("a"):
        scanner.fail(scanner.index - 1, "':'", "The game's mode 'Adjacent' has no signs.")
    scanner.take("d[a-z]")
    scanner.need(":", "':'")
    builder = Builder()
    cell = 0
    while not scanner.is_done:
        while letter := scanner.take("[a-z]"):
            cell += ord(letter) - ord("a") + 1
        if cell >= len(CELLS):
            scanner.fail(scanner.index - scanner.is_done, "the end of the ID", found="more cells")
        _take_cell(scanner, builder, cell)
        cell += 1
        if cell < len(CELLS) or not scanner.is_done:
            scanner.need(",", "','")
    if cell < len(CELLS):
        scanner.fail(
            scanner.index, "a cell", f"{counted(cell, 'cell')} so far; {len(CELLS)} make a puzzle."
        )
    return builder.puzzle()


def _take_cell(scanner: Scanner, builder: Builder, cell: int) -> None:
    if digit := int(scanner.need("[0-9](?![0-9])", "a digit")):
        builder.give(cell, digit)
    while letter := scanner.take("[URDL]"):
        at = scanner.index - 1
        lesser = cell + _STEPS[letter]
        sideways = letter in "RL" and abs(COLUMN_OF[lesser % len(CELLS)] - COLUMN_OF[cell]) != 1
        if lesser not in CELLS or sideways:
            scanner.fail(at, "a letter for a neighbour", "There is no cell on that side.")
        if objection := builder.relate(lesser, cell):
            scanner.fail(at, "another letter", objection)

"""Game IDs of *Unequal* in Simon Tatham's Portable Puzzle Collection.

An ID is the size and a colon, such as `9:`, then the cells in reading order with commas between
them.  A cell is a number, 0 for an empty cell, and letters of `URDL` for the neighbours (up, right,
down, left) that are smaller.  `a` to `z` stand for 1 to 26 empty cells.  The game has rows and
columns but no boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from ineqsudoku.formats.builder import NO_NEIGHBOURS, NO_OTHER_SIZE, Builder
from ineqsudoku.formats.document import Document, Parsed
from ineqsudoku.formats.scanning import A_CELL, DIGIT, DIGITS, NUMBERS, Scanner
from ineqsudoku.geometry import LARGEST, NINE, Geometry, latin
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import DIGIT_OF, Puzzle


def write(puzzle: Puzzle) -> str:
    """Return the ID of a puzzle."""
    geometry = puzzle.geometry
    letters = dict.fromkeys(geometry.cells, "")
    relations = {(greater, lesser) for lesser, greater in puzzle.relations}
    for letter, step in _steps(geometry.size).items():
        for cell in geometry.cells:
            letters[cell] += letter * ((cell, cell + step) in relations)
    givens = (DIGIT_OF.get(symbol, 0) for symbol in puzzle.givens)
    cells = (f"{given}{letters[cell]}," for cell, given in enumerate(givens))
    return f"{geometry.size}:" + "".join(cells)


def _steps(size: int) -> dict[str, int]:
    """Return the distances from a cell to its neighbours up, right, down and left."""
    return {"U": -size, "R": 1, "D": size, "L": -1}


def parse(document: Document) -> Iterator[Parsed]:
    """Yield the puzzles of the lines that are not blank, which are IDs."""
    for start, line in document.filled_lines():
        text = line.text.rstrip(" \t")
        places = range(start, start + len(text))
        yield _parsed(Scanner(document, text, places), line.number)


_CELL_OR_GAP = re.compile(r"([0-9]{1,3})([URDL]{0,4})(?:,|$)|([a-z])")


def _parsed(scanner: Scanner, line: int) -> Parsed:
    geometry = _geometry(scanner)
    builder = Builder(geometry)
    size, cells, steps = geometry.size, len(geometry.cells), _steps(geometry.size)
    cell, index = 0, scanner.index
    for item in _CELL_OR_GAP.finditer(scanner.text, index):
        number, letters, gap = item.groups()
        if item.start() != index or cell >= cells or (number and int(number) > size):
            break
        if gap:
            cell += ord(gap) - ord("a") + 1
        else:
            if digit := int(number):
                builder.give(cell, digit)
            for letter in letters:
                if objection := builder.relate(cell + steps[letter], cell):
                    _fail_at_letter(scanner, item.start(2) + letters.index(letter), objection)
            cell += 1
        index = item.end()
    scanner.index = index
    if not scanner.is_done:
        _fail_at_cell(scanner, geometry, is_end=cell >= cells)
    if cell < cells:
        scanner.fail(index, A_CELL, _CELLS_SO_FAR.fill(n=cell, size=cells))
    return builder.parsed(line)


def _geometry(scanner: Scanner) -> Geometry:
    """Return the geometry of the size at the beginning of an ID."""
    scanner.take("[ \t]*")
    start = scanner.index
    size = scanner.need("[0-9]{1,3}", Message("formats.size-of-grid", "the size of the grid"))
    if not 2 <= int(size) <= LARGEST:
        scanner.fail(start, _SIZES.fill(range=f"2-{LARGEST}"), NO_OTHER_SIZE, f"'{size}'")
    if scanner.take("a"):
        scanner.fail(scanner.index - 1, "':'", _ADJACENT)
    scanner.take("d[a-z]")
    scanner.need(":", "':'")
    return latin(int(size))


def _fail_at_letter(scanner: Scanner, place: int, objection: Message) -> NoReturn:
    """Raise `PuzzleSyntaxError` for a relation of the letter at `place`."""
    if objection == NO_NEIGHBOURS:
        scanner.fail(place, _LETTER, Message("formats.no-cell", "There is no cell on that side."))
    scanner.fail(place, Message("formats.another-letter", "another letter"), objection)


def _fail_at_cell(scanner: Scanner, geometry: Geometry, is_end: bool) -> NoReturn:
    """Raise `PuzzleSyntaxError` for text that is no cell, or that follows the last cell."""
    if is_end:
        scanner.fail(scanner.index, _END_OF_ID, found=Message("formats.more-cells", "more cells"))
    size = geometry.size
    digits = (NUMBERS if size > NINE.size else DIGITS).fill(range=f"0-{size}")
    numbers = "|".join(map(str, range(size, -1, -1)))
    scanner.need(f"({numbers})(?![0-9])", DIGIT if size == NINE.size else digits)
    scanner.take("[URDL]{0,4}")
    scanner.fail(scanner.index, "','")


_CELLS_SO_FAR = Message(
    "formats.cells-so-far",
    "There is {n} cell so far; a puzzle has {size}.",
    "There are {n} cells so far; a puzzle has {size}.",
)
_SIZES = Message("formats.sizes", "a size {range}")
_ADJACENT = Message("formats.adjacent", "The game's mode 'Adjacent' has no signs.")
_LETTER = Message("formats.letter-for-neighbour", "a letter for a neighbour")
_END_OF_ID = Message("formats.end-of-id", "the end of the ID")

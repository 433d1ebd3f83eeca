"""Game IDs of *Unequal* in Simon Tatham's Portable Puzzle Collection.

An ID is the size and a colon, such as `9:`, then the cells in reading order with commas between
them.  A cell is a number, 0 for an empty cell, and letters of `URDL` for the neighbours (up, right,
down, left) that are smaller.  `a` to `z` stand for 1 to 26 empty cells.  The game has rows and
columns but no boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NoReturn

from ineqsudoku.formats.builder import NO_OTHER_SIZE, Builder, places_and_signs
from ineqsudoku.formats.document import Document, Parsed
from ineqsudoku.formats.scanning import A_CELL, DIGIT, DIGITS, NUMBERS, Scanner
from ineqsudoku.geometry import LARGEST, NINE, Geometry, latin
from ineqsudoku.language import Message
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle


def write(puzzle: Puzzle) -> str:
    """Return the ID of a puzzle."""
    geometry = puzzle.geometry
    letters = dict.fromkeys(geometry.cells, "")
    relations = {(greater, lesser) for lesser, greater in puzzle.relations}
    for letter, step in zip(_LETTERS, _steps(geometry.size), strict=True):
        for cell in geometry.cells:
            letters[cell] += letter * ((cell, cell + step) in relations)
    givens = (DIGIT_OF.get(symbol, 0) for symbol in puzzle.givens)
    cells = (f"{given}{letters[cell]}," for cell, given in enumerate(givens))
    return f"{geometry.size}:" + "".join(cells)


_LETTERS = "URDL"


def _steps(size: int) -> tuple[int, int, int, int]:
    """Return the distance from a cell to its neighbour up, right, down and left."""
    return -size, 1, size, -1


@cache
def _neighbours(geometry: Geometry) -> tuple[dict[str, int], ...]:
    """Return the neighbours of the cells, by letter."""
    return tuple(
        {
            letter: cell + step
            for letter, step in zip(_LETTERS, _steps(geometry.size), strict=True)
            if geometry.are_neighbours((min(cell, cell + step), max(cell, cell + step)))
        }
        for cell in geometry.cells
    )


def parse(document: Document) -> Iterator[Parsed]:
    """Yield the puzzles of the lines that are not blank, which are IDs."""
    for start, line in document.filled_lines():
        text = line.text.rstrip(" \t")
        places = range(start, start + len(text))
        yield Parsed(_puzzle(Scanner(document, text, places)), line=line.number)


_CELL_OR_GAP = re.compile(r"([0-9]{1,3})([URDL]{0,4})(?:,|$)|([a-z])")


def _puzzle(scanner: Scanner) -> Puzzle:
    geometry = _geometry(scanner)
    if puzzle := _without_gaps(scanner.text[scanner.index :], geometry):
        return puzzle
    builder = Builder(geometry)
    cells = len(builder.geometry.cells)
    neighbours = _neighbours(builder.geometry)
    size, cell = builder.geometry.size, 0
    for item in _CELL_OR_GAP.finditer(scanner.text, scanner.index):
        number, letters, gap = item.groups()
        if item.start() != scanner.index or cell >= cells or (number and int(number) > size):
            break
        if gap:
            cell += ord(gap) - ord("a") + 1
        else:
            if number != "0":
                builder.give(cell, int(number))
            for place, letter in enumerate(letters, item.start(2)):
                _relate(scanner, builder, place, neighbours[cell].get(letter), cell)
            cell += 1
        scanner.index = item.end()
    if not scanner.is_done:
        _fail_at_cell(scanner, builder.geometry, is_end=cell >= cells)
    if cell < cells:
        scanner.fail(scanner.index, A_CELL, _CELLS_SO_FAR.fill(n=cell, size=cells))
    return builder.puzzle()


def _without_gaps(cells: str, geometry: Geometry) -> Puzzle | None:
    """Return the puzzle of cells without gaps, faster than cell by cell; `None` for other texts."""
    known = _known_cells(geometry)
    parts = cells.removesuffix(",").split(",")
    if len(parts) != len(known):
        return None
    givens: list[str] = []
    signs = [ABSENT] * len(geometry.border_pairs)
    for cell, (part, of_cell) in enumerate(zip(parts, known, strict=True)):
        meaning = of_cell.get(part) or _cell(part, cell, geometry)
        if not meaning:
            return None
        if len(of_cell) < _MOST_KNOWN:
            of_cell[part] = meaning
        given, relations = meaning
        givens.append(given)
        for place, sign in relations:
            if signs[place] not in (ABSENT, sign):
                return None
            signs[place] = sign
    return Puzzle.of(geometry, "", "".join(givens), "".join(signs))


_Cell = tuple[str, tuple[tuple[int, str], ...]]
"""The symbol of a given, or `.`; and the places and signs of relations."""

_MOST_KNOWN = 100
"""The most texts that are remembered for a cell; there are few others."""


@cache
def _known_cells(geometry: Geometry) -> tuple[dict[str, _Cell], ...]:
    """Return the known texts of the cells and their meanings."""
    return tuple({} for _ in geometry.cells)


def _cell(text: str, cell: int, geometry: Geometry) -> _Cell | None:
    """Return the meaning of a cell's text; `None` if it is faulty."""
    match = re.fullmatch("([0-9]{1,2})([URDL]{0,4})", text)
    if not match or int(match[1]) > geometry.size:
        return None
    neighbours, places = _neighbours(geometry)[cell], places_and_signs(geometry)
    if not {*match[2]} <= neighbours.keys():
        return None
    digit = int(match[1])
    given = geometry.symbols[digit - 1] if digit else ABSENT
    return given, tuple(places[neighbours[letter], cell] for letter in match[2])


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


def _relate(
    scanner: Scanner, builder: Builder, place: int, lesser: int | None, greater: int
) -> None:
    """Add the relation of a letter that stands at `place`."""
    if lesser is None:
        scanner.fail(place, _LETTER, Message("formats.no-cell", "There is no cell on that side."))
    if objection := builder.relate(lesser, greater):
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

"""Images of a puzzle: the same puzzle with its rows, columns and symbols in another order.

The solutions of an image are those of the puzzle with the same reordering.  An engine breaks ties
by the order of cells and digits, so it searches another tree.  The symmetries that a puzzle
allows depend on its signs:

* always: reversing the rows, reversing the columns, exchanging rows and columns (if boxes are
  square), and reversing the digits, which flips the signs;
* without signs on box borders: permuting bands and stacks, and reversing the rows of a band or the
  columns of a stack;
* without any signs: permuting the rows of a band, the columns of a stack, and all symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from random import Random
from typing import Literal

from ineqsudoku.geometry import Geometry, Pair
from ineqsudoku.puzzle import ABSENT, Puzzle, signs_between

IMAGES = 64
"""The most images of a puzzle; there are 16 if bands and stacks must stay in place."""

Freedom = Literal["square", "bands", "lines"]
"""The parts of a puzzle that may move: the whole square, also bands and stacks, also lines."""

_Pick = Callable[[Sequence[str]], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of an image: at place i, it has the sign at `places[i]` of the puzzle, translated
    by `turned[i]`."""

    places: _Pick
    turned: tuple[dict[str, str], ...]

    def of(self, signs: str) -> str:
        picked = self.places(signs)
        return "".join([turned[sign] for turned, sign in zip(self.turned, picked, strict=True)])


@dataclass(frozen=True, slots=True)
class Image:
    """A symmetry: makes the image of a puzzle, and maps its solutions back.

    `cells` picks the symbols of the image's cells from a text of the puzzle's cells, and
    `cells_back` does the reverse; `symbols` and `symbols_back` translate them.  `border_signs`
    is `None` if the symmetry moves signs off borders.
    """

    cells: _Pick
    cells_back: _Pick
    symbols: dict[int, int]
    symbols_back: dict[int, int]
    signs: Signs
    border_signs: Signs | None

    def of(self, puzzle: Puzzle) -> Puzzle:
        givens = "".join(self.cells(puzzle.givens)).translate(self.symbols)
        border_signs = puzzle.border_signs
        if self.border_signs:
            border_signs = self.border_signs.of(border_signs)
        return Puzzle(self.signs.of(puzzle.signs), givens, border_signs, puzzle.geometry)

    def solution(self, line: str) -> str:
        """Return the solution of the puzzle for the solution `line` of the image."""
        return "".join(self.cells_back(line)).translate(self.symbols_back)


def image(puzzle: Puzzle, number: int) -> Image:
    """Return one of the images of a puzzle; the number 0 is the puzzle itself.

    Which one depends on the number, the geometry and where the puzzle has signs.
    """
    if puzzle.is_plain:
        freedom: Freedom = "lines"
    elif puzzle.geometry.boxes and puzzle.border_signs == ABSENT * len(puzzle.border_signs):
        freedom = "bands"
    else:
        freedom = "square"
    return _image(puzzle.geometry, freedom, number % IMAGES)


def symmetry_of_square(geometry: Geometry, number: int) -> Image:
    """Return one of 16 symmetries of the whole square.

    Bit 0 of the number exchanges rows and columns, if boxes are square; bits 1, 2 and 3 reverse the
    rows, the columns and the digits.
    """
    return _image(geometry, "square", number)


@lru_cache(maxsize=2 * IMAGES)
def _image(geometry: Geometry, freedom: Freedom, number: int) -> Image:
    size, symbols = geometry.size, geometry.symbols
    rows, columns = list(range(size)), list(range(size))
    order, transposed = symbols, False
    if freedom == "square":
        transposed = bool(number & 1) and geometry.box_rows == geometry.box_columns
        rows = rows[::-1] if number & 2 else rows
        columns = columns[::-1] if number & 4 else columns
        order = symbols[::-1] if number & 8 else symbols
    elif number:
        random = Random(number)
        transposed = random.random() < 0.5 and geometry.box_rows == geometry.box_columns
        rows = _move(rows, geometry.box_rows or size, freedom, random)
        columns = _move(columns, geometry.box_columns or size, freedom, random)
        if freedom == "lines":
            order = "".join(random.sample(symbols, size))
        elif random.random() < 0.5:
            order = symbols[::-1]
    places = [(row, column) for row in rows for column in columns]
    sources = [size * column + row if transposed else size * row + column for row, column in places]
    flipped = order != symbols
    return Image(
        itemgetter(*sources),
        itemgetter(*sorted(geometry.cells, key=sources.__getitem__)),
        str.maketrans(symbols, order),
        str.maketrans(order, symbols),
        _signs(geometry.in_box_pairs, sources, flipped),
        _signs(geometry.border_pairs, sources, flipped) if freedom == "square" else None,
    )


def _move(lines: list[int], in_band: int, freedom: Freedom, random: Random) -> list[int]:
    """Return rows or columns in another order that keeps those of a band together."""
    bands = [lines[first : first + in_band] for first in range(0, len(lines), in_band)]
    random.shuffle(bands)
    for band in bands:
        if freedom == "lines":
            random.shuffle(band)
        elif random.random() < 0.5:
            band.reverse()
    return [line for band in bands for line in band]


def _signs(pairs: tuple[Pair, ...], sources: list[int], flipped: bool) -> Signs:
    place_of = {pair: place for place, pair in enumerate(pairs)}
    places, turned = [], []
    for pair in pairs:
        first, second = (sources[cell] for cell in pair)
        source = min(first, second), max(first, second)
        signs = signs_between(pair)
        if flipped != (first > second):
            signs = signs[::-1]
        # Single lines move only if there are no signs.
        places.append(place_of.get(source, 0))
        turned.append({ABSENT: ABSENT, **dict(zip(signs_between(source), signs, strict=True))})
    return Signs(_pick(places), tuple(turned))


def _pick(places: list[int]) -> _Pick:
    """Return an `itemgetter` for any number of places."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda texts: tuple(texts[place] for place in places)

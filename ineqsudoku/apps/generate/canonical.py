"""The canonical form of a puzzle: the same for all its images under the symmetries that keep signs.

The symmetries depend on the signs (`search/images.py` has the same three groups):

* with signs on box borders: rotations and reflections of the board, and reversal of the digits,
  which flips the signs; 16 images at 9×9;
* with signs inside boxes only: also any order of the bands and of the stacks, and reversal of the
  rows of a band and of the columns of a stack; 9,216 images at 9×9.  No other order of the rows of
  a band keeps neighbours;
* without signs: also any order of the rows of a band, of the columns of a stack and of the digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, permutations, product
from operator import itemgetter

from ineqsudoku.errors import UnsupportedPuzzleError
from ineqsudoku.geometry import NINE, Geometry, Pair, latin
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, OPPOSITE, Puzzle, require_puzzle, signs_between
from ineqsudoku.search.images import image, symmetry_of_square

_FLIPPED = str.maketrans(OPPOSITE)
_SQUARE_IMAGES = 16

_Pick = Callable[[str], tuple[str, ...]]

_Lines = tuple[int, ...]
"""Rows or columns in some order."""

_NO_FORM = Message("generate.no-form", "no canonical form of {size} without signs")


def canonical(puzzle: Puzzle) -> Puzzle:
    """Return the canonical form of a puzzle: its least image.

    Two puzzles are images of one another if and only if their canonical forms are equal.

    Raises `UnsupportedPuzzleError` for a puzzle without signs that has more than nine rows or no
    boxes, and `TypeError` if `puzzle` is not a `Puzzle`.
    """
    geometry = require_puzzle(puzzle).geometry
    if puzzle.is_plain and (geometry.size > NINE.size or not geometry.boxes):
        raise UnsupportedPuzzleError(_NO_FORM.fill(size=str(geometry)))
    if set(puzzle.border_signs) != {ABSENT}:
        images = (image(puzzle, number).of(puzzle) for number in range(_SQUARE_IMAGES))
        return min(images, key=_text)
    if puzzle.is_plain:
        return Puzzle.of(geometry, givens=_of_givens(puzzle))
    return _of_bands(puzzle)


def _text(puzzle: Puzzle) -> tuple[str, str, str]:
    return puzzle.signs, puzzle.border_signs, puzzle.givens


# --- signs inside boxes -------------------------------------------------------------------


def _of_bands(puzzle: Puzzle) -> Puzzle:
    """Try all orders of the columns: turn every band its better side up and sort the bands."""
    geometry = puzzle.geometry
    best: list[tuple[str, ...]] | None = None
    for side in _sides(puzzle):
        bands = _band_texts(side)
        for upright, reversed_ in _picks(geometry):
            images = sorted(min(upright(band), reversed_(band)) for band in bands)
            if best is None or images < best:
                best = images
    assert best
    width = len(_in_band_pairs(geometry))
    return Puzzle.of(
        geometry,
        "".join("".join(band[:width]) for band in best),
        "".join("".join(band[width:]) for band in best),
    )


def _sides(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the puzzle and its image with the digits reversed; if boxes are square, both also
    transposed."""
    geometry = puzzle.geometry
    numbers = (0, 8, 1, 9) if geometry.box_rows == geometry.box_columns else (0, 8)
    for number in numbers:
        yield symmetry_of_square(geometry, number).of(puzzle)


@cache
def _in_band_pairs(geometry: Geometry) -> tuple[Pair, ...]:
    """Return the pairs inside the boxes of the first band."""
    cells = geometry.size * geometry.box_rows
    return tuple(pair for pair in geometry.in_box_pairs if pair[1] < cells)


def _band_texts(puzzle: Puzzle) -> list[str]:
    """Return the bands as texts: their signs, the same signs flipped, and their givens."""
    geometry = puzzle.geometry
    width, cells = len(_in_band_pairs(geometry)), geometry.size * geometry.box_rows
    signs = [puzzle.signs[at : at + width] for at in range(0, len(puzzle.signs), width)]
    givens = [puzzle.givens[at : at + cells] for at in range(0, len(puzzle.givens), cells)]
    return [
        printed + printed.translate(_FLIPPED) + digits
        for printed, digits in zip(signs, givens, strict=True)
    ]


@cache
def _picks(geometry: Geometry) -> tuple[tuple[_Pick, _Pick], ...]:
    """Return the picks of a band and of the band upside down, for all orders of the columns."""
    rows = tuple(range(geometry.box_rows))
    return tuple(
        (_pick(geometry, columns, rows), _pick(geometry, columns, rows[::-1]))
        for columns in _orders(geometry, lambda stack: (stack, stack[::-1]))
    )


def _orders(geometry: Geometry, within: Callable[[_Lines], Iterable[_Lines]]) -> Iterator[_Lines]:
    """Yield the columns with the stacks in any order, and each in the orders that `within`
    gives."""
    size, width = geometry.size, geometry.box_columns
    stacks = [tuple(range(first, first + width)) for first in range(0, size, width)]
    for order in permutations(stacks):
        for columns in product(*map(within, order)):
            yield tuple(chain.from_iterable(columns))


def _pick(geometry: Geometry, columns: _Lines, rows: _Lines) -> _Pick:
    """Return a function that picks the signs and givens of an image from the text of a band."""
    size, pairs = geometry.size, _in_band_pairs(geometry)
    place_of = {pair: place for place, pair in enumerate(pairs)}

    def source(cell: int) -> int:
        return rows[cell // size] * size + columns[cell % size]

    places = []
    for first, second in pairs:
        one, other = source(first), source(second)
        place = place_of[min(one, other), max(one, other)]
        places.append(place if one < other else place + len(pairs))
    cells = range(size * geometry.box_rows)
    return itemgetter(*places, *(2 * len(pairs) + source(cell) for cell in cells))


# --- givens only --------------------------------------------------------------------------


_State = tuple[int, _Lines, _Lines, str]
"""An image so far: the side, the order of the columns, the rows, and the digits in the order of
their new names."""


def _of_givens(puzzle: Puzzle) -> str:
    """Build the least image row by row.

    All images that are least so far are kept.  Digits are renamed in the order in which they
    appear.
    """
    geometry = puzzle.geometry
    size = geometry.size
    sides = [[puzzle.givens[row * size : (row + 1) * size] for row in range(size)]]
    if geometry.box_rows == geometry.box_columns:
        sides.append(["".join(column) for column in zip(*sides[0], strict=True)])
    states: set[_State] = {
        (side, columns, (), "")
        for side in range(len(sides))
        for columns in _orders_of_columns(geometry)
    }
    lines = []
    for _ in range(size):
        best = ""
        kept: set[_State] = set()
        for side, columns, rows, names in states:
            for row in _next_rows(rows, geometry):
                line, its_names = _rename(sides[side][row], columns, names, geometry.symbols)
                if not best or line < best:
                    best, kept = line, set()
                if line == best:
                    kept.add((side, columns, (*rows, row), its_names))
        states = kept
        lines.append(best)
    return "".join(lines)


@cache
def _orders_of_columns(geometry: Geometry) -> tuple[_Lines, ...]:
    return tuple(_orders(geometry, permutations))


def _next_rows(rows: _Lines, geometry: Geometry) -> Iterator[int]:
    """Yield the rows that may follow; they are in the same band until that is complete."""
    height = geometry.box_rows
    begun = len(rows) % height and rows[-1] // height
    for row in range(geometry.size):
        if row not in rows and (not len(rows) % height or row // height == begun):
            yield row


def _rename(line: str, columns: _Lines, names: str, symbols: str) -> tuple[str, str]:
    """Return a row in an order of the columns with its digits renamed, and the new `names`.

    `names` has the digits that have new names, in order.
    """
    renamed = []
    for column in columns:
        symbol = line[column]
        if symbol == ABSENT:
            renamed.append(symbol)
            continue
        if symbol not in names:
            names += symbol
        renamed.append(symbols[names.index(symbol)])
    return "".join(renamed), names


def likeness(puzzle: Puzzle) -> tuple[object, ...]:
    """Return a value that all images of a puzzle share and that other puzzles rarely have.

    It takes a hundredth of the time of the canonical form.
    """
    geometry = puzzle.geometry
    counts = (len(puzzle.signs) - puzzle.signs.count(ABSENT), puzzle.givens.count(ABSENT))
    if geometry is not NINE or puzzle.is_plain or set(puzzle.border_signs) != {ABSENT}:
        return counts
    return (*counts, *sorted(_box_class("".join(pick(puzzle.signs))) for pick in _box_picks()))


@cache
def _box_picks() -> tuple[_Pick, ...]:
    """Return functions that pick the signs of a box from those of a puzzle."""
    box_of = [NINE.box_of[first] for first, _ in NINE.in_box_pairs]
    return tuple(
        itemgetter(*(place for place, other in enumerate(box_of) if other == box))
        for box in range(9)
    )


@cache
def _box_class(signs: str) -> str:
    """Return the least image of the signs of a box, taken as a board without boxes."""
    geometry = latin(NINE.box_rows)
    every = "".join(signs_between(pair)[0] for pair in geometry.border_pairs)
    box = Puzzle.of(geometry, border_signs=every)  # the symmetries depend on the signs
    images = (image(box, number).border_signs for number in range(_SQUARE_IMAGES))
    return min(image_signs.of(signs) for image_signs in images if image_signs)


class Known:
    """The puzzles of a sequence so far, under the symmetries that keep signs."""

    __slots__ = ("_by_likeness",)

    def __init__(self) -> None:
        self._by_likeness: dict[tuple[object, ...], list[Puzzle]] = {}

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle; return whether no image of it was known."""
        alike = self._by_likeness.setdefault(likeness(puzzle), [])
        if alike and _form(puzzle) in map(_form, alike):
            return False
        alike.append(puzzle)
        return True


def _form(puzzle: Puzzle) -> Puzzle:
    """Return the canonical form of a puzzle, or the puzzle itself at 16×16 without signs."""
    has_form = puzzle.geometry.size <= NINE.size or not puzzle.is_plain
    return canonical(puzzle) if has_form else puzzle

"""The canonical form of a puzzle: the same for all its images under the symmetries that keep signs.

The symmetries depend on the signs:

* with signs on box borders: the 16 symmetries of the square in `images.py`;
* with signs inside boxes only: also any order of the bands and of the stacks, and reversal of the
  rows of a band and of the columns of a stack; 9,216 images.  No other order of the rows of a band
  keeps neighbours;
* without signs: also any order of the rows of a band, of the columns of a stack and of the digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, permutations, product
from operator import itemgetter

from ineqsudoku.apps.generate.images import SQUARE_IMAGES
from ineqsudoku.geometry import BOX_OF, BOXES, DIGITS, IN_BOX_PAIRS, SIZE
from ineqsudoku.puzzle import ABSENT, OPPOSITE, Puzzle, require_puzzle

_FLIPPED = str.maketrans(OPPOSITE)

_Pick = Callable[[str], tuple[str, ...]]

_Lines = tuple[int, ...]
"""Rows or columns in some order."""

_ROWS_OF_BAND = (0, 1, 2)
_STACKS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
"""The columns of the stacks."""

_CELLS_OF_BAND = range(27)
_PAIRS_OF_BAND = tuple(pair for pair in IN_BOX_PAIRS if pair[1] in _CELLS_OF_BAND)
"""The cells of the first band, and the pairs inside its boxes."""


def canonical(puzzle: Puzzle) -> Puzzle:
    """Return the canonical form of a puzzle: its least image.

    Two puzzles are images of one another if and only if their canonical forms are equal.

    Raises `TypeError` if `puzzle` is not a `Puzzle`.
    """
    if require_puzzle(puzzle).is_plain:
        return Puzzle(givens=_of_givens(puzzle))
    if set(puzzle.border_signs) != {ABSENT}:
        return min((image.of(puzzle) for image in SQUARE_IMAGES), key=_text)
    return _of_bands(puzzle)


def _text(puzzle: Puzzle) -> tuple[str, str, str]:
    return puzzle.signs, puzzle.border_signs, puzzle.givens


# --- signs inside boxes -------------------------------------------------------------------


def _of_bands(puzzle: Puzzle) -> Puzzle:
    """Try all orders of the columns: turn every band its better side up and sort the bands."""
    best: list[tuple[str, ...]] | None = None
    for number in (0, 8, 1, 9):  # The rows, then the columns as rows; with each, the digits twice.
        bands = _band_texts(SQUARE_IMAGES[number].of(puzzle))
        for upright, reversed_ in _picks():
            images = sorted(min(upright(band), reversed_(band)) for band in bands)
            if best is None or images < best:
                best = images
    assert best
    width = len(_PAIRS_OF_BAND)
    return Puzzle(
        "".join("".join(band[:width]) for band in best),
        "".join("".join(band[width:]) for band in best),
    )


def _band_texts(puzzle: Puzzle) -> list[str]:
    """Return the bands as texts: their signs, the same signs flipped, and their givens."""
    width, cells = len(_PAIRS_OF_BAND), len(_CELLS_OF_BAND)
    signs = [puzzle.signs[at : at + width] for at in range(0, len(puzzle.signs), width)]
    givens = [puzzle.givens[at : at + cells] for at in range(0, len(puzzle.givens), cells)]
    return [
        printed + printed.translate(_FLIPPED) + digits
        for printed, digits in zip(signs, givens, strict=True)
    ]


@cache
def _picks() -> tuple[tuple[_Pick, _Pick], ...]:
    """Return the picks of a band and of the band upside down, for all orders of the columns."""
    return tuple(
        (_pick(columns, _ROWS_OF_BAND), _pick(columns, _ROWS_OF_BAND[::-1]))
        for columns in _orders(lambda stack: (stack, stack[::-1]))
    )


def _orders(within: Callable[[_Lines], Iterable[_Lines]]) -> Iterator[_Lines]:
    """Yield the columns with the stacks in any order, and each in the orders that `within`
    gives."""
    for order in permutations(_STACKS):
        for columns in product(*map(within, order)):
            yield tuple(chain.from_iterable(columns))


def _pick(columns: _Lines, rows: _Lines) -> _Pick:
    """Return a function that picks the signs and givens of an image from the text of a band."""
    pairs = _PAIRS_OF_BAND
    place_of = {pair: place for place, pair in enumerate(pairs)}

    def source(cell: int) -> int:
        return rows[cell // SIZE] * SIZE + columns[cell % SIZE]

    places = []
    for first, second in pairs:
        one, other = source(first), source(second)
        place = place_of[min(one, other), max(one, other)]
        places.append(place if one < other else place + len(pairs))
    return itemgetter(*places, *(2 * len(pairs) + source(cell) for cell in _CELLS_OF_BAND))


# --- givens only --------------------------------------------------------------------------


_State = tuple[int, _Lines, _Lines, str]
"""An image so far: the side, the order of the columns, the rows, and the digits in the order of
their new names."""


def _of_givens(puzzle: Puzzle) -> str:
    """Build the least image row by row.

    All images that are least so far are kept.  Digits are renamed in the order in which they
    appear.
    """
    upright = [puzzle.givens[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)]
    sides = (upright, ["".join(column) for column in zip(*upright, strict=True)])
    states: set[_State] = {
        (side, columns, (), "") for side in range(len(sides)) for columns in _orders_of_columns()
    }
    lines = []
    for _ in range(SIZE):
        best = ""
        kept: set[_State] = set()
        for side, columns, rows, names in states:
            for row in _next_rows(rows):
                line, its_names = _rename(sides[side][row], columns, names)
                if not best or line < best:
                    best, kept = line, set()
                if line == best:
                    kept.add((side, columns, (*rows, row), its_names))
        states = kept
        lines.append(best)
    return "".join(lines)


@cache
def _orders_of_columns() -> tuple[_Lines, ...]:
    return tuple(_orders(permutations))


def _next_rows(rows: _Lines) -> Iterator[int]:
    """Yield the rows that may follow; they are in the same band until that is complete."""
    begun = len(rows) % 3 and rows[-1] // 3
    for row in range(SIZE):
        if row not in rows and (not len(rows) % 3 or row // 3 == begun):
            yield row


def _rename(line: str, columns: _Lines, names: str) -> tuple[str, str]:
    """Return a row in an order of the columns with its digits renamed, and the new `names`.

    `names` has the digits that have new names, in order.
    """
    renamed = []
    for column in columns:
        digit = line[column]
        if digit == ABSENT:
            renamed.append(digit)
            continue
        if digit not in names:
            names += digit
        renamed.append(DIGITS[names.index(digit)])
    return "".join(renamed), names


# --- many puzzles -------------------------------------------------------------------------


def likeness(puzzle: Puzzle) -> tuple[object, ...]:
    """Return a value that all images of a puzzle share and that other puzzles rarely have.

    It takes a hundredth of the time of the canonical form.
    """
    counts = (len(puzzle.signs) - puzzle.signs.count(ABSENT), puzzle.givens.count(ABSENT))
    if puzzle.is_plain or set(puzzle.border_signs) != {ABSENT}:
        return counts
    return (*counts, *sorted(_box_class("".join(pick(puzzle.signs))) for pick in _BOX_PICKS))


def _box_pick(box: int) -> _Pick:
    """Return a function that picks the signs of a box from those of a puzzle."""
    first_cells = (BOX_OF[first] for first, _ in IN_BOX_PAIRS)
    return itemgetter(*(place for place, other in enumerate(first_cells) if other == box))


_BOX_PICKS = tuple(map(_box_pick, range(len(BOXES))))


@cache
def _box_class(signs: str) -> str:
    """Return the least image of the signs of a box, taken as a board of its own."""
    return min(image.signs_of_box(signs) for image in SQUARE_IMAGES)


KnownForms = dict[tuple[object, ...], list[Puzzle]]
"""Different puzzles, under the symmetries that keep signs, by likeness."""


def add_if_new(puzzle: Puzzle, known: KnownForms) -> bool:
    """Add a puzzle to the known ones; return whether no image of it was known."""
    alike = known.setdefault(likeness(puzzle), [])
    if alike and canonical(puzzle) in map(canonical, alike):
        return False
    alike.append(puzzle)
    return True

"""The images of a puzzle under the sixteen symmetries of the square, which keep neighbours.

They exchange rows and columns, reverse the rows, reverse the columns, and reverse the digits, which
flips the signs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from ineqsudoku.geometry import BORDER_PAIRS, BOX_OF, DIGITS, IN_BOX_PAIRS, SIZE, Pair
from ineqsudoku.puzzle import ABSENT, Puzzle, signs_between

SignImage = Callable[[str], str]
"""A function that returns the image of signs: signs move, and some become their opposites."""


def _sign_image(pairs: Sequence[Pair], sources: Sequence[int], is_flipped: bool) -> SignImage:
    """Return the image for one sign between each pair."""
    place_of = {pair: place for place, pair in enumerate(pairs)}
    places: list[int] = []
    changes: list[dict[str, str]] = []
    for pair in pairs:
        first, second = (sources[cell] for cell in pair)
        source = min(first, second), max(first, second)
        signs = signs_between(pair)
        if is_flipped != (first > second):
            signs = signs[::-1]
        places.append(place_of[source])
        changes.append({ABSENT: ABSENT, **dict(zip(signs_between(source), signs, strict=True))})
    pick = itemgetter(*places)

    def image(signs: str) -> str:
        return "".join([changed[sign] for changed, sign in zip(changes, pick(signs), strict=True)])

    return image


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """A symmetry of the square, which makes images of puzzles.

    `sources`
        The cells of the puzzle that move to the cells 0, 1, … of the image.
    `digits`
        The digits of the image, for `str.translate`.
    `signs`, `border_signs`
        The images of the signs of a puzzle.
    `signs_of_box`
        The image of the twelve signs of a box, taken as a board of its own.
    """

    sources: tuple[int, ...]
    digits: dict[int, int]
    signs: SignImage
    border_signs: SignImage
    signs_of_box: SignImage

    def of(self, puzzle: Puzzle) -> Puzzle:
        return Puzzle(
            self.signs(puzzle.signs),
            self.of_digits(puzzle.givens),
            self.border_signs(puzzle.border_signs),
        )

    def of_digits(self, line: str) -> str:
        """Return the image of the digits of a grid, or of givens."""
        return "".join([line[source] for source in self.sources]).translate(self.digits)


def _image(number: int) -> Image:
    lines = range(SIZE)
    rows = lines[::-1] if number & 2 else lines
    columns = lines[::-1] if number & 4 else lines
    places = [(row, column) for row in rows for column in columns]
    sources = [SIZE * column + row if number & 1 else SIZE * row + column for row, column in places]
    is_flipped = bool(number & 8)
    inside, across, of_box = (
        _sign_image(pairs, sources, is_flipped)
        for pairs in (IN_BOX_PAIRS, BORDER_PAIRS, _PAIRS_OF_CENTRE)
    )
    digits = str.maketrans(DIGITS, DIGITS[::-1] if is_flipped else DIGITS)
    return Image(tuple(sources), digits, inside, across, of_box)


# The box in the centre stays in its place.
_PAIRS_OF_CENTRE = [pair for pair in IN_BOX_PAIRS if {BOX_OF[cell] for cell in pair} == {4}]

SQUARE_IMAGES = tuple(map(_image, range(16)))
"""By number: bit 0 exchanges rows and columns; bits 1, 2 and 3 reverse the rows, the columns and
the digits.  Number 0 is the puzzle itself."""

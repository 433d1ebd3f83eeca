"""The values that all other parts use: `Relation`, `Puzzle`, `Grid`.

All three are immutable and hashable, and have any size, 9×9 by default.  A puzzle keeps its
signs as text in the order of the contest format, because text is compact, hashes fast and is
what files contain; relations are derived from it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, repeat
from math import isqrt
from typing import NamedTuple, NoReturn, Self

from ineqsudoku.display import render
from ineqsudoku.geometry import LARGEST, NINE, SUDOKU, Geometry, Pair, is_across, latin
from ineqsudoku.messages import Message

ABSENT = "."
"""Stands for an absent sign and for a cell without a given."""

NO_SIGNS = ABSENT * len(NINE.in_box_pairs)
NO_BORDER_SIGNS = ABSENT * len(NINE.border_pairs)
NO_GIVENS = ABSENT * len(NINE.cells)
"""The texts of a 9×9 puzzle without any signs, border signs or givens."""

DIGIT_OF = {
    symbol: digit
    for geometry in (NINE, SUDOKU[16])
    for digit, symbol in enumerate(geometry.symbols, 1)
}
"""The digits of the symbols: `1`-`9`, and `A`-`P` at sizes beyond 9."""


class _Cells(NamedTuple):
    lesser: int
    greater: int


_Cells.lesser.__doc__ = "The cell with the smaller digit."
_Cells.greater.__doc__ = "The cell with the greater digit."


class Relation(_Cells):
    """`lesser` holds a smaller digit than its neighbour `greater`; both are cells.

    A relation is a tuple of two cell numbers.  Relations of the same two cells in the same order
    are equal.  `geometry` is that of the puzzle that has the relation, 9×9 by default.  It is used
    only for the names of the cells.
    """

    geometry: Geometry = NINE

    def __new__(cls, lesser: int, greater: int, *, geometry: Geometry = NINE) -> Self:
        relation = super().__new__(cls, lesser, greater)
        if geometry is not NINE:
            vars(relation)["geometry"] = geometry
        return relation

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a relation cannot be changed: {name}")

    def __str__(self) -> str:
        """Return `r1c1 < r1c2`; cell numbers if the cells are no neighbours in the geometry."""
        return f"{self._name(self.lesser)} < {self._name(self.greater)}"

    @property
    def printed(self) -> str:
        """The two cells in reading order with their sign: `r1c2 > r1c3`."""
        first, second = self.pair
        return f"{self._name(first)} {self.sign} {self._name(second)}"

    @property
    def pair(self) -> Pair:
        """The two cells, the left or upper one first."""
        return min(self), max(self)

    @property
    def sign(self) -> str:
        """The sign between the two cells: one of `< > ^ v`."""
        return signs_between(self.pair)[self.lesser > self.greater]

    def flipped(self) -> Self:
        """Return the relation of the opposite sign."""
        return type(self)(self.greater, self.lesser, geometry=self.geometry)

    def _name(self, cell: int) -> str:
        has_both = self.geometry.are_neighbours(self.pair)
        return self.geometry.label(cell) if has_both else f"cell {cell}"


OPPOSITE = {"<": ">", ">": "<", "^": "v", "v": "^"}
"""The sign that stands for the flipped relation."""


def signs_between(pair: Pair) -> str:
    """Return the two possible signs of a pair: first cell less, first cell greater."""
    return "<>" if is_across(pair) else "^v"


_Match = Callable[[str], re.Match[str] | None]


class _Texts(NamedTuple):
    """Matchers for the texts of a puzzle of one geometry."""

    signs: _Match
    givens: _Match
    border_signs: _Match


@cache
def _texts(geometry: Geometry) -> _Texts:
    givens = f"[{geometry.symbols}{ABSENT}]{{{len(geometry.cells)}}}"
    return _Texts(
        re.compile(_pattern(geometry.in_box_pairs)).fullmatch,
        re.compile(givens).fullmatch,
        re.compile(_pattern(geometry.border_pairs)).fullmatch,
    )


def _pattern(pairs: Iterable[Pair]) -> str:
    runs = ((signs, len(list(run))) for signs, run in groupby(map(signs_between, pairs)))
    return "".join(f"[{re.escape(signs)}{ABSENT}]{{{length}}}" for signs, length in runs)


@cache
def _relation(pair: Pair, sign: str, geometry: Geometry) -> Relation:
    relation = Relation(*pair, geometry=geometry)
    return relation if sign in "<^" else relation.flipped()


def _relations(pairs: tuple[Pair, ...], signs: str, geometry: Geometry) -> list[Relation]:
    return [
        _relation(pair, sign, geometry)
        for pair, sign in zip(pairs, signs, strict=True)
        if sign != ABSENT
    ]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: signs between neighbours, and givens.

    `signs`
        108 of `< > ^ v .` for the pairs inside boxes, in the order of the contest format.
    `givens`
        81 of `1`–`9` and `.`, row-major.
    `border_signs`
        36 of `< > ^ v .` for the pairs across box borders.
    `geometry`
        The size and boxes.  At other sizes than 9×9, the texts have a sign for every pair of the
        geometry, and a symbol or `.` for every cell.  `Puzzle.of` supplies the texts that are left
        out.

    Raises `ValueError` when a text has another length or other characters.
    """

    signs: str = NO_SIGNS
    givens: str = NO_GIVENS
    border_signs: str = NO_BORDER_SIGNS
    geometry: Geometry = NINE

    def __post_init__(self) -> None:
        texts = _texts(self.geometry)
        if not texts.signs(self.signs):
            size = len(self.geometry.in_box_pairs)
            raise ValueError(f"not {size} signs in the order of the contest format: {self.signs!r}")
        if not texts.border_signs(self.border_signs):
            size = len(self.geometry.border_pairs)
            raise ValueError(f"not the {size} signs on box borders: {self.border_signs!r}")
        if not texts.givens(self.givens):
            size, of = len(self.geometry.cells), self.geometry.symbol_range
            raise ValueError(f"not {size} givens of {of} and {ABSENT!r}: {self.givens!r}")

    def __reduce__(self) -> tuple[type[Self], tuple[str | Geometry, ...]]:
        texts = self.signs, self.givens, self.border_signs
        # Most puzzles are 9×9; without their geometry they are shorter and faster to copy.
        return type(self), texts if self.geometry is NINE else (*texts, self.geometry)

    @classmethod
    def of(
        cls, geometry: Geometry, signs: str = "", givens: str = "", border_signs: str = ""
    ) -> Self:
        """Return a puzzle of any size; an empty text stands for no signs or no givens."""
        return cls(
            signs or ABSENT * len(geometry.in_box_pairs),
            givens or ABSENT * len(geometry.cells),
            border_signs or ABSENT * len(geometry.border_pairs),
            geometry,
        )

    @classmethod
    def layouts_unchecked(cls, lines: Sequence[str]) -> list[Self]:
        """Return the 9×9 puzzles with these signs and nothing else.

        The lines are not checked: the caller knows that they are 108 signs.  This takes a fifth of
        the time, which matters with millions of puzzles.
        """
        puzzles = list(map(object.__new__, repeat(cls, len(lines))))
        for name, values in (
            ("signs", lines),
            ("givens", repeat(NO_GIVENS)),
            ("border_signs", repeat(NO_BORDER_SIGNS)),
            ("geometry", repeat(NINE)),
        ):
            deque(map(getattr(cls, name).__set__, puzzles, values), maxlen=0)
        return puzzles

    @classmethod
    def from_relations(
        cls, relations: Iterable[Relation], givens: str = "", geometry: Geometry = NINE
    ) -> Self:
        """Return the puzzle with some relations and givens.

        Raises `ValueError` for cells that are not neighbours and for a pair with contradictory
        relations.
        """
        sign_of: dict[Pair, str] = {}
        for relation in relations:
            if not geometry.are_neighbours(relation.pair):
                raise ValueError(f"no two neighbouring cells: {tuple(relation)}")
            if sign_of.setdefault(relation.pair, relation.sign) != relation.sign:
                both = Relation(*relation, geometry=geometry)
                raise ValueError(f"related both ways: {both} and {both.flipped()}")
        signs, border_signs = (
            "".join(sign_of.get(pair, ABSENT) for pair in pairs)
            for pairs in (geometry.in_box_pairs, geometry.border_pairs)
        )
        return cls.of(geometry, signs, givens, border_signs)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relations inside boxes in the order of `signs`, then those across box borders."""
        geometry = self.geometry
        inside = _relations(geometry.in_box_pairs, self.signs, geometry)
        return (*inside, *_relations(geometry.border_pairs, self.border_signs, geometry))

    @property
    def is_full(self) -> bool:
        """Whether all pairs inside boxes carry a sign, 108 at 9×9."""
        return ABSENT not in self.signs

    @property
    def has_givens(self) -> bool:
        return not _is_blank(self.givens)

    @property
    def is_plain(self) -> bool:
        """Whether there are no signs."""
        return _is_blank(self.signs) and _is_blank(self.border_signs)

    def __str__(self) -> str:
        """Return the board as text, without a trailing newline.

        It is for people; `write` returns a text in a format.
        """
        return render(self, "text")

    def _repr_svg_(self) -> str:
        return render(self, "svg")


def require_puzzle(value: object) -> Puzzle:
    """Return the value itself.  Raises `TypeError` when it is no puzzle."""
    if isinstance(value, Puzzle):
        return value
    hint = "; call ineqsudoku.read(text) first" if isinstance(value, (str, bytes)) else ""
    raise TypeError(f"expected a Puzzle, got {type(value).__name__}{hint}")


def _is_blank(text: str) -> bool:
    return text == ABSENT * len(text)


_GRIDS = re.compile(
    "|".join(
        f"[{geometry.symbols}]{{{len(geometry.cells)}}}"
        for geometry in (NINE, *map(latin, range(2, LARGEST + 1)))
    )
)
"""9×9 comes first, because most grids are."""


@dataclass(frozen=True, slots=True, order=True)
class Grid:
    """The digits of a grid, row-major, correct or not; grids are ordered by their digits.

    `line` has the digits as text: 81 of `1`-`9`, or a symbol per cell of another size.
    Raises `ValueError` for any other text.
    """

    line: str

    def __post_init__(self) -> None:
        if not _GRIDS.fullmatch(self.line):
            raise ValueError(f"not {_grid_of(len(self.line))}: {self.line!r}")

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.line,)  # Faster than what a dataclass does.

    @staticmethod
    def unchecked(line: str) -> Grid:
        """Return the grid of a line that an engine made, which is not checked.

        This takes a third of the time, which matters when a puzzle takes microseconds.
        """
        grid = object.__new__(Grid)
        _set_line(grid, line)
        return grid

    @property
    def size(self) -> int:
        """The number of rows."""
        return isqrt(len(self.line))

    def __str__(self) -> str:
        """Return a line per row, without a trailing newline.

        A line has nine digits with single blanks; at 16×16, sixteen letters without blanks.
        """
        size = self.size
        between = " " if size <= NINE.size else ""
        rows = zip(*[iter(self.line)] * size, strict=True)
        return "\n".join(map(between.join, rows))

    def __getitem__(self, cell: int) -> int:
        return DIGIT_OF[self.line[cell]]

    def _repr_svg_(self) -> str:
        return render(self, "svg")


_set_line = vars(Grid)["line"].__set__


def _grid_of(cells: int) -> str:
    """Return the symbols that a text of about this length should have; those of 9×9 if no size
    fits."""
    size = isqrt(cells)
    geometry = latin(size) if size**2 == cells and 2 <= size <= LARGEST else NINE
    return f"{len(geometry.cells)} {geometry.symbol}s {geometry.symbol_range}"


# --- words --------------------------------------------------------------------------------

TITLE = Message("puzzle.title", "Inequality sudoku")
"""The title of a picture, and of a puzzle in another program."""

SIGNS = Message("puzzle.signs", "{n} sign", "{n} signs")
GIVENS = Message("puzzle.givens", "{n} given", "{n} givens")
NUMBERED = Message("puzzle.numbered", "puzzle {number}: {message}")
"""A message on one of several puzzles."""
NOT_ONE = Message("puzzle.not-one", "expected one puzzle, found {number}")

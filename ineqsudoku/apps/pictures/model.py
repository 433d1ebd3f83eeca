"""The drawing model: the content of a picture, for every renderer.  Also pictures of grids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ineqsudoku.display import render
from ineqsudoku.geometry import CELLS, DIGITS
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle, Relation


class Role(StrEnum):
    """The reason why a cell, a sign or a candidate is marked."""

    CONFLICT = "conflict"
    """It belongs to a conflict or to a cycle."""

    REPAIR = "repair"
    """A sign: flipping it repairs the puzzle."""

    DIFFERS = "differs"
    """A cell: two solutions differ in it."""

    WRONG = "wrong"
    """It breaks a rule."""

    PREMISE = "premise"
    """It is a premise of a step."""

    PLACED = "placed"
    """A cell or candidate: the step places this digit."""

    REMOVED = "removed"
    """A cell or candidate: the step removes it."""

    FAILS = "fails"
    """A cell that has nothing left, or the cells of a house that has nothing left for a digit."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw: the signs and givens of a puzzle, and additions to them.

    `puzzle`
        The puzzle.
    `digits`
        81 of `1`–`9` and `.`, row-major; or empty.  A digit is drawn instead of a given.
    `candidates`
        The pencil marks of cells without a digit as masks: bit `d - 1` = digit `d`.
    `letters`
        Texts of cells instead of digits, such as `a`, `b`, `c` around a cycle.
    `cell_roles`
        The roles of marked cells.
    `sign_roles`
        The roles of marked signs.  If any signs are marked, the other signs are grey.
    `candidate_roles`
        The roles of marked candidates, which are pairs (cell, digit).
    `labels`
        Short texts in the upper left corners of cells, such as the numbers of links.
    `arrows`
        Pairs of different cells, from cause to effect.
    `title`
        The text above the board.
    `caption`
        The text below the board.

    Raises `ValueError` for other digits, for cells that are not 0–80, and for signs that the puzzle
    does not have.
    """

    puzzle: Puzzle
    digits: str = ""
    candidates: Mapping[int, int] = field(default_factory=dict)
    letters: Mapping[int, str] = field(default_factory=dict)
    cell_roles: Mapping[int, Role] = field(default_factory=dict)
    sign_roles: Mapping[Relation, Role] = field(default_factory=dict)
    candidate_roles: Mapping[tuple[int, int], Role] = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    arrows: Sequence[tuple[int, int]] = ()
    title: Text = ""
    caption: Text = ""

    def __post_init__(self) -> None:
        is_known = len(self.digits) == len(CELLS) and set(self.digits) <= {*DIGITS, ABSENT}
        if self.digits and not is_known:
            raise ValueError(f"expected 81 of 1-9 and '.', found {self.digits!r}")
        named = {*self.candidates, *self.letters, *self.cell_roles}
        named.update(self.labels, (cell for cell, _ in self.candidate_roles), *self.arrows)
        if unknown := named.difference(CELLS):
            raise ValueError(f"cells are 0-80: {sorted(unknown)}")
        if absent := set(self.sign_roles).difference(self.puzzle.relations):
            raise ValueError(f"the puzzle has no such sign: {', '.join(map(str, absent))}")

    @property
    def is_marked(self) -> bool:
        """Whether anything has a role."""
        return bool(self.cell_roles or self.sign_roles or self.candidate_roles)

    def text(self, cell: int) -> str:
        """Return the text of a cell: its letter, its digit or its given; empty if it has none."""
        if cell in self.letters:
            return self.letters[cell]
        digit = self.digits[cell] if self.digits else ABSENT
        if digit == ABSENT:
            digit = self.puzzle.givens[cell]
        return "" if digit == ABSENT else digit

    def is_given(self, cell: int) -> bool:
        """Whether the cell shows its given."""
        given = self.puzzle.givens[cell]
        return given != ABSENT and self.text(cell) == given

    def _repr_svg_(self) -> str:
        return render(self, "svg")


def require_pictures(values: Sequence[object]) -> None:
    """Raise `ValueError` without a picture, and `TypeError` for any other value."""
    if not values:
        raise ValueError("expected at least one picture")
    for value in values:
        if not isinstance(value, Picture):
            raise TypeError(f"expected a Picture, got {type(value).__name__}")


def picture_of_grid(grid: Grid) -> Picture:
    return Picture(Puzzle(), digits=grid.line)


def pictures_of_solutions(solutions: Sequence[Grid]) -> tuple[Picture, ...]:
    """Return pictures of up to two solutions; of two, the cells that differ are marked."""
    if len(solutions) < 2:
        return tuple(map(picture_of_grid, solutions))
    return pictures_of_two(Puzzle(), *solutions[:2])


def pictures_of_two(puzzle: Puzzle, first: Grid, second: Grid) -> tuple[Picture, Picture]:
    """Return pictures of two solutions, in which the cells that differ are marked."""
    differs = {
        cell: Role.DIFFERS
        for cell, (one, other) in enumerate(zip(first.line, second.line, strict=True))
        if one != other
    }
    return (
        Picture(puzzle, first.line, cell_roles=differs, title=_FIRST),
        Picture(puzzle, second.line, cell_roles=differs, title=_SECOND),
    )


_FIRST = Message("picture.solution", "a solution")
_SECOND = Message("picture.other-solution", "another one")

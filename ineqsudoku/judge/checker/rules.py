"""Finds the rules that a grid breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ineqsudoku.geometry import Geometry, House, Pair
from ineqsudoku.judge.checker.quick import houses as houses_of
from ineqsudoku.judge.checker.quick import lanes, signs_hold
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle

Rule = Literal["shape", "range", "row", "column", "box", "sign", "given"]
"""The rules, in the order in which they are judged.

An output that breaks `shape` does not have as many integers as the grid has cells; one that breaks
`range` has, but some integer is no digit of the grid.
"""


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule.

    `rule`
        The name of the rule.
    `cells`
        The cells that break it together.
    `reason`
        A sentence with the reason.
    """

    rule: Rule
    cells: tuple[int, ...]
    reason: str

    def __str__(self) -> str:
        return self.reason

    @property
    def public(self) -> str:
        """The reason, without revealing signs or givens."""
        return _PUBLIC.get(self.rule, self.reason)


_PUBLIC: dict[Rule, str] = {
    "sign": "the grid does not satisfy all signs of the puzzle",
    "given": "the grid does not have all givens of the puzzle",
}


def violations(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    """All rules that a grid of the puzzle's size breaks: rows first, then columns, boxes, signs and
    givens."""
    geometry = puzzle.geometry
    digits = lanes(grid.line)
    has_all = [houses.have_all_digits(digits) for houses in houses_of(geometry)]
    if not all(has_all):
        yield from _repeated("row", geometry.rows, grid, geometry)
        yield from _repeated("column", geometry.columns, grid, geometry)
        yield from _repeated("box", geometry.boxes, grid, geometry)
    for signs, pairs in (
        (puzzle.signs, geometry.in_box_pairs),
        (puzzle.border_signs, geometry.border_pairs),
    ):
        if not (all(has_all) and signs_hold(signs, pairs, grid.line)):
            yield from _signs(signs, pairs, grid, geometry)
    if puzzle.has_givens:
        yield from _givens(puzzle, grid)


def _repeated(
    rule: Literal["row", "column", "box"], houses: Sequence[House], grid: Grid, geometry: Geometry
) -> Iterator[Violation]:
    for number, house in enumerate(houses, 1):
        found = [grid.line[cell] for cell in house]
        if len(set(found)) == len(found):
            continue
        for symbol in geometry.symbols:
            if (count := found.count(symbol)) > 1:
                cells = tuple(cell for cell in house if grid.line[cell] == symbol)
                times = _TIMES[count - 2]
                places = ", ".join(map(geometry.label, cells))
                reason = f"{rule} {number} has the {geometry.symbol} {symbol} {times}: {places}"
                yield Violation(rule, cells, reason)


_TIMES = (
    *("twice", "three times", "four times", "five times", "six times", "seven times"),
    *("eight times", "nine times", "ten times", "eleven times", "twelve times"),
    *("thirteen times", "fourteen times", "fifteen times", "sixteen times"),
)
"""The words for the numbers from 2 to the largest size."""


def _signs(
    signs: str, pairs: Sequence[Pair], grid: Grid, geometry: Geometry
) -> Iterator[Violation]:
    line, label = grid.line, geometry.label
    for (first, second), sign in zip(pairs, signs, strict=True):
        if sign == ABSENT:
            continue
        lesser, greater = (first, second) if sign in "<^" else (second, first)
        if line[lesser] >= line[greater]:
            reason = (
                f"{label(first)} {sign} {label(second)} does not hold: "
                f"{label(first)} is {line[first]}, {label(second)} is {line[second]}"
            )
            yield Violation("sign", (first, second), reason)


def _givens(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    for cell, (given, symbol) in enumerate(zip(puzzle.givens, grid.line, strict=True)):
        if given not in (ABSENT, symbol):
            reason = f"{puzzle.geometry.label(cell)} is {symbol}, but {given} is given"
            yield Violation("given", (cell,), reason)

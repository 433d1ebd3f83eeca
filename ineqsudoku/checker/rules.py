"""Finds the rules that a grid breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal

from ineqsudoku.geometry import (
    BORDER_PAIRS,
    DIGITS,
    HOUSE_NAMES,
    HOUSES,
    IN_BOX_PAIRS,
    SIZE,
    House,
    Pair,
    label,
)
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.puzzle import ABSENT, NO_BORDER_SIGNS, Grid, Puzzle

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
        A message with the reason.
    """

    rule: Rule
    cells: tuple[int, ...]
    reason: Message

    def __str__(self) -> str:
        return str(self.reason)


def violations(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    """Yield all rules that a grid breaks: rows first, then columns, boxes, signs and givens."""
    for number, digits_of in enumerate(_DIGITS_OF):
        if len(set(digits_of(grid.line))) < SIZE:
            kind, number_of_kind = divmod(number, SIZE)
            yield from _repeated_digits(_KINDS[kind], number_of_kind + 1, HOUSES[number], grid)
    yield from _signs(puzzle.signs, IN_BOX_PAIRS, grid)
    if puzzle.border_signs != NO_BORDER_SIGNS:
        yield from _signs(puzzle.border_signs, BORDER_PAIRS, grid)
    if puzzle.has_givens:
        yield from _givens(puzzle, grid)


_KINDS: tuple[Literal["row", "column", "box"], ...] = ("row", "column", "box")
"""The kinds of houses, in the order of `HOUSES`."""

_DIGITS_OF = [itemgetter(*house) for house in HOUSES]
"""Functions that return the digits of a house from the text of a grid."""


def _repeated_digits(
    kind: Literal["row", "column", "box"], number: int, house: House, grid: Grid
) -> Iterator[Violation]:
    for digit in DIGITS:
        cells = tuple(cell for cell in house if grid.line[cell] == digit)
        if len(cells) > 1:
            reason = Message(
                "check.repeated",
                "{house} has the digit {digit} {times}: {cells}",
                house=HOUSE_NAMES[kind].fill(number=number),
                digit=digit,
                times=_TIMES[len(cells) - 2],
                cells=enumeration(map(label, cells)),
            )
            yield Violation(kind, cells, reason)


_TIMES = (
    Message("check.2-times", "twice"),
    Message("check.3-times", "three times"),
    Message("check.4-times", "four times"),
    Message("check.5-times", "five times"),
    Message("check.6-times", "six times"),
    Message("check.7-times", "seven times"),
    Message("check.8-times", "eight times"),
    Message("check.9-times", "nine times"),
)
"""The words for the numbers from 2 to 9."""


def _signs(signs: str, pairs: Sequence[Pair], grid: Grid) -> Iterator[Violation]:
    line = grid.line
    for (first, second), sign in zip(pairs, signs, strict=True):
        one, other = line[first], line[second]
        if sign != ABSENT and (one == other or (one < other) != (sign in "<^")):
            reason = Message(
                "check.sign",
                "{first} {sign} {second} does not hold: {first} is {one}, {second} is {other}",
                first=label(first),
                sign=sign,
                second=label(second),
                one=one,
                other=other,
            )
            yield Violation("sign", (first, second), reason)


def _givens(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    for cell, (given, digit) in enumerate(zip(puzzle.givens, grid.line, strict=True)):
        if given not in (ABSENT, digit):
            reason = Message(
                "check.given",
                "{cell} is {digit}, but {given} is given",
                cell=label(cell),
                digit=digit,
                given=given,
            )
            yield Violation("given", (cell,), reason)

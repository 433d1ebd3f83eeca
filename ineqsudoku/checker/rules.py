"""Finds the rules that a grid breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import itemgetter, lt, or_
from typing import Literal

from ineqsudoku.geometry import HOUSE_NAMES, Geometry, House, Pair
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Grid, Puzzle

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
    """Yield all rules that a grid of the puzzle's size breaks: rows first, then columns, boxes,
    signs and givens."""
    geometry = puzzle.geometry
    has_all = has_all_digits(geometry, lanes(grid.line))
    if not has_all:
        yield from _repeated_digits("row", geometry.rows, grid, geometry)
        yield from _repeated_digits("column", geometry.columns, grid, geometry)
        yield from _repeated_digits("box", geometry.boxes, grid, geometry)
    for signs, pairs in (
        (puzzle.signs, geometry.in_box_pairs),
        (puzzle.border_signs, geometry.border_pairs),
    ):
        if not (has_all and signs_hold(signs, pairs, grid.line)):
            yield from _signs(signs, pairs, grid, geometry)
    if puzzle.has_givens:
        yield from _givens(puzzle, grid)


def _repeated_digits(
    rule: Literal["row", "column", "box"], houses: Sequence[House], grid: Grid, geometry: Geometry
) -> Iterator[Violation]:
    for number, house in enumerate(houses, 1):
        symbols = [grid.line[cell] for cell in house]
        if len(set(symbols)) == len(symbols):
            continue
        for symbol in geometry.symbols:
            if (count := symbols.count(symbol)) > 1:
                cells = tuple(cell for cell in house if grid.line[cell] == symbol)
                reason = Message(
                    "check.repeated",
                    "{house} has the {symbol} {value} {times}: {cells}",
                    house=HOUSE_NAMES[rule].fill(number=number),
                    symbol=SYMBOLS[geometry.symbol],
                    value=symbol,
                    times=_TIMES[count - 2],
                    cells=enumeration(map(geometry.label, cells)),
                )
                yield Violation(rule, cells, reason)


SYMBOLS = {"digit": Message("check.digit", "digit"), "letter": Message("check.letter", "letter")}
"""The nouns for a symbol, `Geometry.symbol`."""

_TIMES = (
    Message("check.2-times", "twice"),
    Message("check.3-times", "three times"),
    Message("check.4-times", "four times"),
    Message("check.5-times", "five times"),
    Message("check.6-times", "six times"),
    Message("check.7-times", "seven times"),
    Message("check.8-times", "eight times"),
    Message("check.9-times", "nine times"),
    Message("check.10-times", "ten times"),
    Message("check.11-times", "eleven times"),
    Message("check.12-times", "twelve times"),
    Message("check.13-times", "thirteen times"),
    Message("check.14-times", "fourteen times"),
    Message("check.15-times", "fifteen times"),
    Message("check.16-times", "sixteen times"),
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
            reason = Message(
                "check.sign",
                "{first} {sign} {second} does not hold: {first} is {one}, {second} is {other}",
                first=label(first),
                sign=sign,
                second=label(second),
                one=line[first],
                other=line[second],
            )
            yield Violation("sign", (first, second), reason)


def _givens(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    for cell, (given, symbol) in enumerate(zip(puzzle.givens, grid.line, strict=True)):
        if given not in (ABSENT, symbol):
            reason = Message(
                "check.given",
                "{cell} is {symbol}, but {given} is given",
                cell=puzzle.geometry.label(cell),
                symbol=symbol,
                given=given,
            )
            yield Violation("given", (cell,), reason)


# Most grids are right, so the following functions check all cells at once; `_repeated_digits` and
# `_signs` examine the cells of other grids one by one.  The digits of a grid are in one integer,
# which has a lane of 16 bits per cell; digit d is bit d - 1 of its lane.
_LANE = 16

_ONE_HOT = {ord(symbol): chr(1 << digit - 1) for symbol, digit in DIGIT_OF.items()}

_IS_LESS = bytes.maketrans(b"<^>v.", b"\1\1\0\0\0")
_IS_PRESENT = bytes.maketrans(b"<^>v.", b"\1\1\1\1\0")


def lanes(line: str) -> int:
    """Return the digits of a grid in lanes; the lane of the first cell is the lowest."""
    return int.from_bytes(line.translate(_ONE_HOT).encode("utf-16-le"), "little")


def has_all_digits(geometry: Geometry, digits: int) -> bool:
    """Whether every row, column and box has every digit in a grid, given in lanes."""
    return all(
        reduce(or_, [digits >> shift for shift in shifts]) & all_digits == all_digits
        for shifts, all_digits in _houses(geometry)
    )


@cache
def _houses(geometry: Geometry) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return for the rows, the columns and, if there are any, the boxes: the shifts that move the
    lanes of a house's cells to the lane of its first cell, and all digits in these lanes."""
    digits = (1 << geometry.size) - 1
    return tuple(
        (
            tuple(_LANE * cell for cell in kind[0]),  # the first house begins in cell 0
            sum(digits << _LANE * house[0] for house in kind),
        )
        for kind in (geometry.rows, geometry.columns, geometry.boxes)
        if kind
    )


def signs_hold(signs: str, pairs: tuple[Pair, ...], line: str) -> bool:
    """Whether the signs of pairs hold in a grid in which no pair has the same digit twice."""
    if signs == ABSENT * len(signs):
        return True
    first, second = _pickers(pairs)
    less = bytes(map(lt, first(line), second(line)))
    printed = signs.encode("ascii")
    if ABSENT not in signs:
        return less == printed.translate(_IS_LESS)
    wrong = int.from_bytes(less, "big") ^ int.from_bytes(printed.translate(_IS_LESS), "big")
    return not wrong & int.from_bytes(printed.translate(_IS_PRESENT), "big")


@cache
def _pickers(pairs: tuple[Pair, ...]) -> tuple[Callable[[str], tuple[str, ...]], ...]:
    """Return functions that pick the first cells of pairs from a line, and the second cells."""
    first, second = zip(*pairs, strict=True)
    return itemgetter(*first), itemgetter(*second)

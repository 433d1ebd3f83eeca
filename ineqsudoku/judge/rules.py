"""The rules of the game, and which of them a grid breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ineqsudoku.geometry import BOXES, COLUMNS, ROWS, label
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle

Rule = Literal["shape", "range", "row", "column", "box", "sign", "given"]
"""In the order in which they are judged; a text that breaks `shape` or `range` is no grid."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule broken: the `cells` (0-80) that break it together and a sentence on it; for a
    `range`, the word that was `found` in place of a digit."""

    rule: Rule
    cells: tuple[int, ...]
    reason: str
    found: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}"


def violations(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    """All that a grid breaks, rows first, then columns, boxes, signs and givens."""
    yield from _repeated("row", ROWS, grid)
    yield from _repeated("column", COLUMNS, grid)
    yield from _repeated("box", BOXES, grid)
    yield from _signs(puzzle, grid)
    yield from _givens(puzzle, grid)


def _repeated(
    rule: Literal["row", "column", "box"], groups: Sequence[Sequence[int]], grid: Grid
) -> Iterator[Violation]:
    for number, group in enumerate(groups, 1):
        for digit in "123456789":
            cells = tuple(cell for cell in group if grid.line[cell] == digit)
            if len(cells) > 1:
                places = _enumerated([label(cell) for cell in cells])
                reason = f"{rule} {number} has {digit} in {places}"
                yield Violation(rule, cells, reason)


def _signs(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    for relation in puzzle.relations:
        lesser, greater = grid[relation.lesser], grid[relation.greater]
        if lesser >= greater:
            first, second = relation.pair
            reason = (
                f"{label(first)} {relation.sign} {label(second)} is printed, "
                f"but {label(first)} is {grid[first]} and {label(second)} is {grid[second]}"
            )
            yield Violation("sign", (first, second), reason)


def _givens(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    for cell, (given, digit) in enumerate(zip(puzzle.givens, grid.line, strict=True)):
        if given not in (ABSENT, digit):
            reason = f"{label(cell)} is given as {given}, but is {digit}"
            yield Violation("given", (cell,), reason)


def _enumerated(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"

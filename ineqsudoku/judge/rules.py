"""The rules of the game, and which of them a grid breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ineqsudoku.geometry import Geometry, House
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle

Rule = Literal["shape", "range", "row", "column", "box", "sign", "given"]
"""In the order in which they are judged; a text that breaks `shape` or `range` is no grid."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule broken: the `cells` that break it together and a sentence on it; for a
    `range`, the word that was `found` in place of a digit."""

    rule: Rule
    cells: tuple[int, ...]
    reason: str
    found: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}"


def violations(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    """All that a grid of the puzzle's size breaks: rows first, then columns, boxes, signs and
    givens."""
    geometry = puzzle.geometry
    yield from _repeated("row", geometry.rows, grid, geometry)
    yield from _repeated("column", geometry.columns, grid, geometry)
    yield from _repeated("box", geometry.boxes, grid, geometry)
    yield from _signs(puzzle, grid)
    yield from _givens(puzzle, grid)


def _repeated(
    rule: Literal["row", "column", "box"], houses: Sequence[House], grid: Grid, geometry: Geometry
) -> Iterator[Violation]:
    for number, house in enumerate(houses, 1):
        for symbol in geometry.symbols:
            cells = tuple(cell for cell in house if grid.line[cell] == symbol)
            if len(cells) > 1:
                places = _enumerated([geometry.label(cell) for cell in cells])
                reason = f"{rule} {number} has {symbol} in {places}"
                yield Violation(rule, cells, reason)


def _signs(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    line, label = grid.line, puzzle.geometry.label
    for relation in puzzle.relations:
        if line[relation.lesser] >= line[relation.greater]:
            first, second = relation.pair
            reason = (
                f"{label(first)} {relation.sign} {label(second)} is printed, "
                f"but {label(first)} is {line[first]} and {label(second)} is {line[second]}"
            )
            yield Violation("sign", (first, second), reason)


def _givens(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    for cell, (given, symbol) in enumerate(zip(puzzle.givens, grid.line, strict=True)):
        if given not in (ABSENT, symbol):
            reason = f"{puzzle.geometry.label(cell)} is given as {given}, but is {symbol}"
            yield Violation("given", (cell,), reason)


def _enumerated(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"

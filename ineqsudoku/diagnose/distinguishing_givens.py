"""Givens that distinguish one solution of a puzzle from all others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search import solve

_SAMPLE = 200
"""The number of solutions that are compared to choose the next given, if there are more."""

_STARTS = 12
"""The number of first givens that are tried if two givens are not enough."""

Given = tuple[int, str]
"""A cell and its digit."""


def find_distinguishing_givens(puzzle: Puzzle, progress: Progress = silent) -> str | None:
    """Return a small set of additional givens that leaves exactly one solution.

    The set has the form of `Puzzle.givens`.  Every given is necessary.  If one or two givens are
    enough and the puzzle has at most 200 solutions, no set is smaller.  Otherwise, the set is the
    best of several greedy tries (Chvátal, 1979).  `None` if the puzzle has no solution.
    """
    chosen: dict[int, str] = {}
    while True:
        result = solve(_with(puzzle, chosen.items()), _SAMPLE + 1)
        if not result.solutions:
            return None
        lines = [grid.line for grid in result.solutions]
        if result.complete:
            break
        progress("givens", len(chosen), len(puzzle.givens))
        having = _having(lines)
        cell, digit = min(having, key=lambda given: (having[given].bit_count(), given))
        chosen[cell] = digit
    chosen.update(_distinguishing(lines))
    for cell, digit in list(chosen.items()):
        del chosen[cell]
        if solve(_with(puzzle, chosen.items()), limit=2).status != "unique":
            chosen[cell] = digit
    return "".join(chosen.get(cell, ABSENT) for cell in puzzle.geometry.cells)


def _with(puzzle: Puzzle, chosen: Iterable[Given]) -> Puzzle:
    givens = list(puzzle.givens)
    for cell, digit in chosen:
        givens[cell] = digit
    return replace(puzzle, givens="".join(givens))


def _having(lines: list[str]) -> dict[Given, int]:
    """Return the grids that have a digit in a cell (bit i = grid i), unless all have it.

    The order is that of the first grid with the digit, then of the cells.
    """
    width = len(lines[0])
    last_first = "".join(reversed(lines)).encode("ascii")
    having: dict[Given, int] = {}
    for cell in range(width):
        column = last_first[cell::width]
        digits = set(column)
        if len(digits) > 1:
            for digit in digits:
                to_binary = b"0" * digit + b"1" + b"0" * (255 - digit)
                having[cell, chr(digit)] = int(column.translate(to_binary), 2)
    return dict(sorted(having.items(), key=lambda item: (_lowest(item[1]), item[0])))


def _lowest(grids: int) -> int:
    return grids & -grids


def _distinguishing(lines: list[str]) -> tuple[Given, ...]:
    """Return a small set of givens that only one of the grids has."""
    if len(lines) == 1:
        return ()
    having = _having(lines)
    for given, grids in having.items():
        if grids.bit_count() == 1:
            return (given,)
    for one, other in combinations(having, 2):
        if (having[one] & having[other]).bit_count() == 1:
            return one, other
    rarest = sorted(having, key=lambda given: (having[given].bit_count(), given))
    return min((_greedily(start, having) for start in rarest[:_STARTS]), key=len)


def _greedily(start: Given, having: dict[Given, int]) -> tuple[Given, ...]:
    chosen = [start]
    left = having[start]
    while left.bit_count() > 1:
        parting = [given for given, grids in having.items() if 0 < left & grids < left]
        chosen.append(min(parting, key=lambda given: (left & having[given]).bit_count()))
        left &= having[chosen[-1]]
    return tuple(chosen)

"""Several solutions: their number, two of them that differ in few cells, and common cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ineqsudoku.apps.diagnose.progress import SOLUTIONS, Progress, silent
from ineqsudoku.geometry import CELLS, COLUMNS, DIGITS, ROWS, SIZE
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle
from ineqsudoku.search import SearchResult, solve
from ineqsudoku.search.probe import Probe

FEWEST = 4
"""The fewest cells in which two grids can differ: a digit that moves swaps with another one, in two
rows or in two columns."""

_COMMON = Message("diagnose.common", "cells in common")
"""The name of work."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """The findings about the solutions of a puzzle with several.

    `count`
        The number of known solutions.
    `is_all`
        Whether there are no other solutions.
    `first`
        One of the two known solutions that differ in the fewest cells.
    `second`
        The other one.
    `differs`
        The cells in which `first` and `second` differ.
    `loops`
        The same cells in loops: a digit of `first` stands in `second` in another cell of the loop
        in the same row, and in one in the same column.
    `is_closest`
        Whether it is proved that no two solutions differ in fewer cells.
    `same`
        The cells that have the same digit in all solutions, including the givens.
    `unknown`
        The cells for which this was not decided.  Every cell that is neither in `same` nor in
        `unknown` has different digits in different solutions.
    """

    count: int
    is_all: bool
    first: Grid
    second: Grid
    differs: tuple[int, ...]
    loops: tuple[tuple[int, ...], ...]
    is_closest: bool
    same: tuple[int, ...]
    unknown: tuple[int, ...]


def find_witnesses(
    puzzle: Puzzle, limit: int = SOLUTIONS, progress: Progress = silent
) -> Witnesses | None:
    """Count solutions up to a limit and compare them; `None` when there are fewer than two.

    If all solutions are known, all of them are compared.  Otherwise, for each cell with the same
    digit in all known solutions, another solution is searched for in which it has another digit.
    Then solutions near the closest two are searched for, which differ from them only in the cells
    of two digits, of two rows of a band, or of two columns of a stack.

    Raises `ValueError` for a limit below 2.
    """
    known = list(witnesses(puzzle, limit, progress))
    return known[-1] if known else None


def witnesses(
    puzzle: Puzzle,
    limit: int = SOLUTIONS,
    progress: Progress = silent,
    search_time: float | None = None,
) -> Iterator[Witnesses]:
    """Yield the findings after every step of `find_witnesses`; none for fewer than two solutions.

    Counting stops after `search_time` seconds.  Raises like `find_witnesses`.
    """
    if limit < 2:
        raise ValueError(f"limit is {limit}, but must be at least 2")
    result = solve(puzzle, limit, search_time=search_time)
    lines = [grid.line for grid in result.solutions]
    if len(lines) < 2:
        return
    closest = _Closest()
    closest.add(lines, progress)
    in_common = _in_common(lines)
    if result.complete:
        yield _make_witnesses(result, closest, in_common, ())
        return
    givens = [cell for cell in in_common if puzzle.givens[cell] != ABSENT]
    suspects = [cell for cell in in_common if puzzle.givens[cell] == ABSENT]
    yield _make_witnesses(result, closest, givens, suspects)
    probe = Probe(puzzle)
    others, undecided = _otherwise(lines[0], suspects, probe, progress)
    in_common = _in_common([*lines, *others])
    same = [cell for cell in in_common if cell not in undecided]
    unknown = [cell for cell in in_common if cell in undecided]
    closest.add(others)
    yield _make_witnesses(result, closest, same, unknown)
    closest.add(_around(closest.pair, probe, progress))
    yield _make_witnesses(result, closest, same, unknown)


@dataclass(slots=True)
class _Closest:
    """The `pair` of the added grids that differs in the fewest cells; the first such pair."""

    pair: tuple[str, str] = ("", "")
    alike: int = -1
    marks: dict[str, int] = field(default_factory=dict)

    def add(self, lines: Sequence[str], progress: Progress = silent) -> None:
        for number, line in enumerate(lines):
            progress(Message("diagnose.pairs", "pairs of solutions"), number, len(lines))
            if self.alike == len(CELLS) - FEWEST:  # No two grids are closer.
                return
            if line in self.marks:
                continue
            mark = _bits(line)
            alike = [(mark & other).bit_count() for other in self.marks.values()]
            if alike and max(alike) > self.alike:
                self.alike = max(alike)
                self.pair = [*self.marks][alike.index(self.alike)], line
            self.marks[line] = mark


def _bits(line: str) -> int:
    """Return a grid as an int; two grids have one common bit per cell with the same digit."""
    return int("".join([_ONE_HOT[digit] for digit in line]), 2)


_ONE_HOT = {digit: f"{1 << place:0{SIZE}b}" for place, digit in enumerate(DIGITS)}


def _make_witnesses(
    result: SearchResult, closest: _Closest, same: Sequence[int], unknown: Sequence[int]
) -> Witnesses:
    first, second = sorted(closest.pair)
    differs = _differing(first, second)
    return Witnesses(
        len(result.solutions),
        result.complete,
        Grid(first),
        Grid(second),
        differs,
        tuple(_loops(first, second)),
        result.complete or len(differs) == FEWEST,
        tuple(same),
        tuple(unknown),
    )


def _differing(first: str, second: str) -> tuple[int, ...]:
    both = enumerate(zip(first, second, strict=True))
    return tuple(cell for cell, (one, other) in both if one != other)


def _loops(first: str, second: str) -> Iterator[tuple[int, ...]]:
    """Yield `Witnesses.loops`; a loop goes along a row, then along a column, and so on."""
    lines = enumerate(ROWS + COLUMNS)
    place = {(number, second[cell]): cell for number, line in lines for cell in line}
    left = {*_differing(first, second)}

    def follow(cell: int) -> Iterator[int]:
        if cell not in left:
            return
        left.remove(cell)
        yield cell
        row, column = divmod(cell, SIZE)
        for number in (row, SIZE + column):
            yield from follow(place[number, first[cell]])

    for start in sorted(left):
        if loop := tuple(follow(start)):
            yield loop


def _in_common(lines: Iterable[str]) -> list[int]:
    columns = zip(*lines, strict=True)
    return [cell for cell, digits in enumerate(columns) if len(set(digits)) == 1]


def _around(near: Sequence[str], probe: Probe, progress: Progress) -> list[str]:
    """Return the nearest other solutions in the regions of some solutions; empty without any."""
    jobs = [(line, free) for line in near for free in _regions(line)]
    nearest: dict[str, str] = {}
    for number, (line, free) in enumerate(jobs):
        progress(Message("diagnose.nearby", "solutions nearby"), number, len(jobs))
        for other in probe.solutions_around(line, free):
            best = nearest.setdefault(line, other)
            if len(_differing(line, other)) < len(_differing(line, best)):
                nearest[line] = other
    return list(nearest.values())


def _regions(line: str) -> Iterator[frozenset[int]]:
    """Yield the cells of two digits, of two rows of a band and of two columns of a stack."""
    for pair in combinations(DIGITS, 2):
        yield frozenset(cell for cell in CELLS if line[cell] in pair)
    for lines in (ROWS, COLUMNS):
        for start in range(0, SIZE, 3):
            for one, other in combinations(lines[start : start + 3], 2):
                yield frozenset(one + other)


def _otherwise(
    line: str, suspects: Sequence[int], probe: Probe, progress: Progress
) -> tuple[list[str], set[int]]:
    """Return solutions in which suspects hold other digits than in `line`, and undecided suspects.

    A suspect is undecided if the search for such a solution was given up.
    """
    others: list[str] = []
    undecided: set[int] = set()
    for number, cell in enumerate(suspects):
        progress(_COMMON, number, len(suspects))
        if any(other[cell] != line[cell] for other in others):
            continue
        answer = probe.solution_without(cell, line[cell])
        if answer.line:
            others.append(answer.line)
        elif not answer.is_refuted:
            undecided.add(cell)
    progress(_COMMON, len(suspects), len(suspects))
    return others, undecided

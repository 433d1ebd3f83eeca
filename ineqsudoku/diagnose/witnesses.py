"""Several solutions: how many, two that are nearly the same, and what is in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from ineqsudoku.diagnose.oracle import SHORT, any_solution
from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.geometry import Geometry, House
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle
from ineqsudoku.search import SearchResult, solve
from ineqsudoku.search.cells import search
from ineqsudoku.search.lanes import lanes
from ineqsudoku.search.narrowing import Rules, rules
from ineqsudoku.search.nodes import LimitReached, Nodes

LIMIT = 1_000
"""Solutions that are counted."""

FEWEST = 4
"""Two grids can't differ in fewer cells: a digit that moves has to swap with another one,
in two rows or in two columns."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What is known about the solutions of a puzzle with several.

    `count` solutions were found, and there are no others if `is_all`.  `first` and `second`
    are two of them that differ in the cells `differs`, as few as was found; no two solutions
    differ in fewer if `is_closest`.  The cells `same` hold the same digit in all solutions,
    all but these and the cells `unknown` don't.
    """

    count: int
    is_all: bool
    first: Grid
    second: Grid
    differs: tuple[int, ...]
    is_closest: bool
    same: tuple[int, ...]
    unknown: tuple[int, ...]


def find_witnesses(
    puzzle: Puzzle, limit: int = LIMIT, progress: Progress = silent
) -> Witnesses | None:
    """Count solutions up to a limit and compare them; `None` when there are fewer than two.

    When all solutions are known, all of them are compared.  Otherwise others are looked for
    around some of those known: solutions that differ in the cells of two digits, of two rows
    of a band or two columns of a stack only; and each cell that is the same in all solutions
    known is searched for a solution in which it is not.

    Raises `ValueError` for a limit below 2.
    """
    if limit < 2:
        raise ValueError(f"limit is {limit}, but must be at least 2")
    result = solutions_up_to(puzzle, limit)
    lines = [grid.line for grid in result.solutions]
    if len(lines) < 2:
        return None
    of_puzzle = rules(puzzle.relations, puzzle.geometry)
    unknown: list[int] = []
    if not result.complete:
        lines += _around(_closest(lines, puzzle.geometry), of_puzzle, progress)
        left = of_puzzle.board.lanes.given(puzzle.givens)
        lines += _otherwise(lines, left, of_puzzle, unknown, progress)
    first, second = sorted(_closest(lines, puzzle.geometry))
    differs = _differing(first, second)
    return Witnesses(
        len(result.solutions),
        result.complete,
        Grid(first),
        Grid(second),
        differs,
        result.complete or len(differs) == FEWEST,
        tuple(cell for cell in _in_common(lines) if cell not in unknown),
        tuple(cell for cell in _in_common(lines) if cell in unknown),
    )


def solutions_up_to(puzzle: Puzzle, limit: int) -> SearchResult:
    """Some solutions, or all if there are fewer."""
    return solve(puzzle, limit)


def _closest(lines: Sequence[str], geometry: Geometry) -> tuple[str, str]:
    """The two that differ in the fewest cells; the first such two."""
    distinct = list(dict.fromkeys(lines))
    marks = [lanes(geometry).given(line) for line in distinct]
    best = (-1, 0, 0)
    for here, mark in enumerate(marks):
        alike = [(mark & other).bit_count() for other in marks[here + 1 :]]
        if alike and max(alike) > best[0]:
            best = (max(alike), here, here + 1 + alike.index(max(alike)))
    return distinct[best[1]], distinct[best[2]]


def _differing(first: str, second: str) -> tuple[int, ...]:
    both = enumerate(zip(first, second, strict=True))
    return tuple(cell for cell, (one, other) in both if one != other)


def _in_common(lines: Iterable[str]) -> list[int]:
    columns = zip(*lines, strict=True)
    return [cell for cell, digits in enumerate(columns) if len(set(digits)) == 1]


def _around(near: Sequence[str], rules: Rules, progress: Progress) -> list[str]:
    """Solutions that differ from those near in a few cells, the nearest ones."""
    found = []
    for number, line in enumerate(near):
        progress("witnesses", number, len(near))
        nearest = min(
            _near(line, rules), key=lambda other: len(_differing(line, other)), default=""
        )
        if nearest:
            found.append(nearest)
    return found


def _near(line: str, rules: Rules) -> Iterator[str]:
    its = rules.board.lanes
    geometry = its.geometry
    for free in _regions(line, geometry):
        left = its.given("".join(ABSENT if c in free else line[c] for c in geometry.cells))
        try:
            for other in islice(search(left, rules, Nodes(SHORT)), geometry.size):
                if other != line:
                    yield other
        except LimitReached:
            continue


def _regions(line: str, geometry: Geometry) -> Iterator[frozenset[int]]:
    """Cells of two digits, of two rows of a band and of two columns of a stack; without boxes
    of any two rows or columns."""
    for pair in combinations(geometry.symbols, 2):
        yield frozenset(cell for cell in geometry.cells if line[cell] in pair)
    bands: tuple[tuple[tuple[House, ...], int], ...] = (
        (geometry.rows, geometry.box_rows or geometry.size),
        (geometry.columns, geometry.box_columns or geometry.size),
    )
    for lines, together in bands:
        for start in range(0, geometry.size, together):
            for one, other in combinations(lines[start : start + together], 2):
                yield frozenset(one + other)


def _otherwise(
    lines: Sequence[str], left: int, rules: Rules, unknown: list[int], progress: Progress
) -> list[str]:
    """Solutions in which cells are not what they are in those known.

    `unknown` receives the cells for which such a search was given up.
    """
    found: list[str] = []
    suspects = _in_common(lines)
    for number, cell in enumerate(suspects):
        progress("cells in common", number, len(suspects))
        digit = lines[0][cell]
        if any(other[cell] != digit for other in found):
            continue
        try:
            other = any_solution(left & ~rules.board.lanes.candidate(cell, digit), rules)
        except LimitReached:
            unknown.append(cell)
        else:
            if other:
                found.append(other)
    progress("cells in common", len(suspects), len(suspects))
    return found

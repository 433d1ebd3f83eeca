"""What a puzzle costs to search, with this package's engines and without their cleverness."""

from __future__ import annotations

from dataclasses import dataclass

from ineqsudoku.geometry import NINE
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle
from ineqsudoku.search import choose, solve
from ineqsudoku.search.nodes import LimitReached, Nodes

LIMIT = 100_000
"""Nodes after which a search is given up; in Python a tenth of a second for `plain_search`."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Nodes of a search for two solutions; more would follow unless `is_whole`."""

    nodes: int
    is_whole: bool

    def __str__(self) -> str:
        return f"{self.nodes:,}{'' if self.is_whole else '+'}"


@dataclass(frozen=True, slots=True)
class Effort:
    """What it costs to solve a puzzle and to know whether the solution is the only one.

    `engine` is the engine that `auto` starts with and `default` what `auto` needs; `rowmajor` is
    the engine of that name, which takes only 9×9; `plain` is `plain_search`.  What a node is,
    each of them says.
    """

    engine: str
    default: Cost
    rowmajor: Cost | None
    plain: Cost


def measure_effort(puzzle: Puzzle, limit: int = LIMIT) -> Effort:
    """Every search may use so many nodes.  Raises `ValueError` for a limit below 1."""
    return Effort(
        choose(puzzle),
        _cost(puzzle, "auto", limit),
        _cost(puzzle, "rowmajor", limit) if puzzle.geometry is NINE else None,
        plain_search(puzzle, limit),
    )


def _cost(puzzle: Puzzle, engine: str, limit: int) -> Cost:
    result = solve(puzzle, limit=2, engine=engine, node_limit=limit)
    return Cost(result.nodes, result.status != "unknown")


def plain_search(puzzle: Puzzle, limit: int = LIMIT) -> Cost:
    """What the search costs that a contestant writes first.

    It fills the cells in order, smallest digit first.  A digit can stand in a cell that
    its row, column and box have not used and that obeys the signs towards the left and the
    upper neighbour; nothing is known of cells to come.  A node is a digit placed in a cell.
    It ends with the second solution.
    """
    nodes = Nodes(limit)
    try:
        _fill(puzzle, nodes)
    except LimitReached:
        return Cost(nodes.count, is_whole=False)
    return Cost(nodes.count, is_whole=True)


def _fill(puzzle: Puzzle, nodes: Nodes) -> None:
    """Raises `LimitReached`."""
    geometry = puzzle.geometry
    last = geometry.cells[-1]
    lesser_before: list[list[int]] = [[] for _ in geometry.cells]
    greater_before: list[list[int]] = [[] for _ in geometry.cells]
    for lesser, greater in puzzle.relations:
        if lesser < greater:
            lesser_before[greater].append(lesser)
        else:
            greater_before[lesser].append(greater)
    every = (1 << geometry.size) - 1
    given = [every if symbol == ABSENT else 1 << DIGIT_OF[symbol] - 1 for symbol in puzzle.givens]
    row_of, column_of = geometry.row_of, geometry.column_of
    box_of = geometry.box_of or row_of  # which asks for nothing more
    rows, columns, boxes = ([every] * geometry.size for _ in range(3))
    placed = [0] * len(geometry.cells)
    untried = [0] * len(geometry.cells)
    untried[0] = given[0]
    solutions = 0
    cell = 0
    while cell >= 0:
        row, column, box = row_of[cell], column_of[cell], box_of[cell]
        rows[row] |= placed[cell]
        columns[column] |= placed[cell]
        boxes[box] |= placed[cell]
        placed[cell] = 0
        if not untried[cell]:
            cell -= 1
            continue
        nodes.use()
        bit = untried[cell] & -untried[cell]
        untried[cell] ^= bit
        if cell == last:
            solutions += 1
            if solutions == 2:
                return
            continue
        placed[cell] = bit
        rows[row] ^= bit
        columns[column] ^= bit
        boxes[box] ^= bit
        cell += 1
        mask = given[cell] & rows[row_of[cell]] & columns[column_of[cell]] & boxes[box_of[cell]]
        for lesser in lesser_before[cell]:
            mask &= -placed[lesser] << 1
        for greater in greater_before[cell]:
            mask &= placed[greater] - 1
        untried[cell] = mask

"""What a puzzle costs to search, with this package's engines and without their cleverness."""

from __future__ import annotations

from dataclasses import dataclass

from ineqsudoku.geometry import BOX_OF, CELLS, COLUMN_OF, NINE, ROW_OF
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search import choose, solve
from ineqsudoku.search.lanes import lanes
from ineqsudoku.search.nodes import NodeLimitReached, Nodes

_LANES = lanes(NINE)
_BITS, _ALL_NINE = _LANES.bits, _LANES.every

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

    `engine` is the engine that `auto` means and `default` what it needs; `rowmajor` is the
    engine of that name; `plain` is `plain_search`.  What a node is, each of them says.
    """

    engine: str
    default: Cost
    rowmajor: Cost
    plain: Cost


def measure_effort(puzzle: Puzzle, limit: int = LIMIT) -> Effort:
    """Every search may use so many nodes.  Raises `ValueError` for a limit below 1."""
    return Effort(
        choose(puzzle),
        _cost(puzzle, "auto", limit),
        _cost(puzzle, "rowmajor", limit),
        plain_search(puzzle, limit),
    )


def _cost(puzzle: Puzzle, engine: str, limit: int) -> Cost:
    result = solve(puzzle, limit=2, engine=engine, node_limit=limit)
    return Cost(result.nodes, result.status != "unknown")


def plain_search(puzzle: Puzzle, limit: int = LIMIT) -> Cost:
    """What the search costs that a contestant writes first.

    It fills the cells 0-80 in order, smallest digit first.  A digit can stand in a cell that
    its row, column and box have not used and that obeys the signs towards the left and the
    upper neighbour; nothing is known of cells to come.  A node is a digit placed in a cell.
    It ends with the second solution.
    """
    nodes = Nodes(limit)
    try:
        _fill(puzzle, nodes)
    except NodeLimitReached:
        return Cost(nodes.count, is_whole=False)
    return Cost(nodes.count, is_whole=True)


def _fill(puzzle: Puzzle, nodes: Nodes) -> None:
    """Raises `NodeLimitReached`."""
    lesser_before: list[list[int]] = [[] for _ in CELLS]
    greater_before: list[list[int]] = [[] for _ in CELLS]
    for lesser, greater in puzzle.relations:
        if lesser < greater:
            lesser_before[greater].append(lesser)
        else:
            greater_before[lesser].append(greater)
    given = [_ALL_NINE if digit == ABSENT else _BITS[int(digit) - 1] for digit in puzzle.givens]
    rows, columns, boxes = ([_ALL_NINE] * 9 for _ in range(3))
    placed = [0] * len(CELLS)
    untried = [0] * len(CELLS)
    untried[0] = given[0]
    solutions = 0
    cell = 0
    while cell >= 0:
        row, column, box = ROW_OF[cell], COLUMN_OF[cell], BOX_OF[cell]
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
        if cell == CELLS[-1]:
            solutions += 1
            if solutions == 2:
                return
            continue
        placed[cell] = bit
        rows[row] ^= bit
        columns[column] ^= bit
        boxes[box] ^= bit
        cell += 1
        mask = given[cell] & rows[ROW_OF[cell]] & columns[COLUMN_OF[cell]] & boxes[BOX_OF[cell]]
        for lesser in lesser_before[cell]:
            mask &= -placed[lesser] << 1
        for greater in greater_before[cell]:
            mask &= placed[greater] - 1
        untried[cell] = mask

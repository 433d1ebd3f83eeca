"""The effort to search a puzzle, with this package's engines and with a plain search."""

from __future__ import annotations

from dataclasses import dataclass

from ineqsudoku.apps.diagnose.progress import Progress, silent
from ineqsudoku.geometry import BOX_OF, CELLS, COLUMN_OF, ROW_OF, SIZE
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search import EngineChoice, choose, solve

LIMIT = 100_000
"""The node limit of a search; `plain_search` takes a tenth of a second for so many."""

_STEP = 10_000
"""Nodes of `plain_search` between two reports of its progress."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a search for two solutions.

    `nodes`
        The number of nodes.
    `is_whole`
        Whether the search ended by itself; if not, a limit stopped it.
    """

    nodes: int
    is_whole: bool

    def __str__(self) -> str:
        return f"{self.nodes:,}{'' if self.is_whole else '+'}"


@dataclass(frozen=True, slots=True)
class Effort:
    """The cost of solving a puzzle and of proving that the solution is the only one.

    `engine`
        The engine that `auto` starts with.
    `default`
        The cost of `auto`.
    `rowmajor`
        The cost of the engine `rowmajor`.
    `plain`
        The cost of the search that most contestants write first.  It fills the cells in order,
        smallest digit first, and does not look ahead.

    Every engine has its own definition of a node.
    """

    engine: str
    default: Cost
    rowmajor: Cost
    plain: Cost


def measure_effort(puzzle: Puzzle, limit: int = LIMIT, progress: Progress = silent) -> Effort:
    """Return the effort of a puzzle; a search may use `limit` nodes.

    Raises `ValueError` for a limit below 1.
    """
    return Effort(
        choose(puzzle),
        _cost(puzzle, "auto", limit),
        _cost(puzzle, "rowmajor", limit),
        plain_search(puzzle, limit, progress),
    )


def _cost(puzzle: Puzzle, engine: EngineChoice, limit: int) -> Cost:
    result = solve(puzzle, limit=2, engine=engine, node_limit=limit)
    return Cost(result.nodes, result.status != "unknown")


def plain_search(puzzle: Puzzle, limit: int = LIMIT, progress: Progress = silent) -> Cost:
    """Return the cost of the search that most contestants write first.

    It fills the cells in order, smallest digit first.  A digit is placed in a cell if its row,
    column and box do not have it yet and if it obeys the signs towards the left and the upper
    neighbour; the search does not look ahead.  A node is a digit placed in a cell.  The search
    ends with the second solution.
    """
    lesser_before: list[list[int]] = [[] for _ in CELLS]
    greater_before: list[list[int]] = [[] for _ in CELLS]
    for lesser, greater in puzzle.relations:
        if lesser < greater:
            lesser_before[greater].append(lesser)
        else:
            greater_before[lesser].append(greater)
    every = (1 << SIZE) - 1
    given = [every if digit == ABSENT else 1 << int(digit) - 1 for digit in puzzle.givens]
    rows, columns, boxes = ([every] * SIZE for _ in range(3))
    placed = [0] * len(CELLS)
    untried = [0] * len(CELLS)
    untried[0] = given[0]
    nodes = solutions = cell = 0
    while cell >= 0:
        row, column, box = ROW_OF[cell], COLUMN_OF[cell], BOX_OF[cell]
        rows[row] |= placed[cell]
        columns[column] |= placed[cell]
        boxes[box] |= placed[cell]
        placed[cell] = 0
        if not untried[cell]:
            cell -= 1
            continue
        if nodes == limit:
            return Cost(nodes, is_whole=False)
        nodes += 1
        if nodes % _STEP == 0:
            progress(Message("diagnose.plain-search", "plain search"), nodes, limit)
        bit = untried[cell] & -untried[cell]
        untried[cell] ^= bit
        if cell == CELLS[-1]:
            solutions += 1
            if solutions == 2:
                break
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
    return Cost(nodes, is_whole=True)

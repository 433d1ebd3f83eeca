"""Counts the nodes that each step of `rowmajor` saves.

    python benchmarks/pruning.py

takes every tenth layout of the open corpus with one solution.  Without any steps, the search is the
one that the contest suggests.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from statistics import mean, median
from unittest.mock import patch

from puzzlesets import corpus

from ineqsudoku.search import rowmajor, solve
from ineqsudoku.search.rowmajor import PartialGrid

NODES = 300_000
"""The node limit of a search."""


def _neighbours(grid: PartialGrid, lesser: int, greater: int) -> None:
    """Add a relation, like `_transitive_bounds`, but no chains."""
    grid.below[greater][lesser] = grid.above[lesser][greater] = 1


def _nothing(_: PartialGrid) -> bool:
    return True


WITHOUT: dict[str, Callable[..., object]] = {
    "_transitive_bounds": _neighbours,
    "_forward_checking": _nothing,
    "_places_in_lines": _nothing,
}
"""The steps in order, and what takes the place of each where it is switched off."""


def main() -> None:
    puzzles = corpus().puzzles[::10]
    steps = [*WITHOUT]
    print(f"{'steps':48} solved within {NODES:,} nodes; nodes: median, mean")
    for on in ([], steps[:1], steps[:2], steps, steps[1:]):
        with ExitStack() as stack:
            for step in {*steps}.difference(on):
                stack.enter_context(patch.object(rowmajor, step, WITHOUT[step]))
            results = [solve(puzzle, 2, "rowmajor", NODES) for puzzle in puzzles]
        nodes = [result.nodes for result in results]
        solved = sum(result.complete for result in results)
        print(f"{' '.join(on) or 'none':56} {solved:4} {median(nodes):10,.0f} {mean(nodes):10,.0f}")


if __name__ == "__main__":
    main()

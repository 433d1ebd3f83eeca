"""Splits a puzzle into easier parts, in a search that learns from refutations.

A part is the puzzle with some cells decided.  An engine searches it for a few nodes.  If that is
not enough, a cell is chosen, and its candidates make new parts.  The cell has the
smallest quotient of its candidates and its weight, which is the number of its relations plus the
number of parts without a solution that were made by deciding it (dom/wdeg; Boussemart, Hemery,
Lecoutre and Sais, 2004).  So the search concentrates on the cells that contradict one another,
unlike the engine's own order.  Weights are kept from one run to the next.

A node is a node of the engine, or a part that propagation alone refutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from typing import NamedTuple

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.enumeration import LimitReached, Nodes, Searcher, SearchOutcome
from ineqsudoku.search.propagation import propagate, rules


class Part(NamedTuple):
    """The puzzle with these `givens` and the candidates `left`.

    The part was made by deciding the cell `last`, which is -1 for the whole puzzle.
    """

    givens: str
    left: int
    last: int


class Splitting:
    """The splitting of one puzzle, whose parts are searched by `searcher`."""

    __slots__ = ("_puzzle", "_rules", "_searcher", "_weights")

    def __init__(self, puzzle: Puzzle, searcher: Searcher) -> None:
        self._puzzle = puzzle
        self._searcher = searcher
        self._rules = rules(puzzle.relations, puzzle.geometry)
        self._weights = [1] * len(puzzle.givens)
        for relation in puzzle.relations:
            for cell in relation:
                self._weights[cell] += 1

    def search(self, limit: int | None, nodes: Nodes, in_part: int) -> SearchOutcome:
        """Search for up to `limit` different solutions, with at most `in_part` nodes for a part.

        Counts in `nodes` and stops at their limits.
        """
        puzzle = self._puzzle
        parts = [Part(puzzle.givens, self._rules.masks.lanes.candidates_of(puzzle.givens), -1)]
        lines: dict[str, None] = {}
        start = nodes.count
        complete = False
        try:
            while parts:
                part = parts.pop()
                part = part._replace(left=propagate(part.left, self._rules))
                of_part = self._search_part(part, limit, nodes, in_part)
                lines.update(dict.fromkeys(of_part.lines))
                if limit is not None and len(lines) >= limit:
                    break  # There may be nothing to split.
                if not of_part.complete:
                    nodes.check_time()
                    parts += self._split(part)
                elif not of_part.lines and part.last >= 0:
                    self._weights[part.last] += 1
            else:
                complete = True
        except LimitReached:
            pass
        return SearchOutcome([*lines][:limit], complete, nodes.count - start)

    def _search_part(
        self, part: Part, limit: int | None, nodes: Nodes, in_part: int
    ) -> SearchOutcome:
        """Search a part.  Raises `LimitReached` when no node is left."""
        nodes.use()
        if not part.left:
            return SearchOutcome([], True, 1)
        most = in_part if nodes.limit is None else min(in_part, nodes.limit - nodes.count + 1)
        puzzle = replace(self._puzzle, givens=part.givens)
        of_part = self._searcher.search(puzzle, limit, most, nodes.deadline)
        nodes.count += of_part.nodes - 1
        return of_part

    def _split(self, part: Part) -> Iterator[Part]:
        """Yield the parts of an undecided part, in descending order of digits: the last one is
        searched first."""
        lanes = self._rules.masks.lanes
        least = inf
        chosen = -1
        for cell, weight in enumerate(self._weights):
            number = (part.left >> lanes.width * cell & lanes.every).bit_count()
            if number > 1 and number < least * weight:
                least = number / weight
                chosen = cell
        for digit in reversed(range(len(lanes.bits))):
            bit = lanes.bits[digit] << lanes.width * chosen
            if part.left & bit:
                symbol = lanes.geometry.symbols[digit]
                givens = part.givens[:chosen] + symbol + part.givens[chosen + 1 :]
                left = part.left & ~(lanes.every << lanes.width * chosen) | bit
                yield Part(givens, left, chosen)

"""The relation graph of a puzzle, and the consequences of its signs alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import CELLS, HOUSES, SIZE, label
from ineqsudoku.puzzle import Relation


class RelationGraph:
    """Directed graph over the 81 cells, lesser → greater.

    Immutable.  The relations need not come from one puzzle: a pair with contradictory
    relations is a cycle of two cells.
    """

    __slots__ = ("_greater", "_lesser", "_relations")

    def __init__(self, relations: Iterable[Relation]) -> None:
        """Raises `ValueError` for a cell beyond 0-80."""
        self._relations = tuple(dict.fromkeys(relations))
        self._greater: tuple[list[int], ...] = tuple([] for _ in CELLS)
        self._lesser: tuple[list[int], ...] = tuple([] for _ in CELLS)
        for relation in self._relations:
            lesser, greater = relation
            if lesser not in CELLS or greater not in CELLS:
                raise ValueError(f"cells are 0-80: {tuple(relation)}")
            self._greater[lesser].append(greater)
            self._lesser[greater].append(lesser)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relations in the order given, without duplicates."""
        return self._relations

    def cycle(self) -> tuple[int, ...]:
        """Return a shortest cycle: every cell is less than the next, the last less than the first.

        It starts with its lowest cell; of several cycles, the one with the lowest first cell is
        returned.  Empty if there is no cycle.
        """
        return () if len(self._ascending()) == len(CELLS) else self._shortest_cycle()

    def bounds(self) -> tuple[tuple[int, int], ...]:
        """Return the lowest and the highest digit that the relations leave the cells.

        A cell exceeds all cells below it in the graph, and cells below it in the same row, column
        or box differ from one another.  The bounds are exact for relations inside one box.  With
        relations across boxes, they may be wider than necessary, but never too narrow.  If the
        lowest digit of a cell exceeds the highest, the puzzle has no solution.

        Raises `LayoutCycleError`.
        """
        ascending = self._ascending_or_raise()
        lowest = _lowest_digits(ascending, self._lesser)
        # the same on the reversed graph, with digits counted down from 9
        lowest_from_top = _lowest_digits(ascending[::-1], self._greater)
        return tuple(
            (low, SIZE + 1 - from_top)
            for low, from_top in zip(lowest, lowest_from_top, strict=True)
        )

    def redundant(self) -> tuple[Relation, ...]:
        """Return the relations that follow from the others, in the order given.

        The other relations are the transitive reduction (Aho, Garey & Ullman, 1972).

        Raises `LayoutCycleError`.
        """
        below = _closure(self._ascending_or_raise(), self._lesser)
        further_below = [0] * len(CELLS)
        for cell in CELLS:
            for neighbour in self._lesser[cell]:
                further_below[cell] |= below[neighbour]
        return tuple(
            relation for relation in self.relations if further_below[relation[1]] >> relation[0] & 1
        )

    def to_networkx(self) -> Any:
        """Return a `networkx.DiGraph` of all cells; the attribute `label` is the name of a cell.

        Raises `ImportError` when networkx is not installed.
        """
        try:
            import networkx
        except ImportError as error:
            message = "a graph for networkx needs networkx: pip install networkx"
            raise ImportError(message) from error
        graph = networkx.DiGraph()
        graph.add_nodes_from((cell, {"label": label(cell)}) for cell in CELLS)
        graph.add_edges_from(self.relations)
        return graph

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RelationGraph):
            return NotImplemented
        return set(self.relations) == set(other.relations)

    def __hash__(self) -> int:
        return hash(frozenset(self.relations))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self.relations)})"

    def _ascending(self) -> list[int]:
        """Return the cells in an order that puts lesser ones first (Kahn, 1962).

        The cells on a cycle and those above one are missing.
        """
        waiting_for = [len(lesser) for lesser in self._lesser]
        order = [cell for cell in CELLS if not waiting_for[cell]]
        for cell in order:
            for greater in self._greater[cell]:
                waiting_for[greater] -= 1
                if not waiting_for[greater]:
                    order.append(greater)
        return order

    def _ascending_or_raise(self) -> list[int]:
        ascending = self._ascending()
        if len(ascending) < len(CELLS):
            raise LayoutCycleError(self._shortest_cycle())
        return ascending

    def _shortest_cycle(self) -> tuple[int, ...]:
        cycles = (self._shortest_cycle_through(cell) for cell in CELLS)
        return min(filter(None, cycles), key=len)

    def _shortest_cycle_through(self, start: int) -> tuple[int, ...] | None:
        """Search breadth-first, so that the first way back to `start` is the shortest."""
        path_to: dict[int, tuple[int, ...]] = {start: (start,)}
        queue = [start]
        for cell in queue:
            for greater in self._greater[cell]:
                if greater == start:
                    return path_to[cell]
                if greater not in path_to:
                    path_to[greater] = (*path_to[cell], greater)
                    queue.append(greater)
        return None


def _closure(ascending: Iterable[int], lesser: tuple[list[int], ...]) -> list[int]:
    """Return the sets of all cells below a cell, by cell, bit `c` = cell `c`."""
    below = [0] * len(lesser)
    for cell in ascending:
        for neighbour in lesser[cell]:
            below[cell] |= below[neighbour] | 1 << neighbour
    return below


_HOUSES = tuple(sum(1 << cell for cell in house) for house in HOUSES)
"""The rows, columns and boxes as sets of cells: bit `c` = cell `c`."""


def _lowest_digits(ascending: list[int], lesser: tuple[list[int], ...]) -> list[int]:
    """Return the lowest digits that exceed all cells below a cell, by cell."""
    lowest = [1] * len(lesser)
    below = _closure(ascending, lesser)
    for cell in ascending:
        for house in _HOUSES:
            if below[cell] & house:
                distinct = sorted(lowest[other] for other in _cells(below[cell] & house))
                lowest[cell] = max(lowest[cell], _least_maximum(distinct) + 1)
    return lowest


def _least_maximum(lowest: list[int]) -> int:
    """Return the smallest possible maximum of distinct digits with these ascending lower bounds."""
    digit = 0
    for bound in lowest:
        digit = max(digit + 1, bound)
    return digit


def _cells(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1

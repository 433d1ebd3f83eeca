"""The searches of `apps/generate/targets.py` in plain Python, an oracle for the compiled counts."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec

import pytest

from ineqsudoku.apps.generate.targets import Kind, Sample, Search
from ineqsudoku.geometry import BOX_OF, CELLS, COLUMN_OF, ROW_OF, SIZE

needs_counts = pytest.mark.skipif(
    not find_spec("ineqsudoku.apps.generate._nodes"), reason="the counts of nodes are not compiled"
)

_ALL = (1 << SIZE) - 1


def counted(search: Search, cap: int) -> tuple[int, bool]:
    """Count the nodes of a search, at most `cap`."""
    board = _Board(search, cap)
    try:
        {
            Kind.FIXED: board.fixed,
            Kind.FEWEST: board.fewest,
            Kind.MASKS: board.masks,
        }[search.kind]()
    except _CapReachedError:
        return cap, False
    return board.nodes, True


def estimated(search: Search, sample: Sample, cap: int) -> tuple[int, int]:
    """Estimate the nodes of a `FIXED` search, at most `cap`."""
    board = _Board(search, cap, sample)
    with suppress(_CapReachedError):
        board.fixed()
    return min(board.nodes, cap), board.made


class _CapReachedError(Exception):
    """A search reached its cap.  Never leaves this module."""


class _Board:
    """The state of a search; digits are bits.  Each search returns whether it found a solution."""

    def __init__(self, search: Search, cap: int, sample: Sample | None = None) -> None:
        """Prepare a search.  `made` will count the nodes without their weights."""
        self.nodes = self.made = 0
        self._weight = 1
        self._skipped = 0
        self._sample = sample
        self._cap = cap
        self._order = search.order
        self._allowed = search.allowed
        self._placed = [0] * len(CELLS)
        self._free = [[_ALL] * SIZE for _ in range(3)]
        self._lesser: list[list[int]] = [[] for _ in CELLS]
        self._greater: list[list[int]] = [[] for _ in CELLS]
        for lesser, greater in search.relations:
            self._lesser[greater].append(lesser)
            self._greater[lesser].append(greater)

    def fixed(self, depth: int = 0) -> bool:
        if depth == len(CELLS):
            return True
        if self._sample and depth == self._sample.depth:
            return self._sampled(self._sample)
        return self._fixed_from(depth)

    def _sampled(self, sample: Sample) -> bool:
        """Continue as `fixed` from the depth of the sample, if the sample has this subtree."""
        begun = self._order[: sample.depth]
        if any(self._placed[cell] != 1 << int(sample.solution[cell]) - 1 for cell in begun):
            self._skipped = (self._skipped + 1) % sample.every
            if self._skipped:
                return False
            self._weight = sample.every
        is_solved = self._fixed_from(sample.depth)
        self._weight = 1
        return is_solved

    def _fixed_from(self, depth: int) -> bool:
        cell = self._order[depth]
        return any(
            self._try(cell, bit) and self._or_back(cell, self.fixed(depth + 1))
            for bit in _bits(self._candidates(cell))
        )

    def fewest(self) -> bool:
        empty = [cell for cell in CELLS if not self._placed[cell]]
        if not empty:
            return True
        left = {cell: self._candidates(cell) for cell in empty}
        cell = min(empty, key=lambda place: left[place].bit_count())
        return any(
            self._try(cell, bit) and self._or_back(cell, self.fewest()) for bit in _bits(left[cell])
        )

    def masks(self, cell: int = 0) -> bool:
        if cell == len(CELLS):
            return True
        rest = CELLS[cell + 1 :]
        return any(
            self._try(cell, bit)
            and self._or_back(cell, all(map(self._candidates, rest)) and self.masks(cell + 1))
            for bit in _bits(self._candidates(cell))
        )

    def _use(self) -> None:
        if self.nodes >= self._cap:
            raise _CapReachedError
        self.nodes += self._weight
        self.made += 1

    def _candidates(self, cell: int) -> int:
        rows, columns, boxes = self._free
        left = (
            self._allowed[cell]
            & rows[ROW_OF[cell]]
            & columns[COLUMN_OF[cell]]
            & boxes[BOX_OF[cell]]
        )
        for lesser in self._lesser[cell]:
            left &= -self._placed[lesser] << 1 if self._placed[lesser] else _ALL
        for greater in self._greater[cell]:
            left &= self._placed[greater] - 1 if self._placed[greater] else _ALL
        return left

    def _try(self, cell: int, bit: int) -> bool:
        self._use()
        self._place(cell, bit)
        return True

    def _place(self, cell: int, bit: int) -> None:
        self._placed[cell] = bit
        self._toggle(cell, bit)

    def _or_back(self, cell: int, is_solved: bool) -> bool:
        """Empty the cell unless the search is solved; return whether it is."""
        if not is_solved:
            self._toggle(cell, self._placed[cell])
            self._placed[cell] = 0
        return is_solved

    def _toggle(self, cell: int, bit: int) -> None:
        rows, columns, boxes = self._free
        rows[ROW_OF[cell]] ^= bit
        columns[COLUMN_OF[cell]] ^= bit
        boxes[BOX_OF[cell]] ^= bit


def _bits(mask: int) -> list[int]:
    return [1 << digit for digit in range(SIZE) if mask >> digit & 1]

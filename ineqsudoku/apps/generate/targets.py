"""Slow searches for the first solution of full layouts.

`--kill` knows four of these targets; the times of programs are compared with all.

A node is a digit placed in a cell.  The searches are

* `FIXED`: fills the cells in a fixed order, smallest digit first, with the digits that row, column,
  box and the signs towards filled neighbours leave;
* `FEWEST`: fills the first of the cells with fewest such digits; backtracks when a cell has none;
* `MASKS`: like `FIXED` in the order of cells, but backtracks as soon as an empty cell has no digit.

The nodes of a long `FIXED` search can be estimated: of the subtrees that begin at some depth, one
in `every` is searched and counts `every` times.

`_nodes.c` counts; without it, there is no such count, because Python would take hours.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, DIGITS, SIZE
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle, Relation
from ineqsudoku.relations import RelationGraph

MOST = 10**18
"""The highest cap; it fits into 64 bits."""


class Kind(IntEnum):
    """The kinds of searches, with their numbers in `_nodes.c`."""

    FIXED = 0
    FEWEST = 1
    MASKS = 2


class Search(NamedTuple):
    """A search of a layout.

    `order`: the cells in the order of a `FIXED` search.
    `allowed`: the digits that the cells may take as masks, bit `d - 1` = digit `d`.
    """

    kind: Kind
    order: tuple[int, ...]
    relations: Sequence[Relation]
    allowed: Sequence[int]


class Sample(NamedTuple):
    """A sample: one in `every` of the subtrees that begin when `depth` cells are filled.

    The subtree with the `solution` is always searched, and counts once.
    """

    depth: int
    every: int
    solution: str


def count_nodes(search: Search, cap: int) -> tuple[int, bool]:
    """Return the nodes up to the first solution, at most `cap`, and whether these are all.

    Raises like `counters`.
    """
    nodes: tuple[int, bool] = counters().count(search.kind, *_pack(search), cap)
    return nodes


def estimate_nodes(search: Search, sample: Sample, cap: int) -> tuple[int, int]:
    """Estimate the nodes of a `FIXED` search, at most `cap`; also return the nodes visited for it.

    Raises like `counters`.
    """
    estimate: tuple[int, int] = counters().estimate(*_pack(search), cap, *sample)
    return estimate


def _pack(search: Search) -> tuple[bytes, bytes, bytes]:
    relations = bytes(cell for relation in search.relations for cell in relation)
    allowed = b"".join(mask.to_bytes(2, "little") for mask in search.allowed)
    return bytes(search.order if search.kind is Kind.FIXED else CELLS), relations, allowed


def counters() -> ModuleType:
    """Return the compiled module.  Raises `IneqSudokuError` if it was not compiled."""
    try:
        return import_module("ineqsudoku.apps.generate._nodes")
    except ImportError:
        raise IneqSudokuError(_NOT_COMPILED) from None


_NOT_COMPILED = Message(
    "generate.not-compiled",
    "--kill needs compiled code to count nodes; install a C compiler and Python's "
    "headers (Debian packages gcc and python3-dev), then reinstall ineqsudoku",
)


_ALL = (1 << SIZE) - 1
_BY_COLUMN = tuple(cell for column in COLUMNS for cell in column)
_BY_BOX = tuple(cell for box in BOXES for cell in box)

EXACT = 2_000_000
"""Up to this number, nodes are counted even where an estimate suffices."""

SAMPLED = 1_000_000
"""The approximate number of nodes that an estimate visits."""

DEPTH = 20
"""The number of cells that are filled before a sample is taken."""


class Target(NamedTuple):
    """A search.

    `words`: what it is.
    `is_descending`: the largest digit is tried first.
    `has_bounds`: cells start with the digits that the relation graph leaves them.
    """

    words: Message
    kind: Kind
    order: tuple[int, ...] = tuple(CELLS)
    is_descending: bool = False
    has_bounds: bool = False


_WITHOUT_BOUNDS = Message("targets.without-bounds", "{search} without bounds")
_WITH_BOUNDS = Message("targets.with-bounds", "{search} with bounds")


def _with_bounds(name: str, target: Target) -> dict[str, Target]:
    without, with_bounds = (
        message.fill(search=target.words) for message in (_WITHOUT_BOUNDS, _WITH_BOUNDS)
    )
    return {
        name: target._replace(words=without),
        f"{name}-bounds": target._replace(words=with_bounds, has_bounds=True),
    }


_ROWS = Message("targets.rows", "a row-major search")
_ROWS_DOWN = Message("targets.rows-down", "a row-major search (largest digit first)")
_COLUMNS = Message("targets.columns", "a column-major search")
_BOXES = Message("targets.boxes", "a box-by-box search")
_FEWEST = Message("targets.fewest", "a search that fills cells with the fewest digits first,")
_MASKS = Message(
    "targets.masks", "a row-major search that backtracks when some cell has no digit left"
)

TARGETS: dict[str, Target] = {
    **_with_bounds("rows", Target(_ROWS, Kind.FIXED)),
    **_with_bounds("rows-down", Target(_ROWS_DOWN, Kind.FIXED, is_descending=True)),
    **_with_bounds("columns", Target(_COLUMNS, Kind.FIXED, _BY_COLUMN)),
    **_with_bounds("boxes", Target(_BOXES, Kind.FIXED, _BY_BOX)),
    **_with_bounds("fewest", Target(_FEWEST, Kind.FEWEST)),
    "masks": Target(_MASKS, Kind.MASKS),
}
"""All targets by name; targets that try the largest digit first end in `-down`."""


class Prepared:
    """A layout and its only solution, prepared for the targets: shared work is done once."""

    def __init__(self, puzzle: Puzzle, solution: str) -> None:
        self._puzzle = puzzle
        self.solution = solution

    @cached_property
    def _within_bounds(self) -> list[int]:
        """The digits that the relation graph leaves the cells, as masks."""
        bounds = RelationGraph(self._puzzle.relations).bounds()
        return [(1 << high) - (1 << low - 1) for low, high in bounds]

    def nodes(self, name: str, cap: int) -> tuple[int, bool]:
        """Return the nodes of a target, at most `cap`, and whether these are all."""
        return count_nodes(self._search(TARGETS[name]), cap)

    def estimate(self, name: str, cap: int) -> tuple[int, int]:
        """Count the nodes of a target, at most `cap`; estimate long searches in a fixed order."""
        target = TARGETS[name]
        search = self._search(target)
        if target.kind is not Kind.FIXED or cap < EXACT:
            nodes, _ = count_nodes(search, cap)
            return nodes, nodes
        solution = self.solution
        if target.is_descending:
            solution = solution.translate(_REVERSED)
        return estimate_nodes(search, Sample(DEPTH, cap // SAMPLED | 1, solution), cap)

    def _search(self, target: Target) -> Search:
        relations = self._puzzle.relations
        allowed = self._within_bounds if target.has_bounds else [_ALL] * len(CELLS)
        if target.is_descending:
            relations = tuple(relation.flipped() for relation in relations)
            allowed = [int(f"{mask:09b}"[::-1], 2) for mask in allowed]
        return Search(target.kind, target.order, relations, allowed)


_REVERSED = str.maketrans(DIGITS, DIGITS[::-1])
"""Maps a digit to the digit that an ascending search tries in its place."""

"""The nodes that slow searches need to find the first solution of a layout.

A node is a digit placed in a cell; for `LATE`, also a digit tried there.  The searches are

* `FIXED`: fills the cells in a fixed order, smallest digit first, with the digits that row, column,
  box and the signs towards filled neighbours leave;
* `FEWEST`: fills the first of the cells with fewest such digits; backtracks when a cell has none;
* `MASKS`: like `FIXED` in the order of cells, but backtracks as soon as an empty cell has no digit;
* `LATE`: exact cover.  Its items are cells, and digits in rows, columns and boxes.  It takes the
  first item with fewest options by row, column and box alone; signs towards filled neighbours are
  tested only when an option is tried.

The nodes of a long `FIXED` search can be estimated: of the subtrees that begin at some depth, one
in `every` is searched and counts `every` times.

`_nodes.c` counts; without it, there is no such count, because Python would take hours.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import CELLS
from ineqsudoku.puzzle import Relation

MOST = 10**18
"""The highest cap; it fits into 64 bits."""


class Kind(IntEnum):
    """The searches; the numbers are those of `_nodes.c`."""

    FIXED = 0
    FEWEST = 1
    MASKS = 2
    LATE = 3


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


class Estimate(NamedTuple):
    """The estimated nodes of a search; `made` is the number of nodes actually visited."""

    nodes: int
    made: int


def count_nodes(search: Search, cap: int) -> tuple[int, bool]:
    """Return the nodes up to the first solution, at most `cap`, and whether these are all.

    Raises like `counters`.
    """
    nodes: tuple[int, bool] = counters().count(search.kind, *_packed(search), cap)
    return nodes


def estimate_nodes(search: Search, sample: Sample, cap: int) -> Estimate:
    """Estimate the nodes of a `FIXED` search, at most `cap`.  Raises like `counters`."""
    return Estimate(*counters().estimate(*_packed(search), cap, *sample))


def _packed(search: Search) -> tuple[bytes, bytes, bytes]:
    relations = bytes(cell for relation in search.relations for cell in relation)
    allowed = b"".join(mask.to_bytes(2, "little") for mask in search.allowed)
    return bytes(search.order if search.kind is Kind.FIXED else CELLS), relations, allowed


def counters() -> ModuleType:
    """Return the compiled module.  Raises `IneqSudokuError` if it was not compiled."""
    try:
        return import_module("ineqsudoku.generation._nodes")
    except ImportError:
        raise IneqSudokuError(
            "--kill and --against count nodes by compiled code; install a C compiler and Python's "
            "headers (Debian packages gcc and python3-dev), then ineqsudoku again"
        ) from None

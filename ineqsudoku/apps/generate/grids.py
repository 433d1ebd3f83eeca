"""Random grids, nearly uniform, in three steps.

1. A dive repeatedly fills the first cell with fewest candidates with a random one of them.  It
   restarts when a cell has no candidates.
2. `MOVES` times, two random digits are exchanged in parts of the grid: the cells of the two digits
   fall into cycles that share no house with one another, and a cycle is exchanged with probability
   ½.  A move and its reverse are equally likely, so the uniform distribution is stationary.
3. A random symmetry (digits, bands, stacks, rows and columns in them, transposition) makes all
   grids of a class equally likely.

No exact method of this speed is known.  `_grids.c` is the compiled twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from typing import NamedTuple

from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.geometry import (
    BOX_OF,
    CELLS,
    COLUMN_OF,
    DIGITS,
    HOUSES,
    IN_BOX_PAIRS,
    ROW_OF,
    ROWS,
    SIZE,
)
from ineqsudoku.puzzle import Puzzle, signs_between
from ineqsudoku.search import is_python_wanted

MOVES = 40
"""The moves of the second step; twice as many change no measured statistic."""

STRIDE = 64
"""The most grids of a chain."""


class CompiledForms(NamedTuple):
    """The compiled forms of `random_grid`, `bound_grid`, `has_free_cycle` and `layout`."""

    grid: Callable[[int], str]
    bound_grid: Callable[[int, int], tuple[int, str] | None]
    has_free_cycle: Callable[[str], bool]
    signs: Callable[[str], str]


def random_grid(seed: int) -> str:
    """Return the digits of a grid, row-major; the grid depends only on the seed."""
    if forms := compiled_forms():
        return forms.grid(seed & (1 << 64) - 1)
    return next(chain(SplitMix(seed)))


@cache
def compiled_forms() -> CompiledForms | None:
    """Return the compiled forms; `None` without them or if Python is chosen."""
    if is_python_wanted():
        return None
    try:
        module = import_module("ineqsudoku.apps.generate._grids")
    except ImportError:
        return None
    return CompiledForms(module.grid, module.bound_grid, module.has_free_cycle, module.signs)


def bound_grid(seed: int, tries: int) -> tuple[int, str | None]:
    """Draw up to `tries` random grids, until one has no free cycle.

    Returns the number of grids drawn, and the last one; `None` if all have a free cycle.

    Most layouts with several solutions have a free cycle, so this test saves most searches that
    would fail.  The grids depend only on the seed.  They form a chain: a grid is made from the one
    before by the moves and the symmetry of `random_grid`.
    """
    if forms := compiled_forms():
        return forms.bound_grid(seed & (1 << 64) - 1, tries) or (tries, None)
    for drawn, line in enumerate(islice(chain(SplitMix(seed)), tries), 1):
        if not has_free_cycle(line):
            return drawn, line
    return tries, None


def has_free_cycle(line: str) -> bool:
    """Whether a grid has a free cycle.

    It is a cycle of a digit and the next one without a sign inside a box between the two.
    Exchanging the two digits there gives another solution of the layout, because signs towards
    other digits still hold.
    """
    if forms := compiled_forms():
        return forms.has_free_cycle(line)
    digits = [int(digit) - 1 for digit in line]
    cells = [[0] * SIZE for _ in range(SIZE)]
    for cell, digit in enumerate(digits):
        cells[digit][ROW_OF[cell]] = cell
    rows_with_sign = [0] * SIZE
    for first, second in IN_BOX_PAIRS:
        one, other = digits[first], digits[second]
        if abs(one - other) == 1:
            rows_with_sign[min(one, other)] |= 1 << ROW_OF[first]
    return any(
        not cycle & rows_with_sign[digit]
        for digit in range(SIZE - 1)
        for cycle in _cycles(cells[digit], cells[digit + 1])
    )


def layout(line: str) -> Puzzle:
    """Return the full layout of a grid."""
    if forms := compiled_forms():
        return Puzzle(forms.signs(line))
    return Puzzle("".join([signs[line[one] > line[other]] for signs, one, other in _SIGN_CHOICES]))


_SIGN_CHOICES = tuple([(signs_between(pair), *pair) for pair in IN_BOX_PAIRS])
"""The two signs that a pair inside a box may have, and its cells."""


def chain(random: SplitMix) -> Iterator[str]:
    """Yield random grids without end."""
    digits = _dive(random)
    while True:
        for _ in range(MOVES):
            _exchange(digits, random)
        yield _line(_image(digits, random))


def _line(digits: list[int]) -> str:
    return "".join(DIGITS[digit] for digit in digits)


_PEERS = tuple(
    tuple(sorted({peer for house in HOUSES if cell in house for peer in house} - {cell}))
    for cell in CELLS
)
"""The other cells of the houses of each cell, ascending."""


def _dive(random: SplitMix) -> list[int]:
    """Return a grid that a dive fills; digits from 0."""
    taken = SIZE + 1
    while True:
        left = [(1 << SIZE) - 1] * len(CELLS)
        counts = [SIZE] * len(CELLS)
        digits = [0] * len(CELLS)
        for _ in CELLS:
            fewest = min(counts)
            if not fewest:
                break
            cell = counts.index(fewest)
            mask = left[cell]
            for _ in range(random.below(fewest)):
                mask &= mask - 1
            bit = mask & -mask
            digits[cell] = bit.bit_length() - 1
            counts[cell] = taken
            for peer in _PEERS[cell]:
                if left[peer] & bit and counts[peer] != taken:
                    left[peer] ^= bit
                    counts[peer] -= 1
        else:
            return digits


def with_cycle_exchanged(line: str, random: SplitMix) -> str:
    """Return a grid with two random digits exchanged in some of their cycles."""
    digits = [int(digit) - 1 for digit in line]
    _exchange(digits, random)
    return _line(digits)


def _exchange(digits: list[int], random: SplitMix) -> None:
    """Exchange two digits in some of their cycles."""
    one = random.below(SIZE)
    other = random.below(SIZE - 1)
    other += other >= one
    bits = random.next()
    cells_of_one = [digits.index(one, row[0]) for row in ROWS]
    cells_of_other = [digits.index(other, row[0]) for row in ROWS]
    for cycle in _cycles(cells_of_one, cells_of_other):
        if cycle & -cycle & bits:
            for row in range(SIZE):
                if cycle >> row & 1:
                    digits[cells_of_one[row]] = other
                    digits[cells_of_other[row]] = one


def _cycles(cells_of_one: Sequence[int], cells_of_other: Sequence[int]) -> list[int]:
    """Return the cycles of two digits as sets of rows, bit i = row i; every row has both digits."""
    row_by_column, row_by_box = [0] * SIZE, [0] * SIZE
    for row, cell in enumerate(cells_of_other):
        row_by_column[COLUMN_OF[cell]] = row_by_box[BOX_OF[cell]] = row
    linked = [1 << row_by_column[COLUMN_OF[cell]] for cell in cells_of_one]
    for row, cell in enumerate(cells_of_one):
        bit, by_column, by_box = 1 << row, row_by_column[COLUMN_OF[cell]], row_by_box[BOX_OF[cell]]
        linked[row] |= 1 << by_box
        linked[by_column] |= bit
        linked[by_box] |= bit
    cycles = []
    left = (1 << SIZE) - 1
    while left:
        cycle = open_ = left & -left
        while open_:
            reached = linked[open_.bit_length() - 1] & ~cycle
            open_ ^= 1 << open_.bit_length() - 1
            cycle |= reached
            open_ |= reached
        cycles.append(cycle)
        left ^= cycle
    return cycles


def _image(digits: list[int], random: SplitMix) -> list[int]:
    """Return the image of a grid under a random symmetry."""
    order = list(range(SIZE))
    random.shuffle(order)
    rows, columns = _lines(random), _lines(random)
    if random.next() & 1:  # Exchange rows and columns.
        return [order[digits[column * SIZE + row]] for row in rows for column in columns]
    return [order[digits[row * SIZE + column]] for row in rows for column in columns]


def _lines(random: SplitMix) -> list[int]:
    """Return rows or columns in a random order that keeps those of a band together."""
    bands = list(range(0, SIZE, 3))
    random.shuffle(bands)
    lines: list[int] = []
    for band in bands:
        of_band = list(range(band, band + 3))
        random.shuffle(of_band)
        lines += of_band
    return lines

"""Random grids.

4×4: one of the 288 grids, all equally likely.

6×6: two bands are drawn from all bands.  If no column has a digit twice, they are accepted with a
probability proportional to the number of third bands, one of which is then drawn.  So all grids
are equally likely.

Larger sizes: nearly uniform, in three steps.

1. A dive repeatedly fills the first cell with fewest candidates with a random one of them.  It
   restarts when a cell has no candidates.  At 16×16 dives hardly ever succeed, so a regular grid
   takes their place, and the second step makes `MOVES_OF_16` moves.
2. `MOVES` times, two random digits are exchanged in parts of the grid: the cells of the two digits
   fall into cycles that share no house with one another, and a cycle is exchanged with probability
   ½.  A move and its reverse are equally likely, so the uniform distribution is stationary.
3. A random symmetry (digits, bands, stacks, rows and columns in them, transposition) makes all
   grids of a class equally likely.

No exact method of this speed is known.  `_grids.c` is the compiled twin for 9×9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import islice, permutations, product
from typing import NamedTuple

from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.puzzle import signs_between
from ineqsudoku.search import is_python_wanted

MOVES = 40
"""The moves of the second step; twice as many change no measured statistic."""

MOVES_OF_16 = 1_000

STRIDE = 64
"""The most grids of a chain."""

_EXACT_BANDS = 6
_ENUMERATED = 4


class Compiled(NamedTuple):
    """The compiled forms of `random_grid`, `bound_grid`, `has_free_cycle` and `layout`."""

    grid: Callable[[int], str]
    bound_grid: Callable[[int, int], tuple[int, str] | None]
    has_free_cycle: Callable[[str], bool]
    signs: Callable[[str], str]


def random_grid(geometry: Geometry, seed: int) -> str:
    """Return the symbols of a grid, row-major; the grid depends only on the seed.

    Raises `ValueError` for a geometry without boxes.
    """
    if not geometry.boxes:
        raise ValueError(f"no random grids of {geometry}")
    if geometry is NINE and (forms := compiled_forms()):
        return forms.grid(seed & (1 << 64) - 1)
    return next(chain(geometry, SplitMix(seed)))


@cache
def compiled_forms() -> Compiled | None:
    """Return the compiled forms for 9×9; `None` without them or if Python is chosen."""
    if is_python_wanted():
        return None
    try:
        module = import_module("ineqsudoku.apps.generate._grids")
    except ImportError:
        return None
    return Compiled(module.grid, module.bound_grid, module.has_free_cycle, module.signs)


class BoundGrid(NamedTuple):
    """The symbols of a grid, and the number of grids drawn to find it."""

    tried: int
    line: str


def bound_grid(geometry: Geometry, seed: int, tries: int) -> BoundGrid | None:
    """Return the first of `tries` random grids that has no free cycle; `None` if all have one.

    Most layouts with several solutions have a free cycle, so this test saves most searches that
    would fail.  The grids depend only on the seed.  They form a chain: a grid is made from the one
    before by the moves and the symmetry of `random_grid`.
    """
    if geometry is NINE and (forms := compiled_forms()):
        answer = forms.bound_grid(seed & (1 << 64) - 1, tries)
        return BoundGrid(*answer) if answer else None
    lines = islice(chain(geometry, SplitMix(seed)), tries)
    bound = (
        BoundGrid(tried, line)
        for tried, line in enumerate(lines, 1)
        if not has_free_cycle(geometry, line)
    )
    return next(bound, None)


def has_free_cycle(geometry: Geometry, line: str) -> bool:
    """Whether a grid has a free cycle.

    It is a cycle of a digit and the next one without a sign inside a box between the two.
    Exchanging the two digits there gives another solution of the layout, because signs towards
    other digits still hold.
    """
    if geometry is NINE and (forms := compiled_forms()):
        return forms.has_free_cycle(line)
    size, symbols = geometry.size, geometry.symbols
    digits = [symbols.index(symbol) for symbol in line]
    cells = [[0] * size for _ in range(size)]
    for cell, digit in enumerate(digits):
        cells[digit][geometry.row_of[cell]] = cell
    rows_with_sign = [0] * size
    for first, second in geometry.in_box_pairs:
        one, other = digits[first], digits[second]
        if abs(one - other) == 1:
            rows_with_sign[min(one, other)] |= 1 << geometry.row_of[first]
    return any(
        not cycle & rows_with_sign[digit]
        for digit in range(size - 1)
        for cycle in _cycles(geometry, cells[digit], cells[digit + 1])
    )


def layout(geometry: Geometry, line: str) -> str:
    """Return all signs inside the boxes of a grid."""
    if geometry is NINE and (forms := compiled_forms()):
        return forms.signs(line)
    choices = sign_choices(geometry)[: len(geometry.in_box_pairs)]
    return "".join([signs[line[one] > line[other]] for signs, one, other in choices])


@cache
def sign_choices(geometry: Geometry) -> tuple[tuple[str, int, int], ...]:
    """Return the two signs that a pair may have, and its cells: pairs in boxes, then the others."""
    pairs = geometry.in_box_pairs + geometry.border_pairs
    return tuple([(signs_between(pair), *pair) for pair in pairs])


def chain(geometry: Geometry, random: SplitMix) -> Iterator[str]:
    """Yield random grids without end."""
    while geometry.size == _ENUMERATED:
        grids = _all_grids(geometry)
        yield grids[random.below(len(grids))]
    while geometry.size == _EXACT_BANDS:
        yield _line(geometry, _of_bands(geometry, random))
    is_large = geometry.size > NINE.size
    digits = _regular(geometry) if is_large else _dive(geometry, random)
    while True:
        for _ in range(MOVES_OF_16 if is_large else MOVES):
            _exchange(geometry, digits, random)
        yield _line(geometry, _image(geometry, digits, random))


def _line(geometry: Geometry, digits: list[int]) -> str:
    symbols = geometry.symbols
    return "".join(symbols[digit] for digit in digits)


@cache
def _all_grids(geometry: Geometry) -> tuple[str, ...]:
    """Return all grids of a small geometry, ascending."""
    peers, symbols = _peers(geometry), geometry.symbols
    grids = [""]
    for cell in geometry.cells:
        before = [peer for peer in peers[cell] if peer < cell]
        grids = [
            grid + symbol
            for grid in grids
            for symbol in symbols
            if symbol not in {grid[peer] for peer in before}
        ]
    return tuple(grids)


Band = tuple[int, ...]


def _of_bands(geometry: Geometry, random: SplitMix) -> list[int]:
    """Return a random grid of three bands; digits from 0."""
    by_columns = _bands(geometry)
    bands = [band for of_columns in by_columns.values() for band in of_columns]
    most = max(map(len, by_columns.values()))
    every = (1 << geometry.size) - 1
    while True:
        upper, middle = (bands[random.below(len(bands))] for _ in range(2))
        used = list(map(int.__xor__, _columns(upper), _columns(middle)))
        if any(mask.bit_count() < geometry.size - 2 for mask in used):
            continue
        lower = by_columns.get(tuple(every ^ mask for mask in used), ())
        chosen = random.below(most)
        if chosen < len(lower):
            return [*upper, *middle, *lower[chosen]]


@cache
def _bands(geometry: Geometry) -> dict[tuple[int, ...], list[Band]]:
    """Return all bands of two boxes with two rows, by the sets of digits in their columns.

    A row of the second box has the digits of the other row of the first box.
    """
    size, width = geometry.size, geometry.box_columns
    bands: dict[tuple[int, ...], list[Band]] = {}
    for upper in permutations(range(size), width):
        others = [digit for digit in range(size) if digit not in upper]
        orders = [list(permutations(digits)) for digits in (upper, others)]
        for lower, beside_upper, beside_lower in product(orders[1], orders[1], orders[0]):
            band = upper + beside_upper + lower + beside_lower
            bands.setdefault(_columns(band), []).append(band)
    return bands


def _columns(band: Band) -> tuple[int, ...]:
    """Return the sets of digits in the columns of two rows."""
    size = len(band) // 2
    return tuple(
        1 << first | 1 << second for first, second in zip(band[:size], band[size:], strict=True)
    )


def _regular(geometry: Geometry) -> list[int]:
    """Return a grid in which a row is a shift of the row above it; digits from 0."""
    size, height, width = geometry.size, geometry.box_rows, geometry.box_columns
    return [
        (row % height * width + row // height + column) % size
        for row, column in product(range(size), repeat=2)
    ]


@cache
def _peers(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return the peers of the cells: the other cells of their houses, ascending."""
    peers: list[set[int]] = [set() for _ in geometry.cells]
    for house in geometry.houses:
        for cell in house:
            peers[cell].update(house)
    return tuple(tuple(sorted(of - {cell})) for cell, of in enumerate(peers))


def _dive(geometry: Geometry, random: SplitMix) -> list[int]:
    """Return a grid that a dive fills; digits from 0."""
    peers, size = _peers(geometry), geometry.size
    taken = size + 1
    while True:
        left = [(1 << size) - 1] * len(geometry.cells)
        counts = [size] * len(geometry.cells)
        digits = [0] * len(geometry.cells)
        for _ in geometry.cells:
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
            for peer in peers[cell]:
                if left[peer] & bit and counts[peer] != taken:
                    left[peer] ^= bit
                    counts[peer] -= 1
        else:
            return digits


def with_cycle_exchanged(line: str, random: SplitMix) -> str:
    """Return a 9×9 grid with two random digits exchanged in some of their cycles."""
    digits = [int(symbol) - 1 for symbol in line]
    _exchange(NINE, digits, random)
    return "".join(NINE.symbols[digit] for digit in digits)


def _exchange(geometry: Geometry, digits: list[int], random: SplitMix) -> None:
    """Exchange two digits in some of their cycles."""
    size = geometry.size
    one = random.below(size)
    other = random.below(size - 1)
    other += other >= one
    bits = random.next()
    starts = range(0, size**2, size)
    cells_of_one = [digits.index(one, start) for start in starts]
    cells_of_other = [digits.index(other, start) for start in starts]
    for cycle in _cycles(geometry, cells_of_one, cells_of_other):
        if cycle & -cycle & bits:
            for row in range(size):
                if cycle >> row & 1:
                    digits[cells_of_one[row]] = other
                    digits[cells_of_other[row]] = one


def _cycles(
    geometry: Geometry, cells_of_one: Sequence[int], cells_of_other: Sequence[int]
) -> list[int]:
    """Return the cycles of two digits as sets of rows, bit i = row i; every row has both digits."""
    column_of, box_of = geometry.column_of, geometry.box_of
    size = geometry.size
    row_by_column, row_by_box = [0] * size, [0] * size
    for row, cell in enumerate(cells_of_other):
        row_by_column[column_of[cell]] = row_by_box[box_of[cell]] = row
    linked = [1 << row_by_column[column_of[cell]] for cell in cells_of_one]
    for row, cell in enumerate(cells_of_one):
        bit, by_column, by_box = 1 << row, row_by_column[column_of[cell]], row_by_box[box_of[cell]]
        linked[row] |= 1 << by_box
        linked[by_column] |= bit
        linked[by_box] |= bit
    cycles = []
    left = (1 << size) - 1
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


def _image(geometry: Geometry, digits: list[int], random: SplitMix) -> list[int]:
    """Return the image of a grid under a random symmetry."""
    size = geometry.size
    order = list(range(size))
    random.shuffle(order)
    rows = _lines(size, geometry.box_rows, random)
    columns = _lines(size, geometry.box_columns, random)
    transposed = random.next() & 1 and geometry.box_rows == geometry.box_columns
    if transposed:
        return [order[digits[column * size + row]] for row in rows for column in columns]
    return [order[digits[row * size + column]] for row in rows for column in columns]


def _lines(size: int, in_band: int, random: SplitMix) -> list[int]:
    """Return rows or columns in a random order that keeps those of a band together."""
    bands = list(range(0, size, in_band))
    random.shuffle(bands)
    lines: list[int] = []
    for band in bands:
        of_band = list(range(band, band + in_band))
        random.shuffle(of_band)
        lines += of_band
    return lines

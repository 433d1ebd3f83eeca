"""The patterns of plain sudoku: locked candidates, subsets, fish and wings.

*Locked candidates*: if a box can hold a digit in one line only, the digit is removed from the rest
of the line, and vice versa.  Sudopedia (2006) calls the two directions pointing and claiming.

*Subsets* are pairs, triples and quads.  Naked: if k cells of a house can only hold k digits, no
other cell of the house can hold these digits.  Hidden: if k digits of a house can only be in k
cells, these cells hold no other digit.

*Fish* are the X-wing, the swordfish and the jellyfish: if k rows can hold a digit in the same k
columns only, it is removed from the rest of these columns; the same holds with rows and columns
exchanged.

*XY-wing* and *XYZ-wing*: a cell with the digits x, y (and z) sees one with x, z and one with y, z;
one of the three is z, so no cell that sees all of them holds z.

The names are those of Sudopedia (2006), the ratings those of Sudoku Explainer (Juillerat, 2006):
2.6 and 2.8 for pointing and claiming; 3.0, 3.6, 5.0 for naked and 3.4, 4.0, 5.4 for hidden subsets;
3.2, 3.8, 5.2 for fish; 4.2 and 4.4 for wings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes, Technique, technique
from ineqsudoku.apps.explain.houses import (
    ALL_DIGITS,
    COLUMN_NUMBERS,
    HOUSE_SETS,
    HOUSES_OF,
    PEERS,
    ROW_NUMBERS,
    SEGMENTS,
    Segment,
    cells_in,
    houses_with,
    independent,
)
from ineqsudoku.apps.explain.sentences import FISH, HIDDEN_SETS, NAKED_SETS
from ineqsudoku.apps.explain.step import Details, Step
from ineqsudoku.apps.explain.values import Premises
from ineqsudoku.geometry import HOUSES

POINTING, CLAIMING = "pointing", "claiming"


@technique
def pointing(board: Board, changes: Changes) -> Iterator[Step]:
    for digit, left, segment in _segments(board, changes):
        gone, rest = left & segment.line_rest, segment.box_rest
        if gone and not left & rest:
            yield _locked(POINTING, digit, segment.box, segment.line, rest, gone, 2.6)


@technique
def claiming(board: Board, changes: Changes) -> Iterator[Step]:
    for digit, left, segment in _segments(board, changes):
        gone, rest = left & segment.box_rest, segment.line_rest
        if gone and not left & rest:
            yield _locked(CLAIMING, digit, segment.line, segment.box, rest, gone, 2.8)


def _segments(board: Board, changes: Changes) -> Iterator[tuple[int, int, Segment]]:
    """Yield the digits with the cells that can hold them, and the segments with such cells."""
    for digit, changed in changes.cells_of.items():
        if left := board.cells_with[digit] & board.unsolved:
            for segment in SEGMENTS:
                if left & segment.both and changed & (
                    segment.both | segment.box_rest | segment.line_rest
                ):
                    yield digit, left, segment


def _locked(
    name: str, digit: int, base: int, cover: int, rest: int, gone: int, rating: float
) -> Step:
    mask = masks.bit(digit)
    removes = tuple([(cell, digit) for cell in masks.cells(gone)])
    premises = Premises.excluding(dict.fromkeys(masks.cells(rest), mask), (base, cover))
    return Step(name, (), removes, premises, rating)


_NAKED_RATINGS = {2: 3.0, 3: 3.6, 4: 5.0}
_HIDDEN_RATINGS = {2: 3.4, 3: 4.0, 4: 5.4}


def naked_subsets(size: int) -> Technique:
    @technique
    def find(board: Board, changes: Changes) -> Iterator[Step]:
        candidates = board.candidates
        for number in houses_with(changes.cells):
            cells = masks.cells(HOUSE_SETS[number] & board.unsolved)
            if len(cells) <= size:
                continue
            few = [cell for cell in cells if candidates[cell].bit_count() <= size]
            for chosen, union in _unions(few, candidates, size):
                gone = [
                    (cell, candidates[cell] & union)
                    for cell in cells
                    if candidates[cell] & union and cell not in chosen
                ]
                if gone:
                    yield _naked(number, chosen, union, gone)

    return find


def hidden_subsets(size: int) -> Technique:
    @technique
    def find(board: Board, changes: Changes) -> Iterator[Step]:
        for number in houses_with(changes.cells):
            empty = HOUSE_SETS[number] & board.unsolved
            places = [cells & empty for cells in board.cells_with]
            few = [digit for digit, cells in enumerate(places) if 1 <= cells.bit_count() <= size]
            for chosen, union in _unions(few, places, size):
                kept = sum(map(masks.bit, chosen))
                cells = masks.cells(union)
                gone = [(cell, board.candidates[cell] & ~kept) for cell in cells]
                if any(mask for _, mask in gone):
                    yield _hidden(number, kept, cells, gone)

    return find


def _unions(
    few: list[int], sets: Sequence[int] | Mapping[int, int], size: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each choice of `size` members of `few` whose sets together have `size` members."""
    for chosen in combinations(few, size):
        union = masks.union(map(sets.__getitem__, chosen))
        if union.bit_count() == size:
            yield chosen, union


def _naked(house: int, chosen: tuple[int, ...], union: int, gone: list[tuple[int, int]]) -> Step:
    size = len(chosen)
    premises = Premises.excluding(dict.fromkeys(chosen, ALL_DIGITS & ~union), (house,))
    name, rating = NAKED_SETS[size - 2], _NAKED_RATINGS[size]
    details = Details(chosen, digits=union)
    return Step(name, (), masks.pairs(gone), premises, rating, details=details)


def _hidden(house: int, kept: int, cells: Sequence[int], gone: list[tuple[int, int]]) -> Step:
    size = len(cells)
    others = (cell for cell in HOUSES[house] if cell not in cells)
    premises = Premises.excluding(dict.fromkeys(others, kept), (house,))
    name, rating = HIDDEN_SETS[size - 2], _HIDDEN_RATINGS[size]
    details = Details(tuple(cells), digits=kept)
    return Step(name, (), masks.pairs(gone), premises, rating, details=details)


_FISH_RATINGS = {2: 3.2, 3: 3.8, 4: 5.2}


def fish(size: int) -> Technique:
    @technique
    def find(board: Board, changes: Changes) -> Iterator[Step]:
        for digit in changes.cells_of:
            left = board.cells_with[digit] & board.unsolved
            if left.bit_count() > 2 * size:
                yield from _of_digit(digit, left, size, ROW_NUMBERS, COLUMN_NUMBERS)
                yield from _of_digit(digit, left, size, COLUMN_NUMBERS, ROW_NUMBERS)

    return find


def _of_digit(
    digit: int, left: int, size: int, base: Sequence[int], cover: Sequence[int]
) -> Iterator[Step]:
    few = [line for line in base if 2 <= (left & HOUSE_SETS[line]).bit_count() <= size]
    crossed = {
        line: sum(
            1 << n for n, other in enumerate(cover) if left & HOUSE_SETS[line] & HOUSE_SETS[other]
        )
        for line in few
    }
    for chosen, union in _unions(few, crossed, size):
        covering = [cover[n] for n in masks.cells(union)]
        inside = cells_in(chosen)
        gone = left & cells_in(covering) & ~inside
        if gone:
            yield _fish(digit, chosen, covering, gone)


def _fish(digit: int, base: tuple[int, ...], cover: list[int], gone: int) -> Step:
    mask = masks.bit(digit)
    rest = cells_in(base) & ~cells_in(cover)
    premises = Premises.excluding(dict.fromkeys(masks.cells(rest), mask), (*base, *cover))
    removes = tuple([(cell, digit) for cell in masks.cells(gone)])
    name, rating = FISH[len(base) - 2], _FISH_RATINGS[len(base)]
    return Step(name, (), removes, premises, rating)


XY, XYZ = "XY-wing", "XYZ-wing"


@technique
def xy_wings(board: Board, _: Changes) -> Iterator[Step]:
    return _wings(board, 2, XY, 4.2)


@technique
def xyz_wings(board: Board, _: Changes) -> Iterator[Step]:
    return _wings(board, 3, XYZ, 4.4)


def _wings(board: Board, size: int, name: str, rating: float) -> Iterator[Step]:
    candidates = board.candidates
    unsolved = masks.cells(board.unsolved)
    pairs = masks.cell_set(cell for cell in unsolved if candidates[cell].bit_count() == 2)
    for pivot in unsolved:
        if candidates[pivot].bit_count() != size:
            continue
        for first, second in combinations(masks.cells(pairs & PEERS[pivot]), 2):
            common = candidates[first] & candidates[second]
            three = candidates[pivot] | candidates[first] | candidates[second]
            if not masks.is_single(common) or three.bit_count() != 3:
                continue
            if (common & candidates[pivot] != 0) != (size == 3):
                continue
            gone = board.cells_with[masks.least(common)] & PEERS[first] & PEERS[second]
            gone &= ~(1 << pivot)
            if size == 3:
                gone &= PEERS[pivot]
            if gone:
                yield _wing(board, name, (pivot, first, second), common, gone, rating)


def _wing(
    board: Board, name: str, wing: tuple[int, int, int], common: int, gone: int, rating: float
) -> Step:
    pivot, *pincers = wing
    cells = masks.cells(gone)
    seeing = wing if name == XYZ else tuple(pincers)
    pairs = [(pivot, pincer) for pincer in pincers]
    pairs += [(cell, other) for cell in cells for other in seeing]
    premises = Premises.excluding(
        {cell: ALL_DIGITS & ~board.candidates[cell] for cell in wing}, _shared_houses(pairs)
    )
    removes = tuple([(cell, masks.least(common)) for cell in cells])
    details = Details(candidates=tuple([(cell, board.candidates[cell]) for cell in wing]))
    return Step(name, (), removes, premises, rating, details=details)


def _shared_houses(pairs: list[tuple[int, int]]) -> list[int]:
    """Return houses so that each pair of cells shares one; a pair with a single common house is
    first."""
    common = [set(HOUSES_OF[one]) & set(HOUSES_OF[other]) for one, other in pairs]
    chosen: set[int] = set()
    for houses in sorted(common, key=len):
        if not chosen & houses:
            chosen.add(max(houses))
    return independent(chosen)

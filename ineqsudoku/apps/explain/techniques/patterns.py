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
from ineqsudoku.apps.explain.masks import Segment
from ineqsudoku.apps.explain.sentences import FISH, HIDDEN_SETS, NAKED_SETS
from ineqsudoku.apps.explain.values import Details, Step

POINTING, CLAIMING = "pointing", "claiming"


@technique
def pointing(board: Board, changes: Changes) -> Iterator[Step]:
    for digit, left, segment in _segments(board, changes):
        gone, rest = left & segment.line_rest, segment.box_rest
        if gone and not left & rest:
            yield _locked(board, POINTING, digit, segment.box, segment.line, rest, gone, 2.6)


@technique
def claiming(board: Board, changes: Changes) -> Iterator[Step]:
    for digit, left, segment in _segments(board, changes):
        gone, rest = left & segment.box_rest, segment.line_rest
        if gone and not left & rest:
            yield _locked(board, CLAIMING, digit, segment.line, segment.box, rest, gone, 2.8)


def _segments(board: Board, changes: Changes) -> Iterator[tuple[int, int, Segment]]:
    """Yield the digits with the cells that can hold them, and the segments with such cells."""
    for digit, changed in changes.cells_of.items():
        if left := board.cells_with[digit] & board.unsolved:
            for segment in board.houses.segments:
                if left & segment.both and changed & (
                    segment.both | segment.box_rest | segment.line_rest
                ):
                    yield digit, left, segment


def _locked(
    board: Board, name: str, digit: int, base: int, cover: int, rest: int, gone: int, rating: float
) -> Step:
    mask = masks.bit(digit)
    removes = tuple([(cell, digit) for cell in masks.cells(gone)])
    premises = board.premises(dict.fromkeys(masks.cells(rest), mask), (base, cover))
    return Step(name, (), removes, premises, rating, board.geometry)


_NAKED_RATINGS = {2: 3.0, 3: 3.6, 4: 5.0}
_HIDDEN_RATINGS = {2: 3.4, 3: 4.0, 4: 5.4}


def naked_subsets(size: int) -> Technique:
    @technique
    def find(board: Board, changes: Changes) -> Iterator[Step]:
        candidates = board.candidates
        for number in board.houses.touched(changes.cells):
            cells = masks.cells(board.houses.masks[number] & board.unsolved)
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
                    yield _naked(board, number, chosen, union, gone)

    return find


def hidden_subsets(size: int) -> Technique:
    @technique
    def find(board: Board, changes: Changes) -> Iterator[Step]:
        for number in board.houses.touched(changes.cells):
            empty = board.houses.masks[number] & board.unsolved
            places = [cells & empty for cells in board.cells_with]
            few = [digit for digit, cells in enumerate(places) if 1 <= cells.bit_count() <= size]
            for chosen, union in _unions(few, places, size):
                kept = sum(map(masks.bit, chosen))
                cells = masks.cells(union)
                gone = [(cell, board.candidates[cell] & ~kept) for cell in cells]
                if any(mask for _, mask in gone):
                    yield _hidden(board, number, kept, cells, gone)

    return find


def _unions(
    few: list[int], sets: Sequence[int] | Mapping[int, int], size: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the choices of `size` members of `few` whose sets have `size` members in all."""
    for chosen in combinations(few, size):
        union = masks.union(map(sets.__getitem__, chosen))
        if union.bit_count() == size:
            yield chosen, union


def _naked(
    board: Board, house: int, chosen: tuple[int, ...], union: int, gone: list[tuple[int, int]]
) -> Step:
    every, size = board.houses.all_digits, len(chosen)
    premises = board.premises(dict.fromkeys(chosen, every & ~union), (house,))
    name, rating = NAKED_SETS[size - 2], _NAKED_RATINGS[size]
    details = Details(chosen, digits=union)
    return Step(name, (), masks.pairs(gone), premises, rating, board.geometry, details=details)


def _hidden(
    board: Board, house: int, kept: int, cells: Sequence[int], gone: list[tuple[int, int]]
) -> Step:
    size = len(cells)
    others = (cell for cell in board.geometry.houses[house] if cell not in cells)
    premises = board.premises(dict.fromkeys(others, kept), (house,))
    name, rating = HIDDEN_SETS[size - 2], _HIDDEN_RATINGS[size]
    details = Details(tuple(cells), digits=kept)
    return Step(name, (), masks.pairs(gone), premises, rating, board.geometry, details=details)


_FISH_RATINGS = {2: 3.2, 3: 3.8, 4: 5.2}


def fish(size: int) -> Technique:
    @technique
    def find(board: Board, changes: Changes) -> Iterator[Step]:
        rows, columns = board.houses.rows, board.houses.columns
        for digit in changes.cells_of:
            left = board.cells_with[digit] & board.unsolved
            if left.bit_count() > 2 * size:
                yield from _of_digit(board, digit, left, size, rows, columns)
                yield from _of_digit(board, digit, left, size, columns, rows)

    return find


def _of_digit(
    board: Board, digit: int, left: int, size: int, base: Sequence[int], cover: Sequence[int]
) -> Iterator[Step]:
    houses = board.houses.masks
    few = [line for line in base if 2 <= (left & houses[line]).bit_count() <= size]
    crossed = {
        line: sum(1 << n for n, other in enumerate(cover) if left & houses[line] & houses[other])
        for line in few
    }
    for chosen, union in _unions(few, crossed, size):
        covering = [cover[n] for n in masks.cells(union)]
        inside = board.houses.union(chosen)
        gone = left & board.houses.union(covering) & ~inside
        if gone:
            yield _fish(board, digit, chosen, covering, gone)


def _fish(board: Board, digit: int, base: tuple[int, ...], cover: list[int], gone: int) -> Step:
    houses, mask = board.houses, masks.bit(digit)
    rest = houses.union(base) & ~houses.union(cover)
    premises = board.premises(dict.fromkeys(masks.cells(rest), mask), (*base, *cover))
    removes = tuple([(cell, digit) for cell in masks.cells(gone)])
    name, rating = FISH[len(base) - 2], _FISH_RATINGS[len(base)]
    return Step(name, (), removes, premises, rating, board.geometry)


XY, XYZ = "XY-wing", "XYZ-wing"


@technique
def xy_wings(board: Board, _: Changes) -> Iterator[Step]:
    return _wings(board, 2, XY, 4.2)


@technique
def xyz_wings(board: Board, _: Changes) -> Iterator[Step]:
    return _wings(board, 3, XYZ, 4.4)


def _wings(board: Board, size: int, name: str, rating: float) -> Iterator[Step]:
    candidates, peers = board.candidates, board.houses.peers
    unsolved = masks.cells(board.unsolved)
    pairs = masks.cell_set(cell for cell in unsolved if candidates[cell].bit_count() == 2)
    for pivot in unsolved:
        if candidates[pivot].bit_count() != size:
            continue
        for first, second in combinations(masks.cells(pairs & peers[pivot]), 2):
            common = candidates[first] & candidates[second]
            three = candidates[pivot] | candidates[first] | candidates[second]
            if not masks.is_single(common) or three.bit_count() != 3:
                continue
            if (common & candidates[pivot] != 0) != (size == 3):
                continue
            gone = board.cells_with[masks.least(common)] & peers[first] & peers[second]
            gone &= ~(1 << pivot)
            if size == 3:
                gone &= peers[pivot]
            if gone:
                yield _wing(board, name, (pivot, first, second), common, gone, rating)


def _wing(
    board: Board, name: str, wing: tuple[int, int, int], common: int, gone: int, rating: float
) -> Step:
    every = board.houses.all_digits
    pivot, *pincers = wing
    cells = masks.cells(gone)
    seeing = wing if name == XYZ else tuple(pincers)
    pairs = [(pivot, pincer) for pincer in pincers]
    pairs += [(cell, other) for cell in cells for other in seeing]
    premises = board.premises(
        {cell: every & ~board.candidates[cell] for cell in wing}, _shared_houses(board, pairs)
    )
    removes = tuple([(cell, masks.least(common)) for cell in cells])
    details = Details(candidates=tuple([(cell, board.candidates[cell]) for cell in wing]))
    return Step(name, (), removes, premises, rating, board.geometry, details=details)


def _shared_houses(board: Board, pairs: list[tuple[int, int]]) -> list[int]:
    """Return houses such that any two cells share one; those without alternative first."""
    of_cell = board.houses.of_cell
    common = [set(of_cell[one]) & set(of_cell[other]) for one, other in pairs]
    chosen: set[int] = set()
    for houses in sorted(common, key=len):
        if not chosen & houses:
            chosen.add(max(houses))
    return board.houses.independent(chosen)

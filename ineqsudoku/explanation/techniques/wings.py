"""XY-wing and XYZ-wing: a cell with the digits x, y (and z) sees one with x, z and one with
y, z; one of the three is z, so no cell that sees all of them holds z.

The names are those of Sudopedia (2006).  Ratings of Sudoku Explainer (Juillerat, 2006): 4.2
and 4.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.values import Details, Step

XY, XYZ = "XY-wing", "XYZ-wing"


def xy_wings(board: Board) -> Iterator[Step]:
    return _wings(board, 2, XY, 4.2)


def xyz_wings(board: Board) -> Iterator[Step]:
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
                yield _step(board, name, (pivot, first, second), common, gone, rating)


def _step(
    board: Board, name: str, wing: tuple[int, int, int], common: int, gone: int, rating: float
) -> Step:
    words, every = board.words, board.houses.all_digits
    pivot, *pincers = wing
    cells = masks.cells(gone)
    seeing = wing if name == XYZ else tuple(pincers)
    pairs = [(pivot, pincer) for pincer in pincers]
    pairs += [(cell, other) for cell in cells for other in seeing]
    premises = board.premises(
        {cell: every & ~board.candidates[cell] for cell in wing}, _houses(board, pairs)
    )
    digit, other = words.digit[masks.least(common)], ~common
    subjects = words.cell[pivot], "it"
    candidates = board.candidates
    cases = [
        f"if {subject} is {words.digits(candidates[pivot] & candidates[pincer] & other)}, "
        f"then {words.cell[pincer]} is {digit}"
        for subject, pincer in zip(subjects, pincers, strict=True)
    ]
    if name == XYZ:
        cases.append(f"otherwise it is {digit} itself")
    sentence = "; ".join(cases)
    text = (
        f"{sentence[0].upper()}{sentence[1:]}. In {'all' if name == XYZ else 'both'} cases, "
        f"{words.and_so((cell, common) for cell in cells)}."
    )
    removes = tuple([(cell, masks.least(common)) for cell in cells])
    details = Details(candidates=tuple([(cell, candidates[cell]) for cell in wing]))
    return Step(name, (), removes, premises, rating, text, details=details)


def _houses(board: Board, pairs: list[tuple[int, int]]) -> list[int]:
    """Return houses such that any two cells share one; those without alternative first."""
    of_cell = board.houses.of_cell
    common = [set(of_cell[one]) & set(of_cell[other]) for one, other in pairs]
    chosen: set[int] = set()
    for houses in sorted(common, key=len):
        if not chosen & houses:
            chosen.add(max(houses))
    return board.houses.independent(chosen)

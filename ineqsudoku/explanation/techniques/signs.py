"""One sign: a cell is greater than the least candidate of its lesser neighbour.

The solver of *Unequal* (James Harvey, 2007, in Simon Tatham's collection) calls it link
elimination.  Rating 2.0: a person needs the candidates of one neighbour only, so the step is
easier than a naked single.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.details import Details
from ineqsudoku.explanation.values import Step
from ineqsudoku.puzzle import Relation

NAME, RATING = "one sign", 2.0


def find(board: Board) -> Iterator[Step]:
    candidates, every = board.candidates, board.houses.all_digits
    for relation in board.signs.relations:
        lesser, greater = relation
        low, high = candidates[lesser], candidates[greater]
        least = low & -low
        if gone := high & (2 * least - 1):
            excluded = {lesser: least - 1}
            yield _step(board, relation, greater, lesser, gone, excluded)
        above = every >> high.bit_length() - 1 << high.bit_length() - 1
        if gone := low & above:
            excluded = {greater: above & ~(above & -above)}
            yield _step(board, relation, lesser, greater, gone, excluded)


def _step(
    board: Board, relation: Relation, cell: int, other: int, gone: int, excluded: dict[int, int]
) -> Step:
    words = board.houses.words
    is_greater = cell == relation.greater
    sign, most = (">", "at least") if is_greater else ("<", "at most")
    candidates = board.candidates[other]
    digit = masks.least(candidates) if is_greater else masks.greatest(candidates)
    known = "" if masks.is_single(candidates) else f"{most} "
    bound = words.digit[digit + 1 if is_greater else digit - 1]
    limit = bound if bound in (words.digit[1], words.digit[-1]) else f"{most} {bound}"
    text = (
        f"{words.cell[cell]} {sign} {words.cell[other]}, and {words.cell[other]} is {known}"
        f"{words.digit[digit]}, so {words.cell[cell]} is {limit}."
    )
    removes = tuple([(cell, value) for value in masks.digits(gone)])
    premises = board.premises(excluded, relations=(relation,))
    details = Details(candidates=((other, candidates),))
    return Step(NAME, (), removes, premises, RATING, text, details=details)

"""The techniques of signs: one sign, sign bounds, counting.

*One sign*: a cell is greater than the least candidate of its lesser neighbour.  The solver of
*Unequal* (James Harvey, 2007, in Simon Tatham's collection) calls it link elimination.  Rating
2.0: a person needs the candidates of one neighbour only, so the step is easier than a naked
single.

*Sign bounds*: a cell that is greater than the k cells of a chain, or than k cells of one house, is
at least k + 1.  Berthier (*Pattern-Based Constraint Satisfaction and Logic Puzzles*, 2012) calls
these ascending chains, hills and valleys in futoshiki; makers of inequality sudoku ask "who can be
1, who can be 9".  Bounds depend on the signs alone; a step counts only the cells that it needs for
the candidates that it removes.  Rating: 1.0 plus 0.1 per cell of the k cells, because a person
sees them before any candidates are noted.

*Counting*: k cells of a house that are less than a cell hold k different digits, so the cell
exceeds the k-th least digit that they can hold; likewise for greater cells.  This extends bounds by
candidates.  The argument is that of minimum sums in killer sudoku and kakuro; for inequality sudoku
we know of no published name.  Rating 2.5: a person counts in one box, but needs the candidates of
several of its cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board, Bound, Group
from ineqsudoku.explanation.proof import minimise
from ineqsudoku.explanation.values import Details, Step
from ineqsudoku.puzzle import Relation

ONE_SIGN, _RATING_OF_ONE = "one sign", 2.0


def one_sign(board: Board) -> Iterator[Step]:
    candidates, every = board.candidates, board.houses.all_digits
    for relation in board.signs.relations:
        lesser, greater = relation
        low, high = candidates[lesser], candidates[greater]
        least = low & -low
        if gone := high & (2 * least - 1):
            excluded = {lesser: least - 1}
            yield _step_of_one(board, relation, greater, lesser, gone, excluded)
        above = every >> high.bit_length() - 1 << high.bit_length() - 1
        if gone := low & above:
            excluded = {greater: above & ~(above & -above)}
            yield _step_of_one(board, relation, lesser, greater, gone, excluded)


def _step_of_one(
    board: Board, relation: Relation, cell: int, other: int, gone: int, excluded: dict[int, int]
) -> Step:
    candidates = board.candidates[other]
    is_greater = cell == relation.greater
    limit = masks.least(candidates) + 1 if is_greater else masks.greatest(candidates) - 1
    details = Details(candidates=((other, candidates),), limit=limit)
    removes = tuple([(cell, value) for value in masks.digits(gone)])
    premises = board.premises(excluded, relations=(relation,))
    return Step(ONE_SIGN, (), removes, premises, _RATING_OF_ONE, board.geometry, details=details)


BOUNDS = "sign bounds"


def bounds(board: Board) -> Iterator[Step]:
    candidates, size = board.candidates, board.geometry.size
    for bound in board.signs.bounds:
        gone = candidates[bound.cell] & bound.excluded
        if gone:
            # If the extreme digits are gone already, fewer cells are enough.
            count = masks.greatest(gone) if bound.is_lower else size + 1 - masks.least(gone)
            if count < bound.count:
                yield _step_of_bound(board, board.signs.weaken(bound, count), gone)
            else:
                yield _step_of_bound(board, bound, gone)


def _step_of_bound(board: Board, bound: Bound, gone: int) -> Step:
    removes = tuple([(bound.cell, digit) for digit in masks.digits(gone)])
    if group := bound.group:
        premises = board.premises({}, (group.house,), group.relations)
        if len(group.relations) > len(group.cells):
            # Cells between them count towards the bound as well, so a sign may be superfluous.
            premises = minimise(board.houses, premises, removes)
    else:
        premises = board.premises({}, relations=board.signs.path(bound.chain))
    count = bound.count
    rating = round(1 + 0.1 * count, 1)
    cells = group.cells if group else bound.chain
    limit = count + 1 if bound.is_lower else board.geometry.size - count
    details = Details(cells, count=count, limit=limit)
    return Step(BOUNDS, (), removes, premises, rating, board.geometry, details=details)


COUNTING, _RATING_OF_COUNTING = "counting", 2.5


def counting(board: Board) -> Iterator[Step]:
    candidates, size = board.candidates, board.geometry.size
    for group in board.signs.groups:
        left = candidates[group.cell]
        if not left & (left - 1):
            continue
        union = masks.union(candidates[cell] for cell in group.cells)
        rest = union
        if group.is_lesser:
            for _ in range(len(group.cells) - 1):
                rest &= rest - 1
            low = rest & -rest
            if gone := left & (2 * low - 1):
                yield _step_of_group(board, group, gone, union, low - 1)
        else:
            for _ in range(len(group.cells) - 1):
                rest ^= 1 << rest.bit_length() - 1
            high = 1 << rest.bit_length() - 1
            if gone := left & -high:
                yield _step_of_group(board, group, gone, union, (1 << size) - 2 * high)


def _step_of_group(board: Board, group: Group, gone: int, union: int, beyond: int) -> Step:
    """Return the step for a group.

    `union`: the digits that the k cells of the group can hold.  `beyond`: the digits below the
    k-th least of these, or above the k-th greatest.
    """
    excluded = dict.fromkeys(group.cells, beyond & ~union)
    premises = board.premises(excluded, (group.house,), group.relations)
    removes = tuple([(group.cell, digit) for digit in masks.digits(gone)])
    near = masks.digits(union & ~beyond)
    counted = union & beyond | masks.bit(near[0] if group.is_lesser else near[-1])
    limit = masks.greatest(counted) + 1 if group.is_lesser else masks.least(counted) - 1
    premises = minimise(board.houses, premises, removes)
    details = Details(group.cells, digits=counted, limit=limit)
    rating = _RATING_OF_COUNTING
    return Step(COUNTING, (), removes, premises, rating, board.geometry, details=details)

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
from ineqsudoku.explanation.words import number
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
    words = board.words
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
    return Step(ONE_SIGN, (), removes, premises, _RATING_OF_ONE, text, details=details)


BOUNDS = "sign bounds"


def bounds(board: Board) -> Iterator[Step]:
    candidates, size = board.candidates, board.puzzle.geometry.size
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
    rating = round(1 + 0.1 * bound.count, 1)
    text = _sentence_of_bound(board, bound)
    cells = bound.group.cells if bound.group else bound.chain
    details = Details(cells, count=bound.count)
    return Step(BOUNDS, (), removes, premises, rating, text, details=details)


def _sentence_of_bound(board: Board, bound: Bound) -> str:
    words, count = board.words, bound.count
    most = board.puzzle.geometry.size - 1
    if bound.is_lower:
        how, limit, digit = "greater", "at least ", words.digit[count + 1]
    else:
        how, limit, digit = "less", "at most ", words.digit[-1 - count]
    end = f"so it is {limit if count < most else ''}{digit}."
    head = f"{words.cell[bound.cell]} is {how} than"
    if bound.group:
        house = words.house[bound.group.house]
        if count == most:
            return f"{head} all other cells of {house}, {end}"
        return f"{head} {number(count)} cells of {house} ({words.cells(bound.group.cells)}), {end}"
    if count == 1:
        other = bound.chain[0 if bound.is_lower else 1]
        return f"{head} {words.cell[other]}, {end}"
    chain = " < ".join(words.cell[member] for member in bound.chain)
    return f"In the chain {chain}, {head} {number(count)} cells, {end}"


COUNTING, _RATING_OF_COUNTING = "counting", 2.5


def counting(board: Board) -> Iterator[Step]:
    candidates, size = board.candidates, board.puzzle.geometry.size
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
    words = board.words
    excluded = dict.fromkeys(group.cells, beyond & ~union)
    premises = board.premises(excluded, (group.house,), group.relations)
    removes = tuple([(group.cell, digit) for digit in masks.digits(gone)])
    how, extreme, limit = (
        ("less", "least", "at least") if group.is_lesser else ("greater", "greatest", "at most")
    )
    near = masks.digits(union & ~beyond)
    counted = union & beyond | masks.bit(near[0] if group.is_lesser else near[-1])
    bound = masks.greatest(counted) + 1 if group.is_lesser else masks.least(counted) - 1
    symbol, house = board.puzzle.geometry.symbol, words.house[group.house]
    text = (
        f"{number(len(group.cells)).capitalize()} {symbol}s of {house} are {how} than "
        f"{words.cell[group.cell]}: those of {words.cells(group.cells)}. The {extreme} possible "
        f"are {words.digits(counted)}, so {words.cell[group.cell]} is {limit} {words.digit[bound]}."
    )
    premises = minimise(board.houses, premises, removes)
    details = Details(group.cells, digits=counted)
    return Step(COUNTING, (), removes, premises, _RATING_OF_COUNTING, text, details=details)

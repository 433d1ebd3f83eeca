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

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Bound, Changes, Group, technique
from ineqsudoku.apps.explain.houses import ALL_DIGITS
from ineqsudoku.apps.explain.proof import minimise
from ineqsudoku.apps.explain.step import Details, Step
from ineqsudoku.apps.explain.values import Candidate, Premises
from ineqsudoku.geometry import SIZE
from ineqsudoku.puzzle import Relation

ONE_SIGN, _RATING_OF_ONE = "one sign", 2.0


@technique
def one_sign(board: Board, changes: Changes) -> Iterator[Step]:
    changed = changes.cells
    relations = board.signs.relation.items()
    return _across(board, [one for (a, b), one in relations if (changed >> a | changed >> b) & 1])


def sign_again(board: Board, step: Step, gone: int) -> Step:
    """Return a step of `bounds` or `one_sign` again, for a board: the sign that says the most.

    It is the bound of the step instead if the bound says as much.

    `gone`: the candidates of the cell that are to be removed; a bound counts only the cells that it
    needs for them.  A digit across a sign is easier to see than a bound of several cells.
    """
    cell, is_lower = step.removes[0][0], step.is_lower
    best = _most_across(board, cell, is_lower, step)
    if step.technique == ONE_SIGN:
        return best or step
    bound = bound_again(board, step, gone)
    if best is None or _reach(best) < _reach(bound):
        return bound
    ((other, _),) = best.details.candidates
    is_known = not board.unsolved >> other & 1 and bound.details.count > 1
    return best if is_known or _reach(best) > _reach(bound) else bound


def signs_again(board: Board, step: Step, gone: int) -> list[Step]:
    """Return steps that exclude the candidates `gone` of the cell of `step`, on a board.

    `step` is of `bounds` or `one_sign`.  The result is one bound, or the signs of the shortest
    chain in order.  A bound counts only the cells that it needs.  The chain is preferred if it is
    one sign to a digit, or if the candidates of its cells say more than the bound.
    """
    cell, is_lower = step.removes[0][0], step.is_lower
    chain = _shortest_chain(board, cell, is_lower, gone)
    is_known = len(chain) == 2 and not board.unsolved >> chain[0] & 1
    if step.technique == BOUNDS and not is_known:
        for bound in _bounds_again(board, step, gone):
            if not chain or (not bound.premises.houses and _says_all(board, bound)):
                return [bound]
    steps = list[Step]()
    after = board.copy()
    for pair in pairwise(chain):
        relation = after.signs.relation[pair if is_lower else pair[::-1]]
        for made in [one for one in _across(after, [relation]) if one.removes[0][0] == pair[1]]:
            steps.append(made)
            after.apply((made,))
    # no chain, or a chain that begins with 9 or 1 and leaves its next cell nothing
    return steps or [_with_all(board, step)]


def _with_all(board: Board, step: Step) -> Step:
    """Return a step of `bounds` or `one_sign` with every removal that follows from its limit."""
    cell, limit = step.removes[0][0], step.details.limit
    low = masks.bit(limit) - 1
    excluded = low if step.is_lower else ALL_DIGITS & ~(low | masks.bit(limit))
    return replace(step, removes=masks.pairs([(cell, board.candidates[cell] & excluded)]))


def _bounds_again(board: Board, step: Step, gone: int) -> Iterator[Step]:
    """Yield the bounds that exclude some candidates, from the weakest to the strongest."""
    cell, is_lower = step.removes[0][0], step.is_lower
    bound = board.signs.bounds[cell, is_lower]
    yield bound_again(board, step, gone)
    others = bound.excluded & board.candidates[cell] & ~gone
    for digit in masks.digits(others)[:: 1 if is_lower else -1]:
        gone |= masks.bit(digit)
        yield bound_again(board, step, gone)


def _shortest_chain(board: Board, cell: int, is_lower: bool, gone: int) -> tuple[int, ...]:
    """Return the shortest chain that excludes the candidates `gone` of its last cell.

    It starts from the candidates of its first cell; empty if there is none.
    """
    beside = board.signs.lesser if is_lower else board.signs.greater
    needed = masks.greatest(gone) if is_lower else SIZE + 1 - masks.least(gone)
    chains: dict[int, tuple[int, ...]] = {cell: (cell,)}
    for count in range(1, SIZE):
        chains = {other: (other, *chain) for at, chain in chains.items() for other in beside[at]}
        if not chains:
            break
        far = {first: _excluded(board, first, is_lower) + count for first in chains}
        best = max(far, key=lambda first: (far[first], not board.unsolved >> first & 1))
        if far[best] >= needed:
            return chains[best]
    return ()


def _excluded(board: Board, cell: int, is_lower: bool) -> int:
    """Return how many of the lowest or the highest digits a cell cannot hold."""
    left = board.candidates[cell]
    return masks.least(left) - 1 if is_lower else SIZE - masks.greatest(left)


def _says_all(board: Board, bound: Step) -> bool:
    """Whether no cell of the chain of a bound, and no neighbour of its end, says more than the
    bound.

    A cell with few candidates may say more.
    """
    is_lower = bound.is_lower
    cells = bound.details.cells if is_lower else bound.details.cells[::-1]
    beside = board.signs.lesser if is_lower else board.signs.greater
    return all(
        _excluded(board, cell, is_lower) <= place for place, cell in enumerate(cells[:-1])
    ) and all(_excluded(board, cell, is_lower) < bound.details.count for cell in beside[cells[-1]])


def _most_across(board: Board, cell: int, is_lower: bool, step: Step) -> Step | None:
    """Return the step of one sign that bounds a cell most; `None` if it removes nothing.

    Among equal neighbours, the neighbour of `step` comes first.
    """
    candidates, signs = board.candidates, board.signs
    if is_lower:
        others = [(masks.least(candidates[other]), other) for other in signs.lesser[cell]]
    else:
        others = [(-masks.greatest(candidates[other]), other) for other in signs.greater[cell]]
    if not others:
        return None
    most, _ = max(others)
    best = [other for bound, other in others if bound == most]
    pairs = [(other, cell) if is_lower else (cell, other) for other in best]
    pair = next((pair for pair in pairs if (pair,) == step.premises.relations), pairs[0])
    return next(
        (one for one in _across(board, [signs.relation[pair]]) if one.removes[0][0] == cell), None
    )


def _reach(step: Step) -> int:
    """Return how far a step bounds its cell."""
    return step.details.limit if step.is_lower else -step.details.limit


def _across(board: Board, relations: Iterable[Relation]) -> Iterator[Step]:
    candidates, half = board.candidates, ALL_DIGITS >> 1
    for relation in relations:
        lesser, greater = relation
        low, high = candidates[lesser], candidates[greater]
        if not (low and high):
            continue
        least = low & -low
        if least <= half and (gone := high & (2 * least - 1)):
            excluded = {lesser: least - 1}
            yield _step_of_one(board, relation, greater, lesser, gone, excluded)
        above = ALL_DIGITS >> high.bit_length() - 1 << high.bit_length() - 1
        if high > 1 and (gone := low & above):
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
    premises = Premises.excluding(excluded, relations=(relation,))
    return Step(ONE_SIGN, (), removes, premises, _RATING_OF_ONE, details=details)


BOUNDS = "sign bounds"


@technique
def bounds(board: Board, changes: Changes) -> Iterator[Step]:
    candidates, changed = board.candidates, changes.cells
    for bound in board.signs.bounds.values():
        if changed >> bound.cell & 1 and (gone := candidates[bound.cell] & bound.excluded):
            yield _step_of_bound(board, bound, gone)


def bound_again(board: Board, step: Step, gone: int) -> Step:
    """Return a step of `bounds` for the candidates `gone`; it also removes all beyond them.

    It counts only the cells that it needs, if the board has the signs of its bound.
    """
    cell = step.removes[0][0]
    bound = board.signs.bounds.get((cell, step.is_lower))
    if bound and not gone & ~bound.excluded:
        beyond = 2 * (1 << gone.bit_length() - 1) - 1 if step.is_lower else -(gone & -gone)
        return _step_of_bound(board, bound, board.candidates[cell] & beyond)
    return replace(step, removes=tuple((cell, digit) for digit in masks.digits(gone)))


def _step_of_bound(board: Board, bound: Bound, gone: int) -> Step:
    # If the extreme digits are gone already, fewer cells are enough.
    count = masks.greatest(gone) if bound.is_lower else SIZE + 1 - masks.least(gone)
    if count < bound.count:
        bound = board.signs.weaken(bound, count)
    removes = tuple([(bound.cell, digit) for digit in masks.digits(gone)])
    if group := bound.group:
        premises = Premises.excluding({}, (group.house,), group.relations)
        if len(group.relations) > len(group.cells):
            # Cells between the others count towards the bound, too, so a sign may be superfluous.
            premises = minimise(premises, removes)
    else:
        premises = Premises.excluding({}, relations=board.signs.path(bound.chain))
    rating = round(1 + 0.1 * count, 1)
    cells = group.cells if group else bound.chain
    limit = count + 1 if bound.is_lower else SIZE - count
    details = Details(cells, count=count, limit=limit)
    return Step(BOUNDS, (), removes, premises, rating, details=details)


COUNTING, _RATING_OF_COUNTING = "counting", 2.5


@technique
def counting(board: Board, changes: Changes) -> Iterator[Step]:
    candidates, half = board.candidates, ALL_DIGITS >> 1
    for group in board.signs.groups:
        left = candidates[group.cell]
        if not changes.cells & group.all_cells or not left & (left - 1):
            continue
        union = masks.union(candidates[cell] for cell in group.cells)
        if union.bit_count() < len(group.cells):
            continue
        rest = union
        if group.is_lesser:
            for _ in range(len(group.cells) - 1):
                rest &= rest - 1
            low = rest & -rest
            if low <= half and (gone := left & (2 * low - 1)):
                yield _counting(group, gone, union, low - 1)
        else:
            for _ in range(len(group.cells) - 1):
                rest ^= 1 << rest.bit_length() - 1
            high = 1 << rest.bit_length() - 1
            if high > 1 and (gone := left & -high):
                yield _counting(group, gone, union, (1 << SIZE) - 2 * high)


def _counting(group: Group, gone: int, union: int, beyond: int) -> Step:
    removes = tuple([(group.cell, digit) for digit in masks.digits(gone)])
    reasons = partial(_step_of_group, group, removes, union, beyond)
    return Step.with_reasons(COUNTING, removes, _RATING_OF_COUNTING, reasons)


def _step_of_group(group: Group, removes: tuple[Candidate, ...], union: int, beyond: int) -> Step:
    """Return the step for a group.

    `union`: the digits that the k cells of the group can hold.  `beyond`: the digits below the
    k-th least of these, or above the k-th greatest.
    """
    excluded = dict.fromkeys(group.cells, beyond & ~union)
    premises = Premises.excluding(excluded, (group.house,), group.relations)
    near = masks.digits(union & ~beyond)
    counted = union & beyond | masks.bit(near[0] if group.is_lesser else near[-1])
    limit = masks.greatest(counted) + 1 if group.is_lesser else masks.least(counted) - 1
    premises = minimise(premises, removes)
    details = Details(group.cells, digits=counted, limit=limit)
    rating = _RATING_OF_COUNTING
    return Step(COUNTING, (), removes, premises, rating, details=details)

"""Steps of explanations and of proofs, taken again on the board that is shown.

The steps of a history were found on other boards.  The board of a reader lacks some removals of the
history, but has digits that the history places later.  The rules of a proof come from other boards,
too.  So a step gets its name, rating and sentence from the board that is shown: a placed digit
across a sign says more than a bound of several cells, and two naked singles are no naked pair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from inspect import unwrap
from math import inf

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes
from ineqsudoku.apps.explain.dead_ends import dead_end
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_SETS, HOUSES_OF, PEERS
from ineqsudoku.apps.explain.links import links_on
from ineqsudoku.apps.explain.rules import excluded_by
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.techniques import TECHNIQUES, chains, contradictions, signs, singles
from ineqsudoku.apps.explain.techniques.arrangements import NAME as ARRANGEMENTS
from ineqsudoku.apps.explain.techniques.signs import BOUNDS, COUNTING, ONE_SIGN
from ineqsudoku.apps.explain.techniques.singles import (
    HIDDEN,
    OF_BOX,
    OF_FULL_HOUSE,
    OF_LINE,
    OF_NAKED,
    Single,
)
from ineqsudoku.apps.explain.values import Candidate
from ineqsudoku.geometry import SIZE

_OF_SIGNS = (BOUNDS, ONE_SIGN)

_SINGLES = (singles.full_houses, singles.hidden_in_boxes, singles.hidden_in_lines, singles.naked)

_PATTERNS = TECHNIQUES[TECHNIQUES.index(signs.counting) : TECHNIQUES.index(chains.two_cells)]
"""The techniques that remove candidates and look at few cells."""

_MOST_ROUNDS = 20
"""Steps are taken again until none is needless, but at most this many times."""


def retake(way: Sequence[Step], shown: Board, highest: float) -> list[Step]:
    """Return the steps to a digit as they read on the board shown.

    `way`: steps of a history; the last one places the digit.  If the steps so far open another
    digit that is easier than the next step, the result ends with this digit.  No step of the result
    has a rating above `highest`.
    """
    *reasons, last = way
    if not reasons:
        return [_easiest_single(shown, last)]
    used = 0
    for _ in range(_MOST_ROUNDS):
        board, taken, wanted, before = shown.copy(), list[Step](), 0, used
        for step, removes in _take(reasons, last, board, highest):
            taken.append(step)
            wanted |= removes
        end = _easiest_single(board, last)
        reasons = _without_needless(taken, end)
        used = masks.union(masks.candidate_set(step.removes) for step in reasons)
        if len(reasons) == len(taken) and used in (wanted, before):
            break
    return [*taken, end]


def _take(
    reasons: Sequence[Step], last: Step, board: Board, highest: float
) -> Iterator[tuple[Step, int]]:
    """Yield steps for a board that have the effects of the reasons, and apply them.

    With each step comes the set of candidates that it has to remove.
    """
    ((_, digit),) = last.places
    # If bounds exclude 1 or 9 from the other cells, one sign is enough for each cell.
    is_extreme = (
        last.technique == HIDDEN
        and digit in (1, SIZE)
        and all(step.technique == BOUNDS for step in reasons)
    )
    # A chain of signs would hide that its last cell becomes a naked single.
    has_naked_singles = highest >= OF_NAKED
    for step, needed in _to_take(reasons, last):
        is_of_signs = step.technique in _OF_SIGNS
        if not is_of_signs and _open_single(board, min(step.rating, highest)):
            return
        while left := [one for one in needed if _has(board, one)]:
            if is_extreme:
                steps = [signs.bound_again(board, step, masks.bit(digit))]
            elif step.technique == BOUNDS and has_naked_singles:
                steps = signs.signs_again(board, step, _mask_of(left))
            elif is_of_signs:
                steps = [signs.sign_again(board, step, _mask_of(left))]
            else:
                steps = [_easiest(board, step, left, highest)]
            for made in steps:
                shown = made if made.rating <= highest else replace(made, rating=highest)
                yield shown, masks.candidate_set(left if made is steps[-1] else made.removes)
                board.apply((made,))


def _to_take(reasons: Sequence[Step], last: Step) -> Iterator[tuple[Step, Sequence[Candidate]]]:
    """Yield steps with the removals that later ones need.

    A step of signs is left out if a later step compares the same cell across a sign, and no step
    between them needs its result.
    """
    kept = []
    needed = last.premises.excluded
    bounded: dict[int, bool | None] = {}
    for step in reversed(reasons):
        cell, _ = step.removes[0]
        is_lower = step.is_lower if step.technique in _OF_SIGNS else None
        if is_lower is None or bounded.get(cell) is not is_lower:
            kept.append((step, _among(step.removes, needed)))
        needed |= step.premises.excluded
        bounded.update((other, None) for other, _ in step.premises.cells)
        if step.technique == ONE_SIGN:
            bounded[cell] = is_lower
    return reversed(kept)


def _has(board: Board, candidate: Candidate) -> bool:
    cell, digit = candidate
    return bool(board.candidates[cell] & masks.bit(digit))


def _mask_of(candidates: Iterable[Candidate]) -> int:
    return masks.union(masks.bit(digit) for _, digit in candidates)


def _among(candidates: Iterable[Candidate], some: int) -> tuple[Candidate, ...]:
    """Return the candidates that are in a set."""
    return tuple([pair for pair in candidates if some >> SIZE * pair[0] + pair[1] - 1 & 1])


def _without_needless(steps: Sequence[Step], end: Step) -> list[Step]:
    """Return the steps on which the last one depends, with the removals that are needed."""
    needed = end.premises.excluded
    kept = []
    for step in reversed(steps):
        if removes := _among(step.removes, needed):
            needed |= step.premises.excluded
            kept.append(step if removes == step.removes else replace(step, removes=removes))
    return kept[::-1]


def _easiest(board: Board, step: Step, left: Sequence[Candidate], highest: float) -> Step:
    """Return the easiest step on a board that removes any of the candidates `left` of `step`."""
    changes = _around(left)
    for technique in (signs.bounds, signs.one_sign, *_PATTERNS):
        found: list[Step] = [
            one for one in unwrap(technique)(board, changes) if {*left} & {*one.removes}
        ]
        if found:
            easiest = min(found, key=lambda one: (one.rating, -len({*left} & {*one.removes})))
            if easiest.rating <= highest:
                is_sign = easiest.technique in _OF_SIGNS
                return (
                    signs.sign_again(board, easiest, _mask_of(easiest.removes))
                    if is_sign
                    else easiest
                )
    if step.chain:
        return _easiest_chain(board, step, left[0], highest)
    if step.technique in (ARRANGEMENTS, COUNTING):
        # On this board, the step has too many arrangements to list, or other digits to count.
        made = chains.excluding(board, left[0])
        if not made or made.rating > highest:
            made = contradictions.refuting(board, left[0])
        if made:
            return made
    if step.technique == ARRANGEMENTS:
        return replace(step, details=replace(step.details, count=0))
    return replace(step, removes=tuple(left))


def _around(candidates: Sequence[Candidate]) -> Changes:
    cells_of: dict[int, int] = {}
    for cell, digit in candidates:
        cells_of[digit] = cells_of.get(digit, 0) | 1 << cell
    return Changes(masks.union(cells_of.values()), cells_of)


def _easiest_chain(board: Board, step: Step, candidate: Candidate, highest: float) -> Step:
    made = chains.excluding(board, candidate)
    if made and made.rating <= highest:
        return made
    links, premises = links_on(board, step.chain)
    again = replace(step, chain=links, premises=premises)
    made = contradictions.refuting(board, candidate) if step.rating >= 8 else None
    return made if made and len(made.chain) <= len(links) else again


def _easiest_single(board: Board, last: Step) -> Step:
    """Return the single of a step by the easiest name that it has on a board.

    Returns the easiest single of the board if that single is not open.
    """
    ((cell, digit),) = last.places
    mask, place = masks.bit(digit), 1 << cell
    open_names = []
    for house in HOUSES_OF[cell]:
        if board.cells_with[digit] & HOUSE_SETS[house] == place:
            is_last = board.unsolved & HOUSE_SETS[house] == place
            rating = OF_FULL_HOUSE if is_last else OF_BOX if house >= 18 else OF_LINE
            is_other = last.premises.houses != (house,)
            open_names.append((rating, is_other, Single(rating, digit, house, cell)))
    if board.candidates[cell] == mask:
        open_names.append((OF_NAKED, False, Single(OF_NAKED, digit, -1, cell)))
    if open_names:
        return min(open_names)[-1].step
    return _open_single(board, OF_NAKED) or last


def _open_single(board: Board, highest: float) -> Step | None:
    """Return the easiest single of a board, if its rating is at most `highest`."""
    for technique in _SINGLES:
        steps = technique(board)
        if steps and steps[0].rating <= highest:
            return steps[0]
    return None


def retake_open(board: Board, step: Step) -> Step:
    """Return an open step, or instead of a step of signs the sign that says more about its cell."""
    if step.technique not in _OF_SIGNS:
        return step
    return signs.sign_again(board, step, _mask_of(step.removes))


def retake_proof(steps: Sequence[Step], board: Board) -> list[Step]:
    """Return the steps of a proof as they read on the board shown.

    The board has just the givens and the relations that the steps need.  The last step is a dead
    end; the result ends with the first dead end that is reached.
    """
    for _ in range(_MOST_ROUNDS):
        taken = [*_take_proof(steps, board.copy())]
        kept = _needed_for_last(taken, board.copy())
        if len(kept) == len(taken) and kept[-1].contradiction == steps[-1].contradiction:
            break
        steps = kept
    return kept


def _take_proof(steps: Sequence[Step], board: Board) -> Iterator[Step]:
    *others, end = steps
    needs = [end.premises.excluded]
    for step in reversed(others):
        needs.append(needs[-1] | step.premises.excluded)
    needs.reverse()  # now `needs[place]` has what the steps from `place` on need
    wrong = masks.union(excluded_by(step) for step in others if step.removes)
    for place, step in enumerate(others):
        if board.is_contradictory:
            break
        if step.places:
            ((cell, _),) = step.places
            if board.unsolved >> cell & 1:
                made = _easiest_single(board, step)
                yield made
                board.apply((made,))
            continue
        removes = _needed_removals(step, needs[place + 1])
        goal = _goal(board, steps[place:], needs[place + 1 :])
        while all(board.candidates) and (left := [one for one in removes if _has(board, one)]):
            for made in _easiest_for(board, step, left, goal, wrong):
                yield made
                board.apply((made,))
    ends = [*board.ends()]
    yield end if end.contradiction in ends else dead_end(ends[0])


def _needed_removals(step: Step, needed: int) -> tuple[Candidate, ...]:
    """Return the removals of a step that are in the set `needed`, cell by cell."""
    needed &= excluded_by(step)
    cells = dict.fromkeys(cell for cell, _ in step.removes)
    return masks.pairs((cell, needed >> SIZE * cell & ALL_DIGITS) for cell in cells)


def _goal(board: Board, steps: Sequence[Step], needs: Sequence[int]) -> int:
    """Return 1 or 9 if the next steps are bounds for this digit, otherwise 0.

    The bounds exclude no other digit, and the step after them places the digit or has no cell for
    it.  `needs`: for each step but the last, the candidates that later ones need to be excluded.
    """
    digits = set[int]()
    for step, needed in zip(steps, (*needs, 0), strict=True):
        if step.technique != BOUNDS:
            break
        left = _needed_removals(step, needed)
        digits |= {digit for cell, digit in left if _has(board, (cell, digit))}
    if step.technique == HIDDEN:
        ((cell, goal),) = step.places
        if not board.unsolved >> cell & 1:
            return 0
    elif step is steps[-1] and isinstance(step.contradiction, tuple):
        goal = step.contradiction[1]
    else:
        return 0
    return goal if goal in (1, SIZE) and digits == {goal} else 0


def _easiest_for(
    board: Board, step: Step, left: Sequence[Candidate], goal: int, wrong: int
) -> Iterable[Step]:
    """Return the easiest steps for some candidates that `step` removes, or an easier single.

    `wrong`: the candidates that the proof excludes, as a set; no single places any of them.
    """
    made = step
    if step.technique not in _OF_SIGNS:
        links = masks.pairs((link.cell, link.held) for link in step.chain[1:-1])
        if single := _open_single_that_excludes(board, {*left, *links}, wrong):
            return [single]
        # A digit that the step excludes may have been placed.
        with_filled = board.copy()
        with_filled.unsolved |= masks.cell_set({cell for cell, _ in left})
        made = _easiest(with_filled, step, left, inf)
        if made.technique not in (COUNTING, ARRANGEMENTS, *_OF_SIGNS):
            for cell in made.details.cells:
                mask = board.candidates[cell]
                if board.unsolved >> cell & 1 and mask.bit_count() == 1:
                    return [Single(OF_NAKED, masks.least(mask), -1, cell).step]
        left, board = made.removes, with_filled
    elif step.technique == BOUNDS and {digit for _, digit in left} == {goal}:
        return [signs.bound_again(board, step, masks.bit(goal))]
    return signs.signs_again(board, made, _mask_of(left)) if made.technique in _OF_SIGNS else [made]


def _open_single_that_excludes(
    board: Board, some: Collection[Candidate], wrong: int
) -> Step | None:
    """Return the easiest single with a digit that excludes any of the candidates."""
    for technique in _SINGLES:
        for step in technique(board):
            ((cell, digit),) = step.places
            if not wrong & masks.candidate_set(step.places) and any(
                lost != digit if other == cell else lost == digit and PEERS[cell] >> other & 1
                for other, lost in some
                if _has(board, (other, lost))
            ):
                return step
    return None


def _needed_for_last(steps: Sequence[Step], board: Board) -> list[Step]:
    """Return the steps on which the last one depends."""
    excludes = list[int]()
    for step in steps:
        if step.places:
            before = board.excluded
            board.apply((step,))
            excludes.append(board.excluded & ~before)
        else:
            board.apply((step,))
            excludes.append(masks.candidate_set(step.removes))
    kept = list[Step]()
    needed = steps[-1].premises.excluded
    for step, excluded in zip(reversed(steps), reversed(excludes), strict=True):
        if step is steps[-1] or excluded & needed:
            needed |= step.premises.excluded
            kept.append(step)
    return kept[::-1]

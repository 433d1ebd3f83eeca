"""Consecutive steps of one argument as one step, as a person would write them.

A merged step has the effects of its parts and the premises that they need from outside: a digit or
a removal of one part is no premise of a later part.  Its technique is that of its first part,
except that several signs become bounds; its rating is that of the hardest part.  If a removal
leaves its cell one candidate, the digit is placed at once.  Nobody has to look for that candidate,
so it does not count for the rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSES_OF, PEERS
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.techniques.patterns import CLAIMING, POINTING
from ineqsudoku.apps.explain.techniques.signs import BOUNDS, COUNTING, ONE_SIGN
from ineqsudoku.apps.explain.techniques.singles import FULL_HOUSE, HIDDEN, NAKED
from ineqsudoku.apps.explain.values import Candidate, Premises
from ineqsudoku.geometry import SIZE

_MOST_DIGITS = 5
"""The most digits that a merged step places."""

_MOST_REASONS = 3
"""The most removals in a merged step; signs that exclude the digit that it places do not count."""


def merge(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return the same deductions in fewer steps."""
    left, merged = [*_join_twins(steps)], []
    while left:
        parts = _argument(left)
        merged.append(_one_step(parts))
        del left[: len(parts)]
    return tuple(merged)


def _join_twins(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps; twins, whose links refute two digits of one cell, become one step."""
    before: Step | None = None
    for step in steps:
        if before and _are_twins(before, step):
            before = _twin(before, step)
            continue
        if before:
            yield before
        before = step
    if before:
        yield before


def _are_twins(one: Step, other: Step) -> bool:
    """Whether two digits of a cell have the same links, because these follow from signs alone."""
    if not one.chain or len(one.chain) != len(other.chain):
        return False
    (first, *links, end), (_, *others, last) = one.chain, other.chain
    if first.cell != other.chain[0].cell or links != others or replace(end, held=last.held) != last:
        return False
    if isinstance(end.contradiction, tuple):
        digit = masks.bit(end.contradiction[1])
        if digit in (first.held, other.chain[0].held):
            return False
    return all(
        link.relations and not link.houses and link.house is None
        for link in (*links, end)
        if 0 in link.because
    )


def _twin(one: Step, other: Step) -> Step:
    first, *links, end = one.chain
    held = first.held | other.chain[0].held
    chain = (replace(first, held=held), *links, replace(end, held=ALL_DIGITS ^ held))
    needed = dict(one.premises.cells)
    for cell, mask in other.premises.cells:
        needed[cell] = needed.get(cell, ALL_DIGITS) & mask
    premises = Premises(
        tuple(needed.items()),
        tuple(sorted({*one.premises.houses, *other.premises.houses})),
        tuple(sorted({*one.premises.relations, *other.premises.relations})),
    )
    removes = (*one.removes, *other.removes)
    rating = max(one.rating, other.rating)
    return replace(one, removes=removes, premises=premises, rating=rating, chain=chain)


def _argument(steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps of one argument: the first step and those that continue it."""
    if steps[0].places:
        runs = (_run(steps, is_like, _MOST_DIGITS) for is_like in _ALIKE)
        return max(runs, key=len)
    reasons = max(_run(steps, _goes_on, SIZE), _run(steps, _is_like, _MOST_REASONS), key=len)
    signs = _run(steps, _is_sign_like, len(steps))
    if _is_of_last(signs, steps):
        return steps[: len(signs) + 1]
    for place in range(1, len(reasons)):  # Signs that lead to one digit stay together.
        if _is_sign(steps[place]):
            left = steps[place:]
            if _is_of_last(_run(left, _is_sign_like, len(left)), left):
                return reasons[:place]
    if _is_of_last(reasons, steps):
        return steps[: len(reasons) + 1]
    return reasons


def _is_of_last(run: Sequence[Step], steps: Sequence[Step]) -> bool:
    """Whether the step after a run depends on the whole run; `steps` begin with the run."""
    if len(run) == len(steps):
        return False
    last = steps[len(run)]
    is_end = bool(last.places) or _is_sign_like(run[0], run[-1])
    return is_end and _leads_to(run, last)


def _run(
    steps: Sequence[Step], continues: Callable[[Step, Step], bool], most: int
) -> Sequence[Step]:
    """Return the first steps, as long as each continues the step before it; at most `most`."""
    number = 1
    while number < min(len(steps), most) and continues(steps[number - 1], steps[number]):
        number += 1
    return steps[:number]


def _are_of_one_digit(one: Step, other: Step) -> bool:
    return one.technique == other.technique == HIDDEN and one.places[0][1] == other.places[0][1]


def _are_in_one_house(one: Step, other: Step) -> bool:
    same_technique = one.technique == other.technique == HIDDEN
    return same_technique and one.premises.houses == other.premises.houses


def _are_last(one: Step, other: Step) -> bool:
    return one.technique == other.technique == FULL_HOUSE


_ALIKE = (_are_of_one_digit, _are_in_one_house, _are_last)
"""Tests whether two steps that place digits are alike."""


def _is_sign_like(one: Step, other: Step) -> bool:
    """Whether two bounds of one sign exclude the same digit."""
    return _is_sign(one) and _is_sign(other) and one.removes[0][1] == other.removes[0][1]


def _is_sign(step: Step) -> bool:
    """Whether a step is a bound of one sign."""
    return step.technique == BOUNDS and step.details.count == 1


def _goes_on(one: Step, other: Step) -> bool:
    """Whether a removal by one sign continues a chain from the cell of the removal before it."""
    if not one.technique == other.technique == ONE_SIGN or one.is_lower != other.is_lower:
        return False
    ((neighbour, _),) = other.details.candidates
    is_next = other.details.limit - one.details.limit == (1 if one.is_lower else -1)
    return is_next and neighbour == one.removes[0][0]


def _is_like(one: Step, other: Step) -> bool:
    """Whether a removal is like the one before it."""
    if one.technique != other.technique or other.places:
        return False
    if one.technique in (POINTING, CLAIMING):
        return one.premises.houses == other.premises.houses
    if one.technique not in (BOUNDS, ONE_SIGN) or one.is_lower != other.is_lower:
        return False
    if one.technique == ONE_SIGN:
        return one.details.limit == other.details.limit
    # A bound with a house is by a group of cells, and too long to be listed with others.
    return not one.premises.houses and not other.premises.houses


def _leads_to(reasons: Sequence[Step], last: Step) -> bool:
    """Whether a step depends on all of some removals, and places a digit or has no cell for it."""
    kept = dict(last.premises.cells)
    has_no_cell = isinstance(last.contradiction, tuple) and not last.removes
    return bool(last.places or has_no_cell) and all(
        any(cell in kept and not kept[cell] & masks.bit(digit) for cell, digit in step.removes)
        for step in reasons
    )


def _one_step(parts: Sequence[Step]) -> Step:
    first, last = parts[0], parts[-1]
    if first is last:
        return first
    if not (last.places or last.removes):
        details = replace(last.details, parts=tuple(parts))
        return replace(last, premises=_outside(parts), details=details)
    places = tuple(candidate for part in parts for candidate in part.places)
    filled = {cell for cell, _ in places}
    removes = [candidate for part in parts for candidate in part.removes]
    rated = parts
    removing = [part for part in parts if part.removes]
    if last.technique == NAKED and {cell for cell, _ in removes} == filled:
        if len(parts) == 2 and _is_exact(first):
            return replace(first, places=places, removes=())
        rated = parts[:-1]
    return replace(
        first,
        technique=BOUNDS if len(removing) > 1 and first.technique == ONE_SIGN else first.technique,
        places=places,
        removes=tuple(candidate for candidate in removes if candidate[0] not in filled),
        premises=_outside(parts),
        rating=max(part.rating for part in rated),
        details=replace(first.details, parts=tuple(parts)),
    )


def _is_exact(step: Step) -> bool:
    """Whether a bound alone leaves its cell one digit."""
    return step.technique in (BOUNDS, ONE_SIGN, COUNTING) and step.details.limit == (
        SIZE if step.is_lower else 1
    )


def _outside(parts: Sequence[Step]) -> Premises:
    """Return the premises of the parts of a step, except those that follow from earlier parts."""
    named = {house for part in parts for house in part.premises.houses}
    needed: dict[int, int] = {}
    gone: dict[int, int] = {}
    placed: list[Candidate] = []
    for part in parts:
        for cell, mask in part.premises.cells:
            excluded = ALL_DIGITS & ~mask & ~gone.get(cell, 0)
            for other, digit in placed:
                if excluded & masks.bit(digit) and PEERS[cell] >> other & 1:
                    excluded &= ~masks.bit(digit)
                    common = set(HOUSES_OF[cell]).intersection(HOUSES_OF[other])
                    if not common & named:
                        named.add(max(common))
            if excluded:
                needed[cell] = needed.get(cell, 0) | excluded
        for cell, digit in part.removes:
            gone[cell] = gone.get(cell, 0) | masks.bit(digit)
        for cell, digit in part.places:
            gone[cell] = ALL_DIGITS ^ masks.bit(digit)
            placed.append((cell, digit))
    return Premises(
        tuple((cell, ALL_DIGITS & ~mask) for cell, mask in needed.items()),
        tuple(sorted(named)),
        tuple(dict.fromkeys(relation for part in parts for relation in part.premises.relations)),
    )

"""The last steps of proofs: a contradiction, and the causes of each of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.houses import ALL_DIGITS, PEERS
from ineqsudoku.apps.explain.step import Details, Step
from ineqsudoku.apps.explain.techniques import CYCLE, DEAD_END
from ineqsudoku.apps.explain.values import Candidate, Cause, Contradiction, Premises
from ineqsudoku.geometry import HOUSES
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

_RATING = 1.0
"""The rating of last steps, which only state what everybody sees."""


def cycle_step(cells: tuple[int, ...]) -> Step:
    """Return the step for a cycle: each cell is less than the next, and the last than the first."""
    around = zip(cells, (*cells[1:], cells[0]), strict=True)
    premises = Premises(relations=tuple(Relation(*pair) for pair in around))
    details = Details((*cells, cells[0]))
    return Step(CYCLE, (), (), premises, _RATING, (), details, cells[0])


def clash_step(puzzle: Puzzle) -> Step | None:
    """Return the step for two equal givens of a house, if there are any."""
    for number, house in enumerate(HOUSES):
        givens = [cell for cell in house if puzzle.givens[cell] != ABSENT]
        for pair in combinations(givens, 2):
            one, other = (int(puzzle.givens[cell]) for cell in pair)
            if one == other:
                mask = masks.bit(one)
                premises = Premises(tuple((cell, mask) for cell in pair), (number,))
                details = Details(pair, digits=mask)
                return Step(DEAD_END, (), (), premises, _RATING, (), details, pair[1])
    return None


def dead_end(wrong: Contradiction) -> Step:
    """Return the step for a cell without candidates, or a house without a cell for a digit."""
    match wrong:
        case int(cell):
            premises = Premises(((cell, 0),))
        case (house, digit):
            mask = ALL_DIGITS ^ masks.bit(digit)
            premises = Premises(tuple((cell, mask) for cell in HOUSES[house]), (house,))
    return Step(DEAD_END, (), (), premises, _RATING, contradiction=wrong)


def with_causes(puzzle: Puzzle, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps of a proof; the last one now names the causes of its premises."""
    *before, last = steps
    excluded = [(cell, ALL_DIGITS & ~mask) for cell, mask in last.premises.cells]
    causes = _few(_sources(puzzle, before), {*masks.pairs(excluded)})
    return (*before, replace(last, details=replace(last.details, causes=causes)))


def _sources(puzzle: Puzzle, steps: Sequence[Step]) -> Iterator[Cause]:
    """Yield the givens, the digits that steps place, and the steps that remove candidates."""
    for cell, given in enumerate(puzzle.givens):
        if given != ABSENT:
            yield Cause(0, (cell, int(given)))
    for number, step in enumerate(steps, 1):
        for candidate in step.places:
            yield Cause(number, candidate)
        if step.removes:
            yield Cause(number, None, step.removes)


def _few(sources: Iterator[Cause], excluded: set[Candidate]) -> tuple[Cause, ...]:
    """Return a small set of causes for the exclusions; none of the causes is superfluous."""
    of_cause = [(cause, _excluded_by(cause, excluded)) for cause in sources]
    left, chosen = set(excluded), list[tuple[Cause, set[Candidate]]]()
    while left:
        best = max(of_cause, key=lambda pair: len(pair[1] & left))
        chosen.append(best)
        left -= best[1]
    for pair in reversed(chosen):
        others = [gone for cause, gone in chosen if cause is not pair[0]]
        if excluded == set[Candidate]().union(*others):
            chosen.remove(pair)
    named, left = list[Cause](), set(excluded)
    for cause, gone in sorted(chosen, key=lambda pair: pair[0].step):
        named.append(cause._replace(excluded=tuple(sorted(gone & left))))
        left -= gone
    return tuple(cause for cause in named if cause.excluded)


def _excluded_by(cause: Cause, excluded: set[Candidate]) -> set[Candidate]:
    """Return the exclusions that follow from a cause."""
    if cause.placed is None:
        return excluded.intersection(cause.excluded)
    place, held = cause.placed
    return {
        (cell, digit)
        for cell, digit in excluded
        if (digit != held if cell == place else digit == held and PEERS[place] >> cell & 1)
    }

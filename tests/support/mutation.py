"""Random puzzles made of a grid: with one solution, none or many."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from layouts import signs_of

from ineqsudoku.geometry import BORDER_PAIRS, DIGITS, IN_BOX_PAIRS, Pair
from ineqsudoku.puzzle import Grid, Puzzle, signs_between


def mutated(solution: Grid, random: Random, borders: bool = True) -> Puzzle:
    """The signs inside boxes of a grid, some of them flipped or taken away, with some givens
    and, if there may be any, signs on box borders; then there may also be nothing but givens."""
    turned = random.choice((0, 0, 0.01, 0.03, 0.5))
    if borders and random.random() < 0.2:
        given = random.choice((0.1, 0.25, 0.3, 0.35, 0.5))
        absent = absent_on_borders = 1.0
    else:
        given = random.choice((0, 0, 0, 0.05, 0.3, 0.5))
        absent = random.choice((0, 0, 0, 0.03, 0.1, 0.5))
        absent_on_borders = random.choice((0.2, 0.6, 0.9)) if borders else 1
    givens = [
        "."
        if random.random() >= given
        else random.choice(DIGITS)
        if random.random() < turned
        else digit
        for digit in solution.line
    ]
    signs, border_signs = (
        _mutated_signs(signs_of(solution, pairs), pairs, absent, turned, random)
        for pairs, absent in (
            (IN_BOX_PAIRS, absent),
            (BORDER_PAIRS, absent_on_borders),
        )
    )
    return Puzzle(signs, "".join(givens), border_signs)


def _mutated_signs(
    signs: Iterable[str], pairs: tuple[Pair, ...], absent: float, turned: float, random: Random
) -> str:
    return "".join(
        "."
        if random.random() < absent
        else random.choice(signs_between(pair))
        if random.random() < turned
        else sign
        for pair, sign in zip(pairs, signs, strict=True)
    )

"""Puzzles with few signs: sets of signs of which none can be left out, changed again and again.

A round puts some signs back and then leaves out, in random order, what can be left out.  The new
set takes the place of the old one unless it is larger.
"""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from ineqsudoku.generation.grids import random_grid
from ineqsudoku.generation.parts import Parts, Set, all_givens, all_signs, orbits, signs_inside
from ineqsudoku.generation.randomness import SplitMix
from ineqsudoku.generation.reduction import Reduction, drawn, shuffled
from ineqsudoku.generation.values import Generated, UnmetWishError, Wish
from ineqsudoku.puzzle import Grid

BACK = 10
"""Orbits that a round puts back, at most."""

PATIENCE = 150
"""Rounds without a smaller set until another grid is begun."""


class _Found(NamedTuple):
    line: str
    parts: Parts
    kept: Set
    size: int


def fewest(
    wish: Wish, index: int, random: SplitMix, deadline: float | None
) -> Generated | UnmetWishError:
    """The puzzle with fewest signs of `wish.tries` rounds, or of those until the deadline."""
    best: _Found | None = None
    left = wish.tries
    while left > 0 and not (deadline is not None and monotonic() > deadline):
        left, found = _on_grid(wish, random, left, deadline)
        if found and (best is None or found.size < best.size):
            best = found
    if best is None:
        return UnmetWishError(f"puzzle {index + 1}: no layout of {wish.tries:,} grids is valid")
    return Generated(
        index=index,
        puzzle=best.parts.puzzle(best.kept),
        solutions="1",
        solution=Grid(best.line),
        steps=wish.tries - left,
    )


def _on_grid(
    wish: Wish, random: SplitMix, left: int, deadline: float | None
) -> tuple[int, _Found | None]:
    """The rounds left and the smallest set of one grid."""
    geometry = wish.geometry
    line = random_grid(geometry, random.next())
    parts = Parts(geometry, line)
    reduction = Reduction(parts, line)
    signs = all_signs(geometry) if wish.kind == "extended" else signs_inside(geometry)
    its = orbits(geometry, wish.symmetry)
    kept = signs | drawn(its, all_givens(geometry), wish.givens or 0, random)
    left -= 1
    if not reduction.is_unique(kept):
        return left, None
    kept = reduction.reduced(kept, shuffled(its, signs, random), signs, 0)
    waited = 0
    while left > 0 and waited < PATIENCE and not (deadline is not None and monotonic() > deadline):
        left, waited = left - 1, waited + 1
        more = kept
        for orbit in shuffled(its, signs & ~kept, random)[: 1 + random.below(BACK)]:
            more |= orbit
        less = reduction.reduced(more, shuffled(its, more & signs, random), signs, 0)
        if less.bit_count() < kept.bit_count():
            waited = 0
        if less.bit_count() <= kept.bit_count():
            kept = less
    return left, _Found(line, parts, kept, (kept & signs).bit_count())

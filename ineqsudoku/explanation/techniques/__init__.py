"""The techniques, cheapest first.

A technique is a function that returns all of its steps that a board allows, in an order that
depends only on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.techniques import (
    arrangements,
    chains,
    contradictions,
    patterns,
    signs,
    singles,
)
from ineqsudoku.explanation.values import Step

Technique = Callable[[Board], Iterable[Step]]

TECHNIQUES: tuple[Technique, ...] = (
    singles.last_values,
    singles.hidden_in_boxes,
    signs.bounds,
    singles.hidden_in_lines,
    signs.one_sign,
    singles.naked,
    signs.counting,
    patterns.pointing,
    patterns.claiming,
    patterns.naked_subsets(2),
    patterns.fish(2),
    patterns.hidden_subsets(2),
    arrangements.find,
    patterns.naked_subsets(3),
    patterns.fish(3),
    patterns.hidden_subsets(3),
    patterns.xy_wings,
    patterns.xyz_wings,
    patterns.naked_subsets(4),
    patterns.fish(4),
    patterns.hidden_subsets(4),
    chains.simple_colouring,
    chains.x_chains,
    chains.alternating_chains,
    contradictions.find,
    contradictions.find_nested,
)

SINGLES: tuple[Technique, ...] = (
    singles.last_values,
    singles.hidden_in_boxes,
    singles.hidden_in_lines,
    singles.naked,
)
"""The techniques that place digits."""

NAMES = (
    singles.LAST,
    signs.BOUNDS,
    singles.HIDDEN,
    signs.ONE_SIGN,
    singles.NAKED,
    signs.COUNTING,
    patterns.POINTING,
    patterns.CLAIMING,
    *(f"{kind} {size}" for size in patterns.SUBSETS.values() for kind in ("naked", "hidden")),
    *patterns.FISH.values(),
    arrangements.NAME,
    patterns.XY,
    patterns.XYZ,
    chains.COLOURING,
    chains.X_CHAIN,
    chains.CHAIN,
    contradictions.NAME,
    contradictions.NESTED,
)
"""The names of techniques in steps."""

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
    fish,
    locked,
    signs,
    singles,
    subsets,
    wings,
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
    locked.pointing,
    locked.claiming,
    subsets.naked(2),
    fish.fish(2),
    subsets.hidden(2),
    arrangements.find,
    subsets.naked(3),
    fish.fish(3),
    subsets.hidden(3),
    wings.xy_wings,
    wings.xyz_wings,
    subsets.naked(4),
    fish.fish(4),
    subsets.hidden(4),
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
    locked.POINTING,
    locked.CLAIMING,
    *(f"{kind} {size}" for size in subsets.SIZES.values() for kind in ("naked", "hidden")),
    *fish.NAMES.values(),
    arrangements.NAME,
    wings.XY,
    wings.XYZ,
    chains.COLOURING,
    chains.X_CHAIN,
    chains.CHAIN,
    contradictions.NAME,
    contradictions.NESTED,
)
"""The names of techniques in steps."""

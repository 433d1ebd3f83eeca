"""The techniques, cheapest first.

A technique is a function that returns all of its steps that a board allows, in an order that
depends only on the board.  `board.technique` makes a technique from a function that looks only at
the changes since the technique last had no step.
"""

from __future__ import annotations

from collections.abc import Mapping

from ineqsudoku.apps.explain.board import Technique
from ineqsudoku.apps.explain.techniques import (
    arrangements,
    chains,
    contradictions,
    patterns,
    signs,
    singles,
)
from ineqsudoku.messages import Message

TECHNIQUES: tuple[Technique, ...] = (
    singles.full_houses,
    singles.hidden_in_boxes,
    signs.bounds,
    singles.hidden_in_lines,
    signs.one_sign,
    singles.naked,
    signs.counting,
    patterns.pointing,
    patterns.claiming,
    patterns.naked_subsets(2),
    arrangements.up_to(2),
    patterns.fish(2),
    patterns.hidden_subsets(2),
    arrangements.up_to(4),
    patterns.naked_subsets(3),
    patterns.fish(3),
    patterns.hidden_subsets(3),
    arrangements.up_to(8),
    patterns.xy_wings,
    patterns.xyz_wings,
    patterns.naked_subsets(4),
    patterns.fish(4),
    patterns.hidden_subsets(4),
    chains.two_cells,
    chains.grouped,
    chains.alternating,
    contradictions.find,
)

NAMES: Mapping[str, Message] = {
    singles.FULL_HOUSE: Message("technique.full-house", "full house"),
    signs.BOUNDS: Message("technique.sign-bounds", "sign bounds"),
    singles.HIDDEN: Message("technique.hidden-single", "hidden single"),
    signs.ONE_SIGN: Message("technique.one-sign", "one sign"),
    singles.NAKED: Message("technique.naked-single", "naked single"),
    signs.COUNTING: Message("technique.counting", "counting"),
    patterns.POINTING: Message("technique.pointing", "pointing"),
    patterns.CLAIMING: Message("technique.claiming", "claiming"),
    "naked pair": Message("technique.naked-pair", "naked pair"),
    "hidden pair": Message("technique.hidden-pair", "hidden pair"),
    "naked triple": Message("technique.naked-triple", "naked triple"),
    "hidden triple": Message("technique.hidden-triple", "hidden triple"),
    "naked quad": Message("technique.naked-quad", "naked quad"),
    "hidden quad": Message("technique.hidden-quad", "hidden quad"),
    "X-wing": Message("technique.x-wing", "X-wing"),
    "swordfish": Message("technique.swordfish", "swordfish"),
    "jellyfish": Message("technique.jellyfish", "jellyfish"),
    arrangements.NAME: Message("technique.arrangements", "arrangements"),
    patterns.XY: Message("technique.xy-wing", "XY-wing"),
    patterns.XYZ: Message("technique.xyz-wing", "XYZ-wing"),
    chains.NAME: Message("technique.alternating-chain", "alternating chain"),
    contradictions.NAME: Message("technique.contradiction", "contradiction"),
}
"""The names of techniques for people, by their names in steps."""

CYCLE, DEAD_END = "cycle", "dead end"

_ENDS: Mapping[str, Message] = {
    CYCLE: Message("technique.cycle", "cycle"),
    DEAD_END: Message("technique.dead-end", "dead end"),
}
"""The last steps of proofs; no puzzle with a solution has them."""


def name_of(technique: str) -> Message:
    """Return the name of a technique or a last step for people."""
    return NAMES.get(technique) or _ENDS[technique]

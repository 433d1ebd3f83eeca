"""The engines by name, and the one that fits a puzzle best."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from operator import itemgetter
from typing import cast

from ineqsudoku.errors import UnsupportedPuzzleError
from ineqsudoku.geometry import BOX_OF, IN_BOX_PAIRS, NINE
from ineqsudoku.puzzle import ABSENT, NO_BORDER_SIGNS, NO_SIGNS, Puzzle
from ineqsudoku.search.enumeration import Engine, Enumeration, Searcher
from ineqsudoku.search.kernel import kernel

ENGINES = ("boxes", "rowmajor", "cells", "dlx")

NARROW = 160
"""Up to this `spread` the engine `boxes` is quicker than `cells` (`LOG.md`)."""

_SIGNS_OF_A_BOX = 12

_BY_BOX = itemgetter(
    *sorted(range(len(IN_BOX_PAIRS)), key=lambda place: BOX_OF[IN_BOX_PAIRS[place][0]])
)
"""The signs of a puzzle box after box."""


def searcher(name: str, puzzle: Puzzle) -> Searcher:
    """What runs an engine: its compiled kernel, if there is one, else its module.

    Raises `UnsupportedPuzzleError` when the engine cannot take the puzzle.
    """
    engine = module(name)
    if objection := engine.objection(puzzle):
        raise UnsupportedPuzzleError(f"the engine {name} cannot solve this: {objection}")
    return kernel(name, puzzle.geometry) or Enumeration(engine)


@cache
def module(name: str) -> Engine:
    """Raises `ValueError` for a name that no engine has."""
    if name not in ENGINES:
        raise ValueError(f"no engine {name!r}; there are auto, {', '.join(ENGINES)}")
    return cast(Engine, import_module(f"ineqsudoku.search.{name}"))


def choose(puzzle: Puzzle) -> str:
    """The engine that `auto` tries first.

    At 9×9 without signs on box borders `boxes`, as long as the spread of the puzzle is small,
    and `dlx` for plain givens; compiled, `cells` is quicker for these, too.  `cells` for all
    others and at all other sizes.
    """
    if puzzle.geometry is not NINE or puzzle.border_signs != NO_BORDER_SIGNS:
        return "cells"
    if ABSENT not in puzzle.signs or spread(puzzle) <= NARROW:
        return "boxes"
    if puzzle.signs == NO_SIGNS and not kernel("cells"):
        return "dlx"
    return "cells"


def spread(puzzle: Puzzle) -> int:
    """How many arrangements the boxes of a 9×9 puzzle leave open, as far as absent signs tell.

    Each absent sign about doubles the arrangements of its box, so this is the sum over the
    boxes of 2 to the number of their absent signs: 9 for a full layout, 36,864 without signs.
    """
    signs = _BY_BOX(puzzle.signs)
    return sum(
        1 << signs[start : start + _SIGNS_OF_A_BOX].count(ABSENT)
        for start in range(0, len(signs), _SIGNS_OF_A_BOX)
    )

"""The answer to `generate`: a new puzzle."""

from __future__ import annotations

from typing import Any, get_args

from ineqsudoku.explanation.rating import Level
from ineqsudoku.web.fields import UNPROCESSABLE, Fields, Object, refuse
from ineqsudoku.web.values import object_of

SEARCH_TIME = 8.0
"""Seconds after which no puzzle is found; less than a request may take."""

LARGEST_SEED = 2**53 - 1
"""The largest whole number that JavaScript represents exactly."""


def generate(value: object) -> Object:
    """A new puzzle, proven to be what is wished: the first that `ineqsudoku generate` prints.

    Whether the search ends in time depends on the machine; the puzzle does not.
    """
    from ineqsudoku.generation.sequence import generate as sequence
    from ineqsudoku.generation.values import UnmetWishError

    fields = Fields(value, "", ("seed", "kind", "size", "level", "signs"))
    seed = fields.whole("seed", 0, LARGEST_SEED)
    try:
        found = next(sequence(1, seed=seed, search_time=SEARCH_TIME, **_wishes(fields)), None)
    except UnmetWishError as error:
        refuse(str(error), UNPROCESSABLE)
    except ValueError as error:
        refuse(str(error))
    if found is None:
        refuse(
            f"no such puzzle was found within {SEARCH_TIME:g} seconds; try another seed",
            UNPROCESSABLE,
        )
    return {"seed": seed, "puzzle": object_of(found.puzzle)}


def _wishes(fields: Fields) -> dict[str, Any]:
    """The fields of `Wish` that a request has; others keep their defaults."""
    from ineqsudoku.generation.values import KINDS, MINIMAL, SIZES

    wishes: dict[str, Any] = {}
    if "kind" in fields:
        wishes["kind"] = fields.choice("kind", KINDS)
    if "level" in fields:
        wishes["level"] = fields.choice("level", get_args(Level))
    if "signs" in fields:
        wishes["signs"] = fields.choice("signs", (MINIMAL,))
    if "size" in fields:
        size = fields.whole("size", SIZES[0], SIZES[-1])
        if size not in SIZES:
            refuse(f"expected one of {', '.join(map(str, SIZES))} in 'size', found {size}")
        wishes["size"] = size
    return wishes

"""The answer to `generate`: a new puzzle."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from ineqsudoku.explanation.values import Level
from ineqsudoku.fields import Range
from ineqsudoku.generation.values import SIZES, Kind, UnmetWishError
from ineqsudoku.web.errors import UNPROCESSABLE, Object, refuse
from ineqsudoku.web.values import object_of

SEARCH_TIME = 8.0
"""Seconds after which no puzzle is found; less than a request may take."""

LARGEST_SEED = 2**53 - 1
"""The largest whole number that JavaScript represents exactly."""


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    """The seed and the wishes for a new puzzle, as in `Wish`."""

    seed: Annotated[int, Range(0, LARGEST_SEED)]
    kind: Kind | None = None
    size: Annotated[int, Range(SIZES[0], SIZES[-1])] | None = None
    level: Level | None = None
    signs: Literal["minimal"] | None = None


def generate(request: GenerateRequest) -> Object:
    """Return a new puzzle that meets the wish: the first that `ineqsudoku generate` prints.

    Whether the search ends in time depends on the machine; the puzzle does not.
    """
    from ineqsudoku.generation.sequence import generate as sequence

    if request.size not in (None, *SIZES):
        refuse(f"expected one of {', '.join(map(str, SIZES))} in 'size', found {request.size}")
    wishes = {name: wish for name, wish in asdict(request).items() if wish is not None}
    try:
        made = next(sequence(1, search_time=SEARCH_TIME, **wishes), None)
    except UnmetWishError as error:
        refuse(str(error), UNPROCESSABLE)
    except ValueError as error:
        refuse(str(error))
    if made is None:
        refuse(
            f"no such puzzle was found within {SEARCH_TIME:g} seconds; try another seed",
            UNPROCESSABLE,
        )
    return {"seed": request.seed, "puzzle": object_of(made.puzzle)}

"""Make one puzzle: candidates of random grids, each proven to be what is wished."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic

from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.generation.fewest import fewest
from ineqsudoku.generation.flaws import flawed
from ineqsudoku.generation.grids import random_grid
from ineqsudoku.generation.parts import (
    Parts,
    Set,
    all_givens,
    all_signs,
    layout,
    orbits,
    signs_inside,
)
from ineqsudoku.generation.randomness import SplitMix, derived
from ineqsudoku.generation.reduction import NODES, Reduction, drawn, shuffled
from ineqsudoku.generation.values import FEWEST, MINIMAL, Generated, UnmetWishError, Wish
from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import SearchResult, solve, solve_many

STATUS = {"0": "none", "1": "unique", "2+": "multiple"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a puzzle stands in a sequence; `repeat` counts the puzzles at this place that were
    images of earlier ones."""

    seed: int
    index: int
    repeat: int = 0

    @property
    def random(self) -> SplitMix:
        return SplitMix(derived("ineqsudoku", self.seed, self.index, self.repeat))


Made = Generated | UnmetWishError | None
"""A puzzle, or why there is none: the wish cannot be met, or (`None`) the time is over."""


def made(wish: Wish, places: list[Place], deadline: float | None = None) -> list[Made]:
    """What is made for each place; a puzzle depends on its place alone.

    `deadline` is a time of `time.monotonic`, which all processes of a machine share.
    """
    if wish.is_batched:
        return _layouts(wish, places, deadline)
    return [_made(wish, place, deadline) for place in places]


def _layouts(wish: Wish, places: list[Place], deadline: float | None) -> list[Made]:
    """Full layouts, of which many are searched in one call."""
    found: dict[Place, Made] = {}
    randoms = {place: place.random for place in places}
    for tried in range(1, wish.tries + 1):
        puzzles = [_layout(wish.geometry, random) for random in randoms.values()]
        results = solve_many(puzzles, limit=2, node_limit=NODES)
        for place, puzzle, result in zip([*randoms], puzzles, results, strict=True):
            if result.status == STATUS[wish.solutions]:
                found[place] = _proven(wish, place, puzzle, result, tried)
                del randoms[place]
        if not randoms:
            break
        if _is_over(deadline):
            return [found.get(place) for place in places]
    for place in randoms:
        found[place] = _unmet(wish, place, None)
    return [found[place] for place in places]


def _is_over(deadline: float | None) -> bool:
    return deadline is not None and monotonic() > deadline


def _layout(geometry: Geometry, random: SplitMix) -> Puzzle:
    return Puzzle.of(geometry, layout(geometry, random_grid(geometry, random.next())))


def _made(wish: Wish, place: Place, deadline: float | None) -> Made:
    random = place.random
    if wish.kill:
        from ineqsudoku.generation.climbing import climbed

        return climbed(wish, place.index, random, deadline)
    if wish.signs == FEWEST:
        return fewest(wish, place.index, random, deadline)
    nearest: Generated | None = None
    least = float("inf")
    for tried in range(1, wish.tries + 1):
        for puzzle in _candidates(wish, random):
            result = solve(puzzle, limit=2, node_limit=NODES)
            if result.status != STATUS[wish.solutions]:
                continue
            generated = _proven(wish, place, puzzle, result, tried)
            if wish.is_rated:
                generated = _rated(generated)
            missed = _missed(wish, generated)
            if not missed:
                return generated
            if missed < least:
                nearest, least = generated, missed
        if _is_over(deadline):
            return None
    return _unmet(wish, place, nearest)


def _proven(
    wish: Wish, place: Place, puzzle: Puzzle, result: SearchResult, tried: int
) -> Generated:
    solution: Grid | None = result.solutions[0] if wish.solutions == "1" else None
    return Generated(
        index=place.index,
        puzzle=puzzle,
        solutions=wish.solutions,
        solution=solution,
        steps=tried,
    )


def _rated(generated: Generated) -> Generated:
    from ineqsudoku.explanation.strategy import explain

    try:
        explanation = explain(generated.puzzle)
    except InvalidPuzzleError:  # The proof of `explain` was given up.
        return generated
    if not explanation.is_complete:
        return generated
    return replace(generated, level=explanation.level, rating=explanation.rating)


def _missed(wish: Wish, generated: Generated) -> float:
    """How far a puzzle is from the wish; 0 if it is what was wished."""
    missed = 0.0
    if isinstance(wish.signs, int):
        missed += abs(generated.signs - wish.signs)
    if wish.givens is not None:
        missed += abs(generated.givens - wish.givens)
    if wish.is_rated and generated.rating is None:
        missed += 20
    elif wish.is_rated and generated.rating is not None:
        missed += wish.level is not None and generated.level != wish.level
        if wish.rating:
            low, high = wish.rating
            missed += max(low - generated.rating, generated.rating - high, 0.0)
    return missed


def _unmet(wish: Wish, place: Place, nearest: Generated | None) -> UnmetWishError:
    if nearest is None:
        found = f"none has the status {STATUS[wish.solutions]!r}"
    else:
        found = f"the nearest has {nearest.signs} signs and {nearest.givens} givens"
        if nearest.rating is not None:
            found += f", level {nearest.level}, rating {nearest.rating}"
    grids = f"{wish.tries:,} grid{'s' * (wish.tries != 1)}"
    return UnmetWishError(
        f"puzzle {place.index + 1}: no puzzle of {grids} is as wished; {found}", nearest
    )


# --- candidates ---------------------------------------------------------------------------


def _candidates(wish: Wish, random: SplitMix) -> Iterator[Puzzle]:
    """Puzzles of the next random grid that may be what is wished; not yet proven."""
    line = random_grid(wish.geometry, random.next())
    parts = Parts(wish.geometry, line)
    if wish.solutions == "0":
        sound = _chosen(wish, parts, line, random)
        if sound is not None:
            yield from flawed(wish, parts.puzzle(sound), random)
        return
    kept = _chosen(wish, parts, line, random)
    if kept is not None:
        yield parts.puzzle(kept)


def _chosen(wish: Wish, parts: Parts, line: str, random: SplitMix) -> Set | None:
    """The parts of a candidate; `None` if the grid has none."""
    geometry = wish.geometry
    its = orbits(geometry, wish.symmetry)
    signs = {"full": signs_inside, "partial": signs_inside, "extended": all_signs}.get(
        wish.kind, lambda _: 0
    )(geometry)
    givens = all_givens(geometry)
    reducible = givens if wish.kind == "plain" else signs
    least = _least(wish, signs)
    kept = givens
    if wish.kind != "plain":
        kept = signs | drawn(its, givens, wish.givens or 0, random)
    if wish.solutions == "2+" or (wish.solutions == "0" and wish.flaw != "sign"):
        if least is None:
            return kept if wish.kind != "plain" else drawn(its, givens, len(line) // 5, random)
        return (kept & ~reducible) | drawn(its, reducible, least, random)
    reduction = Reduction(parts, line)
    if not reduction.is_unique(kept):
        return None
    if least is None:
        return kept
    kept = reduction.reduced(kept, shuffled(its, reducible, random), reducible, least)
    return None if reduction.gave_up and least == 0 else kept


def _least(wish: Wish, signs: Set) -> int | None:
    """The number of parts to leave; `None` for all, 0 for as few as possible."""
    if wish.kind == "plain":
        if wish.givens is None:
            return 0 if wish.solutions == "1" else None
        return wish.givens
    if wish.signs == MINIMAL:
        return 0
    if isinstance(wish.signs, int):
        return wish.signs
    return signs.bit_count() * 2 // 3 if wish.kind == "partial" else None

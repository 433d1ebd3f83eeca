"""New puzzles: `generate` yields a sequence of different puzzles, `make` those at given indices.

Candidates are drawn from random grids until one is proven to meet the options.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any

from ineqsudoku.apps.batch.ordered_map import map_ordered
from ineqsudoku.apps.explain.strategy import rounds, start
from ineqsudoku.apps.explain.values import level, level_name
from ineqsudoku.apps.generate.canonical import KnownForms, add_if_new
from ineqsudoku.apps.generate.climbing import climb_for_targets
from ineqsudoku.apps.generate.flaws import make_flawed
from ineqsudoku.apps.generate.grids import STRIDE, bound_grid, has_free_cycle, layout, random_grid
from ineqsudoku.apps.generate.parts import GIVENS, NODES, SIGNS, Parts, Reduction, Set, draw
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.targets import counters
from ineqsudoku.apps.generate.values import (
    MINIMAL,
    TRIES,
    Generated,
    GenerationError,
    PuzzleOptions,
    Resources,
    Slot,
    deadline_after,
    of_puzzle,
)
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.geometry import CELLS, IN_BOX_PAIRS
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import GIVENS as NUMBER_OF_GIVENS, SIGNS as NUMBER_OF_SIGNS, Grid, Puzzle
from ineqsudoku.search import EngineChoice, SearchResult, solve, solve_many

CHUNK = 256
"""The most full layouts that are made in one call."""

REPEATS = 100
"""The most puzzles at one place of the sequence that may be images of earlier ones."""

ALONE = Resources()
"""The resources of this process alone, without a time limit."""

STATUS = {"0": "none", "1": "unique", "2+": "multiple"}

_NONE_PROVEN = {
    "0": Message("generate.none-of-none", "none is proven to have no solution"),
    "1": Message("generate.none-of-one", "none is proven to have exactly one solution"),
    "2+": Message("generate.none-of-several", "none is proven to have several solutions"),
}


_GRIDS = Message("generate.grids", "grids tried")
"""The work that is reported as progress."""

Made = Generated | GenerationError | None
"""A puzzle; or an error, if the options cannot be met; or `None`, if the time is over."""


def generate(
    count: int | None = None,
    *,
    seed: int,
    search_time: float | None = None,
    **options: Any,
) -> Iterator[Generated]:
    """Yield `count` new puzzles (`None`: without end) that are proven to meet the options.

    `options` are the fields of `PuzzleOptions`.  A puzzle depends only on the seed, the options and
    the puzzles before it.  No two puzzles are images of one another under the symmetries of
    `canonical`.  The sequence ends after `search_time` seconds of wall-clock time.

    Raises `GenerationError` when no puzzle tried meets the options.  Raises `ValueError` at once,
    not with the first puzzle, for options out of range, and `IneqSudokuError` if `kill` is given
    and the kernels are not compiled.
    """
    chosen = PuzzleOptions(**options)
    if count is not None and count < 0:
        raise ValueError(f"count is {count}, but must be at least 0 or None")
    if search_time is not None and not search_time > 0:
        raise ValueError(f"search_time is {search_time}, but must be positive or None")
    if chosen.kill:
        counters()
    return puzzles(chosen, seed, count, Resources(deadline_after(search_time)))


def puzzles(
    options: PuzzleOptions, seed: int, count: int | None, resources: Resources
) -> Generator[Generated, None, None]:
    """Yield puzzles as `generate` does."""
    todo = chunks(options, seed, count)
    if options.kill or resources.workers == 1:
        # Made here: a chunk is yielded as soon as it is made, while `map_ordered` collects several.
        yield from distinct(
            options, seed, map(partial(make, options, resources=resources), todo), resources
        )
        return
    elsewhere = partial(make, options, resources=resources.for_worker)
    with closing(map_ordered(elsewhere, todo, resources.workers)) as values:
        yield from distinct(options, seed, values, resources)


def chunks(options: PuzzleOptions, seed: int, count: int | None) -> Iterator[list[Slot]]:
    """Yield `count` places in chunks, one for each call of `make`; `None`: without end.

    The size of a chunk does not affect the puzzles.
    """
    start = 0
    size, most = 1, CHUNK if options.is_batched else 1
    while count is None or start < count:
        end = start + size if count is None else min(start + size, count)
        yield [Slot(seed, index) for index in range(start, end)]
        start, size = end, min(2 * size, most)


def distinct(
    options: PuzzleOptions, seed: int, values: Iterable[list[Made]], resources: Resources = ALONE
) -> Iterator[Generated]:
    """Yield the puzzles in order; replace a puzzle that is an image of an earlier one.

    The sequence ends when the time is over.  Raises `GenerationError`.
    """
    known: KnownForms = {}
    for chunk in values:
        for value in chunk:
            new = _new(options, seed, value, known, resources)
            if new is None:
                return
            yield new
            if resources.is_over:
                return


def _new(
    options: PuzzleOptions, seed: int, value: Made, known: KnownForms, resources: Resources
) -> Generated | None:
    for repeat in range(1, REPEATS + 1):
        if isinstance(value, GenerationError):
            raise value
        if value is None or add_if_new(value.puzzle, known):
            return value
        (value,) = make(options, [Slot(seed, value.index, repeat)], resources)
    if isinstance(value, GenerationError):
        raise value
    if value is None:
        return None
    raise GenerationError(of_puzzle(value.index, _IMAGES), value)


_IMAGES = Message(
    "generate.images",
    "{number} puzzles in a row were images of earlier ones; there may be no further ones",
    number=REPEATS,
)


def make(options: PuzzleOptions, places: list[Slot], resources: Resources = ALONE) -> list[Made]:
    """Return the puzzles for some places of a sequence.

    A puzzle depends only on the options and its place.
    """
    if options.is_batched:
        return _layouts(options, places, resources)
    return [_make(options, place, resources) for place in places]


def _layouts(options: PuzzleOptions, places: list[Slot], resources: Resources) -> list[Made]:
    """Make full layouts; one call searches many of them."""
    puzzles: dict[Slot, Made] = {}
    sources = {place: _candidates(options, place.random) for place in places}
    while sources and not resources.is_over:
        tried: list[tuple[Slot, int, Puzzle]] = []
        for place, source in [*sources.items()]:
            grids, puzzle = next(source, (TRIES, None))
            if puzzle:
                tried.append((place, grids, puzzle))
            elif grids == TRIES:
                puzzles[place] = _unmet(options, place, None)
                del sources[place]
        if tried:
            resources.progress(_GRIDS, min(grids for _, grids, _ in tried), TRIES)
        results = solve_many([puzzle for _, _, puzzle in tried], limit=2, node_limit=NODES)
        for (place, grids, puzzle), result in zip(tried, results, strict=True):
            if result.status == STATUS[options.solutions]:
                puzzles[place] = _generated(options, place, puzzle, result, grids)
                del sources[place]
    return [puzzles.get(place) for place in places]


def _make(options: PuzzleOptions, place: Slot, resources: Resources) -> Made:
    random = place.random
    if options.kill:
        return climb_for_targets(options, place.index, random, resources)
    nearest: Generated | None = None
    least = float("inf")
    engine: EngineChoice = "cells" if options.least_nodes else "auto"
    for tried, puzzle in _candidates(options, random):
        if resources.is_over:
            return None
        resources.progress(_GRIDS, tried, TRIES)
        if puzzle is None:
            continue
        result = solve(puzzle, limit=2, engine=engine, node_limit=NODES)
        if result.status != STATUS[options.solutions]:
            continue
        generated = _generated(options, place, puzzle, result, tried)
        if options.level and result.nodes >= options.least_nodes:
            generated = _rate(generated, options.is_too_hard)
        missed = _distance(options, generated)
        if not missed:
            return generated
        if missed < least:
            nearest, least = generated, missed
    return _unmet(options, place, nearest)


def _generated(
    options: PuzzleOptions, place: Slot, puzzle: Puzzle, result: SearchResult, tried: int
) -> Generated:
    solution: Grid | None = result.solutions[0] if options.solutions == "1" else None
    return Generated(
        index=place.index,
        puzzle=puzzle,
        solutions=options.solutions,
        solution=solution,
        steps=tried,
    )


def _rate(generated: Generated, is_too_hard: Callable[[float], bool]) -> Generated:
    """Return the puzzle with its level and rating.

    Rating stops once the puzzle is too hard, because the remaining steps may take long; then the
    level and rating are those of the steps so far.
    """
    try:
        board = start(generated.puzzle)
    except InvalidPuzzleError:  # The proof of `start` was given up.
        return generated
    rating = 0.0
    for steps in rounds(board):
        rating = max(rating, *(step.rating for step in steps))
        if is_too_hard(rating):
            break
    else:
        if board.unsolved:
            return generated
    return replace(generated, level=level(rating), rating=rating)


def _distance(options: PuzzleOptions, generated: Generated) -> float:
    """Return the distance of a puzzle from the options; 0 if it meets the options."""
    missed = 0.0
    if isinstance(options.signs, int):
        missed += abs(generated.signs - options.signs)
    if options.level and generated.level is None:
        missed += 20
    elif generated.level != options.level:
        missed += 1
    return missed


def _unmet(options: PuzzleOptions, place: Slot, nearest: Generated | None) -> GenerationError:
    if nearest and options.level:
        nearest = _rate(nearest, lambda _: False)
    nearest_is = _describe(nearest) if nearest else _NONE_PROVEN[options.solutions]
    reason = _UNMET.fill(grids=f"{TRIES:,}", nearest=nearest_is)
    return GenerationError(of_puzzle(place.index, reason), nearest)


_UNMET = Message("generate.unmet", "no puzzle from {grids} grids meets the options; {nearest}")
_NEAREST = Message("generate.nearest", "the nearest puzzle has {signs} and {givens}")
_NEAREST_RATED = Message(
    "generate.nearest-rated",
    "the nearest puzzle has {signs} and {givens}, level {level}, rating {rating}",
)


def _describe(nearest: Generated) -> Message:
    signs = NUMBER_OF_SIGNS.fill(n=nearest.signs)
    givens = NUMBER_OF_GIVENS.fill(n=nearest.givens)
    if nearest.rating is None or nearest.level is None:
        return _NEAREST.fill(signs=signs, givens=givens)
    name, rating = level_name(nearest.level), f"{nearest.rating}"
    return _NEAREST_RATED.fill(signs=signs, givens=givens, level=name, rating=rating)


# --- candidates ---------------------------------------------------------------------------


def _candidates(options: PuzzleOptions, random: SplitMix) -> Iterator[tuple[int, Puzzle | None]]:
    """Yield the number of random grids so far, and a puzzle that may meet the options; unproven.

    Sometimes yields `None` for the puzzle, so that the caller can end a search without candidates.
    """
    tried = 0
    while tried < TRIES:
        if options.kind == "full" and options.solutions == "1":
            drawn, bound = bound_grid(random.next(), min(STRIDE, TRIES - tried))
            tried += drawn
            yield tried, layout(bound) if bound else None
            continue
        tried += 1
        line = random_grid(random.next())
        if options.is_batched:
            yield tried, layout(line)
            continue
        for puzzle in _of_grid(options, line, random):
            yield tried, puzzle
        yield tried, None


def _of_grid(options: PuzzleOptions, line: str, random: SplitMix) -> Iterator[Puzzle]:
    parts = Parts(line)
    kept = _chosen(options, parts, random)
    if kept is None:
        return
    if options.solutions == "0":
        yield from make_flawed(options, parts.puzzle(kept), random)
    else:
        yield parts.puzzle(kept)


def _chosen(options: PuzzleOptions, parts: Parts, random: SplitMix) -> Set | None:
    """Return the parts of a candidate; `None` if the grid gives no candidate."""
    least = _least(options)
    every = GIVENS if options.kind == "plain" else SIGNS
    if options.kind != "plain":
        random.skip(len(CELLS) - 1)  # Published seeds keep their puzzles.
    if options.solutions != "1" and options.flaw != "sign":
        return every if least is None else draw(every, least, random)
    if every == SIGNS and has_free_cycle(parts.line):
        return None
    reduction = Reduction(parts)
    if not reduction.is_unique(every):
        return None
    if least is None:
        return every
    kept = reduction.reduce(every, least, random)
    return None if reduction.gave_up and least == 0 else kept


def _least(options: PuzzleOptions) -> int | None:
    """Return the number of parts to keep; `None` for all, 0 for as few as possible."""
    if options.kind == "plain":
        return 0 if options.solutions == "1" else len(CELLS) // 5
    if options.kind == "partial" and options.signs is None:
        return len(IN_BOX_PAIRS) * 2 // 3
    return 0 if options.signs == MINIMAL else options.signs

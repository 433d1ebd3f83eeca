"""`generate`: a sequence of different puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import time
from typing import Any

from ineqsudoku.generation.canonical import canonical, likeness
from ineqsudoku.generation.makers import ALONE, Made, Place, made
from ineqsudoku.generation.means import Means, Program
from ineqsudoku.generation.targets import counters
from ineqsudoku.generation.values import Generated, UnmetWishError, Wish
from ineqsudoku.geometry import NINE
from ineqsudoku.puzzle import Puzzle

CHUNK = 256
"""The most full layouts that are made in one call."""

REPEATS = 100
"""The most puzzles at one place of the sequence that may be images of earlier ones."""


def generate(
    count: int | None = None,
    *,
    seed: int,
    search_time: float | None = None,
    against: Program | None = None,
    **wishes: Any,
) -> Iterator[Generated]:
    """Yield `count` new puzzles (`None`: without end) that are proven to meet the wish.

    `wishes` are the fields of `Wish`.  A puzzle depends only on the seed, the wishes and the
    puzzles before it.  No two puzzles are images of one another under the symmetries of
    `canonical`.  The sequence ends after `search_time` seconds of wall-clock time.

    With `against`, the puzzles are full 9×9 layouts on which a program fails.  `against` is called
    with a layout and its only solution, and returns a `Trial`; a trial with a `failure` makes the
    layout a puzzle of the sequence.  These puzzles also depend on the times of the trials.

    Raises `UnmetWishError` when no puzzle tried meets the wish.  Raises `ValueError` at once, not
    with the first puzzle, for wishes out of range, and `IneqSudokuError` if `kill` or `against` is
    wished and the kernels are not compiled.
    """
    wish = Wish(**wishes)
    if count is not None and count < 0:
        raise ValueError(f"count is {count}, but must be at least 0 or None")
    if search_time is not None and not search_time > 0:
        raise ValueError(f"search_time is {search_time}, but must be positive or None")
    if against and not wish.is_killable:
        raise ValueError("puzzles against a program are full 9×9 layouts without other wishes")
    if against or wish.kill:
        counters()
    return _puzzles(wish, seed, count, search_time, against)


def _puzzles(
    wish: Wish, seed: int, count: int | None, search_time: float | None, against: Program | None
) -> Iterator[Generated]:
    deadline = None if search_time is None else time() + search_time
    means = Means(deadline, against=against)
    values = map(partial(made, wish, means=means), chunks(wish, seed, 0, count, means))
    yield from distinct(wish, seed, values, means)


def chunks(
    wish: Wish, seed: int, start: int, count: int | None, means: Means = ALONE
) -> Iterator[list[Place]]:
    """Yield the places from `start` up to `count`, as many together as one call should make.

    The size of a chunk does not affect the puzzles.
    """
    size, most = 1, CHUNK if wish.is_batched and not means.against else 1
    while count is None or start < count:
        end = start + size if count is None else min(start + size, count)
        yield [Place(seed, index) for index in range(start, end)]
        start, size = end, min(2 * size, most)


def distinct(
    wish: Wish,
    seed: int,
    values: Iterable[list[Made]],
    means: Means = ALONE,
    before: Iterable[Puzzle] = (),
) -> Iterator[Generated]:
    """Yield the puzzles in order; replace a puzzle that is an image of an earlier one.

    `before`: the puzzles at the earlier places.  The sequence ends when the time is over.
    Raises `UnmetWishError`.
    """
    known = Known()
    for puzzle in before:
        known.add(puzzle)
    for chunk in values:
        for value in chunk:
            new = _new(wish, seed, value, known, means)
            if new is None:
                return
            yield new
            if means.is_over:
                return


def _new(wish: Wish, seed: int, value: Made, known: Known, means: Means) -> Generated | None:
    for repeat in range(1, REPEATS + 1):
        if isinstance(value, UnmetWishError):
            raise value
        if value is None or known.add(value.puzzle):
            return value
        (value,) = made(wish, [Place(seed, value.index, repeat)], means)
    if isinstance(value, UnmetWishError):
        raise value
    if value is None:
        return None
    raise UnmetWishError(
        f"puzzle {value.index + 1}: {REPEATS} puzzles as wished are images of earlier ones", value
    )


class Known:
    """The puzzles of a sequence so far, under the symmetries that keep signs."""

    __slots__ = ("_by_likeness",)

    def __init__(self) -> None:
        self._by_likeness: dict[tuple[object, ...], list[Puzzle]] = {}

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle; return whether no image of it was known."""
        alike = self._by_likeness.setdefault(likeness(puzzle), [])
        form = _form(puzzle)
        if alike and form(puzzle) in map(form, alike):
            return False
        alike.append(puzzle)
        return True


def _form(puzzle: Puzzle) -> Callable[[Puzzle], Puzzle]:
    """Return the canonical form of a puzzle, or the puzzle itself at 16×16 without signs."""
    return canonical if puzzle.geometry.size <= NINE.size or not puzzle.is_plain else _itself


def _itself(puzzle: Puzzle) -> Puzzle:
    return puzzle

"""What `generate` does: puzzles on standard output, or files and a manifest in a folder."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

import click

from ineqsudoku.batch import ordered_map
from ineqsudoku.batch.exit_codes import NO, YES
from ineqsudoku.batch.ordered_map import Executor, map_ordered
from ineqsudoku.cli.generate.order import Order
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.progress import tracked
from ineqsudoku.conversion import write
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.generation.makers import made
from ineqsudoku.generation.sequence import chunks, distinct
from ineqsudoku.generation.values import Generated, UnmetWishError
from ineqsudoku.puzzle import Puzzle


class _Step(NamedTuple):
    """A puzzle as the progress bar counts it."""

    generated: Generated
    size: int = 1
    puzzles: int = 1


def generate(
    order: Order, folder: str | None, resume: bool, jobs: int | None, cluster: str | None
) -> int:
    """Make and write the puzzles of an order; the exit code.

    Raises `IneqSudokuError` and `OSError`.
    """
    with ordered_map.opened(cluster, jobs) as executor:
        if folder is None:
            return _printed(order, executor)
        return _written(order, folder, resume, executor)


def _written(order: Order, folder: str, resume: bool, executor: Executor) -> int:
    from ineqsudoku.cli.generate.manifest import opened

    with opened(folder, order, resume) as manifest:
        before = [puzzle.puzzle for puzzle in manifest.puzzles]
        steps = _steps(order, before, executor, shown=True)
        code, reason = _each(order, steps, manifest.add, len(manifest.puzzles))
        manifest.finish(reason)
    return code


def _printed(order: Order, executor: Executor) -> int:
    separator = FORMATS[order.to].separator or ""

    def show(generated: Generated) -> None:
        text = write(generated.puzzle, order.to)
        click.echo(separator * (generated.index > 0) + text, nl=False)

    return _each(order, _steps(order, [], executor, shown=False), show, 0)[0]


def _steps(
    order: Order, before: list[Puzzle], executor: Executor, shown: bool
) -> Generator[_Step, None, None]:
    """The puzzles after those before; a bar shows how far they have come."""
    wish, seed = order.wish, order.seed
    deadline = None if order.search_time is None else monotonic() + order.search_time
    todo = chunks(wish, seed, len(before), order.count)
    values = map_ordered(partial(made, wish, deadline=deadline), todo, executor)
    with closing(values):
        puzzles = map(_Step, distinct(wish, seed, values, before, deadline))
        bar = tracked(puzzles, order.count - len(before), wanted=shown)
        with closing(bar):
            yield from bar


def _each(
    order: Order, steps: Generator[_Step, None, None], add: Callable[[Generated], None], done: int
) -> tuple[int, dict[str, Any] | None]:
    """Write each puzzle; the exit code, and why there are fewer than ordered."""
    with closing(steps):
        try:
            for step in steps:
                add(step.generated)
                done += 1
        except UnmetWishError as error:
            tell(str(error))
            return NO, {"reason": str(error), "nearest": _nearest(order, error)}
    if done == order.count:
        return YES, None
    reason = f"the search time was over after {done:,} of {order.count:,} puzzles"
    tell(reason)
    return NO, {"reason": reason, "nearest": None}


def _nearest(order: Order, error: UnmetWishError) -> dict[str, Any] | None:
    """The nearest puzzle as the manifest shows it; it is also printed on standard error."""
    if error.nearest is None:
        return None
    text = write(error.nearest.puzzle, order.to)
    tell(text.rstrip("\n"))
    return {**error.nearest.to_dict(), "puzzle": text}

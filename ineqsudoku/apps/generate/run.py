"""Run `generate`: write puzzles to standard output, or files and a manifest to a folder."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from ineqsudoku.apps.batch.ordered_map import cores, open_workers
from ineqsudoku.apps.cli.exits import NO, YES
from ineqsudoku.apps.cli.files import open_text
from ineqsudoku.apps.cli.progress import ProgressReporter, track
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.cli.streams import print_message, warn_without_kernel
from ineqsudoku.apps.generate.against import Against, compile_program, find_failing
from ineqsudoku.apps.generate.folder import PuzzleFolder, Shortfall, require_free
from ineqsudoku.apps.generate.sequence import puzzles
from ineqsudoku.apps.generate.targets import counters
from ineqsudoku.apps.generate.values import (
    Generated,
    GenerationError,
    PuzzleOptions,
    Resources,
    deadline_after,
    of_puzzle,
)
from ineqsudoku.formats import FORMATS, WritableFormat, write
from ineqsudoku.messages import Message


@dataclass(frozen=True, slots=True)
class Order:
    """A call of `generate`: the number of puzzles, and everything that determines them."""

    count: int
    seed: int
    options: PuzzleOptions
    to: WritableFormat
    search_time: float | None = None
    against: Against | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the order as in the manifest."""
        return {
            "count": self.count,
            "seed": self.seed,
            "format": self.to,
            **asdict(self.options),
            "against": asdict(self.against) if self.against else None,
        }


class _Step(NamedTuple):
    """A puzzle as a step of the progress bar."""

    generated: Generated
    size: int = 1
    puzzles: int = 1


def generate(
    order: Order, output: str | None, folder: Path | None, jobs: int | None, cluster: str | None
) -> int:
    """Make and write the puzzles of an order; return the exit code.

    They go to the `folder` if there is one, else to the file `output`, which is standard output
    for `-` and `None`.  Raises `IneqSudokuError` and `OSError`.
    """
    warn_without_kernel()
    if order.options.kill:
        counters()
    if folder:
        require_free(folder, order.count)
    # The search for a killer or for a failing test has a bar of its own; other puzzles share one.
    has_own_bar = bool(order.options.kill or order.against)
    watch = ProgressReporter(scrolls=folder is None or not has_own_bar)
    with (
        watch,
        open_workers(cluster, jobs, cores()) as workers,
        compile_program(order.against) if order.against else nullcontext() as program,
    ):
        resources = Resources(deadline_after(order.search_time), workers, watch)
        made = (
            find_failing(program, order.count, order.seed, resources)
            if program
            else puzzles(order.options, order.seed, order.count, resources)
        )
        is_shown = folder is not None and not has_own_bar
        steps = track(map(_Step, made), order.count, wanted=is_shown)
        with closing(made), closing(steps):
            if folder:
                return _write(order, folder, steps, watch)
            programs = [] if order.against is None else [Source(order.against.program)]
            with open_text(output, programs) as stream:
                return _print(order, stream, steps, watch)


Steps = Generator[_Step, None, None]


def _write(order: Order, path: Path, steps: Steps, watch: ProgressReporter) -> int:
    folder = PuzzleFolder(path, order.to)

    def add(generated: Generated) -> None:
        folder.add(generated)
        watch.next_puzzle()

    code, shortfall = _write_all(order, steps, add)
    folder.finish(order.to_dict(), shortfall)
    return code


def _print(order: Order, stream: TextIO, steps: Steps, watch: ProgressReporter) -> int:
    separator = FORMATS[order.to].separator or ""

    def show(generated: Generated) -> None:
        watch.next_puzzle()
        text = write(generated.puzzle, order.to)
        stream.write(separator * (generated.index > 0) + text)
        stream.flush()

    return _write_all(order, steps, show)[0]


def _write_all(
    order: Order, steps: Steps, add: Callable[[Generated], None]
) -> tuple[int, Shortfall | None]:
    """Write the puzzles; return the exit code, and why there are fewer than ordered."""
    done = 0
    try:
        for step in steps:
            generated = step.generated
            add(generated)
            done += 1
            if generated.failure:
                failure = _FAILURE.fill(failure=generated.failure, n=generated.steps)
                print_message(of_puzzle(generated.index, failure))
    except GenerationError as error:
        print_message(error.message)
        return NO, Shortfall(error.message, _nearest(order, error))
    if done == order.count:
        return YES, None
    reason = _TIME_OVER.fill(made=f"{done:,}", count=f"{order.count:,}")
    print_message(reason)
    return NO, Shortfall(reason)


_FAILURE = Message("generate.failure", "{failure}; tried {n} test", "{failure}; tried {n} tests")
_TIME_OVER = Message(
    "generate.time-over", "the search time was over after {made} of {count} puzzles"
)


def _nearest(order: Order, error: GenerationError) -> dict[str, Any] | None:
    """Return the nearest puzzle as in the manifest; also print it on standard error."""
    if error.nearest is None:
        return None
    text = write(error.nearest.puzzle, order.to)
    print_message(text.rstrip("\n"))
    return {**error.nearest.to_dict(), "puzzle": text}

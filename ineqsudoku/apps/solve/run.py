"""Run `solve`: solve puzzles and print the solutions."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, TextIO

from ineqsudoku.apps.batch.ordered_map import Executor, map_ordered, open_executor
from ineqsudoku.apps.batch.outcomes import Note, Outcome, Progress, Quota, Write
from ineqsudoku.apps.batch.output_folder import OutputFolder, open_folder
from ineqsudoku.apps.cli.exits import YES
from ineqsudoku.apps.cli.files import open_text
from ineqsudoku.apps.cli.progress import track
from ineqsudoku.apps.cli.sources import Source, sources, total_size
from ineqsudoku.apps.cli.streams import tell, warn_without_kernel
from ineqsudoku.apps.solve.pipeline import JSON, Task, items, solve_item, unshown_messages


class SolveOptions(NamedTuple):
    """The options of a call of `solve`; `output` is `None` for standard output."""

    task: Task
    format: str
    output: str | None
    output_dir: str | None
    resume: bool
    jobs: int | None
    cluster: str | None


def solve(paths: Sequence[str], options: SolveOptions) -> int:
    """Solve all puzzles and print the results; return the exit code.

    Raises `IneqSudokuError` and `OSError`.
    """
    warn_without_kernel()
    inputs = list(sources(paths))
    with (
        open_executor(options.cluster, options.jobs) as executor,
        _output(inputs, options) as output,
    ):
        return _solve(inputs, options, output, executor)


@contextmanager
def _output(inputs: Sequence[Source], options: SolveOptions) -> Iterator[OneStream | OutputFolder]:
    """Return a context with the output that the options ask for."""
    # JSON names sources.
    has_headings = len(inputs) > 1 and options.task.to != JSON
    if options.output_dir is not None:
        with _output_folder(options.output_dir, inputs, options) as folder:
            yield folder
    elif options.output is not None:
        with open_text(options.output, inputs) as stream:
            yield OneStream(stream, has_headings)
    else:
        yield OneStream(sys.stdout, has_headings)


def _output_folder(
    name: str, inputs: Sequence[Source], options: SolveOptions
) -> AbstractContextManager[OutputFolder]:
    identities = "\0".join(source.identity for source in inputs)
    order = {
        "sources": sha256(identities.encode("utf-8", "surrogateescape")).hexdigest(),
        "format": options.format,
        **options.task._asdict(),
    }
    del order["messages"]  # They are not part of what is written.
    return open_folder(Path(name), inputs, order, options.resume, tell)


def _solve(
    inputs: Sequence[Source],
    options: SolveOptions,
    output: OneStream | OutputFolder,
    executor: Executor,
) -> int:
    """Write the outcomes of all sources; return the highest of their exit codes."""
    task = options.task
    before = dict(output.progress)
    code = max((progress.code for progress in before.values()), default=YES)
    failed: set[int] = set()
    todo = items(inputs, options.format, before, failed)
    outcomes = map_ordered(partial(solve_item, task=task), todo, executor)
    with closing(outcomes), closing(_with_bar(outcomes, inputs, output)) as bar:
        for source, of_source in groupby(bar, key=attrgetter("source")):
            quota = Quota(task.messages, before.get(source.place, Progress()).messages)
            with output.for_source(source) as write:
                for outcome in of_source:
                    if source.place in failed:
                        continue
                    notes = _admit(outcome, quota)
                    write(outcome, quota.counts)
                    code = max(code, outcome.code)
                    for note in notes:
                        tell(str(note))
                    if outcome.failed:
                        failed.add(source.place)
            for message in unshown_messages(quota):
                tell(f"{source.name}: {message}")
    return code


def _admit(outcome: Outcome, quota: Quota) -> list[Note]:
    """Return the messages of an outcome that are within the quota of its source."""
    notes = [note for note in outcome.notes if not note.kind or quota.admit(note.kind)]
    for kind, number in outcome.unshown.items():
        quota.add(kind, number)
    return notes


def _with_bar(
    outcomes: Generator[Outcome, None, None],
    inputs: Sequence[Source],
    output: OneStream | OutputFolder,
) -> Generator[Outcome, None, None]:
    """Yield the outcomes, with a progress bar unless the results appear on the same terminal."""
    if output.scrolls or not sys.stderr.isatty():
        return outcomes
    return track(outcomes, total_size(inputs), wanted=True)


class OneStream:
    """Writes all sources to one stream; on a terminal, optionally under their names.

    Raises `OSError`.
    """

    progress: Mapping[int, Progress] = {}

    def __init__(self, stream: TextIO, headings: bool) -> None:
        self._stream = stream
        self._has_headings = headings and self.scrolls
        self._is_first = True

    @property
    def scrolls(self) -> bool:
        return self._stream.isatty()

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        is_begun = False

        def write(outcome: Outcome, _: Mapping[str, int]) -> None:
            nonlocal is_begun
            if outcome.text:
                if not is_begun:
                    self._begin(source, outcome)
                self._stream.write(outcome.output(follows=is_begun))
                is_begun = True

        yield write
        self._stream.flush()

    def _begin(self, source: Source, outcome: Outcome) -> None:
        if not self._is_first:
            self._stream.write("\n" if self._has_headings else outcome.separator)
        if self._has_headings:
            self._stream.write(f"{source.name}:\n")
        self._is_first = False

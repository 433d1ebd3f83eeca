"""Run `solve`: solve puzzles and print the solutions."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, TextIO

from ineqsudoku.apps.batch.ordered_map import Workers, cores, map_ordered, open_workers
from ineqsudoku.apps.cli.exits import YES
from ineqsudoku.apps.cli.files import open_output, open_text, require_targets
from ineqsudoku.apps.cli.progress import track
from ineqsudoku.apps.cli.sources import Source, sources, total_size
from ineqsudoku.apps.cli.streams import print_message, warn_without_kernel
from ineqsudoku.apps.names import message_of
from ineqsudoku.apps.solve.answers import JSON, Answers, Task, answer, pieces, unshown_messages
from ineqsudoku.messages import Message

SUFFIX = ".out"
"""The suffix of the files of `--output-dir`."""


class SolveOptions(NamedTuple):
    """The options of a call of `solve`; `output` is `None` for standard output."""

    task: Task
    format: str
    output: str | None
    output_dir: str | None
    skip_existing: bool
    jobs: int | None
    cluster: str | None


_SKIPPED = Message(
    "solve.skipped", "{n} file skipped: its output exists", "{n} files skipped: their outputs exist"
)


def solve(paths: Sequence[str], options: SolveOptions) -> int:
    """Solve all puzzles and print the results; return the exit code.

    Raises `IneqSudokuError` and `OSError`.
    """
    warn_without_kernel()
    inputs = list(sources(paths))
    with open_workers(options.cluster, options.jobs, cores()) as workers:
        if options.output_dir is None:
            with open_text(options.output, inputs) as stream:
                # JSON names sources.
                has_headings = len(inputs) > 1 and options.task.to != JSON
                return _solve(inputs, options, OneStream(stream, has_headings), workers)
        folder = OutputFolder(Path(options.output_dir), inputs)
        todo = folder.missing() if options.skip_existing else inputs
        if skipped := len(inputs) - len(todo):
            print_message(_SKIPPED.fill(n=skipped))
        return _solve(todo, options, folder, workers)


def _solve(
    inputs: Sequence[Source],
    options: SolveOptions,
    output: OneStream | OutputFolder,
    workers: Workers,
) -> int:
    """Write the answers to all sources; return the highest of their exit codes."""
    task, code = options.task, YES
    failed: set[Source] = set()
    todo = pieces(inputs, options.format, failed)
    answers = map_ordered(partial(answer, task=task), todo, workers)
    with closing(answers), closing(_with_bar(answers, inputs, output)) as bar:
        for source, of_source in groupby(bar, key=attrgetter("source")):
            counts: Counter[str] = Counter()
            with output.for_source(source) as write:
                for one in of_source:
                    if source in failed:
                        continue
                    write(one)
                    code = max(code, one.code)
                    _tell_notes(one, counts, task.messages)
                    if one.failed:
                        failed.add(source)
            for message in unshown_messages(counts, task.messages):
                print_message(f"{source.name}: {message}")
    return code


def _tell_notes(answers: Answers, counts: Counter[str], most: int) -> None:
    """Print the notes on a piece, up to `most` of a kind per source.

    `counts` are the notes on the source so far; those of the piece are added.
    """
    shown = counts.copy()
    for kind, place, what in answers.notes:
        shown[kind] += bool(kind)
        if shown[kind] <= most or not kind:
            print_message(f"{place}{message_of(what) if isinstance(what, Exception) else what}")
    counts.update(answers.counts)


def _with_bar(
    answers: Generator[Answers, None, None],
    inputs: Sequence[Source],
    output: OneStream | OutputFolder,
) -> Generator[Answers, None, None]:
    """Yield the answers, with a progress bar unless the results appear on the same terminal."""
    if output.scrolls or not sys.stderr.isatty():
        return answers
    return track(answers, total_size(inputs), wanted=True)


Write = Callable[[Answers], object]
"""Writes the next answers of a source."""


class OneStream:
    """Writes all sources to one stream; on a terminal, optionally under their names.

    Raises `OSError`.
    """

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

        def write(answers: Answers) -> None:
            nonlocal is_begun
            if answers.text:
                if not is_begun:
                    self._begin(source, answers)
                self._stream.write(answers.output(follows=is_begun))
                is_begun = True

        yield write
        self._stream.flush()

    def _begin(self, source: Source, answers: Answers) -> None:
        if not self._is_first:
            self._stream.write("\n" if self._has_headings else answers.separator)
        if self._has_headings:
            self._stream.write(f"{source.name}:\n")
        self._is_first = False


class OutputFolder:
    """Writes a file for each source, completely or, if there are no results, not at all."""

    scrolls = False

    def __init__(self, folder: Path, inputs: Sequence[Source]) -> None:
        """Create the folder if it does not exist.

        Raises `UsageError` if two sources would share a file or a source would be overwritten, and
        `OSError` if a file cannot have its name.
        """
        self._targets = {source: folder / f"{source.stem}{SUFFIX}" for source in inputs}
        require_targets(folder, self._targets)

    def missing(self) -> list[Source]:
        """Return the sources whose files do not exist."""
        return [source for source, path in self._targets.items() if not path.exists()]

    def for_source(self, source: Source) -> AbstractContextManager[Write]:
        return self._file(self._targets[source])

    @contextmanager
    def _file(self, target: Path) -> Iterator[Write]:
        with open_output(target) as file:

            def write(answers: Answers) -> None:
                file.write(answers.output(follows=file.tell() > 0).encode("ascii"))
                if answers.failed:
                    file.seek(0)
                    file.truncate()

            yield write

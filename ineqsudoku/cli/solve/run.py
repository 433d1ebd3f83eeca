"""Run `solve`; `command.py` parses its command line, unless the call has no options.

No module imported here needs click, whose import takes a third of the start-up time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from ineqsudoku.batch.exit_codes import YES
from ineqsudoku.batch.ordered_map import Executor, FileReaders, map_ordered, opened
from ineqsudoku.batch.outputs import Output, StandardOutput
from ineqsudoku.batch.sources import Source, sources
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.progress import tracked
from ineqsudoku.cli.solve.pipeline import Task, items, solve_here, solve_shared
from ineqsudoku.cli.solve.rendering import JSON


class Wanted(NamedTuple):
    """A call of `solve`: its arguments and options, with their defaults."""

    paths: Sequence[str]
    task: Task = Task()
    format: str = "auto"
    encoding: str | None = None
    output_dir: str | None = None
    resume: bool = False
    jobs: int | None = None
    cluster: str | None = None


def solve(wanted: Wanted) -> int:
    """Solve all puzzles and print the results; return the exit code.

    Raises `IneqSudokuError` and `OSError`.
    """
    found = list(sources(wanted.paths, wanted.encoding))
    with opened(wanted.cluster, wanted.jobs) as executor, _output(wanted, found) as output:
        return _solved(found, wanted.format, wanted.task, output, executor)


@contextmanager
def _output(wanted: Wanted, sources: list[Source]) -> Iterator[Output]:
    if wanted.output_dir is None:
        # JSON names sources.
        yield StandardOutput(headings=len(sources) > 1 and wanted.task.to != JSON)
        return
    from ineqsudoku.batch.output_folder import open_folder

    order = {
        "sources": [source.identity for source in sources],
        "format": wanted.format,
        "encoding": wanted.encoding,
        **wanted.task._asdict(),
    }
    with open_folder(wanted.output_dir, sources, order, wanted.resume, tell) as output:
        yield output


def _solved(
    wanted: Sequence[Source], format: str, task: Task, output: Output, executor: Executor
) -> int:
    """Write the outcomes of all sources; return the highest of their exit codes."""
    before = dict(output.marks)
    code = max((mark.code for mark in before.values()), default=YES)
    failed: set[Source] = set()
    are_shared = isinstance(executor, FileReaders) and executor.see([s.path for s in wanted])
    to_do = items(wanted, format, before, failed, are_shared)
    found = map_ordered(partial(solve_shared, task=task), to_do, executor)
    outcomes = (solve_here(each, task) for each in found)
    bar = tracked(outcomes, _total(wanted), wanted=not output.scrolls)
    with closing(found), closing(outcomes), closing(bar):
        for source, of_source in groupby(bar, key=attrgetter("source")):
            with output.for_source(source) as write:
                for outcome in of_source:
                    if source not in failed:
                        write(outcome)
                        code = max(code, outcome.code)
                        for message in outcome.messages:
                            tell(message)
                    if outcome.failed:
                        failed.add(source)
    return code


def _total(wanted: Sequence[Source]) -> int | None:
    sizes = [source.size for source in wanted]
    return None if None in sizes else sum(size for size in sizes if size)

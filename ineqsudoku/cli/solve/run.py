"""Run `solve`; `command.py` parses its command line, unless the call has no options.

No module imported here needs click, whose import takes a third of the start-up time.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TextIO

from ineqsudoku.batch.exit_codes import YES
from ineqsudoku.batch.ordered_map import (
    Executor,
    FileReaders,
    FileWriters,
    map_ordered,
    opened,
)
from ineqsudoku.batch.outcomes import Outcome, Quota
from ineqsudoku.batch.outputs import OneStream, Output
from ineqsudoku.batch.sources import Source, sources, total_size
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.progress import tracked
from ineqsudoku.cli.solve.pipeline import (
    Item,
    Task,
    items,
    solve_here,
    solve_in_parts,
    solve_shared,
)
from ineqsudoku.cli.solve.rendering import JSON, unshown_messages

if TYPE_CHECKING:
    from ineqsudoku.batch.output_forms import Form
    from ineqsudoku.batch.staging import Staging


class Wanted(NamedTuple):
    """A call of `solve`: its arguments and options, with their defaults.

    `on_workers`: whether the workers of a cluster write the results.  `output`: the file for all
    results, `None` for standard output.
    """

    paths: Sequence[str]
    task: Task = Task()
    format: str = "auto"
    encoding: str | None = None
    output_dir: str | None = None
    resume: bool = False
    jobs: int | None = None
    cluster: str | None = None
    on_workers: bool = False
    output: str | None = None


def solve(wanted: Wanted) -> int:
    """Solve all puzzles and print the results; return the exit code.

    Raises `IneqSudokuError` and `OSError`.
    """
    found = list(sources(wanted.paths, wanted.encoding))
    with opened(wanted.cluster, wanted.jobs) as executor:
        if wanted.output_dir is not None:
            return _solved_into_folder(found, wanted, wanted.output_dir, executor)
        with _stream(wanted.output, found) as stream:
            # JSON names sources.
            output = OneStream(stream, headings=len(found) > 1 and wanted.task.to != JSON)
            return _solved(found, wanted, output, executor)


def _stream(output: str | None, sources: Sequence[Source]) -> AbstractContextManager[TextIO]:
    """Return a context with standard output, or the file for all results."""
    if output is None:
        return nullcontext(sys.stdout)
    from ineqsudoku.cli.output_file import open_text

    return open_text(output, sources)


def _solved_into_folder(
    sources: Sequence[Source], wanted: Wanted, name: str, executor: Executor
) -> int:
    from ineqsudoku.batch.output_folder import open_folder

    order = {
        "sources": [source.identity for source in sources],
        "format": wanted.format,
        "encoding": wanted.encoding,
        "parts": wanted.on_workers,
        **wanted.task._asdict(),
    }
    del order["messages"]  # They are not part of what is written.
    form = _form(name, wanted.on_workers)
    with open_folder(form, sources, order, wanted.resume, tell) as output:
        return _solved(sources, wanted, output, executor, form.staging)


def _form(name: str, on_workers: bool) -> Form:
    from pathlib import Path

    if on_workers:
        from ineqsudoku.batch.output_parts import InParts

        return InParts(Path(name))
    from ineqsudoku.batch.output_forms import OneFile

    return OneFile(Path(name))


def _solved(
    sources: Sequence[Source],
    wanted: Wanted,
    output: Output,
    executor: Executor,
    staging: Staging | None = None,
) -> int:
    """Write the outcomes of all sources; return the highest of their exit codes."""
    before = dict(output.marks)
    code = max((mark.code for mark in before.values()), default=YES)
    failed: set[Source] = set()
    are_shared = isinstance(executor, FileReaders) and executor.see([s.path for s in sources])
    to_do = items(sources, wanted.format, before, failed, are_shared)
    found = _found(to_do, wanted.task, executor, staging)
    outcomes = (solve_here(each, wanted.task) for each in found)
    bar = tracked(outcomes, total_size(sources), wanted=not output.scrolls)
    with closing(found), closing(outcomes), closing(bar):
        for source, of_source in groupby(bar, key=attrgetter("source")):
            quota = Quota(wanted.task.messages)
            with output.for_source(source) as write:
                for outcome in of_source:
                    if source not in failed:
                        write(outcome)
                        code = max(code, outcome.code)
                        _tell_messages(outcome, quota)
                    if outcome.failed:
                        failed.add(source)
            for line in unshown_messages(source.name, quota):
                tell(line)
    return code


def _tell_messages(outcome: Outcome, quota: Quota) -> None:
    """Print the messages of an outcome within the quota of its source."""
    for text, kind in outcome.messages:
        if not kind or quota.admit(kind):
            tell(text)
    quota.rest.update(dict(outcome.unshown))


def _found(
    items: Iterator[Item], task: Task, executor: Executor, staging: Staging | None
) -> Generator[Outcome | Item, None, None]:
    """Yield what workers return for the items, in order; they write results into `staging`."""
    if staging is None:
        yield from map_ordered(partial(solve_shared, task=task), items, executor)
        return
    assert isinstance(executor, FileWriters)
    if not executor.see([staging.path]):
        raise staging.unseen()
    work = partial(solve_in_parts, task=task, staging=staging)
    with closing(executor.map_lists(work, items)) as lists:
        for each in lists:
            yield from each

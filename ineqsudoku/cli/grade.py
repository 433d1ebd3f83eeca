"""`ineqsudoku grade`: programs that nobody trusts, run on tests and judged."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any, TextIO

import click

from ineqsudoku.cli import NO, TROUBLE, YES
from ineqsudoku.cli.interrupts import Interrupts
from ineqsudoku.cli.parallel import cores, limited
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.cage.choice import cage_for, kept
from ineqsudoku.judge.cage.processors import one_of_each_core
from ineqsudoku.judge.cage.program import Limits
from ineqsudoku.judge.cage.scratch import scratch
from ineqsudoku.judge.cases import tests as read_tests
from ineqsudoku.judge.compilation import LIMITS as COMPILING
from ineqsudoku.judge.grading import Graded, Grading, grade
from ineqsudoku.judge.languages import Language
from ineqsudoku.judge.languages import languages as read_languages
from ineqsudoku.judge.reports import Report, report
from ineqsudoku.judge.store import Store
from ineqsudoku.judge.submissions import Submission, submission
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.names import shown


class _Seconds(click.FloatRange):
    """A time limit: at least 0.05 s, and a number, which `nan` and `inf` are not."""

    def __init__(self) -> None:
        super().__init__(min=0.05, max=1_000_000)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        found: float = super().convert(value, param, ctx)
        if isnan(found):
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return found


_PATH = click.Path(readable=False)
_FILE = click.Path(dir_okay=False, readable=False)

GRACE = 5.0
"""Seconds after an interrupt in which the sandboxes can end; they need a fraction of one."""


@click.command(
    short_help="Run programs on tests and judge them.",
    epilog="""\b
Examples:
  ineqsudoku grade solution.cpp --tests tests/
  ineqsudoku grade submissions/* --tests tests.zip --html report.html
  ineqsudoku grade --all-in submissions --tests tests --resume

Exit codes: 0 all accepted, 1 some not, 2 trouble, which a test at fault is too.""",
)
@click.argument("paths", metavar="SUBMISSION...", nargs=-1, type=_PATH)
@click.option(
    "--all-in",
    "folders",
    metavar="DIR",
    multiple=True,
    type=click.Path(exists=True, file_okay=False),
    help="Take everything in DIR for a submission.",
)
@click.option(
    "--tests",
    required=True,
    metavar="DIR|ZIP",
    type=_PATH,
    help="NAME.in with NAME.out or NAME.ans; folders are subtasks.",
)
@click.option(
    "--time-limit",
    type=_Seconds(),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="Of processor time, all processes of a run together.",
)
@click.option(
    "--wall-limit",
    type=_Seconds(),
    metavar="SECONDS",
    help="By the clock on the wall.  [default: three times the time limit and a second]",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(min=8),
    default=256,
    show_default=True,
    metavar="MIB",
)
@click.option(
    "--output-limit",
    type=click.IntRange(min=1, max=1024 * 1024),
    default=1024,
    show_default=True,
    metavar="KIB",
)
@click.option(
    "--compile-time-limit",
    type=_Seconds(),
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="Of processor time, for a compiler.",
)
@click.option(
    "--repeat", type=click.IntRange(min=1), default=1, metavar="N", help="Run it N times."
)
@click.option("--fail-fast", is_flag=True, help="Leave a submission at its first wrong test.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Runs at the same time.  [default: half the cores, for times to be trusted]",
)
@click.option("--pin", is_flag=True, help="Give each run a processor core of its own.")
@click.option("--languages", type=_FILE, metavar="TOML", help="More languages, or other commands.")
@click.option("--no-sandbox", is_flag=True, help="Limits only: programs can do anything else.")
@click.option(
    "--store",
    type=_FILE,
    default="results.sqlite",
    show_default=True,
    metavar="FILE",
    help="Where runs are kept.",
)
@click.option("--resume", is_flag=True, help="Go on with the last grade in the store.")
@click.option("--html", type=_FILE, metavar="FILE", help="Write a page for people.")
@click.option("--junit", type=_FILE, metavar="FILE", help="Write JUnit's XML.")
@click.option("--csv", type=_FILE, metavar="FILE", help="Write a line for each run.")
@click.option("--json", type=_FILE, metavar="FILE", help="Write everything.")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    folders: tuple[str, ...],
    tests: str,
    time_limit: float,
    wall_limit: float | None,
    memory_limit: int,
    output_limit: int,
    compile_time_limit: float,
    repeat: int,
    fail_fast: bool,
    jobs: int | None,
    pin: bool,
    languages: str | None,
    no_sandbox: bool,
    store: str,
    resume: bool,
    html: str | None,
    junit: str | None,
    csv: str | None,
    json: str | None,
) -> None:
    """Compile each SUBMISSION, run it on each test in a sandbox, and judge what it prints.

    A submission is a file or a folder of files; languages are told by suffixes.  Any right
    grid is accepted.  Verdicts: AC accepted, WA wrong answer, PE no grid, TLE too slow, MLE too
    much memory, OLE too much output, RE crashed, CE not compiled, JE the judge is at fault.
    """
    _check_folders([html, junit, csv, json])
    known = read_languages(Path(languages) if languages else None)
    submissions = _submissions(paths, list(_entries(folders)), known)
    extra = sorted({folder for each in known.values() for folder in each.folders})
    cage = cage_for(not no_sandbox, extra, hidden=[tests, *paths, *folders])
    limits = Limits(
        cpu=time_limit,
        wall=wall_limit or 3 * time_limit + 1,
        memory=memory_limit,
        output=output_limit * 1024,
    )
    compiling = replace(COMPILING, cpu=compile_time_limit, wall=3 * compile_time_limit + 1)
    jobs = limited(jobs or max(1, cores() // 2))
    processors = _processors(jobs) if pin else ()
    grading = Grading(
        read_tests(tests), cage, limits, compiling, repeat, fail_fast, jobs, processors
    )
    if interrupts := context.find_object(Interrupts):
        interrupts.grace = GRACE
    found = _graded(grading, submissions, Path(store), resume)
    whole = report(grading, submissions, found, kept(cage))
    _write(whole, html, junit, csv, json)
    _print(whole)
    _name_files(store, html, junit, csv, json)
    if whole.judge_errors:
        context.exit(TROUBLE)
    context.exit(YES if whole.all_accepted else NO)


def _processors(jobs: int) -> tuple[int, ...]:
    """A core for each job."""
    found = tuple(one_of_each_core())
    if jobs > len(found):
        raise click.UsageError(f"--pin: {jobs} jobs, but {len(found)} processor cores")
    return found[:jobs]


def _check_folders(files: Sequence[str | None]) -> None:
    """Better now than after an hour."""
    for file in filter(None, files):
        folder = os.path.dirname(os.path.abspath(file))
        if not os.access(folder, os.W_OK):
            raise click.UsageError(f"{shown(file)} cannot be written there")


def _entries(folders: Sequence[str]) -> Iterator[str]:
    for folder in folders:
        yield from sorted(entry.path for entry in os.scandir(folder))


def _submissions(
    named: Sequence[str], others: Sequence[str], known: Mapping[str, Language]
) -> list[Submission]:
    """With names that tell them apart.  What was `named` has to be in a known language."""
    paths = [*named, *others]
    if not paths:
        raise click.UsageError("no submission: name a file, a folder or --all-in DIR")
    found = [submission(path, known) for path in dict.fromkeys(paths)]
    for each, path in zip(found, dict.fromkeys(paths), strict=True):
        if path in named and each.is_of_no_language:
            suffixes = ", ".join(suffix for each in known.values() for suffix in each.suffixes)
            raise click.UsageError(f"{each.name} is no submission: expected one of {suffixes}")
    times = Counter(each.name for each in found)
    return [
        replace(each, name=shown(os.path.normpath(path))) if times[each.name] > 1 else each
        for each, path in zip(found, dict.fromkeys(paths), strict=True)
    ]


def _graded(
    grading: Grading, submissions: list[Submission], store: Path, resume: bool
) -> list[Graded]:
    total = len(submissions) * len(grading.tests.cases) * grading.repeat
    found = []
    with Store(store, resume) as kept_runs, scratch(grading.jobs) as folder:
        graded = grade(submissions, grading, folder, kept_runs.known() if resume else {})
        with closing(graded), closing(_tracked(graded, total)) as steps:
            for each in steps:
                if not each.known:
                    kept_runs.add(grading.key(each.attempt), each)
                found.append(each)
    return found


def _tracked(graded: Iterator[Graded], total: int) -> Generator[Graded, None, None]:
    """With a bar on standard error, if that is a terminal, and how many have which verdict."""
    if not sys.stderr.isatty():
        yield from graded
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    counts: Counter[Verdict] = Counter()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        for each in graded:
            counts[each.run.verdict] += 1
            told = " ".join(
                f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]
            )
            progress.update(task, advance=1, description=told)
            yield each


def _name_files(store: str, *reports: str | None) -> None:
    """Say, on standard error, where the results are."""
    files = ", ".join(click.format_filename(path) for path in reports if path)
    click.echo(f"runs: {click.format_filename(store)}", err=True)
    if files:
        click.echo(f"reports: {files}", err=True)


def _print(whole: Report) -> None:
    from rich.console import Console

    from ineqsudoku.judge.reports.terminal import render

    render(whole, Console(highlight=False))


def _write(
    whole: Report, html: str | None, junit: str | None, csv: str | None, json: str | None
) -> None:
    if html:
        from ineqsudoku.judge.reports.html import write_html

        _to_file(html, write_html, whole)
    if junit:
        from ineqsudoku.judge.reports.junit import write_junit

        _to_file(junit, write_junit, whole)
    from ineqsudoku.judge.reports.files import write_csv, write_json

    if csv:
        _to_file(csv, write_csv, whole)
    if json:
        _to_file(json, write_json, whole)


def _to_file(path: str, write: Callable[[Report, TextIO], None], whole: Report) -> None:
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            write(whole, file)
    except OSError as error:
        name = click.format_filename(path)
        raise IneqSudokuError(f"{name} cannot be written: {error.strerror}") from None

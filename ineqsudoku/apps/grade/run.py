"""Run `grade` by its options: read submissions and tests, store the runs, and write the reports."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from io import StringIO
from pathlib import Path

import click
from rich.console import Console

from ineqsudoku.apps.batch.ordered_map import cores, limit_jobs
from ineqsudoku.apps.cli.files import require_folder, require_place, write_output
from ineqsudoku.apps.cli.options import language_for_programs
from ineqsudoku.apps.cli.progress import Bar
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.cli.streams import print_message, warn
from ineqsudoku.apps.grade.grading import Graded, Grading, grade
from ineqsudoku.apps.grade.reports.files import write_json, write_ranking
from ineqsudoku.apps.grade.reports.html import write_html
from ineqsudoku.apps.grade.reports.results import GradeReport, report
from ineqsudoku.apps.grade.reports.terminal import render
from ineqsudoku.apps.grade.results_db import ResultsDb, open_store
from ineqsudoku.apps.grade.testdata import files_of_tests, shipped_tests, tests
from ineqsudoku.apps.names import quote, reason_of
from ineqsudoku.apps.sandbox.compilation import LIMITS as COMPILING
from ineqsudoku.apps.sandbox.files import FileId
from ineqsudoku.apps.sandbox.languages import ProgrammingLanguage, languages
from ineqsudoku.apps.sandbox.machine import Sandbox, choose_sandbox, scratch
from ineqsudoku.apps.sandbox.program import Limits
from ineqsudoku.apps.sandbox.submissions import Submission, contestants, submission
from ineqsudoku.checker import Verdict
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message, enumeration

TIME_LIMIT, SHIPPED_TIME_LIMIT = 2.0, 1.0
"""The time limits in seconds, the second for the tests that ship with the package."""

MAX_WARNINGS = 20
"""The most warnings about the tests to print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeOptions:
    """The options of `grade`, with their names and units on the command line."""

    paths: tuple[str, ...]
    folders: tuple[str, ...]
    contestants: str | None
    tests: str | None
    time_limit: float | None
    idle_limit: float
    memory_limit: int
    output_limit: int
    fail_fast: bool
    jobs: int | None
    languages: str | None
    no_sandbox: bool
    store: str | None
    resume: bool
    html: str | None
    ranking: str | None
    as_json: bool

    @property
    def inputs(self) -> list[str]:
        """The paths of submissions or their folders, and of the tests if they are named."""
        named = filter(None, [self.contestants, self.tests])
        return [*self.paths, *self.folders, *named]

    @property
    def reports(self) -> Mapping[str, str]:
        """The paths of the reports by their options."""
        paths = {"--html": self.html, "--ranking": self.ranking}
        return {option: path for option, path in paths.items() if path is not None}

    @property
    def limits(self) -> Limits:
        return Limits(
            cpu=self.time_limit or (TIME_LIMIT if self.tests else SHIPPED_TIME_LIMIT),
            idle=self.idle_limit,
            memory=self.memory_limit,
            output=self.output_limit * 1024,
        )


def run(options: GradeOptions) -> GradeReport:
    """Grade submissions, then write and print the reports.

    Raises `click.UsageError` for options that do not fit together, `IneqSudokuError` and `OSError`.
    """
    _require_writable(options.reports, options.inputs)
    if options.store:
        require_folder(options.store, "--store")
    known = languages(Path(options.languages) if options.languages else None)
    secrets = files_of_tests(options.tests) if options.tests else frozenset()
    students = contestants(options.contestants, known, secrets) if options.contestants else ()
    if options.contestants:
        submissions = [program for student in students for program in student.submissions]
    else:
        submissions = _submissions(options, known, secrets)
    grading = _grading(options, choose_sandbox(options.no_sandbox, known, options.inputs))
    usual = Path(options.store) if options.store else _default_store(options)
    with open_store(usual, options.resume, may_differ=not options.store) as store:
        try:
            graded = _grade(grading, submissions, store, options.resume)
        except KeyboardInterrupt:
            interrupted = _INTERRUPTED if store.path == usual else _INTERRUPTED_BESIDE
            print_message(interrupted.fill(file=quote(store.path)))
            raise
    whole = report(grading, submissions, graded, students)
    if options.html:
        page = StringIO()
        write_html(whole, page)
        write_output(Path(options.html), page.getvalue().encode("utf-8"))
    if options.ranking:
        lines = StringIO()
        with language_for_programs():
            write_ranking(whole, lines)
        # Excel takes the text for UTF-8 if it begins with a mark.
        write_output(Path(options.ranking), lines.getvalue().encode("utf-8-sig"))
    _print_report(whole, options.as_json)
    _print_paths(store.path, options.reports.values())
    return whole


_INTERRUPTED = Message("grade.interrupted", "runs so far: {file}; --resume continues")
_INTERRUPTED_BESIDE = Message(
    "grade.interrupted-beside", "runs so far: {file}; --resume --store {file} continues"
)
_NO_PROGRAM = Message(
    "grade.unknown-language", "{file} is not a submission: expected one of {suffixes}"
)


def _submissions(
    options: GradeOptions, known: Mapping[str, ProgrammingLanguage], secrets: Collection[FileId]
) -> list[Submission]:
    """Read submissions; if two have the same name, their paths become their names.

    Raises `click.UsageError` for a SUBMISSION that is not in a known language, and
    `IneqSudokuError` for folders without submissions.
    """
    paths = list(dict.fromkeys([*options.paths, *_entries(options.folders)]))
    if options.folders and not paths:
        folders = enumeration(map(quote, options.folders))
        raise IneqSudokuError(
            Message("submission.none", "no submission in {folders}", folders=folders)
        )
    if not paths:
        raise click.UsageError("name a SUBMISSION, --all-in DIR or --contestants DIR")
    programs = [submission(path, known, secrets=secrets) for path in paths]
    for program, path in zip(programs, paths, strict=True):
        if path in options.paths and program.is_of_no_language:
            suffixes = enumeration(suffix for one in known.values() for suffix in one.suffixes)
            raise click.UsageError(str(_NO_PROGRAM.fill(file=program.name, suffixes=suffixes)))
    times = Counter(program.name for program in programs)
    return [
        replace(program, name=quote(os.path.normpath(path))) if times[program.name] > 1 else program
        for program, path in zip(programs, paths, strict=True)
    ]


def _entries(folders: Sequence[str]) -> Iterator[str]:
    for folder in folders:
        yield from sorted(entry.path for entry in os.scandir(folder))


def _grading(options: GradeOptions, sandbox: Sandbox) -> Grading:
    return Grading(
        tests=tests(options.tests) if options.tests else shipped_tests(),
        sandbox=sandbox,
        limits=options.limits,
        compiling=COMPILING,
        fail_fast=options.fail_fast,
        jobs=limit_jobs(options.jobs or max(1, cores() // 2)),
    )


def _grade(
    grading: Grading, submissions: Sequence[Submission], store: ResultsDb, resume: bool
) -> list[Graded]:
    """Return all attempts; store them as soon as they end."""
    ended = []
    with scratch(grading.jobs) as folder:
        _print_warnings(grading)
        known = store.load() if resume else {}
        with (
            closing(grade(submissions, grading, folder, known)) as attempts,
            closing(track(attempts, grading, len(submissions))) as shown_attempts,
        ):
            for graded in shown_attempts:
                if not graded.known:
                    store.add(grading.key(graded.attempt), graded)
                ended.append(graded)
    return ended


def track(
    attempts: Iterable[Graded], grading: Grading, submissions: int
) -> Generator[Graded, None, None]:
    """Yield the attempts on some submissions as they end.

    A progress bar shows their number, the number of runs by verdict and the submission of the last
    one.  Close the generator to erase it.
    """
    most = len(grading.tests.cases)
    total = submissions * most
    attempts_on: Counter[str] = Counter()
    runs: Counter[Verdict] = Counter()
    with Bar() as bar:
        for graded in attempts:
            yield graded
            name = graded.attempt.submission.name
            attempts_on[name] += 1
            runs[graded.run.verdict] += 1
            if grading.fail_fast and graded.run.is_failure:
                total -= most - attempts_on[name]
            if not graded.known:  # Runs of an earlier grade took no time.
                verdicts = " ".join(f"{runs[one]} {one}" for one in Verdict if one in runs)
                bar.show(f"{runs.total()}/{total}, {verdicts}, {name}", runs.total(), total)


def _print_warnings(grading: Grading) -> None:
    """Print warnings about the tests on standard error."""
    warnings = [warning for test in grading.expectations.values() for warning in test.warnings]
    for warning in warnings[:MAX_WARNINGS]:
        warn(warning)
    if (more := len(warnings) - MAX_WARNINGS) > 0:
        warn(_MORE_WARNINGS.fill(n=more))


_MORE_WARNINGS = Message(
    "grade.more-warnings",
    "{n} more warning on test inputs",
    "{n} more warnings on test inputs",
)


def _print_report(whole: GradeReport, as_json: bool) -> None:
    """Print the tables; if `as_json`, print JSON, and the tables on standard error."""
    if as_json:
        with language_for_programs():
            write_json(whole, sys.stdout)
        sys.stdout.flush()
    render(whole, Console(highlight=False, stderr=as_json))


def _print_paths(store: Path, reports: Iterable[str]) -> None:
    """Print the paths of the results on standard error."""
    print_message(Message("grade.store", "runs: {file}", file=quote(store)))
    if names := [*map(quote, reports)]:
        print_message(Message("grade.reports", "reports: {files}", files=enumeration(names)))


def _require_writable(reports: Mapping[str, str], inputs: Iterable[str]) -> None:
    """Raise `click.UsageError` for a report that cannot be written.

    Also refuses a file that is one of the `inputs` or that two options name.
    """
    sources = [*map(Source, inputs)]
    option_of: dict[str, str] = {}
    for option, path in reports.items():
        require_place(Path(path), option, sources)
        other = option_of.setdefault(os.path.realpath(path), option)
        if other != option:
            raise click.UsageError(f"{other} and {option} name the same file")


def _default_store(options: GradeOptions) -> Path:
    """Return the store for these tests and these submissions or their folders.

    It is a file in $XDG_STATE_HOME/ineqsudoku or ~/.local/state/ineqsudoku.  Its name depends only
    on the real paths, so `--resume` finds it from any working folder.  Raises `IneqSudokuError` if
    the folder cannot be created.
    """
    tests = os.path.realpath(options.tests) if options.tests else ""
    submissions = {*map(os.path.realpath, options.inputs)} - {tests}
    paths = map(os.fsencode, [tests, *sorted(submissions)])
    key = sha256(b"\0".join(paths)).hexdigest()
    label = re.sub(r"[^A-Za-z0-9]+", "-", os.path.basename(tests))[:30].strip("-")
    folder = _state_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise IneqSudokuError(
            Message(
                "store.no-folder",
                "cannot create the folder {folder} for the store: {reason}; "
                "--store FILE chooses another place",
                folder=quote(folder),
                reason=reason_of(error),
            )
        ) from None
    return folder / f"{label or 'tests'}-{key[:12]}.sqlite"


def _state_folder() -> Path:
    folder = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(folder):  # The XDG specification ignores relative paths.
        return Path(folder, "ineqsudoku")
    try:
        return Path.home() / ".local" / "state" / "ineqsudoku"
    except RuntimeError:
        raise IneqSudokuError(
            Message("store.no-home", "no home folder for the store; --store FILE chooses a place")
        ) from None

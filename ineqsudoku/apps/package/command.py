"""`ineqsudoku package`: make a problem package that a judge accepts unchanged."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from ineqsudoku.apps.cli.command import Command, wait_for_sandboxes
from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.options import (
    INPUT,
    NOT_EXPECTED,
    SEED,
    FiniteRange,
    OutputPath,
    WholeNumber,
    flag,
    memory_limit_option,
    option,
    seed_option,
)
from ineqsudoku.apps.cli.progress import Watch
from ineqsudoku.apps.cli.streams import tell, warn
from ineqsudoku.apps.package.files import TARGETS, mentions, table
from ineqsudoku.apps.package.options import (
    GENERATED,
    KILLERS,
    LICENSES,
    MEMORY_LIMITS,
    NAME,
    PROGRAMMING_LANGUAGES,
    TIME_LIMITS,
    PackageOptions,
)
from ineqsudoku.apps.package.output import ZIP, require_free
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import LANGUAGES, Message, disjunction, enumeration
from ineqsudoku.names import quote

if TYPE_CHECKING:
    from ineqsudoku.apps.package.builder import Package
    from ineqsudoku.apps.package.problem import Problem


class TimeLimit(FiniteRange):
    """A time limit in seconds, after a language or not; the value is a language and a number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        language, equals, seconds = value.rpartition("=")
        if equals and language not in PROGRAMMING_LANGUAGES:
            expected = disjunction(PROGRAMMING_LANGUAGES)
            self.fail(str(NOT_EXPECTED.fill(expected=expected, value=repr(language))), param, ctx)
        return language, super().convert(seconds, param, ctx)


def _points(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,9}(,[0-9]{1,9})*", text):
        expected = Message("usage.points", "whole numbers such as 30,30,40")
        raise click.BadParameter(str(NOT_EXPECTED.fill(expected=expected, value=repr(text))))
    return tuple(map(int, text.split(",")))


@click.command(
    "package",
    cls=Command,
    examples=(
        "ineqsudoku package --to kattis --generate 20 --seed 1",
        "ineqsudoku package --to polygon --tests tests/ --output package.zip",
        "ineqsudoku package --to hydro --generate 20 --subtasks --verify",
    ),
    exit_codes={
        "0": "written",
        "1": "written, but refused with --verify",
        "2": "trouble, also if --verify could verify nothing",
    },
)
@option(
    "--to",
    "target",
    type=click.Choice(TARGETS),
    required=True,
    metavar="TARGET",
    help=Message(
        "--to", "Output format: that of a judge. One of {targets}.", targets=enumeration(TARGETS)
    ),
)
@option(
    "--tests",
    metavar="DIR|ZIP",
    type=INPUT,
    help="Tests: NAME.in, with or without NAME.out. Those in sample/ are samples; without that "
    "folder, the first test is.",
)
@option(
    "--generate",
    type=WholeNumber(*GENERATED),
    help="Make N tests, after those of --tests: of all levels, and some on which row-major "
    "searches are slow. Without --tests, the first one is a sample.",
)
@option(
    "--killers",
    type=WholeNumber(*KILLERS),
    needs=["--generate"],
    show_default=Message("default.killers", "a fifth of them, at least one"),
    is_rare=True,
    help="Make N killers among the new tests; row-major searches are slow on them.",
)
@seed_option(
    "Start from seed N, for new tests and for invalid inputs that test validators.",
    needs=["--generate", *(f"--to {it}" for it in TARGETS if "invalid_inputs" in table(it))],
)
@option(
    "--name",
    default=NAME,
    help="Name of the problem: 1 to 64 lower-case letters and digits.",
)
@option(
    "--output",
    metavar="DIR|ZIP",
    type=OutputPath(readable=False),
    show_default=Message("default.folder", "the name of the problem"),
    help="Write a new folder, or a zip file if the name ends in .zip.",
)
@option(
    "--time-limit",
    "time_limits",
    type=TimeLimit(*TIME_LIMITS),
    metavar="[LANGUAGE=]SECONDS",
    multiple=True,
    is_rare=True,
    show_default=Message(
        "default.time", "five times what the slowest accepted solution takes, at least 1"
    ),
    help=Message(
        "--time-limit-by-language",
        "CPU time of a run; with a prefix such as java=, only that of solutions in this language "
        "({languages}). The option can be repeated.",
        languages=enumeration(PROGRAMMING_LANGUAGES),
    ),
)
@memory_limit_option(WholeNumber(*MEMORY_LIMITS), is_rare=True)
@flag(
    "--subtasks",
    "has_subtasks",
    help="Group tests into subtasks with points: those of --tests by folder, new ones by level.",
)
@option(
    "--points",
    metavar="N,N,...",
    callback=_points,
    is_rare=True,
    show_default=Message("default.points", "shared out"),
    help="Points of the subtasks or, without --subtasks, of the tests besides samples, in order. "
    "Their sum is 100.",
)
@option(
    "--statement-language",
    type=click.Choice([*LANGUAGES]),
    multiple=True,
    show_default=Message("default.all", "all"),
    is_rare=True,
    help="Language of the statement; repeat the option for several.",
)
@option(
    "--title",
    "titles",
    multiple=True,
    metavar="[LANGUAGE=]TEXT",
    is_rare=True,
    help="Title; with a prefix such as zh=, only that of the statement in this language. The "
    "option can be repeated.",
)
@option(
    "--statement",
    "statements",
    multiple=True,
    metavar="[LANGUAGE=]FILE",
    type=INPUT,
    is_rare=True,
    help="Markdown file. Its text before all headings, and that below ## Input, ## Output, "
    "## Limits and ## Notes, replaces the usual text, for which a paragraph {ours} stands. "
    "Prefixes as in --title.",
)
@option(
    "--license",
    type=click.Choice(LICENSES),
    default=LICENSES[0],
    metavar="NAME",
    is_rare=True,
    help=Message(
        "--license", "License of the problem. One of {licenses}.", licenses=enumeration(LICENSES)
    ),
)
@option(
    "--author",
    metavar="NAMES",
    is_rare=True,
    help="Who made the problem and owns its rights.",
)
@option(
    "--source",
    metavar="TEXT",
    is_rare=True,
    help="Where the problem comes from, such as a contest.",
)
@option(
    "--with-testlib",
    "testlib",
    metavar="FILE",
    type=INPUT,
    needs=[f"--to {target}" for target in TARGETS if mentions(target, "testlib")],
    is_rare=True,
    help="Ship this testlib.h.",
)
@flag("--unproven", is_rare=True, help="Do not run the solutions; the package says so.")
@flag(
    "--verify",
    help="Run the judge's own tool on the package; if it has none, run the "
    "installed ones of verifyproblem, bt and dmoj-cli on the same problem.",
)
def command(
    statement_language: tuple[str, ...],
    time_limits: tuple[tuple[str, float], ...],
    titles: tuple[str, ...],
    statements: tuple[str, ...],
    output: str | None,
    verify: bool,
    **values: Any,
) -> int:
    """Make a problem package: tests, checker and validator in C++, solutions and statements.

    Every test is one puzzle with all signs and exactly one solution.  Before anything is
    written, the solutions, right and wrong ones, run in the sandbox of grade: each must get its
    intended verdict on the tests.
    """
    from ineqsudoku.apps.package.verification import missing_tools

    values["time_limits"] = of_languages = dict(time_limits)
    values["time_limit"] = of_languages.pop("", None)
    values["languages"] = languages = tuple(dict.fromkeys(statement_language)) or tuple(LANGUAGES)
    values["titles"] = _by_language("--title", titles, languages)
    values["statements"] = _by_language("--statement", statements, languages)
    given = {name: value for name, value in values.items() if value is not None}
    options = _options(given)
    output = output or options.name
    require_free(output)
    wait_for_sandboxes()
    if verify and (missing := missing_tools(options.target)):
        warn(_WILL_NOT_VERIFY.fill(programs=missing))
    if "seed" not in given and options.is_seeded:
        tell(SEED.fill(seed=options.seed))
    package = _build(options)
    package.write(output)
    written = _UNPROVEN if options.unproven else _PROVEN
    files = _FILES.fill(n=len(package.files), target=options.target)
    seconds = package.problem.time_limit
    tell(written.fill(output=quote(output), files=files, seconds=seconds))
    for warning in (*package.warnings, *_naming(options, output)):
        warn(warning)
    return _verify(options.target, package.problem) if verify else YES


_WILL_NOT_VERIFY = Message(
    "package.will-not-verify", "nothing will be verified unless you install {programs}"
)
_NOT_VERIFIED = Message("package.not-verified", "nothing was verified; install {programs}")

_FILES = Message("package.files", "{n} file for {target}", "{n} files for {target}")
_PROVEN = Message("package.proven", "{output}: {files}, proven, time limit {seconds} s")
_UNPROVEN = Message(
    "package.written-unproven", "{output}: {files}, unproven, time limit {seconds} s"
)

_TESTS_OR_GENERATE = Message("package.tests-or-generate", "expected --tests or --generate")
_TWICE = Message("package.twice", "{option} is given twice for the same language: {text}")
_UNPROVABLE = Message(
    "package.unprovable",
    "{reason}\n--unproven writes the package without running its solutions.",
)


def _options(values: dict[str, Any]) -> PackageOptions:
    if "tests" not in values and "generate" not in values:
        raise click.UsageError(str(_TESTS_OR_GENERATE))
    try:
        return PackageOptions(**values)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _by_language(option: str, texts: Iterable[str], languages: Iterable[str]) -> dict[str, str]:
    """Return the texts by their languages, which are prefixes such as `zh=`.

    A text without a prefix is for all `languages` that have no text of their own.
    """
    given: dict[str, str] = {}
    for text in texts:
        language, equals, rest = text.partition("=")
        has_language = equals and language in LANGUAGES
        key, its = (language, rest) if has_language else ("", text)
        if key in given:
            raise click.UsageError(str(_TWICE.fill(option=option, text=repr(text))))
        given[key] = its
    for_all = given.pop("", None)
    return given if for_all is None else {**dict.fromkeys(languages, for_all), **given}


def _build(options: PackageOptions) -> Package:
    from ineqsudoku.apps.package.builder import build_package
    from ineqsudoku.apps.package.problem import UnprovableError

    try:
        with Watch(scrolls=False) as watch:
            return build_package(options, watch)
    except UnprovableError as error:
        raise IneqSudokuError(_UNPROVABLE.fill(reason=error.args[0])) from None


def _naming(options: PackageOptions, output: str) -> list[Message]:
    """Return a warning if the folder, by which the target names the problem, has another name."""
    folder = os.path.basename(os.path.abspath(output))
    if not table(options.target).get("has_name") or output.endswith(ZIP) or folder == options.name:
        return []
    warning = Message(
        "package.rename",
        "{target} names a problem by its folder: rename {folder} to {name}",
        target=options.target,
        folder=quote(folder),
        name=options.name,
    )
    return [warning]


def _verify(target: str, problem: Problem) -> int:
    """Print the findings of the judges' tools; return the exit code."""
    from ineqsudoku.apps.package.verification import missing_tools, verify

    accepts = []
    for finding in verify(target, problem):
        accepts.append(finding.accepts)
        if finding.accepts is False:
            click.echo(finding.output, err=True, nl=False)
        tell(f"{finding.tool}: {finding.words}")
    if not any(accepted is not None for accepted in accepts):
        tell(_NOT_VERIFIED.fill(programs=missing_tools(target) or ""))
        return TROUBLE
    return NO if False in accepts else YES

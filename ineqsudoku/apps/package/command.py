"""`ineqsudoku package`: make a problem package that a judge accepts unchanged."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

import click

from ineqsudoku.apps.cli.exits import YES
from ineqsudoku.apps.cli.options import (
    INPUT,
    SEED,
    FiniteRange,
    OutputPath,
    SectionedCommand,
    language_option,
    seed_option,
)
from ineqsudoku.apps.cli.progress import ProgressReporter
from ineqsudoku.apps.cli.streams import print_message, warn
from ineqsudoku.apps.names import quote
from ineqsudoku.apps.package.builder import Package, build_package
from ineqsudoku.apps.package.options import (
    GENERATED,
    KILLERS,
    LICENSES,
    MEMORY_LIMITS,
    NAME,
    PROGRAMMING_LANGUAGES,
    TARGETS,
    TIME_LIMITS,
    PackageOptions,
    table,
)
from ineqsudoku.apps.package.output import ZIP, require_free
from ineqsudoku.apps.package.problem import UnprovableError
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import LANGUAGES, Message


class TimeLimit(FiniteRange):
    """A time limit in seconds, after a language or not; the value is a language and a number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        language, equals, seconds = value.rpartition("=")
        if equals and language not in PROGRAMMING_LANGUAGES:
            known = ", ".join(PROGRAMMING_LANGUAGES)
            self.fail(f"expected one of {known}, found {language!r}", param, ctx)
        return language, super().convert(seconds, param, ctx)


def _points(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,9}(,[0-9]{1,9})*", text):
        raise click.BadParameter(f"expected whole numbers such as 30,30,40, found {text!r}")
    return tuple(map(int, text.split(",")))


@click.command(
    "package",
    cls=SectionedCommand,
    sections={
        "Tests and limits": "--to",
        "Problem": "--name",
        "Result": "--output",
    },
    epilog="Exit codes: 0 written, 2 trouble.",
)
@click.option(
    "--to",
    "target",
    type=click.Choice(TARGETS),
    required=True,
    metavar="TARGET",
    help=f"Judge: {', '.join(TARGETS)}. DOMjudge takes kattis.",
)
@click.option(
    "--tests",
    metavar="DIR",
    type=INPUT,
    help="NAME.in, with or without NAME.out. Samples are those in sample/, or else the first one.",
)
@click.option(
    "--generate",
    type=click.IntRange(*GENERATED),
    metavar="N",
    help="Make N more tests, of all levels, and killers. Without --tests, the first one is a "
    "sample.",
)
@click.option(
    "--killers",
    type=click.IntRange(*KILLERS),
    metavar="N",
    help="Make N killers instead of a fifth; plain searches are slow on them.",
)
@seed_option("Seed instead of a random one, which is printed.")
@click.option(
    "--time-limit",
    "time_limits",
    type=TimeLimit(*TIME_LIMITS),
    metavar="[LANG=]SECS",
    multiple=True,
    help="CPU time of a run, instead of five times that of the slowest accepted solution; with "
    f"LANG ({', '.join(PROGRAMMING_LANGUAGES)}), only for that language. Repeatable.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(*MEMORY_LIMITS),
    default=256,
    metavar="MIB",
    show_default=True,
    help="Memory of a run.",
)
@click.option(
    "--subtasks",
    "has_subtasks",
    is_flag=True,
    help="Group tests into subtasks with points: those of --tests by folder, new ones by level.",
)
@click.option(
    "--points",
    metavar="N,N,...",
    callback=_points,
    help="Points of the subtasks, or else of the tests besides samples, in order. Their sum is "
    "100.",
)
@click.option(
    "--name",
    default=NAME,
    help=f"1 to 64 lower-case letters and digits, instead of {NAME}.",
)
@click.option(
    "--statement-language",
    type=click.Choice([*LANGUAGES]),
    multiple=True,
    metavar="LANG",
    help=f"Language of the statement: {', '.join(LANGUAGES)}. Repeatable.",
)
@click.option(
    "--title",
    "titles",
    multiple=True,
    metavar="[LANG=]TEXT",
    help="Title; with LANG, only in this language. Repeatable.",
)
@click.option(
    "--license",
    type=click.Choice(LICENSES),
    default=LICENSES[0],
    metavar="NAME",
    help=f"License of the problem: {', '.join(LICENSES)}.",
)
@click.option("--author", metavar="NAMES", help="Who made the problem and owns its rights.")
@click.option(
    "--output",
    metavar="DIR|ZIP",
    type=OutputPath(readable=False),
    help="New folder or .zip file, instead of one named as the problem.",
)
@click.option("--unproven", is_flag=True, help="Do not run the solutions; the package says so.")
@language_option
def command(
    statement_language: tuple[str, ...],
    time_limits: tuple[tuple[str, float], ...],
    titles: tuple[str, ...],
    output: str | None,
    **values: Any,
) -> int:
    """Make a problem package: tests, checker and validator in C++, solutions and statements.

    Every test is one puzzle with all signs and exactly one solution.  Before anything is
    written, the solutions, right and wrong ones, run in the sandbox of grade: each must get its
    intended verdict on the tests.
    """
    _require_effect(values)
    values["time_limits"] = of_languages = dict(time_limits)
    values["time_limit"] = of_languages.pop("", None)
    values["languages"] = languages = tuple(dict.fromkeys(statement_language)) or tuple(LANGUAGES)
    values["titles"] = _titles(titles, languages)
    given = {name: value for name, value in values.items() if value is not None}
    options = _options(given)
    output = output or options.name
    require_free(output)
    if "seed" not in given and options.is_seeded:
        print_message(SEED.fill(seed=options.seed))
    package = _build(options)
    package.write(output)
    written = _UNPROVEN if options.unproven else _PROVEN
    files = _FILES.fill(n=len(package.files), target=options.target)
    seconds = package.problem.time_limit
    print_message(written.fill(output=quote(output), files=files, seconds=seconds))
    for warning in (*package.warnings, *_naming(options, output)):
        warn(warning)
    return YES


def _require_effect(values: Mapping[str, Any]) -> None:
    """Raise `click.UsageError` for options that need another option, or have no effect with one."""
    if values["tests"] is None and values["generate"] is None:
        raise click.UsageError("--tests or --generate is needed")
    if values["killers"] is not None and values["generate"] is None:
        raise click.UsageError("--killers needs --generate")
    seeded = [target for target in TARGETS if "invalid_inputs" in table(target)]
    is_seeded = values["generate"] is not None or values["target"] in seeded
    if values["seed"] is not None and not is_seeded:
        raise click.UsageError(f"--seed needs --generate or --to {', '.join(seeded)}")


_FILES = Message("package.files", "{n} file for {target}", "{n} files for {target}")
_PROVEN = Message("package.proven", "{output}: {files}, proven, time limit {seconds} s")
_UNPROVEN = Message(
    "package.written-unproven", "{output}: {files}, unproven, time limit {seconds} s"
)

_UNPROVABLE = Message(
    "package.unprovable",
    "{reason}\n--unproven writes the package without running its solutions.",
)


def _options(values: dict[str, Any]) -> PackageOptions:
    try:
        return PackageOptions(**values)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _titles(texts: Iterable[str], languages: Iterable[str]) -> dict[str, str]:
    """Return the titles by their languages, which are prefixes such as `zh=`.

    A title without a prefix is for all `languages` that have no title of their own.
    """
    given: dict[str, str] = {}
    for text in texts:
        language, equals, rest = text.partition("=")
        has_language = equals and language in LANGUAGES
        key, its = (language, rest) if has_language else ("", text)
        if key in given:
            raise click.UsageError(f"--title is given twice for the same language: {text!r}")
        given[key] = its
    for_all = given.pop("", None)
    return given if for_all is None else {**dict.fromkeys(languages, for_all), **given}


def _build(options: PackageOptions) -> Package:
    try:
        with ProgressReporter(scrolls=False) as watch:
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

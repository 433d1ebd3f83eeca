"""The first page of a package, `README.md`, which describes the package to setters."""

from __future__ import annotations

import os
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, replace
from typing import Any

from ineqsudoku.apps.names import printable, quote
from ineqsudoku.apps.package.drafts import ScoredGroup
from ineqsudoku.apps.package.markdown import escape_for_markdown
from ineqsudoku.apps.package.options import PackageOptions
from ineqsudoku.apps.package.problem import Problem
from ineqsudoku.checker import Verdict
from ineqsudoku.messages import Message, Text, disjunction, enumeration, use_language
from ineqsudoku.version import __version__

README = "README.md"

USES: Mapping[str, Message] = {
    "kattis": Message(
        "use.kattis",
        "Use the folder as it is; it has the legacy format. For DOMjudge, import it as a zip file.",
    ),
    "icpc": Message("use.icpc", "Use the folder as it is; it has the format 2025-09."),
    "dmoj": Message(
        "use.dmoj",
        "Put the folder among the judge's problems. Enter the limits on the site, the memory limit "
        "in KiB, and those of languages as language-specific resource limits.",
    ),
    "polygon": Message(
        "use.polygon",
        "Call `polygon-cli init ID` and `polygon-cli import_package` for the folder, or use an "
        "importer of Polygon's packages.",
    ),
    "hydro": Message("use.hydro", "Import it as a zip file."),
    "lemon": Message(
        "use.lemon",
        "Compile `data/{name}/checker.cpp` in its folder, `g++ -O2 -o checker checker.cpp`, then "
        "open `{name}.cdf` with LemonLime.",
    ),
    "luogu": Message(
        "use.luogu",
        "Upload `data.zip` as test data, and give the problem the tag Special Judge. Set "
        "each subtask to be scored by its worst test.",
    ),
}
"""How to use the package for a target; docs/packages.md says the same."""

PASTED = frozenset({"dmoj", "luogu"})
"""The targets whose judges import no statement."""

STATEMENT_USE = Message(
    "use.statement",
    "Paste {statement} as the statement, upload `sample.svg`, and write the address of the "
    "uploaded picture in place of `sample.svg` in the statement.",
)

UNPROVEN = Message(
    "package.unproven",
    "UNPROVEN: the solutions in this package were not run, and its time limit was not measured.",
)

_WHAT = Message(
    "readme.what",
    "This is a problem package for {target}, made by ineqsudoku {version}. The same version makes "
    "the same package with this command:",
)
_SECRET = Message(
    "readme.secret", "Keep this page from contestants: they could make the tests themselves."
)
_TESTS = Message("readme.tests", "numbers of the tests besides samples: {groups}")
_MANY = Message("readme.many", "{folder}: {n} file", "{folder}: {n} files")
_SOLUTIONS = Message("readme.solutions", "{verdict}: {files}")
_EARNS = Message("readme.earns", "{verdict}, but passes a subtask")

MOST_NAMES = 2
"""Folders with more files are counted, not listed; the top folder is always listed."""


def readme(
    options: PackageOptions, problem: Problem, warnings: Iterable[Message], paths: Iterable[str]
) -> str:
    """Return the page in Markdown, in the first language of the statement.

    `paths`: those of all other files of the package.
    """
    with use_language(problem.languages[0]):
        return "".join(f"{line}\n" for line in _lines(options, problem, warnings, paths))


def _lines(
    options: PackageOptions, problem: Problem, warnings: Iterable[Message], paths: Iterable[str]
) -> Iterator[object]:
    title = escape_for_markdown(problem.statements[0].title)
    yield from (f"# {title} (`{problem.name}`)", "")
    yield from (_WHAT.fill(target=options.target, version=__version__), "")
    yield from ("```sh", _command(options, problem), "```", "")
    if options.generate is not None:
        yield from (_SECRET, "")
    yield from (USES[options.target].fill(name=problem.name), "")
    if options.target in PASTED:
        texts = disjunction(f"`statement.{language}.md`" for language in problem.languages)
        yield from (STATEMENT_USE.fill(statement=texts), "")
    unproven = () if problem.is_proven else (UNPROVEN,)
    for item in (*unproven, *warnings, *problem.resources):
        yield f"- {item}"
    if any(group.name for group in problem.groups):
        yield f"- {_TESTS.fill(groups=enumeration(map(_numbers, problem.groups)))}"
    for item in _contents(problem, paths):
        yield f"- {item}"


def _numbers(group: ScoredGroup) -> str:
    """Return the numbers of the tests of a group, after its name."""
    first, last = group.tests[0].number, group.tests[-1].number
    numbers = f"{first}" if first == last else f"{first}-{last}"
    return f"{escape_for_markdown(printable(group.name))} {numbers}".strip()


def _contents(problem: Problem, paths: Iterable[str]) -> Iterator[Text]:
    """Yield the contents of the package: the files of each folder, and the solutions by verdict."""
    known = {solution.name: solution for solution in problem.solutions}
    folders: dict[str, list[str]] = defaultdict(list)
    solutions: dict[tuple[Verdict, bool], list[str]] = defaultdict(list)
    for path in sorted(paths):
        folder, name = os.path.split(path)
        # Hydro knows C++ by another suffix.
        if solution := known.get(name.replace(".cc", ".cpp")):
            solutions[solution.verdict, solution.earns_points].append(f"`{path}`")
        else:
            folders[folder].append(f"`{path}`")
    for folder, files in folders.items():
        are_named = not folder or len(files) <= MOST_NAMES
        yield enumeration(files) if are_named else _MANY.fill(folder=f"`{folder}`", n=len(files))
    for (verdict, earns_points), files in solutions.items():
        meaning = _EARNS.fill(verdict=verdict.meaning) if earns_points else verdict.meaning
        yield _SOLUTIONS.fill(verdict=meaning, files=enumeration(files))


_NAMES = {
    "target": "to",
    "time_limits": "time-limit",
    "has_subtasks": "subtasks",
    "languages": "statement-language",
    "titles": "title",
}
"""The options of the command whose names differ from the fields of `PackageOptions`, by field."""


def _command(options: PackageOptions, problem: Problem) -> str:
    """Return the command for a package, with the time limit even if it was measured.

    Of the path of the tests only the last part is kept: the page must not describe the machine.
    """
    tests = options.tests and os.path.basename(os.path.normpath(options.tests))
    options = replace(options, time_limit=problem.time_limit, tests=tests)
    words = ["ineqsudoku", "package"]
    for field in fields(options):
        value = getattr(options, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        is_needed = options.is_seeded if field.name == "seed" else value != default
        if is_needed:
            name = _NAMES.get(field.name, field.name.replace("_", "-"))
            words += _words(f"--{name}", value)
    return " ".join(map(_quoted, words))


def _words(option: str, value: Any) -> list[str]:
    """Return an option with its value as words of a command."""
    match value:
        case True:
            return [option]
        case Mapping():
            values = [f"{key}={_figure(its)}" for key, its in sorted(value.items())]
        case (int(), *_):
            values = [",".join(map(str, value))]
        case tuple():
            values = [*value]
        case _:
            values = [_figure(value)]
    return [word for its in values for word in (option, its)]


def _figure(value: object) -> str:
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _quoted(word: str) -> str:
    """Return a word for a shell, on one line."""
    return shlex.quote(word) if word.isprintable() else quote(word)

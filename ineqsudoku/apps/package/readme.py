"""The first page of a package, `README.md`, which tells setters what the package is."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from itertools import count
from pathlib import PurePath
from typing import Any

from ineqsudoku import __version__
from ineqsudoku.apps.names import printable, quote
from ineqsudoku.apps.package.files import input_paths, scores_tests
from ineqsudoku.apps.package.markdown import escape_for_markdown
from ineqsudoku.apps.package.options import PackageOptions
from ineqsudoku.apps.package.problem import Problem, Solution
from ineqsudoku.messages import Argument, Message, Text, disjunction, use_language

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
        "Compile `data/{name}/checker.cpp` to `data/{name}/checker`, then open `{name}.cdf` with "
        "LemonLime.",
    ),
    "luogu": Message(
        "use.luogu",
        "Upload `data.zip` as test data, and give the problem the tag Special Judge. With "
        "subtasks, let the worst test score each of them.",
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
    "readme.secret", "Keep this page from contestants, who could make the tests themselves."
)
_EARNS = Message("readme.earns", "{verdict}, but passes a subtask")
_SAMPLE = Message("readme.sample", "sample")
_SUBTASK = Message("readme.subtask", "subtask")
_POINTS = Message("readme.points", "points")


def readme(options: PackageOptions, problem: Problem, warnings: Iterable[Message]) -> str:
    """Return the page in Markdown, in the first language of the statement.

    A second language would double its tables, and setters read the language they name first.
    """
    with use_language(problem.languages[0]):
        return "".join(f"{line}\n" for line in _lines(options, problem, warnings))


def _lines(
    options: PackageOptions, problem: Problem, warnings: Iterable[Message]
) -> Iterator[object]:
    title = escape_for_markdown(problem.statements[0].title)
    yield from (f"# {title} (`{problem.name}`)", "")
    yield from (_WHAT.fill(target=options.target, version=__version__), "")
    yield from ("```sh", _command(options, problem), "```", "")
    if options.generate is not None:
        yield from (_SECRET, "")
    yield from _section(Message("readme.use", "How to use it"))
    yield from (USES[options.target].fill(name=problem.name), "")
    if options.target in PASTED:
        texts = disjunction(f"`statement.{language}.md`" for language in problem.languages)
        yield from (STATEMENT_USE.fill(statement=texts), "")
    if warnings := [*([] if problem.is_proven else [UNPROVEN]), *warnings]:
        yield from _section(Message("readme.warnings", "Warnings"))
        yield from (*_items(warnings), "")
    yield from _section(Message("readme.limits", "Limits"))
    yield from (*_items(problem.resources), "")
    if problem.has_subtasks:
        yield from _section(Message("readme.subtasks", "Subtasks"))
        groups = [(group.number, _code(group.name), group.points) for group in problem.groups]
        heads = [_SUBTASK, Message("readme.name", "name"), _POINTS]
        yield from (*_table(heads, groups), "")
    yield from _section(Message("readme.tests", "Tests"))
    yield from (*_tests(options.target, problem), "")
    yield from _section(Message("readme.solutions", "Solutions"))
    heads = [Message("readme.solution", "solution"), Message("readme.verdict", "verdict")]
    verdicts = [(_code(solution.name), _verdict(solution)) for solution in problem.solutions]
    yield from _table(heads, verdicts)


def _section(title: Message) -> tuple[str, str]:
    return f"## {title}", ""


def _items(texts: Iterable[Message]) -> Iterator[str]:
    return (f"- {text}" for text in texts)


def _table(heads: Sequence[Text], rows: Iterable[Sequence[Argument]]) -> Iterator[str]:
    for row in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(map(str, row))} |"


def _code(name: str) -> str:
    """Return a name as code in a cell of a table."""
    return f"`{printable(name).replace('`', chr(39)).replace('|', chr(92) + '|')}`" if name else ""


def _tests(target: str, problem: Problem) -> Iterator[str]:
    paths = input_paths(target, problem)
    has_points = not problem.has_subtasks and scores_tests(target, bool(problem.points))
    its = _SUBTASK if problem.has_subtasks else _POINTS if has_points else ""
    rows: list[list[Argument]] = []
    for test in problem.tests:
        path = _code(paths.get(test.number, test.name))
        number = test.group if problem.has_subtasks else test.points if has_points else ""
        content = _code(test.origin) if isinstance(test.origin, str) else test.origin
        rows.append([path, _SAMPLE if test.is_sample else number, content])
    return _table([Message("readme.test", "test"), its, Message("readme.content", "content")], rows)


def _verdict(solution: Solution) -> Message:
    meaning = solution.verdict.meaning
    return _EARNS.fill(verdict=meaning) if solution.earns_points else meaning


_NAMES = {
    "target": "to",
    "time_limits": "time-limit",
    "has_subtasks": "subtasks",
    "languages": "statement-language",
    "titles": "title",
    "statements": "statement",
    "testlib": "with-testlib",
}
"""The options of the command by the fields of `PackageOptions`, where the names differ."""


def _command(options: PackageOptions, problem: Problem) -> str:
    """Return the command for a package, with the time limit even if it was measured."""
    paths = options.tests, *options.statements.values(), options.testlib
    short = _last_parts([path for path in paths if path])
    options = replace(
        options,
        time_limit=problem.time_limit,
        tests=short.get(options.tests or ""),
        statements={language: short[path] for language, path in options.statements.items()},
        testlib=short.get(options.testlib or ""),
    )
    words = ["ineqsudoku", "package"]
    for field in fields(options):
        value = getattr(options, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        is_needed = options.is_seeded if field.name == "seed" else value != default
        if is_needed:
            name = _NAMES.get(field.name, field.name.replace("_", "-"))
            words += _words(f"--{name}", value)
    return " ".join(map(_quoted, words))


def _last_parts(paths: Iterable[str]) -> dict[str, str]:
    """Return the last part of every path, or as many as tell it apart from the others.

    The page must not name the machine.
    """
    whole = {path: PurePath(os.path.normpath(path)) for path in paths}
    short = {}
    for path, its in whole.items():
        others = {*whole.values()} - {its}
        numbers = (n for n in count(1) if _last(its, n) not in {_last(it, n) for it in others})
        short[path] = _last(its, next(numbers)).as_posix()
    return short


def _last(path: PurePath, number: int) -> PurePath:
    return PurePath(*path.parts[-number:])


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

"""Packages: a problem with tests, judges, solutions and statements that a judge accepts as is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.package.assembly import assembled
from ineqsudoku.judge.package.problem import Problem, tests_in
from ineqsudoku.judge.package.solutions import solutions
from ineqsudoku.judge.package.statement import LANGUAGES, html, latex, statement
from ineqsudoku.names import shown

_TARGETS = Path(__file__).with_name("targets")

TARGETS = tuple(sorted(path.stem for path in _TARGETS.glob("*.toml")))

UNPROVEN_TIME_LIMIT = 2.0
"""Seconds, where nothing was measured."""

_NAME = re.compile("[a-z][a-z0-9]*")


@dataclass(frozen=True, slots=True)
class Options:
    """What a package is made of.

    `target` is one of `TARGETS`, `tests` a folder or zip file as for `grade`.  `time_limit` is in
    seconds, by default measured; `memory_limit` is in MiB.  `languages` are those of the
    statement.  `unproven`: solutions are not run.  `testlib` is a testlib.h to ship.
    """

    target: str
    tests: str
    name: str = "inequalitysudoku"
    time_limit: float | None = None
    memory_limit: int = 256
    languages: tuple[str, ...] = LANGUAGES
    unproven: bool = False
    testlib: str | None = None


def build(options: Options) -> dict[str, bytes]:
    """Returns the files of a package: their contents by their paths, the same for same options.

    Raises `ValueError` for options out of range, `IneqSudokuError` for tests that are not
    valid puzzles and where the solutions cannot be proven, and `OSError`.
    """
    _check(options)
    problem = Problem(
        name=options.name,
        tests=tests_in(options.tests),
        solutions=solutions(),
        statements=tuple(map(statement, options.languages)),
        time_limit=options.time_limit or UNPROVEN_TIME_LIMIT,
        memory_limit=options.memory_limit,
        testlib=Path(options.testlib).read_text(encoding="utf-8") if options.testlib else "",
    )
    if not options.unproven:
        from ineqsudoku.judge.package.proof import proven

        problem = proven(problem, options.time_limit)
    return rendered(options.target, problem)


def _check(options: Options) -> None:
    if options.target not in TARGETS:
        raise ValueError(f"no target {options.target!r}; there are {', '.join(TARGETS)}")
    if not _NAME.fullmatch(options.name):
        raise ValueError(f"expected a name of small letters and digits, found {options.name!r}")
    if not options.languages or {*options.languages} - {*LANGUAGES}:
        raise ValueError(f"expected some of the languages {', '.join(LANGUAGES)}")
    if options.time_limit is not None and not 0.05 <= options.time_limit <= 1000:
        raise ValueError(f"expected a time limit of 0.05-1000 s, found {options.time_limit:g}")
    if not 8 <= options.memory_limit <= 65536:
        raise ValueError(f"expected a memory limit of 8-65536 MiB, found {options.memory_limit}")


_EACH = {
    "tests": "test",
    "samples": "test",
    "secrets": "test",
    "solutions": "solution",
    "statements": "statement",
    "invalid_inputs": "example",
    "invalid_outputs": "example",
    "valid_outputs": "example",
}
"""What the field `each` of a target's table may be, and what templates call one of them."""


def rendered(target: str, problem: Problem) -> dict[str, bytes]:
    """Returns the files of a problem for a target, by the table of the target.

    Each `[[file]]` of `targets/TARGET.toml` is one file, or one for `each` of the problem's
    things, see `_EACH`.  `path`, `text` and `when` are templates, which may include others in
    that folder; a file is left out if `when` is empty.
    """
    table = tomllib.loads((_TARGETS / f"{target}.toml").read_text(encoding="utf-8"))
    template = _template_maker()
    found: dict[str, bytes] = {}
    for file in table["file"]:
        path, text, when = (template(file.get(key, "x")) for key in ("path", "text", "when"))
        each = file.get("each", "")
        for thing in getattr(problem, each) if each else [None]:
            values = {"problem": problem, "program": assembled, _EACH.get(each, ""): thing}
            if when.render(values).strip():
                found[path.render(values)] = text.render(values).encode("utf-8")
    return found


def _template_maker() -> Any:
    """Raises `IneqSudokuError` without Jinja."""
    try:
        import jinja2
    except ImportError:
        raise IneqSudokuError("packages need Jinja: pip install 'ineqsudoku[grade]'") from None
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TARGETS),
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # Templates that write XML escape for themselves.
    )
    environment.filters |= {"latex": latex, "html": html, "cdata": _cdata}
    return environment.from_string


def _cdata(value: object) -> str:
    """A value as text of an XML element."""
    return f"<![CDATA[{str(value).replace(']]>', ']]]]><![CDATA[>')}]]>"


def write(files: Mapping[str, bytes], output: str) -> None:
    """Write the files of a package to a new folder, or to a zip file if its name ends so.

    Raises `IneqSudokuError` where there is something already, and `OSError`.
    """
    if output.endswith(".zip"):
        _write_zip(files, output)
        return
    top = Path(output)
    if top.exists() and (not top.is_dir() or any(top.iterdir())):
        raise IneqSudokuError(f"{shown(output)} is there already")
    for path, data in files.items():
        place = top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def _write_zip(files: Mapping[str, bytes], output: str) -> None:
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    with ZipFile(output, "x") as archive:
        for path in sorted(files):
            entry = ZipInfo(path)  # of 1980, so that the bytes are the same tomorrow
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[path], ZIP_DEFLATED)

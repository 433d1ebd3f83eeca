"""The files of a package, rendered from the table of its target.

Also joins the C++14 programs in `cpp` with their headers into self-contained files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from itertools import product
from json import dumps
from typing import TYPE_CHECKING, Any

from ineqsudoku.apps.package import markdown
from ineqsudoku.apps.package.output import zip_files
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

if TYPE_CHECKING:
    from ineqsudoku.apps.package.problem import Problem


_TARGETS = files("ineqsudoku.apps.package") / "targets"

TARGETS = tuple(
    sorted(
        file.name.removesuffix(".toml")
        for file in _TARGETS.iterdir()
        if file.name.endswith(".toml")
    )
)

_VARIABLES = {
    "files": "",
    "tests": "test",
    "samples": "test",
    "shown": "shown",
    "secrets": "test",
    "subtasks": "group",
    "solutions": "solution",
    "statements": "statement",
    "invalid_inputs": "example",
    "invalid_outputs": "example",
    "valid_outputs": "example",
    "checked": "example",
    "pictures": "statement",
}
"""The names of the variables that templates use for the elements of sections, by section."""


@cache
def table(target: str) -> Mapping[str, Any]:
    """Return the table of a target, `targets/TARGET.toml`.

    A section is named after a list of the problem, see `_VARIABLES`.  Its lines `"PATH" = "TEXT"`
    are templates for one file per element of the list.  Files of the section `files` are written
    once; those of `pictures` are `svg` or `png`.  A file without a path is not written.

    `has_subtasks`: whether the target has groups of tests with points.
    `has_name`: whether the target names a problem by its folder.
    `archives`: folders that become zip files.
    `limits`: what the judge takes at most, and the setting of the judge that raises it, if any.
    """
    return tomllib.loads(_text(target))


def mentions(target: str, field: str) -> bool:
    """Whether the files of a target have a place for a field of the problem, such as `author`."""
    return f"problem.{field}" in _text(target)


def scores_tests(target: str) -> bool:
    """Whether the files of a target have points for tests that were given points."""
    return mentions(target, "scored_groups") or mentions(target, "cases")


def has_time_limits(target: str) -> bool:
    """Whether the judge of a target can have time limits of programming languages."""
    return mentions(target, "time_limit_of")


def _text(target: str) -> str:
    return (_TARGETS / f"{target}.toml").read_text(encoding="utf-8")


def render(target: str, problem: Problem) -> dict[str, bytes]:
    """Return the contents of all files except the first page, by their paths.

    Raises `IneqSudokuError` if a library that the target needs is not installed.
    """
    template = _template_maker()
    contents: dict[str, bytes] = {}
    for section, templates in table(target).items():
        if section not in _VARIABLES:
            continue
        things = [None] if section == "files" else getattr(problem, section, problem.statements)
        for (path, text), thing in product(templates.items(), things):
            values = {"problem": problem, "program": assemble, _VARIABLES[section]: thing}
            name = template(path).render(values)
            if not name:
                continue
            if section == "pictures":
                contents[name] = problem.picture(text)
            else:
                contents[name] = template(text).render(values).encode("utf-8")
    for archive in table(target).get("archives", ()):
        inside = {path: data for path, data in contents.items() if path.startswith(f"{archive}/")}
        contents = {path: data for path, data in contents.items() if path not in inside}
        its = {path.removeprefix(f"{archive}/"): data for path, data in inside.items()}
        contents[archive] = zip_files(its)
    return contents


def require_templates() -> None:
    """Raise `IneqSudokuError` if the library for templates is not installed."""
    if find_spec("jinja2") is None:
        raise IneqSudokuError(_NEEDS)


_NEEDS = Message("package.needs", "packages need jinja2: pip install 'ineqsudoku[package]'")


def _template_maker() -> Any:
    """Return a function that makes Jinja templates."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: (_TARGETS / name).read_text(encoding="utf-8")),
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # Templates that write XML do their own escaping.
    )
    environment.filters |= {
        # for Markdown:
        "html": markdown.html,
        "latex": markdown.latex,
        # for any text, which no format may take for its own signs:
        "xml": escape,
        "quoted": lambda value: dumps(value, ensure_ascii=False),
        "latex_text": markdown.escape_for_latex,
        "markdown_text": markdown.escape_for_markdown,
    }
    return cache(environment.from_string)


SOURCES = files("ineqsudoku.apps.package") / "cpp"
"""The folder of the C++ sources; the main files also compile in place."""

_OWN_INCLUDE = re.compile(r'#include "(?:\.\./)?(\w+\.hpp)"')


@cache
def assemble(main: str) -> str:
    """Return the source of a program, such as `checkers/kattis`.

    It includes only the standard library and, if the program uses testlib, `testlib.h`.
    """
    included: set[str] = set()

    def lines(name: str) -> list[str]:
        joined = []
        for line in (SOURCES / name).read_text(encoding="ascii").splitlines():
            if include := _OWN_INCLUDE.fullmatch(line):
                if include[1] not in included:
                    included.add(include[1])
                    joined += lines(include[1])
            elif line != "#pragma once":
                joined.append(line)
        return joined

    text = "\n".join([_HEAD, *lines(f"{main}.cpp")])
    return re.sub(r"\n{3,}", "\n\n", text) + "\n"


_HEAD = "// Part of ineqsudoku (MIT licence): a judge for inequality sudoku in one file of C++14."

"""The files of a package, rendered from the table of its target.

Also joins the C++14 programs in `cpp` with their headers into self-contained files.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from itertools import product
from json import dumps
from typing import Any

from ineqsudoku.apps.package import markdown
from ineqsudoku.apps.package.options import TARGETS_FOLDER, table
from ineqsudoku.apps.package.output import zip_files
from ineqsudoku.apps.package.problem import Problem
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

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
        loader=jinja2.FunctionLoader(
            lambda name: (TARGETS_FOLDER / name).read_text(encoding="utf-8")
        ),
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

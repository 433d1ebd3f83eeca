"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from math import isfinite
from typing import Any

import click

from ineqsudoku.apps.cli.streams import print_in
from ineqsudoku.formats import AUTO, READABLE
from ineqsudoku.messages import ENGLISH, LANGUAGES, Message, use_language

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

INPUT = click.Path(readable=False)
"""A file or a folder to read; errors are reported when it is opened."""


class OutputPath(click.Path):
    """The name of a file or folder to write; an empty one would be the working folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not value:
            self.fail("the name is empty.", param, ctx)
        if not self.dir_okay and value.endswith(os.sep):
            self.fail(f"{value!r} is the name of a folder.", param, ctx)
        return super().convert(value, param, ctx)


OUTPUT_FILE = OutputPath(dir_okay=False, readable=False)
OUTPUT_FOLDER = OutputPath(file_okay=False, readable=False)

puzzles_argument = click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=INPUT)
"""The puzzles of commands that read any number of files."""

format_option = click.option(
    "--format",
    type=click.Choice([AUTO, *READABLE]),
    default=AUTO,
    metavar="FORMAT",
    help=f"Input format: {', '.join(READABLE)}, or {AUTO}, which recognises it.",
)
"""For commands that read puzzles."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
"""For commands with values as results; several puzzles give one JSON object per line."""

output_option = click.option(
    "--output",
    metavar="FILE",
    type=OutputPath(dir_okay=False, readable=False, allow_dash=True),
    help="Write FILE, completely or not at all, instead of standard output.",
)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Run up to N jobs at a time, at most 4 a core.",
)

cluster_option = click.option(
    "--cluster",
    metavar="WHERE",
    help="Use the workers of a Dask cluster: tcp://HOST:8786 or a scheduler file.",
)
"""For commands that work on many puzzles."""

no_sandbox_option = click.option(
    "--no-sandbox",
    is_flag=True,
    help="Run your own programs without a sandbox, also on Windows and macOS. They have limits, "
    "but can read and write all your files.",
)

SEED = Message("generate.seed", "seed {seed}")
"""What commands print if the user gave no seed."""


class FiniteRange(click.FloatRange):
    """A finite number in a range.  `nan` needs a test of its own: no comparison excludes it."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def search_time_option(help: str) -> Decorator:
    """Return the option for a search time in seconds of wall-clock time."""
    seconds = FiniteRange(min=0, min_open=True)
    return click.option("--search-time", type=seconds, metavar="SECONDS", help=help)


def seed_option(help: str) -> Decorator:
    """Return the option for a seed; a command without it draws one and prints it."""
    return click.option("--seed", type=int, metavar="N", help=help)


class SectionedCommand(click.Command):
    """A command with so many options that its help lists them in sections.

    `sections`: the title of each section and its first option; the first option of all begins one.
    """

    def __init__(self, *args: Any, sections: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._sections = sections

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        title_above = {option: title for title, option in self._sections.items()}
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if isinstance(param, click.Option) and record:
                if title := title_above.get(param.opts[0]):
                    rows = sections[title] = []
                rows.append(record)
        for title, rows in sections.items():
            with formatter.section(title):
                formatter.write_dl(rows, col_max=_WIDEST)


_WIDEST = 25
"""The help of an option stands beside names of up to this length."""

_LANGUAGE = "ineqsudoku.language"


def _speak(ctx: click.Context, _: click.Parameter, language: str | None) -> None:
    if language:
        ctx.meta[_LANGUAGE] = language
        ctx.ensure_object(ExitStack).enter_context(print_in(language))


language_option = click.option(
    "--language",
    type=click.Choice([*LANGUAGES]),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="Language of results and messages, instead of that of the locale.",
)
"""For all commands."""


def language_for_programs() -> Any:
    """Return a context for JSON, which is English unless the call has `--language`."""
    return use_language(click.get_current_context().meta.get(_LANGUAGE, ENGLISH))

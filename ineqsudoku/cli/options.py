"""The class of all options, and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite
from typing import Any

import click

from ineqsudoku.formats.decoding import check_encoding
from ineqsudoku.formats.registry import AUTO, READABLE
from ineqsudoku.names import quote

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Option(click.Option):
    """An option whose help ends with its default and its range, or says that it is required.

    `show_default` describes the default in the help if its value does not; an option without a
    default has `none`.
    `needs`: other options of the command, such as `--against`, or values of them, such as
    `--to pdf`.  The option has no effect without any of these, so it is refused then.
    `excludes`: options or values beside which it is refused.
    """

    def __init__(
        self,
        *args: Any,
        show_default: str = "",
        needs: Sequence[str] = (),
        excludes: Sequence[str] = (),
        **attributes: Any,
    ) -> None:
        if isinstance(attributes.get("type"), WholeNumber):
            attributes.setdefault("metavar", "N")
        super().__init__(*args, **attributes)
        self.needs = needs
        self.excludes = excludes
        self.show_default = show_default or self._described(attributes.get("default"))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None:
            return None
        extra = [f"default: {self.show_default}"] if self.show_default else []
        if limits := describe_range(self.type):
            extra.append(limits)
        if self.required:
            extra.append("required")
        return record[0], f"{self.help}  [{'; '.join(extra)}]" if extra else f"{self.help}"

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Convert like click, but suggest a choice in the error for a mistyped one."""
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter as error:
            from ineqsudoku.cli.suggestions import closest

            choices = self.type.choices if isinstance(self.type, click.Choice) else ()
            meant = closest(str(value), map(str, choices))
            if not meant:
                raise
            message = f"{error.message} Did you mean {meant!r}?"
            raise click.BadParameter(message, ctx, self) from None

    def _described(self, default: object) -> str:
        if self.is_flag or self.required:
            return ""
        return figure(default) if isinstance(default, int | float) else str(default or "none")


option = partial(click.option, cls=Option)
flag = partial(option, is_flag=True)

_STDOUT = "standard output"

INPUT = click.Path(readable=False)
"""A file or a folder to read; errors are reported when it is opened."""

puzzles_argument = click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=INPUT)
"""The puzzles of commands that read any number of files."""

format_option = option(
    "--format",
    type=click.Choice([AUTO, *READABLE]),
    default=AUTO,
    metavar="FORMAT",
    help=f"Input format; auto recognises it.  One of {', '.join(READABLE)}.",
)
"""For commands that read puzzles."""


def _check_encoding(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    try:
        return check_encoding(name)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


encoding_option = option(
    "--encoding",
    metavar="NAME",
    callback=_check_encoding,
    show_default="detected among UTF-8, UTF-16 and GBK",
    help="Encoding of puzzle files.",
)
"""For all commands that read puzzles."""

json_option = flag("--json", "as_json", help="Print JSON instead of text.")
"""For commands whose results are values; several puzzles give one object a line."""


def to_option(help: str, name: str = "to", **attributes: Any) -> Decorator:
    """Return the option for the output format; `help` continues these words."""
    return option("--to", name, help=f"Output format{help}.", **attributes)


def search_time_option(help: str) -> Decorator:
    """Return the option for a search time in seconds of wall-clock time."""
    return option(
        "--search-time",
        type=FiniteRange(min=0, min_open=True),
        metavar="SECONDS",
        show_default="no limit",
        help=help,
    )


def count_option(
    name: str,
    help: str,
    default: int | None = None,
    least: int = 1,
    without: str = "",
    **attributes: Any,
) -> Decorator:
    """Return an option for a number of things.

    `without` describes the behaviour without the option if it has no default.
    """
    return option(
        name,
        type=WholeNumber(min=least),
        default=default,
        show_default=without,
        help=help,
        **attributes,
    )


def node_limit_option(help: str) -> Decorator:
    """Return the option for a limit in nodes of the search."""
    return count_option("--node-limit", help, without="no limit")


def memory_limit_option(type: click.IntRange) -> Decorator:
    """Return the option for a memory limit in MiB."""
    return option(
        "--memory-limit",
        type=type,
        default=256,
        metavar="MIB",
        help="Memory of a run, in MiB.",
    )


def jobs_option(default: str) -> Decorator:
    help = "Run up to N jobs at a time, at most 4 a core."
    return count_option("--jobs", help, without=default)


cluster_option = option(
    "--cluster",
    metavar="WHERE",
    help="Use the workers of a Dask cluster: tcp://HOST:8786, a scheduler file, or local:N for N "
    "processes of this machine.",
)
"""For commands that work on many puzzles."""


def resume_option(help: str, **attributes: Any) -> Decorator:
    return flag("--resume", help=help, **attributes)


resume_folder_option = resume_option(
    "Resume an interrupted run with --output-dir.", needs=["--output-dir"]
)


class OutputPath(click.Path):
    """The name of a file that a command writes or, unless `file_okay`, of a folder.

    `-` is standard output if `allow_dash`; otherwise it is refused, and `./-` is a file.
    """

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        name = os.fspath(value)
        if not name:
            self.fail("The name is empty.", param, ctx)
        if name == "-" and not self.allow_dash:
            self.fail("'-' is not standard output here; './-' is a file of this name.", param, ctx)
        if not self.dir_okay and name.endswith(_SEPARATORS):
            self.fail(f"{quote(name)} is the name of a folder.", param, ctx)
        if not self.file_okay and os.path.exists(name) and not os.path.isdir(name):
            self.fail(f"expected a folder, but {name!r} is a file.", param, ctx)
        return super().convert(value, param, ctx)


_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))

OUTPUT_FILE = OutputPath(dir_okay=False, readable=False)
OUTPUT_FOLDER = OutputPath(file_okay=False, readable=False)


def output_option(help: str, default: str = _STDOUT, **attributes: Any) -> Decorator:
    """Return the option for a file that a command writes; `-` is standard output."""
    return option(
        "--output",
        metavar="FILE",
        type=OutputPath(dir_okay=False, readable=False, allow_dash=True),
        show_default=default,
        help=help,
        **attributes,
    )


def output_dir_option(help: str, default: str = _STDOUT, **attributes: Any) -> Decorator:
    return option(
        "--output-dir",
        metavar="DIR",
        type=OUTPUT_FOLDER,
        show_default=default,
        help=help,
        **attributes,
    )


def report_option(name: str, help: str, **attributes: Any) -> Decorator:
    """Return an option for a file that is written in addition to standard output."""
    return option(name, metavar="FILE", type=OUTPUT_FILE, help=help, **attributes)


html_option = report_option("--html", "Write a page for browsers.")


class WholeNumber(click.IntRange):
    """A whole number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"expected a whole number{_comma(self)}, found {str(value)!r}", param, ctx)


class FiniteRange(click.FloatRange):
    """A range of numbers without `nan`, which no comparison excludes, and without `inf`."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number: float = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"expected a number{_comma(self)}, found {str(value)!r}", param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def describe_range(type: object) -> str:
    """Return the range of a type of numbers in words; empty for types without one."""
    if not isinstance(type, click.IntRange | click.FloatRange):
        return ""
    low, high = ("" if end is None else figure(end) for end in (type.min, type.max))
    if low and high and not (type.min_open or type.max_open):
        return f"{low} to {high}"
    parts = []
    if low:
        parts.append(f"more than {low}" if type.min_open else f"at least {low}")
    if high:
        parts.append(f"less than {high}" if type.max_open else f"at most {high}")
    return ", ".join(parts)


def figure(number: float) -> str:
    """Return a number as text: `1,000`, `2` or `0.05`."""
    return f"{number:,}" if isinstance(number, int) else f"{number:,.10g}"


def _comma(type: object) -> str:
    words = describe_range(type)
    return f", {words}" if words else ""

"""The class of all options, and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite
from typing import Any

import click

from ineqsudoku.apps.cli.help_pages import Row, text
from ineqsudoku.apps.cli.streams import STANDARD_OUTPUT
from ineqsudoku.formats.decoding import check_encoding
from ineqsudoku.formats.registry import AUTO, READABLE
from ineqsudoku.messages import Message, Text, enumeration, paragraph, series
from ineqsudoku.names import quote

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Option(click.Option):
    """An option whose help ends with its default and its range, or says that it is required.

    `show_default` describes the default in the help if its value does not.
    `needs`: other options of the command, such as `--against`, or values of them, such as
    `--to pdf`.  The option has no effect without any of these, so it is refused then.
    `excludes`: options or values beside which it is refused.
    `is_rare`: whether `--help` leaves it to `--help-all`.
    """

    def __init__(
        self,
        *args: Any,
        help: Message | str,
        show_default: Text = "",
        needs: Sequence[str] = (),
        excludes: Sequence[str] = (),
        is_rare: bool = False,
        **attributes: Any,
    ) -> None:
        if isinstance(attributes.get("type"), WholeNumber):
            attributes.setdefault("metavar", "N")
        super().__init__(*args, **attributes)
        self.words = text(self.opts[0], help)
        self.needs = needs
        self.excludes = excludes
        self.is_rare = is_rare
        self.default_words = show_default or self._described(attributes.get("default"))

    # Completion shows it in the current language; click sets its own, which is empty.
    help = property(lambda self: str(self.words), lambda _, __: None)

    def row(self, ctx: click.Context) -> Row:
        """Return the row of a help page."""
        record = self.get_help_record(ctx)
        assert record
        remarks = [_DEFAULT.fill(value=self.default_words)] if self.default_words else []
        if limits := describe_range(self.type):
            remarks.append(limits)
        if self.required:
            remarks.append(Message("help.required", "required"))
        if not remarks:
            return Row(record[0], self.words, self.is_rare)
        words = _REMARKED.fill(text=self.words, remarks=series(remarks))
        return Row(record[0], words, self.is_rare)

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Convert like click, but suggest a choice in the error for a mistyped one."""
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter as error:
            from ineqsudoku.apps.cli.suggestions import closest

            choices = self.type.choices if isinstance(self.type, click.Choice) else ()
            meant = closest(str(value), map(str, choices))
            if not meant:
                raise
            advice = Message("usage.meant", "Did you mean {choice}?", choice=repr(meant))
            raise click.BadParameter(str(paragraph(error.message, advice)), ctx, self) from None

    def _described(self, default: object) -> Text:
        if self.is_flag or self.required:
            return ""
        if isinstance(default, int | float):
            return figure(default)
        return str(default or "")


_REMARKED = Message("help.remarked", "{text} [{remarks}]")
_DEFAULT = Message("help.default", "default: {value}")

option = partial(click.option, cls=Option)
flag = partial(option, is_flag=True)

INPUT = click.Path(readable=False)
"""A file or a folder to read; errors are reported when it is opened."""

puzzles_argument = click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=INPUT)
"""The puzzles of commands that read any number of files."""


format_option = option(
    "--format",
    type=click.Choice([AUTO, *READABLE]),
    default=AUTO,
    metavar="FORMAT",
    is_rare=True,
    help=Message(
        "--format",
        "Input format; auto recognises it. One of {formats}.",
        formats=enumeration(READABLE),
    ),
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
    show_default=Message("default.encoding", "detected among UTF-8, UTF-16 and GBK"),
    is_rare=True,
    help="Encoding of puzzle files.",
)
"""For all commands that read puzzles."""

json_option = flag("--json", "as_json", help="Print JSON instead of text.")
"""For commands whose results are values; several puzzles give one object a line."""


SEED = Message("generate.seed", "seed {seed}")
"""What commands print if the user gave no seed."""


def seed_option(help: str, **attributes: Any) -> Decorator:
    """Return the option for the seed of what a command makes."""
    random = Message("default.seed", "random, and printed")
    return option("--seed", type=WholeNumber(), show_default=random, help=help, **attributes)


_NO_LIMIT = Message("default.limit", "no limit")


def search_time_option(help: str, **attributes: Any) -> Decorator:
    """Return the option for a search time in seconds of wall-clock time."""
    return option(
        "--search-time",
        type=FiniteRange(min=0, min_open=True),
        metavar="SECONDS",
        show_default=_NO_LIMIT,
        help=help,
        **attributes,
    )


def count_option(
    name: str,
    help: str,
    default: int | None = None,
    least: int = 1,
    without: Text = "",
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
    return count_option("--node-limit", help, without=_NO_LIMIT)


def memory_limit_option(type: click.IntRange, **attributes: Any) -> Decorator:
    """Return the option for a memory limit in MiB."""
    return option(
        "--memory-limit",
        type=type,
        default=256,
        metavar="MIB",
        help="Memory of a run, in MiB.",
        **attributes,
    )


def no_sandbox_flag(**attributes: Any) -> Decorator:
    """Return the flag to run one's own programs without a sandbox."""
    help = (
        "Run your own programs under limits alone, on Windows and macOS, too; they can read and "
        "write all your files."
    )
    return flag("--no-sandbox", is_rare=True, help=help, **attributes)


ONE_A_CORE = Message("default.jobs", "one a core")


def jobs_option(default: Text) -> Decorator:
    """Return the option for the number of jobs that run at a time."""
    help = "Run up to N jobs at a time, at most 4 a core."
    return count_option("--jobs", help, without=default, is_rare=True)


cluster_option = option(
    "--cluster",
    metavar="WHERE",
    is_rare=True,
    help="Use the workers of a Dask cluster: tcp://HOST:8786, a scheduler file, or local:N for N "
    "processes of this machine.",
)
"""For commands that work on many puzzles."""


resume_folder_option = flag(
    "--resume",
    needs=["--output-dir"],
    is_rare=True,
    help="Resume an interrupted run with --output-dir.",
)


class FilePath(click.Path):
    """The name of a file or, unless `file_okay`, of a folder, which may have to exist."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        name = repr(os.fsdecode(value))
        exists, is_folder = os.path.exists(value), os.path.isdir(value)
        if self.exists and not exists:
            missing = Message("usage.missing", "{name} does not exist.", name=name)
            self.fail(str(missing), param, ctx)
        if exists and not (self.dir_okay if is_folder else self.file_okay):
            folder = Message("usage.file", "expected a file, but {name} is a folder.", name=name)
            file = Message("usage.folder", "expected a folder, but {name} is a file.", name=name)
            self.fail(str(folder if is_folder else file), param, ctx)
        return super().convert(value, param, ctx)


class OutputPath(FilePath):
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
            self.fail(str(Message("usage.empty", "The name is empty.")), param, ctx)
        if name == "-" and not self.allow_dash:
            dash = Message(
                "usage.dash", "'-' is not standard output here; './-' is a file of this name."
            )
            self.fail(str(dash), param, ctx)
        if not self.dir_okay and name.endswith(_SEPARATORS):
            folder = Message(
                "usage.folder-name", "{name} is the name of a folder.", name=quote(name)
            )
            self.fail(str(folder), param, ctx)
        return super().convert(value, param, ctx)


_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))

OUTPUT_FILE = OutputPath(dir_okay=False, readable=False)
OUTPUT_FOLDER = OutputPath(file_okay=False, readable=False)


def output_option(help: str, default: Text = STANDARD_OUTPUT, **attributes: Any) -> Decorator:
    """Return the option for a file that a command writes; `-` is standard output."""
    return option(
        "--output",
        metavar="FILE",
        type=OutputPath(dir_okay=False, readable=False, allow_dash=True),
        show_default=default,
        help=help,
        **attributes,
    )


def output_dir_option(help: str, default: Text = STANDARD_OUTPUT, **attributes: Any) -> Decorator:
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
            kind = Message("usage.whole", "a whole number")
            self.fail(_expected(kind, self, value), param, ctx)


class FiniteRange(click.FloatRange):
    """A range of numbers without `nan`, which no comparison excludes, and without `inf`."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number: float = super().convert(value, param, ctx)
        except click.BadParameter:
            from ineqsudoku.fields import NUMBER

            self.fail(_expected(NUMBER, self, value), param, ctx)
        if not isfinite(number):
            infinite = Message("usage.finite", "{value} is not a finite number.", value=f"{value}")
            self.fail(str(infinite), param, ctx)
        return number


NOT_EXPECTED = Message("usage.value", "expected {expected}, found {value}")


def _expected(kind: Message, type: object, value: object) -> str:
    limits = describe_range(type)
    found = NOT_EXPECTED
    if limits:
        found = Message("usage.value-in", "expected {expected}, {range}, found {value}")
        found = found.fill(range=limits)
    return str(found.fill(expected=kind, value=repr(f"{value}")))


def describe_range(type: object) -> Message | None:
    """Return the range of a type of numbers in words; `None` for types without one.

    The range has a least number; a greatest one belongs to it.
    """
    if not isinstance(type, click.IntRange | click.FloatRange) or type.min is None:
        return None
    low = figure(type.min)
    if type.max is not None:
        return Message("range", "{low} to {high}", low=low, high=figure(type.max))
    if type.min_open:
        return Message("range.more", "more than {low}", low=low)
    return Message("range.least", "at least {low}", low=low)


def figure(number: float) -> str:
    """Return a number as text: `1,000`, `2` or `0.05`."""
    return f"{number:,}" if isinstance(number, int) else f"{number:,.10g}"

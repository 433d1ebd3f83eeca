"""The class of all commands: their help, their environment and their option parsing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ineqsudoku.cli import COMPLETION
from ineqsudoku.cli.language import OPTION
from ineqsudoku.cli.options import Option
from ineqsudoku.cli.streams import warn_without_kernel
from ineqsudoku.language import LANGUAGES

if TYPE_CHECKING:
    from ineqsudoku.cli.main import Interrupts

KERNEL = "INEQSUDOKU_KERNEL"
NO_COLOR = "NO_COLOR"
PAGER = "PAGER"
STATE = "XDG_STATE_HOME"
DATA = "XDG_DATA_HOME"
CACHE = "XDG_CACHE_HOME"

VARIABLES = {
    KERNEL: "How engines run: python, or portable, avx2 or avx512 of the compiled forms.  "
    "[default: the fastest form that was compiled and runs here]",
    NO_COLOR: "Unless it is empty, the terminal shows no colours.  [default: empty]",
    PAGER: "The program that shows long texts on a terminal.  [default: less]",
    STATE: "grade keeps its runs in the folder ineqsudoku below this one.  "
    "[default: ~/.local/state]",
    CACHE: "grade builds its supervisor in the folder ineqsudoku-supervisor below this one, if the "
    "installation has none.  [default: ~/.cache]",
    DATA: "completion writes below this folder.  [default: ~/.local/share]",
    COMPLETION: "bash_source, zsh_source or fish_source: print a script by which this shell "
    "completes commands and options.  [default: empty]",
}
"""The purposes of the variables of the environment, and their defaults."""

Tables = Mapping[str, Mapping[str, str]]
"""Sections of a help text by their titles, with rows of two columns."""

_SECOND_COLUMN = r" *\S+(?: \S+)* {2,}(?=\S)"

WIDEST_FIRST = 26
"""The widest first column of a table."""

_MARGIN = "    "
"""The indentation of a line that continues the one above it."""


SANDBOX_GRACE = 5.0
"""The seconds that sandboxes may take to end after an interrupt; usually less than one."""


def wait_for_sandboxes() -> None:
    """Give the sandboxes of the current command the time to end after an interrupt."""
    interrupts: Interrupts | None = click.get_current_context().obj
    if interrupts:
        interrupts.grace = SANDBOX_GRACE


def _language_option() -> click.Option:
    """Return the option of all commands that `language.speak` has read before."""
    return Option(
        [OPTION],
        type=click.Choice([*LANGUAGES]),
        expose_value=False,
        show_default="that of the locale",
        help="Language of texts for people.",
    )


class Command(click.Command):
    """A command whose help ends with examples, exit codes and variables of the environment.

    For an unknown option it suggests a similar one, and it refuses options without effect.
    """

    def __init__(
        self,
        *args: Any,
        examples: Sequence[str] = (),
        exit_codes: Mapping[str, str] | None = None,
        variables: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.params.append(_language_option())
        self.examples = examples
        self.exit_codes = exit_codes or {}
        self.variables = variables

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            rest = super().parse_args(ctx, list(args))
        except click.NoSuchOption as error:
            from ineqsudoku.cli.suggestions import no_such_option

            raise no_such_option(ctx, error.option_name, args) from None
        if not ctx.resilient_parsing:
            require_effect(ctx, [param for param in self.params if isinstance(param, click.Option)])
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        if KERNEL in self.variables:
            warn_without_kernel()
        return super().invoke(ctx)

    def get_help(self, ctx: click.Context) -> str:
        width = ctx.make_formatter().width
        lines = super().get_help(ctx).split("\n")
        return "\n".join(part for line in lines for part in _fit(line, width))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [option.get_help_record(ctx) for option in options]
        write_table(formatter, "Options", dict(record for record in records if record))

    @property
    def tables(self) -> Tables:
        """The tables below the options."""
        return {
            "Examples": dict.fromkeys(self.examples, ""),
            "Exit codes": self.exit_codes,
            "Environment": {name: VARIABLES[name] for name in self.variables},
        }

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        tables = {**self.tables}
        if examples := tables.pop("Examples"):
            with formatter.section("Examples"):
                for example in examples:
                    for line in _fold(example, formatter.width - 2):
                        formatter.write(f"  {line}\n")
        for title, rows in tables.items():
            write_table(formatter, title, rows)
        super().format_epilog(ctx, formatter)


def write_table(
    formatter: click.HelpFormatter, title: str, rows: Mapping[str, str], widest: int = WIDEST_FIRST
) -> None:
    """Write a section of a help text with two columns; nothing if it has no rows.

    If the first column is wider than `widest` or, in narrow terminals, than `_NARROW`, the second
    one begins on the next line.
    """
    from textwrap import wrap

    if not rows:
        return
    limit = widest if formatter.width > _NARROW_TERMINAL else _NARROW
    column = 2 + min(limit, max(map(len, rows))) + 2
    with formatter.section(title):
        for first, second in rows.items():
            lines = wrap(second, formatter.width - column, **_WHOLE_WORDS)
            if len(first) > limit:
                room = formatter.width - 2 - len(_MARGIN)
                choices = wrap(first.replace("|", "| "), room, **_WHOLE_WORDS)
                names = f"\n  {_MARGIN}".join(choices).replace("| ", "|")
                formatter.write(f"  {names}\n")
            else:
                formatter.write(f"  {first}".ljust(column) + lines.pop(0) + "\n")
            for line in lines:
                formatter.write(f"{' ' * column}{line}\n")


_NARROW_TERMINAL = 70
_NARROW = 12


def _fold(example: str, width: int) -> list[str]:
    """Fold a shell command into several lines if it is longer than the terminal is wide."""
    from textwrap import wrap

    parts = wrap(example, width - len(" \\"), subsequent_indent=_MARGIN, **_WHOLE_WORDS)
    if len(example) <= width:
        return [example]
    return [f"{part} \\" for part in parts[:-1]] + parts[-1:]


def _fit(line: str, width: int) -> list[str]:
    """Wrap a table line in prose below its second column if it is too long."""
    column = re.match(_SECOND_COLUMN, line) if len(line) > width else None
    if not column:
        return [line]
    from textwrap import wrap

    return wrap(line, width, subsequent_indent=" " * column.end(), **_WHOLE_WORDS)


_WHOLE_WORDS: Any = {"break_long_words": False, "break_on_hyphens": False}


def require_effect(context: click.Context, options: Sequence[click.Option]) -> None:
    """Raise `click.UsageError` if an option of a call has no effect beside the others."""
    for option in options:
        if not _is_given(context, option):
            continue
        name = _spelling(context, option)
        needs: Sequence[str] = getattr(option, "needs", ())
        if needs and not any(_holds(context, options, other) for other in needs):
            raise click.UsageError(f"{name} needs {_alternatives(needs)}", context)
        for other in getattr(option, "excludes", ()):
            if _holds(context, options, other):
                raise click.UsageError(f"{name} and {other} exclude each other", context)


def _holds(context: click.Context, options: Sequence[click.Option], condition: str) -> bool:
    """Whether an option such as `--against` was given, or one such as `--to pdf` has that value."""
    name, _, value = condition.partition(" ")
    option = next(option for option in options if name in option.opts)
    if value:
        return str(context.params.get(str(option.name))) == value
    return _is_given(context, option)


def _is_given(context: click.Context, option: click.Option) -> bool:
    return context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE


def _spelling(context: click.Context, option: click.Option) -> str:
    """Return the name under which an option was given: `--no-rate` if it turns `--rate` off."""
    is_off = option.secondary_opts and context.params.get(str(option.name)) is False
    return option.secondary_opts[0] if is_off else option.opts[0]


def _alternatives(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last

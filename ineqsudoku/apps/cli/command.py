"""The class of all commands: their help pages, and what they check before they run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ineqsudoku.apps.cli.help_pages import (
    HelpPage,
    Row,
    Section,
    terminal_text,
    text,
    usage_lines,
)
from ineqsudoku.apps.cli.language import OPTION
from ineqsudoku.apps.cli.options import Option
from ineqsudoku.apps.cli.streams import warn_without_kernel
from ineqsudoku.apps.cli.summaries import SUMMARIES
from ineqsudoku.messages import LANGUAGES, Message, disjunction, enumeration, paragraph

if TYPE_CHECKING:
    from ineqsudoku.apps.cli.main import Interrupts

SANDBOX_GRACE = 5.0
"""The seconds that sandboxes may take to end after an interrupt; usually less than one."""


def wait_for_sandboxes() -> None:
    """Give the sandboxes of the current command the time to end after an interrupt."""
    interrupts: Interrupts | None = click.get_current_context().obj
    if interrupts:
        interrupts.grace = SANDBOX_GRACE


def language_option() -> click.Option:
    """Return the option of all commands and of the program; `language.speak` has read it before."""
    return Option(
        [OPTION],
        type=click.Choice([*LANGUAGES]),
        expose_value=False,
        show_default=Message("default.locale", "by locale"),
        help="Language of texts for people.",
    )


class Documented(click.Command):
    """A command whose help is a page, in place of click's own help texts.

    `summary`: the line about the command in the help of the program.
    """

    summary: Message

    def page(self, ctx: click.Context) -> HelpPage:
        """Return the page of help."""
        usage, summary = usage_of(ctx), self.summary
        return HelpPage(ctx.command_path, usage, summary, (summary,), ())

    def get_help(self, ctx: click.Context) -> str:
        return terminal_text(self.page(ctx).usual(), ctx.make_formatter().width)

    def get_usage(self, ctx: click.Context) -> str:
        return "\n".join(usage_lines(usage_of(ctx), ctx.make_formatter().width))

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the summary whole; completion shows it."""
        return str(self.summary)


def usage_of(ctx: click.Context) -> str:
    return " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])


def options_of(ctx: click.Context) -> Section:
    """Return the section of a help page with the options of a command."""
    return Section(Message("help.options", "Options"), tuple(_option_rows(ctx)))


def _option_rows(ctx: click.Context) -> Iterator[Row]:
    for param in ctx.command.get_params(ctx):
        if isinstance(param, Option):
            if not param.hidden:
                yield param.row(ctx)
        elif isinstance(param, click.Option):  # click's own
            names = ", ".join(sorted(param.opts, key=len))
            yield Row(names, Message("--help", "Show this message and exit."))


def exit_codes_section(codes: Mapping[str, str]) -> Section:
    rows = (Row(code, text("exit code", meaning)) for code, meaning in codes.items())
    return Section(Message("help.codes", "Exit codes"), tuple(rows))


EXAMPLES = Message("help.examples", "Examples")


class Command(Documented):
    """A command; its docstring is the description in its help, which ends with examples and codes.

    For an unknown option it suggests a similar one, and it refuses options without effect.
    `searches`: whether it says on a terminal that searches are slow without the kernel.
    `tables`: what its help has between the description and the options.
    """

    def __init__(
        self,
        name: str,
        *args: Any,
        help: str,
        examples: Sequence[str],
        exit_codes: Mapping[str, str],
        tables: Sequence[Section] = (),
        searches: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(name, *args, **kwargs)
        has_rare = any(getattr(param, "is_rare", False) for param in self.params)
        self.params += [language_option(), help_all_option(hidden=not has_rare)]
        self.summary = SUMMARIES[name]
        self._description = paragraphs(name, help)
        self._tables = tables
        self._examples = examples
        self._exit_codes = exit_codes
        self._searches = searches

    def page(self, ctx: click.Context) -> HelpPage:
        examples = tuple(map(Row, self._examples))
        return HelpPage(
            ctx.command_path,
            usage_of(ctx),
            self.summary,
            self._description,
            (
                *self._tables,
                options_of(ctx),
                Section(EXAMPLES, examples, is_shell=True),
                exit_codes_section(self._exit_codes),
            ),
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            rest = super().parse_args(ctx, list(args))
        except click.NoSuchOption as error:
            from ineqsudoku.apps.cli.suggestions import no_such_option

            raise no_such_option(ctx, error.option_name, args) from None
        except click.MissingParameter as error:
            raise missing(error, ctx) from None
        if not ctx.resilient_parsing:
            require_effect(ctx, [param for param in self.params if isinstance(param, click.Option)])
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        if self._searches:
            warn_without_kernel()
        return super().invoke(ctx)


def missing(error: click.MissingParameter, ctx: click.Context) -> click.UsageError:
    """Return the error for a missing argument or option, with its choices on one line."""
    param = error.param
    assert param
    option = Message("usage.missing-option", "Missing option {name}.")
    argument = Message("usage.missing-argument", "Missing argument {name}.")
    wanted = option if isinstance(param, Option) else argument
    sentences = [wanted.fill(name=param.get_error_hint(ctx))]
    if isinstance(param.type, click.Choice):
        choices = enumeration(param.type.choices)
        sentences.append(Message("usage.choices", "Choices: {choices}.", choices=choices))
    return click.UsageError(str(paragraph(*sentences)), ctx)


def paragraphs(command: str, docstring: str) -> tuple[Message, ...]:
    """Return the paragraphs of a docstring."""
    blocks = cleandoc(docstring).split("\n\n")
    return tuple(text(f"help {command}".strip(), " ".join(block.split())) for block in blocks)


def help_all_option(hidden: bool) -> click.Option:
    """Return the option for the whole help; the help hides it if it has no rare options."""
    return Option(
        ["--help-all"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        hidden=hidden,
        callback=_show_all,
        help="Show all options and exit.",
    )


def _show_all(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        assert isinstance(ctx.command, Documented)
        click.echo(terminal_text(ctx.command.page(ctx), ctx.make_formatter().width))
        ctx.exit()


def require_effect(context: click.Context, options: Sequence[click.Option]) -> None:
    """Raise `click.UsageError` if an option of a call has no effect beside the others."""
    for option in options:
        if not _is_given(context, option):
            continue
        name = _spelling(context, option)
        needs: Sequence[str] = getattr(option, "needs", ())
        if needs and not any(_holds(context, options, other) for other in needs):
            needed = Message(
                "usage.needs", "{option} needs {others}", option=name, others=disjunction(needs)
            )
            raise click.UsageError(str(needed), context)
        for other in getattr(option, "excludes", ()):
            if _holds(context, options, other):
                excluded = Message(
                    "usage.excludes",
                    "{option} and {other} exclude each other",
                    option=name,
                    other=other,
                )
                raise click.UsageError(str(excluded), context)


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

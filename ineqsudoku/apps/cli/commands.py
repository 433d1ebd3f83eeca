"""The command line: the group of all commands."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, cast

import click

from ineqsudoku import __version__
from ineqsudoku.apps.cli import COMPLETION
from ineqsudoku.apps.cli.command import (
    EXAMPLES,
    Documented,
    exit_codes_section,
    help_all_option,
    language_option,
    options_of,
    paragraphs,
    usage_of,
)
from ineqsudoku.apps.cli.exits import INTERRUPTED, TROUBLE, YES
from ineqsudoku.apps.cli.help_pages import HelpPage, Row, Section, text
from ineqsudoku.apps.cli.options import flag
from ineqsudoku.apps.cli.summaries import GROUPS, SUMMARIES
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Items, Message, enumeration, paragraph

if TYPE_CHECKING:
    from ineqsudoku.apps.cli.main import Interrupts

COMMANDS = {
    "solve": "solve.command",
    "explain": "explain.command",
    "hint": "explain.hint_command",
    "serve": "web.serve_command",
    "validate": "diagnose.validate_command",
    "check": "solve.check_command",
    "grade": "grade.command",
    "generate": "generate.command",
    "convert": "solve.convert_command",
    "draw": "pictures.draw_command",
    "package": "package.command",
    "help": "cli.help",
    "completion": "cli.completion",
}
"""The module of each command, below `ineqsudoku.apps`."""

PROGRAM = "ineqsudoku"

WIDEST = 100
"""The columns of the longest line of a help text."""


class LazyGroup(Documented, click.Group):
    """Imports a command's module only when the command is called or its own help is shown."""

    summary = Message("help", "Solve, validate, explain, generate and grade inequality sudoku.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [language_option(), help_all_option(hidden=True)]

    def page(self, ctx: click.Context) -> HelpPage:
        groups = (
            Section(title, tuple(Row(name, SUMMARIES[name]) for name in names), least=8)
            for title, names in GROUPS.items()
        )
        examples = (
            Row(f"{PROGRAM} {call}", text("example", purpose))
            for call, purpose in _EXAMPLES.items()
        )
        return HelpPage(
            ctx.command_path,
            usage_of(ctx),
            self.summary,
            paragraphs("", self.help or ""),
            (
                options_of(ctx),
                *groups,
                Section(EXAMPLES, tuple(examples), is_shell=True),
                exit_codes_section(_EXIT_CODES),
            ),
            (
                Message(
                    "help.help",
                    "ineqsudoku COMMAND --help shows the options of a command, ineqsudoku help "
                    "environment the environment variables.",
                ),
            ),
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        try:
            return _load(name)
        except Exception as error:  # A broken command must not break the others.
            return StandIn(name, error)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse like click, but say in the error where an option of a command belongs."""
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption as error:
            from ineqsudoku.apps.cli.suggestions import did_you_mean, no_such_option

            place = next((place for place, word in enumerate(args) if word in COMMANDS), None)
            if place is None:
                raise no_such_option(ctx, error.option_name, args) from None
            order = Message("usage.order", "Options of a command follow its name.")
            meant = did_you_mean(PROGRAM, args[place], *args[:place], *args[place + 1 :])
            raise no_such_option(ctx, error.option_name, args, order, meant) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve like click, but suggest a command in the error for an unknown one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            name = args[0]
            if name.startswith("-"):
                raise
            unknown = Message("usage.no-command", "No such command {name}.", name=repr(name))
            message = paragraph(unknown, self._suggestion(ctx, args))
            raise click.UsageError(str(message), ctx) from None

    def _suggestion(self, ctx: click.Context, args: list[str]) -> Message:
        """Suggest for a first argument that is no command: a similar command, or `solve FILE`."""
        from ineqsudoku.apps.cli.suggestions import closest, correct, did_you_mean

        name, *others = args
        if meant := closest(name, COMMANDS):
            command = self.get_command(ctx, meant)
            return did_you_mean(PROGRAM, meant, *(correct(command, others) if command else []))
        if os.path.exists(name) or os.path.splitext(name)[1] or os.sep in name:
            return did_you_mean(PROGRAM, "solve", *args)
        commands = enumeration(COMMANDS)
        return Message("usage.commands", "Commands: {commands}.", commands=commands)


def _load(name: str) -> click.Command:
    return cast(click.Command, import_module(f"ineqsudoku.apps.{COMMANDS[name]}").command)


class StandIn(Documented):
    """Reports why a command is missing, whatever its arguments."""

    def __init__(self, name: str, error: Exception) -> None:
        self._error = error
        super().__init__(name)
        self.summary = SUMMARIES[name]

    def make_context(self, info_name: str | None, args: list[str], *_: Any, **__: Any) -> NoReturn:
        """Raise `IneqSudokuError`."""
        raise IneqSudokuError(
            Message(
                "command.not-loaded",
                "the command {command} cannot be loaded: {reason}",
                command=f"{self.name}",
                reason=f"{type(self._error).__name__}: {self._error}",
            )
        )


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(_version())
        ctx.exit(YES)


def _version() -> str:
    import platform

    return (
        f"ineqsudoku {__version__}\n"
        f"{platform.python_implementation()} {platform.python_version()}\n"
        f"{Message('version.kernel', 'kernel: {form}', form=_forms())}"
    )


def _forms() -> Message | Items:
    """Return the form of all engines with a compiled one; if they differ, their forms by name."""
    from ineqsudoku.search import paths_in_use

    forms = {
        engine: Message("version.compiled", "compiled: {path}", path=path)
        if path
        else Message("version.python", "pure Python")
        for engine, path in paths_in_use().items()
    }
    if len({*forms.values()}) == 1:
        return next(iter(forms.values()))
    named = Message("version.engine", "{engine} {form}")
    return enumeration(named.fill(engine=engine, form=form) for engine, form in forms.items())


_EXAMPLES = {
    "solve puzzle.in": "print the solution",
    "explain puzzle.in": "show how a person solves it",
    "validate puzzle.in": "report what is wrong with a layout",
    "grade *.cpp --tests tests": "run programs and judge them",
    "generate 20 --seed 7": "make new puzzles",
}
"""Examples of calls with their purposes."""

_EXIT_CODES = {
    "0": "yes: solved, valid, accepted, written",
    "1": "no: the puzzle, the answer or the program is not right",
    "2": "trouble: usage, malformed or unreadable input, unwritable output",
    "130": "in a shell: ended by Ctrl-C; other signals have 128 plus their number",
}


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST},
    subcommand_metavar="COMMAND [ARGUMENT]...",
    options_metavar="",
)
@flag(
    "--version",
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print versions and whether the kernel is compiled.",
)
def cli() -> None:
    """Solve, validate, explain, generate and grade inequality sudoku (新数独, CQOI2013).

    It is a sudoku without givens, in which neighbouring cells inside a box carry a sign:
    < > ^ v.
    """


def run(interrupts: Interrupts) -> int:
    """Run the command that the program was called with; return its exit code.

    Raises `IneqSudokuError` and `OSError`.
    """
    try:
        return _invoke(interrupts)
    except click.ClickException as error:
        error.show()
    except click.Abort:
        return INTERRUPTED
    return TROUBLE


def _invoke(interrupts: Interrupts) -> int:
    """Run the command like `cli.main`, which would print an empty line after Ctrl-C."""
    if instruction := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, PROGRAM, COMPLETION, instruction)
    try:
        with cli.make_context(PROGRAM, _arguments(), obj=interrupts) as context:
            return cast(int, cli.invoke(context))
    except click.exceptions.Exit as end:
        return end.exit_code


def _arguments() -> list[str]:
    """Return the arguments of the program, with patterns such as `*.in` expanded on Windows, whose
    shells do not expand them."""
    arguments = sys.argv[1:]
    if sys.platform != "win32":
        return arguments
    from glob import glob

    return [path for argument in arguments for path in sorted(glob(argument)) or [argument]]

"""The command line: the group of all commands."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, cast

import click

from ineqsudoku import __version__
from ineqsudoku.batch.exits import INTERRUPTED, TROUBLE, YES
from ineqsudoku.cli import COMPLETION
from ineqsudoku.cli.command import VARIABLES, WIDEST_FIRST, Tables, write_table
from ineqsudoku.errors import IneqSudokuError, UsageError

if TYPE_CHECKING:
    from ineqsudoku.cli.main import Interrupts

GROUPS = {
    "Solve puzzles": ("solve", "explain", "hint", "serve"),
    "Judge puzzles and programs": ("validate", "check", "grade"),
    "Make puzzles, pictures and packages": ("generate", "convert", "draw", "package"),
    "Set up the shell": ("completion",),
}

COMMANDS = tuple(command for commands in GROUPS.values() for command in commands)

PROGRAM = "ineqsudoku"

WIDEST = 100
"""The columns of the longest line of a help text."""

_PACKAGES = ("generate", "grade", "solve", "validate")
"""Commands that are packages, with the command in their module `command`."""


class LazyGroup(click.Group):
    """Imports a command's module only when the command is called or its help is shown."""

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
            from ineqsudoku.cli.suggestions import did_you_mean

            place = next((place for place, word in enumerate(args) if word in COMMANDS), None)
            if place is None:
                raise
            message = f"{error.message} Options of a command follow its name."
            meant = did_you_mean(PROGRAM, args[place], *args[:place], *args[place + 1 :])
            raise click.UsageError(message + meant, ctx) from None

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
            message = f"No such command {name!r}.{self._suggestion(ctx, args)}"
            raise click.UsageError(message, ctx) from None

    def _suggestion(self, ctx: click.Context, args: list[str]) -> str:
        """Suggest for a first argument that is no command: a similar command, or `solve FILE`."""
        from ineqsudoku.cli.suggestions import closest, correct, did_you_mean

        name, *others = args
        if meant := closest(name, COMMANDS):
            command = self.get_command(ctx, meant)
            return did_you_mean(PROGRAM, meant, *(correct(command, others) if command else []))
        if os.path.exists(name) or os.path.splitext(name)[1] or os.sep in name:
            return did_you_mean(PROGRAM, "solve", *args)
        return f" Commands: {', '.join(COMMANDS)}."

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in GROUPS.items():
            commands = {name: self.get_command(ctx, name) for name in names}
            rows = {
                name: command.get_short_help_str(WIDEST)
                for name, command in commands.items()
                if command
            }
            write_table(formatter, title, {f"{name:<8}": help for name, help in rows.items()})

    @property
    def tables(self) -> Tables:
        """The tables below the commands."""
        return {
            "Examples": {f"{PROGRAM} {call}": purpose for call, purpose in EXAMPLES.items()},
            "Environment": VARIABLES,
            "Exit codes": EXIT_CODES,
        }

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, rows in self.tables.items():
            write_table(formatter, title, rows, widest=40 if title == "Examples" else WIDEST_FIRST)
        super().format_epilog(ctx, formatter)


def _load(name: str) -> click.Command:
    place = f"{name}.command" if name in _PACKAGES else name
    return cast(click.Command, import_module(f"ineqsudoku.cli.{place}").command)


UNIX_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios")
"""Modules of Python that only Unix has."""


class StandIn(click.Command):
    """Reports why a command is missing, whatever its arguments."""

    def __init__(self, name: str, error: Exception) -> None:
        self._error = error
        self._needs_unix = isinstance(error, ImportError) and error.name in UNIX_MODULES
        where = "not on this system" if self._needs_unix else "cannot be loaded"
        super().__init__(name, short_help=f"({where})")

    def make_context(self, info_name: str | None, args: list[str], *_: Any, **__: Any) -> NoReturn:
        """Raise `IneqSudokuError`; with `--protocol`, the error itself, which ends the program as
        judges expect."""
        if any(argument.startswith("--protocol") for argument in args):
            raise self._error
        if self._needs_unix:
            raise IneqSudokuError(f"{self.name} needs Linux or another Unix system: {self._error}")
        kind = type(self._error).__name__
        raise IneqSudokuError(f"the command {self.name} cannot be loaded: {kind}: {self._error}")


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(_version())
        ctx.exit(YES)


def _version() -> str:
    import platform

    return (
        f"ineqsudoku {__version__}\n"
        f"{platform.python_implementation()} {platform.python_version()}\n"
        f"kernel: {_forms()}"
    )


def _forms() -> str:
    """Return the form of all engines with a compiled one; if they differ, their forms by name."""
    from ineqsudoku.search import paths_in_use

    forms = {
        engine: f"compiled: {path}" if path else "pure Python"
        for engine, path in paths_in_use().items()
    }
    if len({*forms.values()}) == 1:
        return next(iter(forms.values()))
    return ", ".join(f"{engine} {form}" for engine, form in forms.items())


EXAMPLES = {
    "solve puzzle.in": "print the solution",
    "explain puzzle.in": "show how a person solves it",
    "hint puzzle.in": "give a hint for the next step",
    "serve": "open the web page",
    "validate puzzle.in": "report what is wrong with a layout",
    "check puzzle.in answer.out": "judge a printed grid",
    "grade *.cpp --tests tests": "run programs and judge them",
    "generate 20 --seed 7": "make new puzzles",
    "convert --to iss puzzle.in": "write a puzzle for another program",
    "draw puzzle.in > puzzle.svg": "draw a picture",
    "package --help": "make a problem package for a judge",
    "completion": "install completion and man pages",
}
"""An example of every command, with its purpose."""

EXIT_CODES = {
    "0": "yes: solved, valid, accepted, written",
    "1": "no: the puzzle, the answer or the program is not right",
    "2": "trouble: usage, malformed or unreadable input, unwritable output",
    "130": "in a shell: ended by Ctrl-C (SIGINT); other signals have 128 plus their numbers",
}


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST},
    subcommand_metavar="COMMAND [ARGUMENT]...",
    options_metavar="",
    epilog="ineqsudoku COMMAND --help shows the options of a command.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print versions and whether the kernel is compiled.",
)
def cli() -> None:
    """Solve, validate, explain, generate and grade inequality sudoku (CQOI2013 新数独).

    It is a sudoku without givens, in which neighbouring cells inside a box carry a sign:
    < > ^ v.
    """


def run(interrupts: Interrupts) -> int:
    """Run the command that the program was called with; return its exit code.

    Raises `IneqSudokuError` and `OSError`.
    """
    try:
        return _invoke(interrupts)
    except UsageError as error:
        click.UsageError(str(error)).show()
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

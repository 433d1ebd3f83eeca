"""The command line: the group of all commands."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import cast

import click

from ineqsudoku.batch.exit_codes import INTERRUPTED, TROUBLE, YES
from ineqsudoku.cli.interrupts import Interrupts
from ineqsudoku.errors import UsageError

COMMANDS = (
    "solve",
    "validate",
    "explain",
    "hint",
    "check",
    "grade",
    "convert",
    "draw",
    "generate",
    "package",
    "serve",
    "completion",
)

PROGRAM = "ineqsudoku"

COMPLETION = "_INEQSUDOKU_COMPLETE"
"""The variable of the environment by which a shell asks for completions."""

_PACKAGES = ("generate", "solve", "validate")
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
        except Exception as error:
            from ineqsudoku.cli.standins import StandIn

            return StandIn(name, error)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As in click, but the error for an unknown command suggests what was meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            name = args[0]
            if name.startswith("-"):
                raise
            raise click.UsageError(f"No such command {name!r}.{_suggestion(args)}", ctx) from None


def _load(name: str) -> click.Command:
    place = f"{name}.command" if name in _PACKAGES else name
    return cast(click.Command, import_module(f"ineqsudoku.cli.{place}").command)


def _suggestion(args: list[str]) -> str:
    """Suggestions for a first argument that is no command: a similar one, or `solve FILE`."""
    from difflib import get_close_matches
    from shlex import join

    name = args[0]
    if similar := get_close_matches(name, COMMANDS, 1):
        meant = [similar[0], *args[1:]]
    elif os.path.exists(name) or os.path.splitext(name)[1] or os.sep in name:
        meant = ["solve", *args]
    else:
        return f" Commands: {', '.join(COMMANDS)}."
    return f" Did you mean: {join(['ineqsudoku', *meant])}"


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from ineqsudoku.cli.version import version

        click.echo(version())
        ctx.exit(YES)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  ineqsudoku solve puzzle.in              print the solution
  ineqsudoku validate puzzle.in           report what is wrong with a layout
  ineqsudoku explain puzzle.in            show how a person solves it
  ineqsudoku hint puzzle.in               give a hint for the next step
  ineqsudoku generate 20 --seed 7         make new puzzles
  ineqsudoku check puzzle.in answer.out   judge a printed grid
  ineqsudoku grade *.cpp --tests tests    run programs and judge them
  ineqsudoku convert --to iss puzzle.in   write a puzzle for another program
  ineqsudoku draw puzzle.in > puzzle.svg  draw a picture
  ineqsudoku package --help               make a problem package for a judge
  ineqsudoku serve                        open the web page
  ineqsudoku completion                   install completion and man pages

Exit codes: 0 yes, 1 no, 2 trouble (usage, unreadable or malformed input,
unwritable output).  After Ctrl-C the program dies by SIGINT (130 in a shell).""",
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
    """Solve, validate and check inequality sudoku (CQOI2013 新数独): a 9×9 sudoku without givens
    in which neighbouring cells inside a box carry a sign: < > ^ v."""


def run(interrupts: Interrupts) -> int:
    """Run the command that the program was called with; its exit code.

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
    """As `cli.main`, which would print an empty line after Ctrl-C."""
    if instruction := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, PROGRAM, COMPLETION, instruction)
    try:
        with cli.make_context(PROGRAM, _arguments(), obj=interrupts) as context:
            return cast(int, cli.invoke(context))
    except click.exceptions.Exit as end:
        return end.exit_code


def _arguments() -> list[str]:
    """The arguments of the program.  The shells of Windows leave patterns such as `*.in` to it."""
    arguments = sys.argv[1:]
    if sys.platform != "win32":
        return arguments
    from glob import glob

    return [found for each in arguments for found in sorted(glob(each)) or [each]]

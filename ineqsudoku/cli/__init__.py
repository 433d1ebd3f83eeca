"""The command `ineqsudoku`: one module a command, loaded when it is called.

Results go to standard output, all else to standard error.  Exit codes are those of grep:
0 yes, 1 no, 2 trouble; 130 after Ctrl-C.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import cast

# Start-up makes many objects and drops few: looking for garbage among them all along would
# cost 4 ms.
gc.set_threshold(100_000)

import click

from ineqsudoku.errors import IneqSudokuError

YES, NO, TROUBLE, INTERRUPTED = 0, 1, 2, 130

COMMANDS = ("solve", "check")


class LazyGroup(click.Group):
    """Imports a command's module only when the command is called or its help is shown."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return cast(click.Command, import_module(f"ineqsudoku.cli.{name}").command)


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
  ineqsudoku check puzzle.in answer.out   judge a printed grid

Exit codes: 0 yes, 1 no, 2 trouble (usage, unreadable or malformed input).""",
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
    """Solve and check inequality sudoku (CQOI2013 新数独): a 9×9 sudoku without digits,
    whose neighbouring cells inside a box carry < > ^ v."""


def describe(error: IneqSudokuError | OSError) -> str:
    """An error as people should see it: what it is about, then what is wrong."""
    if isinstance(error, OSError):
        # Whoever reads or writes a file names it; what has no name is standard output.
        name = click.format_filename(error.filename or "standard output")
        return f"{name}: {error.strerror}"
    return str(error)


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        code = cli.main(prog_name="ineqsudoku", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = TROUBLE
    except click.Abort:
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except IneqSudokuError as error:
        click.echo(describe(error), err=True)
        code = TROUBLE
    except OSError as error:
        click.echo(describe(error), err=True)
        code = TROUBLE
        if error.filename is None:
            # What is left to write goes nowhere, else Python would fail on it once more.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    # Python looks for garbage once more when it ends, in all that is going to die anyway;
    # keeping it from that saves 10 ms.
    gc.freeze()
    sys.exit(code)

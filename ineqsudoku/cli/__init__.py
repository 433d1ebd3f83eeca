"""The command `ineqsudoku`: one module a command, loaded when it is called.

Results go to standard output, all else to standard error.  Exit codes are those of grep:
0 yes, 1 no, 2 trouble; 130 after Ctrl-C.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import cast

# Start-up makes many objects and drops few: looking for garbage among them all along would
# cost 4 ms.
gc.set_threshold(100_000)

import click

from ineqsudoku.errors import IneqSudokuError

YES, NO, TROUBLE, INTERRUPTED = 0, 1, 2, 130

COMMANDS = ("solve", "validate", "check", "grade", "convert")


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
  ineqsudoku validate puzzle.in           tell what is wrong with a layout
  ineqsudoku check puzzle.in answer.out   judge a printed grid
  ineqsudoku grade *.cpp --tests tests    run programs and judge them
  ineqsudoku convert --to iss puzzle.in   write a puzzle for another program

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
    """Solve, validate and check inequality sudoku (CQOI2013 新数独): a 9×9 sudoku without digits,
    whose neighbouring cells inside a box carry < > ^ v."""


def worded(error: Exception) -> str:
    """What people are told of an error; of an `OSError`, what it is about and what is wrong."""
    if not isinstance(error, OSError):
        return str(error)
    # Whoever reads or writes a file names it; what has no name is standard output.
    name = "standard output" if error.filename is None else error.filename
    return f"{click.format_filename(name)}: {error.strerror}"


def tell(message: str) -> None:
    """On standard error, behind what has been printed so far."""
    with suppress(OSError):  # That it fails will show where results are written.
        sys.stdout.flush()
    with suppress(OSError):  # Nobody can be told that nobody can be told.
        click.echo(message, err=True)


def _prepare_streams() -> None:
    """Standard streams may be closed or too narrow for what is printed; neither is a reason
    to fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - stays open
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def main() -> None:
    """Run the command line and leave with its exit code."""
    _prepare_streams()
    try:
        code = cli.main(prog_name="ineqsudoku", standalone_mode=False)
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        code = TROUBLE
    except click.Abort:
        tell("interrupted")
        code = INTERRUPTED
    except (IneqSudokuError, OSError) as error:
        tell(worded(error))
        code = TROUBLE
        if isinstance(error, OSError) and error.filename is None:
            # What is left to write goes nowhere, else Python would fail on it once more.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    # Python looks for garbage once more when it ends, in all that is going to die anyway;
    # keeping it from that saves 10 ms.
    gc.freeze()
    sys.exit(code)

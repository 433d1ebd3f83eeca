"""The command `ineqsudoku`: one module a command, loaded when it is called.

Results go to standard output, everything else to standard error.  Exit codes are those of grep:
0 yes, 1 no, 2 trouble.  SIGINT (Ctrl-C), SIGTERM and SIGHUP end the program, which then dies by
the signal: a shell reports 130, 143 or 129.  If the reader of standard output is gone, it dies
by SIGPIPE (141), as `cat` does.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, cast

# Start-up creates many objects and frees few: collecting garbage meanwhile would cost 4 ms.
gc.set_threshold(100_000)

import click

from ineqsudoku.cli.interrupts import Interrupts, die_by
from ineqsudoku.cli.streams import OutputError, StandardStreams
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import shown

YES, NO, TROUBLE, INTERRUPTED = 0, 1, 2, 130

COMMANDS = ("solve", "validate", "check", "grade", "convert", "package")


class LazyGroup(click.Group):
    """Imports a command's module only when the command is called or its help is shown."""

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with _aborted_by_ctrl_c():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        with _aborted_by_ctrl_c():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        try:
            return cast(click.Command, import_module(f"ineqsudoku.cli.{name}").command)
        except ImportError as error:
            return _unavailable(name, error)

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


def _unavailable(name: str, error: ImportError) -> click.Command:
    """Stands for a command that needs modules of Python which this system does not have."""

    def refuse() -> None:
        raise IneqSudokuError(f"{name} needs Linux or another Unix system: {error}")

    settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(
        name,
        settings,
        refuse,
        short_help="(not on this system)",
        add_help_option=False,
    )


@contextmanager
def _aborted_by_ctrl_c() -> Iterator[None]:
    """`click.Group.main` would print an empty line first."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort from None


def _suggestion(args: list[str]) -> str:
    """What somebody meant whose first argument is no command: one like it, or `solve FILE`."""
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
  ineqsudoku check puzzle.in answer.out   judge a printed grid
  ineqsudoku grade *.cpp --tests tests    run programs and judge them
  ineqsudoku convert --to iss puzzle.in   write a puzzle for another program
  ineqsudoku package --help               make a problem package for a judge

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


def worded(error: Exception) -> str:
    """The message for an error.  That of an `OSError` starts with the name of its file."""
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error)
    if error.filename is None:
        return error.strerror
    return f"{shown(error.filename)}: {error.strerror}"


def tell(message: str) -> None:
    """Print a message on standard error, after the results so far on standard output."""
    with suppress(OSError):  # `main` reports that standard output cannot be written.
        sys.stdout.flush()
    click.echo(message, err=True)


def main() -> None:
    """Run the command line and leave with its exit code, or by the signal that ended it."""
    code = TROUBLE
    interrupts = Interrupts()
    with StandardStreams() as streams:
        try:
            with interrupts:
                code = _run(interrupts)
                with suppress(OutputError):
                    sys.stdout.flush()
        except BaseException:  # Python may turn `KeyboardInterrupt` into other exceptions.
            if interrupts.received is None:
                raise
        if interrupts.received is not None or code == INTERRUPTED:
            click.echo("interrupted", err=True)
            with suppress(OutputError):  # This may block; then the grace period ends it.
                sys.stdout.flush()
        if interrupts.received is not None:
            die_by(interrupts.received)
        if streams.failure:
            code = _fail(streams.failure)
    # Python collects garbage once more before it ends; skipping that saves 10 ms.
    gc.freeze()
    sys.exit(code)


def _run(interrupts: Interrupts) -> int:
    """Run the command; its exit code.  It finds `interrupts` in its context."""
    try:
        return cast(int, cli.main(prog_name="ineqsudoku", standalone_mode=False, obj=interrupts))
    except click.ClickException as error:
        error.show()
    except click.Abort:
        return INTERRUPTED
    except OutputError:
        pass  # `main` reports it.
    except (IneqSudokuError, OSError) as error:
        tell(worded(error))
    return TROUBLE


def _fail(failure: OSError) -> int:
    """The exit code when standard output cannot be written."""
    if failure.errno == errno.EPIPE and hasattr(signal, "SIGPIPE"):
        die_by(signal.SIGPIPE)
    tell(f"standard output: {failure.strerror}")
    return TROUBLE

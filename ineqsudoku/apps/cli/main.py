"""The program `ineqsudoku`: finds a command by its name, runs it, and exits with its code."""

from __future__ import annotations

import os
import platform
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import copy_context
from difflib import get_close_matches
from importlib import import_module
from threading import Thread, Timer
from traceback import print_exc
from types import FrameType
from typing import Any

import click

from ineqsudoku.apps.cli.exits import INTERRUPTED, SIGNALS, TROUBLE
from ineqsudoku.apps.cli.options import language_option
from ineqsudoku.apps.cli.streams import print_in, print_message, standard_streams
from ineqsudoku.apps.names import message_of
from ineqsudoku.errors import INTERRUPTION, IneqSudokuError
from ineqsudoku.messages import Items, Message, choose_language, enumeration
from ineqsudoku.search import paths_in_use
from ineqsudoku.version import __version__

COMMANDS = {
    "solve": ("solve.command", "Print the solutions of puzzles."),
    "explain": ("explain.command", "Solve a puzzle as a person would, and rate it."),
    "hint": ("explain.hint_command", "Give the next step for a partly filled grid."),
    "serve": ("web.serve_command", "Open the page to enter, play and judge puzzles."),
    "validate": ("diagnose.validate_command", "Report what is wrong with layouts."),
    "check": ("solve.check_command", "Judge a printed grid."),
    "grade": ("grade.command", "Run programs on tests and judge them."),
    "generate": ("generate.command", "Make new puzzles."),
    "convert": ("solve.convert_command", "Write puzzles in another format."),
    "draw": ("draw.command", "Draw puzzles as SVG or PNG, or make worksheets to print."),
    "package": ("package.command", "Make a problem package for a judge."),
}
"""The module of each command, below `ineqsudoku.apps`, and its line in the help of the program."""


class CommandGroup(click.Group):
    """The group of all commands, each of which is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _ = COMMANDS[name]
        command: click.Command = import_module(f"ineqsudoku.apps.{module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        nearest = ["solve"] if os.path.exists(name) else get_close_matches(name, COMMANDS, 1)
        meant = f" Did you mean {nearest[0]!r}?" if nearest else ""
        raise click.UsageError(f"No such command {name!r}.{meant}", ctx)

    def invoke(self, ctx: click.Context) -> int:
        """Run the command and return its exit code.

        After Ctrl-C, click itself would print an empty line.
        """
        try:
            code: int = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        return code


SIGPIPE = 13
"""The signal that ends programs whose output nobody reads; Windows has no name for it."""


def _print_version(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        kernel = Message("version.kernel", "kernel: {form}", form=_forms())
        python = f"{platform.python_implementation()} {platform.python_version()}"
        click.echo(f"ineqsudoku {__version__}\n{python}\n{kernel}")
        ctx.exit()


def _forms() -> Message | Items:
    """Return the form of the engines with a compiled one; if they differ, each by its name."""
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


@click.group(
    "ineqsudoku",
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 yes, 1 no, 2 trouble, 130 after Ctrl-C.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions and whether the kernel is compiled.",
)
@language_option
def cli() -> None:
    """Solve, validate, explain, generate and grade inequality sudoku (新数独, CQOI2013)."""


def main() -> None:
    """Run the program and exit: 0 is yes, 1 no, 2 trouble, 128 + N the end by signal N."""
    code = TROUBLE
    with standard_streams(), ExitStack() as languages, interrupts() as received:
        languages.enter_context(print_in(choose_language()))
        try:
            code = cli.main(prog_name="ineqsudoku", standalone_mode=False, obj=languages)
        except click.ClickException as error:
            with suppress(OSError):
                error.show()
        except SystemExit:  # click's exit when nobody reads the output any more
            code = 128 + SIGPIPE
        except (KeyboardInterrupt, click.Abort):
            code = INTERRUPTED
        except (IneqSudokuError, OSError) as error:
            print_message(message_of(error))
        except Exception:  # Python's exit code for it would be 1, which means "no"
            with suppress(OSError):
                print_exc()
        if received:
            code = 128 + received[0]
        if received or code == INTERRUPTED:
            print_message(INTERRUPTION)
    if received:
        # The exception may have passed through an `exec`, as of a dataclass: then Python would
        # still die by SIGINT.
        os._exit(code)
    sys.exit(code)


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Return a context in which the first of `SIGNALS` raises `KeyboardInterrupt`.

    The list receives its number.  A second later the process ends, even if a thread still works or
    a callback has lost the exception, which is then not reported.  A signal that is ignored (nohup)
    stays ignored.
    """
    received: list[int] = []
    hook = sys.unraisablehook

    def receive(number: int, _: FrameType | None) -> None:
        if not received:
            received.append(number)
            timer = Timer(0.9, copy_context().run, [end, number])  # The context has the language.
            timer.daemon = True
            timer.start()
            raise KeyboardInterrupt

    def end(number: int) -> None:
        thread = Thread(target=print_message, args=[str(INTERRUPTION)], daemon=True)
        thread.start()
        thread.join(0.1)  # A pipe that nobody reads may keep it for ever.
        os._exit(128 + number)

    def report(lost: sys.UnraisableHookArgs) -> None:
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            hook(lost)

    before: dict[int, Any] = {
        number: signal.signal(number, receive)
        for number in SIGNALS
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    sys.unraisablehook = report
    try:
        yield received
    finally:
        sys.unraisablehook = hook
        if not received:
            for number, handler in before.items():
                signal.signal(number, handler)

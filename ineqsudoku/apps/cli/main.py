"""The program: runs a command and exits with its exit code, or dies by a signal."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from time import monotonic
from types import FrameType
from typing import Any, NoReturn, Self

from ineqsudoku.apps.cli import COMPLETION
from ineqsudoku.apps.cli.exits import INTERRUPTED, SIGNALS, TROUBLE
from ineqsudoku.apps.cli.language import speak
from ineqsudoku.apps.cli.streams import (
    STANDARD_OUTPUT,
    OutputError,
    StandardStreams,
    tell,
    warn_without_kernel,
)
from ineqsudoku.errors import INTERRUPTION, IneqSudokuError, UsageError
from ineqsudoku.names import AT_FILE, message_of, reason_of

GRACE = 0.7
"""Seconds for the cleanup after a signal."""

LONGEST = 30.0
"""Seconds by which waiting for a processor of a busy machine can extend the cleanup."""

RETRY = 0.01
"""Seconds until a lost `KeyboardInterrupt` is raised again."""


def main() -> None:
    """Run the command line and exit with its exit code, or die by the signal that ended it."""
    code = TROUBLE
    interrupts = Interrupts()
    with StandardStreams() as streams, speak(sys.argv[1:]):
        try:
            with interrupts:
                code = _run(interrupts)
                if interrupts.received is None:
                    with suppress(OutputError):
                        sys.stdout.flush()
        except BaseException:  # Python may turn `KeyboardInterrupt` into other exceptions.
            if interrupts.received is None:
                raise
        if interrupts.received is not None or code == INTERRUPTED:
            sys.stderr.write(f"{INTERRUPTION}\n")
            sys.stderr.flush()
            with suppress(OutputError):  # This may block; then the grace period ends it.
                sys.stdout.flush()
        if interrupts.received is not None:
            die_by(interrupts.received)
        if streams.failure:
            code = _fail(streams.failure)
    # Python collects garbage once more before it exits; skipping that saves 10 ms.
    gc.freeze()
    sys.exit(code)


def _run(interrupts: Interrupts) -> int:
    """Run the command and return its exit code.  Its click context holds `interrupts`."""
    try:
        code = _run_on_files(sys.argv[1:])
        if code is None:
            from ineqsudoku.apps.cli import commands

            code = commands.run(interrupts)
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputError:
        pass  # `main` reports it.
    except UsageError as error:
        import click

        click.UsageError(str(error)).show()
    except (IneqSudokuError, OSError) as error:
        tell(message_of(error))
    return TROUBLE


WITHOUT_CLICK = {"explain": "explain.run", "solve": "solve.run", "validate": "diagnose.run"}
"""Commands whose module `run` does not need click."""


def _run_on_files(arguments: Sequence[str]) -> int | None:
    """Run a call `COMMAND [FILE|DIR|-]...`; return its exit code, `None` for one with options.

    Such a call does not need click, whose import takes three times as long as Python's start.
    """
    command, *paths = arguments or [""]
    if os.name != "posix" or COMPLETION in os.environ or command not in WITHOUT_CLICK:
        return None
    if any(path.startswith("-") and path != "-" for path in paths):
        return None
    warn_without_kernel()
    code: int = import_module(f"ineqsudoku.apps.{WITHOUT_CLICK[command]}").on_files(paths)
    return code


def _fail(failure: OSError) -> int:
    """Report that standard output cannot be written; return the exit code."""
    if failure.errno == errno.EPIPE and hasattr(signal, "SIGPIPE"):
        die_by(signal.SIGPIPE)
    tell(AT_FILE.fill(file=STANDARD_OUTPUT, reason=reason_of(failure)))
    return TROUBLE


class Interrupts:
    """A context in which the first of `SIGNALS` raises `KeyboardInterrupt`; others are ignored.

    `received` is the number of that signal.  If the process still runs `grace` seconds later, the
    signal kills it: a write may block, or a callback may have lost the exception.  Seconds in
    which it waited for a processor do not count, up to `LONGEST`.  A signal that is ignored on
    entry (nohup) stays ignored.  Use this context only in the main thread.
    """

    def __init__(self) -> None:
        self.grace = GRACE
        self.received: int | None = None
        self._raises = False
        self._is_lost = False
        self._deadline = 0.0
        self._queued = 0.0
        self._handlers: dict[int, Any] = {}
        self._unraisablehook = sys.unraisablehook

    def __enter__(self) -> Self:
        sys.unraisablehook = self._unraisable
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._handlers[number] = signal.signal(number, self._receive)
        self._raises = True
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the handlers; after a signal they stay, because the process is about to end."""
        self._raises = False
        if self.received is None:
            for number, handler in self._handlers.items():
                signal.signal(number, handler)
            sys.unraisablehook = self._unraisablehook

    def _receive(self, number: int, _: FrameType | None) -> None:
        if self.received is not None:
            return
        if not self._raises:
            die_by(number)
        self.received = number
        self._deadline = monotonic() + self.grace
        self._queued = waiting_time()
        self._wake_in(self.grace)
        raise KeyboardInterrupt

    def _wake_in(self, seconds: float) -> None:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._wake)
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def _wake(self, _number: int, _frame: FrameType | None) -> None:
        assert self.received is not None
        remaining = self._deadline + min(waiting_time() - self._queued, LONGEST) - monotonic()
        if remaining <= 0:
            die_by(self.received)
        is_lost, self._is_lost = self._is_lost, False
        self._wake_in(remaining)
        if is_lost:
            raise KeyboardInterrupt

    def _unraisable(self, unraisable: sys.UnraisableHookArgs) -> None:
        """Raise a lost interrupt again: Python drops exceptions in destructors and callbacks."""
        if self.received is None or not issubclass(unraisable.exc_type, KeyboardInterrupt):
            self._unraisablehook(unraisable)
        else:
            self._is_lost = True
            self._wake_in(RETRY)


def waiting_time() -> float:
    """Return the seconds in which the main thread has waited for a processor; 0 if unknown."""
    try:
        with open("/proc/self/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def die_by(number: int) -> NoReturn:
    """End this process by a signal at once.  A shell reports 128 plus its number.

    A shell also stops a loop or script only if the command died by SIGINT itself.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        signal.raise_signal(number)
    os._exit(128 + number)  # The first process of a container survives the signal.

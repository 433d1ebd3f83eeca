"""The program: runs a command and exits with its exit code, or dies by a signal."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from ineqsudoku.batch.exits import INTERRUPTED, TROUBLE
from ineqsudoku.cli import COMPLETION
from ineqsudoku.cli.interrupts import Interrupts, die_by
from ineqsudoku.cli.streams import OutputError, StandardStreams, tell, warn_without_kernel
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import message_of


def main() -> None:
    """Run the command line and exit with its exit code, or die by the signal that ended it."""
    code = TROUBLE
    interrupts = Interrupts()
    with StandardStreams() as streams:
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
            sys.stderr.write("interrupted\n")
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
        code = _solve_files(sys.argv[1:])
        if code is None:
            from ineqsudoku.cli import commands

            code = commands.run(interrupts)
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputError:
        pass  # `main` reports it.
    except (IneqSudokuError, OSError) as error:
        tell(message_of(error))
    return TROUBLE


def _solve_files(arguments: Sequence[str]) -> int | None:
    """Run `solve [FILE|-]...` without options; return its exit code, `None` for any other call.

    Such a call does not need click, whose import would take a third of the time.
    """
    if os.name != "posix" or COMPLETION in os.environ or arguments[:1] != ["solve"]:
        return None
    paths = arguments[1:]
    has_options = any(path.startswith("-") and path != "-" for path in paths)
    if has_options or any(map(os.path.isdir, paths)):
        return None
    if not paths and sys.stdin.isatty():
        return None
    from ineqsudoku.cli.solve.run import SolveOptions, solve

    warn_without_kernel()
    return solve(paths, SolveOptions())


def _fail(failure: OSError) -> int:
    """Report that standard output cannot be written; return the exit code."""
    if failure.errno == errno.EPIPE and hasattr(signal, "SIGPIPE"):
        die_by(signal.SIGPIPE)
    tell(f"standard output: {failure.strerror}")
    return TROUBLE

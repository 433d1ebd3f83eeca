"""Runs one's own programs on any system, without a sandbox.

Their limits are for mistakes, not for attacks: psutil samples a program and the processes below it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Event
from time import monotonic
from typing import IO, TYPE_CHECKING

from ineqsudoku.apps.names import message_of
from ineqsudoku.apps.sandbox.program import STDERR, Execution, Program, Reason
from ineqsudoku.errors import INTERRUPTION, IneqSudokuError
from ineqsudoku.messages import Message

if TYPE_CHECKING:
    import psutil

INTERVAL = 0.05
"""Seconds between two samples, each of which looks at all processes of the machine."""


@dataclass(frozen=True, slots=True)
class Unisolated:
    """No sandbox: programs have limits, but see and change whatever their user can.

    It has the attributes and methods of `Bubblewrap` that do not concern isolation.
    """

    isolates = False

    @property
    def described(self) -> Message:
        return Message(
            "sandbox.none",
            "programs could read and change anything; CPU time and memory were sampled every "
            "{interval} ms; files, network and processes were not limited",
            interval=f"{1000 * INTERVAL:.0f}",
        )

    def build(self, folder: Path) -> str:
        return str(folder)

    def has(self, tool: str) -> bool:
        return _executable(tool) is not None


def require_psutil() -> None:
    """Raise `IneqSudokuError` if psutil is not installed."""
    try:
        import psutil  # noqa: F401 - only to see whether it is there
    except ImportError:
        raise IneqSudokuError(
            Message(
                "sandbox.no-psutil", "--no-sandbox needs psutil: pip install 'ineqsudoku[grade]'"
            )
        ) from None


def _executable(tool: str) -> str | None:
    """Return the path of a program.

    Python is the one that runs this: Windows has a `python3` that only opens a shop.
    """
    return sys.executable if tool == "python3" and os.name == "nt" else shutil.which(tool)


def run_unisolated(program: Program, stop: Event) -> Execution:
    """Run a program to its end or to a limit, or until `stop` is set."""
    if sys.platform == "win32":  # a crash opens no dialog, which somebody would have to close
        import msvcrt

        msvcrt.SetErrorMode(msvcrt.SEM_FAILCRITICALERRORS | msvcrt.SEM_NOGPFAULTERRORBOX)
    above = program.build.parent if program.build else None
    with (
        TemporaryDirectory(dir=above, ignore_cleanup_errors=True) as empty,
        TemporaryFile() as input,
        TemporaryFile() as output,
        TemporaryFile() as errors,
    ):
        input.write(program.input)
        input.seek(0)
        command = (_executable(program.command[0]) or program.command[0], *program.command[1:])
        folder = program.working_folder or empty
        try:
            process = subprocess.Popen(
                command,
                stdin=input,
                stdout=output,
                stderr=errors,
                cwd=folder,
                start_new_session=True,
            )
        except OSError as error:
            failure = Message(
                "sandbox.unstarted",
                "the program could not be started: {reason}",
                reason=message_of(error),
            )
            return Execution(failure=failure, unstarted=True)
        begin = monotonic()
        tree = _Tree(process.pid)
        try:
            reason = _watch(program, tree, (output, errors), stop)
        finally:
            tree.kill()
            code = tree.wait(process)
        if reason == "stopped":
            return Execution("stopped", failure=INTERRUPTION)
        output.seek(0)
        errors.seek(0)
        execution = Execution(
            reason=reason,
            cpu=tree.cpu,
            wall=monotonic() - begin,
            peak=tree.peak,
            stderr=errors.read(STDERR),
        )
        if reason != "exited":
            return execution
        printed = output.read(program.limits.output)
        if code < 0:
            return replace(execution, signal=-code, stdout=printed)
        return replace(execution, code=code, stdout=printed)


class _Tree:
    """A program and the processes that were seen below it.

    `cpu`: their processor time in seconds.  `peak`: the most memory that they had together, in MiB.
    """

    def __init__(self, pid: int) -> None:
        import psutil

        self.pid = pid
        self.cpu = self.peak = 0.0
        self._psutil = psutil
        self._seen: dict[psutil.Process, None] = {}
        with suppress(psutil.Error):  # On Windows, it may have ended.
            self._seen[psutil.Process(pid)] = None

    def look(self) -> bool:
        """Update the figures; return whether the program still runs."""
        cpu = memory = 0.0
        running = False
        for number, process in enumerate([*self._seen]):
            with suppress(self._psutil.Error):
                if number == 0:
                    running = process.status() != self._psutil.STATUS_ZOMBIE
                    self._seen |= dict.fromkeys(process.children(recursive=True))
                cpu += sum(process.cpu_times()[:4])  # with the children that it has waited for
                memory += process.memory_info().rss / 2**20
        self.cpu, self.peak = max(self.cpu, cpu), max(self.peak, memory)
        return running

    def kill(self) -> None:
        self.look()
        for process in self._seen:
            with suppress(self._psutil.Error):
                process.kill()
        with suppress(AttributeError, OSError):  # Windows has no groups of processes.
            os.killpg(self.pid, signal.SIGKILL)

    def wait(self, process: subprocess.Popen[bytes]) -> int:
        """Return the exit code of the program, which has ended, or a signal below zero."""
        if hasattr(os, "wait4"):  # It knows the whole time of the program.
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.cpu = max(self.cpu, used.ru_utime + used.ru_stime)
        return process.wait()


def _watch(program: Program, tree: _Tree, outputs: tuple[IO[bytes], ...], stop: Event) -> Reason:
    """Return why a run ends."""
    limits = program.limits
    begin = last_progress = monotonic()
    interval = 0.001
    while True:
        cpu, running = tree.cpu, tree.look()
        now = monotonic()
        if tree.cpu > cpu:
            last_progress = now
        if tree.cpu > limits.cpu:
            return "cpu"
        if tree.peak > limits.memory:
            return "memory"
        if any(os.fstat(output.fileno()).st_size > limits.output for output in outputs):
            return "output"
        if not running:
            return "exited"
        if now - last_progress > limits.idle:
            return "idle"
        if now - begin > limits.wall:
            return "wall"
        if stop.wait(interval):
            return "stopped"
        interval = min(2 * interval, INTERVAL)

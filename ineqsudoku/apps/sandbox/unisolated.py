"""Runs one's own programs on any system, without a sandbox.

Their limits are for mistakes, not for attacks: psutil samples the processes of a run, and a process
that leaves its parent between two samples escapes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Event, Lock
from time import monotonic
from typing import IO, TYPE_CHECKING

from ineqsudoku.apps.names import message_of
from ineqsudoku.apps.sandbox.isolation import INTERVAL
from ineqsudoku.apps.sandbox.program import STDERR, Execution, Program, Reason
from ineqsudoku.errors import INTERRUPTION, IneqSudokuError
from ineqsudoku.messages import Message

if TYPE_CHECKING:
    import psutil

FAMILY_INTERVAL = 0.2
"""Seconds between two searches for new processes of a run, which look at all of the machine; less
at first."""


@dataclass(frozen=True, slots=True)
class Unisolated:
    """No sandbox: programs have limits, but see and change what their user can.

    It has the attributes and methods of `Bubblewrap` that do not concern isolation.  `starting` is
    held while a program starts.
    """

    starting: Lock = field(default_factory=Lock, repr=False, compare=False)
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
        import psutil  # noqa: F401
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


def _suppress_dialogs() -> None:
    """Let no program wait for somebody who closes a dialog about its crash or a missing library, as
    on Windows; programs inherit this."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.SetErrorMode(msvcrt.SEM_FAILCRITICALERRORS | msvcrt.SEM_NOGPFAULTERRORBOX)


@contextmanager
def _stack(size: int) -> Iterator[None]:
    """Return a context in which programs start with a stack of `size` bytes, at least: a limit set
    from outside comes too late for a deep recursion if the machine is busy."""
    try:
        import resource
    except ImportError:  # On Windows.
        yield
        return
    usual, most = resource.getrlimit(resource.RLIMIT_STACK)
    if usual != resource.RLIM_INFINITY:
        possible = size if most == resource.RLIM_INFINITY else min(size, most)
        resource.setrlimit(resource.RLIMIT_STACK, (max(usual, possible), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (usual, most))


def run_unisolated(sandbox: Unisolated, program: Program, stop: Event) -> Execution:
    """Run a program to its end or to a limit, or until `stop` is set."""
    with (
        TemporaryDirectory(
            dir=program.build.parent if program.build else None, ignore_cleanup_errors=True
        ) as empty,
        TemporaryFile() as input,
        TemporaryFile() as output,
        TemporaryFile() as errors,
    ):
        input.write(program.input)
        input.seek(0)
        command = (_executable(program.command[0]) or program.command[0], *program.command[1:])
        _suppress_dialogs()
        try:
            with sandbox.starting, _stack(program.limits.memory << 20):
                process = subprocess.Popen(
                    command,
                    stdin=input,
                    stdout=output,
                    stderr=errors,
                    cwd=program.working_folder or empty,
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
        family = _Family(process.pid, program)
        try:
            reason = _watch(program, family, (output, errors), stop)
        finally:
            family.end()
            code = family.wait(process)
        if reason == "stopped":
            return Execution("stopped", failure=INTERRUPTION)
        return Execution(
            reason=reason,
            code=code if reason == "exited" and code >= 0 else None,
            signal=-code if reason == "exited" and code < 0 else None,
            cpu=family.cpu,
            wall=monotonic() - begin,
            peak=family.peak,
            stdout=_start_of(output, program.limits.output) if reason == "exited" else b"",
            stderr=_start_of(errors, STDERR),
        )


def _own_memory(process: psutil.Process) -> float:
    """Return the memory of a process in bytes, with its part of what it shares where this is
    known."""
    used = process.memory_full_info()
    return float(getattr(used, "pss", used.uss))


class _Family:
    """The processes of a run: the first one, and its descendants, also of parents that have ended.

    `cpu`: their processor time, in seconds.  `memory`: their memory now, and `peak`: the most so
    far, in MiB.
    """

    def __init__(self, pid: int, program: Program) -> None:
        import psutil

        self.pid = pid
        self.limit = program.limits.memory
        self.cpu = self.memory = self.peak = 0.0
        self._errors = psutil.Error
        self._is_zombie = psutil.STATUS_ZOMBIE
        self._members: dict[psutil.Process, float] = {}
        """The processor time of each process when it was seen last."""
        self._pause, self._next_search = 0.005, 0.0
        with suppress(psutil.Error):  # On Windows, it may have ended.
            first = psutil.Process(pid)
            self._members[first] = 0.0
            if hasattr(first, "rlimit"):  # Only Linux can change it from outside.
                # If this process is killed, the program ends nevertheless.
                seconds = int(program.limits.cpu) + 2
                first.rlimit(psutil.RLIMIT_CPU, (seconds, seconds + 1))
                first.rlimit(psutil.RLIMIT_STACK, (program.limits.memory << 20,) * 2)

    def has_ended(self) -> bool:
        """Whether the first process has ended."""
        try:
            first = next(iter(self._members))
            return bool(first.status() == self._is_zombie)
        except (StopIteration, self._errors):
            return True

    def look(self) -> None:
        """Update the figures."""
        if monotonic() >= self._next_search:
            self._search()
            self._pause = min(2 * self._pause, FAMILY_INTERVAL)
            self._next_search = monotonic() + self._pause
        # A parent that waits for a child takes over its time, but not on Windows.
        credited = 0.0
        for member in self._members:
            with suppress(self._errors):
                times = member.cpu_times()
                self._members[member] = times.user + times.system
                credited += sum(times[:4]) if os.name == "posix" else times.user + times.system
        self.cpu = max(self.cpu, credited, sum(self._members.values()))
        self.memory = self._memory(lambda member: member.memory_info().rss)
        if self.memory > self.limit and len(self._members) > 1:
            # Processes share memory, which counts once; this takes longer.
            self.memory = self._memory(_own_memory)
        self.peak = max(self.peak, self.memory)

    def _memory(self, memory_of: Callable[[psutil.Process], float]) -> float:
        total = 0.0
        for member in self._members:
            with suppress(self._errors):
                total += memory_of(member) / 2**20
        return total

    def _search(self) -> bool:
        """Add new processes; return whether there are any."""
        known = len(self._members)
        for member in [*self._members]:
            with suppress(self._errors):
                for child in member.children(recursive=True):
                    self._members.setdefault(child, 0.0)
        return len(self._members) > known

    def end(self) -> None:
        """Kill all processes."""
        while True:
            for member in self._members:
                with suppress(self._errors):
                    member.kill()
            if not self._search():
                break
        with suppress(AttributeError, OSError):  # Windows has no groups of processes.
            os.killpg(self.pid, signal.SIGKILL)

    def wait(self, process: subprocess.Popen[bytes]) -> int:
        """Return the exit code of the first process, which has ended, or a signal below zero."""
        if not hasattr(os, "wait4"):
            return process.wait()
        _, status, used = os.wait4(self.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.cpu = max(self.cpu, used.ru_utime + used.ru_stime)  # Its memory was once this one's.
        return process.returncode


def _watch(
    program: Program, family: _Family, outputs: tuple[IO[bytes], ...], stop: Event
) -> Reason:
    """Return why a run ends."""
    limits = program.limits
    begin = last_progress = monotonic()
    interval = 0.001
    while True:
        has_ended = family.has_ended()
        cpu = family.cpu
        family.look()
        if family.cpu > cpu:
            last_progress = monotonic()
        if family.cpu > limits.cpu:
            return "cpu"
        if family.memory > limits.memory:
            return "memory"
        if any(os.fstat(output.fileno()).st_size > limits.output for output in outputs):
            return "output"
        if has_ended:
            return "exited"
        if monotonic() - last_progress > limits.idle:
            return "idle"
        if monotonic() - begin > limits.wall:
            return "wall"
        if stop.wait(interval):
            return "stopped"
        interval = min(2 * interval, INTERVAL)


def _start_of(file: IO[bytes], size: int) -> bytes:
    file.seek(0)
    return file.read(size)

"""Interrupts programs, and looks for what is left of them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import IO, NamedTuple, Self

import pytest

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

PATIENCE = 60.0

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").is_file(), reason="there is no /proc to look for processes in"
)


class Ended(NamedTuple):
    """How a program ended: its exit code, its messages, and the seconds between the signal and
    the end of its last process.

    `waited`: the part of these seconds in which the program wanted a processor and other programs
    had all of them, as far as the system counts it.
    """

    code: int
    err: str
    seconds: float
    waited: float = 0.0

    @property
    def was_loading(self) -> bool:
        """Whether SIGINT arrived before Python ran the program, where nothing can be done
        about Python's own traceback."""
        return "KeyboardInterrupt" in self.err and "/ineqsudoku/apps/cli/" not in self.err


@dataclass(frozen=True, slots=True)
class Interruption:
    """Signals sent some `seconds` after the start, to the process or to its group."""

    seconds: float
    signals: tuple[signal.Signals, ...]
    to_group: bool = False

    @classmethod
    def random(cls, random: Random, longest: float) -> Self:
        """Every fourth one sends two signals."""
        signals = random.choices(SIGNALS, k=random.choice([1, 1, 1, 2]))
        return cls(random.uniform(0, longest), tuple(signals), random.random() < 0.5)

    def of(
        self,
        command: Sequence[str],
        stdin: int = subprocess.DEVNULL,
        ready: bool = False,
        has_begun: Callable[[], bool] = lambda: True,
    ) -> Ended:
        """Run a command in a session of its own; if `ready`, the seconds begin when it handles
        all of `SIGNALS`, and when it `has_begun`.  Kills what is left of it after `PATIENCE`
        seconds."""
        with TemporaryFile() as messages, _started(command, stdin, messages) as program:
            while (ready and not _handles_signals(program)) or not has_begun():
                time.sleep(0.002)
            time.sleep(self.seconds)
            begin = time.monotonic()
            waited = waits = _waited(program.pid)
            for number in self.signals:
                self._send(program, number)
            while members(program.pid) and time.monotonic() < begin + PATIENCE:
                waits = max(waits, _waited(program.pid))
                time.sleep(0.005)
            seconds = time.monotonic() - begin
            for pid in members(program.pid):
                os.kill(pid, signal.SIGKILL)
            code = program.wait()
            messages.seek(0)
            return Ended(code, messages.read().decode(), seconds, waits - waited)

    def _send(self, program: subprocess.Popen[bytes], number: signal.Signals) -> None:
        if not self.to_group:
            program.send_signal(number)
        elif program.poll() is None:
            os.killpg(program.pid, number)


def _started(command: Sequence[str], stdin: int, messages: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=stdin,
        stdout=subprocess.DEVNULL,
        stderr=messages,
        start_new_session=True,
    )


def _handles_signals(program: subprocess.Popen[bytes]) -> bool:
    assert program.poll() is None
    status = Path(f"/proc/{program.pid}/status").read_text(encoding="ascii", errors="replace")
    (caught,) = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return all(int(caught, 16) >> (number - 1) & 1 for number in SIGNALS)


def _waited(pid: int) -> float:
    """The seconds in which the main thread of a process was ready but did not run."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):  # It has ended, or the system does not count them.
        return 0.0


def members(session: int) -> list[int]:
    """The processes of a session that have not ended."""
    pids = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # It has ended meanwhile.
            continue
        if int(fields[3]) == session and fields[0] not in "ZX":
            pids.append(int(status.parent.name))
    return pids

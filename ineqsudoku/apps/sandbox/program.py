"""A program to run, its limits, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ineqsudoku.messages import Text

Reason = Literal["exited", "cpu", "idle", "wall", "memory", "files", "output", "stopped"]


LONGEST = 10
"""A run on a busy machine may take this many times its limits of CPU and idle time together."""


STDERR = 64 * 1024
"""Bytes of standard error that are kept; all of it counts towards the output limit."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The resources that a program may use.

    `cpu` is seconds of processor time.  `idle` is seconds in which no thread of the program could
    run, for instance because all sleep; waiting for a processor is not idle.  `memory` and `files`
    are MiB, `output` is bytes of standard output or of standard error, and `processes` counts
    threads as well.  With `address_space`, reserved memory counts, unless a cgroup limits the
    memory.  With `locks`, locking a file succeeds, as some compilers need, but has no effect: two
    programs could communicate by locks.
    """

    cpu: float = 2.0
    idle: float = 5.0
    memory: int = 256
    output: int = 1024 * 1024
    processes: int = 48
    files: int = 64
    address_space: bool = False
    locks: bool = False

    @property
    def wall(self) -> float:
        """The seconds of wall-clock time that no run may exceed, however busy the machine is."""
        return LONGEST * (self.cpu + self.idle)


@dataclass(frozen=True, slots=True)
class Program:
    """A command with its standard input.

    `build` is shown at /build.  Without a sandbox, the command runs in `working_folder`, or else in
    an empty folder.  `sees` are the visible parts of /usr.
    """

    command: tuple[str, ...]
    limits: Limits
    input: bytes = b""
    build: Path | None = None
    working_folder: Path | None = None
    sees: tuple[str, ...] = ("/usr",)


@dataclass(frozen=True, slots=True)
class Execution:
    """The outcome of a run.

    `reason` says why it ended.  `cpu` and `wall` are seconds, `peak` is MiB.

    With a `failure`, the program could not be run or the sandbox gave no result, and the other
    figures mean nothing.  `lost`: there is no result although the program had begun, which it may
    have caused itself.  `unstarted`: the sandbox works, but the command could not be executed.
    """

    reason: Reason = "exited"
    code: int | None = None
    signal: int | None = None
    cpu: float = 0.0
    wall: float = 0.0
    peak: float = 0.0
    stdout: bytes = b""
    stderr: bytes = b""
    failure: Text = ""
    lost: bool = False
    unstarted: bool = False

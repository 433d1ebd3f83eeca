"""A program to run, the limits that it has, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Reason = Literal["exited", "cpu", "wall", "memory", "files", "output", "stopped"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use: seconds of processor time and of wall clock, MiB of memory, bytes
    of output (each of standard output and standard error), processes and threads together,
    MiB of files.

    `address_space`: whether memory that is merely reserved counts too, where no cgroup limits the
    memory.  `locks`: whether it may lock files, as some compilers do; locks on files that
    everybody can read would let two programs talk to each other.
    """

    cpu: float = 2.0
    wall: float = 7.0
    memory: int = 256
    output: int = 1024 * 1024
    processes: int = 48
    files: int = 64
    address_space: bool = False
    locks: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """What to run: a command, its standard input, the folder it finds at /build, the processor
    that it is bound to, with all its processes (`None`: any), and what it sees of /usr."""

    command: tuple[str, ...]
    limits: Limits
    input: bytes = b""
    build: Path | None = None
    processor: int | None = None
    sees: tuple[str, ...] = ("/usr",)


@dataclass(frozen=True, slots=True)
class Execution:
    """The outcome of a run: `reason` for its end, `code` or `signal`, seconds, MiB, and what the
    program printed.  `left` counts processes that it left behind, which were killed.

    `failure`: the program could not be run, or no result came from the sandbox; then nothing
    else counts.  `lost`: no result came although the program had begun, which it may have caused
    itself.  `unstarted`: the sandbox works, but the command in it could not be executed.
    """

    reason: Reason = "exited"
    code: int | None = None
    signal: int | None = None
    cpu: float = 0.0
    wall: float = 0.0
    peak: float = 0.0
    left: int = 0
    stdout: bytes = b""
    stderr: bytes = b""
    failure: str = ""
    lost: bool = False
    unstarted: bool = False

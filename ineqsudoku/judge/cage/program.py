"""A program to run, the limits that it has, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Reason = Literal["exited", "cpu", "wall", "memory", "files", "output", "stopped"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use: seconds of processor and of wall clock, MiB of memory, bytes
    of output (each of standard output and standard error), processes and threads together,
    MiB of files.

    `address_space`: whether the memory limit also holds for memory that is merely reserved,
    which Java, Node and Go do by the gigabyte.  `socket_pairs`: whether it may have pairs of
    sockets, in which the kernel keeps memory that no limit sees.
    """

    cpu: float = 2.0
    wall: float = 7.0
    memory: int = 256
    output: int = 1024 * 1024
    processes: int = 64
    files: int = 64
    address_space: bool = True
    socket_pairs: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """What to run: a command, its standard input, the folder it finds at /build."""

    command: tuple[str, ...]
    limits: Limits
    input: bytes = b""
    build: Path | None = None


@dataclass(frozen=True, slots=True)
class Execution:
    """What came of a program: `reason` for its end, `code` or `signal`, seconds, MiB, and what
    it printed.  `failure`: it was not run or nobody knows what came; nothing else counts then.
    `left`: processes that it left behind, which were killed."""

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

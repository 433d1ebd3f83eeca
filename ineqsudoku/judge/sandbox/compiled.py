"""The compiled form of the supervisor, where the package was built with a C compiler."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

_INTERPRETER = 3
"""The type of the program header with the path of the dynamic loader."""


@cache
def supervisor_path() -> str:
    """The path of the shared object built from _supervisor.c; empty if there is none."""
    return next(map(str, sorted(Path(__file__).parent.glob("_supervisor*.so"))), "")


@cache
def compiled_supervisor() -> bytes:
    """The shared object built from _supervisor.c; empty if there is none."""
    return Path(path).read_bytes() if (path := supervisor_path()) else b""


@cache
def loader() -> str:
    """The dynamic loader of this machine, which runs the shared object; empty if unknown."""
    try:
        return _loader_of(Path("/bin/sh").read_bytes())
    except (OSError, struct.error, ValueError):
        return ""


def _loader_of(program: bytes) -> str:
    """The loader that a 64-bit ELF program asks for."""
    if program[:5] != b"\x7fELF\x02":
        return ""
    order = "<" if program[5] == 1 else ">"
    (table,) = struct.unpack_from(f"{order}Q", program, 32)
    size, number = struct.unpack_from(f"{order}HH", program, 54)
    for place in range(table, table + size * number, size):
        (kind,) = struct.unpack_from(f"{order}I", program, place)
        if kind == _INTERPRETER:
            start, _, _, length = struct.unpack_from(f"{order}QQQQ", program, place + 8)
            return program[start : start + length].rstrip(b"\0").decode("ascii")
    return ""

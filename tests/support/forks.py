"""Runs the command line many times, each in a process of its own, at the price of one start.

Started as a program, it reads a call a line, as JSON, and prints its exit code.  The process of a
call is forked from one that has already imported everything; its standard streams are made
as Python makes them at its start, and its exit is Python's own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

CLOSED = ""
"""In place of a path: the stream is closed."""

BROKEN = "|"
"""In place of a path: a pipe that nobody reads."""


@dataclass(frozen=True)
class Call:
    """The arguments, what the three standard streams are, and the current folder."""

    arguments: Sequence[str]
    folder: str = "."
    stdin: str = os.devnull
    stdout: str = os.devnull
    stderr: str = os.devnull


def exit_codes(calls: Iterable[Call]) -> list[int]:
    lines = "".join(f"{json.dumps(asdict(call))}\n" for call in calls)
    ran = subprocess.run(
        [sys.executable, __file__],
        input=lines,
        text=True,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [int(line) for line in ran.stdout.splitlines()]


def _main() -> None:
    import ineqsudoku.apps.cli.main
    import ineqsudoku.apps.diagnose.validate_command
    import ineqsudoku.apps.solve.check_command

    calls = [Call(**json.loads(line)) for line in sys.stdin]
    for call in calls:
        process = os.fork()
        if not process:
            _become(call)
            ineqsudoku.apps.cli.main.main()
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)  # noqa: T201 - its output


def _become(call: Call) -> None:
    os.chdir(call.folder)
    sys.argv = ["ineqsudoku", *call.arguments]
    names = ("stdin", "stdout", "stderr")
    descriptors = [_opened(getattr(call, name), name) for name in names]
    for standard, (name, descriptor) in enumerate(zip(names, descriptors, strict=True)):
        stream = None
        if descriptor is None:
            os.close(standard)
        else:
            os.dup2(descriptor, standard)
            os.close(descriptor)
            stream = open(standard, "w" if standard else "r", closefd=False)  # noqa: SIM115 - stays open
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _opened(path: str, name: str) -> int | None:
    if path == CLOSED:
        return None
    if path == BROKEN:
        read, write = os.pipe()
        os.close(read)
        return write
    return os.open(path, os.O_RDONLY if name == "stdin" else os.O_WRONLY)


if __name__ == "__main__":
    _main()

"""Peers that are programs of their own: started when first used and kept running.

A program reads a puzzle a line and answers with a line: the CPU time in seconds, nodes (0 if
it does not count them), the number of solutions found and the solutions, with blanks between.
It measures itself, so neither its start nor the pipe counts.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ineqsudoku.puzzle import Puzzle
from peers import Solved

FOLDER = Path(__file__).parent


class Answer(NamedTuple):
    """A line that a program prints."""

    seconds: float
    nodes: int
    lines: list[str]

    @property
    def solved(self) -> Solved:
        return Solved("".join(self.lines), self.seconds)


def ask(command: tuple[str, ...], line: str) -> Answer:
    """The answer of the program that a command starts.

    Raises `RuntimeError` when the program ends instead of answering.
    """
    program = _running(command)
    assert program.stdin is not None
    assert program.stdout is not None
    print(line, file=program.stdin, flush=True)
    answer = program.stdout.readline().split()
    if not answer:
        raise RuntimeError(f"{command[0]} ended without an answer")
    seconds, nodes, _, *lines = answer
    return Answer(float(seconds), int(nodes), lines)


@cache
def _running(command: tuple[str, ...]) -> subprocess.Popen[str]:
    """The program, which ends when this process does."""
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(program.communicate)
    return program


def ask_compiled(name: str, puzzle: Puzzle, *libraries: str) -> Answer:
    """The answer of `NAME.cpp`, which reads signs and givens with a blank between."""
    return ask((str(_compiled(name, libraries)),), f"{puzzle.signs} {puzzle.givens}")


@cache
def _compiled(name: str, libraries: tuple[str, ...]) -> Path:
    """The program, compiled once for each text of its sources."""
    source = FOLDER / f"{name}.cpp"
    text = b"".join(file.read_bytes() for file in (source, *FOLDER.glob("*.hpp")))
    program = cache_folder() / f"{name}-{sha256(text).hexdigest()[:16]}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=program.parent) as folder:
            fresh = Path(folder) / program.name
            compiler = shutil.which("g++") or "g++"
            flags = ["-O2", "-std=c++17", "-o", str(fresh), str(source)]
            subprocess.run([compiler, *flags, *(f"-l{each}" for each in libraries)], check=True)
            fresh.replace(program)
    return program


def cache_folder() -> Path:
    """Where compiled programs are kept."""
    kept = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(kept) / "ineqsudoku" / "benchmarks"

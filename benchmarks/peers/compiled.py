"""Peers in C++: one source each, compiled when it is first used and kept running.

A program reads puzzles from its standard input, signs and givens in a line, and times itself,
so that neither its start nor the way to it counts.
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


class Answer(NamedTuple):
    """A line that a program prints."""

    seconds: float
    nodes: int
    lines: list[str]


def answer(name: str, puzzle: Puzzle) -> Answer:
    """What the program says of a puzzle."""
    program = _program(name)
    assert program.stdin is not None
    assert program.stdout is not None
    print(puzzle.signs, puzzle.givens, file=program.stdin, flush=True)
    seconds, nodes, _, *lines = program.stdout.readline().split()
    return Answer(float(seconds), int(nodes), lines)


def solved(name: str, puzzle: Puzzle) -> Solved:
    found = answer(name, puzzle)
    return Solved("".join(found.lines), found.seconds)


@cache
def _program(name: str) -> subprocess.Popen[str]:
    """The program, running; it ends when this process does."""
    program = subprocess.Popen(
        [_compiled(name)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(program.communicate)
    return program


def _compiled(name: str) -> Path:
    """The program, compiled once for each text of its source."""
    source = Path(__file__).with_name(f"{name}.cpp")
    program = _cache() / f"{name}-{sha256(source.read_bytes()).hexdigest()[:16]}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=program.parent) as folder:
            fresh = Path(folder) / program.name
            compiler = shutil.which("g++") or "g++"
            subprocess.run([compiler, "-O2", "-std=c++17", "-o", fresh, source], check=True)
            fresh.replace(program)
    return program


def _cache() -> Path:
    kept = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(kept) / "ineqsudoku" / "benchmarks"

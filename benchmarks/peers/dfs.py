"""The contest's own search, `dfs.cpp`, compiled when it is first used and kept running.

It times itself, so that neither its start nor the way to it counts.
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

SOURCE = Path(__file__).with_name("dfs.cpp")


class Answer(NamedTuple):
    """A line that the program prints."""

    seconds: float
    nodes: int
    lines: list[str]


def answer(puzzle: Puzzle) -> Answer:
    program = _program()
    assert program.stdin is not None
    assert program.stdout is not None
    print(puzzle.signs, puzzle.givens, file=program.stdin, flush=True)
    seconds, nodes, _, *lines = program.stdout.readline().split()
    return Answer(float(seconds), int(nodes), lines)


def measure(puzzle: Puzzle) -> Solved:
    found = answer(puzzle)
    return Solved("".join(found.lines), found.seconds)


@cache
def _program() -> subprocess.Popen[str]:
    """The program, running; it ends when this process does."""
    program = subprocess.Popen(
        [compiled()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(program.communicate)
    return program


def compiled() -> Path:
    """The program, compiled once for each text of its source."""
    name = f"dfs-{sha256(SOURCE.read_bytes()).hexdigest()[:16]}"
    program = _cache() / name
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=program.parent) as folder:
            fresh = Path(folder) / name
            compiler = shutil.which("g++") or "g++"
            subprocess.run([compiler, "-O2", "-std=c++17", "-o", fresh, SOURCE], check=True)
            fresh.replace(program)
    return program


def _cache() -> Path:
    kept = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(kept) / "ineqsudoku" / "benchmarks"

"""Peers that are programs of their own.

A program reads a puzzle a line and answers with a line: the CPU time in seconds, then the
solutions, or `stopped`.  It measures itself, so neither its start nor the pipe counts.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from ineqsudoku.geometry import label
from ineqsudoku.puzzle import ABSENT, Puzzle
from peers import Answer, Measure

FOLDER = Path(__file__).parent


def compiled(name: str, *libraries: str) -> Measure:
    """Compile and start `NAME.cpp`, which reads signs and givens with a blank between."""
    with TemporaryDirectory() as folder:
        program, source = f"{folder}/{name}", str(FOLDER / f"{name}.cpp")
        flags = ["-O2", "-std=c++17", "-o", program, source, *libraries]
        subprocess.run(["g++", *flags], check=True)
        return _start([program], lambda puzzle: f"{puzzle.signs} {puzzle.givens}")


def interactive_sudoku_solver() -> Measure:
    """Start Interactive Sudoku Solver under Node, from the checkout that INEQSUDOKU_ISS names."""
    return _start(["node", str(FOLDER / "iss.mjs"), os.environ["INEQSUDOKU_ISS"]], _constraints)


def _constraints(puzzle: Puzzle) -> str:
    """`.~R1C1_5~R4C7_3` are givens; `.GreaterThan~R1C2~R1C1`: r1c2 is greater than r1c1."""
    givens = [
        f"~{label(cell).upper()}_{given}"
        for cell, given in enumerate(puzzle.givens)
        if given != ABSENT
    ]
    relations = [
        f".GreaterThan~{label(greater).upper()}~{label(lesser).upper()}"
        for lesser, greater in puzzle.relations
    ]
    return "".join([".", *givens] if givens else []) + "".join(relations)


def _start(command: list[str], written: Callable[[Puzzle], str]) -> Measure:
    """Start a program, which ends when this process closes its pipe."""
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(puzzle: Puzzle) -> Answer:
        assert program.stdin is not None
        assert program.stdout is not None
        print(written(puzzle), file=program.stdin, flush=True)
        seconds, *lines = program.stdout.readline().split()
        return Answer(None if lines == ["stopped"] else "".join(lines), float(seconds))

    return measure

"""Many puzzles at once: whole runs of the program with their peak memory, and what Python and
threads add to the kernel.

    python benchmarks/throughput.py [--puzzles 1000000]

prints the whole runs alone.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from comparison import Spread
from contestants import CP_SAT
from kernel import (
    ONE_THREAD,
    READ_AND_SOLVE,
    SOLVE_MANY,
    TWO_THREADS,
    around_the_kernel,
    in_one_call,
)
from layouts import unfiltered_layouts
from machine import cores
from memory import Cost, measured
from percentiles import in_words, two_digits
from puzzlesets import corpus
from symmetries import compact_file
from tables import table

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.kernel import kernels

EXAMPLE = Path(__file__).parents[1] / "examples" / "cqoi2013.in"
PROGRAM = str(Path(sys.executable).with_name("ineqsudoku"))

RUNS = 3
"""A run over a large file takes long enough to be quiet by itself."""

TITLE = "The kernel of `boxes`, many puzzles in one call"

UNFILTERED = "unfiltered"
"""Puzzles of random grids, most of which have several solutions: then the exit code is 1."""

ROUNDS = 9
"""A round around the kernel takes a second."""


def throughput(layouts: list[Puzzle], number: int, cp_sat: float | None = None) -> str:
    """A report on runs over `number` puzzles and on the kernel if there is one, compared with the
    seconds that CP-SAT takes for a puzzle."""
    parts = ["**Whole runs**", _runs(layouts, number)]
    if kernels():
        parts.append(_around_the_kernel(layouts, cp_sat))
    return "\n\n".join(parts)


def _runs(layouts: list[Puzzle], number: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        codes: dict[str, int] = {}
        commands = {"`solve` one file": [PROGRAM, "solve", str(EXAMPLE)]}
        samples = {"with one solution": layouts, UNFILTERED: unfiltered_layouts(len(layouts))}
        for sample, of_sample in samples.items():
            file = Path(folder) / f"{sample}.txt"
            file.write_bytes(compact_file(of_sample, number))
            for jobs in sorted({1, cores()}):
                name = f"`solve --jobs {jobs}`, {number:,} puzzles, {sample}"
                codes[name] = int(sample == UNFILTERED)
                commands[name] = [PROGRAM, "solve", "--to", "line", str(file), "--jobs", str(jobs)]
        costs: dict[str, list[Cost]] = {name: [] for name in commands}
        for _ in range(RUNS):
            for name, command in commands.items():
                costs[name].append(measured(command, code=codes.get(name, 0)))
    rows = []
    for name, taken in costs.items():
        seconds = median(cost.seconds for cost in taken)
        cpu_seconds = median(cost.cpu_seconds for cost in taken)
        peak = max(cost.peak for cost in taken)
        a_second = number / seconds if "jobs" in name else 1 / seconds
        times = [in_words(seconds), in_words(cpu_seconds)]
        rows.append([name, *times, f"{a_second:,.0f}", f"{peak / 1e6:.0f} MB"])
    return table(["", "wall clock", "CPU time", "puzzles a second", "peak memory"], rows)


def _around_the_kernel(layouts: list[Puzzle], cp_sat: float | None) -> str:
    taken = around_the_kernel(layouts, ROUNDS)
    in_calls = {kernel.name: taken[in_one_call(kernel.name)] for kernel in reversed(kernels())}
    batch = next(iter(in_calls.values()))
    alone = taken[ONE_THREAD]
    faster = Spread.of([a / b for a, b in zip(alone, taken[TWO_THREADS], strict=True)])
    added = {
        name: Spread.of([b - a for a, b in zip(batch, taken[name], strict=True)])
        for name in (SOLVE_MANY, READ_AND_SOLVE)
    }
    rows = [
        *(_of_path(name, median(took), cp_sat) for name, took in in_calls.items()),
        [
            "speed of two threads, relative to one",
            f"{faster.middle:.2f} ({faster.low:.2f} – {faster.high:.2f})",
            "",
        ],
        ["time per puzzle added by `solve_many`", in_words(added[SOLVE_MANY].middle), ""],
        [
            "time per puzzle added by `solve_many` and `read_all` of compact text",
            in_words(added[READ_AND_SOLVE].middle),
            "",
        ],
    ]
    heads = ["", "figure", f"fraction of {CP_SAT}'s mean"]
    return f"**{TITLE}**\n\n{table(heads, rows)}"


def _of_path(name: str, seconds: float, cp_sat: float | None) -> list[str]:
    compared = f"1/{two_digits(cp_sat / seconds)}" if cp_sat else ""
    return [f"time per puzzle, {name}", in_words(seconds), compared]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--puzzles", type=int, default=1_000_000, metavar="N")
    sys.stdout.write(_runs(corpus().puzzles, arguments.parse_args().puzzles) + "\n")


if __name__ == "__main__":
    main()

"""Many puzzles at once: whole runs of the program with their peak memory, and what Python and
threads add to the kernel.

    python benchmarks/throughput.py [--puzzles 1000000]

prints the whole runs alone: also by how much one run on all cores takes longer than separate
processes that share the puzzles, so the machine has to be idle.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from comparison import Spread
from contestants import CP_SAT
from figures import cores, in_words, table, two_digits
from layouts import compact_file, unfiltered_layouts
from memory import Cost, measured
from puzzlesets import corpus

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.kernel import kernels

EXAMPLE = Path(__file__).parents[1] / "examples" / "cqoi2013.in"
PROGRAM = str(Path(sys.executable).with_name("ineqsudoku"))

RUNS = 3
"""A run over a large file takes long enough to be quiet by itself."""

COMPARISONS = 7
"""Rounds of a run on all cores and of separate processes, which take turns."""

TITLE = "The kernel of `boxes`, many puzzles in one call"

UNFILTERED = "unfiltered"
"""Puzzles of random grids, most of which have several solutions: then the exit code is 1."""

ROUNDS = 9
"""A round around the kernel takes a second."""

AT_ONCE = 50_000
"""About so many puzzles a call, so that starting it and a thread, and moving that to a core of its
own, do not count."""

ONE_THREAD, TWO_THREADS, SOLVE_MANY, READ_AND_SOLVE = (
    "one batch, wall clock",
    "two batches, two threads, wall clock",
    "solve_many",
    "read_all, solve_many",
)


def throughput(layouts: list[Puzzle], number: int, cp_sat: float | None = None) -> str:
    """A report on runs over `number` puzzles and on the kernel if there is one, compared with the
    seconds that CP-SAT takes for a puzzle."""
    parts = ["### Whole runs", _runs(layouts, number)]
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
        compared = _against_parts(compact_file(layouts, number), Path(folder))
    rows = []
    for name, taken in costs.items():
        seconds = median(cost.seconds for cost in taken)
        cpu_seconds = median(cost.cpu_seconds for cost in taken)
        peak = max(cost.peak for cost in taken)
        a_second = number / seconds if "jobs" in name else 1 / seconds
        times = [in_words(seconds), in_words(cpu_seconds)]
        rows.append([name, *times, f"{a_second:,.0f}", f"{peak / 1e6:.0f} MB"])
    heads = ["", "wall clock", "CPU time", "puzzles a second", "peak memory"]
    return f"{table(heads, rows)}\n\n{compared}"


def _against_parts(lines: bytes, folder: Path) -> str:
    """Compare a run over lines with processes that each have a file of a part of them."""
    jobs = cores()
    length = len(lines) // lines.count(b"\n")
    size = -(-len(lines) // length // jobs) * length
    files = [folder / "all.txt", *(folder / f"{part}.txt" for part in range(jobs))]
    texts = [lines, *(lines[size * part : size * (part + 1)] for part in range(jobs))]
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text)
    solve = [PROGRAM, "solve", "--to", "line"]
    one = [*solve, str(files[0]), "--jobs", str(jobs)]
    several = [[*solve, str(file), "--jobs", "1"] for file in files[1:]]
    return f"`solve --jobs {jobs}` takes {against(one, several)}"


def against(one: list[str], several: list[list[str]]) -> str:
    """Say how many times the wall-clock time of `several` commands, which run concurrently, `one`
    takes."""
    ratios = [clock([one]) / clock(several) for _ in range(COMPARISONS)]
    ratio = Spread.of(ratios)
    return (
        f"{ratio.middle:.3f} ({ratio.low:.3f} – {ratio.high:.3f}) times as long as"
        f" {len(several)} separate processes, {COMPARISONS} rounds"
    )


def clock(commands: list[list[str]]) -> float:
    """Wall-clock seconds until all commands have ended, which run concurrently.

    Raises `CalledProcessError`.
    """
    start = perf_counter()
    processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
    codes = [process.wait() for process in processes]
    seconds = perf_counter() - start
    for code, command in zip(codes, commands, strict=True):
        if code:
            raise subprocess.CalledProcessError(code, command)
    return seconds


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
    return f"### {TITLE}\n\n{table(heads, rows)}"


def in_one_call(path: str) -> str:
    return f"one batch, {path}"


def around_the_kernel(puzzles: list[Puzzle], rounds: int) -> dict[str, list[float]]:
    """Seconds a puzzle of each way in each round, on the widest path unless its name has
    another.  Raises `ImportError` when the kernel is not compiled."""
    from ineqsudoku.search.kernel import _boxes

    many = list(chain.from_iterable(repeat(puzzles, 1 + AT_ONCE // len(puzzles))))
    signs = [puzzle.signs for puzzle in many]
    packed = "".join(signs).encode()
    text = "\n".join(signs) + "\n"
    half = len(many) // 2 * len(signs[0])
    widest = len(_boxes.PATHS) - 1
    with ThreadPoolExecutor(2) as threads:

        def batch(path: int, signs: bytes) -> bytes:
            return _boxes.solve_batch(path, signs, 2, 0)

        def two_threads() -> object:
            return list(threads.map(partial(batch, widest), (packed[:half], packed[half:])))

        ways: dict[str, Callable[[], object]] = {
            in_one_call(name): partial(batch, path, packed)
            for path, name in enumerate(_boxes.PATHS)
        }
        ways[ONE_THREAD] = partial(batch, widest, packed)
        ways[TWO_THREADS] = two_threads
        ways[SOLVE_MANY] = lambda: _exhaust(iq.solve_many(many))
        ways[READ_AND_SOLVE] = lambda: _exhaust(iq.solve_many(iq.read_all(text)))
        taken: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                clock = perf_counter if name in (ONE_THREAD, TWO_THREADS) else process_time
                start = clock()
                way()
                taken[name].append((clock() - start) / len(many))
    return taken


def _exhaust(results: Iterable[object]) -> None:
    deque(results, maxlen=0)


def _of_path(name: str, seconds: float, cp_sat: float | None) -> list[str]:
    compared = f"1/{two_digits(cp_sat / seconds)}" if cp_sat else ""
    return [f"time per puzzle, {name}", in_words(seconds), compared]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--puzzles", type=int, default=1_000_000, metavar="N")
    sys.stdout.write(_runs(corpus().puzzles, arguments.parse_args().puzzles) + "\n")


if __name__ == "__main__":
    main()

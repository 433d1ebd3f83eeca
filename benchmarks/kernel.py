"""What stands around the kernel: many layouts in one call, Python on top, two threads.

    python benchmarks/kernel.py [--repeat 9] [FILE]

FILE is a compact file (what follows a tab in a line is left out); without one, 300 random
layouts with one solution are made.  The ways run in turn, each with some 50,000 puzzles.  Prints
the median and the quartiles of the rounds in microseconds of CPU time a puzzle, and of
wall-clock time for one thread against two, beside the aim where there is one.  Mean and p99 of
the kernel are of calls for one puzzle each, of its best times over the rounds, without the time
that reading the clock takes.  `ready` is the
CPU time from importing the kernel to its first answer, in milliseconds, in a fresh process,
without the import of the package.  `compare.py` compares single puzzles with
other programs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, repeat
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from comparison import Spread
from layouts import layouts_from, random_layouts
from peers import cost_of_the_clock
from percentiles import Time, mean, percentile

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.compact_lines import answered_lines

AT_ONCE = 50_000
"""About so many puzzles a call, so that starting it and a thread, and moving that to a core of its
own, do not count."""

READY = """
from time import process_time
import ineqsudoku.search.boxes
start = process_time()
from ineqsudoku.search.kernel import _boxes
signs = ("<<<<<<^^^^^^^^^" * 2 + "<<<<<<") * 3
_boxes.search(0, 9, 3, 3, signs, "." * 81, "." * 36, 2, 0, True)
print(process_time() - start)
"""

ONE_THREAD, TWO_THREADS, SOLVE, SOLVE_MANY, READ_AND_SOLVE = (
    "one batch, wall clock",
    "two batches, two threads, wall clock",
    "solve",
    "solve_many",
    "read_all, solve_many",
)
LINES, READ, SOLVE_LINES, CHECK, CHECK_TEXT = (
    "lines to lines",
    "read_all",
    "solve_many of lines",
    "check, grids",
    "check, printed grids",
)

AIMS = {LINES: 4.5, READ: 1.0, CHECK: 25.0, CHECK_TEXT: 25.0}
MEAN_AIMS = {"portable": 9.0, "avx512": 4.0}
P99_AIMS = {"avx512": 22.0}
"""In microseconds, on a machine like that of the continuous integration."""

CHECKED = 2_000
"""Grids of a round."""


def in_one_call(path: str) -> str:
    return f"one batch, {path}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("file", nargs="?", type=Path)
    arguments.add_argument("--repeat", type=int, default=9)
    options = arguments.parse_args()
    puzzles = layouts_from(options.file) if options.file else random_layouts(300)
    rounds = around_the_kernel(puzzles, options.repeat)
    print(f"{'microseconds a puzzle':36}  median   quartiles")
    for name, seconds in rounds.items():
        spread = Spread.of([1e6 * value for value in seconds])
        quartiles = f"{spread.low:.2f}-{spread.high:.2f}"
        print(f"{name:36} {spread.middle:7.2f}   {quartiles:15} {_aim(AIMS.get(name))}".rstrip())
    for name, times in alone(puzzles, options.repeat).items():
        for what, taken, aims in (
            ("mean", mean(times), MEAN_AIMS),
            ("p99", percentile(times, 99), P99_AIMS),
        ):
            row = f"{f'a call each, {name}: {what}':36} {1e6 * taken.seconds:7.2f}"
            print(f"{row}   {'':15} {_aim(aims.get(name))}".rstrip())
    print(f"ready in {1000 * median(ready() for _ in range(options.repeat)):.1f} ms")


def _aim(aim: float | None) -> str:
    return "" if aim is None else f"aim {aim:g}"


def alone(puzzles: list[Puzzle], rounds: int) -> dict[str, list[Time]]:
    """By the name of the path the best time of each puzzle in calls of its own, of CPU time."""
    from ineqsudoku.search.kernel import _boxes

    best: dict[str, list[Time]] = {}
    for path, name in enumerate(_boxes.PATHS):
        times = [inf] * len(puzzles)
        for _ in range(rounds):
            for index, puzzle in enumerate(puzzles):
                texts = puzzle.signs, puzzle.givens, puzzle.border_signs
                start = process_time()
                _boxes.search(path, 9, 3, 3, *texts, 2, 0, True)
                times[index] = min(times[index], process_time() - start)
        best[name] = [Time(seconds - cost_of_the_clock()) for seconds in times]
    return best


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
        ways[SOLVE] = lambda: _exhaust(map(iq.solve, many))
        ways[SOLVE_MANY] = lambda: _exhaust(iq.solve_many(many))
        ways[READ_AND_SOLVE] = lambda: _exhaust(iq.solve_many(iq.read_all(text)))
        ways[LINES] = lambda: answered_lines(text, 2, "auto", None, None)
        ways[READ] = lambda: iq.read_all(text)
        ways[SOLVE_LINES] = lambda: _exhaust(iq.solve_many(signs))
        some = many[:CHECKED]
        grids = [result.solutions[0] for result in iq.solve_many(some)]
        texts = list(map(str, grids))
        ways[CHECK] = lambda: _exhaust(map(iq.check, some, grids))
        ways[CHECK_TEXT] = lambda: _exhaust(map(iq.check, some, texts))
        taken: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                clock = perf_counter if name in (ONE_THREAD, TWO_THREADS) else process_time
                start = clock()
                way()
                number = len(some) if name in (CHECK, CHECK_TEXT) else len(many)
                taken[name].append((clock() - start) / number)
    return taken


def _exhaust(results: Iterable[object]) -> None:
    deque(results, maxlen=0)


def ready() -> float:
    # -P: the current folder may be a checkout, whose modules would hide the installed ones.
    command = [sys.executable, "-P", "-c", READY]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(ran.stdout)


if __name__ == "__main__":
    main()

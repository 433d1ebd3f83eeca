"""What stands around the kernel: many layouts in one call, Python on top, two threads.

    python benchmarks/kernel.py [--repeat 9] [FILE]

FILE is a compact file (what follows a tab in a line is left out); without one, 300 random
layouts with one solution are made.  All ways take turns, each with some 50,000 puzzles.  Prints
the median and the quartiles of the rounds in microseconds of CPU time a puzzle, and of
wall-clock time for one thread against two.  `ready` is the CPU time from importing the kernel
to its first answer, in milliseconds, in a fresh process, without the import of the package.
`compare.py` measures the times of single puzzles.
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
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from comparison import Spread
from layouts import layouts_from, random_layouts

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle

AT_ONCE = 50_000
"""About so many puzzles a call, so that starting it and a thread, and moving that to a core of its
own, do not count."""

READY = """
from time import process_time
import ineqsudoku.search.boxes
start = process_time()
from ineqsudoku.search.kernel import _boxes
_boxes.search(0, ("<<<<<<^^^^^^^^^" * 2 + "<<<<<<") * 3, "." * 81, 2, 0, True)
print(process_time() - start)
"""

ONE_THREAD, TWO_THREADS, SOLVE, SOLVE_MANY, READ_AND_SOLVE = (
    "one batch, wall clock",
    "two batches, two threads, wall clock",
    "solve",
    "solve_many",
    "read_all, solve_many",
)


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
        print(f"{name:36} {spread.middle:7.2f}   {spread.low:.2f}-{spread.high:.2f}")
    print(f"ready in {1000 * median(ready() for _ in range(options.repeat)):.1f} ms")


def around_the_kernel(puzzles: list[Puzzle], rounds: int) -> dict[str, list[float]]:
    """Seconds a puzzle of each way in each round, on the widest path unless its name has
    another.  Raises `ImportError` when the kernel is not compiled."""
    from ineqsudoku.search.kernel import _boxes

    many = list(chain.from_iterable(repeat(puzzles, 1 + AT_ONCE // len(puzzles))))
    signs = [puzzle.signs for puzzle in many]
    packed = "".join(signs).encode()
    text = "\n".join(signs)
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


def ready() -> float:
    # -P: the current folder may be a checkout, whose modules would hide the installed ones.
    command = [sys.executable, "-P", "-c", READY]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(ran.stdout)


if __name__ == "__main__":
    main()

"""Time per layout of the compiled form of `boxes` on each path, proof included.

    python benchmarks/kernel.py [--repeat 9] [FILE]

FILE as for `engines.py`.  Of each layout the best of `--repeat` times counts, path by path in
turn: `mean`, `median`, `p99` of a call of the kernel, `batch` the mean when all layouts go in
one call; the line `solve` is `ineqsudoku.solve` with all that Python adds; microseconds.
`ready` is the time from importing the kernel to its first answer, in milliseconds, in a fresh
process, the import of the package left out.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean, median, quantiles
from time import perf_counter

from layouts import layouts_from, random_layouts

import ineqsudoku as iq
from ineqsudoku.puzzle import NO_GIVENS
from ineqsudoku.search import _boxes

READY = """
from time import perf_counter
import ineqsudoku.search.boxes
start = perf_counter()
from ineqsudoku.search import _boxes
_boxes.search(0, ("<<<<<<^^^^^^^^^" * 2 + "<<<<<<") * 3, "." * 81, 2, 0, True)
print(perf_counter() - start)
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("file", nargs="?", type=Path)
    arguments.add_argument("--repeat", type=int, default=9)
    options = arguments.parse_args()
    puzzles = layouts_from(options.file) if options.file else random_layouts(300)
    packed = "".join(puzzle.signs for puzzle in puzzles).encode()
    calls: dict[str, list[Callable[[], object]]] = {
        "solve": [partial(iq.solve, puzzle) for puzzle in puzzles]
    }
    for path, name in enumerate(_boxes.PATHS):
        calls[name] = [
            partial(_boxes.search, path, puzzle.signs, NO_GIVENS, 2, 0, True) for puzzle in puzzles
        ]
        calls[f"{name}, batch"] = [partial(_boxes.solve_batch, path, packed, 2, 0)]
    best = measured(calls, options.repeat)
    print(f"{len(puzzles)} layouts, best of {options.repeat}, microseconds")
    print("path          mean   median      p99    batch")
    for name in (*_boxes.PATHS, "solve"):
        percentiles = quantiles(best[name], n=100)
        row = [mean(best[name]), percentiles[49], percentiles[98]]
        if name in _boxes.PATHS:
            row.append(best[f"{name}, batch"][0] / len(puzzles))
        print(f"{name:9}", *(f"{1e6 * value:8.2f}" for value in row))
    print(f"ready in {1000 * median(ready() for _ in range(options.repeat)):.1f} ms")


def measured(calls: dict[str, list[Callable[[], object]]], repeat: int) -> dict[str, list[float]]:
    """The best time of each call in seconds; the names take turns."""
    best = {name: [float("inf")] * len(of_name) for name, of_name in calls.items()}
    for _ in range(repeat):
        for name, of_name in calls.items():
            times = best[name]
            for place, call in enumerate(of_name):
                start = perf_counter()
                call()
                times[place] = min(times[place], perf_counter() - start)
    return best


def ready() -> float:
    ran = subprocess.run([sys.executable, "-c", READY], capture_output=True, text=True, check=True)
    return float(ran.stdout)


if __name__ == "__main__":
    main()

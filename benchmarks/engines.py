"""Time per puzzle of the engines, warm, proof of uniqueness included.

    python benchmarks/engines.py [--engine boxes] [--repeat 5] [FILE]

INEQSUDOKU_KERNEL=python in the environment measures `boxes` in its Python form.

FILE is a compact file (what follows a tab in a line is left out); without one, 300 random
layouts with one solution are made.  Every puzzle is solved once to warm the tables; then
all are solved in turn, engine by engine, as often as `--repeat` says, and each puzzle's
best time counts: on a noisy machine the least disturbed one.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean, quantiles
from time import perf_counter

from layouts import layouts_from, random_layouts

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.kernel import kernel


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("file", nargs="?", type=Path)
    arguments.add_argument("--engine", action="append")
    arguments.add_argument("--repeat", type=int, default=5)
    options = arguments.parse_args()
    puzzles = layouts_from(options.file) if options.file else random_layouts(300)
    engines = options.engine or ["boxes"]
    nodes = {
        engine: [iq.solve(puzzle, engine=engine).nodes for puzzle in puzzles] for engine in engines
    }
    times = measured(puzzles, engines, options.repeat)
    compiled = kernel()
    form = f"compiled ({compiled.name})" if compiled else "in pure Python"
    print(f"{len(puzzles)} layouts, best of {options.repeat}, milliseconds, boxes {form}")
    print("engine      mean   median      p99    nodes")
    for engine in engines:
        percentiles = quantiles(times[engine], n=100)
        row = [mean(times[engine]), percentiles[49], percentiles[98]]
        print(
            f"{engine:8}", *(f"{1000 * value:8.3f}" for value in row), f"{mean(nodes[engine]):8.1f}"
        )


def measured(puzzles: list[Puzzle], engines: list[str], repeat: int) -> dict[str, list[float]]:
    """The best time of each puzzle in seconds, for each engine."""
    best = {engine: [float("inf")] * len(puzzles) for engine in engines}
    for _ in range(repeat):
        for engine, times in best.items():
            for place, puzzle in enumerate(puzzles):
                start = perf_counter()
                iq.solve(puzzle, engine=engine)
                times[place] = min(times[place], perf_counter() - start)
    return best


if __name__ == "__main__":
    main()

"""How fast `generate` makes layouts, graded ones and killers.

    python benchmarks/generate.py [--seconds 10]

One core is measured by its processor time; runs of the command, which take all cores, by the clock,
so the machine has to be idle.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from itertools import islice
from time import perf_counter, process_time
from typing import Any, get_args

from figures import cores, in_words, origin, table, two_digits

import ineqsudoku as iq
from ineqsudoku.apps.explain.values import Level

LAYOUTS = 20_000
"""The layouts of a run of the command, for each second of a rate."""

RATED = 1_000
"""The layouts that are rated to find the share of each level."""

KILLERS = {
    "a layout with 10⁹ row-major nodes": "rows:1000000000",
    "a layout with 10⁸ nodes box by box": "boxes",
    "a layout with 10⁷ nodes for the cell with the fewest digits": "fewest:10000000",
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--seconds", type=float, default=10, help="for each rate")
    seconds = arguments.parse_args().seconds
    layouts = round(LAYOUTS * seconds)
    by_command = layouts / run(str(layouts), "--to", "compact")
    rows = [
        ["valid full layouts, one core", f"{two_digits(rate(seconds))} a second"],
        [f"by the command, {cores()} cores, by the clock", f"{two_digits(by_command)} a second"],
    ]
    levels = [iq.explain(each.puzzle).level for each in islice(iq.generate(seed=1), RATED)]
    for level in get_args(Level):
        what = f"layouts of the level {level} ({levels.count(level) / RATED:.0%} of all), one core"
        rows.append([what, f"{two_digits(rate(seconds, level=level))} a second"])
    for what, target in KILLERS.items():
        taken = in_words(run("1", "--kill", target))
        rows.append([f"{what}, {cores()} cores, by the clock", taken])
    print(f"{table(['', 'figure'], rows)}\n\n{origin()}")


def rate(seconds: float, **options: Any) -> float:
    """Return the puzzles a second of processor time."""
    puzzles = iq.generate(seed=1, **options)
    next(puzzles)  # This one fills tables.
    begun = process_time()
    for made, _ in enumerate(puzzles, 1):
        if process_time() - begun > seconds:
            return made / (process_time() - begun)
    raise AssertionError("a sequence without a count has no end")


def run(*arguments: str) -> float:
    """Return the wall-clock seconds of a run of the command on all cores."""
    program = [sys.executable, "-m", "ineqsudoku", "generate", "--seed", "1"]
    begun = perf_counter()
    command = [*program, "--jobs", str(cores()), *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begun


if __name__ == "__main__":
    main()

"""Time of a full report, size of conflicts and minimal sets, time of repairs.

    python benchmarks/diagnose.py [--number 100]

INEQSUDOKU_KERNEL=python in the environment measures without the kernel.

Layouts are those of the open corpus.  `flipped` are layouts with one solution of which a random
sign was flipped and that have no solution since.  Reports include repairs by two flips; for valid
layouts `thorough` adds the minimal set and the effort up to 100,000 nodes, and `plain` is the
report that `validate` makes by default.

The second table is the time of all repairs by at most so many flips, for layouts with so many
random signs flipped; `needed` is how many flips the repairs found have.  The first conflict is
part of it, no report is.

Milliseconds of processor time, each layout once.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import mean
from time import process_time

from layouts import layouts_from
from puzzlesets import CORPUS

import ineqsudoku as iq
from ineqsudoku.diagnose.signs import with_flipped
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.kernel import kernel

THOROUGH = iq.Options(repair=2, minimal=True, effort=100_000)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--number", type=int, default=100)
    number = arguments.parse_args().number
    unique = layouts_from(CORPUS / "open-unique.tsv")[:number]
    none = layouts_from(CORPUS / "open-unsat.txt")[:number]
    multiple = layouts_from(CORPUS / "open-multiple.tsv")[:number]
    compiled = kernel()
    print(f"boxes {f'compiled ({compiled.name})' if compiled else 'in pure Python'}")
    print("report        layouts     mean   median      p99      max  signs: mean median    max")
    _measure("none", none, THOROUGH, _conflict_size)
    _measure("flipped", _flipped(unique, 1), THOROUGH, _conflict_size)
    _measure("multiple", multiple, THOROUGH, lambda _: None)
    _measure("valid, plain", unique, iq.Options(), lambda _: None)
    _measure("valid, thorough", unique, THOROUGH, _minimal_size)
    print("flipped needed layouts     mean   median      p99      max")
    for flips in (1, 2, 3):
        _measure_repairs(_flipped(unique, flips), flips)


def _measure(
    name: str, puzzles: list[Puzzle], options: iq.Options, size: Callable[[iq.Report], int | None]
) -> None:
    times = []
    sizes = []
    for puzzle in puzzles:
        start = process_time()
        report = iq.validate(puzzle, options)
        times.append(1000 * (process_time() - start))
        found = size(report)
        if found is not None:
            sizes.append(found)
    if not times:
        return
    columns = [mean(times), *_percentiles(times)]
    line = f"{name:16} {len(times):5}" + "".join(f" {value:8.1f}" for value in columns)
    if sizes:
        line += f"  {mean(sizes):11.1f} {sorted(sizes)[len(sizes) // 2]:6} {max(sizes):6}"
    print(line, flush=True)


def _measure_repairs(puzzles: list[Puzzle], flips: int) -> None:
    times: dict[int, list[float]] = {}
    for puzzle in puzzles:
        start = process_time()
        repairs = iq.find_repairs(puzzle, flips)
        seconds = process_time() - start
        times.setdefault(len(repairs[0].relations), []).append(1000 * seconds)
    for needed, of in sorted(times.items()):
        columns = "".join(f" {value:8.1f}" for value in (mean(of), *_percentiles(of)))
        print(f"{flips:7} {needed:6} {len(of):7}{columns}", flush=True)


def _percentiles(times: list[float]) -> tuple[float, float, float]:
    ascending = sorted(times)
    last = len(ascending) - 1
    return ascending[last // 2], ascending[round(0.99 * last)], ascending[last]


def _conflict_size(report: iq.Report) -> int | None:
    return len(report.conflict.relations) if report.conflict else None


def _minimal_size(report: iq.Report) -> int | None:
    return len(report.minimal.relations) if report.minimal else None


def _flipped(layouts: list[Puzzle], flips: int) -> list[Puzzle]:
    """The layouts with some random signs flipped that have no solution then."""
    random = Random(flips)
    wrong = [with_flipped(layout, random.sample(layout.relations, flips)) for layout in layouts]
    return [puzzle for puzzle in wrong if iq.solve(puzzle).status == "none"]


if __name__ == "__main__":
    main()

"""Time per puzzle of every engine here and of other ways to solve the same puzzles.

    python benchmarks/compare.py [--quick] [--rounds N] [--puzzles N] [--keep]
                                 [--only NAME]... [--layouts FILE]

All times are CPU time, so that a busy machine changes little.  Proof of uniqueness and model
building count, start-up does not.  The solvers run in turn, for several rounds, each in a
process of its own.  The time of a puzzle is its median over the rounds.  The mean is the median
of the means of the rounds; the quartiles are those of the same means.  Slow solvers get fewer
puzzles, evenly drawn; a puzzle that takes more than `LIMIT` seconds is stopped and marked.
Every answer is checked, and a wrong one ends the run.

Throughput and memory of whole runs follow.  The times go to times.tsv, from which documents.py
makes tables and drawings, and the whole runs between the markers `runs` in docs/benchmarks.md; with
`--keep` all is printed only.  The peers come with `pip install '.[bench]'` or as peers/README.md
says; those that are not found are named.  A full run takes some 12 minutes; `--quick` tries
everything with few puzzles in three and implies `--keep`.

`--rounds` is 3 by default, and `--puzzles`, in the file for throughput, a million.
`--only` takes contestants whose name contains NAME, and leaves throughput out; `--layouts`
takes a compact file instead of the sets (what follows a tab in a line is left out).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import documents
from comparison import Result, Spread, TurnError, WrongAnswerError, compared
from contestants import CP_SAT, DLX, LIMIT, Contestant, contestants
from figures import percentile, rewrite
from layouts import layouts_from
from puzzlesets import PuzzleSet, all_sets, answered, fewer
from throughput import throughput


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: rounds, a share of the puzzles, seconds a puzzle, and puzzles in
    the file for throughput."""

    rounds: int
    share: float
    limit: float
    file: int


FULL = Effort(rounds=3, share=1.0, limit=LIMIT, file=1_000_000)
QUICK = Effort(rounds=3, share=0.04, limit=0.5, file=10_000)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--quick", action="store_true", help="few puzzles, nothing written")
    arguments.add_argument("--keep", action="store_true", help="print only, write nothing")
    arguments.add_argument("--only", action="append", metavar="NAME", help="such contestants")
    arguments.add_argument("--layouts", type=Path, metavar="FILE", help="instead of the sets")
    arguments.add_argument("--rounds", type=int, metavar="N")
    arguments.add_argument("--puzzles", type=int, metavar="N", help="in the file for throughput")
    options = arguments.parse_args()
    effort = QUICK if options.quick else FULL
    effort = replace(
        effort, rounds=options.rounds or effort.rounds, file=options.puzzles or effort.file
    )
    chosen = [
        each.within(effort.share, effort.limit)
        for each in contestants()
        if not options.only or any(name in each.name for name in options.only)
    ]
    sets = [answered(layouts_from(options.layouts))] if options.layouts else list(all_sets())
    try:
        results = [_compared(puzzles, chosen, effort) for puzzles in sets]
    except (WrongAnswerError, TurnError) as error:
        print(error, file=sys.stderr)
        return 1
    rows = []
    for puzzles, of_set in zip(sets, results, strict=True):
        rows += rows_of(puzzles.title, of_set)
        print(f"{puzzles.title}\n\n{documents.times(rows[-len(of_set) :])}\n")
    if options.only:
        return 0
    cp_sat = [each.mean.seconds for each in results[0] if each.contestant.name == CP_SAT]
    runs = throughput(sets[0].puzzles, effort.file, *cp_sat)
    runs += f"\n\n{documents.origin()}; `{documents.COMMAND}`"
    print(runs)
    if not (options.quick or options.keep or options.layouts):
        documents.write(documents.TIMES, rows)
        rewrite(documents.DOCUMENT, runs, "runs")
        documents.main()
    return 0


def _compared(puzzles: PuzzleSet, chosen: list[Contestant], effort: Effort) -> list[Result]:
    """Raises `WrongAnswerError` and `TurnError`."""
    some = fewer(puzzles, max(round(len(puzzles.puzzles) * effort.share), 5))
    start = perf_counter()
    results = compared(some, chosen, effort.rounds)
    print(f"{puzzles.title}: {perf_counter() - start:.0f} s", file=sys.stderr)
    return results


def rows_of(title: str, results: list[Result]) -> list[documents.Row]:
    """A row for each solver, the fastest first; its ratio is to the first result.

    The rows of compiled forms also have the ratios of two peers to them.
    """
    peers = [each for each in results if each.contestant.name in (CP_SAT, DLX)]
    rows = []
    for result in sorted(results, key=lambda each: each.mean):
        name, times = result.contestant.name, result.times
        figures = {
            **_spread("mean", result.means),
            **{f"{each} %": percentile(times, each).seconds for each in documents.PERCENTILES},
            "ratio": Spread.of(result.ratios(results[0])).middle,
        }
        if cut := [time.seconds for time in times if time.cut]:
            figures["limit"] = cut[0]
        for peer in peers if " compiled, " in name else ():
            figures |= _spread(peer.contestant.name, peer.ratios(result))
        row = {"set": title, "solver": name, "puzzles": f"{len(times)}"}
        rows.append(row | {column: f"{figure:.4g}" for column, figure in figures.items()})
    return rows


def _spread(name: str, values: list[float]) -> dict[str, float]:
    spread = Spread.of(values)
    return {name: spread.middle, f"{name}, low": spread.low, f"{name}, high": spread.high}


if __name__ == "__main__":
    sys.exit(main())

"""Time per puzzle of every engine here and of other ways to solve the same puzzles.

    python benchmarks/compare.py [--quick] [--only NAME]...

Prints the tables of docs/benchmarks.md.  All times are CPU time, so that a busy machine changes
little.  Proof of uniqueness and model building count, start-up does not.  The solvers take turns
for several rounds, each in a process of its own.  The time of a puzzle is its median over the
rounds, the mean of a set the median of the means of the rounds.  Slow solvers get fewer puzzles,
evenly drawn.  A wrong answer ends the run.

`--quick` tries everything with few puzzles; `--only` takes solvers whose name contains NAME.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache
from math import ceil
from multiprocessing import get_context
from statistics import fmean, median
from subprocess import CalledProcessError
from time import process_time
from typing import NamedTuple

from figures import in_words, origin, table, two_digits
from peers import Answer, Measure
from puzzlesets import PuzzleSet, all_sets
from solvers import Solver, solvers

from ineqsudoku.puzzle import Puzzle

ROUNDS = 3

QUICK = 0.04
"""The part of the puzzles that `--quick` takes."""

TURN = 0.5
"""Seconds of CPU time that a turn of a quick solver lasts, at least.  A turn of a millisecond could
be disturbed as a whole."""


class Result(NamedTuple):
    """The seconds of the puzzles at some places of a set, a list for each round.

    `is_bound`: the solver was stopped at a puzzle, which may take longer.
    """

    places: list[int]
    rounds: list[list[float]]
    is_bound: bool

    def mean(self) -> float:
        return median(map(fmean, self.rounds))

    def percentile(self, percent: int) -> float:
        """Return the nearest rank."""
        times: list[float] = sorted(map(median, zip(*self.rounds, strict=True)))
        return times[ceil(len(times) * percent / 100) - 1]

    def ratio(self, other: Result) -> float:
        """Compare the means on the puzzles that both had."""
        ratios = []
        for ours, theirs in zip(self.rounds, other.rounds, strict=True):
            own = dict(zip(self.places, ours, strict=True))
            others = dict(zip(other.places, theirs, strict=True))
            shared = own.keys() & others.keys()
            ratios.append(fmean(own[i] for i in shared) / fmean(others[i] for i in shared))
        return median(ratios)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--quick", action="store_true", help="few puzzles")
    arguments.add_argument("--only", action="append", metavar="NAME", help="such solvers")
    options = arguments.parse_args()
    share = QUICK if options.quick else 1.0
    chosen = [
        solver._replace(most=ceil(solver.most * share))
        for solver in solvers()
        if not options.only or any(name in solver.name for name in options.only)
    ]
    full, *others = (puzzles.part(share) for puzzles in all_sets())
    if of_full := compare(full, chosen):
        print(f"{full.title}\n\n{times(of_full)}\n")
    if general := [solver for solver in chosen if "plain" in solver.kinds]:
        of_others = {puzzles.title: compare(puzzles, general) for puzzles in others}
        print(f"{means(of_others, general)}\n")
    print(origin())


def times(results: dict[str, Result]) -> str:
    """Return a table of one set, the fastest solver first.  Ratios are those to the first solver
    measured."""
    first = next(iter(results.values()))
    rows = []
    for name, result in sorted(results.items(), key=lambda item: item[1].mean()):
        bound = "≥ " if result.is_bound else ""
        mean, high = (bound + in_words(time) for time in (result.mean(), result.percentile(99)))
        ratio = bound + two_digits(result.ratio(first))
        rows.append([name, mean, in_words(result.percentile(50)), high, ratio])
    return table(["", "mean", "median", "99 %", "ratio"], rows)


def means(results: dict[str, dict[str, Result]], general: list[Solver]) -> str:
    rows = []
    for title, of_set in results.items():
        means = {name: in_words(result.mean()) for name, result in of_set.items()}
        rows.append([title, *(means.get(solver.name, "") for solver in general)])
    return table(["", *(solver.name for solver in general)], rows)


def compare(puzzles: PuzzleSet, chosen: list[Solver]) -> dict[str, Result]:
    """Return the results of all solvers that are measured on the set and can be started."""
    results = {}
    with ExitStack() as stack:
        turns = []
        for solver in chosen:
            if puzzles.kind not in solver.kinds:
                continue
            process = stack.enter_context(ProcessPoolExecutor(1, get_context("spawn")))
            try:
                process.submit(prepare, solver.name).result()
            except (ImportError, OSError, KeyError, CalledProcessError) as error:
                print(f"{solver.name} is left out: {error}", file=sys.stderr)
                continue
            turns.append((solver, process))
            results[solver.name] = Result(puzzles.drawn(solver.most), [], False)
        for _ in range(ROUNDS):
            for solver, process in turns:
                result = results[solver.name]
                some = [puzzles.puzzles[place] for place in result.places]
                answers = process.submit(take_turn, solver.name, some, solver.is_quick).result()
                is_stopped = not check(solver.name, puzzles, result.places, answers)
                result.rounds.append([answer.seconds for answer in answers])
                results[solver.name] = result._replace(is_bound=result.is_bound or is_stopped)
    return results


def check(name: str, puzzles: PuzzleSet, places: list[int], answers: list[Answer]) -> bool:
    """Return whether all puzzles were solved.  Raises `SystemExit` for a wrong answer."""
    for place, answer in zip(places, answers, strict=True):
        expected = puzzles.answers[place]
        if answer.digits not in (None, expected):
            sys.exit(f"{name}: {puzzles.puzzles[place]}: {answer.digits} is not {expected}")
    return all(answer.digits is not None for answer in answers)


@cache
def measure_of(name: str) -> Measure:
    return next(solver for solver in solvers() if solver.name == name).prepare()


def prepare(name: str) -> None:
    measure_of(name)


def take_turn(name: str, puzzles: list[Puzzle], is_quick: bool) -> list[Answer]:
    """Solve the puzzles, and again for at least `TURN` seconds if the solver is quick.

    A time is the median of such passes.  The first pass fills tables and caches; it does not count.
    """
    measure = measure_of(name)
    passes = [[measure(puzzle) for puzzle in puzzles]]
    if not is_quick:
        return passes[0]
    end = process_time() + TURN
    while len(passes) == 1 or process_time() < end:
        passes.append([measure(puzzle) for puzzle in puzzles])
    return [
        Answer(of_puzzle[0].digits, median(answer.seconds for answer in of_puzzle[1:]))
        for of_puzzle in zip(*passes, strict=True)
    ]


if __name__ == "__main__":
    main()

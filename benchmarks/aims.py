"""All figures with a target value, next to that value.

    python benchmarks/aims.py [--peers FOLDER] [--quick] [--random N]

Prints one line for each: what is measured, the figure, the target, and whether it is met.  Exits
with 1 if a ratio to CP-SAT is a quarter off the one in times.tsv, from which the documents are
made.  Times are CPU time unless a line names wall-clock time.  The targets in microseconds are for
the compiled form on a machine like that of the continuous integration; the other benchmarks print
more about each figure.  What cannot be measured, for lack of a peer, is named and left out.

PEERS has other solvers as shared libraries; peers/README.md says how to build them.
N random puzzles of each sort are searched for the slowest, 20,000 by default: `--random 200000`
looks for slow puzzles among a million.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice, product
from math import inf
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import process_time
from typing import NamedTuple

import documents
import startup
from comparison import Spread, compared
from contestants import CP_SAT, contestants
from figures import Figure, Time, mean, percentile
from layouts import SORTS, compact_file, layouts_from, puzzles
from memory import measured as whole_run
from peers import cost_of_the_clock
from plain import built, measured, speed
from puzzlesets import CORPUS, PLAIN, all_sets, fewer, large_puzzles
from throughput import CHECK, CHECK_TEXT, LINES, PROGRAM, READ, around_the_kernel

import ineqsudoku as iq
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import EngineChoice
from ineqsudoku.search.kernel import kernels

ADVERSARIAL = "..............1..2.34....5.....16.......72.8...9...4.....5.....21......67........"
AIMS = {LINES: 4.5, READ: 1.0, CHECK: 20.0, CHECK_TEXT: 20.0}
MEAN_AIMS = {"portable": 9.0, "avx512": 4.0}
P99_AIMS = {"avx512": 22.0}
"""In microseconds, on a machine like that of the continuous integration."""

CONFLICT_SIGNS = 11.6
"""The mean of the conflicts of `open-unsat.txt` before they were found faster."""


class Effort(NamedTuple):
    rounds: int
    random: int
    lines: int
    layouts: int
    files: int


FULL = Effort(rounds=9, random=20_000, lines=1_000_000, layouts=1_000, files=1_000)
QUICK = Effort(rounds=3, random=200, lines=20_000, layouts=100, files=100)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--peers", type=Path, default=os.environ.get("INEQSUDOKU_PEERS"))
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--random", type=int, metavar="N", help="random puzzles of each sort")
    options = arguments.parse_args()
    effort = QUICK if options.quick else FULL
    if options.random is not None:
        effort = effort._replace(random=options.random)
    gc.disable()  # Collecting garbage among the puzzles would count as time of single ones.
    print(f"{'':52} {'figure':>9} {'aim':>8}")
    for title, figures in (
        ("Partial layouts", _tail(effort)),
        ("Choice of the engine", _choice()),
        ("Plain sudoku", _plain(options.peers, effort)),
        ("Kernel of boxes", _kernel(effort)),
        ("Bulk", _bulk(effort)),
        ("Diagnosis", _diagnosis(effort)),
        ("Start-up", _startup(effort)),
    ):
        print(title, flush=True)
        for figure in figures:
            print(f"  {figure}", flush=True)
    print("Documented ratios, how far off")
    off = 0
    for figure in _documented(effort):
        print(f"  {figure}", flush=True)
        off += not figure.is_met
    return min(off, 1)


def _documented(effort: Effort) -> Iterator[Figure]:
    """How far the ratios of CP-SAT's mean to those of the compiled forms are off times.tsv."""
    _, sets = documents.read(documents.TIMES)
    ours = " compiled, "
    chosen = [each for each in contestants() if each.name == CP_SAT or ours in each.name]
    for of_sort in all_sets():
        rows = {row["solver"]: row for row in sets.get(of_sort.title, ())}
        results = compared(fewer(of_sort, effort.layouts), chosen, 3)
        peers = [result for result in results if result.contestant.name == CP_SAT]
        for peer, result in product(peers, results):
            row = rows.get(result.contestant.name, {})
            if ours in result.contestant.name and CP_SAT in row:
                ratio = Spread.of(peer.ratios(result)).middle / float(row[CP_SAT])
                name = f"{result.contestant.name}: {of_sort.title}"
                yield Figure(name, abs(ratio - 1), 0.25, "")


def _seconds(several: Iterable[Puzzle], limit: int = 2) -> Iterator[float]:
    for puzzle in several:
        start = process_time()
        iq.solve(puzzle, limit)
        yield process_time() - start


def _tail(effort: Effort) -> Iterator[Figure]:
    rows = [line.split("\t") for line in (CORPUS / "heavy-tail.tsv").read_text().splitlines()]
    heavy = [Puzzle(signs, border_signs=border_signs) for signs, border_signs, _ in rows]
    iq.solve(heavy[0])  # What is imported and made once does not count.
    for title, limit in (("", 2), (", --any", 1)):
        slowest = 1e3 * max(_seconds(heavy, limit))
        yield Figure(f"slowest of heavy-tail.tsv{title}", slowest, 20, "ms")
    slowest = 0.0
    for puzzle in heavy[:20]:
        start = process_time()
        iq.validate(puzzle, iq.Options(effort=0))
        slowest = max(slowest, process_time() - start)
    yield Figure("slowest report on heavy-tail.tsv", 1e3 * slowest, 1_000, "ms")
    for number, printed in enumerate(SORTS):
        some = islice(puzzles(printed, Random(number)), effort.random)
        name = f"slowest of {effort.random:,}: {printed.__name__.replace('_', ' ')}"
        yield Figure(name, 1e3 * max(_seconds(some)), 15, "ms")
    large = islice(puzzles(SORTS[0], Random(1), SUDOKU[16]), effort.random // 200)
    yield Figure("slowest at 16×16, few signs", 1e3 * max(_seconds(large)), 1_000, "ms")


def _choice() -> Iterator[Figure]:
    taken = [_of_each_engine(puzzle) for puzzle in layouts_from(CORPUS / "partial.tsv")]
    best = [min(times["boxes"], times["cells"]) for times in taken]
    total = sum(times["auto"] for times in taken) / sum(best)
    worst = max(times["auto"] / least for times, least in zip(taken, best, strict=True))
    yield Figure("auto against the better engine, total", total, 1.3, "×")
    yield Figure("auto against the better engine, worst", worst, 20, "×")


def _of_each_engine(puzzle: Puzzle) -> dict[EngineChoice, float]:
    """The least seconds of three searches, which take turns."""
    engines: tuple[EngineChoice, ...] = ("boxes", "cells", "auto")
    times = dict.fromkeys(engines, inf)
    for engine in 3 * engines:
        start = process_time()
        iq.solve(puzzle, engine=engine, node_limit=300_000)
        times[engine] = min(times[engine], process_time() - start)
    return times


def _plain(peers: Path | None, effort: Effort) -> Iterator[Figure]:
    if libraries := built(peers):
        for file in sorted(PLAIN.glob("*.txt")):
            yield _against_the_best(file.stem, file, libraries, effort.rounds, 0.95)
        with tempfile.TemporaryDirectory() as folder:
            one = Path(folder) / "adversarial.txt"
            one.write_text(ADVERSARIAL + "\n", encoding="ascii")
            yield _against_the_best("adversarial", one, libraries, 20 * effort.rounds, 0.6)
    # Twice as fast as before several digits shared a vector, when the widest path took 640 µs.
    large = list(_seconds(large_puzzles().puzzles))
    yield Figure("16×16, givens only, mean", 1e6 * fmean(large), 320, "µs")


def _against_the_best(
    name: str, file: Path, libraries: list[Path], rounds: int, aim: float
) -> Figure:
    """The speed of the widest path relative to the quickest of the peers."""
    taken = measured(file, libraries, rounds).seconds
    peers = {library.stem: taken[library.stem] for library in libraries}
    quickest = min(peers, key=lambda peer: median(peers[peer]))
    ours = taken[f"cells, {kernels('cells')[-1].name}"]
    return Figure(f"{name}, speed / {quickest}", speed(ours, peers[quickest]), aim, "×", True)


def _kernel(effort: Effort) -> Iterator[Figure]:
    layouts = layouts_from(CORPUS / "open-unique.tsv")
    for path, times in _alone(layouts, effort.rounds).items():
        for what, taken, aims in (
            ("mean", mean(times), MEAN_AIMS),
            ("p99", percentile(times, 99), P99_AIMS),
        ):
            if path in aims:
                yield Figure(f"boxes, {path}, {what}", 1e6 * taken.seconds, aims[path], "µs")


def _alone(puzzles: list[Puzzle], rounds: int) -> dict[str, list[Time]]:
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


def _bulk(effort: Effort) -> Iterator[Figure]:
    layouts = layouts_from(CORPUS / "open-unique.tsv")
    ways = around_the_kernel(layouts, effort.rounds)
    for way, aim in AIMS.items():
        yield Figure(f"{way}, a puzzle", 1e6 * median(ways[way]), aim, "µs")
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "lines.txt"
        lines.write_bytes(compact_file(layouts, effort.lines))
        for jobs, aim in ((1, 4.5), (2, 2.4)):
            run = whole_run([PROGRAM, "solve", "--jobs", str(jobs), "--to", "line", str(lines)])
            clock, seconds = ("CPU", run.cpu_seconds) if jobs == 1 else ("wall clock", run.seconds)
            name = f"solve --jobs {jobs}, {effort.lines:,} puzzles, {clock}"
            yield Figure(name, 1e6 * seconds / effort.lines, aim, "µs")
        valid = Path(folder) / "valid.txt"
        valid.write_bytes(compact_file(layouts, effort.layouts))
        run = whole_run([PROGRAM, "validate", str(valid)])
        name = f"validate on a file of {effort.layouts:,} valid layouts"
        yield Figure(name, 1e3 * run.cpu_seconds / effort.layouts, 0.5, "ms")


def _diagnosis(effort: Effort) -> Iterator[Figure]:
    seconds, signs = [], []
    for puzzle in layouts_from(CORPUS / "open-unsat.txt")[: effort.layouts // 10]:
        start = process_time()
        report = iq.validate(puzzle)
        seconds.append(process_time() - start)
        if report.conflict:
            signs.append(len(report.conflict.relations))
    yield Figure("report on a layout without a solution, mean", 1e3 * fmean(seconds), 100, "ms")
    yield Figure("signs of its conflict, mean", fmean(signs), CONFLICT_SIGNS, "")


def _startup(effort: Effort) -> Iterator[Figure]:
    startup.once_round()
    rounds = [startup.once_round() for _ in range(2 * effort.rounds)]
    for name, aim in startup.AIMS.items():
        ratio = median(seconds[name] / seconds[startup.PASS] for seconds in rounds)
        yield Figure(f"{name} / {startup.PASS}", ratio, aim, "×")
    yield Figure(
        "solve, a file of many", 1e6 * startup.a_file(effort.files), startup.FILE_AIM, "µs"
    )


if __name__ == "__main__":
    sys.exit(main())

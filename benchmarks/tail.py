"""The slowest puzzles of `auto`: how long it takes where one engine alone goes astray.

    python benchmarks/tail.py [--number 20000] [--large 100]

The file heavy-tail.tsv is that of `tests/data`.  INEQSUDOKU_KERNEL=python in the environment
measures the pure Python form, which wants a smaller number.  Milliseconds of processor time, each
puzzle once, up to two solutions unless something else is named; beside them the aims, which are for
the compiled form.  For 16×16 the peer CP-SAT solves what takes longest, where it is installed.
"""

from __future__ import annotations

import argparse
import gc
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic, thread_time

from partial import (
    any_signs,
    few_signs,
    flipped_signs,
    puzzles,
    with_border_signs,
    with_givens,
)
from peers import PEERS
from puzzlesets import CORPUS

import ineqsudoku as iq
from ineqsudoku.geometry import SUDOKU, latin
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.engines import searcher
from ineqsudoku.search.kernel import kernel
from ineqsudoku.search.portfolio import Portfolio

SECOND = 1_000
SORTS = (few_signs, flipped_signs, any_signs, with_border_signs, with_givens)
LIMIT = 0.2
"""Seconds of a search that has to be cut off."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--number", type=int, default=20_000)
    arguments.add_argument("--large", type=int, default=100)
    options = arguments.parse_args()
    # Hundreds of thousands of puzzles are kept: collecting garbage among them takes 100 ms.
    gc.disable()
    compiled = kernel()
    print(f"engines {f'compiled ({compiled.name})' if compiled else 'in pure Python'}")
    print(f"{'':28} puzzles    mean   99.9 %      max   aim  most nodes  statuses")
    heavy = heavy_tail(CORPUS / "heavy-tail.tsv")
    for puzzle in heavy[:5]:  # What is imported and made once does not count.
        iq.solve(puzzle)
    _measure("heavy-tail.tsv", heavy, 20)
    _measure("heavy-tail.tsv, --any", heavy, 20, limit=1)
    for number, printed in enumerate(SORTS):
        source = puzzles(printed, Random(number))
        _measure(printed.__name__.replace("_", " "), islice(source, options.number), 50)
    for geometry in (latin(9), SUDOKU[6]):
        source = puzzles(few_signs, Random(1), geometry)
        _measure(f"few signs, {geometry}", islice(source, options.number // 10), 50)
    large = list(islice(puzzles(few_signs, Random(1), SUDOKU[16]), options.large))
    _against_cp_sat(_measure("few signs, 16×16", large, SECOND))
    _measure_reports(heavy[:20])
    _measure_overshoot()


def heavy_tail(file: Path) -> list[Puzzle]:
    rows = [line.split("\t") for line in file.read_text(encoding="ascii").splitlines()]
    return [Puzzle(signs, border_signs=border_signs) for signs, border_signs, _ in rows]


Measured = list[tuple[float, Puzzle]]


def _measure(title: str, several: Iterable[Puzzle], aim: float, limit: int = 2) -> Measured:
    """Milliseconds and puzzles, the slowest last."""
    taken: Measured = []
    nodes = 0
    statuses: Counter[str] = Counter()
    for puzzle in several:
        start = thread_time()
        result = iq.solve(puzzle, limit)
        taken.append((SECOND * (thread_time() - start), puzzle))
        nodes = max(nodes, result.nodes)
        statuses[result.status] += 1
    if taken:
        taken.sort(key=lambda entry: entry[0])
        mean = sum(milliseconds for milliseconds, _ in taken) / len(taken)
        nearly_all = taken[int(0.999 * len(taken))][0]
        print(
            f"{title:28} {len(taken):7} {mean:7.2f} {nearly_all:8.1f} {taken[-1][0]:8.1f}"
            f" {aim:5} {nodes:11,}  {dict(statuses)}",
            flush=True,
        )
    return taken


def _against_cp_sat(taken: Measured) -> None:
    cp_sat = PEERS[0]
    if not taken or cp_sat.version is None:
        print(f"{'':28} the peer {cp_sat.name} is not there")
        return
    measure = cp_sat.measure()
    for milliseconds, puzzle in taken[-5:]:
        its = SECOND * measure(puzzle).seconds
        print(f"{'':28} {milliseconds:.0f} ms where {cp_sat.name} takes {its:.0f} ms")


def _measure_reports(several: Iterable[Puzzle]) -> None:
    slowest = 0.0
    for puzzle in several:
        start = thread_time()
        iq.validate(puzzle, iq.Options(effort=0))
        slowest = max(slowest, SECOND * (thread_time() - start))
    print(f"validate --partial, heavy-tail.tsv: at most {slowest:.0f} ms")


def _measure_overshoot() -> None:
    """Wall-clock time, as limits are: the least of some runs, as other programs get in the way."""
    print(f"--search-time {LIMIT}: milliseconds beyond it, aim 50:", end="")
    for title, engine, puzzle in (
        ("boxes", searcher("boxes", Puzzle()), Puzzle()),
        ("cells", searcher("cells", Puzzle()), Puzzle()),
        ("rowmajor", searcher("rowmajor", Puzzle()), Puzzle()),
        ("dlx", searcher("dlx", Puzzle()), Puzzle()),
        ("auto, 16×16", Portfolio(), Puzzle.of(SUDOKU[16])),
    ):
        beyond = []
        for _ in range(5):
            deadline = monotonic() + LIMIT
            engine.search(puzzle, None, None, deadline)
            beyond.append(SECOND * (monotonic() - deadline))
        print(f" {title} {min(beyond):.1f}", end=";", flush=True)
    print()


if __name__ == "__main__":
    main()

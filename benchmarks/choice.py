"""How well `auto` chooses between `boxes` and `cells`, and what all of its search costs.

    python benchmarks/choice.py [--number 150]

The set partial.tsv is that of `tests/data`; the others are random.  Each layout is solved by
`boxes`, by `cells` and by `auto` in turn, three times, and its time is the least processor time of
these.  Prints the total time and the worst layout, relative to the better engine on each layout,
for the engine that `auto` starts with, for `auto` as a whole and for either engine alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import islice
from random import Random
from time import thread_time
from typing import NamedTuple

from layouts import layouts_from
from partial import Printed, puzzles, scattered, unique, with_givens, without_boxes
from puzzlesets import CORPUS

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import EngineChoice, choose

ENGINES: tuple[EngineChoice, ...] = ("boxes", "cells", "auto")
ROUNDS = 3
NODES = 300_000
TOTAL, WORST = 1.3, 20


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--number", type=int, default=150)
    options = arguments.parse_args()
    print(f"against the better engine: total / worst; aim {TOTAL} / {WORST}")
    print(f"{'':16} layouts         chosen           auto          boxes          cells")
    _measure("partial.tsv", layouts_from(CORPUS / "partial.tsv"))
    kinds: tuple[Printed, ...] = (without_boxes, scattered, unique, with_givens)
    for number, printed in enumerate(kinds):
        source = puzzles(printed, Random(number))
        _measure(printed.__name__.replace("_", " "), islice(source, options.number))


class Cost(NamedTuple):
    """Times against those of the better engine."""

    total: float
    worst: float


def costs(several: Iterable[Puzzle]) -> dict[str, Cost]:
    """What each way costs: the engine chosen first, all of `auto`, either engine alone."""
    taken = [_taken(puzzle) for puzzle in several]
    best = [min(times["boxes"], times["cells"]) for times in taken]
    return {
        way: Cost(
            sum(times[way] for times in taken) / sum(best),
            max(times[way] / least for times, least in zip(taken, best, strict=True)),
        )
        for way in ("chosen", *ENGINES)
    }


def _measure(title: str, several: Iterable[Puzzle]) -> None:
    layouts = list(several)
    of = costs(layouts)
    ratios = [
        f"{of[way].total:7.2f} /{of[way].worst:6.1f}" for way in ("chosen", "auto", *ENGINES[:2])
    ]
    print(f"{title:16} {len(layouts):7} {' '.join(ratios)}", flush=True)


def _taken(puzzle: Puzzle) -> dict[str, float]:
    times: dict[str, float] = dict.fromkeys(ENGINES, float("inf"))
    for _ in range(ROUNDS):
        for engine in ENGINES:
            start = thread_time()
            iq.solve(puzzle, engine=engine, node_limit=NODES)
            times[engine] = min(times[engine], thread_time() - start)
    return {**times, "chosen": times[choose(puzzle)]}


if __name__ == "__main__":
    main()

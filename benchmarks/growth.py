"""How cost grows with the number of absent signs and with the number of solutions.

    python benchmarks/growth.py [--quick] [--keep]

Signs are taken from full layouts with one solution, either at random, or at random as long as
the solution stays the only one, which goes on until every other sign is needed.  Both are
searched until a second solution is found or excluded.  Of full layouts with several solutions
all are counted.  Each size has its own puzzles; the times are medians over them, each with
its median over rounds in which the solvers run in turn.  A solver that takes more than `LIMIT`
seconds for half of the puzzles of a size skips the later ones.

The medians go to growth.tsv, from which documents.py makes docs/growth.svg; with `--keep` they are
printed only.  `--quick` tries everything with few puzzles and implies `--keep`.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

import documents
from comparison import TurnError, WrongAnswerError, compared
from contestants import counters
from figures import percentile
from layouts import layout_of, random_grids, random_layouts
from puzzlesets import PuzzleSet

import ineqsudoku as iq
from ineqsudoku.puzzle import ABSENT, Puzzle

LIMIT = 2.0
"""Seconds for a puzzle."""

ABSENT_AT_RANDOM = (0, 6, 12, 18, 24, 36, 48, 60, 72, 90, 108)
ABSENT_AND_UNIQUE = (0, 6, 12, 18, 24, 30, 36, 42, 48)
"""Nearly all layouts can spare so many."""

LARGEST = 10
"""Layouts with 2¹⁰ solutions and more are rare."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Rounds, puzzles of each size, grids among which layouts with many solutions are
    looked for, and every how manieth size is measured."""

    rounds: int
    puzzles: int
    grids: int
    stride: int


FULL = Effort(rounds=3, puzzles=12, grids=4000, stride=1)
QUICK = Effort(rounds=1, puzzles=3, grids=200, stride=4)


@dataclass(frozen=True, slots=True)
class Growth:
    """Puzzles by their number of `what`, and up to how many solutions are counted."""

    title: str
    what: str
    puzzles: dict[int, list[Puzzle]]
    limit: int | None


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--quick", action="store_true", help="few puzzles, nothing written")
    arguments.add_argument("--keep", action="store_true", help="print only, write nothing")
    options = arguments.parse_args()
    effort = QUICK if options.quick else FULL
    try:
        rows = [row for growth in _growths(effort) for row in _measured(growth, effort.rounds)]
    except (WrongAnswerError, TurnError) as error:
        print(error, file=sys.stderr)
        return 1
    if not (options.quick or options.keep):
        documents.write(documents.GROWTH, rows)
        documents.main()
    return 0


def _growths(effort: Effort) -> Iterator[Growth]:
    layouts = random_layouts(effort.puzzles)
    random = Random(1)
    at_random = {
        absent: [_thinned(layout, absent, random) for layout in layouts]
        for absent in ABSENT_AT_RANDOM[:: effort.stride]
    }
    yield Growth("Signs taken away at random", "absent signs", at_random, 2)
    spared: dict[int, list[Puzzle]] = defaultdict(list)
    for layout in layouts:
        for absent, puzzle in enumerate(_sparing(layout, random)):
            spared[absent].append(puzzle)
    unique = {
        absent: spared[absent] for absent in ABSENT_AND_UNIQUE[:: effort.stride] if spared[absent]
    }
    title = "Signs taken away while the solution stays the only one"
    yield Growth(title, "absent signs", unique, 2)
    counted = _with_many_solutions(effort)
    yield Growth("All solutions of full layouts counted", "solutions", counted, None)


def _thinned(layout: Puzzle, absent: int, random: Random) -> Puzzle:
    signs = list(layout.signs)
    for place in random.sample(range(len(signs)), absent):
        signs[place] = ABSENT
    return Puzzle("".join(signs))


def _sparing(layout: Puzzle, random: Random) -> Iterator[Puzzle]:
    """The layout with 0, 1, 2, … signs taken away, as long as it has one solution."""
    yield layout
    signs = list(layout.signs)
    for place in random.sample(range(len(signs)), len(signs)):
        sign, signs[place] = signs[place], ABSENT
        puzzle = Puzzle("".join(signs))
        if iq.solve(puzzle).status == "unique":
            yield puzzle
        else:
            signs[place] = sign


def _with_many_solutions(effort: Effort) -> dict[int, list[Puzzle]]:
    """Random full layouts by the power of two that their solutions reach."""
    found: dict[int, list[Puzzle]] = defaultdict(list)
    for grid in islice(random_grids(Random(2)), effort.grids):
        layout = layout_of(grid)
        power = min(iq.count(layout, 1 << LARGEST).bit_length() - 1, LARGEST)
        found[1 << power].append(layout)
    return {least: found[least][: effort.puzzles] for least in sorted(found)[:: effort.stride]}


def _measured(growth: Growth, rounds: int) -> Iterator[documents.Row]:
    """A row for each solver and size.  Raises `WrongAnswerError` and `TurnError`."""
    asked = counters(growth.limit, LIMIT)
    for size, puzzles in growth.puzzles.items():
        answers = [str(iq.count(puzzle, growth.limit)) for puzzle in puzzles]
        for result in compared(PuzzleSet(growth.title, puzzles, answers), asked, rounds):
            middle = percentile(result.times, 50)
            if middle.cut:
                asked.remove(result.contestant)
            row = {
                "set": growth.title,
                "size of": growth.what,
                "size": str(size),
                "solver": result.contestant.name,
                "puzzles": str(len(puzzles)),
                "50 %": f"{middle.seconds:.4g}",
                "limit": f"{LIMIT:g}" if middle.cut else "",
            }
            print(*row.values(), sep="\t")
            yield row


if __name__ == "__main__":
    sys.exit(main())

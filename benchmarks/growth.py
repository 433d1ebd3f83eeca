"""How cost grows with the number of absent signs and with the number of solutions.

    python benchmarks/growth.py [--quick] [--keep]

Signs are taken from full layouts with one solution, either at random, or at random as long as
the solution stays the only one, which goes on until every other sign is needed.  Both are
searched until a second solution is found or excluded.  Of full layouts with several solutions
all are counted.  Each step has its own puzzles; the times are medians over them, each with
its median over rounds in which the solvers run in turn.  A solver that takes more than `LIMIT`
seconds for half of the puzzles of a step skips the later steps.

All goes between the markers `growth` in docs/benchmarks.md and to docs/growth.svg; with
`--keep` it is printed only.  `--quick` tries everything with few puzzles and implies `--keep`.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from comparison import TurnError, WrongAnswerError, compared
from contestants import OURS, counters
from figures import Time, facts, in_words, percentile, rewrite, table
from layouts import layout_of, random_grids, random_layouts
from puzzlesets import PuzzleSet

import ineqsudoku as iq
from ineqsudoku.puzzle import ABSENT, Puzzle

DOCUMENT = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PLOT = DOCUMENT.with_name("growth.svg")

LIMIT = 2.0
"""Seconds for a puzzle."""

ABSENT_AT_RANDOM = (0, 6, 12, 18, 24, 36, 48, 60, 72, 90, 108)
ABSENT_AND_UNIQUE = (0, 6, 12, 18, 24, 30, 36, 42, 48)
"""Nearly all layouts can spare so many."""

LARGEST = 10
"""Layouts with 2¹⁰ solutions and more are rare."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Rounds, puzzles for each step, grids among which layouts with many solutions are
    looked for, and every how manieth step is made."""

    rounds: int
    puzzles: int
    grids: int
    stride: int


FULL = Effort(rounds=3, puzzles=12, grids=4000, stride=1)
QUICK = Effort(rounds=1, puzzles=3, grids=200, stride=4)


@dataclass(frozen=True, slots=True)
class Step:
    """Puzzles of one size; `label` is the name of the `size`."""

    size: int
    label: str
    puzzles: list[Puzzle]


@dataclass(frozen=True, slots=True)
class Growth:
    """Steps in one direction, and up to how many solutions are counted."""

    title: str
    what: str
    steps: list[Step]
    limit: int | None


Row = dict[str, Time]
"""For each contestant its median time for a step."""


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--quick", action="store_true", help="few puzzles, nothing written")
    arguments.add_argument("--keep", action="store_true", help="print only, write nothing")
    options = arguments.parse_args()
    growths = list(_growths(QUICK if options.quick else FULL))
    rounds = (QUICK if options.quick else FULL).rounds
    try:
        measured = [(growth, _measured(growth, rounds)) for growth in growths]
    except (WrongAnswerError, TurnError) as error:
        print(error, file=sys.stderr)
        return 1
    parts = [part for growth, rows in measured for part in _told(growth, rows)]
    text = "\n\n".join([*parts, f"{facts()}."])
    print(text)
    if not (options.quick or options.keep):
        rewrite(DOCUMENT, text, "growth")
        draw_growths(PLOT, measured)
    return 0


def _growths(effort: Effort) -> Iterator[Growth]:
    layouts = random_layouts(effort.puzzles)
    random = Random(1)
    at_random = [
        Step(absent, str(absent), [_thinned(layout, absent, random) for layout in layouts])
        for absent in ABSENT_AT_RANDOM[:: effort.stride]
    ]
    yield Growth("Signs taken away at random", "absent signs", at_random, 2)
    spared: dict[int, list[Puzzle]] = defaultdict(list)
    for layout in layouts:
        for absent, puzzle in enumerate(_sparing(layout, random)):
            spared[absent].append(puzzle)
    unique = [
        Step(absent, str(absent), spared[absent])
        for absent in ABSENT_AND_UNIQUE[:: effort.stride]
        if spared[absent]
    ]
    yield Growth(
        "Signs taken away while the solution stays the only one", "absent signs", unique, 2
    )
    counted = list(_with_many_solutions(effort))[:: effort.stride]
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


def _with_many_solutions(effort: Effort) -> Iterator[Step]:
    """Random full layouts by the power of two that their solutions reach."""
    found: dict[int, list[Puzzle]] = defaultdict(list)
    for grid in islice(random_grids(Random(2)), effort.grids):
        layout = layout_of(grid)
        power = min(iq.count(layout, 1 << LARGEST).bit_length() - 1, LARGEST)
        found[power].append(layout)
    for power, layouts in sorted(found.items()):
        low, high = 1 << power, (2 << power) - 1
        label = f"{low}" if power == 0 else f"≥ {low}" if power == LARGEST else f"{low} – {high}"
        yield Step(low, label, layouts[: effort.puzzles])


def _measured(growth: Growth, rounds: int) -> list[Row]:
    """A row for each step.  Raises `WrongAnswerError` and `TurnError`."""
    asked = counters(growth.limit, LIMIT)
    rows: list[Row] = []
    for step in growth.steps:
        answers = [str(iq.count(puzzle, growth.limit)) for puzzle in step.puzzles]
        results = compared(PuzzleSet(step.label, step.puzzles, answers), asked, rounds)
        row = {each.contestant.name: percentile(each.times, 50) for each in results}
        asked = [each for each in asked if not row[each.name].cut]
        rows.append(row)
        print(f"{growth.title}: {step.label}", file=sys.stderr)
    return rows


def _told(growth: Growth, rows: list[Row]) -> list[str]:
    names = list(rows[0])
    lines = [
        [step.label, str(len(step.puzzles)), *(_cell(row.get(name)) for name in names)]
        for step, row in zip(growth.steps, rows, strict=True)
    ]
    return [f"**{growth.title}**", table([growth.what, "puzzles", *names], lines)]


def _cell(time: Time | None) -> str:
    return "–" if time is None else ("> " if time.cut else "") + in_words(time.seconds)


def draw_growths(file: Path, measured: list[tuple[Growth, list[Row]]]) -> None:
    """A drawing for each growth, a line a contestant."""
    from plots import BLUE, GREEN, ORANGE, PURPLE, RED, SKY, Axis, Line, draw

    colours = [BLUE, PURPLE, SKY, RED, GREEN, ORANGE]
    panels = []
    for growth, rows in measured:
        sizes = [step.size for step in growth.steps]
        lines = []
        for name, colour in zip(rows[0], colours, strict=False):
            points = [
                (float(size), row[name].seconds)
                for size, row in zip(sizes, rows, strict=True)
                if name in row and not row[name].cut
            ]
            cut = any(name in row and row[name].cut for row in rows)
            ours = name.startswith(OURS)
            lines.append(Line(name.replace(OURS, ""), points, colour, ours, cut))
        axis = Axis(growth.what, sizes, logarithmic=growth.limit is None)
        panels.append((f"{growth.title}: median time", axis, lines))
    draw(file, panels)


if __name__ == "__main__":
    sys.exit(main())

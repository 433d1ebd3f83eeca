"""The sets of puzzles that are compared, with the expected answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from layouts import random_grids, signs_of

import ineqsudoku as iq
from ineqsudoku.geometry import BORDER_PAIRS, IN_BOX_PAIRS
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle

DATA = Path(__file__).parents[1] / "tests" / "data"
CORPUS = DATA / "corpus"
LAYOUTS = DATA / "layouts"
PUZZLES = Path(__file__).parent / "puzzles"

Kind = Literal["full", "published", "plain", "extended"]


class PuzzleSet(NamedTuple):
    """Puzzles with at most one solution each.

    `answers` has the digits of each solution, or an empty text if there is none.  `title`
    describes the puzzles.
    """

    kind: Kind
    title: str
    puzzles: list[Puzzle]
    answers: list[str]

    def drawn(self, most: int) -> list[int]:
        """At most so many places in the set, evenly drawn."""
        number = min(most, len(self.puzzles))
        return [place * len(self.puzzles) // number for place in range(number)]

    def part(self, share: float) -> PuzzleSet:
        """Return a share of the puzzles, at least five, under the same title."""
        places = self.drawn(max(round(share * len(self.puzzles)), 5))
        puzzles = [self.puzzles[place] for place in places]
        return PuzzleSet(self.kind, self.title, puzzles, [self.answers[place] for place in places])


def corpus() -> PuzzleSet:
    """The layouts of the open corpus with one solution."""
    text = (CORPUS / "open-unique.tsv").read_text(encoding="ascii")
    rows = [line.split("\t") for line in text.splitlines()]
    title = f"The {len(rows):,} random full layouts with one solution of the open corpus"
    puzzles = [Puzzle(signs) for signs, _ in rows]
    return PuzzleSet("full", title, puzzles, [answer for _, answer in rows])


def real_layouts() -> PuzzleSet:
    """Published layouts in contest format."""
    manifest = (LAYOUTS / "manifest.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in manifest.splitlines()]
    own = [row for row in rows if row[0].startswith("contest/") and row[1] in ("0", "1")]
    puzzles = [iq.read((LAYOUTS / row[0]).read_bytes()) for row in own]
    title = f"{len(own)} published layouts, one of them partial and one without a solution"
    return PuzzleSet("published", title, puzzles, [row[5].strip("-") for row in own])


def listed(name: str, title: str) -> PuzzleSet:
    """The plain puzzles of a file in `puzzles/`; its README says where they come from."""
    puzzles = [Puzzle(givens=line) for line in (PUZZLES / f"{name}.txt").read_text().split()]
    return PuzzleSet("plain", f"{len(puzzles)} {title}", puzzles, answers(puzzles))


def answers(puzzles: list[Puzzle]) -> list[str]:
    """The digits of the only solutions, which the default engine finds."""
    return [iq.solve(puzzle).solutions[0].line for puzzle in puzzles]


def extended_puzzles(number: int = 50, seed: int = 1) -> PuzzleSet:
    """Givens, signs inside boxes and signs across their borders, of random grids.

    Everything printed is gone through at random and left out while the solution stays the
    only one; of each puzzle some share is not tried, from none to 30 %.
    """
    random = Random(seed)
    grids = islice(random_grids(random), number)
    puzzles = [_thinned(_everything(grid), random.choice((0, 0.1, 0.3)), random) for grid in grids]
    title = f"{number} random puzzles with givens, signs and signs on box borders"
    return PuzzleSet("extended", title, puzzles, answers(puzzles))


def _everything(grid: Grid) -> Puzzle:
    signs, border_signs = ("".join(signs_of(grid, pairs)) for pairs in (IN_BOX_PAIRS, BORDER_PAIRS))
    return Puzzle(signs, grid.line, border_signs)


def _thinned(puzzle: Puzzle, kept: float, random: Random) -> Puzzle:
    signs, cells = len(puzzle.signs), len(puzzle.givens)
    printed = [*puzzle.signs, *puzzle.givens, *puzzle.border_signs]
    places = [place for place, what in enumerate(printed) if what != ABSENT]
    for place in random.sample(places, round(len(places) * (1 - kept))):
        what, printed[place] = printed[place], ABSENT
        text = "".join(printed)
        texts = text[:signs], text[signs : signs + cells], text[signs + cells :]
        left = Puzzle(*texts)
        if iq.solve(left, node_limit=_NODES).status == "unique":
            puzzle = left
        else:
            printed[place] = what
    return puzzle


_NODES = 3000
"""What costs more counts as not unique."""


def all_sets() -> Iterator[PuzzleSet]:
    yield corpus()
    yield real_layouts()
    yield listed("seventeen", "sudoku with 17 givens")
    yield listed("hard", "sudoku that were made to be hard")
    yield extended_puzzles()

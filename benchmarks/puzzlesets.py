"""The sets of puzzles that are compared, with the expected answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random

from layouts import random_grids, signs_of

import ineqsudoku as iq
from ineqsudoku.geometry import BORDER_PAIRS, CELLS, IN_BOX_PAIRS
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle

DATA = Path(__file__).parents[1] / "tests" / "data"
CORPUS = DATA / "corpus"
LAYOUTS = DATA / "layouts"
PLAIN = DATA / "plain"
PUZZLES = Path(__file__).parent / "puzzles"


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """Puzzles with at most one solution each.

    `answers` has the digits of each solution, or an empty text if there is none.  `title`
    describes the puzzles.
    """

    title: str
    puzzles: list[Puzzle]
    answers: list[str]

    def drawn(self, most: int) -> list[int]:
        """At most so many places in the set, evenly drawn."""
        number = min(most, len(self.puzzles))
        return [place * len(self.puzzles) // number for place in range(number)]


def corpus() -> PuzzleSet:
    """The layouts of the open corpus with one solution."""
    text = (CORPUS / "open-unique.tsv").read_text(encoding="ascii")
    rows = [line.split("\t") for line in text.splitlines()]
    title = f"The {len(rows):,} random full layouts with one solution of the open corpus"
    return PuzzleSet(title, [Puzzle(signs) for signs, _ in rows], [answer for _, answer in rows])


def answered(puzzles: list[Puzzle]) -> PuzzleSet:
    """Puzzles with one solution, which the default engine finds."""
    answers = [iq.solve(puzzle).solutions[0].line for puzzle in puzzles]
    return PuzzleSet(f"{len(puzzles)} layouts", puzzles, answers)


def real_layouts() -> PuzzleSet:
    """Published layouts in contest format."""
    manifest = (LAYOUTS / "manifest.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in manifest.splitlines()]
    own = [row for row in rows if row[0].startswith("contest/") and row[1] in ("0", "1")]
    puzzles = [iq.read((LAYOUTS / row[0]).read_bytes()) for row in own]
    title = f"{len(own)} published layouts, one of them partial and one without a solution"
    return PuzzleSet(title, puzzles, [row[5].strip("-") for row in own])


def plain_puzzles(number: int = 30, seed: int = 1) -> PuzzleSet:
    """Minimal sudoku without signs: no given can be left out."""
    random = Random(seed)
    grids = list(islice(random_grids(random), number))
    puzzles = [_minimal(grid, random) for grid in grids]
    title = f"{number} random minimal sudoku without signs"
    return PuzzleSet(title, puzzles, [grid.line for grid in grids])


def _minimal(grid: Grid, random: Random) -> Puzzle:
    """The givens of a grid, taken away at random as long as it stays the only solution."""
    givens = list(grid.line)
    for cell in random.sample(CELLS, len(CELLS)):
        digit, givens[cell] = givens[cell], ABSENT
        if iq.solve(Puzzle(givens="".join(givens))).status != "unique":
            givens[cell] = digit
    return Puzzle(givens="".join(givens))


def listed(name: str, title: str) -> PuzzleSet:
    """The plain puzzles of a file in `puzzles/`; its README says where they come from."""
    puzzles = [Puzzle(givens=line) for line in (PUZZLES / f"{name}.txt").read_text().split()]
    return replace(answered(puzzles), title=f"{len(puzzles)} {title}")


def extended_puzzles(number: int = 50, seed: int = 1) -> PuzzleSet:
    """Givens, signs inside boxes and signs across their borders, of random grids.

    Everything printed is gone through at random and left out while the solution stays the
    only one; of each puzzle some share is not tried, from none to 30 %.
    """
    title = f"{number} random puzzles with givens, signs and signs on box borders"
    return replace(_all_thinned(_everything, number, seed), title=title)


def _all_thinned(printed: Callable[[Grid], Puzzle], number: int, seed: int) -> PuzzleSet:
    random = Random(seed)
    grids = islice(random_grids(random), number)
    return answered(
        [_thinned(printed(grid), random.choice((0, 0.1, 0.3)), random) for grid in grids]
    )


def _givens(grid: Grid) -> Puzzle:
    return Puzzle(givens=grid.line)


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
        fewer = Puzzle(*texts)
        if iq.solve(fewer, node_limit=_NODES).status == "unique":
            puzzle = fewer
        else:
            printed[place] = what
    return puzzle


_NODES = 3000
"""What costs more counts as not unique."""


def fewer(whole: PuzzleSet, most: int) -> PuzzleSet:
    """At most so many puzzles of a set, evenly drawn, under the same title."""
    places = whole.drawn(most)
    return PuzzleSet(
        whole.title,
        [whole.puzzles[place] for place in places],
        [whole.answers[place] for place in places],
    )


def all_sets() -> Iterator[PuzzleSet]:
    yield corpus()
    yield real_layouts()
    yield plain_puzzles()
    yield listed("seventeen", "sudoku with 17 givens")
    yield listed("hard", "sudoku that were made to be hard")
    yield extended_puzzles()

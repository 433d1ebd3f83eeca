"""The positions of the technique book, and the search for them: `python docs/positions.py`.

`positions.tsv` has a line for each.  The search goes through the puzzles of `tests/data` and keeps
for each example the step that is the easiest to see: with the fewest candidates, signs and links.
It runs for half an hour; NAME looks for the examples of one technique only.  The layouts whose
proofs show the last steps are chosen by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass
from itertools import chain
from math import inf
from pathlib import Path
from typing import Self

from ineqsudoku import Puzzle, Step, read_all, solve
from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_SETS
from ineqsudoku.apps.explain.refutation import refute
from ineqsudoku.apps.explain.strategy import next_digit, open_steps, solution_of
from ineqsudoku.apps.explain.techniques import CYCLE, DEAD_END, NAMES, TECHNIQUES
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import CELLS, HOUSES, label
from ineqsudoku.puzzle import ABSENT, NO_BORDER_SIGNS, NO_SIGNS

FILE = Path(__file__).with_name("positions.tsv")
DATA = Path(__file__).parents[1] / "tests" / "data"

OF_ONE_DIGIT = ("pointing", "claiming", "X-wing", "swordfish", "jellyfish")
"""The techniques that look at one digit: pictures leave out the candidates of others."""


ENDS = (DEAD_END, CYCLE)
"""The last steps of proofs."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board of a 9×9 puzzle, and a step on it.

    `technique`
        The name of the technique.
    `signs`, `givens`
        Those of the puzzle; no signs are an empty text.
    `digits`
        A digit or `.` for each cell.
    `candidates`
        The candidates of all empty cells, with blanks between them.
    `effect`
        A digit that the step places or removes, such as `r1c1=3` or `r1c2-5`.

    The last step of a proof has only a technique, signs and givens.
    """

    technique: str
    signs: str
    givens: str
    digits: str = ""
    candidates: str = ""
    effect: str = ""

    @classmethod
    def of(cls, board: Board, step: Step) -> Self:
        every = [_digits(mask) for mask in board.candidates]
        empty = {cell for cell in CELLS if board.unsolved >> cell & 1}
        return cls(
            step.technique,
            board.puzzle.signs.replace(NO_SIGNS, ""),
            board.puzzle.givens,
            "".join(ABSENT if cell in empty else every[cell] for cell in CELLS),
            " ".join(every[cell] for cell in sorted(empty)),
            _effects(step)[0],
        )

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.signs or NO_SIGNS, self.givens)

    @property
    def example(self) -> tuple[Board, tuple[Step, ...]]:
        """The board, and the step on it; of a last step, all steps of its proof."""
        if self.technique in ENDS:
            board, steps = Board(self.puzzle), refute(self.puzzle)
            board.apply(steps[:-1])
            return board, steps
        board = Board(self.puzzle, solution_of(self.puzzle))
        candidates = iter(self.candidates.split())
        for cell, digit in enumerate(self.digits):
            if digit == ABSENT:
                board.remove(cell, ~_mask(next(candidates)))
            else:
                board.place(cell, int(digit))
        return board, (self._step_on(board),)

    def _step_on(self, board: Board) -> Step:
        """Return the step.  Raises `LookupError` if the board has none with this effect."""
        # Bounds place a digit only together with what follows from them.
        is_merged = self.technique == "sign bounds" and "=" in self.effect
        ways = (next_digit,) if is_merged else TECHNIQUES
        for step in chain.from_iterable(way(board) for way in ways):
            if step.technique == self.technique and self.effect in _effects(step):
                return step
        raise LookupError(f"no step of {self.technique} with the effect {self.effect}")


def positions() -> list[Position]:
    """The positions of the book."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    return [Position(*line.split("\t")) for line in lines]


def marks(board: Board, step: Step) -> dict[int, int]:
    """Return the candidates that a step speaks of, as masks by cell."""
    changed = {cell for cell, _ in (*step.places, *step.removes)}
    cells = {*changed, *(cell for cell, _ in step.premises.cells), *step.details.cells}
    cells.update(link.cell for link in step.chain)
    shown = -1
    if step.details.parts or step.technique in OF_ONE_DIGIT:
        shown = masks.union(masks.bit(digit) for _, digit in step.removes)
    if step.technique in OF_ONE_DIGIT:
        cells.update(*(HOUSES[house] for house in step.premises.houses))
    return {
        cell: mask & shown
        for cell, mask in enumerate(board.candidates)
        if board.unsolved >> cell & 1 and cell in cells and (cell in changed or mask != ALL_DIGITS)
    }


def _digits(mask: int) -> str:
    return "".join(map(str, masks.digits(mask)))


def _mask(digits: str) -> int:
    return masks.union(map(masks.bit, map(int, digits)))


def _effects(step: Step) -> list[str]:
    return [
        *(f"{label(cell)}={digit}" for cell, digit in step.places),
        *(f"{label(cell)}-{digit}" for cell, digit in step.removes),
    ]


# --- the search ---------------------------------------------------------------------------

MOST = 100
"""The most lines of a file of `tests/data` that are searched."""


def _empty(board: Board, step: Step) -> int:
    """Return the number of empty cells in the house of a step."""
    return (HOUSE_SETS[step.premises.houses[0]] & board.unsolved).bit_count()


def _is_of_one_digit(step: Step) -> bool:
    """Whether all links of a chain say where the digit is that the step removes."""
    return all(link.held == step.chain[0].held for link in step.chain[:-1])


PuzzleOptions = Callable[[Board, Step], bool]

WISHES: dict[str, tuple[PuzzleOptions, ...]] = {
    "sign bounds": (
        lambda _, step: not step.premises.houses and step.details.count == 3,
        lambda _, step: bool(step.premises.houses) and step.details.count == 4,
        lambda _, step: bool(step.removes) and step.details.count == 8,
        lambda _, step: len(step.details.parts) > 4,
    ),
    "hidden single": (
        lambda board, step: step.premises.houses[0] >= 18 and _empty(board, step) == 5,
        lambda board, step: step.premises.houses[0] < 18 and _empty(board, step) == 5,
    ),
    "naked single": (lambda board, _: not board.puzzle.relations,),
    "counting": (lambda _, step: len(step.details.cells) == 3,),
    "arrangements": (
        lambda board, step: step.details.count in (2, 3, 4) and _empty(board, step) > 3,
    ),
    "alternating chain": (
        lambda _, step: _is_of_one_digit(step),
        lambda _, step: bool(step.premises.relations),
    ),
    "contradiction": (lambda _, step: bool(step.premises.relations),),
}
"""What the examples of a technique have to show, if not just the technique."""


def search(names: list[str]) -> list[Position]:
    """Return the best position for each wish of some techniques."""
    wishes = [(name, wish) for name in names for wish in WISHES.get(name, (lambda *_: True,))]
    best: list[tuple[float, Position | None]] = [(inf, None)] * len(wishes)
    for puzzle in _puzzles():
        board = Board(puzzle, solution_of(puzzle))
        merged = tuple(step for step in next_digit(board) if step.technique == "sign bounds")
        while board.unsolved and (steps := open_steps(board)):
            for number, (name, wish) in enumerate(wishes):
                for step in (*steps, *merged):
                    if step.technique == name and wish(board, step):
                        effort = _effort(board, step)
                        if effort < best[number][0]:
                            best[number] = effort, Position.of(board, step)
            board.apply(steps)
            merged = ()
    return [position for _, position in best if position]


def _puzzles() -> Iterator[Puzzle]:
    """Yield puzzles with one solution and without signs on borders."""
    for path in sorted(DATA.glob("layouts/*/*.txt")):
        with suppress(IneqSudokuError):
            yield from filter(_is_suitable, read_all(path))
    for path in sorted([*DATA.glob("corpus/*.tsv"), *DATA.glob("plain/*.txt")]):
        for line in path.read_text(encoding="ascii").splitlines()[:MOST]:
            puzzle, *_ = read_all(line.split("\t")[0])
            if _is_suitable(puzzle):
                yield puzzle


def _is_suitable(puzzle: Puzzle) -> bool:
    return puzzle.border_signs == NO_BORDER_SIGNS and solve(puzzle).status == "unique"


def _effort(board: Board, step: Step) -> float:
    """Return how much there is to see: candidates, cells, signs, links; other things a little."""
    drawn = marks(board, step).values()
    candidates = sum(mask.bit_count() for mask in drawn)
    used = len(step.premises.relations) + len(step.chain)
    others = len(board.puzzle.relations) / 10 + (81 - board.unsolved.bit_count()) / 20
    return candidates + 2 * len(drawn) + 3 * used + others


if __name__ == "__main__":
    wanted = sys.argv[1:] or [*NAMES]
    kept = [position for position in positions() if position.technique not in wanted]
    made = sorted(kept + search(wanted), key=lambda one: [*NAMES, *ENDS].index(one.technique))
    FILE.write_text("".join("\t".join(astuple(one)) + "\n" for one in made), encoding="ascii")

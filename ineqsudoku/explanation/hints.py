"""Hints: the next step for a partly filled grid, given in stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.houses import houses_of
from ineqsudoku.explanation.path import next_digit
from ineqsudoku.explanation.progress import Progress
from ineqsudoku.explanation.strategy import open_steps, solution_of
from ineqsudoku.explanation.values import Candidate, Step
from ineqsudoku.explanation.words import listed
from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import Puzzle

HintKind = Literal["mistake", "step", "solved", "none"]

STAGES = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step for a partly filled grid, or its mistakes.

    `kind`
        `mistake` if digits or pencil marks are wrong; `step` if there is a next step; `solved` if
        the grid is full; `none` if no technique has a step.
    `geometry`
        The geometry of the puzzle.
    `steps`
        The step, preceded by the steps that it depends on.
    `wrong_digits`
        The wrong digits as pairs (cell, digit).
    `wrong_marks`
        The cells whose pencil marks lack the digit of the solution.

    Cells are numbers from 0, row-major.
    """

    kind: HintKind
    geometry: Geometry
    steps: tuple[Step, ...] = ()
    wrong_digits: tuple[Candidate, ...] = ()
    wrong_marks: tuple[int, ...] = ()

    def stage(self, number: int) -> str:
        """Return the sentences of a stage; it reveals more than the stage before.

        1: the technique; 2: also the houses; 3: also the cells; 4: the result and its reason.
        Raises `ValueError` for any other number.
        """
        if number not in STAGES:
            raise ValueError(f"stage is {number}, but must be 1, 2, 3 or 4")
        if self.kind == "solved":
            return "The grid is solved."
        if self.kind == "none":
            return "No technique has a step."
        words = _Mistake(self) if self.kind == "mistake" else _Next(self)
        return (words.what, words.houses, words.cells, words.all)[number - 1]()

    def __str__(self) -> str:
        """Return the last stage, which reveals everything."""
        return self.stage(4)

    def to_dict(self, stage: int = 4) -> dict[str, Any]:
        """Return the JSON form; it reveals no more than `stage`: below 4, only the sentences."""
        label, is_all = self.geometry.label, stage == STAGES[-1]
        steps = self.steps if is_all else ()
        digits, marks = (self.wrong_digits, self.wrong_marks) if is_all else ((), ())
        return {
            "kind": self.kind,
            "stages": [self.stage(number) for number in range(1, stage + 1)],
            "steps": [step.to_dict(self.geometry) for step in steps],
            "wrong_digits": [[label(cell), digit] for cell, digit in digits],
            "wrong_marks": [label(cell) for cell in marks],
        }


def hint(puzzle: Puzzle, progress: Progress | str = "") -> Hint:
    """Return a hint for a partly filled grid.

    `progress` is a `Progress` or a text that `Progress.read` reads; an empty text means that
    only the givens are filled in.

    Wrong digits and pencil marks come first.  If any cell has pencil marks, the hint is the
    easiest open step.  Otherwise, it is the next digit to place, preceded by the steps that it
    depends on.

    Raises `InvalidPuzzleError` if the puzzle does not have exactly one solution, `ValueError` if
    the text cannot be read as progress, and `TypeError` if `puzzle` is not a `Puzzle`.
    """
    solution = solution_of(puzzle)
    geometry = puzzle.geometry
    if isinstance(progress, str):
        progress = Progress.read(progress or puzzle.givens, geometry)
    board = Board(puzzle, solution)
    filled = list(enumerate(zip(progress.digits, progress.marks, board.solution, strict=True)))
    wrong = tuple((cell, digit) for cell, (digit, _, right) in filled if digit not in (0, right))
    lacking = tuple(
        cell
        for cell, (digit, marks, right) in filled
        if not digit and marks and not marks & masks.bit(right)
    )
    if wrong or lacking:
        return Hint("mistake", geometry, wrong_digits=wrong, wrong_marks=lacking)
    for cell, (digit, marks, _) in filled:
        if digit:
            board.place(cell, digit)
        elif marks:
            board.remove(cell, ~marks)
    if not board.unsolved:
        return Hint("solved", geometry)
    steps = _first_step(board) if progress.has_marks else next_digit(board)
    return Hint("step" if steps else "none", geometry, steps)


def _first_step(board: Board) -> tuple[Step, ...]:
    return tuple(sorted(open_steps(board), key=lambda step: step.rating)[:1])


class _Next:
    """The sentences of a hint about a step."""

    def __init__(self, hint: Hint) -> None:
        self.hint = hint
        self.words = houses_of(hint.geometry).words
        self.step = hint.steps[-1]

    def what(self) -> str:
        names = list(dict.fromkeys(step.technique for step in self.hint.steps))
        return f"Look for: {', then '.join(names)}."

    def houses(self) -> str:
        around = houses_of(self.hint.geometry).around(self._targets())
        numbers = self.step.premises.houses or around
        return f"{self.what()} Look at {listed([self.words.house[n] for n in numbers])}."

    def cells(self) -> str:
        if self.step.places:
            return (
                f"{self.houses()} The next cell to fill is {self.words.cell[self._targets()[0]]}."
            )
        return (
            f"{self.houses()} Candidates can be removed from {self.words.cells(self._targets())}."
        )

    def all(self) -> str:
        return "\n".join(map(str, self.hint.steps))

    def _targets(self) -> list[int]:
        return sorted({cell for cell, _ in self.step.places + self.step.removes})


class _Mistake:
    """The sentences of a hint about wrong digits and pencil marks."""

    def __init__(self, hint: Hint) -> None:
        self.hint = hint
        self.words = houses_of(hint.geometry).words

    def what(self) -> str:
        digits, marks = len(self.hint.wrong_digits), len(self.hint.wrong_marks)
        sentences = []
        if digits:
            sentences.append("A digit is wrong." if digits == 1 else f"{digits} digits are wrong.")
        if marks:
            sentences.append("Pencil marks lack the right digit.")
        return " ".join(sentences)

    def houses(self) -> str:
        numbers = houses_of(self.hint.geometry).around(self._cells())
        return f"{self.what()} Look at {listed([self.words.house[n] for n in numbers])}."

    def cells(self) -> str:
        return f"{self.what()} Look at {self.words.cells(self._cells())}."

    def all(self) -> str:
        words = self.words
        sentences = [f"{words.cell[c]} is not {words.digit[d]}." for c, d in self.hint.wrong_digits]
        sentences += [
            f"The pencil marks of {words.cell[cell]} lack its digit."
            for cell in self.hint.wrong_marks
        ]
        return " ".join(sentences)

    def _cells(self) -> list[int]:
        return sorted({*(cell for cell, _ in self.hint.wrong_digits), *self.hint.wrong_marks})

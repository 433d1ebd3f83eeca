"""Hints: the next step for a partly filled grid, given in stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.masks import houses_of
from ineqsudoku.explanation.strategy import next_digit, open_steps, solution_of
from ineqsudoku.explanation.values import Candidate, Step
from ineqsudoku.explanation.words import Words, list_names
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.names import count_noun
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle

_EMPTY = ABSENT + "0"


@dataclass(frozen=True, slots=True)
class Progress:
    """The digits and pencil marks of a partly filled grid, row-major.

    `digits`
        The digits of the cells, 0 for none.
    `marks`
        The pencil marks of a cell as a mask: bit `d - 1` = digit `d`; 0 for none.  A cell with a
        digit needs no marks.
    """

    digits: tuple[int, ...]
    marks: tuple[int, ...]

    @property
    def has_marks(self) -> bool:
        return any(self.marks)

    @classmethod
    def read(cls, text: str, geometry: Geometry = NINE) -> Self:
        """Read a text with one character or one word per cell.

        A single symbol is a digit, several are pencil marks, and `.` or `0` is an empty cell.
        Words are separated by blanks and line ends.  Raises `ValueError` for any other text.
        """
        words, number = text.split(), len(geometry.cells)
        fields = words if len(words) == number else list("".join(words))
        if len(fields) != number:
            fields_read = (
                f"{count_noun(len(words), 'word')} and {count_noun(len(fields), 'character')}"
            )
            raise ValueError(f"expected {number} cells of progress, found {fields_read}")
        for cell, field in enumerate(fields):
            if field not in _EMPTY and not set(field) <= set(geometry.symbols):
                expected = f"{geometry.symbol_range} or {ABSENT!r}"
                raise ValueError(f"{geometry.label(cell)}: expected {expected}, found {field!r}")
        known = [0 if field in _EMPTY else _mask(field) for field in fields]
        return cls(
            tuple(masks.least(mask) if masks.is_single(mask) else 0 for mask in known),
            tuple(0 if masks.is_single(mask) else mask for mask in known),
        )


def _mask(symbols: str) -> int:
    mask = 0
    for symbol in symbols:
        mask |= masks.bit(DIGIT_OF[symbol])
    return mask


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
        stages = _stages_of_mistakes if self.kind == "mistake" else _stages_of_step
        return stages(self)[number - 1]

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


def _stages_of_step(hint: Hint) -> tuple[str, ...]:
    """Return the sentences of the stages of a hint about a step."""
    words, step = Words(hint.geometry), hint.steps[-1]
    names = list(dict.fromkeys(step.technique for step in hint.steps))
    what = f"Look for: {', then '.join(names)}."
    targets = sorted({cell for cell, _ in step.places + step.removes})
    houses = step.premises.houses or houses_of(hint.geometry).around(targets)
    where = f"{what} Look at {list_names([words.house[house] for house in houses])}."
    if step.places:
        cells = f"{where} The next cell to fill is {words.cell[targets[0]]}."
    else:
        cells = f"{where} Candidates can be removed from {words.cells(targets)}."
    return what, where, cells, "\n".join(map(str, hint.steps))


def _stages_of_mistakes(hint: Hint) -> tuple[str, ...]:
    """Return the sentences of the stages of a hint about wrong digits and pencil marks."""
    words = Words(hint.geometry)
    digits = len(hint.wrong_digits)
    sentences = []
    if digits:
        sentences.append("A digit is wrong." if digits == 1 else f"{digits} digits are wrong.")
    if hint.wrong_marks:
        sentences.append("Pencil marks lack the right digit.")
    what = " ".join(sentences)
    cells = sorted({*(cell for cell, _ in hint.wrong_digits), *hint.wrong_marks})
    houses = list_names([words.house[house] for house in houses_of(hint.geometry).around(cells)])
    mistakes = [f"{words.cell[cell]} is not {words.digit[d]}." for cell, d in hint.wrong_digits]
    mistakes += [f"The pencil marks of {words.cell[c]} lack its digit." for c in hint.wrong_marks]
    return (
        what,
        f"{what} Look at {houses}.",
        f"{what} Look at {words.cells(cells)}.",
        " ".join(mistakes),
    )

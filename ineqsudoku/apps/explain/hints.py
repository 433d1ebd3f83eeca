"""Hints: the next step for a partly filled grid, given in stages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.clues import Stage, first_stages
from ineqsudoku.apps.explain.houses import boxes_of
from ineqsudoku.apps.explain.sentences import name_houses
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.strategy import easiest_step, next_digit, solution_of
from ineqsudoku.apps.explain.values import Candidate
from ineqsudoku.geometry import CELLS, DIGITS, HOUSES, label
from ineqsudoku.messages import Message, line_by_line, paragraph
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

_EMPTY = ABSENT + "0"


@dataclass(frozen=True, slots=True)
class Progress:
    """The digits and notes of a partly filled grid, row-major.

    `digits`
        The digits of the cells, 0 for none.
    `marks`
        The notes of a cell as a mask: bit `d - 1` = digit `d`; 0 for none.  A cell with a digit
        needs no notes.
    """

    digits: tuple[int, ...]
    marks: tuple[int, ...]

    @property
    def has_marks(self) -> bool:
        return any(self.marks)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a text with one character or one word per cell.

        A single digit fills its cell, several are notes, and `.` or `0` is an empty cell; a
        single note is written twice, such as `77`.  Words are separated by blanks and line ends.
        Raises `ValueError` for any other text.
        """
        words, number = text.split(), len(CELLS)
        fields = words if len(words) == number else list("".join(words))
        if len(fields) != number:
            found, characters = _WORDS.fill(n=len(words)), _CHARACTERS.fill(n=len(fields))
            raise ValueError(_WRONG_NUMBER.fill(cells=number, words=found, characters=characters))
        digits, marks = [0] * number, [0] * number
        for cell, field in enumerate(fields):
            if field in _EMPTY:
                continue
            if not set(field) <= set(DIGITS):
                raise ValueError(_WRONG_FIELD.fill(cell=label(cell), field=repr(field)))
            if len(field) == 1:
                digits[cell] = int(field)
            else:
                marks[cell] = masks.union(masks.bit(int(digit)) for digit in field)
        return cls(tuple(digits), tuple(marks))


_NONE = Message(
    "hint.none",
    "No technique has a step here; try a digit, and see whether it leads to a contradiction.",
)

_WRONG_NUMBER = Message(
    "hint.wrong-number", "expected {cells} cells of progress, found {words} and {characters}"
)
_WORDS = Message("hint.words", "{n} word", "{n} words")
_CHARACTERS = Message("hint.characters", "{n} character", "{n} characters")
_WRONG_FIELD = Message("hint.wrong-field", "{cell}: expected 1-9 or '.', found {field}")


HintKind = Literal["mistake", "step", "solved", "none"]

STAGES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step for a partly filled grid, or its mistakes.

    `kind`
        `mistake` if digits or notes are wrong; `step` if there is a next step; `solved` if
        the grid is full; `none` if no technique has a step.
    `steps`
        The step, preceded by the steps that it depends on.
    `wrong_digits`
        The wrong digits as pairs (cell, digit).
    `wrong_marks`
        The cells whose notes lack the digit of the solution.
    `broken`
        A house in which a digit stands twice, as its index in `HOUSES`, or a sign that
        two digits break; `None` if the digits break no rule.

    Cells are numbers from 0, row-major.
    """

    kind: HintKind
    steps: tuple[Step, ...] = ()
    wrong_digits: tuple[Candidate, ...] = ()
    wrong_marks: tuple[int, ...] = ()
    broken: int | Relation | None = None

    def stage(self, number: int) -> Stage:
        """Return the text of a stage; each stage reveals more than the one before.

        Steps: 1 where to look; 2 what to see there; 3 all steps with their reasons, a line each.
        Mistakes: 1 how many there are; 2 where to look; 3 what is wrong.
        Raises `ValueError` for any other number.
        """
        _require_stage(number)
        match self.kind:
            case "solved":
                return Stage(paragraph(Message("hint.solved", "The grid is solved.")))
            case "none":
                return Stage(paragraph(_NONE))
            case "mistake":
                stages = self._number_of_mistakes, self._place_of_mistakes, self._mistakes
                return stages[number - 1]
        if number < STAGES[-1]:
            return first_stages(self.steps)[number - 1]
        last = self.steps[-1]
        changed = sorted({cell for cell, _ in last.places or last.removes})
        return Stage(line_by_line(step.message for step in self.steps), cells=tuple(changed))

    @property
    def _number_of_mistakes(self) -> Stage:
        sentences = []
        if self.wrong_digits:
            digits = Message("hint.wrong", "A digit is wrong.", "{n} digits are wrong.")
            sentences.append(digits.fill(n=len(self.wrong_digits)))
        if self.wrong_marks:
            sentences.append(Message("hint.wrong-marks", "Some notes lack the right digit."))
        return Stage(paragraph(*sentences))

    @property
    def _place_of_mistakes(self) -> Stage:
        """The place where digits break a rule, or else the box with most mistakes."""
        if isinstance(self.broken, Relation):
            houses = boxes_of(self.broken)
            where = Message("hint.broken-sign", "Look at {place}: two digits break a sign.")
        elif self.broken is not None:
            houses = (self.broken,)
            where = Message("hint.twice", "Look at {place}: a digit stands there twice.")
        else:
            counted = Counter(box for cell in self._wrong_cells for box in boxes_of([cell]))
            ((box, number),) = counted.most_common(1)
            houses = (box,)
            where = Message(
                "hint.mistakes-in",
                "Look at {place}: there is a mistake.",
                "Look at {place}: there are {n} mistakes.",
            ).fill(n=number)
        return Stage(paragraph(where.fill(place=name_houses(houses))), houses)

    @property
    def _mistakes(self) -> Stage:
        is_not = Message("hint.wrong-digit", "{cell} is not {digit}.")
        lacks = Message("hint.wrong-marks-of", "The notes of {cell} lack its digit.")
        digits = [is_not.fill(cell=label(cell), digit=str(d)) for cell, d in self.wrong_digits]
        marks = [lacks.fill(cell=label(cell)) for cell in self.wrong_marks]
        return Stage(paragraph(*digits, *marks), cells=self._wrong_cells)

    @property
    def _wrong_cells(self) -> tuple[int, ...]:
        return tuple(sorted([*(cell for cell, _ in self.wrong_digits), *self.wrong_marks]))

    def __str__(self) -> str:
        """Return the last stage, which reveals everything."""
        return str(self.stage(STAGES[-1]))

    def to_dict(self, stage: int = STAGES[-1]) -> dict[str, Any]:
        """Return the JSON form; it reveals no more than `stage`.

        `stages` has what the stages say, in the current language.  What is known only at the last
        stage is empty before it: `steps`, `wrong_digits` and `wrong_marks`.  Raises `ValueError`
        like `stage`.
        """
        _require_stage(stage)
        is_last = stage == STAGES[-1]
        steps = self.steps if is_last else ()
        digits, marks = (self.wrong_digits, self.wrong_marks) if is_last else ((), ())
        return {
            "kind": self.kind,
            "stages": [self.stage(number).to_dict() for number in STAGES[:stage]],
            "steps": [step.to_dict() for step in steps],
            "wrong_digits": [[label(cell), digit] for cell, digit in digits],
            "wrong_marks": [label(cell) for cell in marks],
        }


def _require_stage(number: object) -> None:
    if not isinstance(number, int) or number not in STAGES:
        raise ValueError(f"stage is {number}, but must be 1, 2 or 3")


def hint(puzzle: Puzzle, progress: Progress | str = "") -> Hint:
    """Return a hint for a partly filled grid.

    `progress` is a `Progress` or a text that `Progress.read` reads; an empty text means that
    only the givens are filled in.

    Wrong digits and notes come first.  If any cell has notes, the hint is the easiest open step.
    Otherwise, it is the next digit to place, preceded by the steps that it depends on.

    Raises `InvalidPuzzleError` if the puzzle does not have exactly one solution, `ValueError` if
    the text cannot be read as progress, and `TypeError` for values of other types.
    """
    solution = solution_of(puzzle)
    if isinstance(progress, str):
        progress = Progress.read(progress or puzzle.givens)
    elif not isinstance(progress, Progress):
        raise TypeError(f"expected a Progress or a text, got {type(progress).__name__}")
    board = Board(puzzle, solution)
    filled = list(enumerate(zip(progress.digits, progress.marks, board.solution, strict=True)))
    wrong = tuple((cell, digit) for cell, (digit, _, right) in filled if digit not in (0, right))
    lacking = tuple(
        cell
        for cell, (digit, marks, right) in filled
        if not digit and marks and not marks & masks.bit(right)
    )
    if wrong or lacking:
        return Hint("mistake", (), wrong, lacking, _broken(puzzle, progress.digits))
    for cell, (digit, marks, _) in filled:
        if digit:
            board.place(cell, digit)
        elif marks:
            board.remove(cell, ~marks)
    if not board.unsolved:
        return Hint("solved")
    steps = easiest_step(board) if progress.has_marks else next_digit(board)
    return Hint("step" if steps else "none", steps)


def _broken(puzzle: Puzzle, digits: Sequence[int]) -> int | Relation | None:
    """Return the first house with a digit twice, else the first sign that two digits break."""
    for number, house in enumerate(HOUSES):
        placed = [digits[cell] for cell in house if digits[cell]]
        if len(placed) > len({*placed}):
            return number
    for relation in puzzle.relations:
        if 0 < digits[relation.greater] <= digits[relation.lesser]:
            return relation
    return None

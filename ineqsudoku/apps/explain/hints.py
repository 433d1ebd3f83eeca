"""Hints: the next step for a partly filled grid, given in stages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.clues import stages
from ineqsudoku.apps.explain.houses import boxes_of
from ineqsudoku.apps.explain.naming import name_cells, name_house
from ineqsudoku.apps.explain.strategy import next_digit, open_steps, solution_of
from ineqsudoku.apps.explain.values import Candidate, Step
from ineqsudoku.geometry import CELLS, DIGITS, HOUSES, label
from ineqsudoku.messages import Message, conjunction, paragraph
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


_WRONG_NUMBER = Message(
    "hint.wrong-number", "expected {cells} cells of progress, found {words} and {characters}"
)
_WORDS = Message("hint.words", "{n} word", "{n} words")
_CHARACTERS = Message("hint.characters", "{n} character", "{n} characters")
_WRONG_FIELD = Message("hint.wrong-field", "{cell}: expected 1-9 or '.', found {field}")


HintKind = Literal["mistake", "step", "solved", "none"]

STAGES = (1, 2, 3, 4)


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

    def stage(self, number: int) -> str:
        """Return the text of a stage, with a line for each step; see `sentences`."""
        sentences = self.sentences(number)
        if number == STAGES[-1] and self.kind == "step":
            return "\n".join(map(str, sentences))
        return str(paragraph(*sentences))

    def sentences(self, number: int) -> tuple[Message, ...]:
        """Return the sentences of a stage, which reveals more than the stage before.

        Steps: 1 where to look for what first; 2 the cells or digits to think about; 3 what
        follows, and which cell the steps lead to; 4 all steps with their reasons.
        Mistakes: 1 how many there are; 2 where to look; 3 the cells to check; 4 what is wrong.
        Raises `ValueError` for any other number.
        """
        if number not in STAGES:
            raise ValueError(f"stage is {number}, but must be 1, 2, 3 or 4")
        if self.kind == "solved":
            return (Message("hint.solved", "The grid is solved."),)
        if self.kind == "none":
            return (Message("hint.none", "No technique has a step."),)
        if self.kind == "mistake":
            return _stages_of_mistakes(self)[number - 1]
        if number == STAGES[-1]:
            return tuple(step.message for step in self.steps)
        return stages(self.steps)[number - 1]

    def __str__(self) -> str:
        """Return the last stage, which reveals everything."""
        return self.stage(4)

    def to_dict(self, stage: int = 4) -> dict[str, Any]:
        """Return the JSON form; it reveals no more than `stage`: below 4, only the sentences.

        `stages` has the texts, which are in the current language, and `messages` their sentences.
        """
        is_all = stage == STAGES[-1]
        steps = self.steps if is_all else ()
        digits, marks = (self.wrong_digits, self.wrong_marks) if is_all else ((), ())
        return {
            "kind": self.kind,
            "stages": [self.stage(number) for number in STAGES[:stage]],
            "messages": [
                [sentence.to_dict() for sentence in self.sentences(number)]
                for number in STAGES[:stage]
            ],
            "steps": [step.to_dict() for step in steps],
            "wrong_digits": [[label(cell), digit] for cell, digit in digits],
            "wrong_marks": [label(cell) for cell in marks],
        }


def hint(puzzle: Puzzle, progress: Progress | str = "") -> Hint:
    """Return a hint for a partly filled grid.

    `progress` is a `Progress` or a text that `Progress.read` reads; an empty text means that
    only the givens are filled in.

    Wrong digits and notes come first.  If any cell has notes, the hint is the easiest open step.
    Otherwise, it is the next digit to place, preceded by the steps that it depends on.

    Raises `InvalidPuzzleError` if the puzzle does not have exactly one solution, `ValueError` if
    the text cannot be read as progress, and `TypeError` if `puzzle` is not a `Puzzle`.
    """
    solution = solution_of(puzzle)
    if isinstance(progress, str):
        progress = Progress.read(progress or puzzle.givens)
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
    if progress.has_marks:
        steps = tuple(sorted(open_steps(board), key=lambda step: step.rating)[:1])
    else:
        steps = next_digit(board)
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


def _stages_of_mistakes(hint: Hint) -> tuple[tuple[Message, ...], ...]:
    """Return the sentences of the stages of a hint about wrong digits and notes."""
    digits, marks = hint.wrong_digits, hint.wrong_marks
    number: list[Message] = []
    if digits:
        n = len(digits)
        number.append(Message("hint.wrong", "A digit is wrong.", "{n} digits are wrong.", n=n))
    if marks:
        number.append(Message("hint.wrong-marks", "Some notes lack the right digit."))
    where, cells = _place_of_mistakes(hint)
    is_not = Message("hint.wrong-digit", "{cell} is not {digit}.")
    lacks = Message("hint.wrong-marks-of", "The notes of {cell} lack its digit.")
    mistakes = [is_not.fill(cell=label(c), digit=str(d)) for c, d in digits]
    mistakes += [lacks.fill(cell=label(cell)) for cell in marks]
    look = Message("hint.check", "Check {cells}.", cells=name_cells(cells))
    return tuple(number), (where,), (look,), tuple(mistakes)


def _place_of_mistakes(hint: Hint) -> tuple[Message, list[int]]:
    """Return where to look, and the cells there that are wrong.

    This is where digits break a rule; if they do not, the box with most mistakes.
    """
    wrong = sorted({*(cell for cell, _ in hint.wrong_digits), *hint.wrong_marks})
    if isinstance(hint.broken, Relation):
        around = conjunction(map(name_house, boxes_of(hint.broken)))
        where = Message(
            "hint.broken-sign", "Look at {place}: two digits break a sign.", place=around
        )
        return where, [cell for cell in wrong if cell in hint.broken]
    if hint.broken is None:
        counted = Counter(house for cell in wrong for house in boxes_of([cell]))
        ((house, _),) = counted.most_common(1)
        template = Message(
            "hint.mistakes-in",
            "Look at {house}: there is a mistake.",
            "Look at {house}: there are {n} mistakes.",
        )
    else:
        house = hint.broken
        template = Message("hint.twice", "Look at {house}: a digit stands there twice.")
    cells = [cell for cell in wrong if cell in HOUSES[house]]
    return template.fill(n=len(cells), house=name_house(house)), cells

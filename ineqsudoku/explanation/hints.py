"""Hints: the next step for a partly filled grid, given in stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.masks import houses_of
from ineqsudoku.explanation.sentences import THEN, Names
from ineqsudoku.explanation.strategy import next_digit, open_steps, solution_of
from ineqsudoku.explanation.values import Candidate, Step
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.language import Items, Message, conjunction, paragraph
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
            raise ValueError(_wrong_number(number, len(words), len(fields)))
        for cell, field in enumerate(fields):
            if field not in _EMPTY and not set(field) <= set(geometry.symbols):
                raise ValueError(_wrong_field(geometry, cell, field))
        known = [0 if field in _EMPTY else _mask(field) for field in fields]
        return cls(
            tuple(masks.least(mask) if masks.is_single(mask) else 0 for mask in known),
            tuple(0 if masks.is_single(mask) else mask for mask in known),
        )


def _wrong_number(cells: int, words: int, characters: int) -> Message:
    return Message(
        "hint.wrong-number",
        "expected {cells} cells of progress, found {words} and {characters}",
        cells=cells,
        words=Message("hint.words", "{n} word", "{n} words", n=words),
        characters=Message("hint.characters", "{n} character", "{n} characters", n=characters),
    )


def _wrong_field(geometry: Geometry, cell: int, field: str) -> Message:
    return Message(
        "hint.wrong-field",
        "{cell}: expected {symbols} or '.', found {field}",
        cell=geometry.label(cell),
        symbols=geometry.symbol_range,
        field=repr(field),
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
        """Return the text of a stage, with a line for each step; see `sentences`."""
        sentences = self.sentences(number)
        if number == STAGES[-1] and self.kind == "step":
            return "\n".join(map(str, sentences))
        return str(paragraph(*sentences))

    def sentences(self, number: int) -> tuple[Message, ...]:
        """Return the sentences of a stage; it reveals more than the stage before.

        1: the technique; 2: also the houses; 3: also the cells; 4: the result and its reason.
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
        return _clues(self)[:number]

    def __str__(self) -> str:
        """Return the last stage, which reveals everything."""
        return self.stage(4)

    def to_dict(self, stage: int = 4) -> dict[str, Any]:
        """Return the JSON form; it reveals no more than `stage`: below 4, only the sentences.

        `stages` has the texts, which are in the current language, and `messages` their sentences.
        """
        label, is_all = self.geometry.label, stage == STAGES[-1]
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


_ACTIONS: Mapping[str, Message] = {
    "last value": Message("hint.do.last-value", "fill the last empty cell of a house"),
    "sign bounds": Message("hint.do.sign-bounds", "find bounds from the signs"),
    "hidden single": Message("hint.do.hidden-single", "find a hidden single"),
    "one sign": Message("hint.do.one-sign", "compare the candidates across a sign"),
    "naked single": Message("hint.do.naked-single", "find a naked single"),
    "counting": Message(
        "hint.do.counting", "count the cells that are less or greater than another"
    ),
    "pointing": Message("hint.do.pointing", "find a digit that a box has in one line only"),
    "claiming": Message("hint.do.claiming", "find a digit that a line has in one box only"),
    "naked pair": Message("hint.do.naked-pair", "find a naked pair"),
    "hidden pair": Message("hint.do.hidden-pair", "find a hidden pair"),
    "naked triple": Message("hint.do.naked-triple", "find a naked triple"),
    "hidden triple": Message("hint.do.hidden-triple", "find a hidden triple"),
    "naked quad": Message("hint.do.naked-quad", "find a naked quad"),
    "hidden quad": Message("hint.do.hidden-quad", "find a hidden quad"),
    "X-wing": Message("hint.do.x-wing", "find an X-wing"),
    "swordfish": Message("hint.do.swordfish", "find a swordfish"),
    "jellyfish": Message("hint.do.jellyfish", "find a jellyfish"),
    "arrangements": Message("hint.do.arrangements", "list the ways to fill a house"),
    "XY-wing": Message("hint.do.xy-wing", "find an XY-wing"),
    "XYZ-wing": Message("hint.do.xyz-wing", "find an XYZ-wing"),
    "simple colouring": Message("hint.do.simple-colouring", "colour the cells of a digit"),
    "X-chain": Message("hint.do.x-chain", "find an X-chain"),
    "alternating chain": Message("hint.do.alternating-chain", "find an alternating chain"),
    "contradiction": Message(
        "hint.do.contradiction", "find a candidate that leads to a contradiction"
    ),
    "nested contradictions": Message(
        "hint.do.nested-contradictions",
        "find a candidate that leads to a contradiction with further assumptions",
    ),
}
"""What a person does to find a step, by technique."""


def _clues(hint: Hint) -> tuple[Message, ...]:
    """Return a sentence for each stage of a hint about a step, but the last one."""
    names, step = Names(hint.geometry), hint.steps[-1]
    targets = sorted({cell for cell, _ in step.places + step.removes})
    houses = step.premises.houses or houses_of(hint.geometry).around(targets)
    if step.places:
        cell = names.cell(targets[0])
        cells = Message("hint.cell", "The next cell to fill is {cell}.", cell=cell)
    else:
        template = Message("hint.cells", "Candidates can be removed from {cells}.")
        cells = template.fill(cells=names.cells(targets))
    return _plan(hint.steps), _look_at(conjunction(map(names.house, houses))), cells


def _plan(steps: tuple[Step, ...]) -> Message:
    """Say what to do, technique by technique."""
    first, *others = (_ACTIONS[name] for name in dict.fromkeys(step.technique for step in steps))
    if not others:
        return Message("hint.next", "Next, {action}.", action=first)
    rest = Items(tuple(others), THEN, Message("hint.finally", "{head}, and finally {tail}"))
    return Message("hint.first", "First {first}, then {rest}.", first=first, rest=rest)


def _look_at(places: Items) -> Message:
    return Message("hint.look", "Look at {places}.", places=places)


def _stages_of_mistakes(hint: Hint) -> tuple[tuple[Message, ...], ...]:
    """Return the sentences of the stages of a hint about wrong digits and pencil marks."""
    names, digits, marks = Names(hint.geometry), hint.wrong_digits, hint.wrong_marks
    what: list[Message] = []
    if digits:
        n = len(digits)
        what.append(Message("hint.wrong", "A digit is wrong.", "{n} digits are wrong.", n=n))
    if marks:
        what.append(Message("hint.wrong-marks", "Some pencil marks lack the right digit."))
    cells = sorted({*(cell for cell, _ in digits), *marks})
    houses = conjunction(map(names.house, houses_of(hint.geometry).around(cells)))
    is_not = Message("hint.wrong-digit", "{cell} is not {digit}.")
    lacks = Message("hint.wrong-marks-of", "The pencil marks of {cell} lack its digit.")
    mistakes = [is_not.fill(cell=names.cell(c), digit=names.digit(d)) for c, d in digits]
    mistakes += [lacks.fill(cell=names.cell(cell)) for cell in marks]
    return (
        tuple(what),
        (*what, _look_at(houses)),
        (*what, _look_at(names.cells(cells))),
        tuple(mistakes),
    )

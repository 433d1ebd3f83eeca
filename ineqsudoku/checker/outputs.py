"""Reads the grids in the output of a program, or finds the reason why there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from ineqsudoku.checker.lines import line_fault
from ineqsudoku.checker.rules import Violation, violations
from ineqsudoku.checker.words import (
    TOO_LONG,
    Output,
    OutputTooLongError,
    chunks_of,
    quote,
    words,
)
from ineqsudoku.geometry import CELLS, DIGITS, SIZE, label
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Grid, Puzzle, require_puzzle

_INTEGER = re.compile(rb"0|-?[1-9][0-9]{0,9}")
_MAX_INTEGER = 2**31 - 1

_DIGIT_OF = {digit.encode(): digit for digit in DIGITS}


def check(puzzle: Puzzle, grid: Grid | str | bytes) -> tuple[Violation, ...]:
    """Return all rules that a grid breaks, in the order of `Rule`; empty if the grid is right.

    A text or bytes are read as a printed grid, whose digits need no blanks between them.  If it is
    no grid, the only violation is a `shape` or a `range`.  Raises `TypeError` if `puzzle` is no
    puzzle.
    """
    require_puzzle(puzzle)
    (answer,) = [grid] if isinstance(grid, Grid) else printed_grids(1, grid)
    return broken_rules(puzzle, answer)


def broken_rules(puzzle: Puzzle, answer: Grid | Violation) -> tuple[Violation, ...]:
    """Return the rules that an item of `printed_grids` breaks."""
    return (answer,) if isinstance(answer, Violation) else tuple(violations(puzzle, answer))


def printed_grids(number: int, output: Output) -> list[Grid | Violation]:
    """Return a number of grids in an output, or violations in their place.

    Every digit is a word, but a word of 9 or 81 digits is read as these digits.  A `range`
    violation stands for a grid with an integer that is out of range.  A `shape` violation is
    always the last item; the output is not read beyond it.
    """
    chunks = iter(chunks_of(output))
    start = next(chunks, b"")
    remaining = words(chain([start], chunks), longest=len(CELLS))
    answers: list[Grid | Violation] = []
    try:
        for _ in range(number):
            answers.append(_grid(remaining))
            if is_shape_fault(answers[-1]):
                break
        else:
            if word := next(remaining, b""):
                answers[-1] = _excess(word)
    except OutputTooLongError:
        del answers[number - 1 :]
        answers.append(Violation("shape", (), TOO_LONG))
    if is_shape_fault(answers[-1]) and (reason := line_fault(start, number)):
        answers[-1] = Violation("shape", (), reason)
    return answers


def is_shape_fault(answer: Grid | Violation) -> bool:
    """Whether an item of `printed_grids` ends the list."""
    return isinstance(answer, Violation) and answer.rule == "shape"


def _grid(remaining: Iterator[bytes]) -> Grid | Violation:
    """Return the next grid of an output."""
    digits: list[str] = []
    out_of_range = None
    for word in remaining:
        parts = (word,) if word in _DIGIT_OF else _parts(word)
        if len(digits) + len(parts) > len(CELLS):
            return _excess(word)
        for part in parts:
            if part not in _DIGIT_OF:
                violation = _no_digit(len(digits), part)
                if violation.rule == "shape":
                    return violation
                out_of_range = out_of_range or violation
            digits.append(_DIGIT_OF.get(part, ""))
        if len(digits) == len(CELLS):
            return out_of_range or Grid("".join(digits))
    found = len(digits) or Message("check.none", "none")
    reason = Message("check.too-few", "expected 81 digits, found {number}", number=found)
    return Violation("shape", (), reason)


def _parts(word: bytes) -> Sequence[bytes]:
    if len(word) in (SIZE, len(CELLS)) and word.isalnum():
        return [word[i : i + 1] for i in range(len(word))]
    return (word,)


def _no_digit(cell: int, word: bytes) -> Violation:
    """Return the violation for a word that is no digit."""
    is_integer = _is_integer(word)
    reason = Message(
        "check.no-digit",
        "{cell} is {word}, not a digit 1-9",
        cell=label(cell),
        word=word.decode("ascii") if is_integer else quote(word),
    )
    return Violation("range" if is_integer else "shape", (cell,), reason)


def _is_integer(word: bytes) -> bool:
    """Whether testlib's `readInt` reads a word: 32 bits, no `+`, no leading zeros."""
    return bool(_INTEGER.fullmatch(word)) and -_MAX_INTEGER - 1 <= int(word) <= _MAX_INTEGER


def _excess(word: bytes) -> Violation:
    reason = Message("check.too-many", "expected 81 digits, found more: {word}", word=quote(word))
    return Violation("shape", (), reason)

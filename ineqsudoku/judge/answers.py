"""Printed grids: what a contestant's program wrote, as grids or as the reason why not.

A grid is nine lines of nine digits or one line of 81; blanks and blank lines mean nothing.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ineqsudoku.geometry import SIZE, label
from ineqsudoku.judge.rules import Violation, violations
from ineqsudoku.puzzle import Grid, Puzzle

_TOO_MANY = SIZE * SIZE + 1
_DIGITS = frozenset("123456789")


class _Line(NamedTuple):
    number: int
    digits: list[str]


def check(puzzle: Puzzle, grid: Grid | str) -> tuple[Violation, ...]:
    """All rules that a grid breaks, in the order of `Rule`; empty when it is right.

    A text is read as a printed grid; when it is none, the one violation is its `shape` or
    a `range`.
    """
    if isinstance(grid, str):
        return check_all([puzzle], grid)[0]
    return tuple(violations(puzzle, grid))


def check_all(puzzles: Sequence[Puzzle], text: str | None) -> list[tuple[Violation, ...]]:
    """The same for the grids of several puzzles that follow each other in one text.

    Grids too many count against the last puzzle.  `None` stands for a text too long to be
    read.
    """
    if text is None:
        return [(Violation("shape", (), "far more text than grids have"),)] * len(puzzles)
    lines = _lines(text, SIZE * len(puzzles) + 1)
    found = []
    start = 0
    for puzzle in puzzles[:-1]:
        one_line = start < len(lines) and _is_whole_grid(lines[start])
        end = start + (1 if one_line else SIZE)
        found.append(_judged(puzzle, lines[start:end]))
        start = end
    found.append(_judged(puzzles[-1], lines[start:]))
    return found


def _judged(puzzle: Puzzle, lines: list[_Line]) -> tuple[Violation, ...]:
    answer = _grid(lines)
    return (answer,) if isinstance(answer, Violation) else tuple(violations(puzzle, answer))


def _lines(text: str, number: int) -> list[_Line]:
    """The first so many lines that are not blank, as digits; more are not looked at."""
    numbered = enumerate(io.StringIO(text, newline=None), 1)
    lines = (_Line(number, _digits(line)) for number, line in numbered)
    return list(islice((line for line in lines if line.digits), number))


def _digits(line: str) -> list[str]:
    """The words of a line or, where the digits are not parted, its characters; one more
    than a grid has tells that there are too many."""
    words = line.split(maxsplit=_TOO_MANY)
    return list(words[0][:_TOO_MANY]) if len(words) == 1 else words[:_TOO_MANY]


def _grid(lines: list[_Line]) -> Grid | Violation:
    fault = next(_shape_faults(lines), None) or next(_range_faults(lines), None)
    return fault or Grid("".join(digit for line in lines for digit in line.digits))


def _is_whole_grid(line: _Line) -> bool:
    """Whether a line seems to be meant for all 81 digits rather than for nine."""
    return len(line.digits) > 4 * SIZE


def _shape_faults(lines: list[_Line]) -> Iterator[Violation]:
    one_line = len(lines) == 1 and _is_whole_grid(lines[0])
    if len(lines) != SIZE and not one_line:
        yield Violation(
            "shape", (), f"{_count(lines)} where {SIZE} lines of {SIZE} digits were expected"
        )
    width = SIZE * SIZE if one_line else SIZE
    for line in lines:
        if len(line.digits) != width:
            count = f"over {SIZE * SIZE}" if len(line.digits) == _TOO_MANY else len(line.digits)
            reason = f"line {line.number} has {count} digits, not {width}"
            yield Violation("shape", (), reason)


def _count(lines: list[_Line]) -> str:
    if len(lines) > SIZE:
        return f"more than {SIZE} lines"
    return {0: "nothing", 1: "1 line"}.get(len(lines), f"{len(lines)} lines")


def _range_faults(lines: list[_Line]) -> Iterator[Violation]:
    words = (word for line in lines for word in line.digits)
    for cell, word in enumerate(words):
        if word not in _DIGITS:
            found = _shown(word)
            yield Violation("range", (cell,), f"{label(cell)} is {found}, not a digit 1-9", found)


def _shown(word: str) -> str:
    start = word[:20] + ("…" if len(word) > 20 else "")
    return start if start.isprintable() else ascii(start)

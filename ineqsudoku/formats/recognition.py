"""How formats are recognised: by the first characters of a text, or by a sample of its lines.

A sample is a few thousand characters from the beginning of a text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from ineqsudoku.geometry import SUDOKU

SAMPLE = 8192
"""Characters at the beginning of a text that show its format."""

_SHORT = 36
"""Characters without blanks that a line of signs may have and not be compact."""

_DIGIT_SIZES = tuple(size for size, geometry in SUDOKU.items() if geometry.symbol == "digit")
_ONE_LINE = (9, *(size**2 for size in _DIGIT_SIZES))
"""Numbers of cells in the first line of a plain text; a single line of nine is enough."""


def lines_without_blanks(text: str, number: int) -> list[str]:
    """The first `number` lines that are not blank, without their blanks."""
    lines = re.finditer(r"(?m)^[ \t]*+[^ \t\n][^\n]*+", text)
    return [re.sub(r"\s+", "", line[0]) for line in islice(lines, number)]


@dataclass(frozen=True)
class Sample:
    """The beginning of a text that has signs or cells in lines, and what it consists of."""

    text: str

    @classmethod
    def of(cls, text: str) -> Sample:
        start = len(text) - len(text.lstrip(" \t\n"))
        return cls(text[start : start + SAMPLE])

    @cached_property
    def lines(self) -> list[str]:
        """The first lines without blanks."""
        return lines_without_blanks(self.text, 17)

    @cached_property
    def first(self) -> str:
        return self.lines[0] if self.lines else ""

    @cached_property
    def second(self) -> str:
        return self.lines[1] if len(self.lines) > 1 else ""

    @cached_property
    def signs(self) -> int:
        return sum(self.text.count(sign) for sign in "<>^v")

    @cached_property
    def digits(self) -> int:
        return sum(map(str.isdigit, self.text))

    @cached_property
    def letters(self) -> int:
        return sum(self.text.count(letter) for letter in "ABCDEFGHIJKLMNOP-")

    @property
    def has_short_lines(self) -> bool:
        return len(self.first) <= _SHORT


def is_extended(sample: Sample) -> bool:
    """More of the first lines are across lines of eight signs than of six, and not just one,
    which may be a slip; or the first two lines are an across and a down line of some size."""
    if not sample.has_short_lines:
        return False
    sizes = [len(line) for line in sample.lines if set(line) <= set("<>.")]
    if sizes.count(8) > max(sizes.count(6), 1):
        return True
    first, second = sample.first, sample.second
    is_across, is_down = set(first) <= set("<>."), set(second) <= set("^v.")
    return is_across and is_down and len(first) + 1 == len(second) in SUDOKU


def is_hexadoku(sample: Sample) -> bool:
    return sample.letters > max(sample.signs, sample.digits)


def is_plain(sample: Sample) -> bool:
    """More digits than signs; without either the length of the first line decides."""
    if sample.digits != sample.signs:
        return sample.digits > sample.signs
    first, second = len(sample.first), len(sample.second)
    return first in _ONE_LINE or first == second in _DIGIT_SIZES


def is_compact(sample: Sample) -> bool:
    """A first line of more than a third of a layout's signs."""
    return not sample.has_short_lines


def is_anything(_: Sample) -> bool:
    """For the format of a text that no other format recognises."""
    return True

"""Formats that hold puzzles of other sizes than 9×9: each size has a grammar, a *language*.

The language of a format's usual size has the format's name, that of another one the size
behind it: `plain`, `plain-4`.  A text has one size, which its first lines show.
"""

from __future__ import annotations

import re
from itertools import islice

from ineqsudoku.geometry import NINE

SIZES = {"extended": (4, 6, 9, 16), "plain": (4, 6, 9), "hexadoku": (16,)}
"""Sizes of the formats that have more than 9×9, or another one."""

WORDS = {4: "four", 6: "six", 9: "nine", 16: "16"}
"""The sizes in messages."""


def language(format: str, size: int) -> str:
    return format if size == _usual_size(format) else f"{format}-{size}"


def format_of(language: str) -> str:
    return language.partition("-")[0]


def size_of(language: str) -> int:
    """The size in the name of a language."""
    format, _, size = language.partition("-")
    return int(size or _usual_size(format))


def _usual_size(format: str) -> int:
    return NINE.size if NINE.size in SIZES.get(format, (NINE.size,)) else SIZES[format][0]


def told_language(format: str, text: str) -> str:
    """The language of a text in a format: the size whose lines are as long as most of the first
    lines; in doubt the usual one."""
    if format not in SIZES:
        return format
    lengths = [len(line) for line in lines_without_blanks(text, _FIRST)]

    def lines_of(size: int) -> tuple[int, bool]:
        other = size - 1 if format == "extended" else size**2
        return lengths.count(size) + lengths.count(other), size == _usual_size(format)

    return language(format, max(SIZES[format], key=lines_of))


_FIRST = 7
"""The lines that show the size: the smallest puzzles have no more."""


def lines_without_blanks(text: str, number: int) -> list[str]:
    """The first `number` lines that are not blank."""
    lines = re.finditer(r"(?m)^[ \t]*+[^ \t\n][^\n]*+", text)
    return [re.sub(r"\s+", "", line[0]) for line in islice(lines, number)]

"""Finds lines and runs of lines in a text without making a list of all lines.

Groups are atomic, so matching never backtracks and takes linear time.  Possessive quantifiers of
groups would do the same, but are unreliable before CPython 3.11.5.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator

BLANKS = r"[ \t]*+"
"""The regular expression of any number of blanks."""

END_OF_LINE = "the end of the line"


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of the runs of lines between blank lines."""
    # One expression for a whole block would need some 80 bytes per line.
    first = re.compile(rf"(?m)^{BLANKS}[^ \t\n]")
    last = re.compile(rf"\n(?={BLANKS}(?:\n|\Z))")
    end = 0
    while match := first.search(text, end):
        start = match.start()
        behind = last.search(text, match.end())
        end = behind.end() if behind else len(text)
        yield start, end


def lines_of_block(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the lines between two indexes: their starts and their texts without line ends."""
    for line in re.compile(r"([^\n]*+)\n").finditer(text, start, end):
        yield line.start(), line[1]


def starts_of_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank: their starts and their texts without line ends."""
    for line in re.finditer(r"(?m)^[ \t]*+[^ \t\n][^\n]*+", text):
        yield line.start(), line[0]


def place(text: str, index: int) -> tuple[int, int]:
    """Return line and column, both from 1, of the character at `index`."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def numbered_lines(text: str, numbers: Iterable[int]) -> dict[int, str]:
    """Return the lines with these numbers, from 1, as far as they exist, without their ends."""
    lines: dict[int, str] = {}
    start, number = 0, 1
    ends = re.finditer(r"\n|\Z", text)
    for wanted in sorted(numbers):
        for end in ends:
            line, start = (start, end.start()), end.end()
            number += 1
            if number > wanted:
                lines[wanted] = text[slice(*line)]
                break
    return lines


class Spans:
    """Disjoint parts of a text in ascending order, as pairs of start and end."""

    def __init__(self) -> None:
        # Lists of pairs would take ten times the memory, and there may be millions.
        self._starts = array("L")
        self._ends = array("L")

    def __len__(self) -> int:
        return len(self._starts)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._starts, self._ends, strict=True)

    def add(self, start: int, end: int) -> None:
        self._starts.append(start)
        self._ends.append(end)

    def start_beyond(self, start: int, end: int) -> int | None:
        """Return the start of the first part that starts behind `start` and ends behind `end`."""
        number = max(bisect_right(self._starts, start), bisect_right(self._ends, end))
        return self._starts[number] if number < len(self) else None


def quoted(character: str) -> str:
    """Return the name of a character for messages; of an empty text, the end of the line."""
    if not character:
        return END_OF_LINE
    if "\udc80" <= character <= "\udcff":
        return f"byte 0x{ord(character) - 0xDC00:02x}"  # see `decoding.UNDECODED`
    return f"'{character}'" if character.isprintable() else f"the character U+{ord(character):04X}"

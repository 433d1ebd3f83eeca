"""Removes frames and counts around the cells of printed sudoku; lines and columns stay.

A frame consists of `|` between cells, which becomes a blank, and of lines of `-`, `+`, `|`, `=`
and `*`, which become hyphens.  Puzzles whose cells are letters have no frames.  A count is a
number alone in a line, above longer lines: that of the puzzles at the beginning of a text, or
that of the rows of a box above a puzzle (UVa 989).  It becomes blanks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from ineqsudoku.formats.recognition import HEAD

_RULE = r"(?m)^[ \t]*+(?=[^\n]*?[-=])[-+|=*][-+|=* \t]{2,}+$"

_COUNT = r"(?m)^[ \t]*+([0-9]{1,6})[ \t]*+$(?=\s*+\S(?:[ \t|]*+\S){3})"
"""A number alone in a line, above a line of at least four characters."""


@dataclass(frozen=True, slots=True)
class Framing:
    """Whether a text has counts, and frames, as its beginning shows.

    The rest may say otherwise: a sign there is a slip."""

    has_counts: bool
    has_frames: bool

    @classmethod
    def of(cls, text: str) -> Self:
        """That of a text with this beginning; neither where there are signs."""
        start = text[: len(text) - len(text.lstrip(" \t\n")) + HEAD]
        if any(sign in start for sign in "<>^"):
            return cls(False, False)
        return cls(True, ("|" in start or "+" in start) and not _has_letters(start))

    def removed(self, text: str) -> str:
        """`text` without frames and counts."""
        if self.has_frames:
            text = re.sub(_RULE, lambda found: "-" * len(found[0]), text).replace("|", " ")
        return re.sub(_COUNT, _without_count, text) if self.has_counts else text


NO_FRAMING = Framing(has_counts=False, has_frames=False)


def _without_count(found: re.Match[str]) -> str:
    text, start, number = found.string, found.start(), found[1]
    before = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start]
    below = re.compile(r"\S[^\n]{0,80}").search(text, found.end())
    is_count = below and len("".join(below[0].split())) > len(number)
    return " " * len(found[0]) if is_count and not before.strip() else found[0]


def _has_letters(text: str) -> bool:
    """Whether cells are letters."""
    letters = sum(map(text.count, "ABCDEFGHIJKLMNOP"))
    return letters > 0 and letters >= sum(map(text.count, "0123456789?"))

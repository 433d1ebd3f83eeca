"""Removes frames and counts around the cells of printed sudoku; lines and columns stay.

A frame consists of `|` between cells, which becomes a blank, and of lines of `-`, `+`, `|`, `=`
and `*`, which become hyphens.  Puzzles whose cells are letters have no frames.  A count is a
number alone in a line, above longer lines: that of the puzzles at the beginning of a text, or
that of the rows of a box above a puzzle (UVa 989).  It becomes blanks.
"""

from __future__ import annotations

import re

_RULE = r"(?m)^[ \t]*+(?=[^\n]*?[-=])[-+|=*][-+|=* \t]{2,}+$"

_COUNT = r"(?m)^[ \t]*+([0-9]{1,6})[ \t]*+$(?=\s*+\S(?:[ \t|]*+\S){3})"
"""A number alone in a line, above a line of at least four characters."""


def unframed(text: str) -> str:
    """`text` without frames and counts; a text with signs is returned unchanged."""
    if any(sign in text for sign in "<>^"):
        return text
    if ("|" in text or "+" in text) and not _has_letters(text):
        text = re.sub(_RULE, lambda found: "-" * len(found[0]), text).replace("|", " ")
    return re.sub(_COUNT, _without_count, text)


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

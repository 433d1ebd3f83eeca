"""The width of a text on a terminal, and how it is divided into lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import category, combining, east_asian_width

_OPENING = "（《「『“‘"
_CLOSING = "、。，；：！？）》」』”’…"
_IDEOGRAPH = "⺀-⿟぀-鿿"

_PART = rf" *[{_OPENING}]*(?:[{_IDEOGRAPH}]|[^ {_IDEOGRAPH}{_OPENING}{_CLOSING}]+)?[{_CLOSING}]*"
"""A part of a text that is never broken: a word or an ideograph, with the punctuation around it.

It is compiled on demand, because no other expression takes longer when the program starts.
"""

_START = re.compile(r"(?:\d+\. )?")
"""The number of a sentence, or nothing."""


MAX_MARKS = 2
"""The most combining marks above and below a letter: ệ and ที่ need two.  A stack of more marks
covers the lines around it."""


def escape_unreadable(text: str, escape: Callable[[str], str]) -> str:
    """Return a text with escapes for unreadable characters.

    These are characters that are not printable, and combining marks without a letter or after
    `MAX_MARKS` others.
    """
    if text.isascii() and text.isprintable():
        return text
    shown, marks = [], MAX_MARKS
    for character in text:
        kind = category(character)
        if kind in ("Mn", "Me"):
            marks += 1
        elif kind != "Mc":  # `Mc` stands beside a letter, but does not begin another one
            marks = 0
        is_readable = character.isprintable() and marks <= MAX_MARKS
        shown.append(character if is_readable else escape(character))
    return "".join(shown)


def columns(text: str) -> int:
    """Return the number of columns that a text takes; full-width characters take two."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 1 + (east_asian_width(c) in "WF") for c in text)


def pad(text: str, width: int) -> str:
    """Return a text with blanks after it, so that it takes `width` columns."""
    return text + " " * (width - columns(text))


def parts(text: str) -> list[str]:
    """Return the parts of a text between which a line may end, each with the blanks before it."""
    return [part for part in re.findall(_PART, " ".join(text.split())) if part]


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Return the lines of a text; only a longer word is wider than `width` columns.

    `indent` stands before every line but the first.
    """
    lines, taken = [""], 0
    for part in parts(text):
        if lines[-1].strip() and taken + columns(part) > width:
            lines.append(indent + part.lstrip())
            taken = columns(lines[-1])
        else:
            lines[-1] += part
            taken += columns(part)
    return lines


def wrap_lines(text: str, width: int) -> list[str]:
    """Return the lines of a text of several lines.

    The rest of a line that is too wide stands below its sentence, not below its number.
    """
    lines: list[str] = []
    for line in text.splitlines():
        start = len(line) - len(_START.sub("", line, count=1))
        first, *others = wrap(line[start:], width - start)
        lines += [line[:start] + first, *(" " * start + other for other in others)]
    return lines

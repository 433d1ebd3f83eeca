"""Cleans, measures and breaks untrusted texts for pictures."""

from __future__ import annotations

import unicodedata

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""The Unicode categories of characters that are invisible or change how other text is shown."""

_JOINERS = "\u200c\u200d"
"""Format characters that scripts and emoji need."""

_NARROW, _CAPITAL, _WIDE = 0.6, 0.75, 1.0
"""Approximate widths of characters in font sizes; no renderer knows its font."""

ELLIPSIS = "…"


def clean(text: object) -> str:
    """Return a text or a message on one line, with single blanks, and without characters that are
    invisible or change the direction of other text."""
    kept = "".join(map(_visible, str(text)))
    return " ".join(kept.split())


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    is_invisible = unicodedata.category(character) in _INVISIBLE
    return "" if is_invisible and character not in _JOINERS else character


def width(text: str, size: float) -> float:
    """Return the approximate width of a text."""
    return size * sum(_width(character) for character in text)


def lines(text: object, size: float, available: float, most: int) -> list[str]:
    """Return a cleaned text or message in lines of about the `available` width, `most` at most.

    The last line ends with an ellipsis if there would be more.
    """
    made: list[str] = []
    rest = clean(text)
    while rest:
        if len(made) == most:
            made[-1] = _cut(made[-1] + ELLIPSIS, size, available)
            break
        end = _fitting(rest, size, available)
        if end < len(rest):
            # Break at the last blank, if there is one; Chinese has none.
            end = rest.rfind(" ", 1, end + 1) if " " in rest[1 : end + 1] else end
        made.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return made


def _cut(text: str, size: float, available: float) -> str:
    if width(text, size) <= available:
        return text
    return text[: _fitting(text, size, available - size)].rstrip() + ELLIPSIS


def _fitting(text: str, size: float, available: float) -> int:
    """Return the number of characters that fit, at least one."""
    used = 0.0
    for place, character in enumerate(text):
        used += size * _width(character)
        if used > available and place:
            return place
    return len(text)


def _width(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF" or character in "mwMW@%":
        return _WIDE
    return _CAPITAL if character.isupper() else _NARROW

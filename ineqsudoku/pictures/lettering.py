"""Text that comes from outside, made fit to be drawn."""

from __future__ import annotations

import unicodedata

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of Unicode that have nothing to show, or that change how other text is shown."""

_JOINERS = "\u200c\u200d"
"""Format characters that scripts and emoji need."""

_NARROW, _CAPITAL, _WIDE = 0.6, 0.75, 1.0
"""About the width of a character, in font sizes: no renderer but PDF knows its font."""

ELLIPSIS = "…"


def clean(text: str) -> str:
    """The text on one line: runs of blanks are one blank, and what cannot be shown or changes
    the direction of other text is dropped."""
    kept = "".join(map(_visible, text))
    return " ".join(kept.split())


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    is_invisible = unicodedata.category(character) in _INVISIBLE
    return "" if is_invisible and character not in _JOINERS else character


def width(text: str, size: float) -> float:
    """About how wide a text is."""
    return size * sum(_width(character) for character in text)


def lines(text: str, size: float, available: float, most: int) -> list[str]:
    """A clean text as lines that are about `available` wide, `most` of them at most; the last
    ends with an ellipsis if there would be more."""
    found: list[str] = []
    rest = clean(text)
    while rest:
        if len(found) == most:
            found[-1] = _cut(found[-1] + ELLIPSIS, size, available)
            break
        end = _fitting(rest, size, available)
        if end < len(rest):
            # Break at the last blank, if there is one: Chinese is written without.
            end = rest.rfind(" ", 1, end + 1) if " " in rest[1 : end + 1] else end
        found.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return found


def _cut(text: str, size: float, available: float) -> str:
    if width(text, size) <= available:
        return text
    return text[: _fitting(text, size, available - size)].rstrip() + ELLIPSIS


def _fitting(text: str, size: float, available: float) -> int:
    """How many characters fit, one at least."""
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

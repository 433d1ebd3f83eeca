"""The table of characters that are read as a sign, a digit or a blank, and `Change`.

A kind of mending is a function from a text to the mended text and the changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ineqsudoku.formats.scanning import place


class Change(NamedTuple):
    """One kind of change, how often it was made, and its first place: line and column from 1.

    `times` is 0 if it is not known.  Changes of one `kind` are reported once for a file; without
    one, `what` is the kind.
    """

    what: str
    times: int
    line: int
    column: int
    kind: str = ""

    def __str__(self) -> str:
        """`line:column: …`"""
        times = "once" if self.times == 1 else f"{self.times} times, here first"
        times = times if self.times else "here first"
        return f"{self.line}:{self.column}: {self.what} ({times})"


NAMED_BLANKS = {
    "\u00a0": "a no-break space (U+00A0)",
    "\u3000": "an ideographic space (U+3000)",
}
"""Characters that are read as a blank, and their names in warnings."""

_LOOK_ALIKES = {
    "<": "＜﹤〈\u2329⟨‹《",
    ">": "＞﹥〉\u232a⟩›》",
    "^": "∧＾︿Λ⋀˄⌃",
    "v": "∨ｖＶ﹀⋁˅⌄",
    ".": "．。·",
    **{digit: chr(ord(digit) - ord("0") + ord("０")) for digit in "0123456789"},
}
"""Characters that input methods, web pages and books use for a sign or a digit."""

STANDS_FOR = {
    **{other: plain for plain, others in _LOOK_ALIKES.items() for other in others},
    **dict.fromkeys(NAMED_BLANKS, " "),
}
"""Maps characters to those that they are read as."""


def has_plain_characters_only(text: str) -> bool:
    """Whether a text has only signs, digits and line feeds, so that nothing needs mending.  A text
    with blanks may be quoted."""
    return text.isascii() and not text.encode("ascii").translate(None, b"<>^v.0123456789\n")


def in_plain_characters(text: str) -> tuple[str, list[Change]]:
    """Replace look-alikes of signs, digits and blanks by the plain characters."""
    return _translated(text, STANDS_FOR)


def in_plain_blanks(text: str) -> tuple[str, list[Change]]:
    """Replace other blanks by plain ones."""
    return _translated(text, NAMED_BLANKS)


def _translated(text: str, characters: Iterable[str]) -> tuple[str, list[Change]]:
    if text.isascii():
        return text, []
    changes = [
        Change(f"{_named(other)} read as {_named(STANDS_FOR[other])}", times, *_first(text, other))
        for other in characters
        if (times := text.count(other))
    ]
    table = str.maketrans({other: STANDS_FOR[other] for other in characters})
    return (text.translate(table) if changes else text), changes


def _first(text: str, part: str) -> tuple[int, int]:
    return place(text, text.index(part))


def _named(character: str) -> str:
    return NAMED_BLANKS.get(character) or ("a blank" if character == " " else f"'{character}'")


# Patterns are compiled when they are first used: most texts need none of them.
REFERENCE = r"&(?:[A-Za-z]{2,6}|#[0-9]{2,5}|#[xX][0-9A-Fa-f]{2,4});"
"""HTML for a character."""

_SIGNS_AND_BLANKS = frozenset("<>^v. ") | STANDS_FOR.keys()


@lru_cache(maxsize=1024)
def character_of(reference: str) -> str:
    """Return the sign or blank that an HTML reference stands for; any other reference itself."""
    from html import unescape

    character = unescape(reference)
    return STANDS_FOR.get(character, character) if character in _SIGNS_AND_BLANKS else reference


def dereferenced(text: str) -> tuple[str, list[Change]]:
    """Replace HTML references such as `&lt;` by signs and blanks."""
    if "&" not in text:
        return text, []
    times = Counter(re.findall(REFERENCE, text))
    signs = {reference: character_of(reference) for reference in times}
    changes = [
        Change(f"'{reference}' read as {_named(sign)}", times[reference], *_first(text, reference))
        for reference, sign in signs.items()
        if reference != sign
    ]
    mended = re.sub(REFERENCE, lambda reference: signs[reference[0]], text) if changes else text
    return mended, changes


_LINES_OF_SIGNS = r"(?m)^[<>^vV. \t\n]*\n"
"""Lines of signs alone, including capital V.  The expression backtracks over the last, partial line
only; a repeated group would need some 80 bytes per line."""


def in_small_v(text: str) -> tuple[str, list[Change]]:
    """Replace `V` by `v` in lines of signs."""
    if "V" not in text:
        return text, []
    changed = re.sub(_LINES_OF_SIGNS, lambda line: line[0].replace("V", "v"), text)
    times = text.count("V") - changed.count("V")
    if not times:
        return text, []
    lines = (line for line in re.finditer(_LINES_OF_SIGNS, text) if "V" in line[0])
    first = place(text, text.index("V", next(lines).start()))
    return changed, [Change("'V' read as 'v'", times, *first)]

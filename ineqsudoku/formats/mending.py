"""What is mended in texts before they are read.

There are tables of characters that are read as a sign, a digit or a blank, and of lines and marks
around puzzles that are skipped: titles and fences, marks of quotation before lines, drawn boards,
and frames and counts around the cells of printed sudoku.

A kind of mending is a function from a text to the mended text and the changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import NamedTuple, Self

from ineqsudoku.formats.scanning import A_BLANK, place
from ineqsudoku.messages import Message, Text

HEAD = 512 * 1024
"""Characters at the beginning of a text that show what holds for all of it, such as frames."""


class Change(NamedTuple):
    """One kind of change, how often it was made, and its first place: line and column from 1.

    `times` is 0 if it is not known.  Changes of one `kind` are reported once for a file; without
    one, `what` is the kind.
    """

    what: Message
    times: int
    line: int
    column: int
    kind: str = ""

    def warning(self, name: str) -> Message:
        """Return the warning about a change in the file `name`."""
        warning = _OFTEN.fill(n=self.times) if self.times > 1 else _ONCE if self.times else _FIRST
        return warning.fill(place=f"{name}:{self.line}:{self.column}", what=self.what)


_ONCE = Message("formats.changed-once", "{place}: {what} (once)")
_OFTEN = Message("formats.changed-often", "{place}: {what} ({n} times, here first)")
_FIRST = Message("formats.changed-first", "{place}: {what} (here first)")


# --- characters --------------------------------------------------------------------------

NAMED_BLANKS = {
    "\u00a0": Message("formats.no-break-space", "a no-break space (U+00A0)"),
    "\u3000": Message("formats.ideographic-space", "an ideographic space (U+3000)"),
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


def _in_plain_characters(text: str) -> tuple[str, list[Change]]:
    """Replace look-alikes of signs, digits and blanks by the plain characters."""
    return _translate(text, STANDS_FOR)


def in_plain_blanks(text: str) -> tuple[str, list[Change]]:
    """Replace other blanks by plain ones."""
    return _translate(text, NAMED_BLANKS)


def _translate(text: str, characters: Iterable[str]) -> tuple[str, list[Change]]:
    if text.isascii():
        return text, []
    changes = [
        Change(_read_as(other, STANDS_FOR[other]), times, *_first(text, other))
        for other in characters
        if (times := text.count(other))
    ]
    table = str.maketrans({other: STANDS_FOR[other] for other in characters})
    return (text.translate(table) if changes else text), changes


def _first(text: str, part: str) -> tuple[int, int]:
    return place(text, text.index(part))


def _read_as(written: str, meant: str) -> Message:
    return Message(
        "formats.read-as", "{written} read as {meant}", written=_name(written), meant=_name(meant)
    )


def _name(text: str) -> Text:
    return NAMED_BLANKS.get(text) or (A_BLANK if text == " " else f"'{text}'")


# Patterns are compiled when they are first used: most texts need none of them.
REFERENCE = r"&(?:[A-Za-z]{2,6}|#[0-9]{2,5}|#[xX][0-9A-Fa-f]{2,4});"
"""HTML for a character."""

_SIGNS_AND_BLANKS = frozenset("<>^v. ") | STANDS_FOR.keys()


@lru_cache(maxsize=1024)
def character_of(reference: str) -> str:
    """Return the sign or blank that an HTML reference stands for; any other reference itself."""
    character = unescape(reference)
    return STANDS_FOR.get(character, character) if character in _SIGNS_AND_BLANKS else reference


def dereference(text: str) -> tuple[str, list[Change]]:
    """Replace HTML references such as `&lt;` by signs and blanks."""
    if "&" not in text:
        return text, []
    times = Counter(re.findall(REFERENCE, text))
    signs = {reference: character_of(reference) for reference in times}
    changes = [
        Change(_read_as(reference, sign), times[reference], *_first(text, reference))
        for reference, sign in signs.items()
        if reference != sign
    ]
    mended = re.sub(REFERENCE, lambda reference: signs[reference[0]], text) if changes else text
    return mended, changes


_LINES_OF_SIGNS = r"(?m)^[<>^vV. \t\n]*\n"
"""Lines of signs alone, including capital V.  The expression backtracks over the last, partial line
only; a repeated group would need some 80 bytes per line."""


def _in_small_v(text: str) -> tuple[str, list[Change]]:
    """Replace `V` by `v` in lines of signs."""
    if "V" not in text:
        return text, []
    changed = re.sub(_LINES_OF_SIGNS, lambda line: line[0].replace("V", "v"), text)
    times = text.count("V") - changed.count("V")
    if not times:
        return text, []
    lines = (line for line in re.finditer(_LINES_OF_SIGNS, text) if "V" in line[0])
    first = place(text, text.index("V", next(lines).start()))
    return changed, [Change(_read_as("V", "v"), times, *first)]


# --- titles and fences -------------------------------------------------------------------

_WORDS = ("sample", "example", "input", "test", "case", "puzzle", "problem", "sudoku", "grid")

_PARTS_OF_WORDS = (
    *("样例", "示例", "范例", "输入", "测试", "数据", "数独", "题"),
    *("樣例", "範例", "輸入", "測試", "數據", "數獨", "題"),
)

_SKIPPED = rf"""(?imx)^(?:
    [ ]{{0,3}}(?P<fence>`{{3,}}+|~{{3,}}+)[ \t]*+[\w+\#.-]*+[ \t]*+
  | (?=[^\n<>^={{}};\\]{{1,60}}$)
    (?: [^\n]*?\b(?:{"|".join(_WORDS)})s?\b
      | [^\n]*?(?:{"|".join(_PARTS_OF_WORDS)})
      | [ \t]*+\#[ \t]?[0-9]+[ \t]*$ )
    [^\n]*+
)$"""
"""A code fence of Markdown, or a title: a short line without signs that has one of the words."""

_NOT_IN_TITLES = bytes({*range(128)} - {*b"abcdefghijklmnopqrstuwxyzQRSTUWXYZ#`~"})
"""The ASCII characters that a text without titles and fences may have."""


def _without_titles(text: str) -> tuple[str, list[Change]]:
    """Replace titles, such as 样例输入 or `Sample Input 1`, and fences by blank lines."""
    if not _may_have_titles(text):
        return text, []
    times = Counter(map(_kind, re.finditer(_SKIPPED, text)))
    changes = [_first_skipped(kind, number, text) for kind, number in times.items()]
    return (re.sub(_SKIPPED, "", text) if changes else text), changes


def _kind(line: re.Match[str]) -> str:
    return "fence" if line["fence"] else "title"


def _first_skipped(kind: str, times: int, text: str) -> Change:
    first = next(line for line in re.finditer(_SKIPPED, text) if _kind(line) == kind)
    what = Message("formats.fence", "the fence {line} skipped") if kind == "fence" else _TITLE
    skipped = what.fill(line=f"'{first[0].strip()}'")
    return Change(skipped, times, *place(text, first.start()), kind)


_TITLE = Message("formats.title-skipped", "the title {line} skipped")


def _may_have_titles(text: str) -> bool:
    """Whether a quick check does not rule out titles; searching lines for titles is slow."""
    if text.isascii() and not text.encode("ascii").translate(None, _NOT_IN_TITLES):
        return False  # These may be signs and cells alone.
    text = text.lower()
    marks = ("```", "~~~", "#", *_WORDS, *(() if text.isascii() else _PARTS_OF_WORDS))
    return any(mark in text for mark in marks)


def mend_by_line(text: str) -> tuple[str, list[Change]]:
    """Return a text after all kinds of mending that need no other lines."""
    changes: list[Change] = []
    for mend in (_without_titles, _in_plain_characters, _in_small_v):
        text, more = mend(text)
        changes += more
    return text, changes


# --- quotation, as in e-mail -------------------------------------------------------------

_DEEPEST = 4
"""The most levels of quotation."""

_NOT_QUOTED = r"(?m)^(?!> |>$|[ \t]*+$)"

_NO_SIGN_FIRST = r"(?m)^> [^\n]*?[^<>. \t\n]"
"""A line with characters other than `<` and `>`, so that its first `>` cannot be a sign."""


def unquote(text: str) -> tuple[str, list[Change], int]:
    """Return `text` without the marks `> ` that stand before every line, and their levels."""
    levels, plain = 0, text
    while levels < _DEEPEST and _is_quoted(plain):
        plain = without_quotation(plain, 1)
        levels += 1
    if not levels:
        return text, [], 0
    lines = len(re.findall("(?m)^>", text))
    first = place(text, text.index(">"))
    change = Change(Message("formats.quotation", "'> ' before every line skipped"), lines, *first)
    return plain, [change], levels


def _is_quoted(text: str) -> bool:
    if not text.lstrip(" \t\n").startswith(">"):
        return False
    return not re.search(_NOT_QUOTED, text) and bool(re.search(_NO_SIGN_FIRST, text))


def without_quotation(text: str, levels: int) -> str:
    """Return `text` without so many marks before its lines."""
    return re.sub(rf"(?m)^(?:> ?){{0,{levels}}}", "", text) if levels else text


# --- drawn boards ------------------------------------------------------------------------


MISPLACED = "\ufdd0"
"""Stands for a character in a wrong column of a board, so that the fault is reported there.  No
text has this code, which is no character."""


def may_have_boards(text: str) -> bool:
    """Whether the beginning, which is quick to check, does not rule out drawn boards."""
    text = text[:HEAD]
    return "┌" in text or "+-" in text


# --- frames and counts -------------------------------------------------------------------

# A frame consists of `|` between cells, which becomes a blank, and of lines of `-`, `+`, `|`, `=`
# and `*`, which become hyphens.  Puzzles whose cells are letters have no frames.  A count is a
# number alone in a line, above longer lines: that of the puzzles at the beginning of a text, or
# that of the rows of a box above a puzzle (UVa 989).  It becomes blanks.  Lines and columns stay.

_RULE = r"(?m)^[ \t]*+(?=[^\n]*?[-=])[-+|=*][-+|=* \t]{2,}+$"

_COUNT = r"(?m)^[ \t]*+([0-9]{1,6})[ \t]*+$(?=\s*+\S(?:[ \t|]*+\S){3})"
"""A number alone in a line, above a line of at least four characters."""


@dataclass(frozen=True, slots=True)
class Framing:
    """Counts around the cells of a text and, if it `has_frames`, frames."""

    has_frames: bool

    @classmethod
    def of(cls, text: str) -> Self | None:
        """Return the framing of a text, as its beginning shows; `None` where there are signs.

        The rest may say otherwise: a sign there is a slip."""
        start = text[: len(text) - len(text.lstrip(" \t\n")) + HEAD]
        if "<" in start or ">" in start or "^" in start:
            return None
        return cls(("|" in start or "+" in start) and not _has_letters(start))

    def remove(self, text: str) -> str:
        """Return `text` without frames and counts."""
        if self.has_frames:
            text = re.sub(_RULE, lambda rule: "-" * len(rule[0]), text).replace("|", " ")
        return re.sub(_COUNT, _without_count, text)


def _without_count(count: re.Match[str]) -> str:
    text, start, number = count.string, count.start(), count[1]
    before = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start]
    below = re.compile(r"\S[^\n]{0,80}").search(text, count.end())
    is_count = below and len("".join(below[0].split())) > len(number)
    return " " * len(count[0]) if is_count and not before.strip() else count[0]


def _has_letters(text: str) -> bool:
    """Whether cells are letters."""
    letters = sum(map(text.count, "ABCDEFGHIJKLMNOP"))
    return letters > 0 and letters >= sum(map(text.count, "0123456789?"))

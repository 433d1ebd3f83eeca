"""The table of lines and marks around puzzles that are skipped.

These are titles and fences, marks of quotation before lines, drawn boards, and frames and counts
around the cells of printed sudoku.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Self

from ineqsudoku.formats.characters import Change, in_plain_blanks
from ineqsudoku.formats.recognition import HEAD
from ineqsudoku.formats.scanning import place

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


def without_titles(text: str) -> tuple[str, list[Change]]:
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
    what = f"the {kind} '{first[0].strip()}' skipped"
    return Change(what, times, *place(text, first.start()), kind)


def _may_have_titles(text: str) -> bool:
    """Whether a quick check does not rule out titles; searching lines for titles is slow."""
    if text.isascii() and not text.encode("ascii").translate(None, _NOT_IN_TITLES):
        return False  # These may be signs and cells alone.
    text = text.lower()
    marks = ("```", "~~~", "#", *_WORDS, *(() if text.isascii() else _PARTS_OF_WORDS))
    return any(mark in text for mark in marks)


# --- quotation, as in e-mail -------------------------------------------------------------

_DEEPEST = 4
"""The most levels of quotation."""

_NOT_QUOTED = r"(?m)^(?!> |>$|[ \t]*+$)"

_NO_SIGN_FIRST = r"(?m)^> [^\n]*?[^<>. \t\n]"
"""A line with characters other than `<` and `>`, so that its first `>` cannot be a sign."""


def levels_of_quotation(text: str) -> int:
    """Return the number of marks `> ` that stand before every line."""
    levels = 0
    while levels < _DEEPEST and _is_quoted(text):
        text = without_quotation(text, 1)
        levels += 1
    return levels


def _is_quoted(text: str) -> bool:
    if not text.lstrip(" \t\n").startswith(">"):
        return False
    return not re.search(_NOT_QUOTED, text) and bool(re.search(_NO_SIGN_FIRST, text))


def without_quotation(text: str, levels: int) -> str:
    """Return `text` without so many marks before its lines."""
    return re.sub(rf"(?m)^(?:> ?){{0,{levels}}}", "", text) if levels else text


def unquoted(text: str, levels: int) -> tuple[str, list[Change]]:
    """Return `text` without so many marks before its lines."""
    if not levels:
        return text, []
    lines = len(re.findall("(?m)^>", text))
    first = place(text, text.index(">"))
    change = Change("'> ' before every line skipped", lines, *first)
    return without_quotation(text, levels), [change]


# --- drawn boards ------------------------------------------------------------------------


def has_board(text: str) -> bool:
    """Whether a text that is not quoted has a drawn board."""
    if not _may_have_boards(text):
        return False
    from ineqsudoku.formats.boards import boards

    return any(True for _ in boards(in_plain_blanks(text)[0].split("\n")))


def undrawn(text: str) -> tuple[str, list[Change]]:
    """Replace drawn boards by lines of cells and signs."""
    if not _may_have_boards(text):
        return text, []
    from ineqsudoku.formats.boards import boards_as_lines

    plain, of_blanks = in_plain_blanks(text)
    drawn, changes = boards_as_lines(plain)
    return (text, []) if drawn is plain else (drawn, [*of_blanks, *changes])


def _may_have_boards(text: str) -> bool:
    """Whether the beginning, which is quick to check, does not rule out boards."""
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

    def removed(self, text: str) -> str:
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

"""The table of lines around puzzles that are skipped, and marks of quotation before lines."""

from __future__ import annotations

import re
from collections import Counter

from ineqsudoku.formats.characters import Change
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
    """`text` with a blank line in place of each title, such as 样例输入 or `Sample Input 1`, and of
    each fence."""
    if not _may_have_titles(text):
        return text, []
    times: Counter[str] = Counter()
    firsts: dict[str, re.Match[str]] = {}
    for line in re.finditer(_SKIPPED, text):
        kind = "fence" if line["fence"] else "title"
        times[kind] += 1
        firsts.setdefault(kind, line)
    changes = [
        Change(f"the {kind} '{first[0].strip()}' skipped", times[kind], *at, kind)
        for kind, first in firsts.items()
        for at in [place(text, first.start())]
    ]
    return (re.sub(_SKIPPED, "", text) if changes else text), changes


def _may_have_titles(text: str) -> bool:
    """A quick check that rules out most texts; searching lines for titles is slow."""
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
    """The number of marks `> ` that stand before every line."""
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
    """`text` without so many marks before its lines."""
    return re.sub(rf"(?m)^(?:> ?){{0,{levels}}}", "", text) if levels else text


def unquoted(text: str, levels: int) -> tuple[str, list[Change]]:
    """`text` without so many marks before its lines."""
    if not levels:
        return text, []
    lines = len(re.findall("(?m)^>", text))
    first = place(text, text.index(">"))
    change = Change("'> ' before every line skipped", lines, *first)
    return without_quotation(text, levels), [change]

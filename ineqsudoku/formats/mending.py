"""Mends texts that deviate from the grammars in their signs, blanks or lines.

A text is mended only where it has one possible meaning, and every kind of change is recorded for
a warning.  The number of lines stays the same; `spot_in_file` finds a mended character in the
file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ineqsudoku.formats.changes import Change
from ineqsudoku.formats.characters import (
    NAMED_BLANKS,
    PLAIN_BLANKS,
    dereferenced,
    in_plain_characters,
    in_small_v,
    look_alikes,
)
from ineqsudoku.formats.quotation import unquoted
from ineqsudoku.formats.recognition import HEAD
from ineqsudoku.formats.scanning import numbered_lines, place
from ineqsudoku.formats.spots import spot_in_file

if TYPE_CHECKING:
    from ineqsudoku.formats.boards import DrawnBoard


class Mended(NamedTuple):
    """A text after its changes; the changes have their places in the original text."""

    text: str
    changes: tuple[Change, ...] = ()


def mended(text: str, is_part: bool = False) -> Mended:
    """`text` mended for the grammars of our formats.

    A text of which only blanks would be left is returned unchanged.  A text that `is_part` of one
    that is neither quoted nor drawn is mended line by line.
    """
    if _has_plain_characters_only(text):
        return Mended(text)
    changed, of_references = dereferenced(text)
    of_whole_texts = () if is_part else (unquoted, _undrawn)
    mends = (*of_whole_texts, _without_titles, in_plain_characters, in_small_v)
    result = _mended_by(mends, text, changed)
    if not is_part and not result.text.strip(" \t\n"):
        return Mended(text)
    return result._replace(changes=(*of_references, *result.changes))


_Mend = Callable[[str], tuple[str, Sequence[Change]]]


def _mended_by(mends: Iterable[_Mend], original: str, text: str) -> Mended:
    """`text` after some mends; their changes have the columns of the `original` lines."""
    changes: list[Change] = []
    for mend in mends:
        text, more = mend(text)
        changes += more
    if not changes:
        return Mended(text)
    numbers = {change.line for change in changes}
    originals, lines = numbered_lines(original, numbers), numbered_lines(text, numbers)
    return Mended(
        text,
        tuple(_in_file(change, originals[change.line], lines[change.line]) for change in changes),
    )


def _in_file(change: Change, line: str, mended_line: str) -> Change:
    return change._replace(column=spot_in_file(line, mended_line, change.column).column)


def _has_plain_characters_only(text: str) -> bool:
    """A quick check: a text of signs, digits and line feeds needs no mending.  One with blanks may
    be quoted."""
    return text.isascii() and not text.encode("ascii").translate(None, b"<>^v.0123456789\n")


def with_plain_blanks(text: str) -> Mended:
    """`text` with plain blanks; the formats of other programs are mended no further."""
    if text.isascii():
        return Mended(text)
    return Mended(text.translate(PLAIN_BLANKS), tuple(look_alikes(text, NAMED_BLANKS)))


# --- drawn boards ------------------------------------------------------------------------


def _undrawn(text: str) -> tuple[str, list[Change]]:
    """`text` with lines of cells and signs in place of drawn boards."""
    if not _may_have_boards(text):
        return text, []
    from ineqsudoku.formats.boards import boards_as_lines

    plain = with_plain_blanks(text)
    drawn, changes = boards_as_lines(plain.text)
    return (text, []) if drawn is plain.text else (drawn, [*plain.changes, *changes])


def first_board(text: str) -> DrawnBoard | None:
    """The first drawn board in a text, if there is one."""
    if not _may_have_boards(text):
        return None
    from ineqsudoku.formats.boards import boards

    text, _ = unquoted(text)
    return next(boards(with_plain_blanks(text).text.split("\n")), None)


def _may_have_boards(text: str) -> bool:
    """A quick check of the beginning that rules out most texts."""
    text = text[:HEAD]
    return "┌" in text or "+-" in text


# --- titles and fences -------------------------------------------------------------------

_WORDS = (*("sample", "example", "input", "test", "case", "puzzle", "problem", "sudoku", "grid"),)

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
    """`text` with a blank line in place of each title, such as 样例输入 or `Sample Input 1`, and of
    each fence."""
    if not _may_have_titles(text):
        return text, []
    times: Counter[str] = Counter()
    firsts: dict[str, re.Match[str]] = {}
    for found in re.finditer(_SKIPPED, text):
        kind = "fence" if found["fence"] else "title"
        times[kind] += 1
        firsts.setdefault(kind, found)
    changes = [
        Change(
            f"the {kind} '{first[0].strip()}' skipped",
            times[kind],
            *place(text, first.start()),
            kind,
        )
        for kind, first in firsts.items()
    ]
    return (re.sub(_SKIPPED, "", text) if changes else text), changes


def _may_have_titles(text: str) -> bool:
    """A quick check that rules out most texts; searching lines for titles is slow."""
    if text.isascii() and not text.encode("ascii").translate(None, _NOT_IN_TITLES):
        return False  # These may be signs and cells alone.
    text = text.lower()
    marks = ("```", "~~~", "#", *_WORDS, *(() if text.isascii() else _PARTS_OF_WORDS))
    return any(mark in text for mark in marks)

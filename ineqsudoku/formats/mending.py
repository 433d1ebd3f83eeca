"""Signs, blanks and lines that people write in other ways than the grammars want.

A text is mended only where one meaning is possible, and every kind of change is recorded, for
a warning.  The number of lines stays the same; `spot_in_file` finds a mended character in
the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ineqsudoku.formats.boards import DrawnBoard

from ineqsudoku.formats.changes import Change
from ineqsudoku.formats.recognition import HEAD

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
"""What input methods, web pages and books put for a sign or a digit."""

STANDS_FOR = {
    **{other: plain for plain, others in _LOOK_ALIKES.items() for other in others},
    **dict.fromkeys(NAMED_BLANKS, " "),
}
"""Characters that are read as another one."""

_PLAIN = str.maketrans(STANDS_FOR)
_PLAIN_BLANKS = str.maketrans(dict.fromkeys(NAMED_BLANKS, " "))


class Mended(NamedTuple):
    """A text after all changes; their places are those of the text before."""

    text: str
    changes: tuple[Change, ...] = ()


def mended(text: str, is_part: bool = False) -> Mended:
    """`text` as the grammars of our formats want it.

    A text of which nothing but blanks would be left stays as it is.  Of a text that `is_part` of
    one that is neither quoted nor drawn, each line is mended on its own.
    """
    if _has_plain_characters_only(text):
        return Mended(text)
    changed, of_references = _dereferenced(text)
    changes: list[Change] = []
    for mend in _MENDS_OF_PARTS if is_part else _MENDS:
        changed, more = mend(changed)
        changes += more
    if not is_part and not changed.strip(" \t\n"):
        return Mended(text)
    if changes:
        lines = [numbered_lines(of, {change.line for change in changes}) for of in (text, changed)]
        changes = [_in_file(change, *(of[change.line] for of in lines)) for change in changes]
    return Mended(changed, (*of_references, *changes))


def _has_plain_characters_only(text: str) -> bool:
    """A quick look: signs, digits and line feeds alone need no mending.  Blanks may quote."""
    return text.isascii() and not text.encode("ascii").translate(None, b"<>^v.0123456789\n")


def with_plain_blanks(text: str) -> Mended:
    """`text` with plain blanks: all that is mended in other programs' formats."""
    if text.isascii():
        return Mended(text)
    return Mended(text.translate(_PLAIN_BLANKS), tuple(_look_alikes(text, NAMED_BLANKS)))


def place(text: str, index: int) -> tuple[int, int]:
    """Line and column, both from 1, of the character at `index`."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def numbered_lines(text: str, numbers: Iterable[int]) -> dict[int, str]:
    """The lines with these numbers, from 1, without their ends; missing where there is none."""
    lines: dict[int, str] = {}
    start, number = 0, 1
    ends = re.finditer(r"\n|\Z", text)
    for wanted in sorted(numbers):
        for end in ends:
            line, start = (start, end.start()), end.end()
            number += 1
            if number > wanted:
                lines[wanted] = text[slice(*line)]
                break
    return lines


# --- character references ----------------------------------------------------------------

# Patterns are compiled when they are first used: most texts need none of them.
_REFERENCE = r"&(?:amp;){0,2}(?:[A-Za-z]{2,6}|#[0-9]{2,5}|#[xX][0-9A-Fa-f]{2,4});"
"""HTML for a character, escaped once or, when a page was escaped again, up to three times."""

_SIGNS_AND_BLANKS = frozenset("<>^v. ") | STANDS_FOR.keys()


def _character(reference: str) -> str:
    """The sign or blank that HTML writes like this, else the reference itself."""
    from html import unescape

    character = unescape(reference)
    if "&" in character:  # It was escaped again.
        character = unescape(unescape(character))
    return STANDS_FOR.get(character, character) if character in _SIGNS_AND_BLANKS else reference


def _dereferenced(text: str) -> tuple[str, list[Change]]:
    """`text` with signs for `&lt;`, `&gt;` and the like."""
    if "&" not in text:
        return text, []
    times = Counter(re.findall(_REFERENCE, text))
    characters = {reference: _character(reference) for reference in times}
    changes = [
        Change(f"'{reference}' read as {_named(character)}", times[reference], *first)
        for reference, character in characters.items()
        if reference != character
        for first in [place(text, text.index(reference))]
    ]
    if not changes:
        return text, []
    return re.sub(_REFERENCE, lambda found: characters[found[0]], text), changes


def _named(character: str) -> str:
    return NAMED_BLANKS.get(character) or ("a blank" if character == " " else f"'{character}'")


# --- colours -----------------------------------------------------------------------------

_ESCAPE = r"\x1b(?:\[[0-9:;?]{0,32}[@-~]|\([0-9A-Z])"
"""A sequence of characters that sets the colour of a terminal or the like."""


def _without_escapes(text: str) -> tuple[str, list[Change]]:
    """`text` without the escape sequences of a terminal."""
    first = re.search(_ESCAPE, text) if "\x1b" in text else None
    if not first:
        return text, []
    changed, times = re.subn(_ESCAPE, "", text)
    line, column = place(text, first.start())
    # The column is the one of the next character, as in the changed text.
    return changed, [Change("escape sequence of a terminal skipped", times, line, column)]


# --- quotation ---------------------------------------------------------------------------

_DEEPEST = 4
"""A quotation may be quoted again, but not without end."""

_NOT_QUOTED = r"(?m)^(?!> |>$|[ \t]*+$)"

_NO_SIGN_FIRST = r"(?m)^> [^\n]*?[^<>. \t\n]"
"""A line of other things than `<` and `>`, whose first `>` cannot be a sign therefore."""

_QUOTE = "(?m)^> ?"


def _unquoted(text: str) -> tuple[str, list[Change]]:
    """`text` without the `> ` that quotes every line of it."""
    first = place(text, text.find(">"))
    times = 0
    for _ in range(_DEEPEST):
        if not text.lstrip(" \t\n").startswith(">"):
            break
        if re.search(_NOT_QUOTED, text) or not re.search(_NO_SIGN_FIRST, text):
            break
        text, lines = re.subn(_QUOTE, "", text)
        times = times or lines
    return text, [Change("'> ' before every line skipped", times, *first)] if times else []


# --- drawn boards ------------------------------------------------------------------------


def _undrawn(text: str) -> tuple[str, list[Change]]:
    """`text` with lines of cells and signs for drawn boards."""
    if not _may_have_boards(text):
        return text, []
    from ineqsudoku.formats.boards import boards_as_lines

    plain = _with_columns(text)
    drawn, changes = boards_as_lines(plain.text)
    return (text, []) if drawn is plain.text else (drawn, [*plain.changes, *changes])


def _with_columns(text: str) -> Mended:
    """`text` with plain blanks for others and for tabs, so that all lines have the same columns."""
    plain = with_plain_blanks(text)
    return plain._replace(text=plain.text.expandtabs(TAB))


TAB = 8
"""Columns from one tab stop to the next."""


def first_board(text: str) -> DrawnBoard | None:
    """The first drawn board in a text, if there is one."""
    if not _may_have_boards(text):
        return None
    from ineqsudoku.formats.boards import boards

    text, _ = _without_escapes(text)
    text, _ = _unquoted(text)
    return next(boards(_with_columns(text).text.split("\n")), None)


def with_drawings(text: str) -> Mended:
    """`text` with plain blanks and, for drawn boards without boxes, drawings as *futoshiki* has
    them."""
    board = first_board(text)
    if not board or not board.is_latin:
        return with_plain_blanks(text)
    from ineqsudoku.formats.boards import boards_as_drawings

    changed, changes = _without_escapes(text)
    for mend in (_unquoted, _with_columns, boards_as_drawings, _in_plain_characters):
        changed, more = mend(changed)
        changes += more
    lines = [numbered_lines(of, {change.line for change in changes}) for of in (text, changed)]
    changes = [_in_file(change, *(of[change.line] for of in lines)) for change in changes]
    return Mended(changed, tuple(changes))


def _may_have_boards(text: str) -> bool:
    """A quick look at the beginning."""
    text = text[:HEAD]
    return "┌" in text or "+-" in text or ("\x1b" in text and "+" in text)


# --- titles and fences -------------------------------------------------------------------

_WORDS = (
    *("sample", "example", "input", "test", "case", "puzzle", "problem", "sudoku", "grid"),
    *("beispiel", "eingabe", "rätsel"),
)

_PARTS_OF_WORDS = (
    *("样例", "示例", "范例", "输入", "测试", "数据", "数独", "题"),
    *("樣例", "範例", "輸入", "測試", "數據", "數獨", "題", "入力", "예제", "입력"),
)

_SKIPPED = rf"""(?imx)^(?:
    [ ]{{0,3}}(?P<fence>`{{3,}}+|~{{3,}}+)[ \t]*+[\w+\#.-]*+[ \t]*+
  | (?=[^\n<>^={{}};\\]{{1,60}}$)
    (?: [^\n]*?\b(?:{"|".join(_WORDS)})s?\b
      | [^\n]*?(?:{"|".join(_PARTS_OF_WORDS)})
      | [ \t]*+\#[ \t]?[0-9]+[ \t]*$ )
    [^\n]*+
)$"""
"""A fence of Markdown, or a title: a short line without signs that names what follows."""


_NOT_IN_TITLES = bytes({*range(128)} - {*b"abcdefghijklmnopqrstuwxyzQRSTUWXYZ#`~"})
"""The ASCII characters without which there is no title and no fence."""


def _without_titles(text: str) -> tuple[str, list[Change]]:
    """`text` with a blank line for each title, such as 样例输入 or `Sample Input 1`, and for
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
        Change(f"the {kind} '{first[0].strip()}' skipped", times[kind], *place(text, first.start()))
        for kind, first in firsts.items()
    ]
    return (re.sub(_SKIPPED, "", text) if changes else text), changes


def _may_have_titles(text: str) -> bool:
    """A quick look, because to search lines for titles takes long."""
    if text.isascii() and not text.encode("ascii").translate(None, _NOT_IN_TITLES):
        return False  # All there is may be signs and cells.
    text = text.lower()
    marks = ("```", "~~~", "#", *_WORDS, *(() if text.isascii() else _PARTS_OF_WORDS))
    return any(mark in text for mark in marks)


# --- characters --------------------------------------------------------------------------


def _in_plain_characters(text: str) -> tuple[str, list[Change]]:
    """`text` with signs, digits and blanks for characters that look like them."""
    if text.isascii():
        return text, []
    changes = list(_look_alikes(text, STANDS_FOR))
    return (text.translate(_PLAIN) if changes else text), changes


def _look_alikes(text: str, characters: Iterable[str]) -> Iterator[Change]:
    for other in characters:
        if times := text.count(other):
            what = f"{_named(other)} read as {_named(STANDS_FOR[other])}"
            yield Change(what, times, *place(text, text.index(other)))


_LINES_OF_SIGNS = r"(?m)^[<>^vV. \t\n]*\n"
"""Lines of nothing but signs, capital V included.  Only the last, partial line is gone back over:
a repeated group would need some 80 bytes for each line."""


def _in_small_v(text: str) -> tuple[str, list[Change]]:
    """`text` with `v` for `V` in lines of signs."""
    if "V" not in text:
        return text, []
    changed = re.sub(_LINES_OF_SIGNS, lambda found: found[0].replace("V", "v"), text)
    times = text.count("V") - changed.count("V")
    if not times:
        return text, []
    lines = (found for found in re.finditer(_LINES_OF_SIGNS, text) if "V" in found[0])
    first = place(text, text.index("V", next(lines).start()))
    return changed, [Change("'V' read as 'v'", times, *first)]


_MENDS = (
    _without_escapes,
    _unquoted,
    _undrawn,
    _without_titles,
    _in_plain_characters,
    _in_small_v,
)
"""All that `mended` does but for references, in this order."""

_MENDS_OF_PARTS = tuple(mend for mend in _MENDS if mend not in (_unquoted, _undrawn))
"""The mends of which a line is enough."""


def is_quoted(text: str) -> bool:
    """Whether every line of a text is quoted."""
    return bool(_unquoted(text)[1])


# --- back to the file --------------------------------------------------------------------


class Spot(NamedTuple):
    """A character as it is written in the file, and its column there, from 1."""

    column: int
    written: str


def spot_in_file(line: str, mended_line: str, column: int) -> Spot:
    """Where the character at `column` of a mended line stands in the `line` of the file.

    All others stay in their columns, but a reference becomes one character, an escape sequence
    none and a tab in a drawn board several; marks of quotation before the line are gone.  Of a
    line that was skipped it is the beginning.
    """
    if not mended_line:
        return Spot(1, line)
    has_tabs = "\t" in line and "\t" not in mended_line
    replaced = list(_replaced(line, has_tabs))
    surplus = sum(end - start - length for start, end, length in replaced)
    before = len(line) - surplus - len(mended_line)
    if any(mark in line and mark not in mended_line for mark in _FRAMES):
        # A line of a drawn board, which may have been filled up.
        before = len(line) - len(_without_quotation(line))
    index = before + column - 1
    for start, end, length in replaced:
        if index < start:
            break
        if index < start + length:
            return Spot(start + 1, line[start:end])
        index += end - start - length
    index = min(index, len(line))
    return Spot(index + 1, line[index : index + 1])


_FRAMES = "│─|+"


def _without_quotation(line: str) -> str:
    """A line of a drawn board, which cannot begin with `>`, without marks of quotation."""
    return re.sub(f"^(?:> ?){{,{_DEEPEST}}}", "", line)


def _replaced(line: str, has_tabs: bool) -> Iterator[tuple[int, int, int]]:
    """Where each reference to a sign or blank, each escape sequence and, if the line `has_tabs`
    that were replaced, each tab starts and ends, and how many characters it became."""
    if not ("&" in line or "\x1b" in line or has_tabs):
        return
    are_signs: dict[str, bool] = {}
    surplus = len(line) - len(_without_quotation(line)) if has_tabs else 0
    for found in re.finditer(rf"{_REFERENCE}|{_ESCAPE}|\t", line):
        written, length = found[0], 1
        if written == "\t":
            length = TAB - (found.start() - surplus) % TAB if has_tabs else 1
        elif written.startswith("\x1b"):
            length = 0
        else:
            if written not in are_signs:
                are_signs[written] = _character(written) != written
            length = 1 if are_signs[written] else len(written)
        surplus += len(written) - length
        if length != len(written):
            yield *found.span(), length


def _in_file(change: Change, line: str, mended_line: str) -> Change:
    return change._replace(column=spot_in_file(line, mended_line, change.column).column)

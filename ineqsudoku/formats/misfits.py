"""Texts that are no puzzles at all, for which one fault says so.

Fault by fault, a program or a letter would be wrong in every line.
"""

from __future__ import annotations

import re

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.grammars import quoted
from ineqsudoku.formats.scanning import BLANKS, Spans
from ineqsudoku.formats.signlines import BAND
from ineqsudoku.formats.sizes import format_of


def is_strange(text: str, characters: str) -> bool:
    """Whether fewer than half of the characters of a text, blanks aside, are `characters` of a
    format.  Puzzles with slips have far more of them, and other texts far fewer."""
    known, strange = _counts(text, characters)
    return known < strange


def _counts(text: str, characters: str) -> tuple[int, int]:
    known = sum(map(text.count, characters))
    return known, len(text) - known - sum(map(text.count, " \t\n"))


def misfit(document: Document, language: str, characters: str, refused: Spans) -> Fault | None:
    """The one fault of a text that is not even meant for puzzles in a language with these
    characters.  It is in one of the parts that cannot be read, `refused`."""
    if refused and _is_sumdoku(document.text):
        hint = "The signs of a Sumdoku compare the sum of two cells with 10, which no format holds."
        expected = "a puzzle whose signs compare two cells"
        return _fault(document, refused, r"\S", expected, "a Sumdoku", hint)
    known, strange = _counts(document.text, characters)
    if known >= strange or not refused:
        return None
    hint = (
        f"This is no puzzle: only {known:,} of {known + strange:,} characters fit the format "
        f"{format_of(language)}. Puzzles consist of the signs < > ^ v and of digits or letters."
    )
    other = rf"[^{re.escape(characters)} \t\n]"
    return _fault(document, refused, other, "a puzzle", "", hint)


def _fault(
    document: Document, spans: Spans, first: str, expected: str, found: str, hint: str
) -> Fault:
    """The fault at the first match in some parts of a text."""
    pattern = re.compile(first)
    at = next(at for span in spans if (at := pattern.search(document.text, *span)))
    start = document.text.rfind("\n", 0, at.start()) + 1
    line = document.text[start : document.text.index("\n", start)]
    number, column = document.line_at(start), at.start() - start + 1
    return Fault(number, column, (expected,), found or quoted(at[0]), hint, line)


_SUMDOKU = "".join(rf"{BLANKS}(?>(?:[<=>]{BLANKS}){{{kind.size}}})\n" for kind in BAND * 3)

_GAP = rf"(?>(?:{BLANKS}\n)*)"

_FEWEST_LINES = 10
"""A Sumdoku has 15 lines; some may be missing when one of its `=` shows what it is."""


def _is_sumdoku(text: str) -> bool:
    """Whether a text has the form of *Sumdoku* at Kattis: lines as in contest, but all of them
    of `<`, `=` and `>`."""
    if not re.fullmatch(r"[<=> \t\n]*+", text):
        return False
    if "=" in text and text.count("\n") >= _FEWEST_LINES:
        return True
    return bool(re.fullmatch(f"(?>(?:{_GAP}{_SUMDOKU}{_GAP})+)", text))

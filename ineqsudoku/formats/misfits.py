"""Recognises texts that are no puzzles at all, which are reported as one fault.

Fault by fault, a source file or a letter would be wrong in every line.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.recognition import SAMPLE, lines_without_blanks
from ineqsudoku.formats.scanning import BLANKS, Spans, quoted
from ineqsudoku.formats.signlines import BAND
from ineqsudoku.formats.sizes import format_of

if TYPE_CHECKING:
    from ineqsudoku.formats.syntax import Syntax


def objection(text: str, syntax: Syntax) -> str:
    """Return the reason, as a sentence, why a text is not meant as puzzles in a syntax at all.

    Empty if it may be meant as puzzles.  Faulty puzzles are far within all limits, and other texts
    far beyond them.
    """
    format = format_of(syntax.language)
    known = sum(map(text.count, syntax.characters))
    strange = len(text) - known - sum(map(text.count, " \t\n"))
    if known < strange:
        return (
            f"This is no puzzle: only {known:,} of {known + strange:,} characters fit the format "
            f"{format}. Puzzles consist of the signs < > ^ v and of digits or letters."
        )
    lines = lines_without_blanks(text, _MANY_LINES)
    is_sample = len(lines) == _MANY_LINES
    if is_sample:
        lines = _sampled(text)
    if len(lines) < _FEWEST_LINES:
        return ""
    if not any(character in text for character in {*syntax.characters} - {*_EMPTY}):
        return "This is no puzzle: it has no sign, no digit and no letter of a cell."
    enough = int(_FEWEST_FITTING * len(lines))
    fit = sum(1 for _ in islice((line for line in lines if _fits(line, syntax)), enough))
    if fit == enough:
        return ""
    return (
        f"This is no puzzle: only {fit} of {len(lines)} {'sampled ' * is_sample}lines look like "
        f"lines of the format {format}."
    )


def _sampled(text: str) -> list[str]:
    """Return sampled lines from all over a text, without their blanks."""
    lines: list[str] = []
    for place in range(0, len(text), len(text) // _PLACES):
        start = text.find("\n", place) + 1 if place else 0
        lines += lines_without_blanks(text[start : start + SAMPLE], _MANY_LINES // _PLACES)
    return lines


_PLACES = 10
"""The number of places in a text from which lines are sampled."""

_FEWEST_LINES = 30
"""A text with fewer lines may be a puzzle with faults in every line."""

_MANY_LINES = 200
"""The most lines that are examined."""

_FEWEST_FITTING = 0.1
"""The smallest share of lines that look like lines of the format, in a faulty puzzle."""

_EMPTY = ".0?-"
"""Absent signs, empty cells and frames."""


def _fits(line: str, syntax: Syntax) -> bool:
    """Whether a line without blanks has about the length of a line in a format and mostly its
    characters."""
    if not any(4 * abs(len(line) - length) <= length + 3 for length in syntax.lengths):
        return False
    return 4 * sum(map(line.count, syntax.characters)) >= 3 * len(line)


def is_misfit(text: str, syntax: Syntax) -> bool:
    """Whether a text is not even meant for puzzles in a syntax."""
    return _is_sumdoku(text) or bool(objection(text, syntax))


def misfit(document: Document, syntax: Syntax, refused: Spans) -> Fault | None:
    """Return the one fault of a text that is not meant as puzzles in a syntax; `None` if it may be.

    The fault is in one of the parts that cannot be read, `refused`.
    """
    if not refused:
        return None
    if _is_sumdoku(document.text):
        hint = "The signs of a Sumdoku compare the sum of two cells with 10, which no format holds."
        expected = "a puzzle whose signs compare two cells"
        return _fault(document, refused, r"\S", expected, "a Sumdoku", hint)
    hint = objection(document.text, syntax)
    if not hint:
        return None
    other = rf"[^{re.escape(syntax.characters)} \t\n]"
    return _fault(document, refused, other, "a puzzle", "", hint) or _fault(
        document, refused, r"\S", "a puzzle", "", hint
    )


def _fault(
    document: Document, spans: Spans, first: str, expected: str, found: str, hint: str
) -> Fault | None:
    """Return a fault at the first match of a pattern in some parts of a text, if there is one."""
    pattern = re.compile(first)
    at = next((at for span in spans if (at := pattern.search(document.text, *span))), None)
    if at is None:
        return None
    start = document.text.rfind("\n", 0, at.start()) + 1
    line = document.text[start : document.text.index("\n", start)]
    number, column = document.line_at(start), at.start() - start + 1
    return Fault(number, column, (expected,), found or quoted(at[0]), hint, line)


_SUMDOKU = "".join(rf"{BLANKS}(?>(?:[<=>]{BLANKS}){{{kind.size}}})\n" for kind in BAND * 3)

_GAP = r"[ \t\n]*+"

_FEWEST_OF_SUMDOKU = 10
"""The fewest lines of a Sumdoku that has an `=`; a whole one has 15."""


def _is_sumdoku(text: str) -> bool:
    """Whether a text has the form of *Sumdoku* at Kattis: lines as in contest, but all of `<`, `=`
    and `>`."""
    if not re.fullmatch(r"[<=> \t\n]*+", text):
        return False
    if "=" in text and text.count("\n") >= _FEWEST_OF_SUMDOKU:
        return True
    return bool(re.fullmatch(f"(?>(?:{_GAP}{_SUMDOKU}{_GAP})+)", text))

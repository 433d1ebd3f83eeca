"""Lines of signs: their kinds, and advice about their faults."""

from __future__ import annotations

from itertools import islice

from ineqsudoku.errors import Fault
from ineqsudoku.formats.lines import LineKind
from ineqsudoku.formats.words import END_OF_LINE, SAVE_AS
from ineqsudoku.geometry import SIZE
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import ABSENT

DOWN = SIZE
"""The number of signs of a down line, one below each cell of a row."""


def across_kind(size: int) -> LineKind:
    """Return the kind of across lines with `size` signs."""
    expected = Message("formats.expected-across", "an across line ({size} of '<' and '>')")
    found = Message("formats.across-line", "an across line")
    return LineKind("across_line", expected.fill(size=size), found)


DOWN_KIND = LineKind(
    "down_line",
    Message("formats.expected-down", "a down line ({size} of '^' and 'v')", size=DOWN),
    Message("formats.down-line", "a down line"),
)

LINES = Message(
    "formats.lines",
    "There is {n} line; a puzzle has {size}.",
    "There are {n} lines; a puzzle has {size}.",
)


def guess_kind(line: str, across: int) -> str:
    """Return the kind of a faulty line: `A` or `D`, whichever has more signs in it.

    If both have equally many, the number of absent signs decides: `across` in an across line, nine
    in a down line.  Any other line is `x`.
    """
    lefts = line.count("<") + line.count(">")
    uppers = line.count("^") + line.count("v") + line.count("V")
    if min(lefts, uppers) >= across:  # Two lines joined: the first one counts.
        return "A" if line.lstrip()[0] in "<>" else "D"
    if lefts != uppers:
        return "A" if lefts > uppers else "D"
    return {across: "A", DOWN: "D"}.get(line.count(ABSENT), "x")


def advise(character: str, signs: str) -> Text:
    """Return the hint for a character where one of two `signs` was expected; empty for none."""
    if character == "V":
        return _CAPITAL_V
    if character and character in "^v" and character not in signs:
        return _DOWN_IN_ACROSS.fill(sign=character)
    if character and character in "<>" and character not in signs:
        return _ACROSS_IN_DOWN.fill(sign=character)
    if character == "&":
        return _HTML
    if character.isdigit():
        return NO_DIGITS
    if "\udc80" <= character <= "\udcff":
        return SAVE_AS
    return _NO_LETTERS if character.isalpha() else ""


_CAPITAL_V = Message("formats.capital-v", "A capital V: the sign is a small 'v'.")
_DOWN_IN_ACROSS = Message(
    "formats.down-in-across",
    "'{sign}' compares cells of a column; across lines use '<' and '>'.",
)
_ACROSS_IN_DOWN = Message(
    "formats.across-in-down",
    "'{sign}' compares cells of a row; down lines use '^' and 'v'.",
)
_HTML = Message("formats.html", "'&lt;' and '&gt;' are HTML; write '<' and '>'.")
NO_DIGITS = Message("formats.no-digits", "A digit: this format has signs only, no givens.")
_NO_LETTERS = Message(
    "formats.no-letters",
    "A letter: signs are '<', '>', '^' and a small 'v'; '.' stands for no sign.",
)


def count_signs(number: int, size: int) -> Message:
    """Return the hint for a line that has `number` signs instead of `size`."""
    return (_FEWER_SIGNS if number < size else _MORE_SIGNS).fill(n=number, size=size)


_FEWER_SIGNS = Message(
    "formats.fewer-signs",
    "This line has {n} sign instead of {size}. Write '.' for an absent sign.",
    "This line has {n} signs instead of {size}. Write '.' for an absent sign.",
)
_MORE_SIGNS = Message(
    "formats.more-signs",
    "This line has {n} sign instead of {size}.",
    "This line has {n} signs instead of {size}.",
)


def advise_on_line(fault: Fault, line: str, kind: LineKind, across: int) -> Text:
    """Return the hint for a fault of a line of signs.  An across line has `across` of them."""
    signs, size = ("^v", DOWN) if kind is DOWN_KIND else ("<>", across)
    character = line[fault.column - 1 : fault.column]
    is_of_other_kind = character and character in "<>^v" and character not in signs
    if fault.expected == (END_OF_LINE,) and is_of_other_kind:
        return _NEXT_LINE
    found = line.replace(" ", "").replace("\t", "")
    if set(found) <= {*signs, ABSENT} and len(found) != size:
        return count_signs(len(found), size)
    return advise(character, signs)


_NEXT_LINE = Message("formats.next-line", "Another line begins here.")


def write_lines(signs: str, letters: str, across: int) -> str:
    """Return lines of the kinds `A` and `D`, with one blank between signs and no trailing newline.

    An across line has `across` signs.
    """
    left = iter(signs)
    sizes = (DOWN if letter == "D" else across for letter in letters)
    return "\n".join(" ".join(islice(left, size)) for size in sizes)

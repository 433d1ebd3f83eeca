"""The two kinds of sign lines, and a sentence for each slip that people make in them."""

from __future__ import annotations

from enum import Enum

from ineqsudoku.puzzle import ABSENT


class Kind(Enum):
    """The two kinds of sign lines; the value is the number of signs in a line."""

    ACROSS = 6
    DOWN = 9

    @property
    def signs(self) -> str:
        return "<>" if self is Kind.ACROSS else "^v"

    @property
    def article(self) -> str:
        return "an across line" if self is Kind.ACROSS else "a down line"

    def __str__(self) -> str:
        return f"{self.article} ({self.value} of '{self.signs[0]}' and '{self.signs[1]}')"


ACROSS, DOWN = Kind.ACROSS, Kind.DOWN
BAND = (ACROSS, DOWN, ACROSS, DOWN, ACROSS)


def kind_of(line: str) -> Kind | None:
    """What a line of signs seems to be meant for, by most of its signs; None: can't tell."""
    across = sum(line.count(sign) for sign in ACROSS.signs)
    down = sum(line.count(sign) for sign in DOWN.signs + "V")
    if min(across, down) >= ACROSS.value:  # Two lines joined: the first one counts.
        return ACROSS if line.lstrip()[0] in ACROSS.signs else DOWN
    if across != down:
        return ACROSS if across > down else DOWN
    absent = line.count(ABSENT)
    return next((kind for kind in Kind if kind.value == absent), None)


def hint(found: str, kind: Kind) -> str:
    """What to say of the character `found` where a sign of `kind` was expected."""
    if found == "V":
        return "A capital V: the sign is a small 'v'."
    if found in "^v" and kind is ACROSS:
        return f"'{found}' compares cells of a column; this is an across line of '<' and '>'."
    if found in "<>" and kind is DOWN:
        return f"'{found}' compares cells of a row; this is a down line of '^' and 'v'."
    if found == "&":
        return "HTML for a sign: write '<' for '&lt;' and '>' for '&gt;'."
    if found.isdigit():
        return "A digit: this format has signs only, no givens."
    if found.isalpha():
        return "A letter: signs are '<', '>', '^' and a small 'v'; '.' stands for no sign."
    return ""


def joined(found: str, kind: Kind) -> str:
    """What to say when the sign `found` stands behind a whole line of `kind`."""
    return "Another line begins here." if found in "<>^v" and found not in kind.signs else ""


def miscount(line: str, kind: Kind) -> str:
    """What to say of a line that is right but for the number of its signs, else nothing."""
    signs = line.replace(" ", "").replace("\t", "")
    if set(signs) <= {*kind.signs, ABSENT} and len(signs) != kind.value:
        return f"{len(signs)} signs in {kind.article}, which has {kind.value}."
    return ""

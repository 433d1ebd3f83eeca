"""The two kinds of lines of signs, and hints for common mistakes in them."""

from __future__ import annotations

from typing import NamedTuple

from ineqsudoku.puzzle import ABSENT

SIGNS = "<>^v" + ABSENT


class LineKind(NamedTuple):
    """A kind of lines: `across` or `down`, its two `signs`, and the number of signs in a line."""

    name: str
    signs: str
    size: int

    @property
    def article(self) -> str:
        return "an across line" if self.name == "across" else "a down line"

    def __str__(self) -> str:
        return f"{self.article} ({self.size} of '{self.signs[0]}' and '{self.signs[1]}')"


ACROSS, DOWN = LineKind("across", "<>", 6), LineKind("down", "^v", 9)
BAND = (ACROSS, DOWN, ACROSS, DOWN, ACROSS)


class Pattern(NamedTuple):
    """The `lines` of signs that make a puzzle, in the grammar `language`.

    For both kinds, `across` and `down`, the grammar has a terminal that matches a line
    and a rule that matches its signs: `ACROSS` and `across_line`, `DOWN` and `down_line`.
    """

    language: str
    lines: tuple[LineKind, ...]
    across: LineKind
    down: LineKind

    def written(self, signs: str) -> str:
        """Return the lines with one blank between signs, without a trailing newline."""
        left = iter(signs)
        return "\n".join(" ".join(next(left) for _ in range(kind.size)) for kind in self.lines)

    def kind_of(self, line: str) -> LineKind | None:
        """Return the kind that a line of signs seems to be meant as."""
        return kind_of(line, self.across, self.down)


def kind_of(line: str, across: LineKind, down: LineKind) -> LineKind | None:
    """Return the kind of most signs of a line; else the kind with that many absent signs."""
    lefts = sum(map(line.count, across.signs))
    uppers = sum(map(line.count, down.signs + "V"))
    if min(lefts, uppers) >= across.size:  # Two lines joined: the first one counts.
        return across if line.lstrip()[0] in across.signs else down
    if lefts != uppers:
        return across if lefts > uppers else down
    absent = line.count(ABSENT)
    return next((kind for kind in (across, down) if kind.size == absent), None)


def hint(character: str, kind: LineKind) -> str:
    """Return the hint for a character where a sign of `kind` was expected."""
    if character == "V":
        return "A capital V: the sign is a small 'v'."
    if character in "^v" and character not in kind.signs:
        return f"'{character}' compares cells of a column; this is an across line of '<' and '>'."
    if character in "<>" and character not in kind.signs:
        return f"'{character}' compares cells of a row; this is a down line of '^' and 'v'."
    if character == "&":
        return "HTML for a sign: write '<' for '&lt;' and '>' for '&gt;'."
    if character.isdigit():
        return "A digit: this format has signs only, no givens."
    if character.isalpha():
        return "A letter: signs are '<', '>', '^' and a small 'v'; '.' stands for no sign."
    return ""


def joined(character: str, kind: LineKind) -> str:
    """Return the hint for a character after a whole line of `kind`; empty unless it is a sign."""
    is_of_other_kind = character in "<>^v" and character not in kind.signs
    return "Another line begins here." if is_of_other_kind else ""


def miscount(line: str, kind: LineKind) -> str:
    """Return the hint for a line that is wrong only in its number of signs; else empty."""
    signs = line.replace(" ", "").replace("\t", "")
    if set(signs) <= {*kind.signs, ABSENT} and len(signs) != kind.size:
        return f"{len(signs)} signs in {kind.article}, which has {kind.size}."
    return ""

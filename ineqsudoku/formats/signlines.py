"""Lines of signs: their two kinds, the pattern in which they make a puzzle, and the faults of
lines that depart from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby
from typing import NamedTuple

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Line
from ineqsudoku.formats.grammar import line_fault
from ineqsudoku.formats.scanning import (
    ANOTHER_LINE,
    BLANK_LINE,
    END_OF_LINE,
    END_OF_PUZZLE,
    LINE_OF_SIGNS,
)
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import ABSENT


class LineKind(NamedTuple):
    """A kind of lines: `across` or `down`, its two `signs`, and the number of signs in a line."""

    name: str
    signs: str
    size: int

    @property
    def found(self) -> Message:
        """The name of such a line in a text."""
        return _ACROSS_LINE if self.name == "across" else _DOWN_LINE

    @property
    def expected(self) -> Message:
        """The name of such a line where another one stands."""
        name = _EXPECTED_ACROSS if self.name == "across" else _EXPECTED_DOWN
        return name.fill(size=self.size)


_ACROSS_LINE = Message("formats.across-line", "an across line")
_DOWN_LINE = Message("formats.down-line", "a down line")
_EXPECTED_ACROSS = Message("formats.expected-across", "an across line ({size} of '<' and '>')")
_EXPECTED_DOWN = Message("formats.expected-down", "a down line ({size} of '^' and 'v')")

ACROSS, DOWN = LineKind("across", "<>", 6), LineKind("down", "^v", 9)
BAND = (ACROSS, DOWN, ACROSS, DOWN, ACROSS)


_FEW = 3
"""Up to this many lines after a whole puzzle are surplus; more are an incomplete puzzle."""

_RIGHT, _MISSING, _EXTRA = range(3)


class Pattern(NamedTuple):
    """The `lines` of signs that make a puzzle, in the grammar `language`.

    For both kinds, `across` and `down`, the grammar has a terminal that matches a line
    and a rule that matches its signs: `ACROSS` and `across_line`, `DOWN` and `down_line`.
    """

    language: str
    lines: tuple[LineKind, ...]
    across: LineKind
    down: LineKind

    def write(self, signs: str) -> str:
        """Return the lines with one blank between signs, without a trailing newline."""
        left = iter(signs)
        return "\n".join(" ".join(next(left) for _ in range(kind.size)) for kind in self.lines)

    def kind_of(self, line: str) -> LineKind | None:
        """Return the kind of most signs of a line; else the kind with that many absent signs."""
        lefts = sum(map(line.count, self.across.signs))
        uppers = sum(map(line.count, self.down.signs + "V"))
        if min(lefts, uppers) >= self.across.size:  # Two lines joined: the first one counts.
            return self.across if line.lstrip()[0] in self.across.signs else self.down
        if lefts != uppers:
            return self.across if lefts > uppers else self.down
        absent = line.count(ABSENT)
        return next((kind for kind in (self.across, self.down) if kind.size == absent), None)

    def faults(self, blocks: Sequence[list[Line]], is_whole: bool) -> Iterator[Fault]:
        """Yield the faults in runs of lines; unless `is_whole`, the last run is cut off."""
        *so_far, total = accumulate(map(len, blocks))
        if is_whole and total % len(self.lines) == 0:
            for block, count in zip(blocks, so_far, strict=False):
                if count % len(self.lines):
                    yield _blank_line(block[-1].number + 1)
            blocks = [[line for block in blocks for line in block]]
        for block in blocks:
            yield from self._of_block(block, is_whole or block is not blocks[-1])

    def _of_block(self, block: list[Line], is_whole: bool) -> Iterator[Fault]:
        """Yield the faults in a run of lines, which is compared with the pattern puzzle by puzzle.

        A surplus or missing line is one fault and must not make the lines after it look wrong.
        Unless the block `is_whole`, its last puzzle may be incomplete.
        """
        index = place = 0
        while index < len(block):
            line, kind = block[index], self.lines[place]
            shift = self._shift(block, index, place)
            if shift == _MISSING:
                yield self._miscounted(line, kind, _MISSING_LINE, block)
            elif shift == _EXTRA:
                yield self._miscounted(line, kind, _EXTRA_LINE, block)
            elif fault := self._of_line(line, kind):
                yield fault
            index += shift != _MISSING
            place = (place + (shift != _EXTRA)) % len(self.lines)
        if not is_whole:
            return
        if 0 < place <= _FEW and len(block) > len(self.lines):
            first = block[-place]
            yield self._miscounted(first, None, _EXTRA_LINE, block)
        elif place:
            yield self._ended(block, self.lines[place])

    def _shift(self, block: Sequence[Line], index: int, place: int) -> int:
        """Whether line `index` is in its place, or a line is missing or surplus.

        The answer is the one that lets most of the next lines fit; when in doubt, the line itself
        is at fault.
        """
        if self.kind_of(block[index].text) in (None, self.lines[place]):
            return _RIGHT
        fits = (
            self._fit(block, index + 1, place + 1),
            self._fit(block, index, place + 1),
            self._fit(block, index + 1, place),
        )
        return fits.index(max(fits))

    def _fit(self, block: Sequence[Line], index: int, place: int) -> int:
        """Return the number of lines from `index` on that fit, up to one puzzle.

        Two more count if the block ends exactly with a whole puzzle.
        """
        size = len(self.lines)
        for length, line in enumerate(block[index : index + size]):
            if self.kind_of(line.text) not in (None, self.lines[(place + length) % size]):
                return length
        left = len(block) - index
        return min(left, size) + 2 * ((place + left) % size == 0)

    def _of_line(self, line: Line, kind: LineKind) -> Fault | None:
        fault = line_fault(self.language, f"{kind.name}_line", line)
        return fault and replace(fault, hint=_hint(fault, line.text, kind))

    def _miscounted(
        self, line: Line, kind: LineKind | None, what: Message, block: list[Line]
    ) -> Fault:
        expected = kind.expected if kind else _BLANK_LINE_OR_END
        seen = self.kind_of(line.text)
        found = seen.found if seen else ANOTHER_LINE
        return Fault(line.number, 1, (expected,), found, self._count(what, block), line.text)

    def _ended(self, block: list[Line], kind: LineKind) -> Fault:
        place, hint = block[-1].number + 1, self._count(_BREAKS_OFF, block)
        return Fault(place, 1, (kind.expected,), END_OF_PUZZLE, hint)

    def _count(self, what: Message, block: list[Line]) -> Message:
        return what.fill(lines=LINES.fill(n=len(block), size=len(self.lines)))


_BLANK_LINE_OR_END = Message("formats.blank-line-or-end", "a blank line or the end of the file")

LINES = Message(
    "formats.lines",
    "There is {n} line; a puzzle has {size}.",
    "There are {n} lines; a puzzle has {size}.",
)
"""The sentence behind one of the next three."""

_MISSING_LINE = Message("formats.missing-line", "A line is missing here or above. {lines}")
_EXTRA_LINE = Message("formats.extra-line", "A line is surplus here or above. {lines}")
_BREAKS_OFF = Message("formats.breaks-off", "The puzzle breaks off. {lines}")


def runs(lines: Iterable[Line]) -> list[list[Line]]:
    """Return the runs of lines between blank lines."""
    by_blankness = groupby(lines, key=lambda line: line.is_blank)
    return [list(run) for is_blank, run in by_blankness if not is_blank]


_DOWN_IN_ACROSS = Message(
    "formats.down-in-across",
    "'{sign}' compares cells of a column; this is an across line of '<' and '>'.",
)
_ACROSS_IN_DOWN = Message(
    "formats.across-in-down",
    "'{sign}' compares cells of a row; this is a down line of '^' and 'v'.",
)
NO_DIGITS = Message("formats.no-digits", "A digit: this format has signs only, no givens.")
_NO_LETTERS = Message(
    "formats.no-letters",
    "A letter: signs are '<', '>', '^' and a small 'v'; '.' stands for no sign.",
)


def hint(character: str, kind: LineKind) -> Text:
    """Return the hint for a character where a sign of `kind` was expected; empty for none."""
    if character == "V":
        return Message("formats.capital-v", "A capital V: the sign is a small 'v'.")
    if character in "^v" and character not in kind.signs:
        return _DOWN_IN_ACROSS.fill(sign=character)
    if character in "<>" and character not in kind.signs:
        return _ACROSS_IN_DOWN.fill(sign=character)
    if character == "&":
        return Message("formats.html", "'&lt;' and '&gt;' are HTML; write '<' and '>'.")
    if character.isdigit():
        return NO_DIGITS
    return _NO_LETTERS if character.isalpha() else ""


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


def count_of_signs(number: int, size: int) -> Message:
    """Return the hint for a line that has `number` signs instead of `size`."""
    return (_FEWER_SIGNS if number < size else _MORE_SIGNS).fill(n=number, size=size)


def _hint(fault: Fault, line: str, kind: LineKind) -> Text:
    character = line[fault.column - 1 : fault.column]
    is_of_other_kind = character in "<>^v" and character not in kind.signs
    if fault.expected == (END_OF_LINE,) and is_of_other_kind:
        return Message("formats.next-line", "Another line begins here.")
    signs = line.replace(" ", "").replace("\t", "")
    if set(signs) <= {*kind.signs, ABSENT} and len(signs) != kind.size:
        return count_of_signs(len(signs), kind.size)
    return hint(character, kind)


_BETWEEN_PUZZLES = Message(
    "formats.between-puzzles", "Blank lines may stand between puzzles, not inside one."
)


def _blank_line(number: int) -> Fault:
    return Fault(number, 1, (LINE_OF_SIGNS,), BLANK_LINE, _BETWEEN_PUZZLES)

"""The *contest* format: 15 lines a puzzle, `grammar/contest.lark`."""

from __future__ import annotations

import re
from typing import ClassVar

from lark import Token, Transformer, Tree

from ineqsudoku.errors import Fault
from ineqsudoku.formats.lines import LineFormat, LineKind, Span
from ineqsudoku.formats.signs import (
    DOWN_KIND,
    LINES,
    across_kind,
    advise_on_line,
    guess_kind,
    write_lines,
)
from ineqsudoku.formats.words import A_PUZZLE_OR_END
from ineqsudoku.geometry import IN_BOX_PAIRS
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import Puzzle, Relation, relations_between

ACROSS = 6
"""The number of signs in an across line."""

BAND = "ADADA"
"""The kinds of the lines of a band: across, down, across, down, across."""

_LINES = 3 * len(BAND)
"""The number of lines of a puzzle."""

_WHOLE_BAND = f"{BAND}(?!D)"

_PARTS = re.compile(
    rf"(?P<band>{_WHOLE_BAND})"
    rf"|(?P<headings>h+)"
    rf"|(?P<others>.(?:(?!{_WHOLE_BAND}|(?<!h)h++(?:{_WHOLE_BAND}|$)).)*)"
)
"""The parts of a run: well-formed bands, the headings above them, and all other lines."""

_FEW = 2
"""Up to this many faulty lines are surplus; more are a faulty band or puzzle."""


class ContestTransformer(Transformer[Token, list[Relation]]):
    """Makes the relations of a layout from its tree."""

    def puzzle(self, lines: list[Token]) -> list[Relation]:
        return relations_between(IN_BOX_PAIRS, "".join("".join(lines).split()))


class Contest(LineFormat):
    """The format of contest files."""

    name = "contest"
    kinds: ClassVar = {"A": across_kind(ACROSS), "D": DOWN_KIND}
    puzzle = BAND * 3
    at_end = A_PUZZLE_OR_END

    def make(self, tree: Tree[Token]) -> Puzzle:
        return Puzzle.from_relations(ContestTransformer().transform(tree))

    def guess(self, line: str) -> str:
        return guess_kind(line, ACROSS)

    def divide(self, letters: str) -> list[Span]:
        """Return the puzzles of a run with faults.

        A puzzle is three bands.  Faulty lines between well-formed bands count as the nearest number
        of bands.  A puzzle ends early, at such lines or at a heading, if only whole puzzles follow.
        One or two lines without signs between puzzles are a faulty puzzle of their own.  One or two
        other lines belong to the puzzle above or, without one, to the puzzle below.  If it is not
        clear where a puzzle begins, it and the puzzle above are one faulty puzzle, so no fault is
        reported in the wrong puzzle.
        """
        spans: list[Span] = []
        parts = [*_PARTS.finditer(letters)]
        to_come = sum(map(_bands_in, parts))
        bands = start = clear = 0
        is_begun = False
        for part in parts:
            kind, end = part.lastgroup, part.end()
            to_come -= _bands_in(part)
            if not is_begun:
                start, is_begun = end - len(part[0].lstrip("h")), True
            if kind == "headings" and (bands == 0 or to_come % 3 == 0):
                if bands:
                    _unite(spans, clear, start, part.start())
                elif start < part.start():
                    spans.append((start, part.start()))
                bands, clear, is_begun = 0, len(spans), False
            elif kind == "others" and bands == 0 and len(part[0]) <= _FEW:
                if part[0].strip("x") == "":
                    spans.append(part.span())
                    is_begun = False
                elif len(spans) > clear:
                    start = spans.pop()[0]
                    if not letters.startswith(f"A{BAND}", end - 1):
                        spans.append((start, end))
                        is_begun = False
            else:
                bands += _bands_in(part)
                is_clear = not letters.startswith(BAND, end - 4)
                if is_clear and (bands % 3 == 0 or (kind == "others" and to_come % 3 == 0)):
                    spans += _puzzles_in(start, end)
                    bands, is_begun = 0, False
        if is_begun:
            _unite(spans, clear, start, len(letters))
        return spans

    def pattern(self, letters: str) -> str:
        return self.puzzle * max(1, round(len(letters) / _LINES))

    def count(self, letters: str, _: int) -> Message:
        return LINES.fill(n=len(letters), size=_LINES)

    def hint(self, fault: Fault, line: str, kind: LineKind) -> Text:
        return advise_on_line(fault, line, kind, ACROSS)


def _unite(spans: list[Span], first: int, start: int, end: int) -> None:
    """Join the spans from `first` on with the lines below, which go from `start` to `end`."""
    start = spans[first][0] if first < len(spans) else start
    spans[first:] = [(start, end)]


def _puzzles_in(start: int, end: int) -> list[Span]:
    """Return puzzles of 15 lines if these fill the span, else the whole span as one puzzle."""
    size = end - start if (end - start) % _LINES else _LINES
    return [(at, at + size) for at in range(start, end, size)]


def _bands_in(part: re.Match[str]) -> int:
    """Return the number of bands that a part of a run counts as."""
    if part.lastgroup == "others":
        return round(len(part[0]) / len(BAND)) if len(part[0]) > _FEW else 0
    return int(part.lastgroup == "band")


CONTEST = Contest()

read = CONTEST.read


def write(puzzle: Puzzle) -> str:
    """Return 15 lines with one blank between signs, without a trailing newline."""
    return write_lines(puzzle.signs, CONTEST.puzzle, ACROSS)

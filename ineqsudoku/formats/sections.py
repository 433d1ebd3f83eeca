"""Where a text of several puzzles can be cut, so that neither side changes the puzzles and faults
of the other.

A *section* is the text between two such places.  The sections of a text that is read whole and
of one that is read piece by piece are the same: whether a section starts in some line depends on
the text from the start of the section before up to a few lines behind, and on nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from ineqsudoku.formats.grammar import puzzle_expression
from ineqsudoku.formats.scanning import BLANKS
from ineqsudoku.formats.signlines import Pattern

MAX_LINES = 960
"""A section that reaches this length ends with a block of lines, whatever is in it."""

MAX_CHARACTERS = 128 * 1024
"""The same in characters."""


class Run(NamedTuple):
    """Lines from `start` to `end` of a text that are meant for signs, or for rows of givens."""

    are_signs: bool
    start: int
    end: int


Runs = Callable[[int, int], Iterable[Run]]
"""The runs in a block of lines, from its start to its end."""


def sections(text: str, pattern: Pattern, runs: Runs, is_whole: bool) -> Iterator[int]:
    """Yield the starts of the sections of a text whose puzzles are lines of signs and perhaps rows.

    A section starts with signs, behind rows, or behind a blank line if whole puzzles come before
    it or if it has as many lines as whole puzzles.  Unless `is_whole`, more text follows, and
    only starts that it cannot change are yielded.
    """
    size = len(pattern.lines)
    section = None
    section_line = line = odd = 0
    is_behind_rows = False
    for segment in _segments(text, pattern, runs, is_whole):
        first = segment[0]
        lines = text.count("\n", first.start, first.end)
        is_long = section is None or (
            line - section_line >= MAX_LINES or first.start - section >= MAX_CHARACTERS
        )
        odd = 0 if is_behind_rows else odd
        if is_long or (first.are_signs and (odd == 0 or lines % size == 0)):
            yield first.start
            section, section_line, odd = first.start, line, 0
        if first.are_signs:
            odd = 0 if lines % size == 0 else (odd + lines) % size
        is_behind_rows = not segment[-1].are_signs
        line += text.count("\n", first.start, segment[-1].end)


def _segments(text: str, pattern: Pattern, runs: Runs, is_whole: bool) -> Iterator[list[Run]]:
    """Yield runs of signs and of rows behind them, none across a blank line.

    A long segment is cut behind a puzzle; where depends on its lines before and on a few puzzles
    behind.  Unless `is_whole`, a segment that may go on is left out.
    """
    for start, end in blocks(text):
        segments = _split(runs(start, end))
        may_go_on = not is_whole and end == len(text)
        for segment in segments:
            is_open = may_go_on and segment is segments[-1]
            start, end = segment[0].start, segment[-1].end
            while (limit := _limit(text, start, end, 2 if is_open else 1)) is not None:
                behind = _end_of_puzzles(text, pattern, start, end, limit)
                yield _between(segment, start, behind)
                start = behind
            if start < end and not is_open:
                yield _between(segment, start, end)


def _split(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs of a block; signs behind rows begin a new segment."""
    segments: list[list[Run]] = []
    for run in runs:
        if not segments or (run.are_signs and not segments[-1][-1].are_signs):
            segments.append([])
        segments[-1].append(run)
    return segments


def _between(segment: list[Run], start: int, end: int) -> list[Run]:
    """Return the runs of a segment between two places."""
    cut = (Run(run.are_signs, max(run.start, start), min(run.end, end)) for run in segment)
    return [run for run in cut if run.start < run.end]


def _limit(text: str, start: int, end: int, times: int) -> int | None:
    """Return where a block has to be cut at the latest, if it is `times` as long as it may be."""
    if text.count("\n", start, end) > times * MAX_LINES:
        limit = start
        for _ in range(MAX_LINES):
            limit = text.index("\n", limit) + 1
        return limit
    if end - start > times * MAX_CHARACTERS:
        before = text.rfind("\n", start, start + MAX_CHARACTERS) + 1
        return before or text.index("\n", start) + 1
    return None


def _end_of_puzzles(text: str, pattern: Pattern, start: int, end: int, limit: int) -> int:
    """Return where the last puzzle before the limit ends in a block of lines, else the limit.

    If possible, another puzzle follows, because lines before a fault may belong to it; and enough
    puzzles stand before, so that a fault before them can be told from them.
    """
    chosen, last, in_a_row = start, start, 0
    for span in spans(text, pattern, start, end, limit):
        if span.is_puzzle and in_a_row >= _IN_A_ROW and span.start <= limit:
            chosen = span.start
        if span.end > limit:
            break
        in_a_row = in_a_row + 1 if span.is_puzzle else 0
        last = span.end if span.is_puzzle else last
    return next((place for place in (chosen, last) if place > start), limit)


class Span(NamedTuple):
    """A puzzle in a block of lines, or lines between two puzzles that are none."""

    start: int
    end: int
    is_puzzle: bool


def spans(text: str, pattern: Pattern, start: int, end: int, limit: int) -> Iterator[Span]:
    """Yield the puzzles of a block of lines without blank lines, and what stands between them.

    A puzzle has lines of signs, and perhaps rows.  A span without a puzzle ends where the next
    puzzle starts, if one starts before `limit`, and else with the block.
    """
    match = puzzle_expression(pattern.language).match
    while start < end:
        puzzle = match(text, start, end)
        behind = puzzle.end() if puzzle else _next_puzzles(text, pattern, start, end, limit)
        yield Span(start, behind, bool(puzzle))
        start = behind


_IN_A_ROW = 2
"""The puzzles that must follow a fault one after the other: some lines may fit by chance."""


def _next_puzzles(text: str, pattern: Pattern, start: int, end: int, limit: int) -> int:
    """Return where puzzles begin again behind a fault at `start`, else the end of the block.

    A puzzle with a fault usually has as many lines as any, or one less, or one more.
    """
    ends = [line.end() for line in re.compile("\n").finditer(text, start, limit)]
    size = len(pattern.lines)
    usual = [lines for lines in (size, size - 1, size + 1) if lines <= len(ends)]
    for lines in chain(usual, range(1, len(ends) + 1)):
        if _has_puzzles(text, pattern, ends[lines - 1], end):
            return ends[lines - 1]
    return end


def _has_puzzles(text: str, pattern: Pattern, start: int, end: int) -> bool:
    """Whether enough consecutive puzzles begin at `start`."""
    for _ in range(_IN_A_ROW):
        puzzle = puzzle_expression(pattern.language).match(text, start, end)
        if not puzzle:
            return False
        start = puzzle.end()
    return True


def starts_of_puzzles(text: str, pattern: Pattern, blocks: Iterable[tuple[int, int]]) -> list[int]:
    """Return the starts of puzzles in `blocks` of lines between blank lines.

    A block that is not a whole number of puzzles counts as one puzzle, unless puzzles follow its
    fault.  If it makes a whole number together with the next such blocks, it counts as one with
    them, because blank lines stand inside a puzzle.
    """
    starts: list[int] = []
    incomplete: list[int] = []
    lines = 0
    for start, end in blocks:
        lines += text.count("\n", start, end)
        if inside := _starts_in_block(text, pattern, start, end):
            starts += [*incomplete, *inside]
        else:
            incomplete.append(start)
            if lines % len(pattern.lines):
                continue
            starts.append(incomplete[0])
        incomplete = []
        lines = 0
    return starts + incomplete


def _starts_in_block(text: str, pattern: Pattern, start: int, end: int) -> list[int]:
    """Return the starts of the puzzles in a block; none if it is a part of a puzzle or has no
    puzzles after a fault.

    In a block with a surplus or missing line, these are the puzzles and those with the fault.  A
    line that is missing between two puzzles leaves both without it.
    """
    size, lines = len(pattern.lines), text.count("\n", start, end)
    if lines <= size:
        return [start] if lines == size else []
    if lines % size == 0:
        puzzles = re.compile(rf"(?:[^\n]*+\n){{{size}}}")
        return [puzzle.start() for puzzle in puzzles.finditer(text, start, end)]
    *others, last = spans(text, pattern, start, end, end)
    if all(span.is_puzzle for span in others):
        return []
    starts: list[int] = []
    for span in (*others, last):
        if span.is_puzzle or not starts or _begins(text, pattern, span.start):
            starts.append(span.start)
    return starts


def _begins(text: str, pattern: Pattern, start: int) -> bool:
    """Whether two lines are like the first two lines of a puzzle."""
    lines = text[start:].split("\n", 2)[:2]
    kinds = map(pattern.kind_of, lines)
    return all(kind in (None, of) for kind, of in zip(kinds, pattern.lines, strict=False))


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of the runs of lines between blank lines."""
    # One expression for a whole block would need some 80 bytes per line.
    first = re.compile(rf"(?m)^{BLANKS}[^ \t\n]")
    last = re.compile(rf"\n(?={BLANKS}(?:\n|\Z))")
    end = 0
    while match := first.search(text, end):
        start = match.start()
        behind = last.search(text, match.end())
        end = behind.end() if behind else len(text)
        yield start, end

"""`Pattern`: the lines of signs of a puzzle, and the faults of lines that depart from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Line
from ineqsudoku.formats.grammars import END_OF_LINE, line_fault
from ineqsudoku.formats.sections import spans
from ineqsudoku.formats.signlines import LineKind, hint, joined, kind_of, miscount


def runs(lines: Iterable[Line]) -> list[list[Line]]:
    """The runs of lines between blank lines."""
    found: list[list[Line]] = []
    after_blank = True
    for line in lines:
        is_blank = not line.text.strip(" \t")
        if not is_blank and after_blank:
            found.append([line])
        elif not is_blank:
            found[-1].append(line)
        after_blank = is_blank
    return found


_FEW = 3
"""Up to this many lines after a whole puzzle are surplus; more are an incomplete puzzle."""

_RIGHT, _MISSING, _EXTRA = range(3)


class Pattern(NamedTuple):
    """The `lines` of signs that make a puzzle, in the grammar `language`.

    For each of the two kinds, `across` and `down`, the grammar has a terminal that matches a line
    and a rule that matches its signs: `ACROSS` and `across_line`, `DOWN` and `down_line`.
    """

    language: str
    lines: tuple[LineKind, ...]
    across: LineKind
    down: LineKind

    def written(self, signs: str) -> str:
        """The lines with one blank between signs, without a trailing newline."""
        left = iter(signs)
        return "\n".join(" ".join(next(left) for _ in range(kind.size)) for kind in self.lines)

    def kind_of(self, line: Line) -> LineKind | None:
        """The kind that a line of signs seems to be meant as."""
        return kind_of(line.text, self.across, self.down)

    def starts(self, text: str, blocks: Iterable[tuple[int, int]]) -> list[int]:
        """The starts of puzzles in `blocks` of lines between blank lines.

        A block that is not a whole number of puzzles counts as one puzzle, unless puzzles follow
        its fault.  If it makes a whole number together with the next such blocks, it counts as one
        with them, because blank lines stand inside a puzzle.
        """
        size = len(self.lines)
        puzzles = re.compile(rf"(?:[^\n]*+\n){{{size}}}")
        found: list[int] = []
        odd: list[int] = []
        odd_lines = 0
        for start, end in blocks:
            lines = text.count("\n", start, end)
            if lines == size:
                found += [*odd, start]
            elif lines % size == 0:
                found += odd
                found += (puzzle.start() for puzzle in puzzles.finditer(text, start, end))
            elif lines > size and (inside := self._around_faults(text, start, end)):
                found += [*odd, *inside]
            else:
                odd.append(start)
                odd_lines += lines
                if odd_lines % size:
                    continue
                found.append(odd[0])
            odd = []
            odd_lines = 0
        return found + odd

    def _around_faults(self, text: str, start: int, end: int) -> list[int]:
        """The starts of the puzzles in a block with a surplus or missing line, and of the puzzles
        with the fault; empty if no puzzles follow the fault.

        A line that is missing between two puzzles leaves both without it.
        """
        found: list[int] = []
        *others, last = spans(text, self.language, len(self.lines), start, end, end)
        if all(each.is_puzzle for each in others):
            return []
        for each in (*others, last):
            if each.is_puzzle or not found or self._begins(text, each.start):
                found.append(each.start)
        return found

    def _begins(self, text: str, start: int) -> bool:
        """Whether two lines are like the first two lines of a puzzle."""
        lines = text[start:].split("\n", 2)[:2]
        kinds = (kind_of(line, self.across, self.down) for line in lines)
        return all(kind in (None, of) for kind, of in zip(kinds, self.lines, strict=False))

    def faults(self, blocks: Sequence[list[Line]], is_whole: bool) -> Iterator[Fault]:
        """The faults in runs of lines; unless `is_whole`, the last run is cut off."""
        *so_far, total = accumulate(map(len, blocks))
        if is_whole and total % len(self.lines) == 0:
            for block, count in zip(blocks, so_far, strict=False):
                if count % len(self.lines):
                    yield _blank_line(block[-1].number + 1)
            blocks = [[line for block in blocks for line in block]]
        for block in blocks:
            yield from self._of_block(block, is_whole or block is not blocks[-1])

    def _of_block(self, block: list[Line], is_whole: bool) -> Iterator[Fault]:
        """The faults in a run of lines, which is compared with the pattern puzzle by puzzle.

        A surplus or missing line is one fault and must not make the lines after it look wrong.
        Unless the block `is_whole`, its last puzzle may be incomplete.
        """
        index = place = 0
        while index < len(block):
            line, kind = block[index], self.lines[place]
            shift = self._shift(block, index, place)
            if shift == _MISSING:
                yield self._miscounted(line, kind, "A line is missing here or above", block)
            elif shift == _EXTRA:
                yield self._miscounted(line, kind, "Here or above is a line too many", block)
            elif fault := self._of_line(line, kind):
                yield fault
            index += shift != _MISSING
            place = (place + (shift != _EXTRA)) % len(self.lines)
        if not is_whole:
            return
        if 0 < place <= _FEW and len(block) > len(self.lines):
            first = block[-place]
            yield self._miscounted(first, None, "Here or above is a line too many", block)
        elif place:
            yield self._ended(block, self.lines[place])

    def _shift(self, block: Sequence[Line], index: int, place: int) -> int:
        """Whether line `index` is in its place, or a line is missing or surplus.

        The answer is the one that lets most of the next lines fit; when in doubt, the line itself
        is at fault.
        """
        if self.kind_of(block[index]) in (None, self.lines[place]):
            return _RIGHT
        fits = (
            self._fit(block, index + 1, place + 1),
            self._fit(block, index, place + 1),
            self._fit(block, index + 1, place),
        )
        return fits.index(max(fits))

    def _fit(self, block: Sequence[Line], index: int, place: int) -> int:
        """The number of lines from `index` on that fit, up to one puzzle.

        Two more count if the block ends exactly with a whole puzzle.
        """
        size = len(self.lines)
        for length, line in enumerate(block[index : index + size]):
            if self.kind_of(line) not in (None, self.lines[(place + length) % size]):
                return length
        left = len(block) - index
        return min(left, size) + 2 * ((place + left) % size == 0)

    def _of_line(self, line: Line, kind: LineKind) -> Fault | None:
        fault = line_fault(self.language, kind.name.upper(), f"{kind.name}_line", line)
        return fault and replace(fault, hint=_hint(fault, line.text, kind))

    def _miscounted(self, line: Line, kind: LineKind | None, what: str, block: list[Line]) -> Fault:
        expected = str(kind) if kind else "a blank line or the end of the file"
        seen = self.kind_of(line)
        found = seen.article if seen else "another line"
        return Fault(line.number, 1, (expected,), found, self._count(what, block), line.text)

    def _ended(self, block: list[Line], kind: LineKind) -> Fault:
        place = block[-1].number + 1
        what = "The puzzle breaks off"
        return Fault(place, 1, (str(kind),), "the end of the puzzle", self._count(what, block))

    def _count(self, what: str, block: list[Line]) -> str:
        there = "is 1 line" if len(block) == 1 else f"are {len(block)} lines"
        return f"{what}: there {there}, a puzzle has {len(self.lines)}."


def _hint(fault: Fault, line: str, kind: LineKind) -> str:
    found = line[fault.column - 1 : fault.column]
    behind = joined(found, kind) if fault.expected == (END_OF_LINE,) else ""
    return behind or miscount(line, kind) or hint(found, kind)


def _blank_line(number: int) -> Fault:
    hint = "Blank lines may stand between puzzles, not inside one."
    return Fault(number, 1, ("a line of signs",), "a blank line", hint)

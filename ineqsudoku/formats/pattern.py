"""`LineFaults`: the faults of lines of signs that depart from the pattern of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Line
from ineqsudoku.formats.grammars import line_fault
from ineqsudoku.formats.scanning import END_OF_LINE
from ineqsudoku.formats.signlines import LineKind, Pattern, hint, joined, miscount


def runs(lines: Iterable[Line]) -> list[list[Line]]:
    """Return the runs of lines between blank lines."""
    blocks: list[list[Line]] = []
    after_blank = True
    for line in lines:
        is_blank = not line.text.strip(" \t")
        if not is_blank and after_blank:
            blocks.append([line])
        elif not is_blank:
            blocks[-1].append(line)
        after_blank = is_blank
    return blocks


_FEW = 3
"""Up to this many lines after a whole puzzle are surplus; more are an incomplete puzzle."""

_RIGHT, _MISSING, _EXTRA = range(3)


class LineFaults(NamedTuple):
    """Compares runs of lines with the `pattern` of a puzzle."""

    pattern: Pattern

    def faults(self, blocks: Sequence[list[Line]], is_whole: bool) -> Iterator[Fault]:
        """Yield the faults in runs of lines; unless `is_whole`, the last run is cut off."""
        *so_far, total = accumulate(map(len, blocks))
        if is_whole and total % len(self.pattern.lines) == 0:
            for block, count in zip(blocks, so_far, strict=False):
                if count % len(self.pattern.lines):
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
            line, kind = block[index], self.pattern.lines[place]
            shift = self._shift(block, index, place)
            if shift == _MISSING:
                yield self._miscounted(line, kind, "A line is missing here or above", block)
            elif shift == _EXTRA:
                yield self._miscounted(line, kind, "Here or above is a line too many", block)
            elif fault := self._of_line(line, kind):
                yield fault
            index += shift != _MISSING
            place = (place + (shift != _EXTRA)) % len(self.pattern.lines)
        if not is_whole:
            return
        if 0 < place <= _FEW and len(block) > len(self.pattern.lines):
            first = block[-place]
            yield self._miscounted(first, None, "Here or above is a line too many", block)
        elif place:
            yield self._ended(block, self.pattern.lines[place])

    def _shift(self, block: Sequence[Line], index: int, place: int) -> int:
        """Whether line `index` is in its place, or a line is missing or surplus.

        The answer is the one that lets most of the next lines fit; when in doubt, the line itself
        is at fault.
        """
        if self.pattern.kind_of(block[index].text) in (None, self.pattern.lines[place]):
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
        kinds = self.pattern.lines
        size = len(kinds)
        for length, line in enumerate(block[index : index + size]):
            if self.pattern.kind_of(line.text) not in (
                None,
                self.pattern.lines[(place + length) % size],
            ):
                return length
        left = len(block) - index
        return min(left, size) + 2 * ((place + left) % size == 0)

    def _of_line(self, line: Line, kind: LineKind) -> Fault | None:
        fault = line_fault(self.pattern.language, kind.name.upper(), f"{kind.name}_line", line)
        return fault and replace(fault, hint=_hint(fault, line.text, kind))

    def _miscounted(self, line: Line, kind: LineKind | None, what: str, block: list[Line]) -> Fault:
        expected = str(kind) if kind else "a blank line or the end of the file"
        seen = self.pattern.kind_of(line.text)
        found = seen.article if seen else "another line"
        return Fault(line.number, 1, (expected,), found, self._count(what, block), line.text)

    def _ended(self, block: list[Line], kind: LineKind) -> Fault:
        place = block[-1].number + 1
        what = "The puzzle breaks off"
        return Fault(place, 1, (str(kind),), "the end of the puzzle", self._count(what, block))

    def _count(self, what: str, block: list[Line]) -> str:
        there = "is 1 line" if len(block) == 1 else f"are {len(block)} lines"
        return f"{what}: there {there}, a puzzle has {len(self.pattern.lines)}."


def _hint(fault: Fault, line: str, kind: LineKind) -> str:
    character = line[fault.column - 1 : fault.column]
    behind = joined(character, kind) if fault.expected == (END_OF_LINE,) else ""
    return behind or miscount(line, kind) or hint(character, kind)


def _blank_line(number: int) -> Fault:
    hint = "Blank lines may stand between puzzles, not inside one."
    return Fault(number, 1, ("a line of signs",), "a blank line", hint)

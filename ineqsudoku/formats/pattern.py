"""Lines of signs that follow a pattern, over and over, and where a text leaves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from typing import TypeVar

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Line
from ineqsudoku.formats.grammars import END_OF_LINE, line_fault
from ineqsudoku.formats.signlines import Kind, hint, joined, kind_of, miscount

AnyLine = TypeVar("AnyLine")


def runs(lines: Iterable[AnyLine], text: Callable[[AnyLine], str]) -> list[list[AnyLine]]:
    """The runs of lines between blank lines."""
    found = groupby(lines, key=lambda line: not text(line).strip(" \t"))
    return [list(run) for is_blank, run in found if not is_blank]


_FEW = 3
"""So many lines behind a whole puzzle are called too many, more a puzzle that breaks off."""

_RIGHT, _MISSING, _EXTRA = range(3)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The `lines` of signs that make a puzzle, in the grammar `language`.

    The grammar has for each of the two kinds, `across` and `down`, a terminal that takes a
    line and a rule that takes its signs: `ACROSS` and `across_line`, `DOWN` and `down_line`.
    """

    language: str
    lines: tuple[Kind, ...]
    across: Kind
    down: Kind

    def written(self, signs: str) -> str:
        """The lines with one blank between signs, without a last newline."""
        left = iter(signs)
        return "\n".join(" ".join(next(left) for _ in range(kind.size)) for kind in self.lines)

    def kind_of(self, line: Line) -> Kind | None:
        """What a line of signs seems to be meant for."""
        return kind_of(line.text, self.across, self.down)

    def starts(self, blocks: Iterable[list[int]]) -> list[int]:
        """Where puzzles start, from where the lines start in each run between blank lines.

        Where the lines between two blank ones are no whole number of puzzles, they are taken
        for one, or for a puzzle together with the next such lines: a blank line inside a
        puzzle.
        """
        size = len(self.lines)
        found: list[int] = []
        odd: list[list[int]] = []
        for places in blocks:
            if len(places) % size:
                odd.append(places)
                if sum(map(len, odd)) % size:
                    continue
                odd = odd[:1]
            found += [places[0] for places in odd]
            odd = []
            if len(places) % size == 0:
                found += places[::size]
        return found + [places[0] for places in odd]

    def faults(self, blocks: Sequence[list[Line]], is_whole: bool) -> Iterator[Fault]:
        """What is wrong with runs of lines; unless `is_whole`, the last of them goes on."""
        *so_far, total = accumulate(map(len, blocks))
        if is_whole and total % len(self.lines) == 0:
            for block, count in zip(blocks, so_far, strict=False):
                if count % len(self.lines):
                    yield _blank_line(block[-1].number + 1)
            blocks = [[line for block in blocks for line in block]]
        for block in blocks:
            yield from self._of_block(block, is_whole or block is not blocks[-1])

    def _of_block(self, block: list[Line], is_whole: bool) -> Iterator[Fault]:
        """Hold the lines against the pattern, round after round; a line too many or too few
        is told once and must not make all the lines behind it look wrong.  Where the block is
        not whole, its last puzzle need not be either."""
        kinds = [self.kind_of(line) for line in block]
        index = place = 0
        while index < len(block):
            line, kind = block[index], self.lines[place]
            shift = self._shift(kinds, index, place)
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

    def _shift(self, kinds: Sequence[Kind | None], index: int, place: int) -> int:
        """Whether line `index` stands in its place or a line is missing or too many: whatever
        lets most of the next lines fit; when in doubt the line itself is at fault."""
        if kinds[index] in (None, self.lines[place]):
            return _RIGHT
        fits = (
            self._fit(kinds[index + 1 :], place + 1),
            self._fit(kinds[index:], place + 1),
            self._fit(kinds[index + 1 :], place),
        )
        return fits.index(max(fits))

    def _fit(self, kinds: Sequence[Kind | None], place: int) -> int:
        """How many lines fit before the first that does not, over one puzzle at most; two
        more when they reach the end of the block just as a puzzle is whole."""
        size = len(self.lines)
        for length, kind in enumerate(kinds[:size]):
            if kind not in (None, self.lines[(place + length) % size]):
                return length
        is_whole = (place + len(kinds)) % size == 0
        return min(len(kinds), size) + 2 * is_whole

    def _of_line(self, line: Line, kind: Kind) -> Fault | None:
        fault = line_fault(self.language, kind.name.upper(), f"{kind.name}_line", line)
        return fault and replace(fault, hint=_hint(fault, kind))

    def _miscounted(self, line: Line, kind: Kind | None, what: str, block: list[Line]) -> Fault:
        expected = str(kind) if kind else "a blank line or the end of the file"
        seen = self.kind_of(line)
        found = seen.article if seen else "another line"
        return Fault(line.number, 1, (expected,), found, self._count(what, block), line.text)

    def _ended(self, block: list[Line], kind: Kind) -> Fault:
        place = block[-1].number + 1
        what = "The puzzle breaks off"
        return Fault(place, 1, (str(kind),), "the end of the puzzle", self._count(what, block))

    def _count(self, what: str, block: list[Line]) -> str:
        there = "is 1 line" if len(block) == 1 else f"are {len(block)} lines"
        return f"{what}: there {there}, a puzzle has {len(self.lines)}."


def _hint(fault: Fault, kind: Kind) -> str:
    found = fault.text[fault.column - 1 : fault.column]
    behind = joined(found, kind) if fault.expected == (END_OF_LINE,) else ""
    return behind or miscount(fault.text, kind) or hint(found, kind)


def _blank_line(number: int) -> Fault:
    hint = "Blank lines may stand between puzzles, not inside one."
    return Fault(number, 1, ("a line of signs",), "a blank line", hint)

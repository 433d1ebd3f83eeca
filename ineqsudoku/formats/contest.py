"""The *contest* format: 15 lines a puzzle, `grammar/contest.lark`.

Reading goes the fast way, a token a line.  Only when that fails, the lines are taken one
by one, a token a sign, so that every faulty line can be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Line, starts_of_lines
from ineqsudoku.formats.grammars import END_OF_LINE, line_fault
from ineqsudoku.formats.signlines import BAND, Kind, hint, joined, kind_of, miscount
from ineqsudoku.puzzle import Puzzle

TOKEN = None

LINES = BAND * 3
"""The kinds of the 15 lines of a puzzle."""


def puzzle(characters: str) -> Puzzle:
    """The puzzle of the 108 signs that the grammar found."""
    return Puzzle(characters)


def write(puzzle: Puzzle) -> str:
    """15 lines with one blank between signs, without a last newline."""
    signs = iter(puzzle.signs)
    return "\n".join(" ".join(next(signs) for _ in range(kind.value)) for kind in LINES)


def starts(text: str) -> list[int]:
    """Every 15 lines are a puzzle.

    Where the lines between two blank ones are too many or too few for that, they are taken
    for one, or for a puzzle together with the next such lines: a blank line inside a puzzle.
    """
    found: list[int] = []
    odd: list[list[int]] = []
    for is_blank, run in groupby(starts_of_lines(text), key=lambda line: not line[1].strip(" \t")):
        places = [start for start, _ in run]
        if is_blank:
            continue
        if len(places) % len(LINES):
            odd.append(places)
            if sum(map(len, odd)) % len(LINES):
                continue
            odd = odd[:1]
        found += [places[0] for places in odd]
        odd = []
        if len(places) % len(LINES) == 0:
            found += places[:: len(LINES)]
    return found + [places[0] for places in odd]


def faults(document: Document, index: int) -> Iterator[Fault]:
    """All that can be told apart in a text that the grammar refuses, from `index` on.

    A line too many shows only in what seems to be the next puzzle, so the puzzle before is
    looked at, too, when no blank line parts it.
    """
    excerpt = document.excerpt(document.lines_before(index, len(LINES)))
    blocks = _blocks(excerpt.lines)
    *so_far, total = accumulate(map(len, blocks))
    if excerpt.is_whole and total % len(LINES) == 0:
        for block, count in zip(blocks, so_far, strict=False):
            if count % len(LINES):
                yield _blank_line(block[-1].number + 1)
        blocks = [[line for block in blocks for line in block]]
    for block in blocks:
        yield from _faults_of_block(block, excerpt.is_whole or block is not blocks[-1])


def _blocks(lines: list[Line]) -> list[list[Line]]:
    """The runs of lines between blank lines."""
    runs = groupby(lines, key=lambda line: line.is_blank)
    return [list(run) for is_blank, run in runs if not is_blank]


def _faults_of_block(block: list[Line], is_whole: bool) -> Iterator[Fault]:
    """Hold the lines against `LINES`, round after round; a line too many or too few is told
    once and must not make all the lines behind it look wrong.  Where the block is not whole,
    its last puzzle need not be either."""
    kinds = [kind_of(line.text) for line in block]
    index = place = 0
    while index < len(block):
        line, kind = block[index], LINES[place]
        shift = _shift(kinds, index, place)
        if shift == _MISSING:
            yield _miscounted(line, kind, "A line is missing here or above", block)
        elif shift == _EXTRA:
            yield _miscounted(line, kind, "Here or above is a line too many", block)
        elif fault := _fault_of_line(line, kind):
            yield fault
        index += shift != _MISSING
        place = (place + (shift != _EXTRA)) % len(LINES)
    if not is_whole:
        return
    if 0 < place <= _FEW and len(block) > len(LINES):
        first = block[-place]
        yield _miscounted(first, None, "Here or above is a line too many", block)
    elif place:
        yield _ended(block, LINES[place])


_FEW = 3
"""So many lines behind a whole puzzle are called too many, more a puzzle that breaks off."""

_RIGHT, _MISSING, _EXTRA = range(3)


def _shift(kinds: Sequence[Kind | None], index: int, place: int) -> int:
    """Whether line `index` stands in its place or a line is missing or too many: whatever
    lets most of the next lines fit; when in doubt the line itself is at fault."""
    if kinds[index] in (None, LINES[place]):
        return _RIGHT
    fits = (
        _fit(kinds[index + 1 :], place + 1),
        _fit(kinds[index:], place + 1),
        _fit(kinds[index + 1 :], place),
    )
    return fits.index(max(fits))


def _fit(kinds: Sequence[Kind | None], place: int) -> int:
    """How many lines fit before the first that does not, over one puzzle at most; two
    more when they reach the end of the block just as a puzzle is whole."""
    for length, kind in enumerate(kinds[: len(LINES)]):
        if kind not in (None, LINES[(place + length) % len(LINES)]):
            return length
    is_whole = (place + len(kinds)) % len(LINES) == 0
    return min(len(kinds), len(LINES)) + 2 * is_whole


def _fault_of_line(line: Line, kind: Kind) -> Fault | None:
    rule = f"{kind.name.lower()}_line"
    fault = line_fault("contest", kind.name, rule, line)
    return fault and replace(fault, hint=_hint(fault, kind))


def _hint(fault: Fault, kind: Kind) -> str:
    found = fault.text[fault.column - 1 : fault.column]
    behind = joined(found, kind) if fault.expected == (END_OF_LINE,) else ""
    return behind or miscount(fault.text, kind) or hint(found, kind)


def _miscounted(line: Line, kind: Kind | None, what: str, block: list[Line]) -> Fault:
    expected = str(kind) if kind else "a blank line or the end of the file"
    seen = kind_of(line.text)
    found = seen.article if seen else "another line"
    return Fault(line.number, 1, (expected,), found, _count(what, block), line.text)


def _ended(block: list[Line], kind: Kind) -> Fault:
    place = block[-1].number + 1
    what = "The puzzle breaks off"
    return Fault(place, 1, (str(kind),), "the end of the puzzle", _count(what, block))


def _count(what: str, block: list[Line]) -> str:
    there = "is 1 line" if len(block) == 1 else f"are {len(block)} lines"
    return f"{what}: there {there}, a puzzle has {len(LINES)}."


def _blank_line(number: int) -> Fault:
    hint = "Blank lines may stand between puzzles, not inside one."
    return Fault(number, 1, ("a line of signs",), "a blank line", hint)

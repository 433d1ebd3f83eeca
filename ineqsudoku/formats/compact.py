"""The *compact* format: the 108 signs of a puzzle on one line, `grammar/compact.lark`."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, starts_of_lines
from ineqsudoku.formats.grammars import line_fault
from ineqsudoku.formats.signlines import BAND, SIGNS, hint
from ineqsudoku.geometry import IN_BOX_PAIRS, Pair
from ineqsudoku.puzzle import ABSENT, Puzzle

CHARACTERS = SIGNS

_KINDS = tuple(kind for kind in BAND * 3 for _ in range(kind.size))
"""The kind of each of the 108 signs."""

LENGTHS = (len(_KINDS),)


def puzzle(characters: str) -> Puzzle:
    """The puzzle with these 108 signs."""
    return Puzzle(characters)


_ALLOWED = (*(kind.signs.encode() + ABSENT.encode() for kind in _KINDS), b"\n")
"""The characters that each place of a line may have."""


def layouts(text: str) -> list[Puzzle] | None:
    """The puzzles of a text with exactly 108 signs in each line; `None` for any other text.

    Much faster than the grammar.
    """
    width = len(_ALLOWED)
    if len(text) % width or not text.isascii():
        return None
    data = text.encode("ascii")
    if any(data[place::width].translate(None, allowed) for place, allowed in enumerate(_ALLOWED)):
        return None
    return Puzzle.layouts_unchecked(text.split("\n")[:-1])


def pairs(_first: str) -> Sequence[Pair]:
    """The pairs of the signs in their order."""
    return IN_BOX_PAIRS


def write(puzzle: Puzzle) -> str:
    """One line, without a last newline."""
    return puzzle.signs


def starts(text: str) -> Sequence[int]:
    """Every line that is not blank is a puzzle."""
    return array("L", (start for start, _ in starts_of_lines(text)))


def sections(text: str, is_whole: bool = True) -> Sequence[int]:  # noqa: ARG001 - a protocol's
    """Every puzzle is a section."""
    return starts(text)


def count(text: str) -> int:
    """The number of lines that are not blank, in a text that ends with a line feed."""
    has_only_lines = not (text.startswith("\n") or "\n\n" in text or " " in text or "\t" in text)
    return text.count("\n") if has_only_lines else len(starts(text))


def faults(document: Document, index: int) -> Iterator[Fault]:
    """The faults from `index` on, at most one for each line."""
    for line in document.lines(index):
        if line.is_blank:
            continue
        if fault := line_fault("compact", "LAYOUT", "layout", line):
            yield replace(fault, hint=_hint(fault, line.text))


def _hint(fault: Fault, line: str) -> str:
    signs = line.strip(" \t")
    place = len(signs) - len(line.rstrip(" \t")) + fault.column - 1
    if place < len(signs) and signs[place] in " \t":
        return "There are no blanks between the signs of this format."
    if place < min(len(signs), len(_KINDS)):
        return hint(signs[place], _KINDS[place])
    return f"{len(signs)} signs; {len(_KINDS)} make a puzzle."

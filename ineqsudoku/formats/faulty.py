"""Texts with faults in a format with a grammar: reads the rest, and locates the faults."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from ineqsudoku.errors import MAX_FAULTS, Fault, PuzzleSyntaxError
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.expressions import Scanned, scan, scan_parts
from ineqsudoku.formats.interfaces import Entry, Reading
from ineqsudoku.formats.misfits import misfit
from ineqsudoku.formats.scanning import Spans, quoted

if TYPE_CHECKING:
    from ineqsudoku.formats.syntax import Syntax


MAX_REFUSED = 1000
"""A `Reading` keeps the first lines of this many puzzles that cannot be read."""

_MOST_EXCERPTS = 8
"""Faults are searched for in this many excerpts of a section."""


def reading_with_faults(document: Document, syntax: Syntax) -> Reading:
    """Return the puzzles of a text whose faults are in its `error`."""
    entries: list[Entry] = []
    refused = Spans()
    faulty: list[Document] = []
    starts = [*syntax.split(document.text)]
    for start, section in zip(starts, syntax.sections(document, starts), strict=True):
        parts = scan_parts(syntax.language, section.text, syntax.starts(section.text))
        of_section, others = _divided(section, syntax, parts)
        entries += of_section
        for first, end in others:
            refused.add(start + first, start + end)
        if others:
            faulty.append(section)
    line_at = document.line_finder()
    lines = tuple(line_at(start) for start, _ in islice(refused, MAX_REFUSED))
    fault = None if document.is_part else misfit(document, syntax, refused)
    if fault or not faulty:
        error = document.error([fault or _at_first_character(document, 0)])
        return Reading(entries, error, lines, len(refused))
    faults: list[Fault] = []
    for section in faulty:
        faults += _faults(section, syntax).faults
        if len(faults) > MAX_FAULTS:
            break
    error = PuzzleSyntaxError(document.name, tuple(faults[: MAX_FAULTS + 1]))
    return Reading(entries, error, lines, len(refused))


def _divided(
    document: Document, syntax: Syntax, parts: Iterable[Scanned]
) -> tuple[list[Entry], Spans]:
    """Return the puzzles among the parts of a text, and the spans of the other parts."""
    entries: list[Entry] = []
    refused = Spans()
    line_at = document.line_finder()
    for index, (start, end, characters) in enumerate(parts, document.index):
        if characters:
            entries.append(Entry(index, line_at(start), syntax.puzzle(characters)))
        else:
            refused.add(start, end)
    return entries, refused


def _faults(section: Document, syntax: Syntax) -> PuzzleSyntaxError:
    """Return the faults of a section, one at least and one more than are shown at most."""
    _, unread = _divided(section, syntax, scan(syntax.language, section.text))
    index, _ = next(iter(unread), (0, 0))
    starts = syntax.starts(section.text)
    _, refused = _divided(section, syntax, scan_parts(syntax.language, section.text, starts))
    faults: list[Fault] = []
    for _ in range(_MOST_EXCERPTS):
        faults += islice(syntax.faults(section, index), MAX_FAULTS + 1 - len(faults))
        following = refused.start_beyond(index, section.excerpt_end(index))
        if len(faults) > MAX_FAULTS or following is None:
            break
        index = following
    first = next(iter(refused), (index, index))
    return section.error(faults or [_at_first_character(section, first[0])])


def _at_first_character(document: Document, index: int) -> Fault:
    """Return the fault of a text that has no puzzle at `index`."""
    line = document.text[index:].partition("\n")[0]
    column = len(line) - len(line.lstrip(" \t")) + 1
    found = quoted(line[column - 1 : column])
    return Fault(document.line_at(index), column, ("a puzzle",), found, text=line)

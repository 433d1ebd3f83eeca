"""The rule of `validate` that layouts are full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ineqsudoku.cli.puzzles import Located
from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats import Entry
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.places import sign_indexes
from ineqsudoku.formats.registry import FORMATS, format_of
from ineqsudoku.formats.scanning import place
from ineqsudoku.puzzle import ABSENT


def with_absent_signs_refused(puzzles: Iterable[Located]) -> Iterator[Located]:
    """Yield the puzzles; those that are not full have an error instead."""
    for puzzle in puzzles:
        if puzzle.entry and puzzle.document and not puzzle.entry.puzzle.is_full:
            error = absent_sign(puzzle.document, puzzle.entry)
            puzzle = replace(puzzle, entry=None, error=error)
        yield puzzle


def absent_sign(document: Document, entry: Entry) -> PuzzleSyntaxError:
    """Return the error for a puzzle that is not full; it points to the first absent sign."""
    if entry.puzzle.is_plain:
        hint = "Without a sign it is a sudoku with givens; --partial allows that."
        fault = Fault(entry.line, 1, ("signs",), "none", hint)
        return document.error([fault])
    number = entry.puzzle.signs.count(ABSENT)
    signs = "1 sign is" if number == 1 else f"{number} signs are"
    hint = f"{signs} absent, which --partial allows."
    if not FORMATS[format_of(document.language)].has_grammar:
        fault = Fault(entry.line, 1, ("a sign in every pair of a box",), "fewer signs", hint)
        return document.error([fault])
    pair = entry.puzzle.geometry.in_box_pairs[entry.puzzle.signs.index(ABSENT)]
    index = sign_indexes(document, entry)[pair]
    line, column = place(document.text, index)
    text = document.text.split("\n")[line - 1]
    fault = Fault(line + document.line - 1, column, ("a sign",), f"'{ABSENT}'", hint, text)
    return document.error([fault])

"""The *plain* format: givens without signs, `grammar/plain.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Line, starts_of_lines
from ineqsudoku.formats.grammars import BLANKS, line_fault
from ineqsudoku.geometry import SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle

TOKEN = "LINE"

END = "end"
"""A line that ends the file (POJ 3074)."""


def puzzle(characters: str) -> Puzzle:
    """The puzzle of the 81 cells that the grammar found."""
    return Puzzle(givens=characters.replace("0", ABSENT))


def write(puzzle: Puzzle) -> str:
    """One line of 81 characters, without a last newline."""
    return puzzle.givens


def starts(text: str) -> list[int]:
    """A line is a puzzle, or nine are; the line that ends the file belongs to the last one,
    unless there is more behind it."""
    found: list[int] = []
    rows = 0
    for start, line in starts_of_lines(text):
        cells = _cells(line)
        if line.strip(" \t") == END:
            rest = text[start:].strip(" \t\n")
            return found if found and rest == END else [*found, start]
        if cells and not (rows and len(cells) <= _ROW_AT_MOST):
            found.append(start)
            rows = 0
        rows = (rows + 1) % SIZE if 0 < len(cells) <= _ROW_AT_MOST else 0
    return found


def faults(document: Document, index: int) -> Iterator[Fault]:
    """All that can be told apart in a text that the grammar refuses, from `index` on."""
    excerpt = document.excerpt(index)
    ended = document.text[:index].rstrip().endswith(END)
    rows = 0
    for line in excerpt.lines:
        if ended and not line.is_blank:
            yield _after_end(line)
            return
        is_end = line.text.strip(" \t") == END
        is_row = not is_end and 0 < len(_cells(line.text)) <= _ROW_AT_MOST
        if rows and not is_row:
            yield _broken_off(line, rows)
        rows = (rows + 1) % SIZE if is_row else 0
        if is_end:
            ended = True
        elif not line.is_blank:
            yield from _faults_of_line(line, "row" if is_row else "line")
    if rows and excerpt.is_whole:
        yield _broken_off(Line(excerpt.lines[-1].number + 1, ""), rows)


_ROW_AT_MOST = 40
"""A line of more cells is meant for all 81, one of fewer for a row of nine."""


def _cells(line: str) -> str:
    return re.sub(BLANKS, "", line)


def _faults_of_line(line: Line, rule: str) -> Iterator[Fault]:
    if fault := line_fault("plain", rule.upper(), rule, line):
        yield replace(fault, hint=_hint(fault, rule))


def _hint(fault: Fault, rule: str) -> str:
    cells = _cells(fault.text)
    right = SIZE if rule == "row" else SIZE * SIZE
    if re.fullmatch("[0-9.]*", cells):
        return f"{len(cells)} cells; a puzzle is one line of 81 cells or nine lines of nine."
    found = fault.text[fault.column - 1 : fault.column]
    if found.isdigit():
        return f"{right} cells make a {rule}."
    return "A cell is a digit, or '.' or '0' when it is empty."


def _broken_off(line: Line, rows: int) -> Fault:
    found = "the end of the puzzle" if line.is_blank else "another line"
    count = "1 row" if rows == 1 else f"{rows} rows"
    hint = f"{count} so far; nine make a puzzle."
    return Fault(line.number, 1, ("a row of nine cells",), found, hint, line.text)


def _after_end(line: Line) -> Fault:
    hint = f"A line '{END}' ends the file."
    return Fault(line.number, 1, ("the end of the file",), "another line", hint, line.text)

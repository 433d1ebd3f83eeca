"""The *plain* format: givens without signs, `grammar/plain.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.grammars import BLANKS, line_fault
from ineqsudoku.geometry import SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle

END = "end"
"""A line that ends the file (POJ 3074)."""


def puzzle(characters: str) -> Puzzle:
    """The puzzle of the 81 cells that the grammar found."""
    return Puzzle(givens=characters.replace("0", ABSENT))


def write(puzzle: Puzzle) -> str:
    """One line of 81 characters, without a last newline."""
    return puzzle.givens


def faults(document: Document) -> Iterator[Fault]:
    """All that can be told apart in a text that the grammar refuses."""
    rows = 0
    lines = enumerate(document.lines, 1)
    for number, line in lines:
        cells = re.sub(BLANKS, "", line)
        is_end = line.strip(" \t") == END
        is_row = 0 < len(cells) <= _ROW_AT_MOST and not is_end
        if rows and not is_row:
            yield _broken_off(number, line, rows)
        rows = (rows + 1) % SIZE if is_row else 0
        if is_end:
            yield from _after_end(lines)
            return
        if cells:
            yield from _faults_of_line(line, number, "row" if is_row else "line")
    if rows:
        yield _broken_off(number + 1, "", rows)


_ROW_AT_MOST = 40
"""A line of more cells is meant for all 81, one of fewer for a row of nine."""


def _faults_of_line(line: str, number: int, rule: str) -> Iterator[Fault]:
    if fault := line_fault("plain", rule.upper(), rule, line, number):
        yield replace(fault, hint=_hint(fault, rule))


def _hint(fault: Fault, rule: str) -> str:
    cells = re.sub(BLANKS, "", fault.text)
    right = SIZE if rule == "row" else SIZE * SIZE
    if re.fullmatch("[0-9.]*", cells):
        return f"{len(cells)} cells; a puzzle is one line of 81 cells or nine lines of nine."
    found = fault.text[fault.column - 1 : fault.column]
    if found.isdigit():
        return f"{right} cells make a {rule}."
    return "A cell is a digit, or '.' or '0' when it is empty."


def _broken_off(number: int, line: str, rows: int) -> Fault:
    found = "another line" if line.strip() else "the end of the puzzle"
    count = "1 row" if rows == 1 else f"{rows} rows"
    hint = f"{count} so far; nine make a puzzle."
    return Fault(number, 1, ("a row of nine cells",), found, hint, line)


def _after_end(lines: Iterator[tuple[int, str]]) -> Iterator[Fault]:
    for number, line in lines:
        if line.strip(" \t"):
            hint = f"A line '{END}' ends the file."
            yield Fault(number, 1, ("the end of the file",), "another line", hint, line)
            return

"""One family of errors, so that `except IneqSudokuError` catches all that can go wrong."""

from __future__ import annotations

from dataclasses import dataclass

from ineqsudoku.geometry import NINE, Geometry

MAX_FAULTS = 20
"""A message names this many faults of a text and says when there are more."""

CONTEXT_WIDTH = 72
"""Characters of a faulty line that a message shows, around the fault."""


class IneqSudokuError(Exception):
    """The base of every error that this package raises on purpose."""


class LayoutCycleError(IneqSudokuError):
    """The relations go round in a circle: `cycle` names its cells, each less than the next."""

    def __init__(self, cycle: tuple[int, ...], geometry: Geometry = NINE) -> None:
        self.cycle = cycle
        self.geometry = geometry
        super().__init__(cycle, geometry)

    def __str__(self) -> str:
        around = (*self.cycle, self.cycle[0])
        return "a cycle: " + " < ".join(map(self.geometry.label, around))


class UnsupportedPuzzleError(IneqSudokuError):
    """The engine asked for can't take the puzzle; the message says why."""


class ConversionError(IneqSudokuError):
    """A format cannot hold a puzzle, or not several; the message names what it cannot hold."""


class ConversionWarning(UserWarning):
    """Something was dropped from a puzzle that a format cannot hold."""


class PuzzleSyntaxWarning(UserWarning):
    """A text was read as a puzzle only after a slip had been mended."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One place where a text breaks the rules of its format.

    `line` and `column` count from 1, in characters.  `expected` are the things that could
    have stood there, `found` what does, both as people write them; `hint` is a sentence on
    what to do, or empty; `text` is the whole line.
    """

    line: int
    column: int
    expected: tuple[str, ...]
    found: str
    hint: str = ""
    text: str = ""

    def __str__(self) -> str:
        """`line:column: …`, then the line with a caret under the fault, then the hint."""
        parts = [f"{self.line}:{self.column}: {self.statement}"]
        if self.text.strip():
            parts += self._context()
        if self.hint:
            parts.append(f"  {self.hint}")
        return "\n".join(parts)

    @property
    def statement(self) -> str:
        return f"expected {_alternatives(self.expected)}, found {self.found}"

    def _context(self) -> list[str]:
        start = max(0, self.column - 1 - CONTEXT_WIDTH // 2)
        before = _printable(self.text[start : self.column - 1])
        after = _printable(self.text[self.column - 1 : start + CONTEXT_WIDTH])
        lead = "…" if start else ""
        tail = "…" if len(self.text) > start + CONTEXT_WIDTH else ""
        caret = " " * _columns(lead + before) + "^"
        return [f"    {lead}{before}{after}{tail}".rstrip(), f"    {caret}"]


class PuzzleSyntaxError(IneqSudokuError, ValueError):
    """A text that is no puzzle: `file` and its `faults` in the order of the lines.

    The first fault's fields can be had from the error itself: `line`, `column`,
    `expected`, `found`, `hint`, `text`.
    """

    def __init__(self, file: str, faults: tuple[Fault, ...]) -> None:
        self.file = file
        self.faults = faults
        first = faults[0]
        self.line = first.line
        self.column = first.column
        self.expected = first.expected
        self.found = first.found
        self.hint = first.hint
        self.text = first.text
        super().__init__(file, faults)

    def __str__(self) -> str:
        told = [f"{self.file}:{fault}" for fault in self.faults[:MAX_FAULTS]]
        if len(self.faults) > MAX_FAULTS:
            told.append(f"{self.file}: and more faults behind these {MAX_FAULTS}")
        return "\n".join(told)


def _alternatives(names: tuple[str, ...]) -> str:
    *head, last = names
    return f"{', '.join(head)} or {last}" if head else last


def _printable(text: str) -> str:
    """`text` with blanks for tabs and a mark for what would upset a terminal."""
    return "".join(" " if c == "\t" else c if c.isprintable() else "�" for c in text)


def _columns(text: str) -> int:
    """The columns that `text` takes up in a terminal; full-width characters take two."""
    import unicodedata

    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)

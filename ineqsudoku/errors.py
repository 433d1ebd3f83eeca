"""All errors and warnings of the package; `except IneqSudokuError` catches every error."""

from __future__ import annotations

from dataclasses import dataclass

from ineqsudoku.geometry import label
from ineqsudoku.messages import Message, Text, disjunction
from ineqsudoku.messages.lines import columns

MAX_FAULTS = 20
"""A message shows up to this many faults of a text, and says if there are more."""

CONTEXT_WIDTH = 72
"""The number of characters around a fault that a message shows."""

MAX_LINE_KEPT = 256
"""A fault keeps a line of up to this many characters whole, and an excerpt of a longer one."""


class IneqSudokuError(Exception):
    """The base class of all errors that this package raises on purpose."""


class UsageError(IneqSudokuError):
    """Arguments that are wrong or do not fit together."""


class LayoutCycleError(IneqSudokuError):
    """The relations form a cycle: every cell of `cycle` is less than the next."""

    def __init__(self, cycle: tuple[int, ...]) -> None:
        self.cycle = cycle
        super().__init__(cycle)

    def __str__(self) -> str:
        around = " < ".join(map(label, (*self.cycle, self.cycle[0])))
        return str(Message("puzzle.cycle", "a cycle: {around}", around=around))


class InvalidPuzzleError(IneqSudokuError):
    """A puzzle that does not have exactly one solution, or was not shown to have it.

    `status` is `none`, `multiple` or, if the node limit was reached, `unknown`.
    """

    def __init__(self, status: str) -> None:
        self.status = status
        super().__init__(status)

    def __str__(self) -> str:
        return str(_WITHOUT_SOLUTION[self.status])


_WITHOUT_SOLUTION = {
    "none": Message("puzzle.none", "the puzzle has no solution; ineqsudoku validate explains why"),
    "multiple": Message(
        "puzzle.multiple", "the puzzle has several solutions; ineqsudoku validate explains why"
    ),
    "unknown": Message("puzzle.unknown", "the search for a second solution reached its node limit"),
}


class UnsupportedPuzzleError(IneqSudokuError):
    """A puzzle of a kind that the engine does not support; the message says why."""


class ConversionError(IneqSudokuError):
    """A format cannot hold a puzzle, or several of them; the message names what does not fit."""


class ConversionWarning(UserWarning):
    """A format cannot hold a part of a puzzle, which was dropped."""


class PuzzleSyntaxWarning(UserWarning):
    """Characters of a text were replaced, lines skipped, or its encoding was guessed."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A place where a text violates the rules of its format.

    `line`
        The line in the file, from 1.
    `column`
        The column in characters, from 1.
    `expected`
        Messages that name everything that may stand there.
    `found`
        A message that names what stands there.
    `hint`
        A message with an explanation or advice; or empty.
    `text`
        The faulty line without its end; only the part around the fault if the line is longer than
        `MAX_LINE_KEPT`.
    `offset`
        The number of characters of the line before `text`.
    """

    line: int
    column: int
    expected: tuple[Text, ...]
    found: Text
    hint: Text = ""
    text: str = ""
    offset: int = 0

    def __post_init__(self) -> None:
        if len(self.text) <= MAX_LINE_KEPT:
            return
        start = max(0, self.column - 1 - self.offset - MAX_LINE_KEPT // 2)
        object.__setattr__(self, "text", self.text[start : start + MAX_LINE_KEPT])
        object.__setattr__(self, "offset", self.offset + start)

    def __str__(self) -> str:
        """`line:column: …`, then the line with a caret under the fault, then the hint."""
        parts = [f"{self.line}:{self.column}: {self.statement}"]
        if self.text.strip():
            parts += self._context()
        if self.hint:
            parts.append(f"  {self.hint}")
        return "\n".join(parts)

    @property
    def statement(self) -> Message:
        """The expected and the found text, as a sentence."""
        return Message(
            "fault",
            "expected {expected}, found {found}",
            expected=disjunction(self.expected),
            found=self.found,
        )

    def _context(self) -> list[str]:
        index = self.column - 1 - self.offset
        start = max(0, index - CONTEXT_WIDTH // 2)
        before = _printable(self.text[start:index])
        after = _printable(self.text[index : start + CONTEXT_WIDTH])
        lead = "…" if start else ""
        tail = "…" if len(self.text) > start + CONTEXT_WIDTH else ""
        caret = " " * columns(lead + before) + "^"
        return [f"    {lead}{before}{after}{tail}".rstrip(), f"    {caret}"]


INTERRUPTION = Message("program.interrupted", "interrupted")
"""The status of work that the user or a signal ended."""

MORE_FAULTS = Message("faults.more", "more than {n} faults; the rest are not shown", n=MAX_FAULTS)
"""The last line for a text with more faults than are shown."""


class PuzzleSyntaxError(IneqSudokuError, ValueError):
    """A text that cannot be read: the name of its `file`, and its `faults` by line and column.

    The error also has the fields of its first fault: `line`, `column`, `expected`, `found`,
    `hint`, `text`.
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
        messages = [f"{self.file}:{fault}" for fault in self.faults[:MAX_FAULTS]]
        if len(self.faults) > MAX_FAULTS:
            messages.append(f"{self.file}: {MORE_FAULTS}")
        return "\n".join(messages)


def _printable(text: str) -> str:
    """Return `text` with blanks for tabs and U+FFFD for unprintable characters."""
    return "".join(" " if c == "\t" else c if c.isprintable() else "�" for c in text)

"""`Scanner`: reads a short text from left to right and reports faults at its places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Line
from ineqsudoku.formats.scanning import place, quoted, starts_of_lines


def lines_of(document: Document) -> Iterator[tuple[int, Line]]:
    """Yield the lines that are not blank, with their starts."""
    line_at = document.line_finder()
    for start, text in starts_of_lines(document.text):
        yield start, Line(line_at(start), text)


class Scanner:
    """Reads `text`, whose characters stand in the document at `places`."""

    def __init__(self, document: Document, text: str, places: Sequence[int]) -> None:
        self._document = document
        self._places = places
        self.text = text
        self.index = 0

    @property
    def is_done(self) -> bool:
        return self.index == len(self.text)

    def take(self, pattern: str) -> str | None:
        """Move the index behind the text that the pattern matches, and return it; else `None`."""
        match = re.compile(pattern).match(self.text, self.index)
        if not match:
            return None
        self.index = match.end()
        return match[0]

    def need(self, pattern: str, expected: str, hint: str = "") -> str:
        """Like `take`, but raises `PuzzleSyntaxError` if the pattern does not match."""
        text = self.take(pattern)
        if text is None:
            self.fail(self.index, expected, hint)
        return text

    def fault(self, index: int, expected: str, found: str = "", hint: str = "") -> Fault:
        """Return a fault at `index`; `found` names what is there if it is not one character."""
        at = self._place(index)
        line, column = place(self._document.text, at)
        start = at - column + 1
        text = self._document.text[start : self._document.text.index("\n", start)]
        named = found or quoted(self.text[index : index + 1])
        return Fault(line + self._document.line - 1, column, (expected,), named, hint, text)

    def _place(self, index: int) -> int:
        if index < len(self._places):
            return self._places[index]
        return self._places[-1] + 1 if self._places else 0

    def fail(self, index: int, expected: str, hint: str = "", found: str = "") -> NoReturn:
        raise self._document.error([self.fault(index, expected, found, hint)])

"""Reads a short text from left to right and knows where it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.document import Document, Line, place, starts_of_lines
from ineqsudoku.formats.grammars import quoted


def lines_of(document: Document) -> Iterator[tuple[int, Line]]:
    """Where each line starts, and the line."""
    for number, (start, text) in enumerate(starts_of_lines(document.text), document.line):
        yield start, Line(number, text)


class Scanner:
    """Goes through `text`, whose characters stand in the document at `places`."""

    def __init__(self, document: Document, text: str, places: list[int]) -> None:
        self._document = document
        self._places = [*places, places[-1] + 1 if places else 0]
        self.text = text
        self.index = 0

    @property
    def is_done(self) -> bool:
        return self.index == len(self.text)

    def take(self, pattern: str) -> str | None:
        """What the pattern matches here, which is gone over, or `None`."""
        found = re.compile(pattern).match(self.text, self.index)
        if not found:
            return None
        self.index = found.end()
        return found[0]

    def need(self, pattern: str, expected: str, hint: str = "") -> str:
        """The same; raises `PuzzleSyntaxError` in place of `None`."""
        found = self.take(pattern)
        if found is None:
            self.fail(self.index, expected, hint)
        return found

    def fault(self, index: int, expected: str, found: str = "", hint: str = "") -> Fault:
        """What is told of the character at `index`, or of a thing there that has a name."""
        line, column = place(self._document.text, self._places[index])
        start = self._places[index] - column + 1
        text = self._document.text[start : self._document.text.index("\n", start)]
        named = found or quoted(self.text[index : index + 1])
        return Fault(line, column, (expected,), named, hint, text)

    def fail(self, index: int, expected: str, hint: str = "", found: str = "") -> NoReturn:
        raise PuzzleSyntaxError(self._document.name, (self.fault(index, expected, found, hint),))

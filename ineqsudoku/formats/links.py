"""The common part of the readers of links: a puzzle in JSON, in a line of its own.

The JSON is compressed, or a text of plain JSON is one puzzle.  A fault inside the JSON is
reported at the place of its link.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NoReturn
from urllib.parse import unquote

from ineqsudoku.errors import MAX_FAULTS, Fault
from ineqsudoku.formats.compression import unpack
from ineqsudoku.formats.document import Document, Line, Parsed

MAX_LENGTH = 32 * 1024
"""The longest compressed puzzle, in characters; those that people make have a few thousand."""

MAX_JSON = 256 * 1024
"""The longest puzzle in JSON, in characters."""


class Link(ABC):
    """A line with a puzzle of a `program`; `holds` names the constraints that can be read."""

    program: str
    holds: str

    def __init__(self, document: Document, line: Line) -> None:
        self.lack: list[Fault] = []
        self.line = line
        self._document = document

    @classmethod
    def parse(cls, document: Document) -> Iterator[Parsed]:
        """Yield the puzzle of a text of JSON, or else the puzzles of the lines.

        Raises `PuzzleSyntaxError`.
        """
        if document.text.lstrip(" \t\n").startswith("{"):
            yield cls(document, Line(document.line, "")).parse_json(document.text)
            return
        for _, line in document.filled_lines():
            link = cls(document, line)
            yield link.parse_json(link.json_text())

    @abstractmethod
    def json_text(self) -> str:
        """Return the JSON that the line holds, unpacked."""

    @abstractmethod
    def parse_json(self, text: str) -> Parsed:
        """Return the puzzle in a text of JSON."""

    def fail(self, expected: str, found: str, hint: str = "") -> NoReturn:
        """Raise `PuzzleSyntaxError`."""
        raise self._document.error([self._fault(expected, found, hint)])

    def lacks(self, found: str) -> None:
        """Record a part that a puzzle cannot hold, up to `MAX_FAULTS` + 1 of them."""
        if len(self.lack) <= MAX_FAULTS:
            hint = "A puzzle cannot hold it; convert --lossy drops it."
            self.lack.append(self._fault(self.holds, found, hint))

    def _fault(self, expected: str, found: str, hint: str = "") -> Fault:
        column = len(self.line.text) - len(self.line.text.lstrip(" \t")) + 1
        return Fault(self.line.number, column, (expected,), found, hint, self.line.text)

    def unpack(self, packed: str) -> str:
        """Return the text that is compressed in a part of the link."""
        if len(packed) > 3 * MAX_LENGTH:  # Too long even if all characters are written like `%41`.
            self.fail(f"at most {MAX_LENGTH:,} characters", "more")
        packed = unquote(packed).replace(" ", "+")
        if len(packed) > MAX_LENGTH:
            self.fail(f"at most {MAX_LENGTH:,} characters", "more")
        try:
            return unpack(packed, MAX_JSON)
        except ValueError as error:
            hint = f"Its part in base64: {error}."
            self.fail(f"a link of {self.program}", "another text", hint)

    def object(self, text: str) -> dict[str, object]:
        """Return the JSON object in a text."""
        if len(text) > MAX_JSON:
            self.fail(f"at most {MAX_JSON:,} characters of JSON", "more")
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            self.fail(f"a puzzle of {self.program} in JSON", "another text")
        if not isinstance(value, dict):
            self.fail("a JSON object", "another value")
        return value

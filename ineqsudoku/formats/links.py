"""What the readers of links share: JSON in a line, compressed or as it is.

A fault inside the JSON has the place of its link.
"""

from __future__ import annotations

import json
from typing import NoReturn
from urllib.parse import unquote

from ineqsudoku.errors import MAX_FAULTS, Fault
from ineqsudoku.formats.compression import unpacked
from ineqsudoku.formats.document import Document, Line

MAX_LENGTH = 32 * 1024
"""Characters of a compressed puzzle; those that people make have a few thousand."""

MAX_JSON = 256 * 1024
"""Characters of a puzzle in JSON."""


class Link:
    """A line with a puzzle of a `program`; `holds` are the constraints that can be read."""

    program: str
    holds: str

    def __init__(self, document: Document, line: Line) -> None:
        self.lack: list[Fault] = []
        self.line = line
        self._document = document

    def fail(self, expected: str, found: str, hint: str = "") -> NoReturn:
        """Raise `PuzzleSyntaxError`."""
        raise self._document.error([self._fault(expected, found, hint)])

    def lacks(self, found: str) -> None:
        """Record something that a puzzle cannot hold, unless there is enough of it."""
        if len(self.lack) <= MAX_FAULTS:
            hint = "A puzzle cannot hold it; convert --lossy drops it."
            self.lack.append(self._fault(self.holds, found, hint))

    def _fault(self, expected: str, found: str, hint: str = "") -> Fault:
        column = len(self.line.text) - len(self.line.text.lstrip(" \t")) + 1
        return Fault(self.line.number, column, (expected,), found, hint, self.line.text)

    def unpacked(self, packed: str) -> str:
        """The text that is compressed in a part of the link."""
        if len(packed) > 3 * MAX_LENGTH:  # Even if every character is written as `%41`.
            self.fail(f"at most {MAX_LENGTH:,} characters", "more")
        packed = unquote(packed).replace(" ", "+")
        if len(packed) > MAX_LENGTH:
            self.fail(f"at most {MAX_LENGTH:,} characters", "more")
        try:
            return unpacked(packed, MAX_JSON)
        except ValueError as error:
            hint = f"Its part in base64: {error}."
            self.fail(f"a link of {self.program}", "another text", hint)

    def object(self, text: str) -> dict[str, object]:
        """The JSON object in a text."""
        if len(text) > MAX_JSON:
            self.fail(f"at most {MAX_JSON:,} characters of JSON", "more")
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            self.fail(f"a puzzle of {self.program} in JSON", "another text")
        if not isinstance(value, dict):
            self.fail("a JSON object", "another value")
        return value


def plain(key: str) -> str:
    """The beginning of a key, to be shown."""
    return "".join(char if char.isprintable() else "�" for char in key[:40])

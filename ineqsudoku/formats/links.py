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

from ineqsudoku.errors import Fault
from ineqsudoku.formats.builder import Builder
from ineqsudoku.formats.compression import unpack
from ineqsudoku.formats.document import Document, Line, Parsed
from ineqsudoku.formats.scanning import A_LONGER_TEXT, A_PUZZLE, ANOTHER_TEXT, AT_MOST
from ineqsudoku.messages import Message, Text

MAX_LENGTH = 32 * 1024
"""The longest compressed puzzle, in characters; those that people make have a few thousand."""

MAX_JSON = 256 * 1024
"""The longest puzzle in JSON, in characters."""


class Link(ABC):
    """A line with a puzzle of a `program`; `holds` names the constraints that can be read.  The
    `builder` takes them, once the geometry is known.

    A link that contains its puzzle begins with `prefix`.
    """

    program: str
    prefix: str
    holds: Message
    builder: Builder

    def __init__(self, document: Document, line: Line) -> None:
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

    def fail(self, expected: Text, found: Text, hint: Text = "") -> NoReturn:
        """Raise `PuzzleSyntaxError`."""
        raise self._document.error([self._fault(expected, found, hint)])

    def fail_as_short(self) -> NoReturn:
        """Raise `PuzzleSyntaxError` for a link that does not contain its puzzle."""
        hint = _WITHOUT_PUZZLE.fill(prefix=self.prefix)
        self.fail(A_PUZZLE, _SHORT_LINK.fill(program=self.program), hint)

    def lacks(self, found: Text) -> None:
        """Record a part that a puzzle cannot hold."""
        self.builder.lacks(self._fault(self.holds, found))

    def _fault(self, expected: Text, found: Text, hint: Text = "") -> Fault:
        column = len(self.line.text) - len(self.line.text.lstrip(" \t")) + 1
        return Fault(self.line.number, column, (expected,), found, hint, self.line.text)

    def unpack(self, packed: str) -> str:
        """Return the text that is compressed in a part of the link."""
        if len(packed) > 3 * MAX_LENGTH:  # Too long even if all characters are written like `%41`.
            self._fail_as_longer()
        packed = unquote(packed).replace(" ", "+")
        if len(packed) > MAX_LENGTH:
            self._fail_as_longer()
        try:
            return unpack(packed, MAX_JSON)
        except ValueError as error:
            self.fail(A_LINK.fill(program=self.program), ANOTHER_TEXT, error.args[0])

    def _fail_as_longer(self) -> NoReturn:
        self.fail(AT_MOST.fill(most=f"{MAX_LENGTH:,}"), A_LONGER_TEXT)

    def object(self, text: str) -> dict[str, object]:
        """Return the JSON object in a text."""
        if len(text) > MAX_JSON:
            self.fail(_MOST_JSON.fill(most=f"{MAX_JSON:,}"), A_LONGER_TEXT)
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            self.fail_as_no_json()
        if not isinstance(value, dict):
            self.fail(Message("formats.object", "a JSON object"), ANOTHER_VALUE)
        return value

    def fail_as_no_json(self) -> NoReturn:
        self.fail(_PUZZLE_IN_JSON.fill(program=self.program), ANOTHER_TEXT)


A_LINK = Message("formats.link", "a link of {program}")
ANOTHER_VALUE = Message("formats.another-value", "another value")
ROWS_OF_CELLS = Message("formats.rows-of-cells", "{key} with {size} rows of {size} cells")
DIGIT_IN = Message("formats.digit-in", "a digit in {cell}")
CANDIDATES_IN = Message("formats.candidates-in", "candidates in {cell}")

_PUZZLE_IN_JSON = Message("formats.puzzle-in-json", "a puzzle of {program} in JSON")
_MOST_JSON = Message("formats.most-json", "at most {most} characters of JSON")
_SHORT_LINK = Message("formats.short-link", "a short link of {program}")
_WITHOUT_PUZZLE = Message(
    "formats.link-without-puzzle",
    "A short link names a puzzle on a server, but does not contain it. "
    "A link that contains its puzzle begins with {prefix}.",
)

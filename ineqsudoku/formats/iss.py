"""Constraint strings of the *Interactive Sudoku Solver* (sigh, github.io), also in a URL.

`.~R1C1_5~R4C7_3` are givens; `.GreaterThan~R1C2~R1C1` means that r1c2 is greater than r1c1.
With three or more cells, a cell is greater than every later one that is its neighbour.  Blanks
and lines that begin with `#` are ignored.

`.Shape~6x6` sets another size than 9×9.  Boxes are as nearly square as possible and not higher
than wide; a prime size has none, and `.NoBoxes` removes them.  Rows and columns beyond 9 are
written as `a` … `g`, digits as numbers.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ineqsudoku.errors import Fault
from ineqsudoku.formats.builder import NEIGHBOURS, Builder, givens_of, neighbours
from ineqsudoku.formats.document import Document, Parsed
from ineqsudoku.formats.scanning import (
    A_LONGER_TEXT,
    AT_MOST,
    CELL_TO,
    DIGIT,
    DIGITS,
    Scanner,
)
from ineqsudoku.geometry import LARGEST, NINE, Geometry, latin, nearly_square
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle

MAX_LENGTH = 256 * 1024
"""The longest text, in characters; the longest strings that people write have a few thousand."""

_LINES = "0123456789abcdefg"
"""Names of rows and columns."""


def write(puzzle: Puzzle) -> str:
    """Return one string, with shape and givens first; 9×9 has a shape only without anything
    else."""
    geometry = puzzle.geometry
    size = geometry.size
    shape = f".Shape~{size}x{size}" if size != NINE.size else ""
    if geometry is not nearly_square(size):
        shape += ".NoBoxes"
    givens = "".join(f"~{_name(cell, geometry)}_{digit}" for cell, digit in givens_of(puzzle))
    relations = (
        f".GreaterThan~{_name(greater, geometry)}~{_name(lesser, geometry)}"
        for lesser, greater in puzzle.relations
    )
    return shape + (f".{givens}" if givens else "") + "".join(relations) or ".Shape~9x9"


def _name(cell: int, geometry: Geometry) -> str:
    row, column = divmod(cell, geometry.size)
    return f"R{_LINES[row + 1]}C{_LINES[column + 1]}"


def parse(document: Document) -> Iterator[Parsed]:
    """Yield a puzzle per URL, or the puzzle of a text without URLs."""
    if len(document.text) > MAX_LENGTH:
        expected = AT_MOST.fill(most=f"{MAX_LENGTH:,}")
        raise document.error([Fault(document.line, 1, (expected,), A_LONGER_TEXT)])
    texts: list[_Text] = []
    rest = _Text()
    for start, line in document.filled_lines():
        if query := re.match(_QUERY, line.text):
            texts.append(_Text())
            texts[-1].add(*_decode(query[1], start + query.start(1)))
        else:
            rest.add(line.text, range(start, start + len(line.text)))
    for text in [text for text in (*texts, rest) if text.places] or [rest]:
        reader = _Reader(Scanner(document, "".join(text.parts), text.places))
        yield reader.parse(document.line_at(text.places[0] if text.places else 0))


_QUERY = r"[ \t]*+(?![.#])[^#]*?[?&]q=([^&#]*)"
"""A URL; the string is the value of its parameter `q`."""

_NOTE_OR_CHARACTERS = r"(?:\A|(?<=[\r\n]))[ \t]*+#[^\r\n]*+|([^ \t\r\n]++)"
"""A line that begins with `#`, or a run of characters without blanks."""


@dataclass(frozen=True, slots=True)
class _Text:
    """The characters of a string without blanks and notes, and their places in the document."""

    parts: list[str] = field(default_factory=list)
    places: array[int] = field(default_factory=lambda: array("L"))

    def add(self, text: str, places: Sequence[int]) -> None:
        """Add whole lines, whose characters stand at `places`."""
        for run in re.finditer(_NOTE_OR_CHARACTERS, text):
            if run[1]:
                self.parts.append(run[1])
                self.places.extend(places[run.start() : run.end()])


def _decode(query: str, start: int) -> tuple[str, Sequence[int]]:
    """Return the decoded text of a URL's part at `start`, and the places of its characters."""
    parts: list[str] = []
    places = array("L")
    for part in re.finditer(r"%([0-9A-Fa-f]{2})|[^%]++|%", query):
        if part[1]:
            parts.append(chr(int(part[1], 16)))
            places.append(start + part.start())
        else:
            parts.append(part[0].replace("+", " "))
            places.extend(range(start + part.start(), start + part.end()))
    return "".join(parts), places


class _Reader:
    """The reader of one string."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._geometry = _geometry(scanner)
        self._builder = Builder(self._geometry)

    def parse(self, line: int) -> Parsed:
        scanner = self._scanner
        while True:
            start = scanner.index
            scanner.need(r"\.", Message("formats.constraint", "a constraint ('.' and its name)"))
            self._constraint(start, scanner.take(r"[A-Za-z0-9]*") or "")
            if self._builder.lacks_enough:
                scanner.take(_OTHER_CONSTRAINTS)
            if scanner.is_done:
                return self._builder.parsed(line)

    def _constraint(self, start: int, name: str) -> None:
        scanner = self._scanner
        if name == "":
            self._givens()
        elif name == "GreaterThan":
            self._greater_than(start)
        else:
            at = scanner.index
            argument = scanner.take(r"[^.]*+")
            size = self._geometry.size
            if name == "Shape" and argument != f"~{size}x{size}":
                scanner.fail(at, f"'~{size}x{size}'", found=_ANOTHER_SHAPE)
            if name not in ("Shape", "NoBoxes"):
                self._lacks(start, _READABLE, _OTHER_CONSTRAINT.fill(name=f"'{_short(name)}'"))

    def _lacks(self, start: int, expected: Message, found: Message) -> None:
        """Record a part that a puzzle cannot hold."""
        if not self._builder.lacks_enough:  # The place of a fault takes long to find.
            self._builder.lacks(self._scanner.fault(start, expected, found))

    def _givens(self) -> None:
        scanner = self._scanner
        scanner.need("~", Message("formats.tilde", "'~' and a cell"))
        while True:
            start = scanner.index
            cell = self._cell()
            scanner.need("_", Message("formats.low-line", "'_' and a digit"))
            digit = self._digit()
            if scanner.take("(_[0-9]+)+"):
                self._lacks(start, Message("formats.one-digit", "one digit"), _SEVERAL_CANDIDATES)
            elif objection := self._builder.give(cell, digit):
                scanner.fail(start, _CELL_WITHOUT_GIVEN, objection, f"'{self._name(cell)}'")
            if not scanner.take("~"):
                return

    def _greater_than(self, start: int) -> None:
        scanner = self._scanner
        cells = []
        while scanner.take("~"):
            cells.append(self._cell())
        last_of = {cell: place for place, cell in enumerate(cells)}
        pairs = [
            (lesser, greater)
            for place, greater in enumerate(cells)
            for lesser in neighbours(self._geometry)[greater]
            if last_of.get(lesser, -1) > place
        ]
        if not pairs:
            scanner.fail(start, NEIGHBOURS, found=_WITHOUT_NEIGHBOURS)
        for lesser, greater in pairs:
            if objection := self._builder.relate(lesser, greater):
                cells_of = {"greater": self._name(greater), "lesser": self._name(lesser)}
                scanner.fail(start, _ANOTHER_RELATION, objection, _RELATION.fill(**cells_of))

    def _cell(self) -> int:
        size = self._geometry.size
        line = f"[{_LINES[1 : size + 1]}{_LINES[10 : size + 1].upper()}]"
        last = f"R{_LINES[size]}C{_LINES[size]}"
        pattern = f"[Rr]{line}[Cc]{line}(?![0-9a-zA-Z])"
        name = self._scanner.need(pattern, CELL_TO.fill(last=last)).lower()
        return size * (_LINES.index(name[1]) - 1) + _LINES.index(name[3]) - 1

    def _digit(self) -> int:
        size = self._geometry.size
        digits = "|".join(map(str, range(size, 0, -1)))
        expected = DIGIT if size == NINE.size else DIGITS.fill(range=f"1-{size}")
        return int(self._scanner.need(f"({digits})(?![0-9])", expected))

    def _name(self, cell: int) -> str:
        return _name(cell, self._geometry)


_OTHER_CONSTRAINT = Message("formats.other-constraint", "the constraint {name}")
_READABLE = Message("formats.iss-holds", "givens or 'GreaterThan'")
_ANOTHER_SHAPE = Message("formats.another-shape", "another shape")
_SEVERAL_CANDIDATES = Message("formats.several-candidates", "several candidates")
_CELL_WITHOUT_GIVEN = Message("formats.cell-without-given", "a cell without a given")
_WITHOUT_NEIGHBOURS = Message("formats.without-neighbours", "cells that are not neighbours")
_ANOTHER_RELATION = Message("formats.another-relation", "another relation")
_RELATION = Message("formats.relation", "'{greater}' greater than '{lesser}'")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"


_LONGEST_NAME = 40

_OTHER_CONSTRAINTS = (
    r"(?>(?:\.(?!(?:GreaterThan|Shape|NoBoxes)(?![A-Za-z0-9]))[A-Za-z0-9]++[^.]*+)*)"
)
"""Any number of constraints that a puzzle cannot hold."""

_SHAPE = r"\.Shape~([0-9]{1,2})x\1(?![^.])"
_NO_BOXES = r"\.NoBoxes(?![A-Za-z0-9])"


def _geometry(scanner: Scanner) -> Geometry:
    """Return the geometry of the first shape, which may stand anywhere.

    `_Reader` refuses a shape that no puzzle has.
    """
    shape = re.search(_SHAPE, scanner.text)
    size = int(shape[1]) if shape else NINE.size
    if not 2 <= size <= LARGEST:
        size = NINE.size
    return latin(size) if re.search(_NO_BOXES, scanner.text) else nearly_square(size)

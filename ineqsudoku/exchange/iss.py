"""Constraint strings of the *Interactive Sudoku Solver* (sigh, github.io), also in a URL.

`.~R1C1_5~R4C7_3` are givens; `.GreaterThan~R1C2~R1C1` says that r1c2 is greater than r1c1.
With three cells or more, each is greater than every later one that is its neighbour.  Blanks
and lines that begin with `#` mean nothing.

`.Shape~6x6` is another size than 9×9.  Its boxes are as nearly square as they can be, not higher
than wide; a prime size has none, and `.NoBoxes` takes them away.  Rows and columns beyond 9 are
written as `a` … `g`, digits as numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import isqrt

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.exchange import Found
from ineqsudoku.exchange.builder import Builder
from ineqsudoku.exchange.scanner import Scanner, lines_of
from ineqsudoku.exchange.words import givens_of, nothing_lost
from ineqsudoku.formats.document import Document
from ineqsudoku.geometry import LARGEST, NINE, Geometry, latin
from ineqsudoku.puzzle import Puzzle

losses = nothing_lost

SEPARATOR = None


MAX_LENGTH = 256 * 1024
"""Characters of a text; the longest strings that people make have a few thousand."""


_LINES = "0123456789abcdefg"
"""How rows and columns are written."""


def takes(geometry: Geometry) -> bool:
    return geometry in (_with_boxes(geometry.size), latin(geometry.size))


def _with_boxes(size: int) -> Geometry:
    for rows in range(isqrt(size), 1, -1):
        if size % rows == 0:
            return Geometry(size, rows, size // rows)
    return latin(size)


def write(puzzle: Puzzle) -> str:
    """One string, shape and givens first; the shape of 9×9 only where there is nothing else."""
    geometry = puzzle.geometry
    size = geometry.size
    shape = f".Shape~{size}x{size}" if size != NINE.size else ""
    if geometry is not _with_boxes(size):
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


def read(document: Document) -> Iterator[Found]:
    """The puzzle of the whole text; where it consists of URLs, one for each."""
    if len(document.text) > MAX_LENGTH:
        fault = Fault(1, 1, (f"at most {MAX_LENGTH:,} characters",), "more")
        raise PuzzleSyntaxError(document.name, (fault,))
    texts: list[Text] = []
    rest: Text = []
    for start, line in lines_of(document):
        if query := _QUERY.match(line.text):
            texts.append(list(_decoded(line.text, start, *query.span(1))))
        else:
            rest += [(char, start + column) for column, char in enumerate(f"{line.text}\n")]
    told = [list(_without_notes(text)) for text in (*texts, rest)]
    for text in [text for text in told if text] or [[]]:
        string = "".join(char for char, _ in text)
        places = [place for _, place in text] or [0]
        found = _Reader(Scanner(document, string, places)).found()
        yield replace(found, line=document.text.count("\n", 0, places[0]) + 1)


Text = list[tuple[str, int]]
"""Characters, each with its place in the document."""

_QUERY = re.compile(r"[ \t]*+(?![.#])[^#]*?[?&]q=([^&#]*)")

_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}|.")


def _decoded(line: str, start: int, first: int, end: int) -> Iterator[tuple[str, int]]:
    """A part of a URL, which starts at `start` of the document."""
    for found in _ENCODED.finditer(line, first, end):
        char = chr(int(found[0][1:], 16)) if len(found[0]) == 3 else found[0]
        yield (" " if found[0] == "+" else char), start + found.start()


def _without_notes(text: Text) -> Iterator[tuple[str, int]]:
    """What is neither blank nor in a line that begins with `#`."""
    begins, is_note = True, False
    for char, place in text:
        if char in "\n\r":
            begins, is_note = True, False
        elif char not in " \t":
            is_note = is_note or (begins and char == "#")
            begins = False
            if not is_note:
                yield char, place


class _Reader:
    """One string."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._geometry = _geometry(scanner)
        self._builder = Builder(self._geometry)
        self._lack: list[Fault] = []

    def found(self) -> Found:
        scanner = self._scanner
        while True:
            start = scanner.index
            scanner.need(r"\.", "a constraint ('.' and its name)")
            self._constraint(start, scanner.need(r"[A-Za-z0-9]*", "a name"))
            if scanner.is_done:
                return Found(self._builder.puzzle(), tuple(self._lack))

    def _constraint(self, start: int, name: str) -> None:
        scanner = self._scanner
        if name == "":
            self._givens()
        elif name == "GreaterThan":
            self._greater_than(start)
        else:
            at = scanner.index
            argument = scanner.take(r"[^.]*")
            size = self._geometry.size
            if name == "Shape" and argument != f"~{size}x{size}":
                scanner.fail(at, f"'~{size}x{size}'", found="another shape")
            if name not in ("Shape", "NoBoxes"):
                hint = "Puzzles here have no other rules; convert --lossy drops it."
                expected = "givens or 'GreaterThan'"
                self._lack.append(scanner.fault(start, expected, f"the constraint '{name}'", hint))

    def _givens(self) -> None:
        scanner = self._scanner
        scanner.need("~", "'~' and a cell")
        while True:
            start = scanner.index
            cell = self._cell()
            scanner.need("_", "'_' and a digit")
            digit = self._digit()
            if scanner.take("(_[0-9]+)+"):
                hint = "Only one digit makes a given; convert --lossy drops it."
                fault = scanner.fault(start, "one digit", "several candidates", hint)
                self._lack.append(fault)
            elif objection := self._builder.give(cell, digit):
                scanner.fail(start, "a cell without a given", objection, f"'{self._name(cell)}'")
            if not scanner.take("~"):
                return

    def _greater_than(self, start: int) -> None:
        scanner = self._scanner
        cells = []
        while scanner.take("~"):
            cells.append(self._cell())
        pairs = [
            (lesser, greater)
            for greater, lesser in combinations(cells, 2)
            if self._builder.are_neighbours(lesser, greater)
        ]
        if not pairs:
            scanner.fail(start, "two neighbouring cells", found="a relation without them")
        for lesser, greater in pairs:
            if objection := self._builder.relate(lesser, greater):
                names = f"'{self._name(greater)}' greater than '{self._name(lesser)}'"
                scanner.fail(start, "another relation", objection, names)

    def _cell(self) -> int:
        size = self._geometry.size
        line = f"[{_LINES[1 : size + 1]}{_LINES[10 : size + 1].upper()}]"
        last = f"R{_LINES[size]}C{_LINES[size]}"
        pattern = f"[Rr]{line}[Cc]{line}(?![0-9a-zA-Z])"
        name = self._scanner.need(pattern, f"a cell (R1C1 to {last})").lower()
        return size * (_LINES.index(name[1]) - 1) + _LINES.index(name[3]) - 1

    def _digit(self) -> int:
        size = self._geometry.size
        digits = "|".join(map(str, range(size, 0, -1)))
        expected = "a digit" if size == NINE.size else f"a digit 1-{size}"
        return int(self._scanner.need(f"({digits})(?![0-9])", expected))

    def _name(self, cell: int) -> str:
        return _name(cell, self._geometry)


_SHAPE = re.compile(r"\.Shape~([0-9]{1,2})x\1(?![^.])")
_NO_BOXES = re.compile(r"\.NoBoxes(?![A-Za-z0-9])")


def _geometry(scanner: Scanner) -> Geometry:
    """What the first shape says, wherever it stands; of one that can't be held `_Reader`
    tells."""
    shape = _SHAPE.search(scanner.text)
    size = int(shape[1]) if shape else NINE.size
    if not 2 <= size <= LARGEST:
        size = NINE.size
    return latin(size) if _NO_BOXES.search(scanner.text) else _with_boxes(size)

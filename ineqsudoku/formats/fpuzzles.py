"""Puzzles of *f-puzzles* (f-puzzles.com): JSON, compressed by lz-string into base64, in a link.

The program has no signs between cells, so a relation is written as a thermometer of two cells,
whose bulb, the first one, is the smaller.  Thermometers of any length are read as relations.
Only writing needs the package lzstring.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NoReturn, Protocol, cast
from urllib.parse import unquote

from ineqsudoku.errors import MAX_FAULTS, Fault, IneqSudokuError
from ineqsudoku.formats.builder import NO_NEIGHBOURS, Builder
from ineqsudoku.formats.document import Document, Line
from ineqsudoku.formats.registry import Found
from ineqsudoku.formats.scanner import lines_of
from ineqsudoku.formats.unpacking import unpacked
from ineqsudoku.formats.words import givens_of, rules
from ineqsudoku.geometry import NINE, SUDOKU, Geometry
from ineqsudoku.puzzle import Puzzle

LINK = "https://www.f-puzzles.com/?load="

MAX_LENGTH = 32 * 1024
"""Characters of a compressed puzzle; those that people make have a few thousand."""

MAX_JSON = 256 * 1024
"""Characters of a puzzle in JSON."""

_MEANINGLESS = frozenset(
    {
        *("size", "grid", "thermometer", "title", "author", "ruleset", "solution", "metadata"),
        *("successMessage", "disabledlogic", "truecandidatesoptions", "highlightConflicts"),
    }
)
"""Keys of a puzzle that are no rules of it."""


def write(puzzle: Puzzle) -> str:
    """One link.  Raises `IneqSudokuError` without the package lzstring."""
    geometry = puzzle.geometry
    cells: list[dict[str, object]] = [{} for _ in geometry.cells]
    for cell, digit in givens_of(puzzle):
        cells[cell] = {"value": digit, "given": True}
    board: dict[str, object] = {
        "size": geometry.size,
        "title": "",
        "author": "",
        "ruleset": rules(geometry),
        "grid": [[cells[cell] for cell in row] for row in geometry.rows],
    }
    pairs = ([_name(cell, geometry) for cell in relation] for relation in puzzle.relations)
    lines = [[pair] for pair in pairs]
    if lines:
        board["thermometer"] = [{"lines": line} for line in lines]
    return LINK + _packer().compressToBase64(json.dumps(board, separators=(",", ":")))


def _name(cell: int, geometry: Geometry) -> str:
    """`R1C1` … `R16C16`."""
    return geometry.label(cell).upper()


@cache
def _cells(geometry: Geometry) -> dict[str, int]:
    """The cells by their names."""
    return {_name(cell, geometry): cell for cell in geometry.cells}


def read(document: Document) -> Iterator[Found]:
    """A text of JSON, or in each line a link or the part of it behind `load=`."""
    if document.text.lstrip(" \t\n").startswith("{"):
        yield _Reader(document, Line(document.line, "")).found(document.text)
        return
    for _, line in lines_of(document):
        reader = _Reader(document, line)
        yield reader.found(reader.unpacked())


def _packer() -> Packer:
    try:
        from lzstring import LZString
    except ImportError:
        message = "fpuzzles needs the package lzstring: pip install 'ineqsudoku[convert]'"
        raise IneqSudokuError(message) from None
    return cast(Packer, LZString())


class Packer(Protocol):
    """The part of the package lzstring that is used; the package has no types."""

    def compressToBase64(self, text: str, /) -> str: ...  # noqa: N802 - its name


class _Reader:
    """One puzzle.  A fault inside the JSON has the place of its link."""

    def __init__(self, document: Document, line: Line) -> None:
        self._document = document
        self._line = line
        self._lack: list[Fault] = []
        self._builder = Builder(NINE)

    def _fault(self, expected: str, found: str, hint: str = "") -> Fault:
        column = len(self._line.text) - len(self._line.text.lstrip(" \t")) + 1
        return Fault(self._line.number, column, (expected,), found, hint, self._line.text)

    def _fail(self, expected: str, found: str, hint: str = "") -> NoReturn:
        raise self._document.error([self._fault(expected, found, hint)])

    def _lacks(self, found: str) -> None:
        """Record something that a puzzle cannot hold, unless there is enough of it."""
        if len(self._lack) <= MAX_FAULTS:
            hint = "A puzzle cannot hold it; convert --lossy drops it."
            self._lack.append(self._fault("givens and thermometers", found, hint))

    def unpacked(self) -> str:
        """The JSON in the line."""
        text = self._line.text.strip(" \t")
        packed = text.partition("load=")[2].partition("&")[0] if "load=" in text else text
        if len(packed) > 3 * MAX_LENGTH:  # Even if every character is written as `%41`.
            self._fail(f"at most {MAX_LENGTH:,} characters", "more")
        packed = unquote(packed).replace(" ", "+")
        if len(packed) > MAX_LENGTH:
            self._fail(f"at most {MAX_LENGTH:,} characters", "more")
        try:
            return unpacked(packed, MAX_JSON)
        except ValueError as error:
            self._fail("a link of f-puzzles", "another text", f"Its part in base64: {error}.")

    def found(self, text: str) -> Found:
        if len(text) > MAX_JSON:
            self._fail(f"at most {MAX_JSON:,} characters of JSON", "more")
        try:
            board = json.loads(text)
        except (ValueError, RecursionError):
            self._fail("a puzzle of f-puzzles in JSON", "another text")
        if not isinstance(board, dict):
            self._fail("a JSON object", "another value")
        size = board.get("size")
        if type(size) is not int or size not in SUDOKU:
            self._fail("'size' 4, 6, 9 or 16", "another size", "No other size can be read.")
        self._builder = Builder(SUDOKU[size])
        self._take_grid(board.get("grid"))
        self._take_thermometers(board.get("thermometer", []))
        for key, value in board.items():
            if key not in _MEANINGLESS and value:
                self._lacks(f"'{_plain(key)}'")
        return Found(self._builder.puzzle(), tuple(self._lack), self._line.number)

    def _take_grid(self, grid: object) -> None:
        rows = grid if isinstance(grid, list) else []
        cells = [cell for row in rows if isinstance(row, list) for cell in row]
        lengths = {len(row) if isinstance(row, list) else 0 for row in rows}
        size = self._geometry.size
        if len(rows) != size or lengths != {size} or not all(isinstance(c, dict) for c in cells):
            self._fail(f"'grid' with {size} rows of {size} cells", "another grid")
        for cell, values in enumerate(cells):
            self._take_cell(cell, values)

    def _take_cell(self, cell: int, values: Mapping[str, object]) -> None:
        if values.get("given") is True:
            digit = values.get("value")
            if type(digit) is not int or not 1 <= digit <= self._geometry.size:
                self._fail(f"a digit in {self._name(cell)}", "another value")
            self._builder.give(cell, digit)
        if values.get("givenPencilMarks"):
            self._lacks(f"candidates in {self._name(cell)}")
        box = self._geometry.box_of[cell]
        if values.get("region", box) not in (None, box):
            self._lacks(f"another region for {self._name(cell)}")

    def _take_thermometers(self, thermometers: object) -> None:
        for thermometer in _list(thermometers):
            lines = thermometer.get("lines") if isinstance(thermometer, dict) else None
            if not isinstance(lines, list):
                self._fail("a thermometer with 'lines'", "another value")
            for line in lines:
                self._take_line([self._cell(name) for name in _list(line)])

    def _take_line(self, cells: Sequence[int]) -> None:
        if len(cells) < 2:
            self._fail("a line of two cells or more", "a shorter one")
        for lesser, greater in pairwise(cells):
            if objection := self._builder.relate(lesser, greater):
                what = f"a thermometer from {self._name(lesser)} to {self._name(greater)}"
                if objection == NO_NEIGHBOURS:
                    self._lacks(what)
                else:
                    self._fail("another thermometer", what, objection)

    def _cell(self, name: object) -> int:
        cell = _cells(self._geometry).get(name.upper()) if isinstance(name, str) else None
        if cell is None:
            size = self._geometry.size
            self._fail(f"a cell (R1C1 to R{size}C{size})", "another value")
        return cell

    @property
    def _geometry(self) -> Geometry:
        return self._builder.geometry

    def _name(self, cell: int) -> str:
        return _name(cell, self._geometry)


def _list(value: object) -> list[object]:
    """The value, or a list of it if it is none, which the caller then refuses."""
    return value if isinstance(value, list) else [value]


def _plain(key: str) -> str:
    return "".join(char if char.isprintable() else "�" for char in key[:40])

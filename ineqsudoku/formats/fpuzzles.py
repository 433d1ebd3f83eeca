"""Puzzles of *f-puzzles* (f-puzzles.com): JSON, compressed by lz-string into base64, in a link.

The program has no signs between cells, so a relation is written as a thermometer of two cells,
whose bulb, the first one, is the smaller.  Thermometers of any length are read as relations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise

from ineqsudoku.formats.builder import (
    NO_NEIGHBOURS,
    NO_OTHER_SIZE,
    Builder,
    givens_of,
    rules,
)
from ineqsudoku.formats.compression import pack
from ineqsudoku.formats.document import Document, Parsed
from ineqsudoku.formats.links import (
    ANOTHER_VALUE,
    CANDIDATES_IN,
    DIGIT_IN,
    ROWS_OF_CELLS,
    Link,
)
from ineqsudoku.formats.scanning import CELL_TO, quoted_beginning
from ineqsudoku.geometry import SUDOKU, Geometry
from ineqsudoku.messages import Message, disjunction
from ineqsudoku.puzzle import Puzzle

LINK = "https://www.f-puzzles.com/?load="

_MEANINGLESS = frozenset(
    {
        *("size", "grid", "thermometer", "title", "author", "ruleset", "solution", "metadata"),
        *("successMessage", "disabledlogic", "truecandidatesoptions", "highlightConflicts"),
    }
)
"""Keys that do not add rules to a puzzle."""


def write(puzzle: Puzzle) -> str:
    """Return the link of a puzzle."""
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
    return LINK + pack(json.dumps(board, separators=(",", ":")))


def _name(cell: int, geometry: Geometry) -> str:
    """Return the name of a cell: `R1C1` … `R16C16`."""
    return geometry.label(cell).upper()


@cache
def _cells(geometry: Geometry) -> dict[str, int]:
    """Return the cells by their names."""
    return {_name(cell, geometry): cell for cell in geometry.cells}


def parse(document: Document) -> Iterator[Parsed]:
    """Read JSON, or lines that are links or parts of links after `load=`."""
    return _Link.parse(document)


class _Link(Link):
    """A link of f-puzzles."""

    program = "f-puzzles"
    prefix = LINK
    holds = Message("formats.f-puzzles-holds", "givens and thermometers")

    def json_text(self) -> str:
        text = self.line.text.strip(" \t")
        link = re.match(r"\S*?[?&](?:load|puzzleid)=(?:fpuz(?:zles)?)?([^&#]*)", text)
        link = link or re.match(r"\S*?sudokupad\.app/fpuz(?:zles)?([^?#]*)", text)
        if not link and re.match(r"\S*f-puzzles\.com/", text):
            self.fail_as_short()
        return self.unpack(link[1] if link else text)

    def parse_json(self, text: str) -> Parsed:
        board = self.object(text)
        size = board.get("size")
        if type(size) is not int or size not in SUDOKU:
            self.fail(_SIZE.fill(sizes=disjunction(SUDOKU)), ANOTHER_VALUE, NO_OTHER_SIZE)
        self.builder = Builder(SUDOKU[size])
        self._take_grid(board.get("grid"))
        self._take_thermometers(board.get("thermometer", []))
        for key, value in board.items():
            if key not in _MEANINGLESS and value:
                self.lacks(quoted_beginning(key))
        return self.builder.parsed(self.line.number)

    def _take_grid(self, grid: object) -> None:
        rows = grid if isinstance(grid, list) else []
        cells = [cell for row in rows if isinstance(row, list) for cell in row]
        lengths = {len(row) if isinstance(row, list) else 0 for row in rows}
        size = self._geometry.size
        if len(rows) != size or lengths != {size} or not all(isinstance(c, dict) for c in cells):
            self.fail(ROWS_OF_CELLS.fill(key="'grid'", size=size), ANOTHER_VALUE)
        for cell, values in enumerate(cells):
            self._take_cell(cell, values)

    def _take_cell(self, cell: int, values: Mapping[str, object]) -> None:
        if not values:
            return
        if values.get("given") is True:
            digit = values.get("value")
            if type(digit) is not int or not 1 <= digit <= self._geometry.size:
                self.fail(DIGIT_IN.fill(cell=self._name(cell)), ANOTHER_VALUE)
            self.builder.give(cell, digit)
        if values.get("givenPencilMarks"):
            self.lacks(CANDIDATES_IN.fill(cell=self._name(cell)))
        box = self._geometry.box_of[cell]
        if values.get("region", box) not in (None, box):
            self.lacks(_ANOTHER_REGION.fill(cell=self._name(cell)))

    def _take_thermometers(self, thermometers: object) -> None:
        for thermometer in _list(thermometers):
            lines = thermometer.get("lines") if isinstance(thermometer, dict) else None
            if not isinstance(lines, list):
                self.fail(_WITH_LINES, ANOTHER_VALUE)
            for line in lines:
                self._take_line(_list(line))

    def _take_line(self, names: list[object]) -> None:
        cells = [self._cell(name) for name in names]
        if len(cells) < 2:
            self.fail(Message("formats.two-cells", "a line of two cells or more"), _SHORTER)
        for lesser, greater in pairwise(cells):
            if objection := self.builder.relate(lesser, greater):
                ends = {"lesser": self._name(lesser), "greater": self._name(greater)}
                what = _THERMOMETER.fill(**ends)
                if objection == NO_NEIGHBOURS:
                    self.lacks(what)
                else:
                    self.fail(_ANOTHER_THERMOMETER, what, objection)

    def _cell(self, name: object) -> int:
        cell = _cells(self._geometry).get(name.upper()) if isinstance(name, str) else None
        if cell is None:
            size = self._geometry.size
            self.fail(CELL_TO.fill(last=f"R{size}C{size}"), ANOTHER_VALUE)
        return cell

    @property
    def _geometry(self) -> Geometry:
        return self.builder.geometry

    def _name(self, cell: int) -> str:
        return _name(cell, self._geometry)


_SIZE = Message("formats.size-of", "'size' {sizes}")
_ANOTHER_REGION = Message("formats.another-region", "another region for {cell}")
_WITH_LINES = Message("formats.thermometer-with-lines", "a thermometer with 'lines'")
_SHORTER = Message("formats.shorter", "a shorter line")
_THERMOMETER = Message("formats.thermometer", "a thermometer from {lesser} to {greater}")
_ANOTHER_THERMOMETER = Message("formats.another-thermometer", "another thermometer")


def _list(value: object) -> list[object]:
    """Return the value if it is a list, else a list of it, which the caller refuses."""
    return value if isinstance(value, list) else [value]

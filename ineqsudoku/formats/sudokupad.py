"""Puzzles of *SudokuPad* (sudokupad.app): JSON, compressed by lz-string into base64, in a link.

Places are rows and columns from the upper left corner.  The middle of the first cell is
(0.5, 0.5), and the border between it and its right neighbour is at (0.5, 1).  A relation is a text
on a border.  Links may hold the JSON in a shorter form, which `_unzip` expands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from ineqsudoku.formats.builder import (
    ANOTHER_SIGN,
    NO_NEIGHBOURS,
    Builder,
    givens_of,
    rules,
)
from ineqsudoku.formats.compression import pack
from ineqsudoku.formats.document import Document, Parsed
from ineqsudoku.formats.links import (
    A_LINK,
    ANOTHER_VALUE,
    CANDIDATES_IN,
    DIGIT_IN,
    ROWS_OF_CELLS,
    Link,
)
from ineqsudoku.formats.scanning import ANOTHER_TEXT, quoted_beginning
from ineqsudoku.geometry import LARGEST, NINE, Geometry, latin
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import TITLE, Puzzle, Relation

LINK = "https://sudokupad.app/scl"

_SIGNS = {"<": "<", ">": ">", "^": "∧", "v": "∨"}
"""The characters for signs; those for upright signs are in the middle of their line."""

_TURNED = "<^>v"
"""The signs in clockwise order, a quarter turn apart."""

_READ_AS = {"∧": "^", "Λ": "^", "⋀": "^", "˄": "^", "∨": "v", "V": "v", "⋁": "v", "˅": "v"}

_MEANINGLESS = frozenset(
    {
        *("cellSize", "metadata", "settings", "cells", "regions", "cages", "overlays", "underlays"),
        "id",
    }
)
"""Keys that do not add rules to a puzzle, or that are read."""


def write(puzzle: Puzzle, solution: str = "") -> str:
    """Return the link of a puzzle."""
    geometry = puzzle.geometry
    cells: list[dict[str, object]] = [{} for _ in geometry.cells]
    for cell, digit in givens_of(puzzle):
        cells[cell] = {"value": digit}
    metadata = {"title": str(TITLE), "rules": rules(geometry)}
    if solution and geometry.size <= NINE.size:
        metadata["solution"] = solution
    values = {
        "cellSize": 64,
        "metadata": metadata,
        "settings": {},
        "cells": [[cells[cell] for cell in row] for row in geometry.rows],
        "regions": [[divmod(cell, geometry.size) for cell in box] for box in geometry.boxes],
        "cages": [],
        "lines": [],
        "arrows": [],
        "underlays": [],
        "overlays": [_overlay(relation, geometry) for relation in puzzle.relations],
    }
    return LINK + pack(json.dumps(values, ensure_ascii=False, separators=(",", ":")))


def _overlay(relation: Relation, geometry: Geometry) -> dict[str, object]:
    (row, column), (other_row, other_column) = (
        divmod(cell, geometry.size) for cell in relation.pair
    )
    middle = (row + other_row + 1) / 2, (column + other_column + 1) / 2
    size = {"width": 0.3, "height": 0.3, "fontSize": 20}
    return {"center": middle, "text": _SIGNS[relation.sign], **size}


def parse(document: Document) -> Iterator[Parsed]:
    """Read JSON, or lines that are links or parts of links from `scl` on."""
    return _Link.parse(document)


class _Link(Link):
    """A link of SudokuPad."""

    program = "SudokuPad"
    prefix = LINK
    holds = Message("formats.sudokupad-holds", "givens, boxes and signs between cells")

    def json_text(self) -> str:
        text = self.line.text.strip(" \t")
        link = re.match(r"(?:\S*?sudokupad\.app/|\S*?[?&](?:puzzleid|load)=)?(?:scl|ctc)", text)
        if not link and re.match(r"\S*sudokupad\.app/", text):
            self.fail_as_short()
        if not link:
            hint = Message("formats.beginning-of-links", "Links begin with {prefix}.", prefix=LINK)
            self.fail(A_LINK.fill(program=self.program), ANOTHER_TEXT, hint)
        return self.unpack(re.split("[?&#]", text[link.end() :], maxsplit=1)[0])

    def parse_json(self, text: str) -> Parsed:
        values = self._values(text)
        rows = values.get("cells")
        size = len(rows) if isinstance(rows, list) else 0
        if not isinstance(rows, list) or not 2 <= size <= LARGEST:
            self.fail(_ROWS.fill(least=2, most=LARGEST), ANOTHER_VALUE)
        regions = _regions(values.get("regions"))
        self.builder = Builder(_geometry(size, regions))
        if regions and not self.builder.geometry.boxes:
            self.lacks(Message("formats.regions", "regions that are not boxes"))
        for first, row in enumerate(rows):
            self._take_row(first * size, row)
        for key in ("overlays", "underlays"):
            for overlay in _list(values.get(key)):
                self._take_overlay(overlay)
        for cage in _list(values.get("cages")):
            if not isinstance(cage, dict) or cage.get("cells"):
                self.lacks(Message("formats.cage", "a cage"))
        for key, value in values.items():
            if key not in _MEANINGLESS and value:
                self.lacks(quoted_beginning(key))
        return self.builder.parsed(self.line.number)

    def _values(self, text: str) -> dict[str, object]:
        """Return the JSON object in a text, which may be in the shorter form."""
        if not text.lstrip().startswith('{"'):
            text = _unzip(text)
        try:
            return {
                _LONG_KEYS.get(key, key): _with_long_keys(value)
                for key, value in self.object(text).items()
            }
        except RecursionError:
            self.fail_as_no_json()

    def _take_row(self, first: int, row: object) -> None:
        size = self.builder.geometry.size
        if not isinstance(row, list) or len(row) != size:
            self.fail(ROWS_OF_CELLS.fill(key="'cells'", size=size), ANOTHER_VALUE)
        for cell, values in enumerate(row, first):
            values = values or {}
            if not isinstance(values, dict):
                self.fail(_OBJECT_IN.fill(cell=self._name(cell)), ANOTHER_VALUE)
            value = values.get("value")
            if value not in (None, ""):
                if not re.fullmatch("[0-9]{1,2}", str(value)) or not 1 <= int(str(value)) <= size:
                    self.fail(DIGIT_IN.fill(cell=self._name(cell)), ANOTHER_VALUE)
                self.builder.give(cell, int(str(value)))
            if values.get("pencilMarks") or values.get("centremarks"):
                self.lacks(CANDIDATES_IN.fill(cell=self._name(cell)))

    def _take_overlay(self, overlay: object) -> None:
        values = overlay if isinstance(overlay, dict) else {}
        text, pair = str(values.get("text") or "").strip(), self._pair(values.get("center"))
        sign = _turn(_READ_AS.get(text, text), values.get("angle"))
        if not pair or sign not in (("<", ">") if pair[1] - pair[0] == 1 else ("^", "v")):
            self.lacks(_TEXT.fill(text=quoted_beginning(text)) if text else _SHAPE)
            return
        objection = self.builder.relate(*(pair if sign in "<^" else reversed(pair)))
        if objection and objection != NO_NEIGHBOURS:
            found = _SIGN_AT.fill(sign=f"'{sign}'", cell=self._name(pair[0]))
            self.fail(ANOTHER_SIGN, found, objection)

    def _pair(self, center: object) -> tuple[int, int] | None:
        """Return the two cells beside a place, if it is the middle of a border."""
        size = self.builder.geometry.size
        if not isinstance(center, list) or len(center) != 2:
            return None
        if not all(isinstance(value, int | float) and 0 < value < size for value in center):
            return None
        row, column = (round(2 * value) for value in center)
        if max(abs(row - 2 * center[0]), abs(column - 2 * center[1])) > _TOLERANCE:
            return None
        if row % 2 and column % 2 == 0:
            cell = row // 2 * size + column // 2
            return (cell - 1, cell) if 0 < column < 2 * size else None
        if column % 2 and row % 2 == 0:
            cell = row // 2 * size + column // 2
            return (cell - size, cell) if 0 < row < 2 * size else None
        return None

    def _name(self, cell: int) -> str:
        return self.builder.geometry.label(cell)


_ROWS = Message("formats.sudokupad-rows", "'cells' with {least} to {most} rows")
_OBJECT_IN = Message("formats.object-in", "an object in {cell}")
_TEXT = Message("formats.the-text", "the text {text}")
_SHAPE = Message("formats.shape", "a shape")
_SIGN_AT = Message("formats.sign-at", "{sign} at {cell}")

_TOLERANCE = 0.5
"""The distance that a sign may have from the middle of its border, in half cells."""


_Regions = set[frozenset[str]]
"""Sets of cells, each a text `[row, column]`."""


def _regions(value: object) -> _Regions:
    """Return the regions in a value of JSON."""
    lists = (_list(region) for region in _list(value))
    return {frozenset(map(str, region)) for region in lists if region}


def _geometry(size: int, regions: _Regions) -> Geometry:
    """Return the geometry whose boxes the regions are, if there is one, else one without boxes."""
    for rows in range(2, size // 2 + 1):
        if regions and size % rows == 0:
            geometry = Geometry(size, rows, size // rows)
            boxes = ([[*divmod(cell, size)] for cell in box] for box in geometry.boxes)
            if regions == _regions([*boxes]):
                return geometry
    return latin(size)


def _turn(sign: str, angle: object) -> str:
    """Return a sign after a turn by `angle` degrees; any other text as it is."""
    if sign not in [*_TURNED] or not isinstance(angle, int | float) or angle % 90:
        return sign
    return _TURNED[(_TURNED.index(sign) + int(angle) // 90) % 4]


def _list(value: object) -> list[object]:
    """Return the value if it is a list, else an empty list."""
    return value if isinstance(value, list) else []


_LONG_KEYS = {
    "ca": "cages",
    "ct": "center",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "v": "value",
    "l": "lines",
    "re": "regions",
    "te": "text",
    "w": "width",
    "h": "height",
    "fs": "fontSize",
    "t": "title",
}
"""The keys of the shorter form that are read."""

_SHORT = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\.)*+")
      | (?<=[,{\[])(?P<key>[a-zA-Z0-9]+)(?=:)
      | (?P<empty>(?<=[,\[])(?=[,\]]))
      | (?<=:)(?P<color>\#[0F]|[0-9a-fA-F]{6})(?=[,}\]])
      | (?<=:)(?P<truth>[ft])(?=[,}\]])
      """,
    re.VERBOSE,
)


def _unzip(text: str) -> str:
    """Return JSON from its shorter form, which has single quotes, keys without quotes, `f` and `t`
    for truth values, and nothing for an empty object."""
    if '"' not in text:
        text = re.sub(r"\\'|'", lambda quote: "'" if len(quote[0]) > 1 else '"', text)
    return _SHORT.sub(_long, text)


def _long(part: re.Match[str]) -> str:
    if part.lastgroup == "string":
        return part[0]
    if part.lastgroup == "empty":
        return "{}"
    if part.lastgroup == "truth":
        return {"f": "false", "t": "true"}[part[0]]
    return f'"{part[0]}"'


def _with_long_keys(value: object) -> object:
    """Return the value with long keys in place of short ones, at all levels."""
    if isinstance(value, list):
        return [_with_long_keys(item) for item in value]
    if isinstance(value, Mapping):
        return {_LONG_KEYS.get(key, key): _with_long_keys(item) for key, item in value.items()}
    return value

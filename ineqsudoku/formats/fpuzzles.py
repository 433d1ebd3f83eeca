"""Puzzles of *f-puzzles* (f-puzzles.com): JSON, compressed by lz-string into base64, in a link.

The program has no signs between cells, so a relation is written as a thermometer of two cells,
whose bulb, the first one, is the smaller.  Thermometers of any length are read as relations.
SudokuPad takes the same links behind its own address.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NoReturn
from urllib.parse import unquote

from ineqsudoku.errors import MAX_FAULTS, Fault, PuzzleSyntaxError
from ineqsudoku.formats.compression import pack, unpack
from ineqsudoku.formats.recognition import (
    COMMENT,
    LINK,
    Line,
    is_heading,
    report_no_puzzle,
    with_skipped,
)
from ineqsudoku.formats.source_text import Entry, ParseResult, SourceText
from ineqsudoku.formats.words import (
    A_LONGER_TEXT,
    A_PUZZLE,
    ANOTHER_TEXT,
    quote_beginning,
)
from ineqsudoku.geometry import BOX_OF, CELLS, ROWS, SIZE, are_neighbours, label
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

ADDRESS = "https://www.f-puzzles.com/?load="

_LOADED = re.compile(r"\S*?[?&](?:load|puzzleid)=(?:fpuz(?:zles)?)?([^&#]*)")
_IN_PATH = re.compile(r"(?:\S*?sudokupad\.app/)?fpuz(?:zles)?([^?#]*)")
_BARE = re.compile(r"N4Ig\S*")
"""The forms of a puzzle in a line.  The group is compressed or, in `_BARE`, the whole match."""

MAX_LENGTH = 32 * 1024
"""The most characters of a compressed puzzle; common ones have a few thousand."""

MAX_JSON = 256 * 1024
"""The most characters of a puzzle in JSON."""

_MEANINGLESS = frozenset(
    {
        *("size", "grid", "thermometer", "title", "author", "ruleset", "solution", "metadata"),
        *("successMessage", "disabledlogic", "truecandidatesoptions", "highlightConflicts"),
    }
)
"""Keys that do not add rules to a puzzle."""

_RULES = Message(
    "formats.rules",
    "Fill the grid so that each row, each column and each 3×3 box holds the digits 1 to 9. "
    "A sign between two cells points at the one with the smaller digit.",
)

_NAMES = [label(cell).upper() for cell in CELLS]
_CELL_OF = {name: cell for cell, name in enumerate(_NAMES)}
"""The names of cells, `R1C1` … `R9C9`, and the cells by their names."""


def write(puzzle: Puzzle) -> str:
    """Return the link of a puzzle."""
    cells = [
        {} if digit == ABSENT else {"value": int(digit), "given": True} for digit in puzzle.givens
    ]
    board: dict[str, object] = {
        "size": SIZE,
        "title": "",
        "author": "",
        "ruleset": str(_RULES),
        "grid": [[cells[cell] for cell in row] for row in ROWS],
    }
    lines = [[[_NAMES[lesser], _NAMES[greater]]] for lesser, greater in puzzle.relations]
    if lines:
        board["thermometer"] = [{"lines": line} for line in lines]
    return ADDRESS + pack(json.dumps(board, separators=(",", ":")))


def read(source_text: SourceText, *, lossy: bool = False) -> ParseResult:
    """Return the puzzle of a JSON text, or of each line with a link or the compressed part of one.

    Rules of f-puzzles that a puzzle cannot hold are faults; if `lossy`, they are only reported as
    `unsupported`.
    """
    puzzles: list[Entry | PuzzleSyntaxError] = []
    unsupported: list[Fault] = []
    texts, headings = _divide(source_text)
    for line in texts:
        link = _Link(line, source_text.name)
        try:
            puzzle = link.puzzle()
            if link.unsupported and not lossy:
                raise PuzzleSyntaxError(source_text.name, tuple(link.unsupported))
            puzzles.append(Entry(len(puzzles), line.number, puzzle))
            unsupported += link.unsupported
        except PuzzleSyntaxError as error:
            puzzles.append(error)
    if not puzzles:
        puzzles.append(
            PuzzleSyntaxError(source_text.name, (report_no_puzzle(source_text, headings),))
        )
    return ParseResult(
        puzzles, with_skipped(source_text, headings), tuple(unsupported[: MAX_FAULTS + 1])
    )


def _divide(source_text: SourceText) -> tuple[list[Line], list[Line]]:
    """Return the texts of puzzles, and the headings between them."""
    if source_text.original.lstrip().startswith("{"):
        return [Line(source_text.line, source_text.original, source_text.original)], []
    texts: list[Line] = []
    headings: list[Line] = []
    for number, text in enumerate(source_text.original.split("\n"), source_text.line):
        stripped = text.strip(" \t")
        if stripped and not stripped.startswith(COMMENT):  # a `#` further on belongs to an address
            is_between = is_heading(text) and not LINK.match(stripped)
            (headings if is_between else texts).append(Line(number, text, text))
    return texts, headings


class _Link:
    """A text with a puzzle.  `unsupported` has faults for the rules that a `Puzzle` cannot hold."""

    def __init__(self, line: Line, file: str) -> None:
        self.unsupported: list[Fault] = []
        self._file = file
        self._number = line.number
        self._text = line.text

    def puzzle(self) -> Puzzle:
        """Return the puzzle.  Raises `PuzzleSyntaxError`."""
        board = self._board()
        if board.get("size") != SIZE:
            self._refuse(_SIZE, _ANOTHER_VALUE, _NO_OTHER_SIZE)
        givens = self._givens(board.get("grid"))
        relations = [*self._relations(board.get("thermometer", []))]
        for key, value in board.items():
            if key not in _MEANINGLESS and value:
                self._lacks(quote_beginning(key))
        return Puzzle.from_relations(relations, givens)

    def _board(self) -> dict[str, Any]:
        """Return the JSON of the puzzle."""
        text = self._text.strip()
        if not text.startswith("{"):
            text = self._unpacked(text.removeprefix("<").removesuffix(">"))
        if len(text) > MAX_JSON:
            self._refuse(_MOST_JSON, A_LONGER_TEXT)
        try:
            board = json.loads(text)
        except (ValueError, RecursionError):
            self._refuse(_IN_JSON, ANOTHER_TEXT)
        if not isinstance(board, dict):
            self._refuse(_OBJECT, _ANOTHER_VALUE)
        if not {"size", "grid"} & board.keys():
            self._refuse(A_PUZZLE, _OTHER_JSON)
        return board

    def _unpacked(self, text: str) -> str:
        """Return the JSON in a link."""
        link = _LOADED.match(text) or _IN_PATH.match(text)
        packed = link[1] if link else text
        if not link and not _BARE.match(text):
            self._refuse_link(text)
        # else too long even if every character is escaped, like `%41`
        if len(packed) <= 3 * MAX_LENGTH:
            packed = unquote(packed).replace(" ", "+")
        if len(packed) > MAX_LENGTH:
            self._refuse(_MOST, A_LONGER_TEXT)
        try:
            return unpack(packed, MAX_JSON)
        except ValueError as error:
            self._refuse(_A_LINK, ANOTHER_TEXT, error.args[0])

    def _refuse_link(self, text: str) -> NoReturn:
        """Refuse a link without a puzzle."""
        if re.match(r"(?:\S*(?:/|=))?scl[A-Za-z0-9+/%]{8}", text):
            self._refuse(A_PUZZLE, _SCL, _ONLY_F_PUZZLES)
        if re.match(
            r"\S*(?:sudokupad\.app|crackingthecryptic\.com|f-puzzles\.com|tinyurl\.com)/", text
        ):
            self._refuse(A_PUZZLE, _SHORT_LINK, _OPEN_IT)
        self._refuse(A_PUZZLE, _LINK_FOUND, _NOT_FOLLOWED)

    def _givens(self, grid: object) -> str:
        rows = grid if isinstance(grid, list) else []
        if [len(row) if isinstance(row, list) else 0 for row in rows] != [SIZE] * SIZE:
            self._refuse(_ROWS_OF_CELLS, _ANOTHER_VALUE)
        cells = [cell for row in rows for cell in row]
        return "".join(map(self._given, CELLS, cells))

    def _given(self, cell: int, values: object) -> str:
        """Return the given of a cell, `.` for none."""
        if not isinstance(values, dict):
            self._refuse(_ROWS_OF_CELLS, _ANOTHER_VALUE)
        if values.get("givenPencilMarks"):
            self._lacks(_CANDIDATES_IN.fill(cell=_NAMES[cell]))
        if values.get("region", BOX_OF[cell]) not in (None, BOX_OF[cell]):
            self._lacks(_ANOTHER_REGION.fill(cell=_NAMES[cell]))
        digit = values.get("value")
        if values.get("given") is not True:
            return ABSENT
        if type(digit) is not int or not 1 <= digit <= SIZE:
            self._refuse(_DIGIT_IN.fill(cell=_NAMES[cell]), _ANOTHER_VALUE)
        return str(digit)

    def _relations(self, thermometers: object) -> Iterator[Relation]:
        found: set[Relation] = set()
        for thermometer in _list(thermometers):
            lines = thermometer.get("lines") if isinstance(thermometer, dict) else None
            if not isinstance(lines, list):
                self._refuse(_WITH_LINES, _ANOTHER_VALUE)
            for line in lines:
                cells = [self._cell(name) for name in _list(line)]
                if len(cells) < 2:
                    self._refuse(_TWO_CELLS, _SHORTER)
                for relation in map(Relation._make, pairwise(cells)):
                    names = {"lesser": _NAMES[relation.lesser], "greater": _NAMES[relation.greater]}
                    if not are_neighbours(relation.pair):
                        self._lacks(_THERMOMETER.fill(**names))
                    elif relation.flipped() in found:
                        self._refuse(_ANOTHER_THERMOMETER, _THERMOMETER.fill(**names), _OPPOSITE)
                    else:
                        found.add(relation)
                        yield relation

    def _cell(self, name: object) -> int:
        cell = _CELL_OF.get(name.upper()) if isinstance(name, str) else None
        if cell is None:
            self._refuse(_CELL, _ANOTHER_VALUE)
        return cell

    def _lacks(self, found: Text) -> None:
        """Record a rule that a puzzle cannot hold."""
        if len(self.unsupported) <= MAX_FAULTS:
            self.unsupported.append(self._fault(_HOLDS, found, _CANNOT_HOLD))

    def _refuse(self, expected: Text, found: Text, hint: Text = "") -> NoReturn:
        raise PuzzleSyntaxError(self._file, (self._fault(expected, found, hint),))

    def _fault(self, expected: Text, found: Text, hint: Text) -> Fault:
        line = self._text.split("\n", 1)[0]
        column = len(line) - len(line.lstrip(" \t")) + 1
        return Fault(self._number, column, (expected,), found, hint, line)


def _list(value: object) -> list[object]:
    """Return a list unchanged, and any other value in a list, which the caller refuses."""
    return value if isinstance(value, list) else [value]


_ANOTHER_VALUE = Message("formats.another-value", "another value")
_A_LINK = Message("formats.link", "a link of f-puzzles")
_SCL = Message("formats.scl", "a link in SudokuPad's own format")
_ONLY_F_PUZZLES = Message("formats.only-f-puzzles", "Only links of f-puzzles can be read.")
_SHORT_LINK = Message("formats.short-link", "a short link")
_OPEN_IT = Message(
    "formats.open-it",
    "A short link holds no puzzle, only its name on a server: open it and copy the long link, "
    "which has fpuzzles or ?load= in it.",
)
_LINK_FOUND = Message("formats.a-link", "a link")
_NOT_FOLLOWED = Message(
    "formats.not-followed",
    "Links are not followed; a link of f-puzzles that contains its puzzle can be read.",
)
_MOST = Message("formats.at-most", "at most {most} characters", most=f"{MAX_LENGTH:,}")
_MOST_JSON = Message("formats.most-json", "at most {most} characters of JSON", most=f"{MAX_JSON:,}")
_IN_JSON = Message("formats.puzzle-in-json", "a puzzle of f-puzzles in JSON")
_OBJECT = Message("formats.object", "a JSON object")
_OTHER_JSON = Message("formats.other-json", "JSON of another program")
_SIZE = Message("formats.size-of", "'size' {size}", size=SIZE)
_NO_OTHER_SIZE = Message("formats.no-other-size", "Puzzles of other sizes cannot be read.")
_ROWS_OF_CELLS = Message("formats.rows-of-cells", "'grid' with 9 rows of 9 cells")
_DIGIT_IN = Message("formats.digit-in", "a digit in {cell}")
_CANDIDATES_IN = Message("formats.candidates-in", "candidates in {cell}")
_ANOTHER_REGION = Message("formats.another-region", "another region for {cell}")
_WITH_LINES = Message("formats.thermometer-with-lines", "a thermometer with 'lines'")
_TWO_CELLS = Message("formats.two-cells", "a line of two cells or more")
_SHORTER = Message("formats.shorter", "a shorter line")
_CELL = Message("formats.cell-to", "a cell (R1C1 to R9C9)")
_THERMOMETER = Message("formats.thermometer", "a thermometer from {lesser} to {greater}")
_ANOTHER_THERMOMETER = Message("formats.another-thermometer", "another thermometer")
_OPPOSITE = Message("formats.opposite", "These two cells already have the opposite sign.")
_HOLDS = Message("formats.f-puzzles-holds", "givens and thermometers")
_CANNOT_HOLD = Message("formats.cannot-hold", "A puzzle cannot hold this; --lossy drops it.")

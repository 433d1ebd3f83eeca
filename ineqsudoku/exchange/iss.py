"""Constraint strings of the *Interactive Sudoku Solver* (sigh, github.io), also in a URL.

`.~R1C1_5~R4C7_3` are givens; `.GreaterThan~R1C2~R1C1` says that r1c2 is greater than r1c1.
With three cells or more, each is greater than every later one that is its neighbour.  Blanks
and lines that begin with `#` mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.exchange import Found
from ineqsudoku.exchange.builder import Builder
from ineqsudoku.exchange.scanner import Scanner, lines_of
from ineqsudoku.exchange.words import givens_of, name_of, nothing_lost, takes_nine
from ineqsudoku.formats.document import Document
from ineqsudoku.geometry import PAIRS, SIZE
from ineqsudoku.puzzle import Puzzle

takes = takes_nine
losses = nothing_lost

SEPARATOR = None


MAX_LENGTH = 256 * 1024
"""Characters of a text; the longest strings that people make have a few thousand."""


def write(puzzle: Puzzle) -> str:
    """One string, the givens first; of a puzzle with nothing in it, its shape."""
    givens = "".join(f"~{name_of(cell)}_{digit}" for cell, digit in givens_of(puzzle))
    relations = (
        f".GreaterThan~{name_of(greater)}~{name_of(lesser)}" for lesser, greater in puzzle.relations
    )
    return (f".{givens}" if givens else "") + "".join(relations) or ".Shape~9x9"


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
        yield _Reader(Scanner(document, string, places)).found()


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
        self._builder = Builder()
        self._lack: list[Fault] = []
        self._boxes = True

    def found(self) -> Found:
        scanner = self._scanner
        while True:
            start = scanner.index
            scanner.need(r"\.", "a constraint ('.' and its name)")
            self._constraint(start, scanner.need(r"[A-Za-z0-9]*", "a name"))
            if scanner.is_done:
                return Found(self._builder.puzzle(), tuple(self._lack), self._boxes)

    def _constraint(self, start: int, name: str) -> None:
        scanner = self._scanner
        if name == "":
            self._givens()
        elif name == "GreaterThan":
            self._greater_than(start)
        elif name == "Shape":
            at = scanner.index
            shape = scanner.take(r"[^.]*")
            if shape != "~9x9":
                scanner.fail(at, "'~9x9'", found="another shape")
        else:
            scanner.take(r"[^.]*")
            if name == "NoBoxes":
                self._boxes = False
            else:
                hint = "Puzzles here have no other rules; --lossy drops it."
                expected = "givens or 'GreaterThan'"
                self._lack.append(scanner.fault(start, expected, f"the constraint '{name}'", hint))

    def _givens(self) -> None:
        scanner = self._scanner
        scanner.need("~", "'~' and a cell")
        while True:
            start = scanner.index
            cell = self._cell()
            scanner.need("_", "'_' and a digit")
            digit = int(scanner.need("[1-9](?![0-9])", "a digit"))
            if scanner.take("(_[0-9]+)+"):
                hint = "Only one digit makes a given; --lossy drops it."
                fault = scanner.fault(start, "one digit", "several candidates", hint)
                self._lack.append(fault)
            elif objection := self._builder.give(cell, digit):
                scanner.fail(start, "a cell without a given", objection, f"'{name_of(cell)}'")
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
            if (min(lesser, greater), max(lesser, greater)) in PAIRS
        ]
        if not pairs:
            scanner.fail(start, "two neighbouring cells", found="a relation without them")
        for lesser, greater in pairs:
            if objection := self._builder.relate(lesser, greater):
                names = f"'{name_of(greater)}' greater than '{name_of(lesser)}'"
                scanner.fail(start, "another relation", objection, names)

    def _cell(self) -> int:
        scanner = self._scanner
        name = scanner.need("[Rr][1-9][Cc][1-9](?![0-9])", "a cell (R1C1 to R9C9)")
        return SIZE * (int(name[1]) - 1) + int(name[3]) - 1

"""Pictures of wrong grids, with signs and marked faults, for SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ineqsudoku.formats import entries
from ineqsudoku.formats.document import Document
from ineqsudoku.geometry import Geometry
from ineqsudoku.judge.judgement import Expectation
from ineqsudoku.judge.reports.results import Cell
from ineqsudoku.judge.rules import Violation
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.puzzle import Puzzle

STEP = 30
"""Width and height of a cell."""

MARGIN = 4

_LONGEST = 3
"""Characters that fit in a cell."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A text at a point of the picture; `kind` is its class in the style sheet."""

    x: float
    y: float
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A wrong grid, in user units of SVG.

    `marked` are the corners of all cells that break a rule, `first` those of the cells that break
    the first one.  `marks` are digits and signs.  `down` and `across` are lines, each with whether
    it is a border of boxes.  `words` are the broken rules in order.  `puzzle` is its number in the
    input, from 1; 0 if it is the only one.
    """

    size: int
    marked: tuple[tuple[float, float], ...]
    first: tuple[tuple[float, float], ...]
    marks: tuple[Mark, ...]
    down: tuple[tuple[int, bool], ...]
    across: tuple[tuple[int, bool], ...]
    words: tuple[str, ...]
    puzzle: int = 0


def picture(cell: Cell, encoding: str | None = None) -> Picture | None:
    """The first wrong grid that a run with the verdict WA printed, or `None`.

    There is none if the answer is a text, because the puzzle has no solution, or if the output is
    longer than the part of it that is kept.
    """
    if cell.verdict is not Verdict.WA:
        return None
    try:
        puzzles = entries(Document.read(cell.case.input, cell.case.name, encoding))
    except (ValueError, OSError):
        return None
    judgement = Expectation(tuple(puzzles)).judge(cell.run.output.encode())
    if judgement.puzzle is None or judgement.verdict is not Verdict.WA:
        return None
    number = next(n for n, entry in enumerate(puzzles) if entry.index == judgement.puzzle)
    symbols = _symbols(cell.run.output, [entry.puzzle.geometry for entry in puzzles], number)
    drawn = _drawn(puzzles[number].puzzle, symbols, judgement.violations)
    return replace(drawn, puzzle=number + 1) if len(puzzles) > 1 else drawn


def _symbols(output: str, geometries: Sequence[Geometry], number: int) -> list[str]:
    """The words printed in the cells of a grid; digits may be printed without blanks."""
    dense = {length for each in geometries for length in (each.size, len(each.cells))}
    symbols: list[str] = []
    for word in output.split():
        symbols += word if len(word) in dense and word.isalnum() else [word]
    start = sum(len(geometry.cells) for geometry in geometries[:number])
    return symbols[start : start + len(geometries[number].cells)]


def _drawn(puzzle: Puzzle, symbols: Sequence[str], violations: Sequence[Violation]) -> Picture:
    # A broken sign is marked itself, not its cells.
    broken = {violation.cells for violation in violations if violation.rule == "sign"}
    cells = sorted({c for v in violations if v.rule != "sign" for c in v.cells})
    geometry = puzzle.geometry
    return Picture(
        size=geometry.size * STEP + 2 * MARGIN,
        marked=tuple(_corner(geometry, cell) for cell in cells),
        first=tuple(_corner(geometry, cell) for cell in violations[0].cells),
        marks=(*_digits(symbols, puzzle), *_signs(puzzle, broken)),
        down=_lines(geometry.size, geometry.box_columns),
        across=_lines(geometry.size, geometry.box_rows),
        words=tuple(map(str, violations)),
    )


def _lines(size: int, between_borders: int) -> tuple[tuple[int, bool], ...]:
    """Borders of boxes come last, so they are drawn over other lines."""
    lines = [(MARGIN + n * STEP, n % (between_borders or size) == 0) for n in range(size + 1)]
    return tuple(sorted(lines, key=lambda line: line[1]))


def _corner(geometry: Geometry, cell: int) -> tuple[float, float]:
    return MARGIN + geometry.column_of[cell] * STEP, MARGIN + geometry.row_of[cell] * STEP


def _centre(geometry: Geometry, cell: int) -> tuple[float, float]:
    x, y = _corner(geometry, cell)
    return x + STEP / 2, y + STEP / 2


def _digits(symbols: Sequence[str], puzzle: Puzzle) -> Iterator[Mark]:
    for cell, symbol in enumerate(symbols):
        kind = "given" if puzzle.givens[cell] == symbol else "digit"
        text = symbol if len(symbol) <= _LONGEST else f"{symbol[: _LONGEST - 1]}…"
        yield Mark(*_centre(puzzle.geometry, cell), text, kind)


def _signs(puzzle: Puzzle, broken: set[tuple[int, ...]]) -> Iterator[Mark]:
    for relation in puzzle.relations:
        (x, y), (other_x, other_y) = (_centre(puzzle.geometry, cell) for cell in relation.pair)
        kind = "sign broken" if relation.pair in broken else "sign"
        yield Mark((x + other_x) / 2, (y + other_y) / 2, _ARROWS[relation.sign], kind)


_ARROWS = {"<": "<", ">": ">", "^": "∧", "v": "∨"}

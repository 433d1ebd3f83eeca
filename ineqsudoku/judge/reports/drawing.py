"""Grids drawn as SVG: signs in their places, what is wrong marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ineqsudoku.formats import entries
from ineqsudoku.formats.document import Document
from ineqsudoku.geometry import Geometry
from ineqsudoku.judge.answers import check
from ineqsudoku.judge.reports import Cell
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.puzzle import Grid, Puzzle

STEP = 30
"""Width and height of a cell."""

MARGIN = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """A text at a place of the picture; `kind` is its class in the style sheet."""

    x: float
    y: float
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A grid to draw: the places of marked cells, digits and signs, lines down and across,
    each with whether it is a border of boxes, what is broken in words."""

    size: int
    marked: tuple[tuple[float, float], ...]
    marks: tuple[Mark, ...]
    down: tuple[tuple[int, bool], ...]
    across: tuple[tuple[int, bool], ...]
    words: tuple[str, ...]


def picture(cell: Cell) -> Picture | None:
    """The wrong grid of a run, if it printed one for the only puzzle of a test."""
    if cell.verdict is not Verdict.WA:
        return None
    try:
        found = entries(Document.read(cell.case.input, cell.case.name))
        grid = Grid("".join(cell.run.output.split()))
    except (ValueError, OSError):
        return None
    return _drawn(found[0].puzzle, grid) if len(found) == 1 else None


def _drawn(puzzle: Puzzle, grid: Grid) -> Picture:
    violations = check(puzzle, grid)
    # Whole rows are marked by their equal digits; a broken sign by itself.
    broken = {violation.cells for violation in violations if violation.rule == "sign"}
    cells = sorted({c for v in violations if v.rule != "sign" for c in v.cells})
    geometry = puzzle.geometry
    return Picture(
        size=geometry.size * STEP + 2 * MARGIN,
        marked=tuple(_corner(geometry, cell) for cell in cells),
        marks=(*_digits(grid, puzzle), *_signs(puzzle, broken)),
        down=_lines(geometry.size, geometry.box_columns),
        across=_lines(geometry.size, geometry.box_rows),
        words=tuple(map(str, violations)),
    )


def _lines(size: int, between_borders: int) -> tuple[tuple[int, bool], ...]:
    """The borders last, so that they are drawn over the others."""
    lines = [(MARGIN + n * STEP, n % (between_borders or size) == 0) for n in range(size + 1)]
    return tuple(sorted(lines, key=lambda line: line[1]))


def _corner(geometry: Geometry, cell: int) -> tuple[float, float]:
    return MARGIN + geometry.column_of[cell] * STEP, MARGIN + geometry.row_of[cell] * STEP


def _centre(geometry: Geometry, cell: int) -> tuple[float, float]:
    x, y = _corner(geometry, cell)
    return x + STEP / 2, y + STEP / 2


def _digits(grid: Grid, puzzle: Puzzle) -> Iterator[Mark]:
    for cell in puzzle.geometry.cells:
        given = puzzle.givens[cell] == grid.line[cell]
        yield Mark(*_centre(puzzle.geometry, cell), grid.line[cell], "given" if given else "digit")


def _signs(puzzle: Puzzle, broken: set[tuple[int, ...]]) -> Iterator[Mark]:
    for relation in puzzle.relations:
        (x, y), (other_x, other_y) = (_centre(puzzle.geometry, cell) for cell in relation.pair)
        kind = "sign broken" if relation.pair in broken else "sign"
        yield Mark((x + other_x) / 2, (y + other_y) / 2, _ARROWS[relation.sign], kind)


_ARROWS = {"<": "<", ">": ">", "^": "∧", "v": "∨"}

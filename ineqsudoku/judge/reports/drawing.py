"""Pictures of wrong grids, with signs and marked faults, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ineqsudoku.formats import entries
from ineqsudoku.formats.document import Document
from ineqsudoku.judge.answers import check
from ineqsudoku.judge.reports import Cell
from ineqsudoku.judge.rules import Violation
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.pictures.model import Picture, Role
from ineqsudoku.pictures.svg import draw_svg
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle

SCALE = 0.8
"""Of a board; a cell is 29 pixels wide then."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A wrong grid as a text of SVG, and the rules that it breaks, in order."""

    svg: str
    words: tuple[str, ...]


def picture(cell: Cell) -> Drawing | None:
    """The wrong grid of a run, if it printed one for the only puzzle of a test."""
    if cell.verdict is not Verdict.WA:
        return None
    try:
        found = entries(Document.read(cell.case.input, cell.case.name))
        grid = Grid("".join(cell.run.output.split()))
    except (ValueError, OSError):
        return None
    if len(found) != 1:
        return None
    puzzle = found[0].puzzle
    return _drawn(puzzle, grid.line, check(puzzle, grid))


def _drawn(puzzle: Puzzle, symbols: Sequence[str], violations: Sequence[Violation]) -> Drawing:
    """What was printed in each cell, and what is wrong with it.

    The cells that break the first rule are marked as wrong, other cells as in conflict; a
    broken sign is marked itself, not its cells.
    """
    geometry = puzzle.geometry
    broken = {violation.cells for violation in violations if violation.rule == "sign"}
    roles: dict[int, Role] = {}
    for violation in violations:
        if violation.rule != "sign":
            role = Role.WRONG if violation is violations[0] else Role.CONFLICT
            roles = dict.fromkeys(violation.cells, role) | roles
    drawn = Picture(
        puzzle,
        digits="".join(each if each in [*geometry.symbols] else ABSENT for each in symbols),
        letters={
            place: each for place, each in enumerate(symbols) if each not in [*geometry.symbols]
        },
        cell_roles=roles,
        sign_roles={each: Role.WRONG for each in puzzle.relations if each.pair in broken},
        caption="The grid that was printed.",
    )
    return Drawing(draw_svg(drawn, scale=SCALE), tuple(map(str, violations)))

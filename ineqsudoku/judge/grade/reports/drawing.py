"""Pictures of wrong grids, with signs and marked faults, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ineqsudoku.formats import entries, whole_document
from ineqsudoku.geometry import Geometry
from ineqsudoku.judge.checker.judgement import Expectation
from ineqsudoku.judge.checker.rules import Violation
from ineqsudoku.judge.grade.reports.results import Cell
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.pictures.model import Picture, Role
from ineqsudoku.pictures.svg import draw_svg
from ineqsudoku.puzzle import ABSENT, Puzzle

SCALE = 0.8
"""The scale of a board, whose cells are 29 pixels wide."""

_LONGEST = 3
"""The most characters that fit in a cell."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A wrong grid as a text of SVG, and the rules that it breaks, in order.

    `puzzle` is its number in the input, from 1; 0 if it is the only one.
    """

    svg: str
    words: tuple[str, ...]
    puzzle: int = 0


def picture(cell: Cell, encoding: str | None = None) -> Drawing | None:
    """Return the first wrong grid in the output of a run with the verdict WA, or `None`.

    There is none if the expected answer is a text, because the puzzle has no solution, or if the
    output is longer than the part of it that is kept.
    """
    if cell.verdict is not Verdict.WA:
        return None
    try:
        puzzles = entries(whole_document(cell.case.input, cell.case.name, encoding))
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
    """Return the words printed in the cells of a grid; digits may be printed without blanks."""
    dense = {length for geometry in geometries for length in (geometry.size, len(geometry.cells))}
    symbols: list[str] = []
    for word in output.split():
        symbols += word if len(word) in dense and word.isalnum() else [word]
    start = sum(len(geometry.cells) for geometry in geometries[:number])
    return symbols[start : start + len(geometries[number].cells)]


def _drawn(puzzle: Puzzle, symbols: Sequence[str], violations: Sequence[Violation]) -> Drawing:
    """Return the drawing of the words that were printed in the cells.

    The cells that break the first rule are marked as wrong, cells that break others as in
    conflict; for a broken sign, the sign is marked and not its cells.
    """
    geometry = puzzle.geometry
    broken = {violation.cells for violation in violations if violation.rule == "sign"}
    roles: dict[int, Role] = {}
    for violation in violations:
        if violation.rule != "sign":
            role = Role.WRONG if violation is violations[0] else Role.CONFLICT
            roles = dict.fromkeys(violation.cells, role) | roles
    fitting = {*geometry.symbols}
    drawn = Picture(
        puzzle,
        digits="".join(word if word in fitting else ABSENT for word in symbols),
        letters={
            cell: _shortened(word) for cell, word in enumerate(symbols) if word not in fitting
        },
        cell_roles=roles,
        sign_roles={
            relation: Role.WRONG for relation in puzzle.relations if relation.pair in broken
        },
        caption="The grid that was printed.",
    )
    return Drawing(draw_svg(drawn, scale=SCALE), tuple(map(str, violations)))


def _shortened(symbol: str) -> str:
    return symbol if len(symbol) <= _LONGEST else f"{symbol[: _LONGEST - 1]}…"

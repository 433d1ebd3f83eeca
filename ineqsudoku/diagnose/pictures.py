"""Reports as pictures: a conflict and its repairs, two solutions, or the only one."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_letters

from ineqsudoku.diagnose.report import Report
from ineqsudoku.diagnose.summary import caption, verdict
from ineqsudoku.pictures.model import Picture, Role
from ineqsudoku.pictures.values import pictures_of_two
from ineqsudoku.puzzle import Relation


def pictures(report: Report) -> tuple[Picture, ...]:
    """Return the boards of a report, at least one.

    For a puzzle with several solutions, these are two boards, each with a solution.  For any
    other puzzle it is one board: with its cycle or its conflict and the signs that repair it, with
    its solution, or as it is printed.
    """
    board = Picture(report.puzzle)
    if report.witnesses:
        return pictures_of_two(report.puzzle, report.witnesses.first, report.witnesses.second)
    if report.solution:
        return (replace(board, digits=report.solution.line),)
    return (_refuted(report, board),)


def captioned(report: Report) -> tuple[Picture, ...]:
    """Return the pictures of a report with titles and captions, for files and notebooks."""
    drawn = pictures(report)
    if len(drawn) == 1:
        return (replace(drawn[0], title=verdict(report), caption=caption(report)),)
    first, second = drawn
    return replace(first, caption=caption(report)), replace(second, caption=verdict(report))


def _refuted(report: Report, board: Picture) -> Picture:
    signs: dict[Relation, Role] = {}
    letters: dict[int, str] = {}
    cells: tuple[int, ...] = ()
    if report.cycle:
        cells = report.cycle
        letters = dict(zip(cells, ascii_letters, strict=False))
        around = zip(cells, (*cells[1:], cells[0]), strict=True)
        geometry = report.puzzle.geometry
        signs = {Relation(*step, geometry=geometry): Role.CONFLICT for step in around}
    elif report.conflict:
        cells = report.conflict.cells
        signs = dict.fromkeys(report.conflict.relations, Role.CONFLICT)
    for repair in report.repairs:
        signs.update(dict.fromkeys(repair.relations, Role.REPAIR))
    return replace(
        board,
        letters=letters,
        cell_roles=dict.fromkeys(cells, Role.CONFLICT),
        sign_roles=signs,
    )

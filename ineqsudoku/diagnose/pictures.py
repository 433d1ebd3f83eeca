"""Reports as pictures and in words: a line for the status, boards, and a caption.

The boards show a conflict and its repairs, two solutions, or the only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_letters

from ineqsudoku.diagnose.repairs import Repair
from ineqsudoku.diagnose.report import Report
from ineqsudoku.diagnose.witnesses import Witnesses
from ineqsudoku.names import count_noun
from ineqsudoku.pictures.model import Picture, Role, pictures_of_two
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
    return (_draw_refutation(report, board),)


def caption_report(report: Report) -> tuple[Picture, ...]:
    """Return the pictures of a report with titles and captions, for files and notebooks."""
    drawn = pictures(report)
    if len(drawn) == 1:
        return (replace(drawn[0], title=verdict(report), caption=caption(report)),)
    first, second = drawn
    return replace(first, caption=caption(report)), replace(second, caption=verdict(report))


def _draw_refutation(report: Report, board: Picture) -> Picture:
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


def verdict(report: Report) -> str:
    """Return the status in words."""
    if report.status == "cycle":
        return "not valid: a cycle, signs that go round in a circle"
    if report.status == "none":
        where = "" if report.box is None else f": box {report.box + 1} cannot be filled"
        return f"not valid: no solution{where}"
    if report.status == "multiple":
        return f"not valid: {_solutions(report.witnesses)}"
    if report.status == "unknown":
        limit = " (--search-time)" if report.is_cut_short else ""
        return f"undecided after {report.nodes:,} nodes{limit}"
    redundant = len(report.redundant)
    return f"valid: one solution, {redundant} of {count_noun(report.relations, 'sign')} redundant"


def caption(report: Report) -> str:
    """Return an explanation of the marks in the pictures of a report; empty without marks."""
    sentences = []
    if report.cycle:
        label = report.puzzle.geometry.label
        sentences.append(" < ".join(map(label, (*report.cycle, report.cycle[0]))) + ".")
    elif report.conflict and not report.conflict.relations:
        sentences.append("The givens alone contradict each other.")
    elif report.conflict:
        signs = count_noun(len(report.conflict.relations), "sign")
        sentences.append(f"The {signs} in bold cannot all hold.")
    if report.repairs:
        sentences.append(_ring(report.repairs))
    if report.witnesses:
        cells = report.witnesses.differs
        labels = ", ".join(map(report.puzzle.geometry.label, cells))
        sentences.append(f"The two solutions differ in {len(cells)} cells: {labels}.")
    return " ".join(sentences)


def _ring(repairs: Sequence[Repair]) -> str:
    flips = len(repairs[0].relations)  # All repairs have the same number.
    if flips == 1:
        which = "the ringed sign" if len(repairs) == 1 else "one of the ringed signs"
    else:
        which = "a pair of ringed signs" if flips == 2 else f"{flips} of the ringed signs"
    return f"Flipping {which} repairs the puzzle: {'; '.join(map(str, repairs))}."


def _solutions(witnesses: Witnesses | None) -> str:
    if not witnesses:
        return "several solutions"
    return f"{witnesses.count:,}{'' if witnesses.is_all else '+'} solutions"

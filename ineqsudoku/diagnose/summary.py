"""Reports in words: a line for the status, and a caption for the pictures."""

from __future__ import annotations

from collections.abc import Sequence

from ineqsudoku.diagnose.repairs import Repair
from ineqsudoku.diagnose.report import Report
from ineqsudoku.diagnose.witnesses import Witnesses
from ineqsudoku.names import counted


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
    return f"valid: one solution, {redundant} of {counted(report.relations, 'sign')} redundant"


def caption(report: Report) -> str:
    """Return an explanation of the marks in the pictures of a report; empty without marks."""
    sentences = []
    if report.cycle:
        label = report.puzzle.geometry.label
        sentences.append(" < ".join(map(label, (*report.cycle, report.cycle[0]))) + ".")
    elif report.conflict and not report.conflict.relations:
        sentences.append("The givens alone contradict each other.")
    elif report.conflict:
        signs = counted(len(report.conflict.relations), "sign")
        sentences.append(f"The {signs} in bold cannot all hold.")
    if report.repairs:
        sentences.append(_ringed(report.repairs))
    if report.witnesses:
        cells = report.witnesses.differs
        labels = ", ".join(map(report.puzzle.geometry.label, cells))
        sentences.append(f"The two solutions differ in {len(cells)} cells: {labels}.")
    return " ".join(sentences)


def _ringed(repairs: Sequence[Repair]) -> str:
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

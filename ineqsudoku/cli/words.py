"""What `validate` tells people of a puzzle: sentences and pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from textwrap import fill

from ineqsudoku.diagnose.effort import Effort
from ineqsudoku.diagnose.pictures import pictures
from ineqsudoku.diagnose.report import Report
from ineqsudoku.diagnose.summary import number
from ineqsudoku.diagnose.witnesses import Witnesses
from ineqsudoku.pictures.terminal import columns, draw_text, in_colour
from ineqsudoku.puzzle import ABSENT

LONGEST = 78
"""The characters of the longest line of a sentence; fewer in a narrow terminal."""


def explanation(report: Report, picture: bool) -> Iterator[str]:
    """What else is known, a paragraph each; without a `picture` none of a valid puzzle."""
    if report.cycle:
        yield from _of_cycle(report, report.cycle)
    elif report.conflict:
        yield from _of_conflict(report)
    if report.repairs is not None:
        yield _of_repairs(report)
    if report.witnesses:
        yield from _of_witnesses(report, report.witnesses)
    if report.telling:
        label = report.puzzle.geometry.label
        givens = [f"{label(c)}={d}" for c, d in enumerate(report.telling) if d != ABSENT]
        yield _listed(f"{number(len(givens), 'given')} would leave one solution:", givens)
    if report.solution:
        if picture:
            yield _drawn(report)
        yield from _of_valid(report)
    if not report.is_finished:
        yield "Interrupted: there may be more to find.\n"


def _of_cycle(report: Report, cycle: tuple[int, ...]) -> Iterator[str]:
    yield _drawn(report)
    around = " < ".join(map(report.puzzle.geometry.label, (*cycle, cycle[0])))
    yield fill(f"Each is less than the next: {around}", _width()) + "\n"


def _of_conflict(report: Report) -> Iterator[str]:
    conflict = report.conflict
    assert conflict
    if not conflict.relations:
        yield "The givens alone contradict each other.\n"
        return
    if len(conflict.relations) < report.relations:
        yield _drawn(report)
    signs = number(len(conflict.relations), "sign")
    minimal = "; without any one of them the others can" if conflict.is_minimal else ""
    written = [relation.printed for relation in conflict.relations]
    yield _listed(f"{signs} that cannot all hold{minimal}:", written)


def _of_repairs(report: Report) -> str:
    repairs = report.repairs or ()
    if not repairs:
        return "No turn of so few signs repairs it (see --repair).\n" if report.is_finished else ""
    which = "one of these" if len(repairs[0].relations) == 1 else "two signs of one of these"
    paragraphs = []
    for status, solutions in (("unique", "one solution"), ("multiple", "several solutions")):
        of_status = [str(repair) for repair in repairs if repair.status == status]
        if of_status:
            paragraphs.append(_listed(f"To turn {which} gives {solutions}:", of_status))
    return "".join(paragraphs)


def _of_witnesses(report: Report, witnesses: Witnesses) -> Iterator[str]:
    differs, geometry = witnesses.differs, report.puzzle.geometry
    yield _drawn(report)
    closest = "as few as can be" if witnesses.is_closest else "no closer two were found"
    yield _listed(f"They differ in {len(differs)} cells, {closest}:", map(geometry.label, differs))
    yield f"{len(witnesses.same)} of {len(geometry.cells)} cells are the same in all solutions.\n"


def _of_valid(report: Report) -> Iterator[str]:
    if report.minimal:
        signs = report.minimal.relations
        none = ", and none of them can be spared" if report.minimal.is_minimal else ""
        written = [relation.printed for relation in signs]
        yield _listed(f"{number(len(signs), 'sign')} are enough{none}:", written)
    if report.effort:
        yield _effort(report.effort)


def _effort(effort: Effort) -> str:
    rowmajor = f" {effort.rowmajor} with rowmajor," if effort.rowmajor else ""
    return (
        f"Nodes to solve it: {effort.default} with auto ({effort.engine} first),{rowmajor}\n"
        f"{effort.plain} with a plain search cell by cell.\n"
    )


def _listed(head: str, things: Iterable[str]) -> str:
    """Things side by side under a sentence, as many as a line holds."""
    unbroken = [thing.replace(" ", "\0") for thing in things]
    lines = fill(", ".join(unbroken), _width(), initial_indent="  ", subsequent_indent="  ")
    return f"{head}\n{lines}\n".replace("\0", " ")


def _drawn(report: Report) -> str:
    return draw_text(
        *pictures(report),
        colour=in_colour(),
        encoding=sys.stdout.encoding or "ascii",
        width=columns(),
    )


def _width() -> int:
    return max(20, min(LONGEST, columns() - 2))

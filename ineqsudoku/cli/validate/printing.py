"""Prints the result of `validate` for a puzzle: sentences and pictures, or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from textwrap import fill
from typing import TYPE_CHECKING

import click

from ineqsudoku.cli.puzzles import Located
from ineqsudoku.cli.streams import tell
from ineqsudoku.diagnose.effort import Effort
from ineqsudoku.diagnose.pictures import pictures, verdict
from ineqsudoku.diagnose.repairs import Repair
from ineqsudoku.diagnose.report import Report
from ineqsudoku.diagnose.witnesses import Witnesses
from ineqsudoku.errors import InvalidPuzzleError, PuzzleSyntaxError
from ineqsudoku.formats.places import Places
from ineqsudoku.names import count_noun, message_of
from ineqsudoku.pictures.terminal import columns, draw_text, in_colour
from ineqsudoku.puzzle import ABSENT, Relation

if TYPE_CHECKING:
    from ineqsudoku.explanation.values import Explanation


def print_result(
    puzzle: Located, report: Report | None, as_json: bool, alone: bool, rate: bool
) -> None:
    """Print the result; a valid puzzle that is not `alone` gets one line."""
    for warning in puzzle.warnings:
        tell(f"warning: {warning}")
    if puzzle.error and not isinstance(puzzle.error, PuzzleSyntaxError):
        tell(message_of(puzzle.error))
    elif as_json:
        _print_json(puzzle, report, rate)
    elif report:
        explained = _explain(report) if rate and not alone else None
        rated = f"; {explained.level}, rating {explained.rating}" if explained else ""
        click.echo(f"{puzzle.name}: {verdict(report)}{rated}")
        places = puzzle.places() if report.conflict else {}
        paragraphs = list(explanation(report, places, picture=alone))
        for paragraph in paragraphs:
            click.echo(f"\n{paragraph}", nl=False)
        if rate and alone and (explained := _explain(report)):
            click.echo(f"\n{difficulty(explained)}")
        if paragraphs and not alone:
            click.echo()
    else:
        click.echo(puzzle.error)


def _explain(report: Report) -> Explanation | None:
    """Explain how a person solves a valid puzzle."""
    from ineqsudoku.explanation.strategy import explain

    if report.status != "valid" or not report.is_finished or report.is_cut_short:
        return None
    with suppress(InvalidPuzzleError):  # The proof took more nodes than `explain` allows.
        return explain(report.puzzle)
    return None


def _print_json(puzzle: Located, report: Report | None, rate: bool) -> None:
    import json

    from ineqsudoku.diagnose.as_json import of_faults, of_report

    if report:
        places = puzzle.places() if report.conflict else {}
        known = of_report(report, report.puzzle.geometry, places)
        if rate and (explained := _explain(report)):
            known["difficulty"] = explained.difficulty
    else:
        assert isinstance(puzzle.error, PuzzleSyntaxError)
        known = of_faults(puzzle.error.faults)
    click.echo(json.dumps({**puzzle.where, **known}))


LONGEST = 78
"""The most characters of a line of a sentence; fewer in a narrow terminal."""


def explanation(report: Report, places: Places, picture: bool) -> Iterator[str]:
    """Yield paragraphs with further findings; unless `picture`, do not draw a valid puzzle."""
    if report.cycle:
        yield from _of_cycle(report, places)
    elif report.conflict:
        yield from _of_conflict(report, places)
    if report.flips_searched is not None:
        yield from _of_repairs(report, places)
    if report.witnesses:
        yield from _of_witnesses(report, report.witnesses)
    if report.distinguishing_givens:
        label = report.puzzle.geometry.label
        givens = [
            f"{label(c)}={d}" for c, d in enumerate(report.distinguishing_givens) if d != ABSENT
        ]
        yield _list(f"{count_noun(len(givens), 'given')} would leave one solution:", givens)
    if report.solution:
        if picture:
            yield _draw(report)
        yield from _of_valid(report)
    if not report.is_finished:
        yield "Interrupted: there may be more to find.\n"
    elif report.is_cut_short and report.status != "unknown":
        yield "The search time is over (--search-time): there may be more to find.\n"


def _of_cycle(report: Report, places: Places) -> Iterator[str]:
    geometry, cycle = report.puzzle.geometry, report.cycle
    yield _draw(report)
    around = " < ".join(map(geometry.label, (*cycle, cycle[0])))
    yield fill(f"Each is less than the next: {around}", _width()) + "\n"
    if places:
        steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        relations = [Relation(*step, geometry=geometry) for step in steps]
        yield _list("Their signs in the file (line:column):", _write(relations, places))


def _of_conflict(report: Report, places: Places) -> Iterator[str]:
    conflict = report.conflict
    assert conflict
    if not conflict.relations:
        yield "The givens alone contradict each other.\n"
        return
    if len(conflict.relations) < report.relations:
        yield _draw(report)
    signs = count_noun(len(conflict.relations), "sign")
    minimal = "; without any one of them the others can" if conflict.is_minimal else ""
    written = _write(conflict.relations, places)
    yield _list(f"{signs} that cannot all hold{minimal}:", written)


def _of_repairs(report: Report, places: Places) -> Iterator[str]:
    """Yield the known repairs, and what is proved about other repairs."""
    repairs = report.repairs
    for status, solutions in (("unique", "exactly one solution"), ("multiple", "several")):
        of_status = [
            " and ".join(_write(repair.relations, places))
            for repair in repairs
            if repair.status == status
        ]
        if of_status:
            yield _list(f"{_flipping(repairs[0])} gives {solutions}:", of_status)
    searched = report.flips_searched or 0
    if not repairs and searched:
        more = " (see --repair)" if searched < MOST_FLIPS else ""
        yield f"No repair by {_up_to(searched)} exists{more}.\n"
    elif repairs and searched < len(repairs[0].relations):
        yield "Other repairs may exist that flip as few signs.\n"


def _write(relations: Iterable[Relation], places: Places) -> list[str]:
    """Return relations as `r8c6 ^ r9c6 at 14:11`, with line and column if known."""
    written = []
    for relation in relations:
        place = places.get(relation.pair)
        written.append(f"{relation.printed} at {place}" if place else relation.printed)
    return written


def _flipping(repair: Repair) -> str:
    signs = len(repair.relations)
    if signs == 1:
        return "Flipping one of these signs"
    return (
        f"Flipping {'both' if signs == 2 else f'all {_COUNTS[signs]}'} signs of one of these sets"
    )


_COUNTS = ("no", "one", "two", "three")

MOST_FLIPS = len(_COUNTS) - 1
"""The greatest value of `--repair`."""


def _up_to(flips: int) -> str:
    return "one flip" if flips == 1 else f"{_COUNTS[flips]} flips or fewer"


def _of_witnesses(report: Report, witnesses: Witnesses) -> Iterator[str]:
    differs, geometry = witnesses.differs, report.puzzle.geometry
    yield _draw(report)
    closest = "as few as can be" if witnesses.is_closest else "no closer two were found"
    yield _list(f"They differ in {len(differs)} cells, {closest}:", map(geometry.label, differs))
    yield f"{len(witnesses.same)} of {len(geometry.cells)} cells are the same in all solutions.\n"


def _of_valid(report: Report) -> Iterator[str]:
    if report.minimal:
        signs = report.minimal.relations
        none = ", and none of them can be spared" if report.minimal.is_minimal else ""
        written = [relation.printed for relation in signs]
        yield _list(f"{count_noun(len(signs), 'sign')} are enough{none}:", written)
    if report.effort:
        yield _effort(report.effort)


def difficulty(explained: Explanation) -> str:
    """Return a sentence with the level and the rating."""
    if not explained.is_complete:
        return f"For a person: {explained.level}; the techniques of explain do not solve it."
    return f"For a person: {explained.level}, rating {explained.rating} (see ineqsudoku explain)."


def _effort(effort: Effort) -> str:
    rowmajor = f" {effort.rowmajor} with rowmajor," if effort.rowmajor else ""
    return (
        f"Nodes to solve it: {effort.default} with auto ({effort.engine} first),{rowmajor}\n"
        f"{effort.plain} with a plain search cell by cell.\n"
    )


def _list(head: str, things: Iterable[str]) -> str:
    """Return a sentence with a list below it, filled into lines."""
    unbroken = [thing.replace(" ", "\0") for thing in things]
    lines = fill(", ".join(unbroken), _width(), initial_indent="  ", subsequent_indent="  ")
    return f"{head}\n{lines}\n".replace("\0", " ")


def _draw(report: Report) -> str:
    return draw_text(
        *pictures(report),
        colour=in_colour(),
        encoding=sys.stdout.encoding or "ascii",
        width=columns(),
    )


def _width() -> int:
    return max(20, min(LONGEST, columns() - 2))

"""The whole judgement of a puzzle, told step by step.

The order of the steps is: a cycle; a box with no arrangement; no solution; several
solutions; valid.  Whatever is wrong first is explained, and nothing after it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ineqsudoku.diagnose.conflicts import ORDERS, Conflict, conflicts
from ineqsudoku.diagnose.effort import LIMIT as EFFORT
from ineqsudoku.diagnose.effort import Effort, measure_effort
from ineqsudoku.diagnose.minimal import Minimal, minima
from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.diagnose.repairs import Repair, repairs
from ineqsudoku.diagnose.telling import find_telling_givens
from ineqsudoku.diagnose.witnesses import LIMIT, Witnesses, find_witnesses
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle, Relation
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search import solve

Status = Literal["valid", "cycle", "none", "multiple", "unknown"]
"""`unknown` when the node limit stopped the search before it could tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How thoroughly to look.

    `repair`: the most signs that a repair may turn; 0 asks for no repairs.
    `orders`: orders that are tried for a small conflict.
    `limit`: solutions that are counted.
    `minimal`: whether to look for a set of signs from which none can be taken away.
    `effort`: the most nodes that each search may use to measure the effort; 0 asks for none.
    `node_limit`: nodes of the first search, which decides the status; `None` for any number.
    `progress`: told how far long work has come.
    """

    repair: int = 1
    orders: int = ORDERS
    limit: int = LIMIT
    minimal: bool = False
    effort: int = EFFORT
    node_limit: int | None = None
    progress: Progress = silent


USUAL = Options()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is known about a puzzle; what does not apply or was not asked for is `None`.

    `puzzle`: which puzzle that is.
    `relations`: how many the puzzle has, that is, its signs.
    `nodes`: what the search that decided the status cost.
    `is_finished`: false as long as more is to come.
    `cycle`: its cells, each less than the next and the last less than the first.
    `box`: the first box, 0-8 at 9×9, whose signs and givens leave it no arrangement.
    `conflict`: see `Conflict`; for a cycle its relations.
    `repairs`: see `find_repairs`; of few signs, in the order of the signs.
    `witnesses`: see `Witnesses`.
    `telling`: givens, as a `Puzzle` has them, that would leave one solution.
    `solution`: the only one.
    `redundant`: relations that follow from the others through the order alone.
    `minimal`: see `Minimal`.
    `effort`: see `Effort`.
    """

    status: Status
    puzzle: Puzzle
    relations: int
    nodes: int
    is_finished: bool = False
    cycle: tuple[int, ...] | None = None
    box: int | None = None
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] | None = None
    witnesses: Witnesses | None = None
    telling: str | None = None
    solution: Grid | None = None
    redundant: tuple[Relation, ...] | None = None
    minimal: Minimal | None = None
    effort: Effort | None = None

    def __str__(self) -> str:
        """The status in words and the boards, without a line feed at the end."""
        from ineqsudoku.diagnose.pictures import pictures
        from ineqsudoku.diagnose.summary import verdict
        from ineqsudoku.pictures.values import text_of

        return text_of(verdict(self), pictures(self))

    def _repr_html_(self) -> str:
        from ineqsudoku.diagnose.pictures import pictures
        from ineqsudoku.diagnose.summary import caption, verdict
        from ineqsudoku.pictures.values import html_of

        words = ". ".join(filter(None, (verdict(self), caption(self))))
        return html_of(words, pictures(self))


def validate(puzzle: Puzzle, options: Options = USUAL) -> Report:
    """Judge a puzzle and explain the judgement.

    Raises `ValueError` for options out of range.  Those who want what was found before an
    interruption take the reports of `examine` one by one and keep the last.
    """
    *_, report = examine(puzzle, options)
    return report


def examine(puzzle: Puzzle, options: Options = USUAL) -> Iterator[Report]:
    """Reports that know more and more; the last one is finished.

    Raises as `validate`.
    """
    _check(options)
    result = solve(puzzle, limit=2, node_limit=options.node_limit)
    graph = RelationGraph(puzzle.relations, puzzle.geometry)
    report = Report(
        status="valid", puzzle=puzzle, relations=len(graph.relations), nodes=result.nodes
    )
    if result.status == "unique":
        steps = _valid(puzzle, graph, replace(report, solution=result.solutions[0]), options)
    elif result.status == "multiple":
        steps = _multiple(puzzle, replace(report, status="multiple"), options)
    elif result.status == "none":
        steps = _none(puzzle, graph, replace(report, status="none"), options)
    else:
        steps = iter([replace(report, status="unknown")])
    for report in steps:
        yield report
    yield replace(report, is_finished=True)


def _check(options: Options) -> None:
    for name, value, least in (
        ("repair", options.repair, 0),
        ("orders", options.orders, 1),
        ("limit", options.limit, 2),
        ("effort", options.effort, 0),
    ):
        if value < least:
            raise ValueError(f"{name} is {value}, but must be at least {least}")


def _none(
    puzzle: Puzzle, graph: RelationGraph, report: Report, options: Options
) -> Iterator[Report]:
    cycle = graph.cycle()
    if cycle:
        report = replace(report, status="cycle", cycle=cycle)
    else:
        report = replace(report, box=_impossible_box(puzzle))
    yield report
    relations = None
    for conflict in conflicts(puzzle, options.orders, options.progress):
        relations = conflict.relations
        report = replace(report, conflict=conflict)
        yield report
    if options.repair:
        place = {relation: number for number, relation in enumerate(graph.relations)}
        found: list[Repair] = []
        report = replace(report, repairs=())
        for repair in repairs(puzzle, options.repair, relations, options.progress):
            found.append(repair)
            found.sort(key=lambda repair: [place[relation] for relation in repair.relations])
            report = replace(report, repairs=tuple(found))
            yield report
        yield report


def _impossible_box(puzzle: Puzzle) -> int | None:
    """Without givens a box has arrangements unless its relations form a cycle."""
    if not puzzle.has_givens:
        return None
    geometry = puzzle.geometry
    for box, cells in enumerate(geometry.boxes):
        givens = "".join(
            digit if cell in cells else ABSENT for cell, digit in enumerate(puzzle.givens)
        )
        inside = [relation for relation in puzzle.relations if {*relation} <= {*cells}]
        if solve(Puzzle.from_relations(inside, givens, geometry), limit=1).status == "none":
            return box
    return None


def _multiple(puzzle: Puzzle, report: Report, options: Options) -> Iterator[Report]:
    yield report
    witnesses = find_witnesses(puzzle, options.limit, options.progress)
    report = replace(report, witnesses=witnesses)
    yield report
    yield replace(report, telling=find_telling_givens(puzzle, options.progress))


def _valid(
    puzzle: Puzzle, graph: RelationGraph, report: Report, options: Options
) -> Iterator[Report]:
    report = replace(report, redundant=graph.redundant())
    yield report
    if options.effort:
        report = replace(report, effort=measure_effort(puzzle, options.effort))
        yield report
    if options.minimal:
        for minimal in minima(puzzle, progress=options.progress):
            report = replace(report, minimal=minimal)
            yield report

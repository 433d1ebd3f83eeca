"""The report on a puzzle, built step by step, and its JSON form.

The order of the steps is: a cycle; a box with no arrangement; no solution; several
solutions; valid.  The first fault is explained, and nothing after it is examined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Literal

from ineqsudoku.apps.diagnose.conflicts import Conflict, conflicts
from ineqsudoku.apps.diagnose.minimal import Minimal, minima
from ineqsudoku.apps.diagnose.oracle import LONG
from ineqsudoku.apps.diagnose.progress import ORDERS, SOLUTIONS, OutOfTime, Progress, limit, silent
from ineqsudoku.apps.diagnose.repairs import Repair, repairs
from ineqsudoku.apps.diagnose.signs import with_only
from ineqsudoku.apps.diagnose.witnesses import Witnesses, witnesses
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.display import render
from ineqsudoku.errors import Fault
from ineqsudoku.formats.places import NO_PLACES, SignPlaces
from ineqsudoku.geometry import BOXES, DIGITS, label
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle, Relation
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search import solve

Status = Literal["valid", "cycle", "none", "multiple", "unknown"]
"""`unknown` when a limit stopped the first search before it was decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The extent of an examination.

    `repair`
        The largest number of signs that a repair may flip; 0 for no repairs.
    `orders`
        The number of orders of deletion that are tried to find a small conflict.
    `limit`
        The number of solutions at which counting stops.
    `minimal`
        Whether to search for a minimal set of signs.
    `node_limit`
        The node limit of the first search, which decides the status; `None` for none.
    `search_time`
        The number of seconds after which the examination is cut short; `None` for no limit.
    `progress`
        A function that is called with the progress of long work.
    """

    repair: int = 1
    orders: int = ORDERS
    limit: int = SOLUTIONS
    minimal: bool = False
    node_limit: int | None = None
    search_time: float | None = None
    progress: Progress = silent


USUAL = Options()

_NO_TIME = 1e-9
"""The seconds left if the first search took all of them: a search time must be positive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The findings about a puzzle; those that do not apply or were not requested are `None`, or
    empty.

    `status`
        `valid`, `cycle`, `none`, `multiple`, or `unknown` if a limit stopped the first search.
    `puzzle`
        The puzzle that was examined.
    `relations`
        The number of relations of the puzzle, which is the number of its signs.
    `nodes`
        The nodes of the search that decided the status.
    `is_finished`
        Whether this is the last report.
    `is_cut_short`
        Whether the search time ended before the search did.
    `cycle`
        The cells of a cycle: each is less than the next, and the last is less than the first.
    `box`
        The first box without an arrangement that satisfies its signs and givens, 0-8.
    `conflict`
        A conflict: the relations that the proof uses, or those of the cycle.
    `proof`
        Steps from the conflict and the givens to a contradiction, as in `explain`; empty if there
        is nothing to prove or no such steps are known.
    `repairs`
        The repairs with as few flips as possible, in the order of the signs; see `find_repairs`.
    `flips_searched`
        The number of flips up to which `repairs` has every repair; `None` if none were searched
        for.
    `witnesses`
        Two solutions that differ in few cells, and what is known of the others.
    `solution`
        The only solution.
    `redundant`
        The relations that follow from the other relations by transitivity.
    `minimal`
        A set of relations that keeps the solution unique.
    """

    status: Status
    puzzle: Puzzle
    relations: int
    nodes: int
    is_finished: bool = False
    is_cut_short: bool = False
    cycle: tuple[int, ...] = ()
    box: int | None = None
    conflict: Conflict | None = None
    proof: tuple[Step, ...] = ()
    repairs: tuple[Repair, ...] = ()
    flips_searched: int | None = None
    witnesses: Witnesses | None = None
    solution: Grid | None = None
    redundant: tuple[Relation, ...] = ()
    minimal: Minimal | None = None

    def broken_step(self, repair: Repair) -> int | None:
        """Return the number, from 1, of the first step of the proof that a repair breaks.

        A broken step uses a sign of the repair and does not follow without these signs.  `None`
        without a proof.
        """
        flipped = {*repair.relations}
        rest = with_only(self.puzzle, (r for r in self.puzzle.relations if r not in flipped))
        for number, step in enumerate(self.proof, 1):
            if not flipped.isdisjoint(step.premises.relations) and _is_broken(rest, step):
                return number
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of `validate --json`, for `json.dumps`."""
        return report_to_dict(self)

    def __str__(self) -> str:
        """Return the status in words and the boards, without a line feed at the end."""
        return render(self, "text")

    def _repr_html_(self) -> str:
        return render(self, "html")


def _is_broken(puzzle: Puzzle, step: Step) -> bool:
    """Whether a puzzle has a solution that contradicts a step."""
    excluded = [(cell, str(digit)) for cell, digit in step.removes]
    for cell, digit in step.places:
        excluded += [(cell, other) for other in DIGITS if other != str(digit)]
    if not excluded:  # a contradiction: the repaired puzzle has a solution
        return True
    for cell, other in excluded:
        if puzzle.givens[cell] in (ABSENT, other):
            givens = puzzle.givens[:cell] + other + puzzle.givens[cell + 1 :]
            if solve(replace(puzzle, givens=givens), limit=1, node_limit=LONG).solutions:
                return True
    return False


# --- JSON, as `docs/validate.schema.json` describes it ---

_KEYS = (
    *("status", "signs", "faults", "cycle", "box", "conflict", "conflict_is_minimal", "proof"),
    *("repairs", "flips_searched", "witnesses", "differs", "loops", "same"),
    *("count", "count_is_exact", "solution", "redundant", "minimal"),
    *("minimal_is_proved", "difficulty"),
)
_NOTHING: dict[str, Any] = dict.fromkeys(_KEYS)
"""The keys of every object; a value is null if it does not apply or was not asked for."""


def faults_to_dict(faults: Iterable[Fault]) -> dict[str, Any]:
    """Return the object for a text that is no puzzle, with sentences in the current language."""
    return {
        **_NOTHING,
        "status": "syntax",
        "faults": [
            {
                "line": fault.line,
                "column": fault.column,
                "expected": list(map(str, fault.expected)),
                "found": str(fault.found),
                "hint": str(fault.hint),
                **fault.statement.fill(hint=fault.hint).to_dict(),
            }
            for fault in faults
        ],
        "finished": True,
        "cut_short": False,
    }


def report_to_dict(report: Report, places: SignPlaces = NO_PLACES) -> dict[str, Any]:
    """Return the object for a report; `places` are the places of the puzzle's signs in the file."""
    found: dict[str, Any] = {
        **_NOTHING,
        "status": report.status,
        "signs": report.relations,
        "cycle": _labels(report.cycle) or None,
        "box": None if report.box is None else report.box + 1,
        "flips_searched": report.flips_searched,
        "solution": report.solution and report.solution.line,
        "finished": report.is_finished,
        "cut_short": report.is_cut_short,
    }
    if conflict := report.conflict:
        found["conflict"] = _locate(conflict.relations, places)
        found["conflict_is_minimal"] = conflict.is_minimal
        found["proof"] = [step.to_dict() for step in report.proof]
    if report.flips_searched is not None:
        found["repairs"] = [
            {
                "relations": _locate(repair.relations, places),
                "status": repair.status,
                "solution": repair.solution.line,
                "breaks": report.broken_step(repair),
            }
            for repair in report.repairs
        ]
    if witnesses := report.witnesses:
        found["witnesses"] = [witnesses.first.line, witnesses.second.line]
        found["differs"] = _labels(witnesses.differs)
        found["loops"] = [_labels(loop) for loop in witnesses.loops]
        found["same"] = _labels(witnesses.same)
        found["count"] = witnesses.count
        found["count_is_exact"] = witnesses.is_all
    if report.status == "valid":
        found["redundant"] = _relations(report.redundant)
    if minimal := report.minimal:
        found["minimal"] = _relations(minimal.relations)
        found["minimal_is_proved"] = minimal.is_minimal
    return found


def _labels(cells: Iterable[int]) -> list[str]:
    return list(map(label, cells))


def _relations(relations: Iterable[Relation]) -> list[dict[str, str]]:
    return [{"lesser": label(r.lesser), "greater": label(r.greater)} for r in relations]


def _locate(relations: Sequence[Relation], places: SignPlaces) -> list[dict[str, Any]]:
    """Return relations with the line and column of their signs, null if they are not known."""
    objects = []
    for relation, names in zip(relations, _relations(relations), strict=True):
        place = places.get(relation.pair)
        where = {"line": place and place.line, "column": place and place.column}
        objects.append({**names, **where})
    return objects


# --- the examination ---


def validate(puzzle: Puzzle, options: Options = USUAL) -> Report:
    """Examine a puzzle and return all findings.

    If the call is interrupted, the findings are lost; `examine` yields them one by one.
    Raises `ValueError` for options out of range.
    """
    *_, report = examine(puzzle, options)
    return report


def examine(puzzle: Puzzle, options: Options = USUAL) -> Iterator[Report]:
    """Yield a report after every finding; it adds to the previous one, and the last is finished.

    Raises like `validate`.
    """
    _check(options)
    begun = monotonic()
    result = solve(puzzle, limit=2, node_limit=options.node_limit, search_time=options.search_time)
    if options.search_time is not None:
        left = max(options.search_time - (monotonic() - begun), _NO_TIME)
        progress = limit(options.progress, left)
        options = replace(options, progress=progress, search_time=left)
    graph = RelationGraph(puzzle.relations)
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
    is_cut_short = result.status == "unknown" and result.nodes != options.node_limit
    try:
        for report in steps:
            yield report
    except OutOfTime:
        is_cut_short = True
    yield replace(report, is_finished=True, is_cut_short=is_cut_short)


def _check(options: Options) -> None:
    for name, value, least in (
        ("repair", options.repair, 0),
        ("orders", options.orders, 1),
        ("limit", options.limit, 2),
    ):
        if value < least:
            raise ValueError(f"{name} is {value}, but must be at least {least}")
    if options.search_time is not None and not options.search_time > 0:
        raise ValueError(f"search_time is {options.search_time}, but must be positive or None")


def _none(
    puzzle: Puzzle, graph: RelationGraph, report: Report, options: Options
) -> Iterator[Report]:
    cycle = graph.cycle()
    if cycle:
        report = replace(report, status="cycle", cycle=cycle)
    else:
        report = replace(report, box=_impossible_box(puzzle))
    yield report
    known = []
    for conflict, proof in conflicts(puzzle, options.orders, options.progress):
        known.append(conflict.relations)
        report = replace(report, conflict=conflict, proof=proof)
        yield report
    if options.repair:
        for so_far in repairs(puzzle, options.repair, known, options.progress):
            report = replace(report, repairs=so_far.repairs, flips_searched=so_far.searched)
            yield report


def _impossible_box(puzzle: Puzzle) -> int | None:
    """Return the first box without arrangements, for a puzzle whose relations have no cycle."""
    if not puzzle.has_givens:  # Then every box has arrangements.
        return None
    for box, cells in enumerate(BOXES):
        givens = "".join(
            digit if cell in cells else ABSENT for cell, digit in enumerate(puzzle.givens)
        )
        inside = [relation for relation in puzzle.relations if {*relation} <= {*cells}]
        if solve(Puzzle.from_relations(inside, givens), limit=1).status == "none":
            return box
    return None


def _multiple(puzzle: Puzzle, report: Report, options: Options) -> Iterator[Report]:
    yield report
    for known in witnesses(puzzle, options.limit, options.progress, options.search_time):
        report = replace(report, witnesses=known)
        yield report


def _valid(
    puzzle: Puzzle, graph: RelationGraph, report: Report, options: Options
) -> Iterator[Report]:
    report = replace(report, redundant=graph.redundant())
    yield report
    if options.minimal:
        for minimal in minima(puzzle, progress=options.progress):
            report = replace(report, minimal=minimal)
            yield report

"""Reports as JSON objects; `docs/validate.schema.json` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ineqsudoku.errors import Fault
from ineqsudoku.formats.places import NO_PLACES, SignPlaces
from ineqsudoku.geometry import label
from ineqsudoku.puzzle import Relation

if TYPE_CHECKING:
    from ineqsudoku.apps.diagnose.report import Report

Object = dict[str, Any]
"""A JSON object."""

_KEYS = (
    *("status", "signs", "faults", "cycle", "box", "conflict", "conflict_is_minimal", "proof"),
    *("repairs", "flips_searched", "witnesses", "differs", "loops", "same"),
    *("count", "count_is_exact", "solution", "redundant", "minimal"),
    *("minimal_is_proved", "difficulty"),
)
_NOTHING: Object = dict.fromkeys(_KEYS)
"""The keys of every object; a value is null if it does not apply or was not asked for."""


def of_faults(faults: Iterable[Fault]) -> Object:
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


def of_report(report: Report, places: SignPlaces = NO_PLACES) -> Object:
    """Return the object for a report; `places` are the places of the puzzle's signs in the file."""
    found: Object = {
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


def _locate(relations: Sequence[Relation], places: SignPlaces) -> list[Object]:
    """Return relations with the line and column of their signs, null if they are not known."""
    objects = []
    for relation, names in zip(relations, _relations(relations), strict=True):
        place = places.get(relation.pair)
        where = {"line": place and place.line, "column": place and place.column}
        objects.append({**names, **where})
    return objects

"""Prints the result of `validate` for a puzzle: sentences and pictures, or JSON."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress

from ineqsudoku.apps.cli.options import language_for_programs
from ineqsudoku.apps.cli.streams import print_message, put, warn
from ineqsudoku.apps.diagnose.conflicts import Conflict
from ineqsudoku.apps.diagnose.pictures import GIVENS_CONTRADICT, changes, pictures, verdict
from ineqsudoku.apps.diagnose.repairs import Repair
from ineqsudoku.apps.diagnose.report import Report, faults_to_dict, report_to_dict
from ineqsudoku.apps.diagnose.signs import relations_around
from ineqsudoku.apps.diagnose.witnesses import Witnesses
from ineqsudoku.apps.explain.explanation import Explanation
from ineqsudoku.apps.explain.run import sentence
from ineqsudoku.apps.explain.strategy import explain
from ineqsudoku.apps.names import message_of
from ineqsudoku.apps.pictures.terminal import columns, draw_text, in_colour
from ineqsudoku.apps.solve.puzzles import Located
from ineqsudoku.errors import InvalidPuzzleError, PuzzleSyntaxError
from ineqsudoku.formats.places import SignPlaces
from ineqsudoku.geometry import CELLS, label
from ineqsudoku.messages import Argument, Message, conjunction, enumeration
from ineqsudoku.messages.lines import columns as width_of, wrap
from ineqsudoku.puzzle import Relation


def print_result(puzzle: Located, report: Report | None, as_json: bool, alone: bool) -> None:
    """Print the result; a valid puzzle gets one line, but is drawn and rated if it is `alone`."""
    for warning in puzzle.warnings:
        warn(warning)
    if puzzle.error and not isinstance(puzzle.error, PuzzleSyntaxError):
        print_message(message_of(puzzle.error))
    elif as_json:
        _print_json(puzzle, report, alone)
    elif report:
        put(f"{puzzle.name}: {verdict(report)}\n")
        places = puzzle.places() if report.conflict else {}
        paragraphs = list(explanation(report, places, picture=alone))
        for paragraph in paragraphs:
            put(f"\n{paragraph}")
        if alone and (explained := _explain(report)):
            put(f"\n{difficulty(explained)}\n")
        if paragraphs and not alone:
            put("\n")
    else:
        put(f"{puzzle.error}\n")


def _explain(report: Report) -> Explanation | None:
    """Explain how a person solves a valid puzzle."""
    if report.status != "valid" or not report.is_finished or report.is_cut_short:
        return None
    with suppress(InvalidPuzzleError):  # The proof took more nodes than `explain` allows.
        return explain(report.puzzle)
    return None


def _print_json(puzzle: Located, report: Report | None, alone: bool) -> None:
    if report:
        places = puzzle.places() if report.conflict else {}
        with language_for_programs():
            known = report_to_dict(report, places)
        if alone and (explained := _explain(report)):
            known["difficulty"] = explained.difficulty
    else:
        assert isinstance(puzzle.error, PuzzleSyntaxError)
        with language_for_programs():
            known = faults_to_dict(puzzle.error.faults)
    put(f"{json.dumps({**puzzle.where, **known})}\n")


LONGEST = 78
"""The most characters of a line of a sentence; fewer in a narrow terminal."""


def explanation(report: Report, places: SignPlaces, picture: bool) -> Iterator[str]:
    """Yield paragraphs with further findings; unless `picture`, do not draw a valid puzzle."""
    if report.cycle:
        yield from _of_cycle(report, places)
    elif report.conflict:
        yield from _of_conflict(report, places)
    if report.conflict and not report.cycle:  # A cycle is its own proof.
        yield from _of_proof(report, report.conflict)
    if report.flips_searched is not None:
        yield from _of_repairs(report, places)
    if report.witnesses:
        yield from _of_witnesses(report, report.witnesses)
    if report.solution:
        if picture:
            yield _draw(report)
        yield from _of_valid(report)
    if not report.is_finished:
        yield _fill(Message("validate.interrupted", "Interrupted: there may be more to find."))
    elif report.is_cut_short and report.status != "unknown":
        yield _fill(_CUT_SHORT)


_CUT_SHORT = Message(
    "validate.cut-short", "The search time is over (--search-time): there may be more to find."
)


_SIGNS = Message("validate.signs", "The signs in the file (line:column):")


def _of_cycle(report: Report, places: SignPlaces) -> Iterator[str]:
    cycle = report.cycle
    yield _draw(report)
    around = " < ".join(map(label, (*cycle, cycle[0])))
    yield _fill(
        Message("validate.around", "Each cell is less than the next: {around}", around=around)
    )
    if places:
        yield _list(_SIGNS, _write(relations_around(cycle), places))


_CONFLICT = Message("validate.conflict", "{number} signs that cannot all hold:")
_MINIMAL_CONFLICT = Message(
    "validate.minimal-conflict",
    "{number} signs that cannot all hold; remove any one, and the others can:",
)


def _of_conflict(report: Report, places: SignPlaces) -> Iterator[str]:
    conflict = report.conflict
    assert conflict
    if not conflict.relations:
        yield _fill(GIVENS_CONTRADICT)
        return
    if len(conflict.relations) < report.relations:
        yield _draw(report)
    head = Message("validate.one-sign", "This sign contradicts the givens:")
    if (number := len(conflict.relations)) > 1:
        head = (_MINIMAL_CONFLICT if conflict.is_minimal else _CONFLICT).fill(number=number)
    yield _list(head, _write(conflict.relations, places))


_PROOF = Message("validate.proof", "Why there is no solution:")
_NO_PROOF = Message(
    "validate.no-proof", "The techniques of explain do not show why there is no solution."
)
_FEWER_SIGNS = Message(
    "validate.fewer-conflict",
    "Fewer of these signs already conflict, but this proof needs all of them.",
)


def _of_proof(report: Report, conflict: Conflict) -> Iterator[str]:
    if not report.proof:
        if report.is_finished and not report.is_cut_short:
            yield _fill(_NO_PROOF)
        return
    width = _width()
    steps = (sentence(number, step, width) for number, step in enumerate(report.proof, 1))
    yield f"{_PROOF}\n{''.join(steps)}"
    if conflict.is_minimal is False:
        yield _fill(_FEWER_SIGNS)


_FLIPPING = (
    Message(
        "validate.flipping-one",
        "Flipping this sign gives {solutions}:",
        "Flipping one of these signs gives {solutions}:",
    ),
    Message(
        "validate.flipping-two",
        "Flipping both signs of this set gives {solutions}:",
        "Flipping both signs of one of these sets gives {solutions}:",
    ),
    Message(
        "validate.flipping-three",
        "Flipping all three signs of this set gives {solutions}:",
        "Flipping all three signs of one of these sets gives {solutions}:",
    ),
)
"""Heads of lists of repairs, by their number of flips."""

_SOLUTIONS = {
    "unique": Message("validate.exactly-one", "exactly one solution"),
    "multiple": Message("validate.several", "several solutions"),
}

_NO_REPAIR = (
    Message("validate.no-flip", "No repair by one flip exists (try --repair 2)."),
    Message("validate.no-two-flips", "No repair by two flips or fewer exists (try --repair 3)."),
    Message("validate.no-three-flips", "No repair by three flips or fewer exists."),
)

MOST_FLIPS = len(_NO_REPAIR)
"""The greatest value of `--repair`."""


def _of_repairs(report: Report, places: SignPlaces) -> Iterator[str]:
    """Yield the known repairs, and a sentence on the proof about other repairs."""
    repairs = report.repairs
    for status, solutions in _SOLUTIONS.items():
        of_status = [
            _breaking(report, repair, places) for repair in repairs if repair.status == status
        ]
        if of_status:
            flips = len(repairs[0].relations)  # All repairs have the same number.
            yield _list(_FLIPPING[flips - 1].fill(n=len(of_status), solutions=solutions), of_status)
    searched = report.flips_searched or 0
    givens_clash = report.conflict is not None and not report.conflict.relations
    if givens_clash:  # no flip helps
        return
    if not repairs and searched:
        yield _fill(_NO_REPAIR[searched - 1])
    elif repairs and searched < len(repairs[0].relations):
        yield _fill(Message("validate.others", "Other repairs may exist that flip as few signs."))


_BREAKING = Message("validate.breaking", "{signs} (breaks step {number})")


def _breaking(report: Report, repair: Repair, places: SignPlaces) -> Argument:
    """Return the signs of a repair, and the step of the proof that it breaks."""
    signs = conjunction(_write(repair.relations, places))
    number = None if report.cycle else report.broken_step(repair)
    return _BREAKING.fill(signs=signs, number=number) if number else signs


_AT = Message("validate.at", "{sign} at {place}")


def _write(relations: Iterable[Relation], places: SignPlaces) -> list[Argument]:
    """Return relations as `r8c6 ^ r9c6 at 14:11`, with line and column if known."""
    written: list[Argument] = []
    for relation in relations:
        sign, place = relation.printed, places.get(relation.pair)
        written.append(_AT.fill(sign=sign, place=str(place)) if place else sign)
    return written


_CLOSEST = Message("validate.closest", "They differ in {number} cells, the fewest possible:")
_CLOSE = Message("validate.close", "They differ in {number} cells; no closer two were found:")
_SAME = Message("validate.same", "{number} of {cells} cells are the same in all solutions.")


def _of_witnesses(report: Report, witnesses: Witnesses) -> Iterator[str]:
    differs = witnesses.differs
    yield _draw(report)
    head = _CLOSEST if witnesses.is_closest else _CLOSE
    yield _list(head.fill(number=len(differs)), map(label, differs))
    yield _fill(changes(witnesses))
    yield _fill(_SAME.fill(number=len(witnesses.same), cells=len(CELLS)))


_ENOUGH = Message("validate.enough", "{n} sign is enough:", "{n} signs are enough:")
_NONE_SPARED = Message(
    "validate.none-spared",
    "{n} sign is enough, and cannot be spared:",
    "{n} signs are enough, and none of them can be spared:",
)


def _of_valid(report: Report) -> Iterator[str]:
    if report.minimal:
        signs = report.minimal.relations
        head = _NONE_SPARED if report.minimal.is_minimal else _ENOUGH
        yield _list(head.fill(n=len(signs)), [relation.printed for relation in signs])


_LEVEL = Message(
    "validate.level", "For a person: {level}, rating {rating} (see ineqsudoku explain)."
)
_UNSOLVED = Message("validate.unsolved", "For a person: the techniques of explain do not solve it.")


def difficulty(explained: Explanation) -> Message:
    """Return a sentence with the level and the rating."""
    if not explained.level_name:
        return _UNSOLVED
    return _LEVEL.fill(level=explained.level_name, rating=str(explained.rating))


def _list(head: Message, things: Iterable[Argument]) -> str:
    """Return a sentence with a list below it, filled into lines; no item is broken."""
    written = list(map(str, things))
    left = iter(written)
    places = enumeration("\0" * width_of(thing) for thing in written)
    lines = "".join(f"  {line}\n" for line in wrap(str(places), _width() - 2))
    return _fill(head) + re.sub("\0+", lambda _: next(left), lines)


def _fill(sentence: Message) -> str:
    return "".join(f"{line}\n" for line in wrap(str(sentence), _width()))


def _draw(report: Report) -> str:
    return draw_text(
        *pictures(report),
        colour=in_colour(),
        encoding=sys.stdout.encoding or "ascii",
        width=columns(),
    )


def _width() -> int:
    return max(20, min(LONGEST, columns() - 2))

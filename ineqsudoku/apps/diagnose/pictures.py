"""Reports as pictures and in words: a line for the status, boards, and a caption.

The boards show a conflict and its repairs, two solutions, or the only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from string import ascii_letters

from ineqsudoku.apps.diagnose.repairs import Repair
from ineqsudoku.apps.diagnose.report import Report
from ineqsudoku.apps.diagnose.signs import relations_around
from ineqsudoku.apps.diagnose.witnesses import Witnesses
from ineqsudoku.apps.pictures.model import Picture, Role, pictures_of_two
from ineqsudoku.geometry import COLUMNS, ROWS, label
from ineqsudoku.messages import Items, Message, conjunction, enumeration, paragraph, series
from ineqsudoku.puzzle import SIGNS, Relation


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
    drawn, explained = pictures(report), caption(report)
    if len(drawn) == 1:
        return (replace(drawn[0], title=verdict(report), caption=explained),)
    first, second = drawn
    return (
        replace(first, caption=explained),
        replace(second, caption=verdict(report)),
    )


def _draw_refutation(report: Report, board: Picture) -> Picture:
    signs: dict[Relation, Role] = {}
    letters: dict[int, str] = {}
    cells: tuple[int, ...] = ()
    if report.cycle:
        cells = report.cycle
        letters = dict(zip(cells, ascii_letters, strict=False))
        signs = dict.fromkeys(relations_around(cells), Role.CONFLICT)
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


_NONE = Message("diagnose.none", "not valid: no solution")
_BOX = Message("diagnose.box", "not valid: no solution: box {box} cannot be filled")
_SEVERAL = Message("diagnose.several", "not valid: several solutions")
_COUNT = Message("diagnose.count", "not valid: {count} solutions")
_LEAST = Message("diagnose.least", "not valid: {count}+ solutions")
_UNDECIDED = Message(
    "diagnose.undecided", "undecided after {count} node", "undecided after {count} nodes"
)
_CUT_SHORT = Message("diagnose.cut-short", "{undecided} (--search-time)")
_VALID = Message("diagnose.valid", "valid: one solution, {redundant} of {signs} redundant")


def verdict(report: Report) -> Message:
    """Return the status."""
    if report.status == "cycle":
        return Message("diagnose.cycle", "not valid: the signs form a cycle")
    if report.status == "none":
        return _NONE if report.box is None else _BOX.fill(box=report.box + 1)
    if report.status == "multiple":
        return _count(report.witnesses) if report.witnesses else _SEVERAL
    if report.status == "unknown":
        undecided = _UNDECIDED.fill(n=report.nodes, count=f"{report.nodes:,}")
        return _CUT_SHORT.fill(undecided=undecided) if report.is_cut_short else undecided
    return _VALID.fill(redundant=len(report.redundant), signs=SIGNS.fill(n=report.relations))


def _count(witnesses: Witnesses) -> Message:
    message = _COUNT if witnesses.is_all else _LEAST
    return message.fill(count=f"{witnesses.count:,}")


GIVENS_CONTRADICT = Message("diagnose.givens-contradict", "The givens alone contradict each other.")
_ONE_BOLD = Message("diagnose.one-bold", "The sign in bold contradicts the givens.")
_BOLD = Message("diagnose.bold", "The {number} signs in bold cannot all hold.")
_DIFFER = Message("diagnose.differ", "The two solutions differ in {number} cells: {cells}.")
_RINGED = Message("diagnose.ringed", "Flipping the ringed sign repairs the puzzle: {repairs}.")
_ONE_RINGED = Message(
    "diagnose.one-ringed", "Flipping one of the ringed signs repairs the puzzle: {repairs}."
)
_PAIR_RINGED = Message(
    "diagnose.pair-ringed", "Flipping a pair of ringed signs repairs the puzzle: {repairs}."
)
_SOME_RINGED = Message(
    "diagnose.some-ringed", "Flipping {number} of the ringed signs repairs the puzzle: {repairs}."
)


_CHANGES = Message("diagnose.changes", "For the second solution, {changes}.")
_SWAP = Message("diagnose.swap", "swap {digits} along {cells}")
_EXCHANGE = Message("diagnose.exchange", "exchange the digits of {pairs}")
_PAIR = Message("diagnose.pair", "{one} and {other}")
_CHANGE = Message("diagnose.change", "change {cells}")
_FROM_TO = Message("diagnose.from-to", "{cell} from {one} to {other}")


def changes(witnesses: Witnesses) -> Message:
    """Return a sentence that turns the first witness into the second."""
    return _CHANGES.fill(changes=series(_change(witnesses, x) for x in witnesses.loops))


def _change(witnesses: Witnesses, loop: Sequence[int]) -> Message:
    """Return how the digits of a loop of witnesses change: two swap, cells of a row or of a column
    exchange theirs, or each cell changes."""
    first, second = witnesses.first.line, witnesses.second.line
    digits = sorted({first[cell] for cell in loop})
    if len(digits) == 2:
        return _SWAP.fill(digits=conjunction(digits), cells=enumeration(map(label, loop)))
    for lines in (ROWS, COLUMNS):
        pairs = [
            pair
            for line in lines
            for pair in combinations(sorted({*line} & {*loop}), 2)
            if [first[cell] for cell in pair] == [second[cell] for cell in pair[::-1]]
        ]
        if 2 * len(pairs) == len(loop):
            named = (_PAIR.fill(one=label(one), other=label(other)) for one, other in pairs)
            return _EXCHANGE.fill(pairs=enumeration(named))
    cells = (_FROM_TO.fill(cell=label(cell), one=first[cell], other=second[cell]) for cell in loop)
    return _CHANGE.fill(cells=enumeration(cells))


def caption(report: Report) -> Items:
    """Return an explanation of the marks in the pictures of a report; empty without marks."""
    sentences = []
    if report.cycle:
        around = " < ".join(map(label, (*report.cycle, report.cycle[0])))
        sentences.append(Message("diagnose.around", "{around}.", around=around))
    elif report.conflict and not report.conflict.relations:
        sentences.append(GIVENS_CONTRADICT)
    elif report.conflict:
        number = len(report.conflict.relations)
        sentences.append(_ONE_BOLD if number == 1 else _BOLD.fill(number=number))
    if report.repairs:
        sentences.append(_ring(report.repairs))
    if report.witnesses:
        cells = report.witnesses.differs
        labels = enumeration(map(label, cells))
        sentences.append(_DIFFER.fill(number=len(cells), cells=labels))
        sentences.append(changes(report.witnesses))
    return paragraph(*sentences)


def _ring(repairs: Sequence[Repair]) -> Message:
    flips = len(repairs[0].relations)  # All repairs have the same number.
    written = series(repair.words for repair in repairs)
    if flips > 2:
        return _SOME_RINGED.fill(number=flips, repairs=written)
    single = _RINGED if len(repairs) == 1 else _ONE_RINGED
    return (_PAIR_RINGED if flips == 2 else single).fill(repairs=written)

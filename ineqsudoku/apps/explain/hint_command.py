"""`ineqsudoku hint`: the next step for a grid that is partly filled."""

from __future__ import annotations

import json

import click

from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.options import (
    INPUT,
    format_option,
    json_option,
    language_for_programs,
    language_option,
)
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.cli.streams import print_message, warn_without_kernel
from ineqsudoku.apps.explain.hints import STAGES, Hint, hint
from ineqsudoku.apps.names import AT_FILE, message_of
from ineqsudoku.apps.solve.puzzles import locate
from ineqsudoku.errors import IneqSudokuError, InvalidPuzzleError
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import NOT_ONE, Puzzle


@click.command(
    "hint",
    epilog="Exit codes: 0 if there is a hint or the grid is solved, 1 if the grid has a mistake, "
    "no technique has a step, or the puzzle does not have exactly one solution, 2 for trouble.",
)
@click.argument("path", metavar="FILE|-", type=INPUT)
@format_option
@click.option(
    "--progress",
    metavar="FILE",
    type=INPUT,
    help="File with the digits so far, instead of the givens alone; - is standard input. It has a "
    "character for each cell, '.' for an empty one, or a word for each cell, in which several "
    "digits are notes.",
)
@click.option(
    "--stage",
    type=click.IntRange(STAGES[0], STAGES[-1]),
    default=STAGES[-1],
    show_default=True,
    metavar="N",
    help="Print stage N of the hint: 1 where to look, 2 what to see there, 3 the step with its "
    "reason.",
)
@click.option("--no-spoilers", is_flag=True, help="Report that there are mistakes, but not where.")
@json_option
@language_option
def command(
    path: str,
    format: str,
    progress: str | None,
    stage: int,
    no_spoilers: bool,
    as_json: bool,
) -> int:
    """Give the next step for a partly filled grid.

    A wrong digit is reported first.  With notes, the hint is the easiest open step; without
    them, it is the next digit to place, with the steps that lead to it.
    """
    warn_without_kernel()
    source = Source(path)
    puzzles = []
    for one in locate([source], format):
        one.tell_messages()
        puzzles.append(one.puzzle)
    if None in puzzles:
        return TROUBLE
    if len(puzzles) != 1:
        number = len(puzzles)
        raise IneqSudokuError(AT_FILE.fill(file=source.name, reason=NOT_ONE.fill(number=number)))
    try:
        next_hint = _hint(puzzles[0], progress)
    except InvalidPuzzleError as error:
        print_message(f"{source.name}: {error}")
        return NO
    shown = 1 if no_spoilers and next_hint.kind == "mistake" else stage
    if as_json:
        with language_for_programs():
            click.echo(json.dumps(next_hint.to_dict(shown)))
    else:
        click.echo(next_hint.stage(shown))
    return YES if next_hint.kind in ("step", "solved") else NO


def _hint(puzzle: Puzzle | None, progress: str | None) -> Hint:
    assert puzzle
    if progress is None:
        return hint(puzzle)
    source = Source(progress)
    text = source.data().decode("utf-8-sig", errors="replace")
    if not text.strip():
        empty = Message("hint.empty", "expected the digits so far, found an empty text")
        raise IneqSudokuError(AT_FILE.fill(file=source.name, reason=empty))
    try:
        return hint(puzzle, text)
    except ValueError as error:
        raise IneqSudokuError(AT_FILE.fill(file=source.name, reason=message_of(error))) from None

"""`ineqsudoku hint`: the next step for a grid that is partly filled."""

from __future__ import annotations

import json

import click

from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.language import speak_to_programs
from ineqsudoku.apps.cli.options import (
    INPUT,
    WholeNumber,
    encoding_option,
    flag,
    format_option,
    json_option,
    option,
)
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.cli.streams import tell
from ineqsudoku.apps.explain.hints import STAGES, Hint, hint
from ineqsudoku.apps.solve.puzzles import locate
from ineqsudoku.errors import IneqSudokuError, InvalidPuzzleError
from ineqsudoku.messages import Message
from ineqsudoku.names import AT_FILE, message_of
from ineqsudoku.puzzle import NOT_ONE, Puzzle


@click.command(
    "hint",
    cls=Command,
    examples=(
        "ineqsudoku hint puzzle.in --progress mine.txt",
        "ineqsudoku hint puzzle.in --progress mine.txt --stage 1",
    ),
    exit_codes={
        "0": "there is a hint, or the grid is solved",
        "1": "the grid has a mistake, no technique has a step, or the puzzle does not have exactly "
        "one solution",
        "2": "trouble",
    },
)
@click.argument("path", metavar="FILE|-", type=INPUT)
@format_option
@encoding_option
@option(
    "--progress",
    metavar="FILE",
    type=INPUT,
    show_default=Message("default.progress", "the givens alone"),
    help="File with the digits so far; - is standard input. It has a character for each cell, '.' "
    "for an empty one, or a word for each cell, in which several digits are notes.",
)
@option(
    "--stage",
    type=WholeNumber(STAGES[0], STAGES[-1]),
    default=STAGES[-1],
    help="Print stage N of the hint: 1 where to look for what, 2 the cells or digits to think "
    "about, 3 the first result and the cell to fill, 4 all steps with their reasons.",
)
@flag("--no-spoilers", help="Report that there are mistakes, but not where.")
@json_option
def command(
    path: str,
    format: str,
    encoding: str | None,
    progress: str | None,
    stage: int,
    no_spoilers: bool,
    as_json: bool,
) -> int:
    """Give the next step for a partly filled grid.

    A wrong digit is reported first.  With notes, the hint is the cheapest open step; without
    them, it is the next digit to place, with the steps that lead to it.
    """
    source = Source(path, encoding=encoding)
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
        next_hint = _hint(puzzles[0], progress, encoding)
    except InvalidPuzzleError as error:
        tell(f"{source.name}: {error}")
        return NO
    shown = 1 if no_spoilers and next_hint.kind == "mistake" else stage
    if as_json:
        with speak_to_programs():
            click.echo(json.dumps(next_hint.to_dict(shown)))
    else:
        click.echo(next_hint.stage(shown))
    return YES if next_hint.kind in ("step", "solved") else NO


def _hint(puzzle: Puzzle | None, progress: str | None, encoding: str | None) -> Hint:
    assert puzzle
    if progress is None:
        return hint(puzzle)
    source = Source(progress, encoding=encoding)
    text = source.data().decode(encoding or "utf-8-sig", errors="replace")
    if not text.strip():
        empty = Message("hint.empty", "expected the digits so far, found an empty text")
        raise IneqSudokuError(AT_FILE.fill(file=source.name, reason=empty))
    try:
        return hint(puzzle, text)
    except ValueError as error:
        raise IneqSudokuError(AT_FILE.fill(file=source.name, reason=message_of(error))) from None

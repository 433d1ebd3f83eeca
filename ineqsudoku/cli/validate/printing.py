"""Prints the result of `validate` for a puzzle."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from ineqsudoku.cli.puzzles import Located
from ineqsudoku.cli.streams import tell
from ineqsudoku.cli.validate.as_text import difficulty, explanation
from ineqsudoku.diagnose.pictures import verdict
from ineqsudoku.diagnose.report import Report
from ineqsudoku.errors import InvalidPuzzleError, PuzzleSyntaxError
from ineqsudoku.names import message_of

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
        explained = _explained(report) if rate and not alone else None
        rated = f"; {explained.level}, rating {explained.rating}" if explained else ""
        click.echo(f"{puzzle.name}: {verdict(report)}{rated}")
        places = puzzle.places() if report.conflict else {}
        paragraphs = list(explanation(report, places, picture=alone))
        for paragraph in paragraphs:
            click.echo(f"\n{paragraph}", nl=False)
        if rate and alone and (explained := _explained(report)):
            click.echo(f"\n{difficulty(explained)}")
        if paragraphs and not alone:
            click.echo()
    else:
        click.echo(puzzle.error)


def _explained(report: Report) -> Explanation | None:
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

    where = {"source": puzzle.source.name, "index": puzzle.index, "line": puzzle.line}
    if report:
        places = puzzle.places() if report.conflict else {}
        known = of_report(report, report.puzzle.geometry, places)
        if rate and (explained := _explained(report)):
            known["difficulty"] = explained.difficulty
    else:
        assert isinstance(puzzle.error, PuzzleSyntaxError)
        known = of_faults(puzzle.error.faults)
    click.echo(json.dumps({**where, **known}))

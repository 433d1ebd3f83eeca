"""Prints the result of `validate` for a candidate."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.validate.as_text import difficulty, explanation
from ineqsudoku.cli.validate.candidates import Candidate
from ineqsudoku.diagnose.report import Report
from ineqsudoku.diagnose.summary import verdict
from ineqsudoku.errors import InvalidPuzzleError

if TYPE_CHECKING:
    from ineqsudoku.explanation.values import Explanation


def print_result(
    candidate: Candidate, report: Report | None, as_json: bool, alone: bool, rate: bool
) -> None:
    """Print the result; a valid puzzle that is not `alone` gets one line."""
    if candidate.trouble:
        tell(candidate.trouble)
    elif as_json:
        _print_json(candidate, report, rate)
    elif candidate.error:
        click.echo(candidate.error)
    elif candidate.puzzle and report:
        explained = _explained(report) if rate and not alone else None
        rated = f"; {explained.level}, rating {explained.rating}" if explained else ""
        click.echo(f"{candidate.source.name}:{candidate.line}: {verdict(report)}{rated}")
        places = candidate.places() if report.conflict else {}
        paragraphs = list(explanation(report, places, picture=alone))
        for paragraph in paragraphs:
            click.echo(f"\n{paragraph}", nl=False)
        if rate and alone and (explained := _explained(report)):
            click.echo(f"\n{difficulty(explained)}")
        if paragraphs and not alone:
            click.echo()


def _explained(report: Report) -> Explanation | None:
    """Explain how a person solves a valid puzzle."""
    from ineqsudoku.explanation.strategy import explain

    if report.status != "valid" or not report.is_finished or report.is_cut_short:
        return None
    with suppress(InvalidPuzzleError):  # The proof took more nodes than `explain` allows.
        return explain(report.puzzle)
    return None


def _print_json(candidate: Candidate, report: Report | None, rate: bool) -> None:
    import json

    from ineqsudoku.diagnose.as_json import of_faults, of_report

    where = {"source": candidate.source.name, "index": candidate.index, "line": candidate.line}
    error = candidate.error
    if candidate.puzzle and report:
        places = candidate.places() if report.conflict else {}
        known = of_report(report, candidate.puzzle.geometry, places)
        if rate and (explained := _explained(report)):
            known["difficulty"] = explained.difficulty
    else:
        known = of_faults(error.faults if error else ())
    click.echo(json.dumps({**where, **known}))

"""`ineqsudoku check`: is a printed grid a solution?"""

from __future__ import annotations

from functools import partial

import click

from ineqsudoku.cli import NO, TROUBLE, YES, FinalCode, tell
from ineqsudoku.cli.protocols import PROTOCOLS, Call, run
from ineqsudoku.cli.sources import STDIN, Source, format_option
from ineqsudoku.formats import entries
from ineqsudoku.judge.judgement import Judgement, expectation
from ineqsudoku.judge.verdicts import Verdict


@click.command(
    short_help="Judge a printed grid.",
    context_settings={"ignore_unknown_options": True},  # Judges pass flags on.
    epilog="""\b
Examples:
  ineqsudoku check puzzle.in answer.out
  ./my-solver < puzzle.in | ineqsudoku check puzzle.in -
  ineqsudoku check --protocol testlib 01.in 01.out 01.ans report.xml -appes
  ineqsudoku check --protocol kattis 01.in 01.ans feedback/ < 01.out

Exit codes: 0 accepted, 1 not accepted, 2 trouble; those of the protocol.""",
)
@click.argument("files", nargs=-1, metavar="INPUT OUTPUT [ANSWER]", type=click.UNPROCESSED)
@format_option
@click.option("--json", "as_json", is_flag=True, help="Print the judgement as a JSON object.")
@click.option(
    "--protocol",
    type=click.Choice(list(PROTOCOLS)),
    help="Take arguments and answer as this judge's checkers do.",
)
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    format: str,
    as_json: bool,
    protocol: str | None,
) -> None:
    """Judge the grid in OUTPUT, which a program printed for the puzzle in INPUT.

    Prints `accepted`, or the first rule that the grid breaks: shape, range, row, column,
    box, sign, given.  Any right grid is accepted.  ANSWER, the judge's own, is only looked
    at for being right; but where a puzzle has no solution, OUTPUT has to say what ANSWER
    says.  INPUT may hold several puzzles; OUTPUT then holds a grid for each.  One of the
    files may be - for standard input.
    """
    if protocol:
        judge = partial(_judged, format=format, forgiving=True)
        context.exit(FinalCode(run(protocol, files, judge)))
    if not 2 <= len(files) <= 3 or any(len(f) > 1 and f.startswith("-") for f in files):
        raise click.UsageError("expected INPUT OUTPUT [ANSWER]")
    if files.count(STDIN) > 1:
        raise click.UsageError("only one of the files can be standard input")
    input, output, *answer = files
    judgement = _judged(Call(input, output, answer[0] if answer else None), format, forgiving=False)
    if as_json:
        click.echo(_json(judgement))
    elif judgement.verdict is Verdict.JE:
        tell(judgement.message)
    else:
        click.echo(judgement.message)
    context.exit({Verdict.AC: YES, Verdict.JE: TROUBLE}.get(judgement.verdict, NO))


def _judged(call: Call, format: str, forgiving: bool) -> Judgement:
    """Where `forgiving`, an output that isn't there is an empty one."""
    document = Source(call.input).document()
    for warning in document.warnings:
        tell(f"warning: {warning}")
    puzzles = entries(document, format)
    answer = Source(call.answer).answer() if call.answer else None
    try:
        output = Source(call.output).answer()
    except FileNotFoundError:
        if not forgiving:
            raise
        output = ""
    return expectation(puzzles, answer).judge(output)


def _json(judgement: Judgement) -> str:
    import json

    violations = [
        {"rule": v.rule, "cells": [*map(judgement.geometry.label, v.cells)], "reason": v.reason}
        for v in judgement.violations
    ]
    return json.dumps(
        {
            "verdict": judgement.verdict,
            "message": judgement.message,
            "puzzle": judgement.puzzle,
            "violations": violations,
        }
    )

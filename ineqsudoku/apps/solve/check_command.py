"""`ineqsudoku check`: is a printed grid a solution?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain

import click

from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.options import (
    INPUT,
    format_option,
    json_option,
    language_for_programs,
    language_option,
)
from ineqsudoku.apps.cli.sources import STDIN, Source
from ineqsudoku.apps.cli.streams import print_message, warn
from ineqsudoku.checker import Judgement, Verdict, expectation
from ineqsudoku.errors import IneqSudokuError, PuzzleSyntaxError
from ineqsudoku.formats import Entry, parse, whole_text
from ineqsudoku.geometry import label
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT


@click.command("check", epilog="Exit codes: 0 accepted, 1 not accepted, 2 trouble.")
@click.argument("files", nargs=-1, metavar="INPUT OUTPUT [ANSWER]", type=INPUT)
@format_option
@json_option
@language_option
def command(files: tuple[str, ...], format: str, as_json: bool) -> int:
    """Judge the grid in OUTPUT, which a program printed for the puzzle in INPUT.

    Prints `accepted` or the first rule that the grid breaks.  Every right grid is accepted.
    ANSWER is the judge's own answer, which has to be right itself; outputs are compared with
    it only where the puzzle has no solution.  If INPUT has several puzzles, OUTPUT has a grid
    for each.  One of the files may be - for standard input.
    """
    if not 2 <= len(files) <= 3:
        raise click.UsageError(
            f"expected the files INPUT OUTPUT [ANSWER], found {len(files)} of them"
        )
    if files.count(STDIN) > 1:
        raise click.UsageError("only one of the files can be standard input")
    judgement = _judge(*files, format=format)
    if as_json:
        with language_for_programs():
            click.echo(_json(judgement))
    elif judgement.verdict is Verdict.JE:
        print_message(judgement.message)
    else:
        click.echo(judgement.message)
    return {Verdict.AC: YES, Verdict.JE: TROUBLE}.get(judgement.verdict, NO)


def _judge(input: str, output: str, answer: str | None = None, *, format: str) -> Judgement:
    """Judge an output and print nothing but warnings.

    Raises `PuzzleSyntaxError`, `OSError`, and `IneqSudokuError` for swapped files.
    """
    chunks = Source(output).chunks()
    try:
        source_text = Source(input).source_text(format)
        parsed = parse(source_text)
        for warning in parsed.warnings:
            warn(warning)
        puzzles = parsed.entries()
    except PuzzleSyntaxError as error:
        with suppress(OSError):
            if _holds_puzzles(next(chunks, b"")):
                raise IneqSudokuError(f"{error}\n{_SWAPPED}") from None
        raise
    expected = expectation(puzzles, Source(answer).chunks() if answer else b"")
    start = next(chunks, b"")
    judgement = expected.judge(chain([start], chunks))
    if judgement.verdict is Verdict.PE and _are_grids(puzzles) and _holds_puzzles(start):
        raise IneqSudokuError(f"{_GRID.fill(file=source_text.name)}\n{_SWAPPED}")
    return judgement


_GRID = Message("check.grid", "{file} has a grid where a puzzle is expected")
_SWAPPED = Message("check.swapped", "OUTPUT has a puzzle: are the two files swapped?")


def _holds_puzzles(start: bytes) -> bool:
    """Whether an output starts like a file of puzzles."""
    try:
        return not _are_grids(parse(whole_text(start, "output")).entries())
    except PuzzleSyntaxError:
        return False


def _are_grids(puzzles: Sequence[Entry]) -> bool:
    """Whether all puzzles have 81 givens: a printed grid is read as such a puzzle."""
    return all(entry.puzzle.is_plain and ABSENT not in entry.puzzle.givens for entry in puzzles)


def _json(judgement: Judgement) -> str:
    violations = [
        {
            "rule": violation.rule,
            "cells": [*map(label, violation.cells)],
            "reason": str(violation.reason),
            **violation.reason.to_dict(),
        }
        for violation in judgement.violations
    ]
    message = judgement.message
    return json.dumps(
        {
            "verdict": judgement.verdict,
            "message": str(message),
            "puzzle": judgement.puzzle,
            "violations": violations,
            **(message.to_dict() if isinstance(message, Message) else {}),
        }
    )

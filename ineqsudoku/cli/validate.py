"""`ineqsudoku validate`: is a layout a puzzle, and if not, why?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

import click

from ineqsudoku.cli import INTERRUPTED, NO, TROUBLE, YES, tell, worded
from ineqsudoku.cli.interfaces import require_stdin, run
from ineqsudoku.cli.progress import Watch
from ineqsudoku.cli.protocols import VALIDATORS, ProtocolCommand
from ineqsudoku.cli.sources import STDIN, Source, encoding_option, format_option, sources
from ineqsudoku.cli.words import explanation, verdict
from ineqsudoku.diagnose.effort import LIMIT as EFFORT
from ineqsudoku.diagnose.report import Options, Report, examine, validate
from ineqsudoku.diagnose.witnesses import LIMIT
from ineqsudoku.errors import Fault, IneqSudokuError, LayoutCycleError, PuzzleSyntaxError
from ineqsudoku.formats import Entry, entries, official, readable, told
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.extended import signs_of
from ineqsudoku.formats.mending import place
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.sizes import format_of
from ineqsudoku.formats.stream import Piece
from ineqsudoku.judge.judgement import Judgement
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text that ought to be a valid puzzle, and where it was read.

    It is the `puzzle`, or the `error` says what is wrong with it: the text is malformed or, if
    that is wanted, not full.  `trouble` is what is wrong with its file.
    """

    source: str
    index: int
    line: int
    puzzle: Puzzle | None = None
    error: PuzzleSyntaxError | None = None
    is_malformed: bool = False
    trouble: str = ""


@click.command(
    cls=ProtocolCommand,
    interfaces=VALIDATORS,
    short_help="Tell what is wrong with a layout.",
    context_settings={"ignore_unknown_options": True},  # Judges pass flags of their own.
    epilog="""\b
Examples:
  ineqsudoku validate puzzle.in
  ineqsudoku validate --json --minimal tests/
  ineqsudoku validate --repair 2 typed-from-a-picture.in
  ineqsudoku validate --protocol kattis < 01.in

Exit codes: 0 every puzzle is valid; 1 some puzzle is not; 2 malformed or unreadable
input.  With --protocol, those of the judge.""",
)
@click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=click.UNPROCESSED)
@format_option
@encoding_option
@click.option("--partial", is_flag=True, help="Allow absent signs.")
@click.option(
    "--repair",
    type=click.IntRange(0, 2),
    default=1,
    show_default=True,
    help="Look for so many signs whose turning repairs a puzzle without solution.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=2),
    default=LIMIT,
    show_default=True,
    metavar="N",
    help="Count solutions up to N.",
)
@click.option("--minimal", is_flag=True, help="Look for signs that are enough.")
@click.option(
    "--effort",
    type=click.IntRange(min=0),
    metavar="N",
    help="Measure searches up to N nodes.  "
    f"[default: {EFFORT:,} for a single puzzle, 0 for several]",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line for each puzzle.")
@click.option(
    "--protocol",
    type=click.Choice(list(VALIDATORS)),
    help="Validate standard input, an official text, as validators for this judge do.",
)
@click.option("--lenient", is_flag=True, help="With --protocol: accept one puzzle in any format.")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    format: str,
    encoding: str | None,
    partial: bool,
    repair: int,
    limit: int,
    minimal: bool,
    effort: int | None,
    as_json: bool,
    protocol: str | None,
    lenient: bool,
) -> None:
    """Judge layouts: syntax, cycles, no solution, several solutions - and explain.

    For no solution: a conflict, which is a set of signs that cannot all hold, and the signs
    to turn.  For several: two that are nearly the same.  For a valid puzzle: its redundant
    signs and what it costs to solve.  A DIR stands for its *.in and *.txt files, - for
    standard input, which is also read when nothing is named.
    """
    if protocol:
        run(VALIDATORS[protocol], paths, lambda _: _judge_input(lenient, partial))
    if lenient:
        raise click.UsageError("--lenient goes with --protocol")
    for path in paths:
        if path.startswith("-") and path != STDIN and not os.path.exists(path):
            raise click.NoSuchOption(path)
    wanted = list(sources(paths, encoding))
    code = YES
    with Watch(scrolls=sys.stdout.isatty()) as watch:
        options = Options(repair=repair, limit=limit, minimal=minimal, progress=watch)
        for candidate, alone in _with_loneliness(_candidates(wanted, format, partial)):
            usual_effort = EFFORT if alone else 0
            nodes = usual_effort if effort is None else effort
            report = _examined(candidate, replace(options, effort=nodes))
            watch.next_puzzle()
            _tell(candidate, report, as_json, alone)
            if report and not report.is_finished:
                context.exit(INTERRUPTED)
            if candidate.trouble or candidate.is_malformed:
                code = TROUBLE
            elif not report or report.status != "valid":
                code = max(code, NO)
    context.exit(code)


def _candidates(wanted: Iterable[Source], format: str, partial: bool) -> Iterator[Candidate]:
    for source in wanted:
        try:
            for piece in source.pieces(format):
                yield from _of_piece(piece, partial)
        except PuzzleSyntaxError as error:
            yield Candidate(source.name, 0, error.line, error=error, is_malformed=True)
        except OSError as error:
            yield Candidate(source.name, 0, 0, trouble=worded(error))


def _of_piece(piece: Piece, partial: bool) -> Iterator[Candidate]:
    document = piece.document
    for warning in document.warnings:
        tell(f"warning: {warning}")
    reading = readable(document, piece.language)
    if error := reading.error:
        name, index = document.name, document.index
        yield Candidate(name, index, error.line, error=error, is_malformed=True)
    for entry in reading.entries:
        absent = None if partial or entry.puzzle.is_full else _absent(piece, entry)
        puzzle = None if absent else entry.puzzle
        yield Candidate(document.name, entry.index, entry.line, puzzle, absent)


def _absent(piece: Piece, entry: Entry) -> PuzzleSyntaxError:
    """Of a puzzle that is not full, where its first sign is missing."""
    document = piece.document
    if entry.puzzle.is_plain:
        hint = "Without a sign it is a sudoku with givens; --partial allows that."
        fault = Fault(entry.line, 1, ("signs",), "none", hint)
        return document.error([fault])
    number = entry.puzzle.signs.count(ABSENT)
    signs = "1 sign is" if number == 1 else f"{number} signs are"
    hint = f"{signs} absent, which --partial allows."
    if not FORMATS[format_of(piece.language)].has_grammar:
        fault = Fault(entry.line, 1, ("a sign in every pair of a box",), "fewer signs", hint)
        return document.error([fault])
    lines = document.text.split("\n")
    before = sum(len(line) + 1 for line in lines[: entry.line - document.line])
    index = document.text.index(ABSENT, before)
    has_border_signs = format_of(piece.language) == "extended"
    for _ in range(_border_signs_before(entry.puzzle) if has_border_signs else 0):
        index = document.text.index(ABSENT, index + 1)
    line, column = place(document.text, index)
    fault = Fault(
        line + document.line - 1, column, ("a sign",), f"'{ABSENT}'", hint, lines[line - 1]
    )
    return document.error([fault])


def _border_signs_before(puzzle: Puzzle) -> int:
    """How many signs are absent on box borders before the first one inside a box is."""
    geometry = puzzle.geometry
    first = geometry.in_box_pairs[puzzle.signs.index(ABSENT)]
    return signs_of(puzzle).count(ABSENT, 0, geometry.pairs.index(first))


def _with_loneliness(candidates: Iterator[Candidate]) -> Iterator[tuple[Candidate, bool]]:
    """Each candidate and whether it is the only one."""
    first = list(islice(candidates, 2))
    for candidate in first:
        yield candidate, len(first) == 1
    for candidate in candidates:
        yield candidate, False


def _examined(candidate: Candidate, options: Options) -> Report | None:
    """The last report that came before the end, or before somebody's Ctrl-C."""
    if candidate.puzzle is None:
        return None
    report = None
    with suppress(KeyboardInterrupt):
        for report in examine(candidate.puzzle, options):  # noqa: B007 - the last one is kept
            pass
    if report is None:
        raise KeyboardInterrupt
    return report


def _tell(candidate: Candidate, report: Report | None, as_json: bool, alone: bool) -> None:
    """A valid puzzle that is not `alone` gets one line."""
    if candidate.trouble:
        tell(candidate.trouble)
    elif as_json:
        _tell_json(candidate, report)
    elif candidate.error:
        click.echo(candidate.error)
    elif candidate.puzzle and report:
        click.echo(f"{candidate.source}:{candidate.line}: {verdict(report)}")
        paragraphs = list(explanation(candidate.puzzle, report, picture=alone))
        for paragraph in paragraphs:
            click.echo(f"\n{paragraph}", nl=False)
        if paragraphs and not alone:
            click.echo()


def _tell_json(candidate: Candidate, report: Report | None) -> None:
    import json

    from ineqsudoku.cli.objects import of_faults, of_report

    where = {"source": candidate.source, "index": candidate.index, "line": candidate.line}
    error = candidate.error
    if candidate.puzzle and report:
        known = of_report(report, candidate.puzzle.geometry)
    else:
        known = of_faults(error.faults if error else ())
    click.echo(json.dumps({**where, **known}))


def _judge_input(lenient: bool, partial: bool) -> Judgement:
    """Judges standard input for a judge's validator, without a word."""
    require_stdin()
    data = Source(STDIN).data()
    try:
        puzzles = _official_or_lenient(data, partial) if lenient else official.read(data, "input")
    except PuzzleSyntaxError as error:
        fault = error.faults[0]
        place = f"line {fault.line}, column {fault.column}"
        return Judgement(Verdict.PE, str(error), f"{place}: {fault.statement}")
    for number, puzzle in enumerate(puzzles, 1):
        if objection := _objection(puzzle):
            which = f"puzzle {number}: " if len(puzzles) > 1 else ""
            return Judgement(Verdict.WA, which + objection, which + objection)
    each = "one solution" if len(puzzles) == 1 else f"{len(puzzles)} puzzles, one solution each"
    return Judgement(Verdict.AC, f"valid: {each}", f"valid: {each}")


def _official_or_lenient(data: bytes, partial: bool) -> list[Puzzle]:
    with suppress(PuzzleSyntaxError):
        return official.read(data, "input")
    document = Document.read(data, "input")
    first, *others = entries(document)
    if others:
        fault = Fault(others[0].line, 1, ("one puzzle",), f"{1 + len(others)} puzzles")
        raise PuzzleSyntaxError(document.name, (fault,))
    if not (partial or first.puzzle.is_full):
        raise _absent(Piece(told(document), document), first)
    return [first.puzzle]


def _objection(puzzle: Puzzle) -> str:
    """Why a puzzle is not valid, or nothing.  Raises `IneqSudokuError` if that is not known."""
    report = validate(puzzle, Options(repair=0, orders=1, limit=2, effort=0))
    if report.status == "valid":
        return ""
    if report.status == "unknown":
        raise IneqSudokuError(verdict(report))
    return str(LayoutCycleError(report.cycle, puzzle.geometry)) if report.cycle else verdict(report)

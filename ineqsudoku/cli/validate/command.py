"""`ineqsudoku validate`: is a layout a puzzle, and if not, why?"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass, replace
from itertools import groupby, islice, tee
from typing import TYPE_CHECKING

import click

from ineqsudoku.batch.exit_codes import INTERRUPTED, NO, TROUBLE, YES
from ineqsudoku.batch.ordered_map import Executor, map_ordered, opened
from ineqsudoku.batch.sources import STDIN, Source, sources
from ineqsudoku.cli.files import STDOUT
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.options import (
    OUTPUT_FILE,
    OutputPath,
    cluster_option,
    encoding_option,
    format_option,
    search_time_option,
)
from ineqsudoku.cli.progress import Watch
from ineqsudoku.cli.protocol_command import ProtocolCommand
from ineqsudoku.cli.validate.as_text import MOST_FLIPS, difficulty, explanation
from ineqsudoku.diagnose.effort import LIMIT as EFFORT
from ineqsudoku.diagnose.pictures import captioned
from ineqsudoku.diagnose.progress import silent
from ineqsudoku.diagnose.report import Options, Report, examine, validate
from ineqsudoku.diagnose.summary import verdict
from ineqsudoku.diagnose.witnesses import LIMIT
from ineqsudoku.errors import (
    Fault,
    IneqSudokuError,
    InvalidPuzzleError,
    LayoutCycleError,
    PuzzleSyntaxError,
)
from ineqsudoku.formats import Entry, detect_language, entries, readable, strict_contest
from ineqsudoku.formats.document import MAX_BYTES, Document
from ineqsudoku.formats.mending import place
from ineqsudoku.formats.places import Places, sign_indexes, sign_places
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.sizes import format_of
from ineqsudoku.formats.stream import Piece
from ineqsudoku.judge.checker.judgement import Judgement
from ineqsudoku.judge.protocols.interface import require_stdin, run
from ineqsudoku.judge.protocols.judges import VALIDATORS
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.names import message_of
from ineqsudoku.puzzle import ABSENT, Puzzle

if TYPE_CHECKING:
    from ineqsudoku.cli.picture_file import PictureFile
    from ineqsudoku.cli.validate.fixing import Destination
    from ineqsudoku.explanation.values import Explanation


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text that ought to be a valid puzzle, and where it was read.

    It is the `puzzle`, or the `error` says what is wrong with it: the text is malformed or, if
    that is wanted, not full.  `trouble` is what is wrong with its file.  `places` says where its
    signs are in the file.
    """

    source: Source
    index: int
    line: int
    puzzle: Puzzle | None = None
    error: PuzzleSyntaxError | None = None
    is_malformed: bool = False
    trouble: str = ""
    warnings: tuple[str, ...] = ()
    places: Callable[[], Places] = dict


@click.command(
    cls=ProtocolCommand,
    interfaces=VALIDATORS,
    short_help="Report what is wrong with layouts.",
    context_settings={"ignore_unknown_options": True},  # Judges pass flags of their own.
    epilog="""\b
Examples:
  ineqsudoku validate puzzle.in
  ineqsudoku validate --json --minimal tests/
  ineqsudoku validate --repair 3 --search-time 60 typed-from-a-picture.in
  ineqsudoku validate --fix --output mended.in puzzle.in
  ineqsudoku validate --draw wrong.svg puzzle.in
  ineqsudoku validate --protocol kattis < 01.in

Exit codes: 0 every puzzle is valid or, with --fix, was mended; 1 some puzzle is not;
2 malformed or unreadable input.  With --protocol, those of the judge.""",
)
@click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=click.UNPROCESSED)
@format_option
@encoding_option
@click.option("--partial", is_flag=True, help="Allow absent signs.")
@click.option(
    "--repair",
    type=click.IntRange(0, MOST_FLIPS),
    default=1,
    show_default=True,
    metavar="N",
    help=f"Try repairs that flip up to N signs, {MOST_FLIPS} at most; 0 tries none.",
)
@search_time_option("Stop the examination of a puzzle after SECONDS and report what was found.")
@click.option(
    "--limit",
    type=click.IntRange(min=2),
    default=LIMIT,
    show_default=True,
    metavar="N",
    help="Count solutions up to N.",
)
@click.option(
    "--fix", is_flag=True, help="Write the layout mended if exactly one repair gives one solution."
)
@click.option(
    "--output",
    metavar="FILE",
    type=OutputPath(dir_okay=False, readable=False, allow_dash=True),
    help="With --fix: write the mended layout, or the input if nothing is wrong, to FILE, which "
    "must not be the input; - writes it to standard output and the report to standard error.",
)
@click.option("--in-place", is_flag=True, help="With --fix: overwrite the input.")
@click.option("--minimal", is_flag=True, help="Look for signs that are enough.")
@click.option(
    "--effort",
    type=click.IntRange(min=0),
    metavar="N",
    help="Measure searches up to N nodes.  "
    f"[default: {EFFORT:,} for a single puzzle, 0 for several]",
)
@click.option(
    "--rate/--no-rate",
    default=None,
    help="Rate how hard valid puzzles are for people, as explain does.  "
    "[default: a single puzzle only]",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line for each puzzle.")
@click.option(
    "--draw",
    metavar="FILE",
    type=OUTPUT_FILE,
    help="Draw conflict and repairs, two solutions, or the only one, "
    "as FILE.svg, FILE.png or FILE.pdf; only a PDF holds several puzzles.",
)
@cluster_option
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
    search_time: float | None,
    limit: int,
    fix: bool,
    output: str | None,
    in_place: bool,
    minimal: bool,
    effort: int | None,
    rate: bool | None,
    as_json: bool,
    draw: str | None,
    cluster: str | None,
    protocol: str | None,
    lenient: bool,
) -> None:
    """Judge layouts: syntax, cycles, no solution, several solutions - and explain.

    For no solution: a conflict, which is a set of signs that cannot all hold, and the signs
    to flip.  For several: two that are nearly the same.  For a valid puzzle: its redundant
    signs, what it costs to solve, and how hard it is for a person.  A DIR stands for its *.in
    and *.txt files, - for standard input, which is also read when nothing is named.
    """
    if protocol and (draw or fix):
        raise click.UsageError(f"{'--draw' if draw else '--fix'} does not go with --protocol")
    if protocol:
        run(VALIDATORS[protocol], paths, lambda _: _judge_input(lenient, partial))
    if lenient:
        raise click.UsageError("--lenient goes with --protocol")
    if fix != (in_place or output is not None) or (in_place and output is not None):
        raise click.UsageError("--fix goes with either --output FILE or --in-place")
    if fix and not repair:
        raise click.UsageError("--fix needs repairs; --repair 0 tries none")
    for path in paths:
        if path.startswith("-") and path != STDIN and not os.path.exists(path):
            raise click.NoSuchOption(path)
    wanted = list(sources(paths, encoding))
    destination = _destination(output, wanted) if fix else None
    picture = _picture_file(draw) if draw else None
    if picture:
        picture.check(wanted, output)
    code = YES
    apart = redirect_stdout(sys.stderr) if output == STDOUT else nullcontext()
    with (
        apart,
        Watch(scrolls=sys.stdout.isatty()) as watch,
        opened(cluster, None) if cluster is not None else nullcontext() as executor,
    ):
        options = Options(
            repair=repair, limit=limit, minimal=minimal, search_time=search_time, progress=watch
        )
        candidates = _with_loneliness(_candidates(wanted, format, partial, is_loaded=fix))
        reported = _with_reports(candidates, options, effort, executor)
        for source, of_source in groupby(reported, key=lambda each: each[0].source):
            examined = []
            for candidate, alone, report in of_source:
                for warning in candidate.warnings:
                    tell(f"warning: {warning}")
                if picture and not (alone or picture.holds_several):
                    raise click.UsageError(f"several puzzles: only a PDF holds them, not {draw}")
                watch.next_puzzle()
                _tell(candidate, report, as_json, alone, alone if rate is None else rate)
                if picture and report:
                    picture.add(captioned(report))
                if report and not report.is_finished:
                    if picture:
                        picture.write(wanted)
                    context.exit(INTERRUPTED)
                if destination:
                    examined.append((candidate, report))
                code = max(code, _code(candidate, report, is_mended=destination is not None))
            if destination:
                code = max(code, _fix(source, format, examined, destination))
    if picture:
        picture.write(wanted)
    context.exit(code)


def _code(candidate: Candidate, report: Report | None, is_mended: bool) -> int:
    """The exit code for a puzzle; if it `is_mended`, that counts, not whether it was valid."""
    if candidate.trouble or candidate.is_malformed:
        return TROUBLE
    return YES if is_mended or (report and report.status == "valid") else NO


def _picture_file(name: str) -> PictureFile:
    from ineqsudoku.cli.picture_file import PictureFile

    return PictureFile(name)


def _destination(output: str | None, wanted: Sequence[Source]) -> Destination:
    from ineqsudoku.cli.validate.fixing import Destination

    destination = Destination(output, sys.stdout.buffer)
    destination.check(wanted)
    return destination


def _fix(
    source: Source,
    format: str,
    examined: Iterable[tuple[Candidate, Report | None]],
    destination: Destination,
) -> int:
    """Mend a source; the exit code."""
    from ineqsudoku.cli.validate.fixing import Fix

    fix = Fix(source, format)
    for candidate, report in examined:
        if candidate.puzzle and report:
            places = candidate.places() if report.repairs else {}
            fix.add(candidate.line, candidate.puzzle, report, places)
        elif not candidate.trouble:
            is_malformed = candidate.is_malformed
            reason = "it cannot be read" if is_malformed else "signs are absent (see --partial)"
            fix.refuse(candidate.line, reason)
        else:
            return TROUBLE
    return fix.write(destination)


def _candidates(
    wanted: Iterable[Source], format: str, partial: bool, is_loaded: bool
) -> Iterator[Candidate]:
    """The candidates of all sources; if `is_loaded`, their sources have their contents."""
    for source in wanted:
        try:
            source = _loaded(source) if is_loaded else source
            for piece in source.pieces(format):
                yield from _of_piece(source, piece, partial)
        except PuzzleSyntaxError as error:
            yield Candidate(source, 0, error.line, error=error, is_malformed=True)
        except OSError as error:
            yield Candidate(source, 0, 0, trouble=message_of(error))


def _loaded(source: Source) -> Source:
    """The source with its content.  Raises `OSError`, and `PuzzleSyntaxError` if it is too long."""
    loaded = source.loaded()
    if len(loaded.content or b"") > MAX_BYTES:
        limit = f"a text of at most {MAX_BYTES // 1024**2} MiB"
        raise PuzzleSyntaxError(source.name, (Fault(1, 1, (limit,), "a longer text"),))
    return loaded


def _of_piece(source: Source, piece: Piece, partial: bool) -> Iterator[Candidate]:
    document = piece.document
    warnings = document.warnings
    reading = readable(document, piece.language)
    if error := reading.error:
        yield Candidate(
            source,
            document.index,
            error.line,
            error=error,
            is_malformed=True,
            warnings=warnings,
        )
        warnings = ()
    for entry in reading.entries:
        absent = None if partial or entry.puzzle.is_full else _absent(piece, entry)
        puzzle = None if absent else entry.puzzle
        places = functools.partial(sign_places, document, piece.language, entry)
        yield Candidate(
            source, entry.index, entry.line, puzzle, absent, warnings=warnings, places=places
        )
        warnings = ()


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
    pair = entry.puzzle.geometry.in_box_pairs[entry.puzzle.signs.index(ABSENT)]
    index = sign_indexes(document, piece.language, entry)[pair]
    line, column = place(document.text, index)
    text = document.text.split("\n")[line - 1]
    fault = Fault(line + document.line - 1, column, ("a sign",), f"'{ABSENT}'", hint, text)
    return document.error([fault])


def _with_loneliness(candidates: Iterator[Candidate]) -> Iterator[tuple[Candidate, bool]]:
    """Each candidate and whether it is the only one."""
    first = list(islice(candidates, 2))
    for candidate in first:
        yield candidate, len(first) == 1
    for candidate in candidates:
        yield candidate, False


def _with_reports(
    candidates: Iterator[tuple[Candidate, bool]],
    options: Options,
    effort: int | None,
    executor: Executor | None,
) -> Iterator[tuple[Candidate, bool, Report | None]]:
    """Each candidate, whether it is the only one, and the report on it."""

    def its(alone: bool) -> Options:
        return replace(options, effort=(EFFORT if alone else 0) if effort is None else effort)

    if executor is None:
        for candidate, alone in candidates:
            yield candidate, alone, _examined(candidate, its(alone))
        return
    candidates, ahead = tee(candidates)
    options = replace(options, progress=silent)  # Workers cannot draw.
    asked = ((candidate.puzzle, its(alone)) for candidate, alone in ahead)
    reports = map_ordered(_report, asked, executor)
    with closing(reports):
        for (candidate, alone), report in zip(candidates, reports, strict=True):
            yield candidate, alone, report


def _report(asked: tuple[Puzzle | None, Options]) -> Report | None:
    puzzle, options = asked
    return None if puzzle is None else validate(puzzle, options)


def _examined(candidate: Candidate, options: Options) -> Report | None:
    """The last report before the end or before Ctrl-C."""
    if candidate.puzzle is None:
        return None
    report = None
    with suppress(KeyboardInterrupt):
        for report in examine(candidate.puzzle, options):  # noqa: B007 - the last one is kept
            pass
    if report is None:
        raise KeyboardInterrupt
    return report


def _tell(
    candidate: Candidate, report: Report | None, as_json: bool, alone: bool, rate: bool
) -> None:
    """A valid puzzle that is not `alone` gets one line."""
    if candidate.trouble:
        tell(candidate.trouble)
    elif as_json:
        _tell_json(candidate, report, rate)
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
    """How a person solves a valid puzzle."""
    from ineqsudoku.explanation.strategy import explain

    if report.status != "valid" or not report.is_finished or report.is_cut_short:
        return None
    with suppress(InvalidPuzzleError):  # Whether it is valid took more nodes than `explain` has.
        return explain(report.puzzle)
    return None


def _tell_json(candidate: Candidate, report: Report | None, rate: bool) -> None:
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


def _judge_input(lenient: bool, partial: bool) -> Judgement:
    """Judges standard input for a judge's validator, without a word."""
    require_stdin()
    data = Source(STDIN).data()
    try:
        if lenient:
            puzzles = _strict_or_lenient(data, partial)
        else:
            puzzles = strict_contest.read(data, "input")
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


def _strict_or_lenient(data: bytes, partial: bool) -> list[Puzzle]:
    with suppress(PuzzleSyntaxError):
        return strict_contest.read(data, "input")
    document = Document.read(data, "input")
    first, *others = entries(document)
    if others:
        fault = Fault(others[0].line, 1, ("one puzzle",), f"{1 + len(others)} puzzles")
        raise PuzzleSyntaxError(document.name, (fault,))
    if not (partial or first.puzzle.is_full):
        raise _absent(Piece(detect_language(document), document), first)
    return [first.puzzle]


def _objection(puzzle: Puzzle) -> str:
    """Why a puzzle is not valid, or nothing.  Raises `IneqSudokuError` if that is not known."""
    report = validate(puzzle, Options(repair=0, orders=1, limit=2, effort=0))
    if report.status == "valid":
        return ""
    if report.status == "unknown":
        raise IneqSudokuError(verdict(report))
    return str(LayoutCycleError(report.cycle, puzzle.geometry)) if report.cycle else verdict(report)

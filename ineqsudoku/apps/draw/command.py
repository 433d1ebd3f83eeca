"""`ineqsudoku draw`: draw pictures and print worksheets."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.files import (
    require_different,
    require_distinct,
    require_place,
    sharing_error,
    write_output,
)
from ineqsudoku.apps.cli.options import (
    OUTPUT_FOLDER,
    FiniteRange,
    format_option,
    language_option,
    output_option,
    puzzles_argument,
)
from ineqsudoku.apps.cli.sources import STDOUT, Source, sources
from ineqsudoku.apps.cli.streams import print_message
from ineqsudoku.apps.draw.worksheet import MOST_ON_A_PAGE, Exercise, draw_worksheet
from ineqsudoku.apps.names import message_of, quote
from ineqsudoku.apps.pictures.candidates import pencil_marks
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.pages import PAPER_OF_PRINTER, PAPERS
from ineqsudoku.apps.pictures.picture_file import FORMATS, format_of, known_suffixes
from ineqsudoku.apps.pictures.png import draw_png
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.apps.solve.puzzles import locate
from ineqsudoku.errors import IneqSudokuError, InvalidPuzzleError
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import solve


@click.command(
    "draw",
    epilog="Exit codes: 0 drawn, 1 if --solution or --answers finds a puzzle without exactly one "
    "solution, 2 for trouble.",
)
@puzzles_argument
@format_option
@click.option("--to", type=click.Choice(FORMATS), help="Format, instead of that of the suffix.")
@output_option
@click.option(
    "--output-dir",
    metavar="DIR",
    type=OUTPUT_FOLDER,
    help="Write DIR/NAME.svg for a file NAME.in, DIR/NAME-1.svg and so on if it has several "
    "puzzles; with --to html, one DIR/NAME.html.",
)
@click.option("--solution", is_flag=True, help="Draw the digits of the only solution.")
@click.option("--candidates", is_flag=True, help="Draw the candidates that givens and signs leave.")
@click.option(
    "--scale",
    type=FiniteRange(min=0.1, max=50),
    default=1.0,
    metavar="N",
    help="SVG and PNG: draw N times as large; at 1 a cell is 36 pixels wide.",
)
@click.option("--title", default="", help="Put a title above the board, or on each page.")
@click.option(
    "--per-page",
    type=click.IntRange(1, MOST_ON_A_PAGE),
    default=1,
    show_default=True,
    metavar="N",
    help="HTML: print up to N boards on a page.",
)
@click.option(
    "--paper",
    type=click.Choice(list(PAPERS)),
    default=PAPER_OF_PRINTER,
    show_default=True,
    help="HTML: size of the paper; auto is that of the printer.",
)
@click.option("--answers", is_flag=True, help="HTML: add pages with the solutions.")
@language_option
def command(output: str | None, to: str | None, **values: Any) -> int:
    """Draw puzzles: signs, givens and, if wanted, solutions or candidates.

    PNG needs ineqsudoku[draw].  HTML is a worksheet, which any browser prints or saves as PDF, with
    lines for name and date, and the level of each puzzle.

    DIR stands for its *.in and *.txt files, - for standard input, the default.
    """
    output = None if output == STDOUT else output
    options = DrawOptions(**values, output=output, to=_format(to, output))
    if problem := _problem(options):
        raise click.UsageError(problem)
    inputs = list(sources(options.paths))
    reader = ExerciseReader(options)
    if options.output_dir:
        write_all(reader, inputs, Path(options.output_dir))
    else:
        write_one(reader, inputs)
    if not reader.puzzles and reader.code != TROUBLE:
        raise IneqSudokuError(Message("draw.nothing", "no puzzle to draw"))
    return reader.code


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOptions:
    """The arguments and options of `draw`, with their names on the command line.

    `output`: the file for all puzzles, `None` for standard output.
    """

    paths: tuple[str, ...]
    format: str
    to: str
    output: str | None
    output_dir: str | None
    solution: bool
    candidates: bool
    scale: float
    title: str
    per_page: int
    paper: str
    answers: bool

    @property
    def is_worksheet(self) -> bool:
        return self.to == "html"


def _problem(options: DrawOptions) -> str:
    """Return the reason why options exclude each other; empty if they do not."""
    if options.output and options.output_dir:
        return "--output-dir and --output exclude each other"
    has_wishes = options.per_page > 1 or options.paper != PAPER_OF_PRINTER or options.answers
    if has_wishes and not options.is_worksheet:
        return "--per-page, --paper and --answers need --to html"
    if options.is_worksheet and options.scale != 1:
        return "worksheets fill their pages: --scale does not go with them"
    has_file = options.output or options.output_dir
    if options.to == "png" and not has_file and sys.stdout.isatty():
        return "a terminal shows no PNG: name a file with --output"
    return ""


def _format(to: str | None, output: str | None) -> str:
    """Return the format of the pictures, by `--to` or the suffix of the file."""
    by_suffix = format_of(output) if output else None
    if output and not (to or by_suffix):
        raise click.UsageError(
            f"--output {quote(output)}: expected a name that ends in {known_suffixes()}, or --to"
        )
    if output and to and by_suffix and to != by_suffix:
        raise click.UsageError(f"--to {to} does not go with --output {quote(output)}")
    return to or by_suffix or FORMATS[0]


def write_one(reader: ExerciseReader, inputs: Sequence[Source]) -> None:
    """Write all puzzles into one worksheet, or a single puzzle as SVG or PNG."""
    options = reader.options
    if options.output:
        require_place(Path(options.output), "--output", inputs)
    exercises: list[Exercise] = []
    for exercise in chain.from_iterable(map(reader.read, inputs)):
        exercises.append(exercise)
        if len(exercises) > 1 and not options.is_worksheet:
            raise click.UsageError(
                "several puzzles: write a file for each with --output-dir, or a worksheet with "
                "--to html"
            )
    if not exercises:
        return
    data = _bytes(options, exercises)
    if options.output:
        write_output(Path(options.output), data)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def write_all(reader: ExerciseReader, inputs: list[Source], folder: Path) -> None:
    """Write a file for every puzzle or, as worksheets, for every source."""
    options = reader.options
    require_different(inputs)
    require_distinct(folder, {source: folder / f"{source.stem}.{options.to}" for source in inputs})
    writer_of: dict[Path, Source] = {}
    for source in inputs:
        for name, exercises in _files(reader.read(source), source.stem, options):
            path = folder / f"{name}.{options.to}"
            # The puzzle of `a-2.in` and the second one of `a.in` would both be `a-2.svg`.
            if (other := writer_of.setdefault(path, source)) is not source:
                raise sharing_error(other, source, path)
            require_place(path, "--output-dir", inputs)
            write_output(path, _bytes(options, exercises))


def _files(
    read: Iterator[Exercise], stem: str, options: DrawOptions
) -> Iterator[tuple[str, list[Exercise]]]:
    """Yield the names of the files of a source, with their puzzles.

    A worksheet has all puzzles; another file has one, and a number if there are several.
    """
    if options.is_worksheet:
        if exercises := list(read):
            yield stem, exercises
        return
    first = list(islice(read, 2))
    for number, exercise in enumerate(chain(first, read), 1):
        yield f"{stem}-{number}" if len(first) > 1 else stem, [exercise]


def _bytes(options: DrawOptions, exercises: list[Exercise]) -> bytes:
    if options.is_worksheet:
        worksheet = draw_worksheet(
            exercises,
            options.title,
            options.per_page,
            options.paper,
            options.answers,
        )
        return worksheet.encode("utf-8")
    ((picture, *_),) = exercises
    if options.to == "svg":
        return draw_svg(picture, scale=options.scale).encode("utf-8")
    try:
        return draw_png(picture, scale=options.scale)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


class ExerciseReader:
    """Reads the puzzles to draw, and counts them.

    `code`: the exit code of `draw`.
    `puzzles`: the number of puzzles read.
    """

    def __init__(self, options: DrawOptions) -> None:
        self.options = options
        self.code = YES
        self.puzzles = 0

    def read(self, source: Source) -> Iterator[Exercise]:
        """Yield the puzzles of a source; report faults and go on with the other puzzles."""
        for one in locate([source], self.options.format):
            one.tell_messages()
            if one.puzzle is None:
                self.code = TROUBLE
                continue
            self.puzzles += 1
            try:
                exercise = self._exercise(one.puzzle, one.name)
            except IneqSudokuError as error:
                self.code = TROUBLE
                print_message(message_of(error))
            else:
                yield exercise

    def _exercise(self, puzzle: Puzzle, name: str) -> Exercise:
        options = self.options
        answer = self._answer(puzzle, name) if options.solution or options.answers else None
        picture = Picture(
            puzzle,
            digits=answer.line if answer and options.solution else "",
            candidates=pencil_marks(puzzle) if options.candidates else {},
            title="" if options.is_worksheet else options.title,
        )
        return Exercise(picture, answer, _level(puzzle) if options.is_worksheet else "")

    def _answer(self, puzzle: Puzzle, name: str) -> Grid | None:
        result = solve(puzzle)
        if result.status == "unique":
            return result.solutions[0]
        self.code = max(self.code, NO)
        found = _NO_SOLUTION if result.status == "none" else _SEVERAL_SOLUTIONS
        outcome = _WITHOUT_DIGITS if self.options.solution else _WITHOUT_ANSWER
        print_message(f"{name}: {outcome.fill(found=found)}")
        return None


_NO_SOLUTION = Message("draw.no-solution", "no solution")
_SEVERAL_SOLUTIONS = Message("draw.solutions", "more than one solution")
_WITHOUT_DIGITS = Message("draw.without-digits", "{found}; drawn without digits")
_WITHOUT_ANSWER = Message("draw.without-answer", "{found}; no answer")


def _level(puzzle: Puzzle) -> Text:
    """Return the level of a puzzle; empty if it has none, or not exactly one solution."""
    from ineqsudoku.apps.explain.strategy import explain  # Only worksheets need it.

    try:
        return explain(puzzle).level_name or ""
    except InvalidPuzzleError:
        return ""

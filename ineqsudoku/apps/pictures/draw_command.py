"""`ineqsudoku draw`: draw pictures and print worksheets."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

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
from ineqsudoku.apps.cli.streams import tell
from ineqsudoku.apps.names import message_of, quote
from ineqsudoku.apps.pictures.candidates import pencil_marks
from ineqsudoku.apps.pictures.files import FORMATS, draw, format_of
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.pdf import write_pdf
from ineqsudoku.apps.pictures.picture_file import known_suffixes
from ineqsudoku.apps.pictures.worksheet import Exercise, Worksheet, pages
from ineqsudoku.apps.solve.puzzles import locate
from ineqsudoku.errors import IneqSudokuError, InvalidPuzzleError
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import solve


@click.command(
    "draw",
    epilog="Exit codes: 0 drawn, 1 if --solution finds a puzzle without exactly one solution, 2 "
    "for trouble.",
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
    "puzzles; with --to pdf, one DIR/NAME.pdf.",
)
@click.option("--solution", is_flag=True, help="Draw the digits of the only solution.")
@click.option("--candidates", is_flag=True, help="Draw what givens and signs leave.")
@click.option(
    "--scale",
    type=FiniteRange(min=0.1, max=50),
    default=1.0,
    metavar="N",
    help="Draw N times as large; at 1 a cell is 36 pixels (PDF: 9.5 mm) wide.",
)
@click.option("--title", default="", help="Put a title above each board or worksheet.")
@click.option(
    "--font",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, readable=False),
    help="PNG and PDF: set titles in this font.",
)
@click.option(
    "--per-page",
    type=click.Choice(["1", "2", "4", "6"]),
    metavar="N",
    help="PDF: make worksheets with N boards on a page: 1, 2, 4 or 6.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), help="Worksheets: size of the paper.")
@click.option("--answers", is_flag=True, help="Worksheets: add pages with small solutions.")
@click.option("--numbered", is_flag=True, help="Worksheets: number the boards.")
@click.option(
    "--difficulty/--no-difficulty",
    default=True,
    help="Worksheets: print how hard each puzzle is for a person.",
)
@language_option
def command(output: str | None, to: str | None, **values: Any) -> int:
    """Draw puzzles: signs, givens and, if wanted, solutions or candidates.

    SVG needs nothing else; PNG and PDF need ineqsudoku[draw].  A PDF has a page for each puzzle,
    as large as the board.  With --per-page, --paper, --answers or --numbered it is a worksheet to
    be printed, with lines for name and date.

    DIR stands for its *.in and *.txt files, - for standard input, the default.
    """
    output = None if output == STDOUT else output
    options = DrawOptions(**values, output=output, to=_format(to, output))
    if problem := _problem(options):
        raise click.UsageError(problem)
    run = Run(options)
    inputs = list(sources(options.paths))
    if options.output_dir:
        write_all(run, inputs, Path(options.output_dir))
    else:
        write_one(run, inputs, output)
    if not run.puzzles and run.code != TROUBLE:
        raise IneqSudokuError(Message("draw.nothing", "no puzzle to draw"))
    return run.code


def _problem(options: DrawOptions) -> str:
    """Return why some options exclude each other; empty if they do not."""
    if options.output and options.output_dir:
        return "--output-dir and --output exclude each other"
    if options.worksheet and options.to != "pdf":
        return "--per-page, --paper, --answers and --numbered need --to pdf"
    if options.worksheet and options.scale != 1:
        return "worksheets fill their pages: --scale does not go with them"
    if options.font and options.to == "svg":
        return "--font is for PNG and PDF: an SVG uses the fonts of its reader"
    if options.font and not (options.title or options.worksheet):
        return "--font needs --title or a worksheet"
    has_file = options.output or options.output_dir
    if options.to != "svg" and not has_file and sys.stdout.isatty():
        return f"a terminal shows no {options.to.upper()}: name a file with --output"
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


def write_one(run: Run, inputs: Sequence[Source], output: str | None) -> None:
    """Write all puzzles into one PDF, or a single puzzle as SVG or PNG.

    Without `output`, writes to standard output.
    """
    if output:
        require_place(Path(output), "--output", inputs)
    drawn: list[Drawn] = []
    for puzzle in chain.from_iterable(map(run.read, inputs)):
        drawn.append(puzzle)
        if len(drawn) > 1 and run.options.to != "pdf":
            raise click.UsageError(
                "several puzzles: write a file for each with --output-dir, or one PDF with --to pdf"
            )
    if not drawn:
        return
    data = _bytes(run.options, drawn)
    if not output:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    write_output(Path(output), data)


def write_all(run: Run, inputs: list[Source], folder: Path) -> None:
    """Write a file for every puzzle or, as PDF, for every source."""
    require_different(inputs)
    to = run.options.to
    require_distinct(folder, {source: folder / f"{source.stem}.{to}" for source in inputs})
    writer_of: dict[Path, Source] = {}
    for source in inputs:
        drawn = run.read(source)
        files = _one_file(drawn, source.stem) if to == "pdf" else _numbered(drawn, source.stem)
        for name, puzzles in files:
            path = folder / f"{name}.{to}"
            # The puzzle of `a-2.in` and the second one of `a.in` would both be `a-2.svg`.
            if (other := writer_of.setdefault(path, source)) is not source:
                raise sharing_error(other, source, path)
            require_place(path, "--output-dir", inputs)
            write_output(path, _bytes(run.options, puzzles))


def _one_file(drawn: Iterator[Drawn], stem: str) -> Iterator[tuple[str, list[Drawn]]]:
    if puzzles := list(drawn):
        yield stem, puzzles


def _numbered(drawn: Iterator[Drawn], stem: str) -> Iterator[tuple[str, list[Drawn]]]:
    """Yield the puzzles with their file names: that of the source, numbered if it has several."""
    first = list(islice(drawn, 2))
    for number, puzzle in enumerate(chain(first, drawn), 1):
        yield f"{stem}-{number}" if len(first) > 1 else stem, [puzzle]


def _bytes(options: DrawOptions, drawn: list[Drawn]) -> bytes:
    try:
        if options.worksheet:
            return _worksheet(options.worksheet, options.font, drawn)
        return draw([[puzzle.picture] for puzzle in drawn], options.to, options.scale, options.font)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _worksheet(worksheet: Worksheet, font: str | None, drawn: list[Drawn]) -> bytes:
    exercises = [Exercise(puzzle.picture, puzzle.answer, puzzle.difficulty) for puzzle in drawn]
    return write_pdf(pages(exercises, worksheet), font=font, title=worksheet.title)


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
    font: str | None
    per_page: str | None
    paper: str | None
    answers: bool
    numbered: bool
    difficulty: bool

    @property
    def worksheet(self) -> Worksheet | None:
        """The worksheet to make; without one, every board is drawn by itself."""
        if not (self.per_page or self.paper or self.answers or self.numbered):
            return None
        return Worksheet(
            title=self.title,
            per_page=int(self.per_page or 1),
            paper=self.paper or "a4",
            has_answers=self.answers,
            is_numbered=self.numbered,
        )


class Drawn(NamedTuple):
    """A puzzle of a source, ready to draw; `difficulty` is empty if not known."""

    source: Source
    picture: Picture
    answer: Grid | None
    difficulty: Text


@dataclass(slots=True)
class Run:
    """Reads puzzles, reports their faults, and keeps the exit `code`."""

    options: DrawOptions
    code: int = YES
    puzzles: int = 0

    def read(self, source: Source) -> Iterator[Drawn]:
        """Yield the puzzles of a source; report faults and go on with the other puzzles."""
        for one in locate([source], self.options.format):
            one.tell_messages()
            if one.puzzle is None:
                self.code = TROUBLE
                continue
            self.puzzles += 1
            try:
                drawn = self._draw(source, one.puzzle, one.line)
            except IneqSudokuError as error:
                self.code = TROUBLE
                tell(message_of(error))
            else:
                yield drawn

    def _draw(self, source: Source, puzzle: Puzzle, line: int) -> Drawn:
        answer = None
        options, worksheet = self.options, self.options.worksheet
        if options.solution or (worksheet and worksheet.has_answers):
            answer = self._answer(source, puzzle, line)
        picture = Picture(
            puzzle,
            digits=answer.line if answer and options.solution else "",
            candidates=pencil_marks(puzzle) if options.candidates else {},
            title="" if worksheet else options.title,
        )
        level = _level(puzzle) if worksheet and options.difficulty else ""
        return Drawn(source, picture, answer, level)

    def _answer(self, source: Source, puzzle: Puzzle, line: int) -> Grid | None:
        result = solve(puzzle)
        if result.status == "unique":
            return result.solutions[0]
        self.code = max(self.code, NO)
        problem = Message("draw.no-solution", "no solution; drawn without digits")
        if result.status != "none":
            problem = Message("draw.solutions", "more than one solution; drawn without digits")
        tell(f"{source.name}:{line}: {problem}")
        return None


def _level(puzzle: Puzzle) -> Text:
    """Return the level of a puzzle; empty if it does not have exactly one solution."""
    from ineqsudoku.apps.explain.strategy import explain

    try:
        return explain(puzzle).level_name
    except InvalidPuzzleError:
        return ""

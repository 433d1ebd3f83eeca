"""`ineqsudoku draw`: pictures and worksheets."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import click

from ineqsudoku.batch.exit_codes import NO, TROUBLE, YES
from ineqsudoku.batch.sources import Source, sources
from ineqsudoku.cli.files import STDOUT, require_different
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.options import (
    OUTPUT_FOLDER,
    FiniteRange,
    OutputPath,
    encoding_option,
    format_option,
)
from ineqsudoku.cli.picture_file import require_place, suffixes_known, write_picture
from ineqsudoku.errors import IneqSudokuError, InvalidPuzzleError
from ineqsudoku.formats import Entry, readable
from ineqsudoku.names import message_of, shown
from ineqsudoku.pictures.files import FORMATS, draw, format_of
from ineqsudoku.pictures.language import LANGUAGES, language_of
from ineqsudoku.pictures.model import Picture
from ineqsudoku.pictures.worksheet import Exercise, Worksheet, pages
from ineqsudoku.puzzle import Grid, Puzzle


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """What to draw, and how; without a `worksheet`, each board by itself."""

    to: str
    scale: float
    font: str | None
    title: str
    has_solution: bool
    has_candidates: bool
    has_difficulty: bool
    worksheet: Worksheet | None


class _Drawn(NamedTuple):
    """A puzzle of a source, ready to be drawn; its `difficulty` in words, empty if not known."""

    source: Source
    picture: Picture
    answer: Grid | None
    difficulty: str


@dataclass(slots=True)
class _Run:
    """Reads puzzles, reports what is wrong with them, and keeps the exit `code`."""

    wish: _Wish
    format: str
    code: int = YES
    puzzles: int = 0

    def read(self, source: Source) -> Iterator[_Drawn]:
        """The puzzles of a source.  Faults are reported, and the other puzzles drawn."""
        try:
            for entry in self._entries(source):
                self.puzzles += 1
                yield self._drawn(source, entry)
        except (IneqSudokuError, OSError) as error:
            self._fail(message_of(error))

    def _entries(self, source: Source) -> Iterator[Entry]:
        for piece in source.pieces(self.format):
            for warning in piece.document.warnings:
                tell(f"warning: {warning}")
            reading = readable(piece.document, piece.language)
            if reading.error:
                self._fail(str(reading.error))
            yield from reading.entries

    def _drawn(self, source: Source, entry: Entry) -> _Drawn:
        answer = None
        worksheet = self.wish.worksheet
        if self.wish.has_solution or (worksheet and worksheet.has_answers):
            answer = self._answer(source, entry)
        picture = Picture(
            entry.puzzle,
            digits=answer.line if answer and self.wish.has_solution else "",
            candidates=_candidates(entry.puzzle) if self.wish.has_candidates else {},
            title="" if worksheet else self.wish.title,
        )
        level = _level(entry.puzzle) if worksheet and self.wish.has_difficulty else ""
        words = worksheet.language.level(level) if worksheet else ""
        return _Drawn(source, picture, answer, words)

    def _answer(self, source: Source, entry: Entry) -> Grid | None:
        from ineqsudoku.search import solve

        result = solve(entry.puzzle)
        if result.status == "unique":
            return result.solutions[0]
        self.code = max(self.code, NO)
        found = "no solution" if result.status == "none" else "more than one solution"
        tell(f"{source.name}:{entry.line}: {found}; drawn without digits")
        return None

    def _fail(self, message: str) -> None:
        self.code = TROUBLE
        tell(message)


def _candidates(puzzle: Puzzle) -> dict[int, int]:
    from ineqsudoku.pictures.candidates import pencil_marks

    return pencil_marks(puzzle)


def _level(puzzle: Puzzle) -> str:
    """How hard a puzzle is for a person; empty if it does not have exactly one solution."""
    from ineqsudoku.explanation.strategy import explain

    try:
        return explain(puzzle).level
    except InvalidPuzzleError:
        return ""


@click.command(
    short_help="Draw puzzles as SVG, PNG or PDF, or print worksheets.",
    epilog="""\b
Examples:
  ineqsudoku draw puzzle.in > puzzle.svg
  ineqsudoku draw puzzle.in --solution --output puzzle.png --scale 2
  ineqsudoku draw tests/ --to svg --output-dir pictures
  ineqsudoku draw layouts.txt --output week.pdf --per-page 4 --answers

Exit codes: 0 drawn; 1 a solution was asked for where there is not exactly one;
2 trouble.""",
)
@click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=click.Path(readable=False))
@format_option
@encoding_option
@click.option(
    "--to",
    type=click.Choice(FORMATS),
    help="What to draw.  [default: by the suffix of --output, else svg]",
)
@click.option(
    "--output",
    metavar="FILE",
    type=OutputPath(dir_okay=False, readable=False, allow_dash=True),
    help="Write this file instead of standard output, which - stands for.",
)
@click.option(
    "--output-dir",
    metavar="DIR",
    type=OUTPUT_FOLDER,
    help="Write NAME.svg for each puzzle, NAME-1.svg … for several in a file; "
    "or NAME.pdf for each file.",
)
@click.option("--solution", is_flag=True, help="Draw the digits of the only solution.")
@click.option(
    "--candidates", is_flag=True, help="Draw the digits that givens and signs leave each cell."
)
@click.option(
    "--scale",
    type=FiniteRange(min=0.1, max=50),
    default=1.0,
    show_default=True,
    metavar="N",
    help="Draw N times as large; at 1 a cell is 36 pixels (PDF: 9.5 mm) wide.",
)
@click.option("--title", default="", help="Put a title above each board or worksheet.")
@click.option(
    "--font",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="PNG and PDF: set titles in this font.  [default: one of the system that has them]",
)
@click.option(
    "--per-page",
    type=click.Choice(["1", "2", "4", "6"]),
    help="PDF: make worksheets with N boards on a page.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), help="Worksheets: [default: a4]")
@click.option("--answers", is_flag=True, help="Worksheets: add pages with small solutions.")
@click.option("--numbered", is_flag=True, help="Worksheets: number the boards.")
@click.option(
    "--difficulty/--no-difficulty",
    default=True,
    help="Worksheets: print how hard each puzzle is for a person.  [default: yes]",
)
@click.option(
    "--language",
    type=click.Choice([*LANGUAGES]),
    help="Worksheets: that of all words but the title.  "
    "[default: zh if the title is in Chinese, else en]",
)
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    format: str,
    encoding: str | None,
    to: str | None,
    output: str | None,
    output_dir: str | None,
    solution: bool,
    candidates: bool,
    scale: float,
    title: str,
    font: str | None,
    per_page: str | None,
    paper: str | None,
    answers: bool,
    numbered: bool,
    difficulty: bool,
    language: str | None,
) -> None:
    """Draw puzzles: signs, givens and, if wanted, solutions or candidates.

    SVG needs nothing else; PNG and PDF need ineqsudoku[draw].  A PDF has a page for each
    puzzle, as large as the board.  With --per-page, --paper, --answers or --numbered it is a
    worksheet to be printed, with lines for name and date.  A DIR stands for its *.in and
    *.txt files, - for standard input, which is also read when nothing is named.
    """
    if output and output_dir:
        raise click.UsageError("--output and --output-dir exclude each other")
    output = None if output == STDOUT else output
    named_format = format_of(output) if output else None
    if output and not (to or named_format):
        suffixes = suffixes_known()
        raise click.UsageError(
            f"--output {shown(output)}: expected a name that ends in {suffixes}, or --to"
        )
    if to and named_format and to != named_format:
        raise click.UsageError(f"--to {to} does not go with --output {output}")
    to = to or named_format or FORMATS[0]
    worksheet = None
    if per_page or paper or answers or numbered:
        if to != "pdf":
            raise click.UsageError("--per-page, --paper, --answers and --numbered need --to pdf")
        if scale != 1:
            raise click.UsageError("worksheets fill their pages: --scale does not go with them")
        worksheet = Worksheet(
            title=title,
            per_page=int(per_page or 1),
            paper=paper or "a4",
            has_answers=answers,
            is_numbered=numbered,
            language=LANGUAGES[language] if language else language_of(title),
        )
    if font and to == "svg":
        raise click.UsageError("--font is for PNG and PDF: an SVG uses the fonts of its reader")
    if to != "svg" and not (output or output_dir) and sys.stdout.isatty():
        raise click.UsageError(f"a terminal shows no {to.upper()}: name a file with --output")
    wish = _Wish(
        to=to,
        scale=scale,
        font=font,
        title=title,
        has_solution=solution,
        has_candidates=candidates,
        has_difficulty=difficulty,
        worksheet=worksheet,
    )
    run = _Run(wish, format)
    wanted = list(sources(paths, encoding))
    if output_dir:
        _write_all(run, wanted, Path(output_dir))
    else:
        _write_one(run, wanted, output)
    if not run.puzzles and run.code != TROUBLE:
        raise IneqSudokuError("no puzzle to draw")
    context.exit(run.code)


def _write_one(run: _Run, wanted: Sequence[Source], output: str | None) -> None:
    """All puzzles in one PDF, or the only one as SVG or PNG; without `output` to standard
    output."""
    if output:
        require_place(Path(output), "--output", wanted)
    drawn: list[_Drawn] = []
    for each in chain.from_iterable(map(run.read, wanted)):
        drawn.append(each)
        if len(drawn) > 1 and run.wish.to != "pdf":
            raise click.UsageError(
                "several puzzles: write a file for each with --output-dir, or one PDF with --to pdf"
            )
    if not drawn:
        return
    data = _bytes(run.wish, drawn)
    if not output:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    write_picture(Path(output), data, (each.source for each in drawn))


def _write_all(run: _Run, wanted: list[Source], folder: Path) -> None:
    """A file for each puzzle or, of PDF, for each source."""
    require_different(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    files = _Files(wanted)
    for source in wanted:
        if run.wish.to == "pdf":
            if drawn := list(run.read(source)):
                files.write(folder / f"{source.stem}.pdf", _bytes(run.wish, drawn))
        else:
            for name, each in _with_names(run.read(source), source.stem):
                files.write(folder / f"{name}.{run.wish.to}", _bytes(run.wish, [each]))


def _with_names(drawn: Iterator[_Drawn], stem: str) -> Iterator[tuple[str, _Drawn]]:
    """Each puzzle with the name of its file: that of its source, numbered if there are more."""
    first = next(drawn, None)
    second = next(drawn, None)
    if first and not second:
        yield stem, first
    elif first and second:
        for number, each in enumerate(chain((first, second), drawn), 1):
            yield f"{stem}-{number}", each


class _Files:
    """Writes files, each once, and none over a file that was read."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = list(sources)
        self._written: set[Path] = set()

    def write(self, path: Path, data: bytes) -> None:
        if path in self._written:
            raise click.UsageError(f"two puzzles would share {shown(path)}")
        self._written.add(path)
        require_place(path, "--output-dir", self._sources)
        write_picture(path, data, self._sources)


def _bytes(wish: _Wish, drawn: list[_Drawn]) -> bytes:
    try:
        if wish.worksheet:
            return _worksheet(wish.worksheet, wish.font, drawn)
        return draw([[each.picture] for each in drawn], wish.to, wish.scale, wish.font)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _worksheet(worksheet: Worksheet, font: str | None, drawn: list[_Drawn]) -> bytes:
    from ineqsudoku.pictures.pdf import write_pdf

    exercises = [Exercise(each.picture, each.answer, each.difficulty) for each in drawn]
    return write_pdf(pages(exercises, worksheet), font=font, title=worksheet.title)

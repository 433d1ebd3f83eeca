"""The files that `draw` writes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

import click

from ineqsudoku.batch.output_folder import require_distinct, shared
from ineqsudoku.batch.sources import STDIN, Source
from ineqsudoku.cli.draw.run import Drawn, DrawOptions, Run
from ineqsudoku.cli.files import require_different, require_place, write_output
from ineqsudoku.cli.puzzles import located
from ineqsudoku.pictures.files import draw
from ineqsudoku.pictures.worksheet import Exercise, Worksheet, pages


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
    _require_distinct(run, inputs, folder)
    for source in inputs:
        if run.options.to == "pdf":
            if drawn := list(run.read(source)):
                _write(folder / f"{source.stem}.pdf", _bytes(run.options, drawn), inputs)
        else:
            for name, puzzle in _with_names(run.read(source), source.stem):
                _write(folder / f"{name}.{run.options.to}", _bytes(run.options, [puzzle]), inputs)


def _require_distinct(run: Run, inputs: Sequence[Source], folder: Path) -> None:
    """Raise `UsageError` if two puzzles would share a file, before any is written.

    Creates the folder if it does not exist.
    """
    to = run.options.to
    require_distinct(folder, inputs, [folder / f"{source.stem}.{to}" for source in inputs])
    by_stem = {source.stem: source for source in inputs}
    for source in inputs if to != "pdf" else ():
        stem, _, number = source.stem.rpartition("-")
        other = by_stem.get(stem)
        # The puzzle of `a-2.in` and the second one of `a.in` would both be `a-2.svg`.
        if other and number.isascii() and number.isdecimal() and not number.startswith("0"):
            most = max(int(number), 2)
            if _count(run, source, 2) == 1 and _count(run, other, most) == most:
                raise shared(other, source, folder / f"{source.stem}.{to}")


def _count(run: Run, source: Source, most: int) -> int:
    """Return the number of puzzles of a source, up to `most`."""
    if source.path == STDIN:  # It can be read only once.
        return most
    puzzles = (one for one in located([source], run.options.format) if one.puzzle)
    return sum(1 for _ in islice(puzzles, most))


def _with_names(drawn: Iterator[Drawn], stem: str) -> Iterator[tuple[str, Drawn]]:
    """Yield the puzzles with their file names: that of the source, numbered if it has several."""
    first = next(drawn, None)
    second = next(drawn, None)
    if first and not second:
        yield stem, first
    elif first and second:
        for number, puzzle in enumerate(chain((first, second), drawn), 1):
            yield f"{stem}-{number}", puzzle


def _write(path: Path, data: bytes, sources: Sequence[Source]) -> None:
    require_place(path, "--output-dir", sources)
    write_output(path, data)


def _bytes(options: DrawOptions, drawn: list[Drawn]) -> bytes:
    try:
        if options.worksheet:
            return _worksheet(options.worksheet, options.font, drawn)
        return draw([[puzzle.picture] for puzzle in drawn], options.to, options.scale, options.font)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _worksheet(worksheet: Worksheet, font: str | None, drawn: list[Drawn]) -> bytes:
    from ineqsudoku.pictures.pdf import write_pdf

    exercises = [Exercise(puzzle.picture, puzzle.answer, puzzle.difficulty) for puzzle in drawn]
    return write_pdf(pages(exercises, worksheet), font=font, title=worksheet.title)

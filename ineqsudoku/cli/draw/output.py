"""The files that `draw` writes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import click

from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.draw.run import Drawn, Run, Wish
from ineqsudoku.cli.files import require_different
from ineqsudoku.cli.output_file import require_place, write_output
from ineqsudoku.names import shown
from ineqsudoku.pictures.files import draw
from ineqsudoku.pictures.worksheet import Exercise, Worksheet, pages


def write_one(run: Run, wanted: Sequence[Source], output: str | None) -> None:
    """Write all puzzles into one PDF, or a single puzzle as SVG or PNG.

    Without `output`, writes to standard output.
    """
    if output:
        require_place(Path(output), "--output", wanted)
    drawn: list[Drawn] = []
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
    write_output(Path(output), data, (each.source for each in drawn))


def write_all(run: Run, wanted: list[Source], folder: Path) -> None:
    """Write a file for each puzzle or, as PDF, for each source."""
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


def _with_names(drawn: Iterator[Drawn], stem: str) -> Iterator[tuple[str, Drawn]]:
    """Yield each puzzle with its file name: the name of its source, numbered if it has several."""
    first = next(drawn, None)
    second = next(drawn, None)
    if first and not second:
        yield stem, first
    elif first and second:
        for number, each in enumerate(chain((first, second), drawn), 1):
            yield f"{stem}-{number}", each


class _Files:
    """Writes files, each only once, and never over a file that was read."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = list(sources)
        self._written: set[Path] = set()

    def write(self, path: Path, data: bytes) -> None:
        if path in self._written:
            raise click.UsageError(f"two puzzles would share {shown(path)}")
        self._written.add(path)
        require_place(path, "--output-dir", self._sources)
        write_output(path, data, self._sources)


def _bytes(wish: Wish, drawn: list[Drawn]) -> bytes:
    try:
        if wish.worksheet:
            return _worksheet(wish.worksheet, wish.font, drawn)
        return draw([[each.picture] for each in drawn], wish.to, wish.scale, wish.font)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _worksheet(worksheet: Worksheet, font: str | None, drawn: list[Drawn]) -> bytes:
    from ineqsudoku.pictures.pdf import write_pdf

    exercises = [Exercise(each.picture, each.answer, each.difficulty) for each in drawn]
    return write_pdf(pages(exercises, worksheet), font=font, title=worksheet.title)

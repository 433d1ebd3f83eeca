"""The page and the pictures that `explain` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from ineqsudoku.apps.cli.files import require_place, write_output
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.explain.page import Chapter, page
from ineqsudoku.apps.explain.pictures import caption_steps
from ineqsudoku.apps.explain.shown import Shown
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.picture_file import PictureFile


class Files:
    """The page and the pictures that are written at the end."""

    def __init__(self, sources: Sequence[Source], html: str | None, draw: str | None) -> None:
        """Check the files.  Raises `click.UsageError` for a file that cannot be written."""
        self._html = Path(html) if html else None
        self._puzzles = 0
        self._picture = PictureFile(draw) if draw else None
        self._chapters: list[Chapter] = []
        if self._html:
            require_place(self._html, "--html", sources)
        if self._picture:
            self._picture.check(sources, html)

    def add(self, name: str, shown: Shown) -> None:
        """Add a puzzle.  Raises `click.UsageError` for a second puzzle in an SVG or a PNG."""
        if self._html:
            self._chapters.append(Chapter(name, shown.explanation, shown.steps))
        if self._picture:
            if self._puzzles:
                self._picture.require_pages()
            self._picture.add(*self._groups(shown))
        self._puzzles += 1

    def write(self) -> None:
        if self._html and self._chapters:
            write_output(self._html, page(self._chapters).encode("utf-8"))
        if self._picture:
            self._picture.write()

    def _groups(self, shown: Shown) -> Iterator[list[Picture]]:
        """Yield groups of pictures: in a PDF every step has a page; SVG and PNG show one step."""
        assert self._picture
        puzzle, steps = shown.explanation.puzzle, shown.steps
        if self._picture.has_pages:
            yield from ([picture] for picture in caption_steps(puzzle, steps))
        elif crux := shown.stopped_at or max(steps, key=lambda step: step.rating, default=None):
            before = takewhile(lambda step: step is not crux, steps)
            *_, last = caption_steps(puzzle, (*before, crux))
            yield [last]

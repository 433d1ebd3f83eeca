"""The puzzles of sources one by one, for commands that treat all puzzles alike."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import tee
from typing import TypeVar

from ineqsudoku.apps.batch.ordered_map import Workers, map_ordered
from ineqsudoku.apps.cli.progress import track
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.cli.streams import print_message, warn
from ineqsudoku.apps.names import message_of
from ineqsudoku.errors import IneqSudokuError, PuzzleSyntaxError
from ineqsudoku.formats import (
    MAX_BYTES,
    Entry,
    SourceText,
    parse,
    too_long,
)
from ineqsudoku.formats.places import SignPlaces, sign_places
from ineqsudoku.messages import Text
from ineqsudoku.puzzle import Puzzle

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Located:
    """A text of a source that should be a puzzle.

    `error`: why it is not a right one, or why the source cannot be read.
    `entry`, `source_text`: the puzzle and the text that it was read from, if it can be read.
    `index`: its number in the source, from 0.
    `line`: its first line, from 1.
    `warnings`: warnings to print first.
    `size`: the length of the text that was read for it and for those after it.
    """

    source: Source
    index: int = 0
    line: int = 0
    error: IneqSudokuError | OSError | None = None
    entry: Entry | None = None
    source_text: SourceText | None = None
    warnings: tuple[Text, ...] = ()
    size: int = 0

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle; `None` if it cannot be read."""
        return self.entry.puzzle if self.entry else None

    @property
    def is_readable(self) -> bool:
        """Whether the puzzle can be read; it may have an error nevertheless."""
        return self.source_text is not None

    @property
    def name(self) -> str:
        """The source and the line."""
        return f"{self.source.name}:{self.line}"

    @property
    def where(self) -> dict[str, object]:
        """The source, the number and the line, for JSON."""
        return {"source": self.source.name, "index": self.index, "line": self.line}

    @property
    def puzzles(self) -> int:
        """The number of puzzles for progress bars: one."""
        return 1

    def places(self) -> SignPlaces:
        """Return the places of the puzzle's signs in the file."""
        assert self.source_text
        assert self.entry
        return sign_places(self.source_text, self.entry)

    def tell_messages(self) -> None:
        """Print the warnings and the error on standard error."""
        for warning in self.warnings:
            warn(warning)
        if self.error:
            print_message(message_of(self.error))


def locate(
    sources: Iterable[Source], format: str, keeps_content: bool = False
) -> Iterator[Located]:
    """Yield the puzzles in order.  With `keeps_content`, their sources keep all their bytes."""
    for source in sources:
        try:
            source = _load(source) if keeps_content else source
            for source_text in source.pieces(format):
                yield from _of_text(source, source_text)
        except PuzzleSyntaxError as error:
            yield Located(source, line=error.line, error=error)
        except (IneqSudokuError, OSError) as error:
            yield Located(source, error=error)


def _load(source: Source) -> Source:
    """Load a source.  Raises `OSError`, and `PuzzleSyntaxError` if its content is too long."""
    loaded = source.load()
    if len(loaded.content or b"") > MAX_BYTES:
        raise too_long(source.name)
    return loaded


def _of_text(source: Source, source_text: SourceText) -> Iterator[Located]:
    parsed = parse(source_text)
    warnings, size = parsed.warnings, len(source_text.text)
    for index, one in enumerate(parsed.puzzles, source_text.index):
        if isinstance(one, Entry):
            located = Located(source, index, one.line, entry=one, source_text=source_text)
        else:
            located = Located(source, index, one.line, error=one)
        yield replace(located, warnings=warnings, size=size)
        warnings, size = (), 0


def with_values(
    puzzles: Iterator[Located],
    work: Callable[[Puzzle], V],
    workers: Workers,
    total: int | None,
) -> Generator[tuple[Located, V | None], None, None]:
    """Yield the puzzles with the values that workers compute for them, behind a progress bar.

    Puzzles that cannot be read have no value.  `total` is the size of all puzzles, `None` if
    unknown.
    """
    puzzles, ahead = tee(puzzles)
    values = map_ordered(work, (one.puzzle for one in ahead if one.puzzle), workers)
    bar = track(puzzles, total, wanted=not sys.stdout.isatty())
    with closing(values), closing(bar):
        for one in bar:
            yield one, next(values) if one.puzzle else None

"""The puzzles of sources one by one, for commands that treat all alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.messages import tell
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import readable
from ineqsudoku.formats.stream import Piece
from ineqsudoku.names import message_of
from ineqsudoku.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Located:
    """A puzzle and its place in a source.

    `puzzle`: `None` if it cannot be read.  `index`: its number in the source, from 0.  `line`:
    its first line, from 1.  `messages`: messages to print first.  `size`: the length of the text
    that was read for it and for those after it.
    """

    source: str
    index: int
    line: int
    puzzle: Puzzle | None
    messages: tuple[str, ...] = ()
    size: int = 0


def located(sources: Iterable[Source], format: str) -> Iterator[Located]:
    """Yield the puzzles in order; report faults and warnings on standard error."""
    for each in found(sources, format):
        for message in each.messages:
            tell(message)
        yield each


def found(sources: Iterable[Source], format: str) -> Iterator[Located]:
    """Yield the puzzles in order, with the messages about them."""
    for source in sources:
        try:
            for piece in source.pieces(format):
                yield from _of_piece(piece)
        except (IneqSudokuError, OSError) as error:
            yield Located(source.name, 0, 0, None, (message_of(error),))


def _of_piece(piece: Piece) -> Iterator[Located]:
    document = piece.document
    messages = tuple(f"warning: {warning}" for warning in document.warnings)
    size = len(document.text)
    reading = readable(document, piece.language)
    if reading.error:
        messages = (*messages, str(reading.error))
        yield Located(document.name, document.index, reading.error.line, None, messages, size)
        messages, size = (), 0
    for entry in reading.entries:
        yield Located(document.name, entry.index, entry.line, entry.puzzle, messages, size)
        messages, size = (), 0

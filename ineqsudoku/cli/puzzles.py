"""The puzzles of sources one by one, for commands that treat each alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.messages import tell
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import readable
from ineqsudoku.names import message_of
from ineqsudoku.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Located:
    """A puzzle, its `index` in its source, from 0, and its first `line`, from 1; `None` for
    what cannot be read, which was reported."""

    source: str
    index: int
    line: int
    puzzle: Puzzle | None


def located(sources: Iterable[Source], format: str) -> Iterator[Located]:
    """Yield the puzzles in order; reports faults and warnings on standard error."""
    for source in sources:
        try:
            for piece in source.pieces(format):
                document = piece.document
                for warning in document.warnings:
                    tell(f"warning: {warning}")
                reading = readable(document, piece.language)
                if reading.error:
                    tell(str(reading.error))
                    yield Located(document.name, document.index, reading.error.line, None)
                for entry in reading.entries:
                    yield Located(document.name, entry.index, entry.line, entry.puzzle)
        except (IneqSudokuError, OSError) as error:
            tell(message_of(error))
            yield Located(source.name, 0, 0, None)

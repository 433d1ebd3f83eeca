"""The outcome of a piece of a source, and the progress of a source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ineqsudoku.batch.exit_codes import YES
from ineqsudoku.batch.sources import Source


@dataclass(frozen=True, slots=True)
class Mark:
    """The progress of a source.

    The first `pieces`, whose text has the checksum `crc`, make the first `size` bytes of the
    output, which have the checksum `output_crc`, and have the exit `code`.  A source that has
    `ended` has no more pieces; the next step is to give its output its name.
    """

    pieces: int = 0
    crc: int = 0
    size: int = 0
    output_crc: int = 0
    code: int = YES
    ended: bool = False


class Outcome(NamedTuple):
    """The outcome of an item.

    `text`: the results.  `messages`: messages for people.  `code`: the exit code.  `puzzles`: the
    number of puzzles.  `size`: the size of the input.
    `separator`: printed between the results of two sources and, if `is_apart`, between these
    results and the earlier ones of the same source.
    `failed`: the results of the source are to be discarded.
    """

    source: Source
    mark: Mark
    text: str = ""
    separator: str = ""
    is_apart: bool = False
    messages: tuple[str, ...] = ()
    code: int = YES
    puzzles: int = 0
    size: int = 0
    failed: bool = False

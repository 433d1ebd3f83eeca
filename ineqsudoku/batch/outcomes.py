"""What comes of a piece of a source, and how far a source has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ineqsudoku.batch.exit_codes import YES
from ineqsudoku.batch.sources import Source


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a source has come: its first `pieces`, whose text has the checksum `crc`, make
    the first `size` bytes of its output and have the exit `code`.  A source that has `ended`
    has no more pieces; its output gets its name next."""

    pieces: int = 0
    crc: int = 0
    size: int = 0
    code: int = YES
    ended: bool = False


class Outcome(NamedTuple):
    """What came of an item: the results as `text`, `messages` for people, the exit `code`, the
    number of `puzzles` and the `size` of what was read.

    `separator` goes between the results of two sources and, if they are `is_apart`, between
    these results and those of the same source before.  When an item has `failed`, the results
    of its source are of no use.
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

"""The outcome of a piece of a source, its messages, and the progress of a source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ineqsudoku.apps.cli.exits import YES
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.names import message_of
from ineqsudoku.errors import Fault
from ineqsudoku.messages import Message


class Progress(NamedTuple):
    """The progress of a source.

    The first `pieces`, whose text has the checksum `crc`, make the first `size` bytes of the
    output, which have the checksum `output_crc`, and have the exit `code`.  A source that has
    `ended` has no more pieces; the next step is to give its output its name.
    `messages` is the number of messages by kind, shown or not.
    """

    pieces: int = 0
    crc: int = 0
    size: int = 0
    output_crc: int = 0
    code: int = YES
    ended: bool = False
    messages: Mapping[str, int] = {}


UNREADABLE = "unreadable"
"""The kind of the messages about puzzles that cannot be read."""


class Quota:
    """Admits the first `most` messages of a kind, and counts all of them."""

    def __init__(self, most: int, counts: Mapping[str, int] | None = None) -> None:
        """Continue after messages that were counted before."""
        self.most = most
        self.counts = dict(counts or {})

    def add(self, kind: str, number: int) -> None:
        """Count so many more messages of a kind."""
        self.counts[kind] = self.counts.get(kind, 0) + number

    def admit(self, kind: str) -> bool:
        """Count one more message of a kind; return whether to show it."""
        self.add(kind, 1)
        return self.counts[kind] <= self.most

    def rest(self, kind: str) -> int:
        """Return the number of messages of a kind that were not admitted."""
        return max(0, self.counts.get(kind, 0) - self.most)


class Note(NamedTuple):
    """A message for people; `str` gives its text in the current language.

    `kind`: what it is about; empty if it is about the whole source.  `lines`: pairs of a place,
    such as `a.in:3: `, and what is said of it.
    """

    kind: str
    lines: Sequence[tuple[str, Fault | Message | Exception]]

    def __str__(self) -> str:
        return "\n".join(
            f"{place}{message_of(value) if isinstance(value, Exception) else value}"
            for place, value in self.lines
        )


class Outcome(NamedTuple):
    """The outcome of an item, that is, of a piece or the end of a source.

    `progress`: that of the source with the item, without what is known only when it is written.
    `text`: the results.  `notes`: the messages to show, in the order of the puzzles.  `unshown`:
    the number of messages that were not written, by kind.  `code`: the exit code.  `puzzles`: the
    number of puzzles.  `size`: the size of the input.
    `separator`: printed between the results of two sources and, if `is_apart`, between these
    results and the earlier ones of the same source.
    `failed`: the results of the source are to be discarded.
    """

    source: Source
    progress: Progress
    text: str = ""
    separator: str = ""
    is_apart: bool = False
    notes: Sequence[Note] = ()
    unshown: Mapping[str, int] = {}
    code: int = YES
    puzzles: int = 0
    size: int = 0
    failed: bool = False

    def output(self, follows: bool) -> str:
        """Return the results as they stand in the output of the source.

        `follows`: whether they follow earlier results of the source.
        """
        return self.separator + self.text if self.text and follows and self.is_apart else self.text


Write = Callable[[Outcome, Mapping[str, int]], None]
"""Writes the next outcome of a source; the numbers are those of its messages so far."""

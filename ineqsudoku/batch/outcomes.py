"""The outcome of a piece of a source, its messages, and the progress of a source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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


class Part(NamedTuple):
    """Results that a worker wrote into the file `name` of the staging folder.

    `size`: the size of the file.  `separator`: the number of its first bytes that separate the
    results from earlier ones of the same source.
    """

    name: str
    size: int
    separator: int


class Message(NamedTuple):
    """A message for people.

    `kind`: the status of its puzzle, or `UNREADABLE`; empty for a message about the whole source.
    """

    text: str
    kind: str = ""


UNREADABLE = "unreadable"
"""The kind of the messages about puzzles that cannot be read."""


class Quota:
    """Admits the first `most` messages of each kind (`None`: all) and counts the others."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.shown: Counter[str] = Counter()
        self.rest: Counter[str] = Counter()

    def admit(self, kind: str) -> bool:
        """Count one more message of a kind; return whether to show it."""
        is_shown = self.most is None or self.shown[kind] < self.most
        (self.shown if is_shown else self.rest)[kind] += 1
        return is_shown


class Outcome(NamedTuple):
    """The outcome of an item.

    `text`: the results.  `part`: where the results are if a worker has written them.
    `messages`: messages in the order of the puzzles.  `unshown`: the number of messages of each
    kind that were not written.  `code`: the exit code.  `puzzles`: the number of puzzles.
    `size`: the size of the input.
    `separator`: printed between the results of two sources and, if `is_apart`, between these
    results and the earlier ones of the same source.
    `failed`: the results of the source are to be discarded.
    """

    source: Source
    mark: Mark
    text: str = ""
    part: Part | None = None
    separator: str = ""
    is_apart: bool = False
    messages: tuple[Message, ...] = ()
    unshown: tuple[tuple[str, int], ...] = ()
    code: int = YES
    puzzles: int = 0
    size: int = 0
    failed: bool = False

    def output(self, follows: bool) -> str:
        """Return the results as they stand in the output of the source.

        `follows`: whether they follow earlier results of the source.
        """
        return self.separator + self.text if self.text and follows and self.is_apart else self.text


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """Join the outcomes of successive pieces of a source, up to the first one that `failed`."""
    texts: list[str] = []
    messages: list[Message] = []
    unshown: list[tuple[str, int]] = []
    first = last = outcomes[0]
    code, puzzles, size = YES, 0, 0
    for last in outcomes:
        if not texts:
            first = last
        if text := last.output(follows=bool(texts)):
            texts.append(text)
        messages += last.messages
        unshown += last.unshown
        code = max(code, last.code)
        puzzles += last.puzzles
        size += last.size
        if last.failed:
            break
    return last._replace(
        text="".join(texts),
        separator=first.separator,
        is_apart=first.is_apart,
        messages=tuple(messages),
        unshown=tuple(unshown),
        code=code,
        puzzles=puzzles,
        size=size,
    )

"""The outcome of a piece of a source, and the progress of a source."""

from __future__ import annotations

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


class Outcome(NamedTuple):
    """The outcome of an item.

    `text`: the results.  `part`: where the results are if a worker has written them.
    `messages`: messages for people.  `code`: the exit code.  `puzzles`: the number of puzzles.
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
    messages: tuple[str, ...] = ()
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
    messages: list[str] = []
    first = last = outcomes[0]
    code, puzzles, size = YES, 0, 0
    for last in outcomes:
        if not texts:
            first = last
        if text := last.output(follows=bool(texts)):
            texts.append(text)
        messages += last.messages
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
        code=code,
        puzzles=puzzles,
        size=size,
    )

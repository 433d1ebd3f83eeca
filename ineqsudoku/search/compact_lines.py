"""Solves compact lines without `Puzzle` objects.

Creating and handling `Puzzle` and `SearchResult` objects takes as long as the search of a layout.
Here the kernel of `boxes` reads lines and writes lines.  Puzzles whose search is longer than a
first attempt, and those that get a message, are left to `solve_many`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import chain, islice, zip_longest

from ineqsudoku.puzzle import NO_GIVENS, NO_SIGNS
from ineqsudoku.search.auto import first_nodes
from ineqsudoku.search.engines import AUTO, NARROW
from ineqsudoku.search.enumeration import Status
from ineqsudoku.search.kernel import kernel

_LINE = len(NO_SIGNS) + 1
"""Characters per line: the signs of a puzzle and a line feed."""

_ANSWER = len("multiple\t") + len(NO_GIVENS) + 1
"""Bytes per answer: a status unless it is `unique`, the digits of a grid and a line feed.  Missing
parts are NUL bytes."""

_INITIALS: dict[Status, bytes] = {"none": b"n", "multiple": b"m"}
"""The statuses that are written in answers, and their first bytes."""


@dataclass(frozen=True, slots=True)
class AnsweredLines:
    """Lines of 108 signs, and as many `answers`; an undecided line has NUL bytes as its answer.

    Lines are *left* to `solve_many` if they are undecided or get a message.  The first `most` lines
    per status except `unique` get a message; all do if `most` is `None`.
    """

    lines: str
    answers: bytes
    most: int | None = 0

    def __len__(self) -> int:
        return len(self.lines) // _LINE

    def left(self) -> Iterator[tuple[int, str]]:
        """Yield the indexes and the signs of the lines that are left."""
        decided = (islice(self._with_status(status), self.most) for status in _INITIALS)
        for index in merge(self._undecided(), *decided):
            yield index, self.lines[_LINE * index : _LINE * (index + 1) - 1]

    def answered(self) -> Counter[str]:
        """Return the number of the lines that are not left, by status except `unique`."""
        if self.most is None:
            return Counter()
        firsts = self.answers[::_ANSWER]
        numbers: dict[str, int] = {
            status: firsts.count(byte) - self.most for status, byte in _INITIALS.items()
        }
        return +Counter(numbers)

    def text(self, others: Sequence[str] = ()) -> str:
        """Return all answers in order; `others` are the answers of the lines that were left."""
        ends = chain((index for index, _ in self.left()), [len(self)])
        starts = chain([0], (index + 1 for index, _ in self.left()))
        between = (
            self.answers[_ANSWER * start : _ANSWER * end].translate(None, b"\0").decode("ascii")
            for start, end in zip(starts, ends, strict=True)
        )
        return "".join(chain.from_iterable(zip_longest(between, others, fillvalue="")))

    def _undecided(self) -> Iterator[int]:
        return _places(self.answers[_ANSWER - 1 :: _ANSWER], b"\0")

    def _with_status(self, status: Status) -> Iterator[int]:
        return _places(self.answers[::_ANSWER], _INITIALS[status])


def _places(data: bytes, byte: bytes) -> Iterator[int]:
    place = data.find(byte)
    while place >= 0:
        yield place
        place = data.find(byte, place + 1)


def answer_lines(
    lines: str,
    limit: int | None,
    engine: str,
    node_limit: int | None,
    search_time: float | None,
    most: int | None = 0,
) -> AnsweredLines | None:
    """Solve the layouts in a text by the kernel of `boxes`.

    The arguments are as in `solve_many`, and `most` as in `AnsweredLines`.

    Returns `None` if `solve_many` would not use that kernel, or if the text does not consist of
    lines of exactly 108 signs.
    """
    if engine not in (AUTO, "boxes") or limit not in (1, 2) or search_time is not None:
        return None
    compiled = kernel("boxes")
    if not compiled or not compiled.lines:
        return None
    is_auto = engine == AUTO
    nodes = first_nodes(limit, node_limit) if is_auto else node_limit
    try:
        answers = compiled.solve_lines(lines, limit, nodes, NARROW if is_auto else None)
    except ValueError:
        return None
    return AnsweredLines(lines, answers, most)

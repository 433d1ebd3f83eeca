"""Solves compact lines without creating a `Puzzle` for each of them.

Creating and handling `Puzzle` and `SearchResult` objects takes as long as the search of a layout.
Here the kernel of `boxes` reads lines and writes lines.  It answers the puzzles whose answer is a
line of digits, which nearly all are; the others are left to `solve_many`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from ineqsudoku.puzzle import NO_GIVENS, NO_SIGNS
from ineqsudoku.search.engines import AUTO, NARROW
from ineqsudoku.search.kernel import kernel
from ineqsudoku.search.nodes import sooner
from ineqsudoku.search.portfolio import first_nodes

_LINE = len(NO_SIGNS) + 1
"""Characters of a line: the signs of a puzzle and a line feed."""

_ANSWER = len(NO_GIVENS) + 1
"""Bytes of an answer: the digits of a grid and a line feed."""


@dataclass(frozen=True, slots=True)
class AnsweredLines:
    """Lines of 108 signs, and as many `answers`: 81 digits and a line feed, or NUL bytes."""

    lines: str
    answers: bytes

    def __len__(self) -> int:
        return len(self.lines) // _LINE

    def left(self) -> Iterator[tuple[int, str]]:
        """The index and the signs of each line without an answer."""
        firsts = self.answers[::_ANSWER]
        index = firsts.find(0)
        while index >= 0:
            yield index, self.lines[_LINE * index : _LINE * (index + 1) - 1]
            index = firsts.find(0, index + 1)

    def text(self, others: Sequence[str] = ()) -> str:
        """All answers in order; `others` are the answers of the lines that were left."""
        if not others:
            return self.answers.decode("ascii")
        ends = chain((index for index, _ in self.left()), [len(self)])
        starts = chain([0], (index + 1 for index, _ in self.left()))
        between = (
            self.answers[_ANSWER * start : _ANSWER * end].decode("ascii")
            for start, end in zip(starts, ends, strict=True)
        )
        return "".join(chain.from_iterable(zip_longest(between, others, fillvalue="")))


def answered_lines(
    lines: str, limit: int | None, engine: str, node_limit: int | None, search_time: float | None
) -> AnsweredLines | None:
    """Solve the layouts in a text by the kernel of `boxes`.

    Returns `None` if `solve_many` would not use that kernel, or if the text does not consist of
    lines of exactly 108 signs.

    The arguments are those of `solve_many`.  A layout is answered if its status is `unique`
    or, with a `limit` of 1, if it has a solution.
    """
    if engine not in (AUTO, "boxes") or limit not in (1, 2) or search_time is not None:
        return None
    compiled = kernel("boxes")
    if not compiled or not compiled.lines:
        return None
    is_auto = engine == AUTO
    nodes = sooner(first_nodes("boxes", limit), node_limit) if is_auto else node_limit
    try:
        answers = compiled.solve_lines(lines, limit, nodes, NARROW if is_auto else None)
    except ValueError:
        return None
    return AnsweredLines(lines, answers)

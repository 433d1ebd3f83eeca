"""What the English sentence of a step states of cells, read back from its words."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FACT = re.compile(
    r"((?:r\dc\d(?:, | and )?)+|it) (?:is|are) (at least |at most |not )?(\d(?:(?:, | or )\d)*)"
)
_CELL = re.compile(r"r(\d)c(\d)")


def facts(sentence: str) -> Iterator[tuple[int, set[int]]]:
    """Yield cells with the digits that a sentence leaves them.  `it` is its first cell."""
    for part in re.split(r"(?<=\.) ", sentence):
        first = _CELL.search(part)
        for subject, kind, written in _FACT.findall(part):
            digits = {*map(int, re.findall(r"\d", written))}
            left = {
                "": digits,
                "not ": {*range(1, 10)} - digits,
                "at least ": {*range(min(digits), 10)},
                "at most ": {*range(1, max(digits) + 1)},
            }[kind]
            cells = _CELL.findall(subject) or [first.groups() if first else ()]
            for row, column in cells:
                yield 9 * (int(row) - 1) + int(column) - 1, left

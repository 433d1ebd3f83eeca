"""The puzzles of the day: a year of full layouts, one of each level a day.

    python benchmarks/daily.py > ineqsudoku/apps/web/page/daily.bin

The puzzles are those of `ineqsudoku generate --seed 2026 --level LEVEL`.  The solution of a full
layout determines its signs, so the file has nothing but solutions: 19 bytes for each, the levels
of the first day, then those of the second.  The bytes are a big-endian number; its eight digits in
base 9! are the ranks of the first eight rows among the permutations in lexicographic order.
`daily.js` reads it.
"""

from __future__ import annotations

import sys
from math import factorial
from typing import get_args

import ineqsudoku as iq
from ineqsudoku.apps.explain.values import Level

SEED = 2026
DAYS = 365
BYTES = 19


def main() -> None:
    years = [
        [packed(each) for each in iq.generate(DAYS, seed=SEED, level=level)]
        for level in get_args(Level)
    ]
    for day in zip(*years, strict=True):
        sys.stdout.buffer.write(b"".join(day))


def packed(made: iq.Generated) -> bytes:
    (solution,) = iq.solve(made.puzzle).solutions
    number = 0
    for row in range(8):
        number = number * factorial(9) + rank(solution.line[9 * row : 9 * row + 9])
    return number.to_bytes(BYTES, "big")


def rank(row: str) -> int:
    """The place of a row among the permutations of its digits in lexicographic order."""
    place = 0
    for index, digit in enumerate(row):
        less = sum(other < digit for other in row[index:])
        place += less * factorial(8 - index)
    return place


if __name__ == "__main__":
    main()

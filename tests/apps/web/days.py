"""The puzzles of the day for tests, read without the page's own code."""

from __future__ import annotations

from datetime import date
from math import factorial
from pathlib import Path
from typing import get_args

import ineqsudoku as iq
from ineqsudoku.apps.explain.values import Level

FILE = Path(__file__).parents[3] / "ineqsudoku" / "apps" / "web" / "page" / "daily.bin"
LEVELS = get_args(Level)
BYTES = 19

TODAY = date(2026, 11, 23)
"""The day of all tests."""

CLOCK = f"""
const Real = Date;
globalThis.Date = class extends Real {{
    constructor(...parts) {{
        if (parts.length) super(...parts);
        else super({TODAY.year}, {TODAY.month - 1}, {TODAY.day}, 12);
    }}
}};
"""
"""A script that makes it this day."""


def solutions() -> list[str]:
    """All solutions of the file in its order."""
    data = FILE.read_bytes()
    return [unpacked(data[place : place + BYTES]) for place in range(0, len(data), BYTES)]


def unpacked(packed: bytes) -> str:
    number = int.from_bytes(packed, "big")
    rows: list[list[int]] = []
    for _ in range(8):
        number, rank = divmod(number, factorial(9))
        left = list(range(1, 10))
        rows.append([left.pop(rank // factorial(8 - n) % (9 - n)) for n in range(9)])
    rows.reverse()
    rows.append([45 - sum(column) for column in zip(*rows, strict=True)])
    return "".join(str(digit) for row in rows for digit in row)


def layout(solution: str) -> iq.Puzzle:
    """The puzzle with all signs inside the boxes."""
    pairs = [
        (first, second)
        for first in range(81)
        for second in (first + 1, first + 9)
        if second < 81 and box(first) == box(second) and (second > first + 1 or second % 9)
    ]
    ordered = [(a, b) if solution[a] < solution[b] else (b, a) for a, b in pairs]
    return iq.Puzzle.from_relations([iq.Relation(lesser, greater) for lesser, greater in ordered])


def box(cell: int) -> tuple[int, int]:
    return cell // 27, cell % 9 // 3

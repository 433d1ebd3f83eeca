"""Sets as ints: of digits (bit `d - 1` = digit `d`), of cells (bit `c` = cell `c`), and of
candidates (bit `9 * c + d - 1` = digit `d` in cell `c`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from operator import or_

from ineqsudoku.geometry import SIZE


def bit(digit: int) -> int:
    return 1 << digit - 1


@cache
def digits(mask: int) -> tuple[int, ...]:
    """Return the digits of a set, ascending."""
    return tuple(index + 1 for index in range(mask.bit_length()) if mask >> index & 1)


@lru_cache(1 << 14)
def cells(mask: int) -> tuple[int, ...]:
    """Return the cells of a set, ascending."""
    indices = []
    while mask:
        lowest = mask & -mask
        indices.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(indices)


def cell_set(members: Iterable[int]) -> int:
    return sum(1 << cell for cell in members)


def candidate_set(pairs: Iterable[tuple[int, int]]) -> int:
    return union([1 << SIZE * cell + digit - 1 for cell, digit in pairs])


def pairs(masks: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return each cell with each digit of its mask, as pairs."""
    return tuple([(cell, digit) for cell, mask in masks for digit in digits(mask)])


def union(sets: Iterable[int]) -> int:
    """Return the members of all sets together."""
    return reduce(or_, sets, 0)


def is_single(mask: int) -> bool:
    return mask != 0 and not mask & (mask - 1)


def least(mask: int) -> int:
    """Return the least digit of a set that is not empty."""
    return (mask & -mask).bit_length()


def greatest(mask: int) -> int:
    """Return the greatest digit of a set that is not empty."""
    return mask.bit_length()

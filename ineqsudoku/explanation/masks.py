"""Sets as ints: of digits (bit `d - 1` = digit `d`) and of cells (bit `c` = cell `c`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache


def bit(digit: int) -> int:
    return 1 << digit - 1


@cache
def digits(mask: int) -> tuple[int, ...]:
    """Return the digits of a set, ascending."""
    return tuple(index + 1 for index in range(mask.bit_length()) if mask >> index & 1)


def cells(mask: int) -> list[int]:
    """Return the cells of a set, ascending."""
    indices = []
    while mask:
        lowest = mask & -mask
        indices.append(lowest.bit_length() - 1)
        mask ^= lowest
    return indices


def cell_set(members: Iterable[int]) -> int:
    return sum(1 << cell for cell in members)


def is_single(mask: int) -> bool:
    return mask != 0 and not mask & (mask - 1)


def least(mask: int) -> int:
    """Return the least digit of a set that is not empty."""
    return (mask & -mask).bit_length()


def greatest(mask: int) -> int:
    """Return the greatest digit of a set that is not empty."""
    return mask.bit_length()


def below(digit: int) -> int:
    """Return the set of all lesser digits."""
    return (1 << digit - 1) - 1

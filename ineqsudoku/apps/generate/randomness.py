"""Random numbers, the same in Python and in C: SplitMix64 (Steele, Lea and Flood, 2014)."""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import blake2b
from secrets import randbits
from typing import TypeVar

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15

T = TypeVar("T")


class SplitMix:
    """A generator of 64-bit numbers; the seed is any number below 2**64."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def next(self) -> int:
        """Return 64 random bits."""
        self._state = (self._state + _STEP) & _WORD
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return word ^ word >> 31

    def skip(self, count: int) -> None:
        """Leave out the next `count` numbers."""
        self._state = (self._state + count * _STEP) & _WORD

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound - 1`; the bound must be much less than 2**32."""
        return (self.next() >> 32) * bound >> 32

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle items in place (Fisher and Yates, 1938)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def new_seed() -> int:
    """Return a random seed that nobody can guess."""
    return randbits(32)


def derive(*parts: int | str) -> int:
    """Return a seed of 64 bits that depends on all parts."""
    text = "\0".join(map(repr, parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")

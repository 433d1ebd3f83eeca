"""A partly filled grid, with or without pencil marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ineqsudoku.explanation import masks
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.names import counted
from ineqsudoku.puzzle import ABSENT, DIGIT_OF

_EMPTY = ABSENT + "0"


@dataclass(frozen=True, slots=True)
class Progress:
    """The digits and pencil marks of a partly filled grid, row-major.

    `digits`
        The digits of the cells, 0 for none.
    `marks`
        The pencil marks of a cell as a mask: bit `d - 1` = digit `d`; 0 for none.  A cell with a
        digit needs no marks.
    """

    digits: tuple[int, ...]
    marks: tuple[int, ...]

    @property
    def has_marks(self) -> bool:
        return any(self.marks)

    @classmethod
    def read(cls, text: str, geometry: Geometry = NINE) -> Self:
        """Read a text with one character or one word per cell.

        A single symbol is a digit, several are pencil marks, and `.` or `0` is an empty cell.
        Words are separated by blanks and line ends.  Raises `ValueError` for any other text.
        """
        words, number = text.split(), len(geometry.cells)
        fields = words if len(words) == number else list("".join(words))
        if len(fields) != number:
            fields_read = f"{counted(len(words), 'word')} and {counted(len(fields), 'character')}"
            raise ValueError(f"expected {number} cells of progress, found {fields_read}")
        for cell, field in enumerate(fields):
            if field not in _EMPTY and not set(field) <= set(geometry.symbols):
                expected = f"{geometry.symbol_range} or {ABSENT!r}"
                raise ValueError(f"{geometry.label(cell)}: expected {expected}, found {field!r}")
        known = [0 if field in _EMPTY else _mask(field) for field in fields]
        return cls(
            tuple(masks.least(mask) if masks.is_single(mask) else 0 for mask in known),
            tuple(0 if masks.is_single(mask) else mask for mask in known),
        )


def _mask(symbols: str) -> int:
    mask = 0
    for symbol in symbols:
        mask |= masks.bit(DIGIT_OF[symbol])
    return mask

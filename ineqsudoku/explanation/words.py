"""The words for cells, digits and houses in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.values import Link
from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import Relation

Shape = Literal["is", "not", "at least", "at most"]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def list_names(names: Sequence[str], last: str = "and") -> str:
    """Return a list in words: `a`, `a and b`, `a, b and c`."""
    *head, tail = names
    return f"{', '.join(head)} {last} {tail}" if head else tail


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def shape(held: int, gone: int) -> Shape:
    """Return the shortest way to name the candidates of a cell.

    `held`: the candidates that the cell still holds.  `gone`: those that it has lost.
    """
    if masks.is_single(held):
        return "is"
    if not held or masks.is_single(gone):
        return "not"
    if gone and masks.greatest(gone) < masks.least(held):
        return "at least"
    if gone and masks.least(gone) > masks.greatest(held):
        return "at most"
    return "is"


class Words:
    """Names within one geometry."""

    __slots__ = ("cell", "digit", "house")

    def __init__(self, geometry: Geometry) -> None:
        self.cell = tuple(geometry.label(cell) for cell in geometry.cells)
        self.digit: tuple[str, ...] = ("", *geometry.symbols)
        self.house = geometry.house_names

    def cells(self, members: Iterable[int]) -> str:
        return list_names([self.cell[cell] for cell in members])

    def digits(self, mask: int, last: str = "and") -> str:
        return list_names([self.digit[digit] for digit in masks.digits(mask)], last)

    def removed(self, mask: int) -> str:
        """Return the words for removed candidates: `not 3`, `not 3 or 5`, `not 3, 5 or 7`."""
        return f"not {self.digits(mask, 'or')}"

    def reason(self, houses: Iterable[int], relations: Iterable[Relation]) -> str:
        """Name the houses and signs that a deduction depends on: `box 6`, `r1c1 < r1c2`."""
        signs = [f"{self.cell[lesser]} < {self.cell[greater]}" for lesser, greater in relations]
        return list_names([*(self.house[number] for number in houses), *signs])

    def held(self, held: int, gone: int) -> str:
        """Return the words for the candidates that a cell still holds and those it has lost.

        For example `3`, `not 5`, `at least 4`, `at most 6` or `3 or 7`.
        """
        match shape(held, gone):
            case "not":
                return self.removed(gone)
            case "at least":
                return f"at least {self.digit[masks.least(held)]}"
            case "at most":
                return f"at most {self.digit[masks.greatest(held)]}"
        return self.digits(held, "or")

    def link(self, link: Link) -> str:
        """Say what a cell holds under an assumption, and why: `r1c1 is not 5 (box 1)`."""
        now = self.held(link.held, link.gone)
        return f"{self.cell[link.cell]} is {now} ({self.reason(link.houses, link.relations)})"

    def and_so(self, targets: Iterable[tuple[int, int]]) -> str:
        """Say which candidates cells lose: `r1c1 is not 3, and r1c2 is not 3 or 5`."""
        cells_without: dict[int, list[int]] = {}
        for cell, gone in targets:
            cells_without.setdefault(gone, []).append(cell)
        clauses = [
            f"{self.cells(members)} {'is' if len(members) == 1 else 'are'} {self.removed(gone)}"
            for gone, members in cells_without.items()
        ]
        return (", and " if len(clauses) == 2 else "; ").join(clauses)

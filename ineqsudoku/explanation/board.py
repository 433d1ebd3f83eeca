"""The state of a puzzle while a person solves it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.masks import houses_of
from ineqsudoku.explanation.signs import Signs
from ineqsudoku.explanation.values import Candidate, Premises, Step
from ineqsudoku.explanation.words import Words
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Grid, Puzzle, Relation


class Board:
    """The candidates of all cells, and the constant data of the puzzle.

    `candidates[c]`: the candidates of cell `c`, as a mask.
    `cells_with[d]`: the cells that may still take digit `d`; entry 0 is not used.
    `unsolved`: the cells without a digit.
    `solution`: the digits of the solution; empty if no technique will be tried.  No deduction
    uses it.  It only saves chains and contradictions from searching where there are none.
    `barren`: for parts of the board, the state in which a technique had no step there; copies
    share it.
    """

    __slots__ = (
        "barren", "candidates", "cells_with", "houses", "puzzle", "signs", "solution", "unsolved",
        "words",
    )  # fmt: skip

    def __init__(self, puzzle: Puzzle, solution: Grid | None = None) -> None:
        geometry = puzzle.geometry
        self.puzzle = puzzle
        self.solution = tuple(solution[cell] for cell in geometry.cells) if solution else ()
        self.houses = houses_of(geometry)
        self.signs = Signs(puzzle)
        self.words = Words(geometry)
        every = (1 << len(geometry.cells)) - 1
        self.candidates = [self.houses.all_digits] * len(geometry.cells)
        self.cells_with = [0] + [every] * geometry.size
        self.unsolved = every
        self.barren: dict[tuple[str, int], object] = {}
        for cell, symbol in enumerate(puzzle.givens):
            if symbol != ABSENT:
                self.place(cell, DIGIT_OF[symbol])

    def copy(self) -> Board:
        """Return an independent board with the same candidates."""
        made = object.__new__(Board)
        for name in Board.__slots__:
            setattr(made, name, getattr(self, name))
        made.candidates = self.candidates.copy()
        made.cells_with = self.cells_with.copy()
        return made

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into a cell and remove it from the other cells of its houses."""
        if not self.unsolved >> cell & 1:
            return
        mask = masks.bit(digit)
        self.remove(cell, self.candidates[cell] & ~mask)
        self.unsolved &= ~(1 << cell)
        peers = self.cells_with[digit] & self.houses.peers[cell]
        self.cells_with[digit] ^= peers
        for peer in masks.cells(peers):
            self.candidates[peer] ^= mask

    def remove(self, cell: int, mask: int) -> None:
        """Remove candidates from a cell."""
        gone = self.candidates[cell] & mask
        self.candidates[cell] ^= gone
        for digit in masks.digits(gone):
            self.cells_with[digit] &= ~(1 << cell)

    def wrong(self) -> list[Candidate]:
        """Return the candidates that are not in the solution; only these can be excluded."""
        return [
            (cell, digit)
            for cell in masks.cells(self.unsolved)
            for digit in masks.digits(self.candidates[cell])
            if digit != self.solution[cell]
        ]

    def apply(self, steps: Iterable[Step]) -> None:
        for step in steps:
            for cell, digit in step.places:
                self.place(cell, digit)
            for cell, digit in step.removes:
                self.remove(cell, masks.bit(digit))

    def premises(
        self,
        excluded: Mapping[int, int],
        houses: Iterable[int] = (),
        relations: Iterable[Relation] = (),
    ) -> Premises:
        """Return premises by which cells cannot hold their digits in `excluded`, a mask."""
        every = self.houses.all_digits
        return Premises(
            tuple([(cell, every & ~mask) for cell, mask in excluded.items() if mask]),
            tuple(houses),
            tuple(relations),
        )

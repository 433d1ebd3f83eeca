"""Pencil marks: the candidates that givens and signs leave to the cells, without any guess."""

from __future__ import annotations

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import CELLS, HOUSES, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.relations import RelationGraph


def pencil_marks(puzzle: Puzzle) -> dict[int, int]:
    """Return the candidates of the cells without givens, as masks: bit `d-1` = digit `d`.

    A digit is left out if a given of the same house has it, or if it satisfies the sign to a
    neighbour with no candidate of that neighbour.  Nothing is concluded from a cell with a
    single candidate: that is up to the solver.  If the puzzle has no solution, a mask may be 0.
    """
    graph = RelationGraph(puzzle.relations)
    every = (1 << SIZE) - 1
    try:
        marks = [every >> SIZE - high & every << low - 1 for low, high in graph.bounds()]
    except (LayoutCycleError, ValueError):  # A negative shift: the bounds of a cell cross.
        marks = [every for _ in CELLS]
    given = {cell: 1 << int(d) - 1 for cell, d in enumerate(puzzle.givens) if d != ABSENT}
    for cell, digit in given.items():
        marks[cell] = digit
    for house in HOUSES:
        taken = sum({given[cell] for cell in house if cell in given})
        for cell in house:
            if cell not in given:
                marks[cell] &= ~taken
    before: list[int] = []
    while marks != before:
        before = list(marks)
        for lesser, greater in puzzle.relations:
            lowest = marks[lesser] & -marks[lesser]
            marks[greater] &= -lowest << 1 if lowest else 0
            marks[lesser] &= (1 << max(marks[greater].bit_length() - 1, 0)) - 1
    return {cell: mask & every for cell, mask in enumerate(marks) if cell not in given}

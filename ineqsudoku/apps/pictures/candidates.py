"""Pencil marks: the candidates that givens and signs leave to the cells, without any guess."""

from __future__ import annotations

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle
from ineqsudoku.relations import RelationGraph


def pencil_marks(puzzle: Puzzle) -> dict[int, int]:
    """Return the candidates of the cells without givens, as masks: bit `d-1` = digit `d`.

    A digit is left out if a given of the same house has it, or if it satisfies the sign to a
    neighbour with no candidate of that neighbour.  Nothing is concluded from a cell with a
    single candidate: that is up to the solver.  If the puzzle has no solution, a mask may be 0.
    """
    geometry = puzzle.geometry
    graph = RelationGraph(puzzle.relations, geometry)
    every = (1 << geometry.size) - 1
    try:
        marks = [every >> geometry.size - high & every << low - 1 for low, high in graph.bounds()]
    except (LayoutCycleError, ValueError):  # A negative shift: the bounds of a cell cross.
        marks = [every for _ in geometry.cells]
    given = {cell: 1 << DIGIT_OF[d] - 1 for cell, d in enumerate(puzzle.givens) if d != ABSENT}
    for cell, digit in given.items():
        marks[cell] = digit
    for house in geometry.houses:
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

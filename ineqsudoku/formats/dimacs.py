"""Clauses in *DIMACS CNF*, for SAT solvers.

Variable 9·cell + digit, 1 to 729, means that the cell (0–80) holds the digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, ROWS, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle

Clause = tuple[int, ...]

_DIGITS = range(1, SIZE + 1)


def write(puzzle: Puzzle) -> str:
    """Return the clauses, with comments that explain them."""
    families = {name: list(clauses) for name, clauses in _families(puzzle)}
    lines = [
        "c Inequality sudoku; variable 9 * (9 * row + column) + digit: the cell in that",
        "c row and column, both from 0, holds that digit, from 1.",
    ]
    number = 0
    for name, clauses in families.items():
        lines.append(f"c clauses {number + 1} to {number + len(clauses)}: {name}")
        number += len(clauses)
    lines.append(f"p cnf {SIZE * len(CELLS)} {number}")
    for clauses in families.values():
        lines += (" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join(lines)


def _variable(cell: int, digit: int) -> int:
    return SIZE * cell + digit


def _families(puzzle: Puzzle) -> Iterator[tuple[str, Iterator[Clause]]]:
    """Yield the kinds of clauses: an explanation and the clauses."""
    yield (
        "each cell holds a digit",
        (tuple(_variable(cell, digit) for digit in _DIGITS) for cell in CELLS),
    )
    yield (
        "no cell holds two digits",
        (
            (-_variable(cell, one), -_variable(cell, other))
            for cell in CELLS
            for one, other in combinations(_DIGITS, 2)
        ),
    )
    for name, houses in (("row", ROWS), ("column", COLUMNS), ("box", BOXES)):
        yield (
            f"each {name} has each digit",
            (
                tuple(_variable(cell, digit) for cell in house)
                for house in houses
                for digit in _DIGITS
            ),
        )
        yield (
            f"no {name} has a digit twice",
            (
                (-_variable(one, digit), -_variable(other, digit))
                for house in houses
                for digit in _DIGITS
                for one, other in combinations(house, 2)
            ),
        )
    if puzzle.has_givens:
        givens = ((c, int(digit)) for c, digit in enumerate(puzzle.givens) if digit != ABSENT)
        yield "givens", ((_variable(cell, digit),) for cell, digit in givens)
    if relations := puzzle.relations:
        yield (
            "relations: not a digit beside one that is as small or smaller",
            (
                (-_variable(lesser, digit), -_variable(greater, other))
                for lesser, greater in relations
                for digit in _DIGITS
                for other in range(1, digit + 1)
            ),
        )

"""Clauses in *DIMACS CNF*, for SAT solvers.

At 9×9, variable 9·cell + digit, 1 to 729, means that the cell (0–80) holds the digit; at n×n,
variable n·cell + digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ineqsudoku.formats.builder import givens_of
from ineqsudoku.puzzle import Puzzle

Clause = tuple[int, ...]


def write(puzzle: Puzzle) -> str:
    """Return the clauses, with comments that explain them."""
    families = {name: list(clauses) for name, clauses in _families(puzzle)}
    size = puzzle.geometry.size
    variable = f"variable {size} * ({size} * row + column) + digit"
    lines = [f"c Inequality sudoku; {variable}: the cell in that"]
    lines.append("c row and column, both from 0, holds that digit, from 1.")
    number = 0
    for name, clauses in families.items():
        lines.append(f"c clauses {number + 1} to {number + len(clauses)}: {name}")
        number += len(clauses)
    lines.append(f"p cnf {size**3} {number}")
    for clauses in families.values():
        lines += (" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join(lines)


def _families(puzzle: Puzzle) -> Iterator[tuple[str, Iterator[Clause]]]:
    """Yield the kinds of clauses: an explanation and the clauses."""
    geometry, size = puzzle.geometry, puzzle.geometry.size
    cells, digits = geometry.cells, range(1, size + 1)

    def variable(cell: int, digit: int) -> int:
        return size * cell + digit

    yield (
        "each cell holds a digit",
        (tuple(variable(cell, digit) for digit in digits) for cell in cells),
    )
    yield (
        "no cell holds two digits",
        (
            (-variable(cell, one), -variable(cell, other))
            for cell in cells
            for one, other in combinations(digits, 2)
        ),
    )
    kinds = (("row", geometry.rows), ("column", geometry.columns), ("box", geometry.boxes))
    for name, houses in kinds:
        if houses:
            yield (
                f"each {name} has each digit",
                (
                    tuple(variable(cell, digit) for cell in house)
                    for house in houses
                    for digit in digits
                ),
            )
            yield (
                f"no {name} has a digit twice",
                (
                    (-variable(one, digit), -variable(other, digit))
                    for house in houses
                    for digit in digits
                    for one, other in combinations(house, 2)
                ),
            )
    if givens := givens_of(puzzle):
        yield "givens", ((variable(cell, digit),) for cell, digit in givens)
    if relations := puzzle.relations:
        yield (
            "relations: not a digit beside one that is as small or smaller",
            (
                (-variable(lesser, digit), -variable(greater, other))
                for lesser, greater in relations
                for digit in digits
                for other in range(1, digit + 1)
            ),
        )

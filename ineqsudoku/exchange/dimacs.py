"""Clauses in *DIMACS CNF*, for SAT solvers; write only.

Variable 9·cell + digit, 1 to 729, says that the cell (0–80) holds the digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ineqsudoku.exchange.words import givens_of, nothing_lost, takes_nine
from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, ROWS, SIZE, House
from ineqsudoku.puzzle import Puzzle

takes = takes_nine
losses = nothing_lost

SEPARATOR = None

DIGITS = range(1, SIZE + 1)

Clause = tuple[int, ...]


def write(puzzle: Puzzle) -> str:
    """Comments say which clauses come from what."""
    families = {name: list(clauses) for name, clauses in _families(puzzle)}
    lines = ["c Inequality sudoku; variable 9 * (9 * row + column) + digit: the cell in that"]
    lines.append("c row and column, both from 0, holds that digit, from 1.")
    number = 0
    for name, clauses in families.items():
        lines.append(f"c clauses {number + 1} to {number + len(clauses)}: {name}")
        number += len(clauses)
    lines.append(f"p cnf {len(CELLS) * SIZE} {number}")
    for clauses in families.values():
        lines += (" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join(lines)


def variable(cell: int, digit: int) -> int:
    return SIZE * cell + digit


def _families(puzzle: Puzzle) -> Iterator[tuple[str, Iterator[Clause]]]:
    """Each kind of clauses that there is, and what it says."""
    yield (
        "each cell holds a digit",
        (tuple(variable(cell, digit) for digit in DIGITS) for cell in CELLS),
    )
    yield (
        "no cell holds two digits",
        (
            (-variable(cell, one), -variable(cell, other))
            for cell in CELLS
            for one, other in combinations(DIGITS, 2)
        ),
    )
    for name, houses in (("row", ROWS), ("column", COLUMNS), ("box", BOXES)):
        yield f"each {name} has each digit", _each_digit(houses)
        yield f"no {name} has a digit twice", _no_digit_twice(houses)
    if givens := givens_of(puzzle):
        yield "givens", ((variable(cell, digit),) for cell, digit in givens)
    if relations := puzzle.relations:
        yield (
            "relations: not a digit beside one that is as small or smaller",
            (
                (-variable(lesser, digit), -variable(greater, other))
                for lesser, greater in relations
                for digit in DIGITS
                for other in range(1, digit + 1)
            ),
        )


def _each_digit(houses: tuple[House, ...]) -> Iterator[Clause]:
    for house in houses:
        for digit in DIGITS:
            yield tuple(variable(cell, digit) for cell in house)


def _no_digit_twice(houses: tuple[House, ...]) -> Iterator[Clause]:
    for house in houses:
        for digit in DIGITS:
            for one, other in combinations(house, 2):
                yield -variable(one, digit), -variable(other, digit)

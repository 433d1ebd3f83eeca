"""The rules of `propagation.py` on all cells at once, beside the same rules one cell at a time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from random import Random

import pytest
from effort import slow

import ineqsudoku as iq
from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, DIGITS, HOUSES, PAIRS, ROWS
from ineqsudoku.puzzle import Grid, Puzzle, Relation
from ineqsudoku.search.candidates import candidate
from ineqsudoku.search.propagation import propagate, rules

Candidates = list[set[int]]


def narrowed_by_sets(left: Candidates, relations: Iterable[Relation]) -> bool:
    """The rules of `propagation.py`, one cell at a time; false for a contradiction."""
    houses = [set(house) for house in HOUSES]
    boxes, lines = houses[18:], houses[:18]
    before: Candidates = []
    while left != before:
        before = [set(digits) for digits in left]
        for lesser, greater in relations:
            if not left[lesser] or not left[greater]:
                return False
            left[greater] = {digit for digit in left[greater] if digit > min(left[lesser])}
            left[lesser] = {
                digit for digit in left[lesser] if digit < max(left[greater], default=0)
            }
        for house, digit in product(houses, range(1, 10)):
            places = [cell for cell in house if digit in left[cell]]
            if not places:
                return False
            if len(places) == 1:
                left[places[0]] = {digit}
            for cell in places:
                if left[cell] == {digit}:
                    for other in house - {cell}:
                        left[other].discard(digit)
        narrow_lines(left)
        crossing = [*product(boxes, lines), *product(lines, boxes)]
        for (one, across), digit in product(crossing, range(1, 10)):
            if all(cell in across for cell in one if digit in left[cell]):
                for cell in across - one:
                    left[cell].discard(digit)
        for box, line in product(boxes, lines):
            segment = box & line
            elsewhere = set().union(*(left[cell] for cell in line - segment))
            locked = set(range(1, 10)) - elsewhere
            if len(segment) in (0, len(locked)):
                for cell in segment:
                    left[cell] &= locked
            elif len(locked) > len(segment):
                return False
            if segment and not relations:
                triple = set().union(*(left[cell] for cell in segment))
                if len(triple) < 3:
                    return False
                if len(triple) == 3:
                    for cell in (box | line) - segment:
                        left[cell] -= triple
        if not all(left):
            return False
    return True


def narrow_lines(left: Candidates) -> None:
    """In each chute, leave a digit where it is in one of the six ways to put it into the three
    lines and the three boxes."""
    for lines in (ROWS, COLUMNS):
        for chute, digit in product((lines[:3], lines[3:6], lines[6:]), range(1, 10)):
            segments = [[line[start : start + 3] for start in (0, 3, 6)] for line in chute]
            possible = {
                segment
                for boxes in permutations(range(3))
                for way in ([segments[line][box] for line, box in enumerate(boxes)],)
                if all(any(digit in left[cell] for cell in segment) for segment in way)
                for segment in way
            }
            for line, box in product(range(3), range(3)):
                if segments[line][box] not in possible:
                    for cell in segments[line][box]:
                        left[cell].discard(digit)


@pytest.mark.parametrize("seed", [0, *slow(range(1, 8))])
def test_the_rules_are_what_they_are_one_cell_at_a_time(seed: int) -> None:
    """Candidates of a solved grid and some of the others: of some digits in a house only
    those in one other house."""
    random = Random(seed)
    for _ in range(10):
        grid = random_grid(random)
        by_sets = [set(range(1, 10)) for _ in CELLS]
        for _ in range(random.randint(0, 27)):
            house, other = random.sample(HOUSES, 2)
            for cell in {*house} - {*other}:
                by_sets[cell].discard(random.randint(1, 9))
            digit = random.randint(1, 9)
            for cell in {*house} - {*other} if {*house} & {*other} else ():
                by_sets[cell].discard(digit)
        if random.random() < 0.9:
            for cell in CELLS:
                by_sets[cell].add(grid[cell])
        related = random.sample(PAIRS, random.choice([0, 0, 1, 9]))
        relations = [Relation(*sorted(pair, key=grid.__getitem__)) for pair in related]
        left = in_lanes(by_sets)
        is_open = narrowed_by_sets(by_sets, relations)
        expected = in_lanes(by_sets) if is_open else 0
        assert propagate(left, rules(relations)) == expected


@pytest.mark.parametrize("line", [ROWS[4], COLUMNS[4]])
def test_three_cells_with_three_digits_have_them(line: tuple[int, ...]) -> None:
    by_sets = [set(range(1, 10)) for _ in CELLS]
    triple = line[3:6]
    for cell in triple:
        by_sets[cell] = {2, 5, 8}
    left = in_lanes(by_sets)
    assert narrowed_by_sets(by_sets, ())
    assert all(by_sets[cell] == {1, 3, 4, 6, 7, 9} for cell in {*line, *BOXES[4]} - {*triple})
    assert propagate(left, rules(())) == in_lanes(by_sets)


def test_three_cells_cannot_share_two_digits() -> None:
    by_sets = [set(range(1, 10)) for _ in CELLS]
    for cell in ROWS[4][3:6]:
        by_sets[cell] = {2, 5}
    assert propagate(in_lanes(by_sets), rules(())) == 0
    assert not narrowed_by_sets(by_sets, ())


def random_grid(random: Random) -> Grid:
    """The first solution with a random first row."""
    givens = "".join(random.sample(DIGITS, 9)) + "." * 72
    return iq.solve(Puzzle(givens=givens), limit=1).solutions[0]


def in_lanes(candidates: Candidates) -> int:
    return sum(
        candidate(cell, str(digit)) for cell, digits in enumerate(candidates) for digit in digits
    )

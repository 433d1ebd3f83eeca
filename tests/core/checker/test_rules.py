"""Which rules a grid breaks."""

from __future__ import annotations

from effort import examples
from hypothesis import given, strategies as st
from strategies import grids, signs_of, thinned

from ineqsudoku.checker.rules import violations
from ineqsudoku.geometry import BORDER_PAIRS, BOXES, COLUMNS, DIGITS, IN_BOX_PAIRS, ROWS
from ineqsudoku.puzzle import Grid, Puzzle

KINDS = {"row": ROWS, "column": COLUMNS, "box": BOXES}
CELL = st.integers(0, 80)


@st.composite
def judged(draw: st.DrawFn) -> tuple[Puzzle, Grid]:
    """A puzzle and a grid, which is its solution, or a few digits or all of it differ."""
    solution = draw(grids())
    texts = (signs_of(solution, IN_BOX_PAIRS), solution.line, signs_of(solution, BORDER_PAIRS))
    signs, givens, border_signs = (thinned(text, draw(st.sets(CELL))) for text in texts)
    puzzle = Puzzle(signs, givens, border_signs)
    line = [*solution.line]
    kind = draw(st.sampled_from(["right", "other", "changed", "noise"]))
    if kind == "other":
        line = [*draw(grids()).line]
    elif kind == "noise":
        line = draw(st.lists(st.sampled_from(DIGITS), min_size=81, max_size=81))
    elif kind == "changed":
        for cell in draw(st.lists(CELL, max_size=3)):
            line[cell] = draw(st.sampled_from(DIGITS))
    return puzzle, Grid("".join(line))


def broken_cells(puzzle: Puzzle, grid: Grid) -> list[tuple[str, tuple[int, ...]]]:
    """The rule and the cells of each violation, in order, in the plainest way."""
    line = grid.line
    repeats: list[tuple[str, tuple[int, ...]]] = []
    for kind, houses in KINDS.items():
        for house in houses:
            for digit in DIGITS:
                cells = tuple(cell for cell in house if line[cell] == digit)
                if len(cells) > 1:
                    repeats.append((kind, cells))
    signs = [
        ("sign", relation.pair)
        for relation in puzzle.relations
        if line[relation.lesser] >= line[relation.greater]
    ]
    givens = [
        ("given", (cell,))
        for cell, given in enumerate(puzzle.givens)
        if given not in (".", line[cell])
    ]
    return repeats + signs + givens


@given(judged())
@examples(300)
def test_violations_agree_with_a_look_at_every_cell(case: tuple[Puzzle, Grid]) -> None:
    puzzle, grid = case
    pairs = [(violation.rule, violation.cells) for violation in violations(puzzle, grid)]
    assert pairs == broken_cells(puzzle, grid)

"""What a search costs: against a plain search written once more, and with its limits."""

from __future__ import annotations

from collections.abc import Iterator

from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from puzzles import CONTEST
from strategies import thin_puzzles

import ineqsudoku as iq
from ineqsudoku.apps.diagnose.effort import Cost, measure_effort, plain_search
from ineqsudoku.geometry import CELLS, HOUSES
from ineqsudoku.puzzle import Puzzle


def placements(puzzle: Puzzle, before: tuple[int, ...] = ()) -> Iterator[bool]:
    """For each digit that a plain search places in turn, whether it completes a grid."""
    cell = len(before)
    houses = [house for house in HOUSES if cell in house]
    taken = {before[other] for house in houses for other in house if other < cell}
    for digit in range(1, 10):
        line = (*before, digit)
        signs = (relation for relation in puzzle.relations if max(relation) == cell)
        if (
            digit not in taken
            and puzzle.givens[cell] in (".", str(digit))
            and all(line[lesser] < line[greater] for lesser, greater in signs)
        ):
            yield cell == CELLS[-1]
            if cell < CELLS[-1]:
                yield from placements(puzzle, line)


@given(thin_puzzles(), st.integers(1, 300))
@example(Puzzle(), 5_000)  # has a second solution
@examples(60)
def test_a_node_is_a_digit_that_is_placed(puzzle: Puzzle, limit: int) -> None:
    nodes = solutions = 0
    for is_solution in placements(puzzle):
        nodes += 1
        solutions += is_solution
        if solutions == 2 or nodes > limit:
            break
    assert plain_search(puzzle, limit) == Cost(min(nodes, limit), is_whole=nodes <= limit)


def test_each_search_stops_at_the_limit() -> None:
    effort = measure_effort(Puzzle(), 3)
    assert effort.default == effort.rowmajor == effort.plain == Cost(3, is_whole=False)


def test_a_report_tells_the_progress_of_the_plain_search() -> None:
    steps: list[tuple[int, int]] = []
    options = iq.Options(effort=25_000, progress=lambda _, *step: steps.append(step))
    iq.validate(iq.read(CONTEST), options)
    assert steps == [(10_000, 25_000), (20_000, 25_000)]

"""Redundant signs and minimal sets."""

from __future__ import annotations

import pytest
from data import LAYOUTS
from effort import examples, slow
from hypothesis import assume, given, strategies as st
from puzzles import CONTEST, CONTEST_GRID, without
from strategies import full_layouts, mixed_puzzles, partial_layouts, with_one_solution

import ineqsudoku as iq
from ineqsudoku.apps.diagnose.minimal import minima
from ineqsudoku.puzzle import Puzzle


def check_minimal(puzzle: Puzzle, minimal: iq.Minimal) -> None:
    assert minimal.is_minimal
    assert set(minimal.relations) <= set(puzzle.relations)
    kept = Puzzle.from_relations(minimal.relations, puzzle.givens)
    assert iq.solve(kept).solutions == iq.solve(puzzle).solutions
    assert iq.solve(kept).status == "unique"
    for number in range(len(minimal.relations)):
        others = [*minimal.relations[:number], *minimal.relations[number + 1 :]]
        fewer = Puzzle.from_relations(others, puzzle.givens)
        assert iq.solve(fewer).status == "multiple"


@pytest.mark.parametrize(
    "layouts",
    [
        mixed_puzzles(),
        *slow([full_layouts() | partial_layouts(absent=40)]),
    ],
    ids=["few signs", "many signs"],
)
@examples(20)
@given(data=st.data())
def test_none_can_be_taken_away(layouts: st.SearchStrategy[Puzzle], data: st.DataObject) -> None:
    """The signs alone seldom leave one solution, so a few givens are added."""
    puzzle = with_one_solution(data.draw(layouts))
    minimal = iq.minimise(puzzle, orders=1)
    assume(minimal.is_minimal)  # Few puzzles have a sign whose need is too long to prove.
    check_minimal(puzzle, minimal)


@pytest.mark.parametrize("givens", [CONTEST_GRID.line[:27] + "." * 54, *slow(["." * 81])])
def test_more_orders_are_no_worse(givens: str) -> None:
    layout = Puzzle(iq.read(CONTEST).signs, givens)
    one = iq.minimise(layout, orders=1)
    two = iq.minimise(layout, orders=2)
    assert len(two.relations) <= len(one.relations) < len(layout.relations)
    check_minimal(layout, two)


def test_the_first_set_has_all_signs_and_progress_never_goes_back() -> None:
    puzzle = Puzzle(iq.read(CONTEST).signs, CONTEST_GRID.line[:45] + "." * 36)
    steps: list[tuple[int, int]] = []
    first, *_, last = minima(puzzle, 2, lambda _, *step: steps.append(step))
    assert first == iq.Minimal(puzzle.relations, is_minimal=False)
    assert last.is_minimal
    assert steps == [(done, 216) for done in range(216)]


def test_givens_that_tell_all_need_no_signs() -> None:
    puzzle = Puzzle(iq.read(CONTEST).signs, CONTEST_GRID.line)
    assert iq.minimise(puzzle) == iq.Minimal((), is_minimal=True)


def test_only_one_solution_can_be_kept() -> None:
    with pytest.raises(ValueError, match="multiple"):
        iq.minimise(without(iq.read(CONTEST), 50))
    with pytest.raises(ValueError, match="none"):
        iq.minimise(Puzzle(givens="55" + "." * 79))


def test_a_published_layout_with_few_signs() -> None:
    path = LAYOUTS / "contest" / "smilingwayne-gridpuzzle.txt"
    puzzle = iq.read(path.read_bytes())
    minimal = iq.minimise(puzzle, orders=1)
    assert len(minimal.relations) < 47
    check_minimal(puzzle, minimal)

"""The frozen values: `Relation`, `Puzzle` and `Grid`."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError

import pytest
from effort import examples
from hypothesis import given, strategies as st
from nine import in_one_box
from strategies import any_layouts, full_layouts, grids, mixed_puzzles, plain_puzzles

import ineqsudoku as iq
from ineqsudoku.geometry import IN_BOX_PAIRS, PAIRS, label
from ineqsudoku.puzzle import (
    NO_BORDER_SIGNS,
    NO_GIVENS,
    NO_SIGNS,
    Grid,
    Puzzle,
    Relation,
)

LINE = "123456789456789123789123456" + "231564897564897231897231564" + "312645978645978312978312645"


def puzzles() -> st.SearchStrategy[Puzzle]:
    return any_layouts() | full_layouts() | plain_puzzles(0) | mixed_puzzles()


# --- Relation ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "pair", "sign", "text"),
    [
        (Relation(0, 1), (0, 1), "<", "r1c1 < r1c2"),
        (Relation(1, 0), (0, 1), ">", "r1c2 < r1c1"),
        (Relation(0, 9), (0, 9), "^", "r1c1 < r2c1"),
        (Relation(80, 71), (71, 80), "v", "r9c9 < r8c9"),
    ],
)
def test_a_relation_knows_its_pair_its_sign_and_its_names(
    relation: Relation, pair: tuple[int, int], sign: str, text: str
) -> None:
    assert (relation.pair, relation.sign, str(relation)) == (pair, sign, text)


def test_the_sign_points_at_the_lesser_cell() -> None:
    for first, second in PAIRS:
        assert Relation(first, second).sign in "<^"
        assert Relation(second, first).sign in ">v"
        assert Relation(first, second).pair == Relation(second, first).pair == (first, second)


def test_a_relation_prints_and_copies_itself() -> None:
    for pair in PAIRS:
        relation = Relation(*pair)
        lesser, greater = map(label, relation)
        assert str(relation) == f"{lesser} < {greater}"
        assert str(relation.flipped()) == f"{greater} < {lesser}"
        assert relation.printed == f"{lesser} {relation.sign} {greater}"
        assert relation.flipped().printed == f"{lesser} {relation.flipped().sign} {greater}"
        for copy in (pickle.loads(pickle.dumps(relation)), deepcopy(relation)):
            assert type(copy) is Relation
            assert copy == relation == tuple(relation)
            assert hash(copy) == hash(relation)


def test_a_relation_by_hand_names_cells_only_where_they_are_neighbours() -> None:
    assert str(Relation(8, 17)) == "r1c9 < r2c9"
    assert str(Relation(7, 13)) == "cell 7 < cell 13"
    assert str(Relation(8, 9)) == "cell 8 < cell 9"
    assert str(Relation(81, 80)) == "cell 81 < cell 80"


def test_a_relation_cannot_be_changed() -> None:
    for name in ("lesser", "other"):
        with pytest.raises(AttributeError):
            setattr(Relation(0, 1), name, 5)


# --- Puzzle ------------------------------------------------------------------------------


@examples(100)
@given(puzzle=puzzles(), data=st.data())
def test_the_order_of_relations_is_no_matter(puzzle: Puzzle, data: st.DataObject) -> None:
    relations = data.draw(st.permutations(puzzle.relations))
    assert Puzzle.from_relations(iter([*relations, *relations]), puzzle.givens) == puzzle


@examples(100)
@given(puzzle=puzzles())
def test_relations_stand_in_the_order_of_the_signs(puzzle: Puzzle) -> None:
    inside = [relation for relation in puzzle.relations if in_one_box(relation.pair)]
    assert "".join(relation.sign for relation in inside) == puzzle.signs.replace(".", "")
    outside = puzzle.relations[len(inside) :]
    assert "".join(relation.sign for relation in outside) == puzzle.border_signs.replace(".", "")


def test_signs_go_to_their_cells() -> None:
    signs = "<" + "." * 5 + "^" + "." * 100 + ">"
    assert Puzzle(signs).relations == (Relation(0, 1), Relation(0, 9), Relation(80, 79))
    assert IN_BOX_PAIRS[:6] == ((0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8))


@examples(100, quick=10)
@given(puzzle=puzzles(), other=puzzles())
def test_puzzles_are_equal_when_their_texts_are(puzzle: Puzzle, other: Puzzle) -> None:
    twin = Puzzle(puzzle.signs, puzzle.givens, puzzle.border_signs)
    assert twin == puzzle
    assert hash(twin) == hash(puzzle)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert (puzzle == other) == (
        (puzzle.signs, puzzle.givens, puzzle.border_signs)
        == (other.signs, other.givens, other.border_signs)
    )


@pytest.mark.parametrize("field", ["signs", "givens", "border_signs"])
def test_a_puzzle_is_frozen(field: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(Puzzle(), field, "")


@pytest.mark.parametrize(
    "signs", ["", NO_SIGNS[1:], NO_SIGNS + ".", NO_SIGNS + "\n", "^" + NO_SIGNS[1:], "x" * 108]
)
def test_other_texts_are_no_signs(signs: str) -> None:
    with pytest.raises(ValueError, match="not 108 signs"):
        Puzzle(signs)


@pytest.mark.parametrize("givens", ["", "1" * 80, "1" * 82, NO_GIVENS + "\n", "0" * 81, "١" * 81])
def test_other_texts_are_no_givens(givens: str) -> None:
    with pytest.raises(ValueError, match="not 81 givens"):
        Puzzle(givens=givens)


@pytest.mark.parametrize(
    "signs", ["", NO_BORDER_SIGNS[1:], NO_BORDER_SIGNS + "\n", "v" + NO_BORDER_SIGNS[1:]]
)
def test_other_texts_are_no_border_signs(signs: str) -> None:
    with pytest.raises(ValueError, match="not the 36 signs on box borders"):
        Puzzle(border_signs=signs)


@given(cells=st.tuples(st.integers(-90, 90), st.integers(-90, 90)))
def test_only_neighbours_can_be_related(cells: tuple[int, int]) -> None:
    relation = Relation(*cells)
    if tuple(sorted(cells)) in PAIRS:
        assert Puzzle.from_relations([relation]).relations == (relation,)
    else:
        with pytest.raises(ValueError, match=r"no two neighbouring cells: \("):
            Puzzle.from_relations([relation])


@pytest.mark.parametrize("pair", [(0, 1), (2, 3), (0, 9), (18, 27)])
def test_a_pair_related_both_ways_is_refused(pair: tuple[int, int]) -> None:
    first, second = pair
    with pytest.raises(ValueError, match=r"related both ways: r\dc\d < r\dc\d"):
        Puzzle.from_relations([Relation(first, second), Relation(second, first)])


@examples(100)
@given(puzzle=puzzles())
def test_full_and_plain_describe_the_signs_of_a_puzzle(puzzle: Puzzle) -> None:
    inside = [relation for relation in puzzle.relations if in_one_box(relation.pair)]
    assert puzzle.is_full == (len(inside) == 108)
    assert puzzle.is_plain == (not puzzle.relations)


# --- Grid --------------------------------------------------------------------------------


@given(grid=grids())
def test_a_grid_prints_nine_lines_of_nine_digits(grid: Grid) -> None:
    rows = [line.split(" ") for line in str(grid).split("\n")]
    assert [len(row) for row in rows] == [9] * 9
    assert "".join(digit for row in rows for digit in row) == grid.line
    assert [grid[cell] for cell in range(81)] == [int(digit) for row in rows for digit in row]


@given(grid=grids(), other=grids())
def test_grids_compare_by_their_digits(grid: Grid, other: Grid) -> None:
    assert (grid == other) == (grid.line == other.line)
    assert (grid < other) == (grid.line < other.line)
    assert Grid(grid.line) == grid
    assert len({grid, Grid(grid.line)}) == 1


@given(grids())
def test_a_grid_that_is_not_checked_is_the_same(grid: Grid) -> None:
    unchecked = Grid.unchecked(grid.line)
    assert unchecked == grid
    assert hash(unchecked) == hash(grid)
    assert str(unchecked) == str(grid)


def test_a_grid_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(Grid(LINE), "line", "")  # noqa: B010  # as an assignment, mypy would refuse it


@pytest.mark.parametrize("line", ["", LINE[1:], LINE + "1", LINE + "\n", "0" + LINE[1:], "１" * 81])
def test_other_texts_are_no_grid(line: str) -> None:
    with pytest.raises(ValueError, match="not 81 digits"):
        Grid(line)


# --- the package -------------------------------------------------------------------------


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'board'"):
        iq.board  # type: ignore[attr-defined]  # noqa: B018 - the access itself raises

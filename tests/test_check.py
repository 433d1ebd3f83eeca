"""Which rules an answer breaks."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, layout_of, mixed_puzzles, signs_of

import ineqsudoku as iq
from ineqsudoku.geometry import BORDER_PAIRS, BOXES, COLUMN_OF, IN_BOX_PAIRS, ROW_OF, label
from ineqsudoku.judge.answers import check_all
from ineqsudoku.judge.rules import Rule, Violation
from ineqsudoku.puzzle import Grid, Puzzle

GRID = Grid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
LAYOUT = layout_of(GRID)
RULES = get_args(Rule)


def everything_of(grid: Grid) -> Puzzle:
    """A puzzle with all signs and all digits of a grid."""
    return Puzzle(signs_of(grid, IN_BOX_PAIRS), grid.line, signs_of(grid, BORDER_PAIRS))


def put(grid: Grid, digits: dict[int, int]) -> Grid:
    """The grid with other digits in some cells."""
    return Grid("".join(str(digits.get(cell, grid[cell])) for cell in range(81)))


def rules(violations: tuple[Violation, ...]) -> list[str]:
    return [violation.rule for violation in violations]


# --- grids -------------------------------------------------------------------------------


@settings(max_examples=50)
@given(grid=grids())
def test_a_right_grid_breaks_no_rule(grid: Grid) -> None:
    for puzzle in (layout_of(grid), everything_of(grid), Puzzle(givens=grid.line), Puzzle()):
        assert iq.check(puzzle, grid) == iq.check(puzzle, str(grid)) == ()


@settings(max_examples=50)
@given(grid=grids(), cell=st.integers(0, 80), step=st.integers(1, 8))
def test_one_wrong_digit_breaks_its_row_column_box_and_given(
    grid: Grid, cell: int, step: int
) -> None:
    wrong = put(grid, {cell: (grid[cell] - 1 + step) % 9 + 1})
    violations = iq.check(everything_of(grid), wrong)
    broken = [violation for violation in violations if violation.rule != "sign"]
    assert rules(tuple(broken)) == ["row", "column", "box", "given"]
    assert all(cell in violation.cells for violation in violations)


@settings(max_examples=50)
@given(grid=grids(), box=st.sampled_from(BOXES), cells=st.permutations(range(9)))
def test_two_digits_exchanged_in_a_box_break_no_box(
    grid: Grid, box: tuple[int, ...], cells: list[int]
) -> None:
    first, second = box[cells[0]], box[cells[1]]
    violations = iq.check(Puzzle(), put(grid, {first: grid[second], second: grid[first]}))
    rows = 2 * (ROW_OF[first] != ROW_OF[second])
    columns = 2 * (COLUMN_OF[first] != COLUMN_OF[second])
    assert rules(violations) == ["row"] * rows + ["column"] * columns


@settings(max_examples=50)
@given(grid=grids(), pair=st.sampled_from(IN_BOX_PAIRS))
def test_two_neighbours_exchanged_break_their_sign(grid: Grid, pair: tuple[int, int]) -> None:
    first, second = pair
    wrong = put(grid, {first: grid[second], second: grid[first]})
    broken = {v.cells for v in iq.check(layout_of(grid), wrong) if v.rule == "sign"}
    assert pair in broken
    assert all({first, second} & {*cells} for cells in broken)


@settings(max_examples=50)
@given(puzzle=mixed_puzzles(), digits=st.text("123456789", min_size=81, max_size=81))
def test_violations_come_in_the_order_of_the_rules(puzzle: Puzzle, digits: str) -> None:
    names = rules(iq.check(puzzle, Grid(digits)))
    assert names == sorted(names, key=RULES.index)


@settings(max_examples=50)
@given(puzzle=mixed_puzzles(), digits=st.text("123456789", min_size=81, max_size=81))
def test_just_the_broken_signs_and_givens_are_named(puzzle: Puzzle, digits: str) -> None:
    grid = Grid(digits)
    violations = iq.check(puzzle, grid)
    assert [v.cells for v in violations if v.rule == "sign"] == [
        relation.pair
        for relation in puzzle.relations
        if grid[relation.lesser] >= grid[relation.greater]
    ]
    assert [v.cells for v in violations if v.rule == "given"] == [
        (cell,) for cell in range(81) if puzzle.givens[cell] not in (".", digits[cell])
    ]


# --- each rule by an example -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing where 9 lines of 9 digits were expected"),
        (" \n\n\t\n", "nothing where 9 lines of 9 digits were expected"),
        (
            "\n".join(str(GRID).split("\n")[:8]),
            "8 lines where 9 lines of 9 digits were expected",
        ),
        (f"{GRID}\n{GRID.line[:9]}", "more than 9 lines where 9 lines of 9 digits were expected"),
        (str(GRID)[2:], "line 1 has 8 digits, not 9"),
        ("\n" + str(GRID) + " 1", "line 10 has 10 digits, not 9"),
        (str(GRID).replace(" ", "")[:-1], "line 9 has 8 digits, not 9"),
        (GRID.line[:-1], "line 1 has 80 digits, not 81"),
        ("NO SOLUTION", "1 line where 9 lines of 9 digits were expected"),
    ],
)
def test_another_shape_is_no_grid(text: str, reason: str) -> None:
    assert iq.check(LAYOUT, text) == (Violation("shape", (), reason),)


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("0", "0"),
        ("10", "10"),
        ("-1", "-1"),
        ("x", "x"),
        ("１", "１"),
        ("\x07", r"'\x07'"),
        ("9" * 30, "9" * 20 + "…"),
    ],
)
def test_other_words_than_digits_are_told_with_their_cell(word: str, shown: str) -> None:
    words = list(GRID.line)
    words[13] = word
    text = "\n".join(" ".join(words[row : row + 9]) for row in range(0, 81, 9))
    reason = f"r2c5 is {shown}, not a digit 1-9"
    assert iq.check(LAYOUT, text) == (Violation("range", (13,), reason),)


@pytest.mark.parametrize(
    ("puzzle", "digits", "expected"),
    [
        (Puzzle(), {1: 1, 10: 4}, ["row 1 has 1 in r1c1 and r1c2", "row 2 has 4 in r2c1 and r2c2"]),
        (Puzzle(), {9: 1, 10: 2, 11: 3}, ["row 2 has 1 in r2c1 and r2c7"]),
        (Puzzle(), {0: 4}, ["column 1 has 4 in r1c1 and r2c1"]),
        (Puzzle(), {0: 2}, ["box 1 has 2 in r1c1 and r1c2"]),
        (Puzzle(), {1: 1, 2: 1}, ["row 1 has 1 in r1c1, r1c2 and r1c3"]),
        (
            Puzzle.from_relations([iq.Relation(0, 1)]),
            {0: 2, 1: 1},
            ["r1c1 < r1c2 is printed, but r1c1 is 2 and r1c2 is 1"],
        ),
        (
            Puzzle.from_relations([iq.Relation(9, 0)]),
            {},
            ["r1c1 v r2c1 is printed, but r1c1 is 1 and r2c1 is 4"],
        ),
        (Puzzle(givens="2" + "." * 80), {}, ["r1c1 is given as 2, but is 1"]),
    ],
)
def test_each_rule_has_its_sentence(
    puzzle: Puzzle, digits: dict[int, int], expected: list[str]
) -> None:
    reasons = [violation.reason for violation in iq.check(puzzle, put(GRID, digits))]
    assert set(expected) <= set(reasons)


def test_equal_digits_break_a_sign_too() -> None:
    violations = iq.check(Puzzle.from_relations([iq.Relation(0, 1)]), put(GRID, {0: 2}))
    assert [v.cells for v in violations if v.rule == "sign"] == [(0, 1)]


def test_a_violation_prints_its_rule_and_reason() -> None:
    violation = iq.check(Puzzle(givens="2" + "." * 80), GRID)[0]
    assert str(violation) == "given: r1c1 is given as 2, but is 1"


# --- texts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        str(GRID),
        str(GRID) + "\n",
        str(GRID).replace(" ", ""),
        str(GRID).replace("\n", " \r\n") + "\r\n",
        str(GRID).replace("\n", "\n\n"),
        "\n \n" + str(GRID).replace(" ", "\t") + "\n\n",
        GRID.line,
        " ".join(GRID.line),
        f"\n{GRID.line}\r\n\n",
    ],
    ids=[
        *("nine lines", "last newline", "no blanks", "CRLF", "blank lines", "tabs"),
        *("one line", "one line with blanks", "one line among blank lines"),
    ],
)
def test_a_grid_may_be_printed_in_many_ways(text: str) -> None:
    assert iq.check(LAYOUT, text) == ()
    assert rules(iq.check(everything_of(put(GRID, {0: 9})), text))[-1] == "given"


@settings(max_examples=50)
@given(solved=st.lists(grids(), min_size=1, max_size=4), data=st.data())
def test_the_grids_of_several_puzzles_are_judged_one_by_one(
    solved: list[Grid], data: st.DataObject
) -> None:
    texts = [data.draw(st.sampled_from([str(grid), grid.line])) for grid in solved]
    puzzles = [everything_of(grid) for grid in solved]
    wrong = data.draw(st.integers(0, len(solved) - 1))
    puzzles[wrong] = everything_of(put(solved[wrong], {40: solved[wrong][40] % 9 + 1}))
    verdicts = check_all(puzzles, data.draw(st.sampled_from(["\n", "\n\n"])).join(texts))
    assert [bool(violations) for violations in verdicts] == [
        index == wrong for index in range(len(solved))
    ]


def test_a_missing_grid_counts_against_the_last_puzzle() -> None:
    right, missing = check_all([LAYOUT, LAYOUT], str(GRID))
    assert right == ()
    assert rules(missing) == ["shape"]


def test_grids_too_many_count_against_the_last_puzzle() -> None:
    right, too_many = check_all([LAYOUT, LAYOUT], "\n".join([str(GRID)] * 3))
    assert right == ()
    assert too_many[0].reason == "more than 9 lines where 9 lines of 9 digits were expected"


@pytest.mark.parametrize("puzzles", [1, 3])
@given(text=st.text() | st.text("0123456789 \n\r\x0c\x00\u2028x") | st.binary().map(repr))
def test_rubbish_is_a_shape_or_a_range_and_never_an_exception(puzzles: int, text: str) -> None:
    for violations in check_all([LAYOUT] * puzzles, text):
        assert rules(violations) in (["shape"], ["range"])
        assert violations[0].reason.isprintable()


words = st.sampled_from("123456789") | st.text(min_size=1).filter(str.strip)


@given(words=st.lists(words, min_size=81, max_size=81))
def test_any_81_words_are_judged(words: list[str]) -> None:
    violations = iq.check(Puzzle(), "\n".join(" ".join(words[i : i + 9]) for i in range(0, 81, 9)))
    assert all(violation.rule in RULES for violation in violations)
    assert all(str(violation).isprintable() for violation in violations)


@given(grid=grids(), cell=st.integers(0, 80))
def test_a_word_that_is_no_digit_is_told_before_wrong_digits(grid: Grid, cell: int) -> None:
    text = "".join("0" if place == cell else "1" for place in range(81))
    reason = f"{label(cell)} is 0, not a digit 1-9"
    assert iq.check(layout_of(grid), text) == (Violation("range", (cell,), reason),)

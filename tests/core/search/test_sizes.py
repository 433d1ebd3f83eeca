"""Other sizes than 9×9: geometry, values, propagation and engines."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace
from functools import cache
from itertools import pairwise, permutations, product
from random import Random

import pytest
from effort import examples, slow
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import OTHER_SIZES, grids_of, puzzles_of_other_sizes, signs_of, thinned

import ineqsudoku as iq
from ineqsudoku.checker.answers import printed_grids
from ineqsudoku.checker.judgement import Expectation
from ineqsudoku.formats import Entry
from ineqsudoku.geometry import NINE, SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Grid, Puzzle, Relation
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search import ENGINES, EngineChoice, choose
from ineqsudoku.search.candidates import lanes_of
from ineqsudoku.search.kernel import kernel
from ineqsudoku.search.propagation import propagate, rules

SIZES = [*SUDOKU.values(), *map(latin, range(2, 10))]
FOUR = SUDOKU[4]
SIXTEEN = SUDOKU[16]

of_any_size = pytest.mark.parametrize("geometry", SIZES, ids=str)
of_other_sizes = pytest.mark.parametrize("geometry", OTHER_SIZES, ids=str)


# --- geometry ----------------------------------------------------------------------------


@of_any_size
def test_houses_hold_every_cell_once_and_have_as_many_as_digits(geometry: Geometry) -> None:
    for houses in (geometry.rows, geometry.columns, geometry.boxes):
        assert {len(house) for house in houses} <= {geometry.size}
        assert sorted(cell for house in houses for cell in house) in ([*geometry.cells], [])
    assert geometry.houses == geometry.rows + geometry.columns + geometry.boxes
    assert len(geometry.symbols) == geometry.size


@of_any_size
def test_a_cell_knows_its_houses(geometry: Geometry) -> None:
    of_kinds = [(geometry.rows, geometry.row_of), (geometry.columns, geometry.column_of)]
    if geometry.boxes:
        of_kinds.append((geometry.boxes, geometry.box_of))
    for cell, (houses, number_of) in product(geometry.cells, of_kinds):
        assert cell in houses[number_of[cell]]
    assert {geometry.label(cell) for cell in geometry.cells} == {
        f"r{row}c{column}"
        for row, column in product(range(1, geometry.size + 1), range(1, geometry.size + 1))
    }


@of_any_size
def test_pairs_are_neighbours_inside_boxes_or_across_their_borders(geometry: Geometry) -> None:
    beside = {
        (one, other) for house in geometry.rows + geometry.columns for one, other in pairwise(house)
    }
    assert set(geometry.pairs) == beside
    inside = {pair for box in geometry.boxes for pair in beside if {*pair} <= {*box}}
    assert set(geometry.in_box_pairs) == inside
    assert set(geometry.border_pairs) == beside - inside
    assert len(geometry.pairs) == len(geometry.in_box_pairs) + len(geometry.border_pairs)


def test_boxes_of_six_are_two_rows_of_three() -> None:
    assert SUDOKU[6].boxes[1] == (3, 4, 5, 9, 10, 11)
    assert [str(geometry) for geometry in (SUDOKU[6], latin(6))] == ["6×6", "6×6 without boxes"]


@of_any_size
def test_there_is_one_object_of_each_value(geometry: Geometry) -> None:
    twin = Geometry(geometry.size, box_columns=geometry.box_columns, box_rows=geometry.box_rows)
    assert twin is pickle.loads(pickle.dumps(geometry)) is deepcopy(geometry) is geometry
    with pytest.raises(FrozenInstanceError):
        setattr(geometry, "size", 9)  # noqa: B010  # as an assignment, mypy would refuse it


@pytest.mark.parametrize(
    "shape", [(1, 0, 0), (17, 0, 0), (9, 1, 9), (9, 3, 0), (9, 3, 2), (5, 5, 1)]
)
def test_other_shapes_are_no_geometry(shape: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no geometry"):
        Geometry(*shape)


# --- puzzles and grids -------------------------------------------------------------------


@given(puzzles_of_other_sizes())
def test_a_puzzle_is_made_again_from_its_parts(puzzle: Puzzle) -> None:
    geometry = puzzle.geometry
    assert Puzzle.from_relations(puzzle.relations, puzzle.givens, geometry) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert hash(replace(puzzle)) == hash(puzzle)
    assert puzzle.is_plain == (not puzzle.relations)


def test_puzzles_that_say_the_same_differ_by_their_geometry() -> None:
    assert Puzzle.of(latin(9)) != Puzzle()
    assert Puzzle.of(NINE) == Puzzle()
    assert len({Puzzle.of(geometry) for geometry in SIZES}) == len(SIZES)


@of_other_sizes
def test_texts_of_another_size_are_refused(geometry: Geometry) -> None:
    inside, borders, cells = (
        len(of) for of in (geometry.in_box_pairs, geometry.border_pairs, geometry.cells)
    )
    for signs in ("." * (inside + 1), "x" * inside or "x"):
        with pytest.raises(ValueError, match=f"not {inside} signs"):
            Puzzle.of(geometry, signs)
    with pytest.raises(ValueError, match=f"not the {borders} signs on box borders"):
        Puzzle.of(geometry, border_signs="." * (borders + 1))
    beyond = "A" if geometry.size <= 9 else "Q"
    for givens in ("." * (cells - 1), beyond + "." * (cells - 1)):
        with pytest.raises(ValueError, match=f"not {cells} givens of {geometry.symbol_range} and"):
            Puzzle.of(geometry, givens=givens)


@pytest.mark.parametrize("cells", [(3, 4), (0, 5), (15, 16)])
def test_cells_apart_cannot_be_related(cells: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no two neighbouring cells"):
        Puzzle.from_relations([Relation(*cells)], geometry=FOUR)


def test_a_pair_related_both_ways_is_named_in_its_size() -> None:
    message = "related both ways: r2c1 < r1c1 and r1c1 < r2c1"
    with pytest.raises(ValueError, match=message):
        Puzzle.from_relations([Relation(0, 4), Relation(4, 0)], geometry=FOUR)


@of_any_size
@given(data=st.data())
@settings(max_examples=5)
def test_a_grid_prints_a_line_for_each_row(geometry: Geometry, data: st.DataObject) -> None:
    grid = data.draw(grids_of(geometry))
    assert grid.size == geometry.size
    rows = str(grid).split("\n")
    assert [row.replace(" ", "") for row in rows] == [
        "".join(grid.line[cell] for cell in row) for row in geometry.rows
    ]
    assert {row.count(" ") for row in rows} == {geometry.size - 1 if geometry.size <= 9 else 0}
    assert [grid[cell] for cell in geometry.cells] == [
        geometry.symbols.index(symbol) + 1 for symbol in grid.line
    ]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("1234" * 3 + "1235", "16 digits 1-4"),
        ("A" * 255 + "Q", "256 letters A-P"),
        ("1220", "4 digits 1-2"),
        ("1", "81 digits"),
    ],
)
def test_other_texts_are_no_grid(line: str, what: str) -> None:
    with pytest.raises(ValueError, match=f"not {what}"):
        Grid(line)


# --- check -------------------------------------------------------------------------------


@of_any_size
@given(data=st.data())
@settings(max_examples=5)
def test_a_right_grid_breaks_no_rule(geometry: Geometry, data: st.DataObject) -> None:
    grid = data.draw(grids_of(geometry))
    everything = everything_of(grid, geometry)
    assert iq.check(everything, grid) == iq.check(everything, str(grid)) == ()
    assert iq.check(everything, grid.line) == ()
    cell = data.draw(st.sampled_from(geometry.cells))
    other = data.draw(st.sampled_from(geometry.symbols.replace(grid.line[cell], "")))
    wrong = Grid(grid.line[:cell] + other + grid.line[cell + 1 :])
    broken = [violation.rule for violation in iq.check(everything, wrong)]
    assert [rule for rule in broken if rule != "sign"] == [
        "row",
        "column",
        *["box"] * bool(geometry.boxes),
        "given",
    ]


def everything_of(grid: Grid, geometry: Geometry) -> Puzzle:
    """A puzzle with all signs and all digits of a grid."""
    pairs = geometry.in_box_pairs, geometry.border_pairs
    inside, border = (signs_of(grid, of) for of in pairs)
    return Puzzle(inside, grid.line, border, geometry)


@pytest.mark.parametrize(
    ("geometry", "text", "reason"),
    [
        (SIXTEEN, "", "expected 256 letters, found none"),
        (SIXTEEN, "A" * 16, "expected 256 letters, found 16"),
        (SIXTEEN, "A" * 255, "line 1 has 255 letters, not 256"),
        (SIXTEEN, "Q" * 256, "r1c1 is Q, not a letter A-P"),
        (FOUR, "1234\n" * 5, "expected 16 digits, found more: '1234'"),
        (FOUR, "1234\n" * 3 + "1235", "r4c4 is 5, not a digit 1-4"),
        (FOUR, "1234\n" * 3 + "123", "line 4 has 3 digits, not 4"),
        (FOUR, "1234\n" * 3 + "1", "line 4 has 1 digit, not 4"),
        (latin(2), "12\n2", "expected 4 digits, found 3"),
    ],
)
def test_what_is_wrong_is_reported_in_the_words_of_the_size(
    geometry: Geometry, text: str, reason: str
) -> None:
    assert str(iq.check(Puzzle.of(geometry), text)[0]) == reason


def test_a_grid_of_another_size_has_the_wrong_shape() -> None:
    (violation,) = iq.check(Puzzle(), Grid("12" + "21"))
    assert (violation.cells, str(violation)) == ((), "the grid is 2×2, the puzzle 9×9")


def test_letters_may_always_be_printed_without_blanks() -> None:
    symbols = SIXTEEN.symbols
    grid = Grid("".join(symbols[row:] + symbols[:row] for row in range(16)))
    text = str(grid).encode()
    for output in (text, [text]):
        assert printed_grids([SIXTEEN], output, dense=False) == [grid]


def test_a_judgement_has_the_geometry_of_its_puzzle() -> None:
    puzzle = Puzzle.of(FOUR, givens="1" + "." * 15)
    judgement = Expectation((Entry(0, 1, puzzle),)).judge("2143 3412 1234 4321")
    assert (judgement.verdict, judgement.geometry) == ("WA", FOUR)


# --- propagation -------------------------------------------------------------------------

Candidates = list[set[int]]


def narrowed_by_sets(left: Candidates, relations: Iterable[Relation], geometry: Geometry) -> bool:
    """The rules of `propagation.py`, one cell at a time; false for a contradiction."""
    houses = [set(house) for house in geometry.houses]
    boxes, lines = houses[2 * geometry.size :], houses[: 2 * geometry.size]
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
        for house, digit in product(houses, range(1, geometry.size + 1)):
            places = [cell for cell in house if digit in left[cell]]
            if not places:
                return False
            if len(places) == 1:
                left[places[0]] = {digit}
            for cell in places:
                if left[cell] == {digit}:
                    for other in house - {cell}:
                        left[other].discard(digit)
        if geometry is NINE:
            narrow_lines(left)
        crossing = [*product(boxes, lines), *product(lines, boxes)]
        for (one, across), digit in product(crossing, range(1, geometry.size + 1)):
            if all(cell in across for cell in one if digit in left[cell]):
                for cell in across - one:
                    left[cell].discard(digit)
        for box, line in product(boxes, lines):
            segment = box & line
            elsewhere = set().union(*(left[cell] for cell in line - segment))
            locked = set(range(1, geometry.size + 1)) - elsewhere
            if len(segment) in (0, len(locked)):
                for cell in segment:
                    left[cell] &= locked
            elif len(locked) > len(segment):
                return False
            if geometry is NINE and segment and not relations:
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
    for lines in (NINE.rows, NINE.columns):
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


@of_any_size
@pytest.mark.parametrize("seed", [0, *slow(range(1, 8))])
def test_the_rules_are_what_they_are_one_cell_at_a_time(geometry: Geometry, seed: int) -> None:
    """Candidates of a solved grid and some of the others: of some digits in a house only
    those in one other house."""
    random = Random(seed)
    for _ in range(3 if geometry is SIXTEEN else 10):
        grid = random_grid(geometry, random)
        by_sets = [set(range(1, geometry.size + 1)) for _ in geometry.cells]
        for _ in range(random.randint(0, 3 * geometry.size)):
            house, other = random.sample(geometry.houses, 2)
            for cell in {*house} - {*other}:
                by_sets[cell].discard(random.randint(1, geometry.size))
            digit = random.randint(1, geometry.size)
            for cell in {*house} - {*other} if {*house} & {*other} else ():
                by_sets[cell].discard(digit)
        if random.random() < 0.9:
            for cell in geometry.cells:
                by_sets[cell].add(grid[cell])
        related = random.sample(geometry.pairs, random.choice([0, 0, geometry.size]))
        relations = [Relation(*sorted(pair, key=grid.__getitem__)) for pair in related]
        left = in_lanes(by_sets, geometry)
        is_open = narrowed_by_sets(by_sets, relations, geometry)
        expected = in_lanes(by_sets, geometry) if is_open else 0
        assert propagate(left, rules(relations, geometry)) == expected


@pytest.mark.parametrize("line", [NINE.rows[4], NINE.columns[4]])
def test_three_cells_with_three_digits_have_them(line: tuple[int, ...]) -> None:
    by_sets = [set(range(1, 10)) for _ in NINE.cells]
    triple = line[3:6]
    for cell in triple:
        by_sets[cell] = {2, 5, 8}
    left = in_lanes(by_sets, NINE)
    assert narrowed_by_sets(by_sets, (), NINE)
    assert all(by_sets[cell] == {1, 3, 4, 6, 7, 9} for cell in {*line, *NINE.boxes[4]} - {*triple})
    assert propagate(left, rules(())) == in_lanes(by_sets, NINE)


def test_three_cells_cannot_share_two_digits() -> None:
    by_sets = [set(range(1, 10)) for _ in NINE.cells]
    for cell in NINE.rows[4][3:6]:
        by_sets[cell] = {2, 5}
    assert propagate(in_lanes(by_sets, NINE), rules(())) == 0
    assert not narrowed_by_sets(by_sets, (), NINE)


def test_two_boxes_cannot_lock_a_digit_in_one_row() -> None:
    by_sets = [set(range(1, 17)) for _ in SIXTEEN.cells]
    for box in SIXTEEN.boxes[:2]:
        for cell in {*box} - {*SIXTEEN.rows[0]}:
            by_sets[cell].discard(1)
    assert propagate(in_lanes(by_sets, SIXTEEN), rules((), SIXTEEN)) == 0
    assert not narrowed_by_sets(by_sets, (), SIXTEEN)


def random_grid(geometry: Geometry, random: Random) -> Grid:
    """The first solution with a random first row."""
    first = "".join(random.sample(geometry.symbols, geometry.size))
    givens = first + "." * (len(geometry.cells) - geometry.size)
    return iq.solve(Puzzle.of(geometry, givens=givens), limit=1).solutions[0]


def in_lanes(candidates: Candidates, geometry: Geometry) -> int:
    of_geometry = lanes_of(geometry)
    return sum(
        of_geometry.candidate(cell, geometry.symbols[digit - 1])
        for cell, digits in enumerate(candidates)
        for digit in digits
    )


@given(puzzles_of_other_sizes())
def test_bounds_leave_every_solution(puzzle: Puzzle) -> None:
    bounds = RelationGraph(puzzle.relations, puzzle.geometry).bounds()
    for grid in iq.solve(puzzle, limit=5, node_limit=500).solutions:
        assert all(low <= grid[cell] <= high for cell, (low, high) in enumerate(bounds))


def test_a_graph_knows_its_size() -> None:
    down = [Relation(cell, cell + 4) for cell in (0, 4, 8)]
    graph = RelationGraph(down, FOUR)
    assert [graph.bounds()[cell] for cell in (0, 4, 8, 12)] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert graph != RelationGraph(down, latin(4))
    with pytest.raises(ValueError, match="cells are 0-15"):
        RelationGraph([Relation(15, 16)], FOUR)
    around = [Relation(0, 1), Relation(1, 5), Relation(5, 4), Relation(4, 0)]
    with pytest.raises(iq.LayoutCycleError, match="r1c1 < r1c2 < r2c2 < r2c1 < r1c1"):
        RelationGraph(around, FOUR).bounds()


# --- engines -----------------------------------------------------------------------------


@cache
def all_grids(geometry: Geometry) -> list[str]:
    """All grids of a geometry, by trying all permutations as rows."""
    lines: list[str] = []
    rows = ["".join(row) for row in permutations(geometry.symbols)]

    def fill(line: str) -> None:
        if len(line) == len(geometry.cells):
            lines.append(line)
            return
        for row in rows:
            so_far = line + row
            if all(
                len({so_far[cell] for cell in house if cell < len(so_far)})
                == sum(cell < len(so_far) for cell in house)
                for house in geometry.columns + geometry.boxes
            ):
                fill(so_far)

    fill("")
    return lines


@pytest.mark.parametrize("engine", ["cells", "dlx", "auto"])
@pytest.mark.parametrize(
    ("geometry", "number"),
    [(FOUR, 288), (latin(2), 2), (latin(3), 12), (latin(4), 576)],
    ids=str,
)
def test_all_grids_are_found(engine: EngineChoice, geometry: Geometry, number: int) -> None:
    empty = Puzzle.of(geometry)
    assert iq.count(empty, engine=engine) == number
    result = iq.solve(empty, limit=None, engine=engine)
    assert [grid.line for grid in result.solutions] == all_grids(geometry)


@pytest.mark.parametrize("geometry", [FOUR, latin(3), latin(4)], ids=str)
@given(data=st.data())
@examples(200, quick=20)
def test_small_puzzles_have_the_solutions_that_trying_all_grids_finds(
    geometry: Geometry, data: st.DataObject
) -> None:
    pairs = geometry.in_box_pairs + geometry.border_pairs
    kept = data.draw(st.sets(st.sampled_from(pairs), max_size=12))
    relations = [Relation(*data.draw(st.permutations(pair))) for pair in sorted(kept)]
    symbols = data.draw(st.text(geometry.symbols, min_size=geometry.size, max_size=geometry.size))
    places = data.draw(st.sets(st.sampled_from(geometry.cells), max_size=geometry.size))
    givens = ["."] * len(geometry.cells)
    for place, given_symbol in zip(places, symbols, strict=False):
        givens[place] = given_symbol
    puzzle = Puzzle.from_relations(relations, "".join(givens), geometry)
    expected = [
        line for line in all_grids(geometry) if obeys(line, relations) and has(line, givens)
    ]
    for engine in ("cells", "dlx") if puzzle.is_plain else ("cells", "auto"):
        result = iq.solve(puzzle, limit=None, engine=engine)
        assert [grid.line for grid in result.solutions] == expected


def obeys(line: str, relations: list[Relation]) -> bool:
    return all(line[lesser] < line[greater] for lesser, greater in relations)


def has(line: str, givens: list[str]) -> bool:
    return all(symbol in (".", digit) for symbol, digit in zip(givens, line, strict=True))


@of_other_sizes
@given(data=st.data())
@examples(25)
def test_a_grid_solves_the_puzzles_made_of_it(geometry: Geometry, data: st.DataObject) -> None:
    grid = data.draw(grids_of(geometry))
    everything = everything_of(grid, geometry)
    kept = data.draw(st.sets(st.sampled_from(geometry.cells)))
    puzzle = replace(everything, givens=thinned(grid.line, kept))
    result = iq.solve(puzzle, limit=50, node_limit=200)
    assert grid in result.solutions or not result.complete
    assert all(iq.check(puzzle, other) == () for other in result.solutions)


@of_other_sizes
@given(data=st.data())
@examples(25)
def test_engines_agree_on_plain_puzzles(geometry: Geometry, data: st.DataObject) -> None:
    grid = data.draw(grids_of(geometry))
    cells = len(geometry.cells)
    gaps = data.draw(st.sets(st.sampled_from(geometry.cells), max_size=cells // 2))
    puzzle = Puzzle.of(geometry, givens=thinned(grid.line, {*geometry.cells} - gaps))
    by_cells, by_dlx = (
        iq.solve(puzzle, limit=50, engine=engine, node_limit=3000) for engine in ("cells", "dlx")
    )
    if by_cells.complete and by_dlx.complete:
        assert by_cells.solutions == by_dlx.solutions
        assert grid in by_cells.solutions


@of_other_sizes
def test_engines_made_for_nine_say_so(geometry: Geometry) -> None:
    puzzle = Puzzle.of(geometry)
    for engine in ("boxes", "rowmajor"):
        with pytest.raises(iq.UnsupportedPuzzleError, match=f"it is {geometry}, not 9×9"):
            iq.solve(puzzle, engine=engine)
    assert choose(puzzle) == "cells"
    (grid,) = iq.solve(puzzle, limit=1).solutions
    with_signs = Puzzle.of(geometry, border_signs=signs_of(grid, geometry.border_pairs))
    assert choose(with_signs) == "cells"
    assert not any(kernel(engine, geometry) for engine in ENGINES if engine != "cells")

"""Whole reports: only the findings that apply, and each step adds to the previous one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from effort import examples
from hypothesis import given, settings
from puzzles import CONTEST, CONTEST_GRID, turned, without
from strategies import (
    any_layouts,
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    wrong_layouts,
)
from twins import in_python

import ineqsudoku as iq
from ineqsudoku.apps.diagnose import examine
from ineqsudoku.apps.diagnose.progress import OutOfTime
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.geometry import DIGITS
from ineqsudoku.puzzle import Puzzle, Relation

ALWAYS = {"status", "signs", "finished", "cut_short"}

REFUTED = {
    "conflict",
    "conflict_is_minimal",
    "proof",
    "repairs",
    "flips_searched",
}

THOROUGH = iq.Options(repair=2, orders=2, limit=50, minimal=True)

layouts = full_layouts() | partial_layouts(absent=40) | wrong_layouts() | any_layouts()


def filled(report: iq.Report) -> set[str]:
    return {name for name, value in report.to_dict().items() if value is not None} - ALWAYS


@settings(max_examples=10)
@given(layouts | mixed_puzzles())
def test_what_applies_is_filled_in(puzzle: Puzzle) -> None:
    report = iq.validate(puzzle, replace(THOROUGH, repair=1, minimal=False))
    assert report.is_finished
    assert report.relations == len(puzzle.relations)
    assert not report.is_cut_short
    expected = {
        "valid": {"solution", "redundant"},
        "multiple": {"witnesses", "differs", "loops", "same", "count", "count_is_exact"},
        "none": REFUTED,
        "cycle": {"cycle", *REFUTED},
    }[report.status]
    assert filled(report) - {"box"} == expected
    assert (report.proof != ()) == (report.status in ("none", "cycle"))
    status = iq.solve(puzzle).status
    assert {"valid": "unique", "cycle": "none"}.get(report.status, report.status) == status


@settings(examples(50, quick=3))
@given(wrong_layouts())
def test_a_repair_breaks_the_first_step_that_does_not_follow_without_its_signs(
    puzzle: Puzzle,
) -> None:
    report = iq.validate(puzzle, replace(THOROUGH, repair=1))
    for repair, value in zip(report.repairs, report.to_dict()["repairs"] or (), strict=True):
        others = [relation for relation in puzzle.relations if relation not in repair.relations]
        broken = [not follows(others, step) for step in report.proof]
        assert value["breaks"] == broken.index(True) + 1
        assert {*repair.relations} & {*report.proof[value["breaks"] - 1].premises.relations}


def follows(relations: list[Relation], step: Step) -> bool:
    """Whether all solutions of some relations have what a step shows."""
    shown = [(cell, str(digit), True) for cell, digit in step.places]
    shown += [(cell, str(digit), False) for cell, digit in step.removes]
    for cell, digit, is_placed in shown:
        for other in DIGITS:
            if (other == digit) != is_placed:
                givens = "." * cell + other + "." * (80 - cell)
                if iq.solve(Puzzle.from_relations(relations, givens), limit=1).solutions:
                    return False
    return bool(shown)


@examples(40, quick=5)
@given(wrong_layouts())
def test_the_conflict_has_the_signs_of_the_proof(puzzle: Puzzle) -> None:
    report = iq.validate(puzzle, iq.Options(repair=0))
    if report.proof:
        assert report.conflict
        used = {relation for step in report.proof for relation in step.premises.relations}
        assert {*report.conflict.relations} == used
        assert report.conflict.is_minimal is not None


@examples(20)
@given(layouts)
def test_each_step_knows_more(puzzle: Puzzle) -> None:
    reports = list(examine(puzzle, replace(THOROUGH, repair=1, minimal=False)))
    assert [report.is_finished for report in reports] == [False] * (len(reports) - 1) + [True]
    for before, after in pairwise(reports):
        assert before.status == after.status
        assert filled(before) <= filled(after)


@examples(40, quick=4)
@given(plain_puzzles(24))
def test_compiled_engines_find_the_same(puzzle: Puzzle) -> None:
    assert_same_in_python(puzzle)


@pytest.mark.slow
@settings(max_examples=8)
@given(wrong_layouts() | mixed_puzzles())
def test_compiled_engines_find_the_same_in_large_puzzles(puzzle: Puzzle) -> None:
    """Engines in Python may take minutes."""
    assert_same_in_python(puzzle)


def assert_same_in_python(puzzle: Puzzle) -> None:
    options = iq.Options(orders=2)
    compiled = iq.validate(puzzle, options)
    with in_python():
        assert iq.validate(puzzle, options) == compiled


def test_a_valid_layout() -> None:
    report = iq.validate(iq.read(CONTEST), THOROUGH)
    assert (report.status, report.solution) == ("valid", CONTEST_GRID)
    assert report.redundant == iq.RelationGraph(iq.read(CONTEST).relations).redundant()
    assert report.minimal
    assert report.minimal.is_minimal


def test_a_box_that_its_givens_make_impossible() -> None:
    givens = "." * 60 + "1" + "." * 20
    report = iq.validate(Puzzle.from_relations([Relation(61, 60), Relation(0, 1)], givens))
    assert (report.status, report.box) == ("none", 8)
    assert report.conflict == iq.Conflict((Relation(61, 60),), is_minimal=True)
    assert report.repairs
    assert [repair.relations for repair in report.repairs] == [(Relation(61, 60),)]


def test_givens_that_contradict_each_other() -> None:
    givens = "5" + "." * 7 + "5" + "." * 72
    report = iq.validate(Puzzle.from_relations([Relation(40, 41)], givens))
    assert (report.status, report.box, report.repairs) == ("none", None, ())
    assert report.conflict == iq.Conflict((), is_minimal=True)


def test_givens_without_two_equal_ones_that_contradict_each_other() -> None:
    givens = "...1234569" + "." * 71
    report = iq.validate(Puzzle.from_relations([Relation(0, 1), Relation(40, 41)], givens))
    assert report.conflict == iq.Conflict((), is_minimal=True)
    assert not any(step.premises.relations for step in report.proof)
    assert (len(report.proof), report.repairs) == (1, ())


def test_a_cycle_is_reported_with_its_repairs() -> None:
    around = (Relation(0, 1), Relation(1, 10), Relation(10, 9), Relation(9, 0))
    report = iq.validate(Puzzle.from_relations((*around, Relation(40, 41))))
    assert (report.status, report.cycle) == ("cycle", (0, 1, 10, 9))
    assert report.conflict == iq.Conflict(around, is_minimal=True)
    assert report.repairs
    assert {repair.relations for repair in report.repairs} == {(relation,) for relation in around}


def test_a_node_limit_leaves_the_status_unknown() -> None:
    report = iq.validate(without(iq.read(CONTEST), 60), iq.Options(node_limit=2))
    assert (report.status, report.is_finished, filled(report)) == ("unknown", True, set())


@pytest.mark.parametrize("work", ["proof", "conflicts", "repairs by 1 flip"])
def test_a_search_that_is_cut_short_reports_what_was_found(work: str) -> None:
    def out_of_time(name: object, *_: int) -> None:
        if str(name) == work:
            raise OutOfTime

    layout = iq.read(CONTEST)
    wrong = turned(layout, layout.relations[0])
    *_, last = examine(wrong, iq.Options(progress=out_of_time))
    assert (last.status, last.is_finished, last.is_cut_short) == ("none", True, True)
    assert last.conflict
    assert last.to_dict()["repairs"] is None
    kept = Puzzle.from_relations(last.conflict.relations)
    assert iq.solve(kept).status == "none"


def test_minimal_signs_so_far_are_enough() -> None:
    steps = 0

    def out_of_time(work: object, *_: int) -> None:
        nonlocal steps
        steps += str(work) == "minimal signs"
        if steps == 60:
            raise OutOfTime

    report = iq.validate(iq.read(CONTEST), iq.Options(minimal=True, progress=out_of_time))
    assert report.is_cut_short
    assert report.minimal
    assert not report.minimal.is_minimal
    assert len(report.minimal.relations) < 108
    assert iq.solve(Puzzle.from_relations(report.minimal.relations)).status == "unique"


@pytest.mark.parametrize("puzzle", [iq.read(CONTEST), without(iq.read(CONTEST), 40), Puzzle()])
def test_a_search_time_ends_every_examination(puzzle: Puzzle) -> None:
    options = iq.Options(minimal=True, search_time=1e-9)
    report = iq.validate(puzzle, options)
    assert (report.is_finished, report.is_cut_short) == (True, True)
    unlimited = iq.validate(iq.read(CONTEST), iq.Options(search_time=float("inf")))
    assert not unlimited.is_cut_short


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (iq.Options(repair=-1), "repair is -1"),
        (iq.Options(orders=0), "orders is 0"),
        (iq.Options(limit=1), "limit is 1"),
        (iq.Options(node_limit=0), "node_limit is 0"),
        (iq.Options(search_time=0), "search_time is 0"),
        (iq.Options(search_time=-1.5), "search_time is -1.5"),
        (iq.Options(search_time=float("nan")), "search_time is nan"),
    ],
)
def test_options_out_of_range_are_refused(options: iq.Options, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        iq.validate(Puzzle(), options)


def test_orders_below_one_are_refused() -> None:
    for find in (iq.find_conflict, iq.minimise):
        with pytest.raises(ValueError, match="orders is 0"):
            find(iq.read(CONTEST), 0)


def test_limits_may_be_of_any_size() -> None:
    huge = 2**70
    options = iq.Options(limit=huge, node_limit=huge, repair=huge)
    report = iq.validate(without(iq.read(CONTEST), 24), options)
    assert report.witnesses
    assert (report.witnesses.count, report.witnesses.is_all) == (11, True)
    givens = "1" + "." * 80
    report = iq.validate(Puzzle.from_relations([Relation(1, 0)], givens), options)
    assert report.repairs

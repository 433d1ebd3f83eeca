"""What reports show: marks on the board, text and JSON."""

from __future__ import annotations

from functools import cache
from html import escape

import pytest
from data import corpus
from puzzles import CONTEST, turned, without

import ineqsudoku as iq
from ineqsudoku.apps.diagnose.pictures import caption, caption_report, changes, pictures, verdict
from ineqsudoku.apps.pictures.model import Role
from ineqsudoku.puzzle import Puzzle, Relation

PUZZLE = iq.read(CONTEST)
PUZZLES = {
    "wrong": turned(PUZZLE, PUZZLE.relations[24]),
    "cycle": turned(PUZZLE, PUZZLE.relations[-1]),
    "several": without(PUZZLE, 24),
    "valid": PUZZLE,
    "unknown": Puzzle(),
    "full box": Puzzle("<" + "." * 107, "9" + "." * 80),
}


@cache
def report_on(name: str) -> iq.Report:
    node_limit = 1 if name == "unknown" else None
    return iq.validate(PUZZLES[name], iq.Options(orders=2, limit=20, node_limit=node_limit))


def test_the_signs_of_a_conflict_and_of_its_repairs_are_marked() -> None:
    report = report_on("wrong")
    (board,) = pictures(report)
    assert report.conflict
    assert report.repairs
    flips = {relation for repair in report.repairs for relation in repair.relations}
    assert board.sign_roles == {
        **dict.fromkeys(report.conflict.relations, Role.CONFLICT),
        **dict.fromkeys(flips, Role.REPAIR),
    }
    assert board.cell_roles == dict.fromkeys(report.conflict.cells, Role.CONFLICT)


def test_a_notebook_shows_the_steps_of_a_proof() -> None:
    report = report_on("wrong")
    steps = "".join(f"<li>{escape(str(step))}</li>" for step in report.proof)
    assert f"<ol>{steps}</ol>" in report._repr_html_()
    assert "<ol>" not in report_on("several")._repr_html_()


def test_two_solutions_are_drawn_with_their_differences() -> None:
    first, second = pictures(report_on("several"))
    witnesses = report_on("several").witnesses
    assert witnesses
    assert (first.digits, second.digits) == (witnesses.first.line, witnesses.second.line)
    assert first.cell_roles == second.cell_roles == dict.fromkeys(witnesses.differs, Role.DIFFERS)
    assert (str(first.title), str(second.title)) == ("a solution", "another one")


def test_the_captions_of_files() -> None:
    wrong, several = report_on("wrong"), report_on("several")
    (board,) = caption_report(wrong)
    assert (board.title, board.caption) == (verdict(wrong), caption(wrong))
    first, second = caption_report(several)
    assert (str(first.title), first.caption) == ("a solution", caption(several))
    assert (str(second.title), second.caption) == ("another one", verdict(several))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("valid", "valid: one solution, 18 of 108 signs redundant"),
        ("wrong", "not valid: no solution"),
        ("cycle", "not valid: the signs form a cycle"),
        ("full box", "not valid: no solution: box 1 cannot be filled"),
        ("unknown", "undecided after 1 node"),
    ],
)
def test_a_report_as_text_has_its_verdict_and_its_boards(name: str, words: str) -> None:
    report = report_on(name)
    first, *others = str(report).split("\n")
    assert (first, str(verdict(report))) == (words, words)
    assert len(others) >= 9


AROUND = [Relation(0, 1), Relation(1, 10), Relation(10, 9), Relation(9, 0)]
"""Signs that go round in a circle."""


@pytest.mark.parametrize(
    ("boxes", "which", "first"),
    [
        ((0, 60), "a pair of ringed signs", "r1c1 < r1c2 and r7c7 < r7c8"),
        ((0, 30, 60), "3 of the ringed signs", "r1c1 < r1c2, r4c4 < r4c5 and r7c7 < r7c8"),
    ],
)
def test_repairs_by_several_flips_are_not_called_single_ones(
    boxes: tuple[int, ...], which: str, first: str
) -> None:
    signs = [Relation(box + a, box + b) for box in boxes for a, b in AROUND]
    options = iq.Options(repair=len(boxes), orders=1)
    words = str(caption(iq.validate(Puzzle.from_relations(signs), options)))
    assert f"Flipping {which} repairs the puzzle: {first}; " in words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "wrong",
            "The 9 signs in bold cannot all hold. Flipping one of the ringed signs repairs the "
            "puzzle: r2c1 v r3c1; r2c4 v r3c4.",
        ),
        (
            "cycle",
            "r8c8 < r8c9 < r9c9 < r9c8 < r8c8. Flipping the ringed sign repairs the puzzle: "
            "r9c8 > r9c9.",
        ),
        (
            "several",
            "The two solutions differ in 4 cells: r4c4, r4c7, r6c4, r6c7. For the second solution, "
            "swap 6 and 7 along r4c4, r4c7, r6c7, r6c4.",
        ),
        ("unknown", ""),
    ],
)
def test_the_caption_says_what_is_marked(name: str, words: str) -> None:
    assert str(caption(report_on(name))) == words


def test_a_report_has_the_nodes_of_the_search_that_decided() -> None:
    for report in map(report_on, ("valid", "wrong", "several")):
        assert report.nodes == iq.solve(report.puzzle).nodes
    assert (report_on("unknown").nodes, report_on("unknown").is_cut_short) == (1, False)


def test_a_search_that_the_time_stopped_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = iq.SearchResult((), complete=False, nodes=7)
    monkeypatch.setattr("ineqsudoku.apps.diagnose.report.solve", lambda *_, **__: stopped)
    report = iq.validate(PUZZLE, iq.Options(search_time=1, node_limit=10))
    assert (report.status, report.is_cut_short) == ("unknown", True)
    assert str(verdict(report)) == "undecided after 7 nodes (--search-time)"


def test_the_json_form_counts_boxes_from_one() -> None:
    known = report_on("full box").to_dict()
    assert known["box"] == 1
    assert known["conflict"] == [
        {"lesser": "r1c1", "greater": "r1c2", "line": None, "column": None}
    ]
    assert report_on("wrong").to_dict()["box"] is None


def test_values_as_text() -> None:
    relations = (Relation(0, 1), Relation(9, 0))
    listed = "r1c1 < r1c2, r1c1 v r2c1"
    assert str(iq.Conflict(relations, is_minimal=True)) == listed
    assert str(iq.Conflict((), is_minimal=True)) == "the givens alone"
    assert str(iq.Minimal(relations, is_minimal=True)) == listed
    repair = iq.Repair(relations, "unique", iq.Grid("123456789" * 9))
    assert str(repair) == "r1c1 < r1c2 and r1c1 v r2c1"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "exchange the digits of r1c7 and r1c9, r4c7 and r4c9, r8c7 and r8c9"),
        (1, "swap 3 and 4 along r7c6, r7c9, r9c9, r9c6"),
        (
            21,
            "change r4c7 from 4 to 8, r4c9 from 8 to 4, r7c9 from 6 to 8, r7c5 from 7 to 6, "
            "r7c7 from 8 to 7, r9c5 from 6 to 7, r9c9 from 4 to 6, r9c7 from 7 to 4",
        ),
        (
            55,
            "swap 5 and 6 along r4c6, r4c9, r9c9, r9c6; swap 5 and 6 along r5c4, r5c8, r8c8, r8c4",
        ),
    ],
)
def test_the_second_solution_follows_from_the_first(number: int, words: str) -> None:
    puzzle = Puzzle(corpus("open-multiple.tsv")[number][0])
    witnesses = iq.find_witnesses(puzzle, limit=20)
    assert witnesses
    assert str(changes(witnesses)) == f"For the second solution, {words}."

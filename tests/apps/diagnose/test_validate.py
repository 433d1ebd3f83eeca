"""`ineqsudoku validate`: what it says, its JSON, its exit codes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from chinese import english_words
from commands import Command
from data import DATA
from effort import examples
from hypothesis import given, strategies as st
from nine import label
from puzzles import (
    CONTEST,
    CONTEST_GRID,
    EXAMPLES,
    POJ_3074,
    turned,
    without,
)
from strategies import (
    any_layouts,
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    thin_puzzles,
    wrong_layouts,
)

import ineqsudoku as iq
from ineqsudoku.apps.diagnose import printing
from ineqsudoku.apps.diagnose.pictures import caption, verdict
from ineqsudoku.apps.diagnose.progress import OutOfTime
from ineqsudoku.apps.diagnose.repairs import Repairs
from ineqsudoku.apps.explain.pictures import step_pictures
from ineqsudoku.formats import contest, extended
from ineqsudoku.messages import use_language
from ineqsudoku.messages.lines import columns, wrap
from ineqsudoku.puzzle import Puzzle, Relation

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "docs" / "validate.schema.json").read_text(encoding="ascii")
)
PUZZLE = iq.read(CONTEST)
AROUND = [Relation(0, 1), Relation(1, 10), Relation(10, 9), Relation(9, 0)]
CYCLE = contest.write(
    Puzzle.from_relations(
        [*AROUND, *(r for r in PUZZLE.relations if r.pair not in {x.pair for x in AROUND})]
    )
)


def no_solution() -> Puzzle:
    """The example with one sign flipped: the first that leaves neither a solution nor a cycle."""
    candidates = (turned(PUZZLE, relation) for relation in PUZZLE.relations)
    return next(
        puzzle
        for puzzle in candidates
        if iq.solve(puzzle).status == "none" and not iq.RelationGraph(puzzle.relations).cycle()
    )


TEXTS = {
    "valid": CONTEST,
    "cycle": CYCLE,
    "none": contest.write(no_solution()),
    "multiple": contest.write(without(PUZZLE, 24)),
    "syntax": CONTEST.replace("<", "x", 1).replace("> >", "> ?", 1),
}


@pytest.fixture
def objects(ineqsudoku: Command) -> Callable[..., list[dict[str, Any]]]:
    """The objects that `--json` prints, checked against the schema."""

    def run(*arguments: object, stdin: str = "") -> list[dict[str, Any]]:
        ran = ineqsudoku("validate", "--json", *arguments, stdin=stdin.encode())
        values = [json.loads(line) for line in ran.out.splitlines()]
        for value in values:
            jsonschema.validate(value, SCHEMA)
        return values

    return run


Objects = Callable[..., list[dict[str, Any]]]


def cells_of(relation: dict[str, Any]) -> tuple[str, str]:
    return relation["lesser"], relation["greater"]


@pytest.mark.parametrize("status", TEXTS)
def test_every_status_is_reported(ineqsudoku: Command, objects: Objects, status: str) -> None:
    ran = ineqsudoku("validate", "--partial", stdin=TEXTS[status].encode())
    assert ran.code == {"valid": 0, "syntax": 2}.get(status, 1)
    assert ran.err == ""
    assert "not valid" in ran.out or status in ("valid", "syntax")
    (value,) = objects("--partial", stdin=TEXTS[status])
    assert (value["source"], value["index"], value["status"]) == ("<stdin>", 0, status)
    assert value["finished"]


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_malformed_input_is_trouble_whatever_else_is_there(
    ineqsudoku: Command, json: tuple[str, ...], tmp_path: Path
) -> None:
    for name, text in (("malformed.in", TEXTS["syntax"]), ("none.in", TEXTS["none"])):
        (tmp_path / name).write_text(text)
    assert ineqsudoku("validate", *json, tmp_path / "malformed.in").code == 2
    assert ineqsudoku("validate", *json, tmp_path / "none.in").code == 1
    assert ineqsudoku("validate", *json, tmp_path).code == 2


def test_a_single_puzzle_is_rated(ineqsudoku: Command) -> None:
    once = PUZZLE.signs + "\n"
    explanation = iq.explain(PUZZLE)
    rated = f"{explanation.level}, rating {explanation.rating}"
    out = ineqsudoku("validate", stdin=once.encode()).out
    assert out.endswith(f"\n\nFor a person: {rated} (see ineqsudoku explain).\n")
    out = ineqsudoku("validate", "--language", "zh", stdin=once.encode()).out
    chinese = f"简单，评分 {explanation.rating}"
    assert out.endswith(f"\n\n人工解题难度：{chinese}（见 ineqsudoku explain）。\n")
    unsolved = (DATA / "plain" / "hardest-1905.txt").read_bytes().splitlines()[0]
    out = ineqsudoku("validate", "--partial", "--limit", 2, stdin=unsolved).out
    assert out.endswith("\n\nFor a person: the techniques of explain do not solve it.\n")
    assert "rating" not in ineqsudoku("validate", stdin=(2 * once).encode()).out
    assert "rating" not in ineqsudoku("validate", stdin=TEXTS["none"].encode()).out


def test_the_rating_as_json(objects: Objects) -> None:
    (value,) = objects(EXAMPLES / "cqoi2013.in")
    known = iq.explain(PUZZLE).to_dict()
    assert value["difficulty"] == {
        "level": known["level"],
        "rating": known["rating"],
        "complete": True,
    }
    unsolved = (DATA / "plain" / "hardest-1905.txt").read_text("ascii").splitlines()[0]
    (value,) = objects("--partial", stdin=unsolved)
    assert (value["difficulty"]["level"], value["difficulty"]["complete"]) == (None, False)
    two = objects(EXAMPLES / "poj3074.in", "--partial")
    assert [one["difficulty"] for one in two] == [None, None]


def test_all_faults_are_reported(ineqsudoku: Command, objects: Objects) -> None:
    ran = ineqsudoku("validate", stdin=TEXTS["syntax"].encode())
    assert ran.out.count(": expected ") == 2
    (value,) = objects(stdin=TEXTS["syntax"])
    assert [(fault["line"], fault["column"]) for fault in value["faults"]] == [(1, 3), (5, 11)]
    assert value["faults"][0]["found"] == "'x'"
    assert "A letter" in value["faults"][0]["hint"]


def test_a_cycle_is_drawn_and_listed_in_order(ineqsudoku: Command, objects: Objects) -> None:
    (value,) = objects(stdin=CYCLE)
    cells = value["cycle"]
    steps = {*zip(cells, [*cells[1:], cells[0]], strict=True)}
    assert steps == {(label(lesser), label(greater)) for lesser, greater in AROUND}
    out = ineqsudoku("validate", stdin=CYCLE.encode()).out
    assert f"Each cell is less than the next: {' < '.join([*cells, cells[0]])}\n" in out
    assert "\nThe signs in the file (line:column):\n" in out
    picture = "".join(line[2:] for line in out.splitlines() if "│" in line)
    for letter in "abcd":
        assert picture.count(letter) == 1


def test_a_conflict_is_drawn_and_listed(ineqsudoku: Command, objects: Objects) -> None:
    (value,) = objects(stdin=TEXTS["none"])
    out = ineqsudoku("validate", stdin=TEXTS["none"].encode()).out
    cells = {r[which] for r in value["conflict"] for which in ("lesser", "greater")}
    picture = [line for line in out.splitlines() if "│" in line]
    assert sum(line.count("x") for line in picture) == len(cells)
    signs = re.findall(r"r\dc\d [<>^v] r\dc\d", out.partition("Why")[0])
    assert len(signs) == len(value["conflict"])
    assert ("Fewer of these signs" in out) == (not value["conflict_is_minimal"])


def test_the_steps_of_a_proof_are_listed(ineqsudoku: Command, objects: Objects) -> None:
    (value,) = objects(stdin=TEXTS["none"])
    out = ineqsudoku("validate", stdin=TEXTS["none"].encode()).out
    steps, _, rest = out.partition("Why there is no solution:\n")[2].partition("\n\n")
    listed = re.sub(r"\s+", " ", steps)
    for number, step in enumerate(value["proof"], 1):
        assert f"{number}. {step['technique'].capitalize()}: {step['text']}" in listed
    assert value["proof"][-1]["contradiction"]
    signs = [sign for step in value["proof"] for sign in step["premises"]["relations"]]
    assert {*map(cells_of, value["conflict"])} == {*map(tuple, signs)}
    for repair in value["repairs"]:
        assert f"(breaks step {repair['breaks']})" in re.sub(r"\s+", " ", rest)


def test_the_flipped_sign_is_among_the_repairs(ineqsudoku: Command, objects: Objects) -> None:
    (value,) = objects(stdin=TEXTS["none"])
    (wrong,) = {*no_solution().relations} - {*PUZZLE.relations}
    relation = {"lesser": label(wrong.lesser), "greater": label(wrong.greater)}
    mended = {repair["solution"]: repair for repair in value["repairs"]}[CONTEST_GRID.line]
    assert list(map(cells_of, mended["relations"])) == [cells_of(relation)]
    assert mended["status"] == "unique"
    out = ineqsudoku("validate", stdin=TEXTS["none"].encode()).out
    first, second = map(label, wrong.pair)
    assert f"{first} {wrong.sign} {second}" in out.partition("exactly one solution:")[2]
    (value,) = objects("--repair", 0, stdin=TEXTS["none"])
    assert value["repairs"] is None


@pytest.mark.parametrize(
    ("givens", "signs", "head"),
    [
        (".9", ">", "Flipping this sign gives several solutions:\n  r1c1 > r1c2 at "),
        ("..2", "<<", "Flipping one of these signs gives several solutions:\n  r1c1 < r1c2 at "),
    ],
)
def test_repairs_are_counted_and_their_solutions_named(
    ineqsudoku: Command, givens: str, signs: str, head: str
) -> None:
    puzzle = Puzzle(signs.ljust(108, "."), givens.ljust(81, "."))
    out = ineqsudoku("validate", "--partial", stdin=extended.write(puzzle).encode()).out
    assert head in out


def test_signs_are_named_with_line_and_column(ineqsudoku: Command, objects: Objects) -> None:
    """Those of the second puzzle of a file in full-width signs."""
    text = CONTEST + "\n" + TEXTS["none"].replace("<", "＜")
    lines = text.splitlines()
    _, value = objects(stdin=text)
    relations = [
        *value["conflict"],
        *(r for repair in value["repairs"] for r in repair["relations"]),
    ]
    assert relations
    out = ineqsudoku("validate", stdin=text.encode()).out
    for relation in relations:
        number = {label(cell): cell for cell in range(81)}
        sign = Relation(number[relation["lesser"]], number[relation["greater"]])
        written = lines[relation["line"] - 1][relation["column"] - 1]
        assert written.replace("＜", "<") == sign.sign
        assert f"{sign.printed} at {relation['line']}:{relation['column']}" in out
    (value,) = objects(stdin=CYCLE)
    assert [(r["line"], r["column"]) for r in value["conflict"]] == [(1, 1), (2, 3), (3, 1), (2, 1)]
    assert "r1c1 < r1c2 at 1:1" in ineqsudoku("validate", stdin=CYCLE.encode()).out


def test_a_search_time_cuts_the_report_short(
    ineqsudoku: Command, objects: Objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    def out_of_time(*_: object) -> Iterator[Repairs]:
        yield Repairs((), 1)
        raise OutOfTime

    monkeypatch.setattr("ineqsudoku.apps.diagnose.report.repairs", out_of_time)
    arguments = ("--repair", 2, "--search-time", 60)
    (value,) = objects(*arguments, stdin=TEXTS["none"])
    assert (value["finished"], value["cut_short"], value["flips_searched"]) == (True, True, 1)
    ran = ineqsudoku("validate", *arguments, stdin=TEXTS["none"].encode())
    assert ran.code == 1
    assert "No repair by one flip exists" in ran.out
    assert ran.out.endswith("time is over (--search-time): there may be more to find.\n")


def test_witnesses_differ_in_the_cells_that_the_report_lists(
    ineqsudoku: Command, objects: Objects
) -> None:
    (value,) = objects("--partial", stdin=TEXTS["multiple"])
    one, other = value["witnesses"]
    assert value["differs"] == [label(cell) for cell in range(81) if one[cell] != other[cell]]
    assert (value["count"], value["count_is_exact"]) == (11, True)
    out = ineqsudoku("validate", "--partial", stdin=TEXTS["multiple"].encode()).out
    assert "not valid: 11 solutions" in out
    assert out.count("[") == 2 * len(value["differs"])
    assert max(map(len, out.splitlines())) <= 80
    (value,) = objects("--partial", "--limit", 5, stdin=TEXTS["multiple"])
    assert (value["count"], value["count_is_exact"]) == (5, False)
    out = ineqsudoku("validate", "--partial", "--limit", 5, stdin=TEXTS["multiple"].encode()).out
    assert "5+ solutions" in out


def test_a_valid_puzzle_is_drawn_with_its_solution(ineqsudoku: Command, objects: Objects) -> None:
    ran = ineqsudoku("validate", EXAMPLES / "cqoi2013.in")
    assert "valid: one solution, 18 of 108 signs redundant\n" in ran.out
    picture = "".join(line[2:] for line in ran.out.splitlines() if "│" in line)
    assert re.sub("[^1-9]", "", picture) == CONTEST_GRID.line
    assert re.sub("[^<>^v]", "", picture) == PUZZLE.signs
    (value,) = objects(EXAMPLES / "cqoi2013.in")
    assert value["solution"] == CONTEST_GRID.line
    assert len(value["redundant"]) == 18
    assert value["minimal"] is None


def test_each_valid_puzzle_of_several_sources_gets_a_line(ineqsudoku: Command) -> None:
    ran = ineqsudoku("validate", EXAMPLES / "cqoi2013.in", EXAMPLES / "cqoi2013-2.in")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        f"{EXAMPLES}/cqoi2013.in:1: valid: one solution, 18 of 108 signs redundant",
        f"{EXAMPLES}/cqoi2013-2.in:1: valid: one solution, 14 of 108 signs redundant",
    ]


def test_absent_signs_have_to_be_allowed(ineqsudoku: Command, objects: Objects) -> None:
    text = CONTEST + "\n" + contest.write(without(PUZZLE, 3))
    ran = ineqsudoku("validate", stdin=text.encode())
    assert ran.code == 1
    assert "<stdin>:17:1: expected a sign, found '.'" in ran.out
    assert "3 signs are absent" in ran.out
    assert [value["status"] for value in objects(stdin=text)] == ["valid", "syntax"]
    assert ineqsudoku("validate", "--partial", stdin=text.encode()).code == 0


def test_signs_absent_on_box_borders_are_none(ineqsudoku: Command) -> None:
    text = extended.write(PUZZLE)
    assert ineqsudoku("validate", stdin=text.encode()).code == 0
    ran = ineqsudoku("validate", stdin=extended.write(without(PUZZLE, 3)).encode())
    assert ran.code == 1
    assert "<stdin>:1:1: expected a sign, found '.'" in ran.out
    signs = f"{PUZZLE.signs[:3]}.{PUZZLE.signs[4:]}"
    ran = ineqsudoku("validate", stdin=extended.write(replace(PUZZLE, signs=signs)).encode())
    assert "<stdin>:1:9: expected a sign, found '.'" in ran.out


def test_givens_without_signs_have_to_be_allowed(ineqsudoku: Command) -> None:
    text = "\n".join(POJ_3074).encode()
    ran = ineqsudoku("validate", stdin=text)
    assert ran.code == 1
    assert "<stdin>:2:1: expected signs, found none" in ran.out
    assert ineqsudoku("validate", "--partial", stdin=text).code == 0


def test_what_cannot_be_read_is_trouble_and_the_rest_goes_on(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    ran = ineqsudoku("validate", tmp_path / "missing.in", EXAMPLES / "cqoi2013.in")
    assert ran.code == 2
    assert ran.err == f"{tmp_path}/missing.in: No such file or directory\n"
    assert "cqoi2013.in:1: valid" in ran.out


def test_an_interrupted_report_tells_what_was_found(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ineqsudoku.apps.diagnose.report.repairs", interrupt)
    ran = ineqsudoku("validate", stdin=TEXTS["none"].encode())
    assert ran.code == 130
    assert "that cannot all hold" in ran.out
    assert ran.out.endswith("Interrupted: there may be more to find.\n")
    ran = ineqsudoku("validate", "--json", stdin=TEXTS["none"].encode())
    value = json.loads(ran.out)
    jsonschema.validate(value, SCHEMA)
    assert value["conflict"]
    assert not value["finished"]


@examples(60, quick=6)
@given(
    puzzle=full_layouts() | partial_layouts() | wrong_layouts() | any_layouts() | mixed_puzzles()
)
def test_every_report_is_as_the_schema_says(puzzle: Puzzle) -> None:
    options = iq.Options(orders=2, limit=20, minimal=False)
    report = iq.validate(puzzle, options)
    where = {"source": "", "index": 0, "line": 1}
    jsonschema.validate({**where, **report.to_dict()}, SCHEMA)


def test_nothing_is_wider_than_a_narrow_terminal(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    none = ineqsudoku("validate", stdin=TEXTS["none"].encode())
    assert max(map(len, none.out.splitlines())) <= 60
    few = CONTEST.replace("<", ".").encode()
    ran = ineqsudoku("validate", "--partial", "--limit", 20, stdin=few)
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 60
    assert sum("┌" in line for line in lines) == 2
    assert not [line for line in lines if line.count("┌") > 1]


@examples(12, quick=6)
@given(
    thin_puzzles() | wrong_layouts(),
    st.builds(
        iq.Options,
        repair=st.integers(0, 2),
        orders=st.just(1),
        limit=st.just(5),
        minimal=st.booleans(),
    ),
    st.booleans(),
)
def test_all_findings_are_chinese_for_a_chinese_reader(
    puzzle: Puzzle, options: iq.Options, is_finished: bool
) -> None:
    report = iq.validate(puzzle, options)
    report = replace(report, is_finished=is_finished, is_cut_short=True)
    english = texts_of(report)
    with use_language("zh"):
        chinese = texts_of(report)
    lines = [line for text in chinese for line in text.splitlines()]
    # A sign of a proof stands on a line with all its steps.
    assert all(columns(line) <= 78 or len(CELLS.findall(line)) == 2 for line in lines)
    assert not english_words("".join(chinese), {"explain"})
    for one, other in zip(english, chinese, strict=True):
        assert sorted(CELLS.findall(other)) == sorted(CELLS.findall(one))


CELLS = re.compile(r"r\d+c\d+")


def texts_of(report: iq.Report) -> list[str]:
    """The paragraphs that are printed, and the caption and values of Python, one sentence each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "_draw", lambda _: "")
        paragraphs = [*printing.explanation(report, {}, picture=True)]
    values = (caption(report), report.conflict, *report.repairs, report.minimal)
    sentences = [str(verdict(report)), *(str(value) for value in values if value)]
    return [*paragraphs, *("\n".join(wrap(text, 78)) for text in sentences)]


def test_sentences_in_json_have_their_codes_and_arguments(objects: Objects) -> None:
    ((fault,),) = (value["faults"] for value in objects(stdin=TEXTS["multiple"]))
    assert (fault["expected"], fault["found"]) == (["a sign"], "'.'")
    assert fault["hint"] == "24 signs are absent, which --partial allows."
    assert fault["code"] == "fault"
    assert fault["arguments"] == {
        "expected": [{"code": "validate.sign", "arguments": {}}],
        "found": "'.'",
        "hint": {"code": "validate.absent", "arguments": {"n": 24}},
    }


def test_clashing_givens_get_no_advice_to_flip_signs(ineqsudoku: Command) -> None:
    ran = ineqsudoku("validate", "--partial", DATA / "cases" / "plain-clashing-givens.txt")
    assert ran.code == 1
    assert "The givens alone contradict each other." in ran.out
    assert "In row 1, r1c2 and r1c3 are both given as 9." in ran.out
    assert "flip" not in ran.out
    assert "repair" not in ran.out


def test_clashing_givens_are_drawn_as_they_are() -> None:
    report = iq.validate(iq.Puzzle(givens="11" + "." * 79))
    assert report.proof
    (picture, *_) = step_pictures(report.puzzle, report.proof)
    assert picture.digits == "." * 81
    assert [picture.text(cell) for cell in range(3)] == ["1", "1", ""]

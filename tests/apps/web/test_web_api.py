"""The JSON interface of the page, without a server."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import jsonschema
import pytest
from boards import sections
from effort import slow
from puzzles import CONTEST, INKALA, turned
from referencing import Registry, Resource

import ineqsudoku as iq
from ineqsudoku.apps.web.answers import MOST_PUZZLES
from ineqsudoku.apps.web.api import ANSWERS, answer_text
from ineqsudoku.apps.web.export import _packages
from ineqsudoku.apps.web.fields import puzzle as puzzle_of
from ineqsudoku.apps.web.values import object_of
from ineqsudoku.errors import ConversionWarning
from ineqsudoku.formats.registry import READABLE, WRITABLE, WritableFormat
from ineqsudoku.geometry import HOUSES, label

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
PUZZLE = iq.read(CONTEST)
UNSOLVABLE = turned(PUZZLE, PUZZLE.relations[0])

REGISTRY: Registry[Any] = Registry().with_resources(
    (name, Resource.from_contents(json.loads((DOCS / name).read_text(encoding="utf-8"))))
    for name in ("web.schema.json", "validate.schema.json")
)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every answer the time that it needs, on any machine."""
    for name in ("SEARCH_TIME", "GENERATION_TIME"):
        monkeypatch.setattr(f"ineqsudoku.apps.web.answers.{name}", 1e9)


def is_valid(value: object, definition: str) -> None:
    schema = {"$ref": f"web.schema.json#/$defs/{definition}"}
    jsonschema.Draft202012Validator(schema, registry=REGISTRY).validate(value)


def ask(name: str, language: str = "en", **request: Any) -> Any:
    """The answer to a request; both are held to the schema."""
    is_valid(request, f"{name}_request")
    status, text = answer_text(name, json.dumps(request), language)
    assert status == 200, text
    answer = json.loads(text)
    is_valid(answer, f"{name}_answer")
    return answer


def refusal(name: str, **request: Any) -> tuple[int, str]:
    status, text = answer_text(name, json.dumps(request))
    answer = json.loads(text)
    is_valid(answer, "error")
    return status, answer["error"]


OPEN = iq.Puzzle(PUZZLE.signs[:60] + "." * 48)


# --- read ---------------------------------------------------------------------------------


def test_read_gives_each_puzzle_and_its_line() -> None:
    answer = ask("read", text=f"{CONTEST}\n{CONTEST}")
    assert [puzzle_of(entry["puzzle"]) for entry in answer["puzzles"]] == [PUZZLE, PUZZLE]
    assert [entry["line"] for entry in answer["puzzles"]] == [1, 17]
    assert (answer["format"], answer["count"], answer["faults"]) == ("contest", 2, [])


def test_read_points_at_each_fault() -> None:
    lines = CONTEST.splitlines()
    lines[2] = lines[2].replace("<", "x", 1).replace(">", "y", 1)
    answer = ask("read", text="\n".join(lines))
    assert answer["puzzles"] == []
    assert {fault["line"] for fault in answer["faults"]} == {3}
    assert all(lines[2][fault["column"] - 1] in "xy" for fault in answer["faults"])


@pytest.mark.parametrize("text", ["", " \n", "nothing of the kind", "\0"])
def test_a_text_without_a_puzzle_is_answered_with_faults(text: str) -> None:
    answer = ask("read", text=text)
    assert answer["faults"]
    assert answer["count"] == 0


@pytest.mark.parametrize("encoding", ["utf-16", "gbk", "utf-8-sig"])
def test_read_detects_the_encoding_of_a_file(encoding: str) -> None:
    data = f"不等式数独\n{CONTEST}".encode(encoding)
    answer = ask("read", base64=b64encode(data).decode())
    assert puzzle_of(answer["puzzles"][0]["puzzle"]) == PUZZLE


@pytest.mark.parametrize(("language", "start"), [("en", "read as GB18030"), ("zh", "不是 UTF-8")])
def test_a_warning_does_not_name_the_text_in_any_language(language: str, start: str) -> None:
    data = f"不等式数独\n{CONTEST}".encode("gbk")
    (warning, *_) = ask("read", language, base64=b64encode(data).decode())["warnings"]
    assert warning.startswith(start)


def test_read_gives_the_first_of_many_puzzles_and_counts_all() -> None:
    answer = ask("read", text=f"{PUZZLE.signs}\n" * (MOST_PUZZLES + 1))
    assert (len(answer["puzzles"]), answer["count"]) == (MOST_PUZZLES, MOST_PUZZLES + 1)


def test_read_drops_foreign_rules_on_request_and_names_them() -> None:
    board = {"size": 9, "grid": [[{}] * 9] * 9, "antiknight": True}
    board["thermometer"] = [
        {"lines": [[f"R{cell // 9 + 1}C{cell % 9 + 1}" for cell in relation]]}
        for relation in PUZZLE.relations
    ]
    text = json.dumps(board)
    assert ask("read", text=text)["faults"]
    answer = ask("read", text=text, lossy=True)
    assert puzzle_of(answer["puzzles"][0]["puzzle"]) == PUZZLE
    assert any("dropped" in warning for warning in answer["warnings"])


def test_puzzles_survive_the_way_to_json_and_back() -> None:
    for puzzle in (
        iq.Puzzle(),
        PUZZLE,
        iq.Puzzle(givens="1" + "." * 80, border_signs="<" + "." * 35),
    ):
        assert puzzle_of(json.loads(json.dumps(object_of(puzzle)))) == puzzle
    assert puzzle_of({}) == puzzle_of({"signs": "", "givens": ""}) == iq.Puzzle()


# --- judge --------------------------------------------------------------------------------


def test_judge_reports_the_solution_and_the_level() -> None:
    answer = ask("judge", puzzle=object_of(PUZZLE))
    assert answer["status"] == "valid"
    assert answer["solution"] == iq.solve(PUZZLE).solutions[0].line
    assert answer["difficulty"]["level"] == iq.explain(PUZZLE).level


def test_judge_reports_the_status_alone_if_that_is_wanted() -> None:
    answer = ask("judge", puzzle=object_of(UNSOLVABLE), depth="status")
    assert (answer["status"], answer["conflict"], answer["finished"]) == ("none", None, False)


def test_judge_gives_a_conflict_and_its_repairs() -> None:
    answer = ask("judge", puzzle=object_of(UNSOLVABLE))
    report = iq.validate(UNSOLVABLE)
    assert report.conflict
    assert report.repairs
    assert len(answer["conflict"]) == len(report.conflict.relations)
    assert len(answer["repairs"]) == len(report.repairs)
    assert len(answer["boards"]) == len(answer["proof"]) == len(report.proof) > 1
    roles = {(*sign,): role for board in answer["boards"] for *sign, role in board["signs"]}
    signs = [(relation["lesser"], relation["greater"]) for relation in answer["conflict"]]
    assert roles == dict.fromkeys(signs, "premise")


def test_judge_gives_two_witnesses() -> None:
    answer = ask("judge", puzzle=object_of(OPEN))
    first, second = answer["witnesses"]
    assert answer["status"] == "multiple"
    assert first != second


def test_judge_does_without_repairs_if_that_is_wanted() -> None:
    assert ask("judge", puzzle=object_of(UNSOLVABLE), repair=0)["repairs"] is None


def test_judge_finds_a_minimal_set_of_signs_on_request() -> None:
    assert ask("judge", puzzle=object_of(PUZZLE))["minimal"] is None
    answer = ask("judge", puzzle=object_of(PUZZLE), minimal=True)
    assert len(answer["minimal"]) == len(iq.minimise(PUZZLE).relations) < len(PUZZLE.relations)


# --- hint, explain ------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_a_hint_says_no_more_than_its_stage(stage: int) -> None:
    answer = ask("hint", puzzle=object_of(PUZZLE), stage=stage)
    assert len(answer["stages"]) == stage
    assert bool(answer["steps"]) == (stage == 3)


def test_a_hint_finds_a_wrong_digit() -> None:
    right = iq.solve(PUZZLE).solutions[0][0]
    progress = str(right % 9 + 1) + "." * 80
    answer = ask("hint", puzzle=object_of(PUZZLE), progress=progress)
    assert (answer["kind"], answer["wrong_digits"]) == ("mistake", [["r1c1", int(progress[0])]])
    assert [(stage["houses"], stage["cells"]) for stage in answer["stages"]] == [
        ([], []),
        (["box 1"], []),
        ([], ["r1c1"]),
    ]


def test_explain_is_what_the_library_explains() -> None:
    answer = ask("explain", puzzle=object_of(PUZZLE))
    boards = answer.pop("boards")
    assert answer == iq.explain(PUZZLE).to_dict()
    assert boards[-1]["digits"] == iq.solve(PUZZLE).solutions[0].line


@pytest.mark.parametrize("seed", [0, *slow([1, 2])])
def test_boards_show_candidates_only_where_a_step_speaks_of_them(seed: int) -> None:
    (made,) = iq.generate(1, kind="partial", level="expert", seed=seed)
    answer = ask("explain", puzzle=object_of(made.puzzle))
    assert any(step["chain"] for step in answer["steps"])
    for step, board in zip(answer["steps"], answer["boards"], strict=True):
        named = [*step["places"], *step["removes"]]
        cells = {cell for cell, _ in named} | {fact["cell"] for fact in step["premises"]["cells"]}
        parts = [step["contradiction"] or {}, *step["chain"]]
        cells.update(part["cell"] for part in parts if part.get("cell"))
        houses = [part["house"] for part in parts if part.get("house")]
        cells.update(cell for house in houses for cell in cells_of(house))
        assert cells.issuperset(board["candidates"])
        assert cells.issuperset(board["cells"])
        shown = [cell for cell, _ in step["removes"] if cell in board["candidates"]]
        assert shown == [cell for cell, _ in step["removes"]]


def cells_of(house: str) -> list[str]:
    kind, number = house.split()
    place = 9 * ("row", "column", "box").index(kind) + int(number) - 1
    return [*map(label, HOUSES[place])]


def test_hints_and_explanations_are_in_chinese_on_request() -> None:
    english = ask("explain", puzzle=object_of(PUZZLE))
    chinese = ask("explain", "zh", puzzle=object_of(PUZZLE))
    for one, other in zip(english["steps"], chinese["steps"], strict=True):
        assert one["text"].isascii()
        assert other["text"].endswith("。")
        assert {**one, "text": ""} == {**other, "text": ""}
    hint = ask("hint", "zh", puzzle=object_of(PUZZLE))
    assert [stage["text"][-1] for stage in hint["stages"]] == ["。"] * 3
    assert hint["stages"][-1]["text"] == "\n".join(step["text"] for step in hint["steps"])


@pytest.mark.parametrize("name", ["hint", "explain"])
@pytest.mark.parametrize(("puzzle", "number"), [(UNSOLVABLE, "none"), (OPEN, "several")])
def test_only_puzzles_with_one_solution_are_explained(
    name: str, puzzle: iq.Puzzle, number: str
) -> None:
    status, sentence = refusal(name, puzzle=object_of(puzzle))
    assert status == 422
    assert sentence.endswith(f"with exactly one solution, but this one has {number}.")


# --- generate -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"level": "moderate"},
        {"kind": "partial", "signs": "minimal"},
        {"kind": "plain"},
    ],
)
def test_generate_makes_what_the_library_makes(options: dict[str, Any]) -> None:
    (expected,) = iq.generate(1, seed=5, **options)
    answer = ask("generate", seed=5, **options)
    assert puzzle_of(answer["puzzle"]) == expected.puzzle
    assert answer["seed"] == 5


def test_generate_says_that_it_found_nothing_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ineqsudoku.apps.web.answers.GENERATION_TIME", 1e-9)
    status, sentence = refusal("generate", seed=1, level="extreme")
    assert status == 422
    assert sentence.startswith("No such puzzle was found within ")


# --- draw, convert ------------------------------------------------------------------------


def test_draw_makes_pictures_and_worksheets() -> None:
    puzzle = object_of(PUZZLE)
    assert ask("draw", puzzle=puzzle)["text"].startswith("<svg")
    for answers in (False, True):
        html = ask("worksheet", puzzle=puzzle, answers=answers, title="Week 12")["text"]
        pages = sections(html)
        assert len(pages) == 1 + answers
        assert pages[0].findtext("h1") == "Week 12"
        assert [each.text for each in pages[0].iter("h2")] == [str(iq.explain(PUZZLE).level)]
    (page,) = sections(ask("worksheet", puzzle={}, answers=True)["text"])
    assert list(page.iter("h2")) == []
    pages = sections(ask("worksheet", puzzle=object_of(INKALA), answers=True)["text"])
    assert len(pages) == 2
    assert list(pages[0].iter("h2")) == []


@pytest.mark.parametrize("to", WRITABLE)
def test_convert_writes_what_the_library_writes(to: WritableFormat) -> None:
    answer = ask("convert", puzzle=object_of(PUZZLE), to=to, lossy=True)
    with pytest.warns(ConversionWarning) if answer["warnings"] else nullcontext():
        assert answer["text"] == iq.write(PUZZLE, to, lossy=True)


def test_convert_refuses_to_lose_anything_unasked() -> None:
    assert refusal("convert", puzzle=object_of(PUZZLE), to="plain") == (
        422,
        "Plain cannot hold 108 signs.",
    )


def test_formats_name_the_parts_that_they_lose() -> None:
    answer = ask("formats", puzzle=object_of(PUZZLE))
    by_name = {format["name"]: format for format in answer["formats"]}
    assert {*by_name} == {*WRITABLE}
    assert {name for name, format in by_name.items() if format["is_read"]} <= {*READABLE}
    assert by_name["plain"]["loses"] == ["108 signs"]


# --- refusals -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "request_", "status", "sentence"),
    [
        ("guess", {}, 404, "Unknown request 'guess'; known requests: "),
        ("judge", {}, 400, "The field 'puzzle' is missing."),
        ("judge", {"puzzle": {}, "depht": ""}, 400, "Unknown field 'depht'; known fields: "),
        ("judge", {"puzzle": {"signs": "<"}}, 400, "'puzzle' is not a puzzle: not 108 signs"),
        ("judge", {"puzzle": []}, 400, "Expected an object in 'puzzle', found […]."),
        ("judge", {"puzzle": {"size": 9}}, 400, "Unknown field 'puzzle.size'; known fields: signs"),
        ("judge", {"puzzle": {"signs": 1}}, 400, "Expected a string in 'puzzle.signs', found 1."),
        ("judge", {"puzzle": {}, "minimal": 1}, 400, "Expected true or false in 'minimal', found"),
        ("judge", {"puzzle": {}, "repair": 0.5}, 400, "Expected 0 to 2 in 'repair', found 0.5."),
        ("judge", {"puzzle": {}, "repair": True}, 400, "Expected 0 to 2 in 'repair', found true."),
        ("judge", {"puzzle": {}, "depth": None}, 400, "Expected one of status, full in 'depth'"),
        ("read", {"text": "\ud800"}, 400, "Expected a string in 'text', found \"\\ud800\"."),
        ("worksheet", {"puzzle": {}, "title": 1}, 400, "Expected a string in 'title', found 1."),
        ("hint", {"puzzle": {}, "stage": 4}, 400, "Expected 1 to 3 in 'stage', found 4."),
        ("hint", {"puzzle": object_of(PUZZLE), "progress": "x"}, 400, "'progress': expected 81"),
        ("read", {}, 400, "Expected either 'text' or 'base64', the bytes of a file."),
        ("read", {"text": "", "base64": ""}, 400, "Expected either 'text' or 'base64'"),
        ("read", {"base64": "%"}, 400, "'base64' is not in base64."),
        ("read", {"text": "", "format": "dimacs"}, 400, "Expected one of auto, contest"),
        ("generate", {"seed": -1}, 400, "Expected 0 to 9007199254740991 in 'seed', found -1."),
        ("generate", {"seed": "1"}, 400, "Expected 0 to 9007199254740991 in 'seed', found \"1\"."),
        ("generate", {"seed": 1, "signs": "minimal"}, 400, "Signs cannot be chosen with kind 'fu"),
        ("generate", {"seed": 1, "level": "easiest"}, 400, "Expected one of easy, moderate, hard"),
        ("convert", {"puzzle": {}, "to": "hexadoku"}, 400, "Expected one of contest, compact"),
    ],
)
def test_a_request_of_the_wrong_shape_gets_one_clear_sentence(
    name: str, request_: dict[str, Any], status: int, sentence: str
) -> None:
    code, message = refusal(name, **request_)
    assert (code, message[: len(sentence)]) == (status, sentence)
    assert message.endswith(".")
    assert "\n" not in message
    code, text = answer_text(name, json.dumps(request_), "zh")
    assert (code, json.loads(text)["error"][-1]) == (status, "。")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"NaN", b"[" * 100_000, b"1" * 5000, b'{"text": Infinity}']
)
@pytest.mark.usefixtures("uncollected")
def test_what_is_no_json_is_refused(body: bytes) -> None:
    status, text = answer_text("read", body)
    assert status == 400
    assert json.loads(text)["error"].startswith(
        ("The request is not JSON", "The request is not in")
    )


def test_the_language_changes_sentences_but_not_their_messages() -> None:
    for puzzle in (PUZZLE, OPEN, UNSOLVABLE):
        english, chinese = (ask("judge", name, puzzle=object_of(puzzle)) for name in ("en", "zh"))
        assert english["verdict"].isascii()
        assert chinese["verdict"].endswith("。")
        assert english["messages"]["verdict"] == chinese["messages"]["verdict"]


@pytest.mark.parametrize("value", [None, True, 1, 1.5, "text", []])
@pytest.mark.parametrize("name", list(ANSWERS))
def test_a_request_is_an_object(name: str, value: object) -> None:
    status, text = answer_text(name, json.dumps(value))
    assert (status, json.loads(text)["error"][:34]) == (400, "Expected an object in 'request', f")


def test_the_interface_needs_no_server() -> None:
    code = "import sys, ineqsudoku.apps.web.api; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"starlette", "uvicorn", "asyncio", "multiprocessing", "socket"} & {*loaded}


def test_the_python_of_the_site_answers_alone(tmp_path: Path) -> None:
    """The site has the modules that answers import, and a browser has no package but them."""
    with ZipFile(BytesIO(_packages())) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "ask.py").write_text(f"""\
import json, sys
sys.path[:0] = [{str(tmp_path)!r}]
sys.modules.update(dict.fromkeys(["click", "rich", "fcntl", "resource", "termios"]))
from ineqsudoku.apps.web.api import answer_text
text = {CONTEST!r}
status, read = answer_text("read", json.dumps({{"text": text}}))
puzzle = json.loads(read)["puzzles"][0]["puzzle"]
for name in ("judge", "hint", "explain", "formats"):
    print(name, answer_text(name, json.dumps({{"puzzle": puzzle}}))[0])
convert = {{"puzzle": puzzle, "to": "plain", "lossy": True}}
print("convert", answer_text("convert", json.dumps(convert))[0])
print("generate", answer_text("generate", json.dumps({{"kind": "full", "seed": 1}}))[0])
print("fault", answer_text("read", json.dumps({{"text": text[:-30] + "w"}}))[0])
""")
    command = [sys.executable, "-I", "-S", str(tmp_path / "ask.py")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert {line.split()[1] for line in ran.stdout.splitlines()} == {"200"}

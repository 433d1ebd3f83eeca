"""`grade` without tests: what it says of programs as contestants write them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command, Ran
from effort import slow
from puzzles import CONTEST_ANSWER
from sandboxes import needs_sandbox, needs_tool
from slow_programs import contestant, dancing_links, program

from ineqsudoku.apps.generate.testset import shipped_tests
from ineqsudoku.apps.grade.grading import Cell
from ineqsudoku.apps.grade.reports.summary import summarize
from ineqsudoku.apps.grade.testdata import Case, shipped_tests as cases
from ineqsudoku.apps.package.problem import solutions
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.apps.sandbox.submissions import Submission
from ineqsudoku.checker import Verdict
from ineqsudoku.messages import Message, use_language

NUMBER = len(shipped_tests())
UPWARDS = range(80, -1, -1)


def cell(case: Case, verdict: Verdict, seconds: float = 0.01) -> Cell:
    return Cell(case, Run(verdict, cpu=seconds))


def results(*verdicts: str) -> list[Cell]:
    names = [*verdicts, *["AC"] * (NUMBER - len(verdicts))]
    return [cell(case, Verdict(name)) for case, name in zip(cases().cases, names, strict=True)]


def summary(cells: list[Cell], language: str = "c++") -> Message | None:
    return summarize(cells, Submission("main", languages()[language], {}))


ALL_BUT = [NUMBER - wrong for wrong in range(6)]


@pytest.mark.parametrize(
    ("verdicts", "english", "chinese"),
    [
        ([], f"right on {NUMBER} of {NUMBER}", f"跑完的 {NUMBER} 个测试点中答对 {NUMBER} 个"),
        (
            ["TLE"],
            f"right on {ALL_BUT[1]} of {ALL_BUT[1]}, too slow on 1",
            f"跑完的 {ALL_BUT[1]} 个测试点中答对 {ALL_BUT[1]} 个、1 个超时",
        ),
        (
            ["TLE", "RE", "WA", "WA"],
            f"wrong on 2 tests, crashed on 1 test, right on {ALL_BUT[4]} of {ALL_BUT[1]}, "
            "too slow on 1: start with samples/2, a sample",
            "2 个测试点答案错误、1 个测试点运行时错误、"
            f"跑完的 {ALL_BUT[1]} 个测试点中答对 {ALL_BUT[4]} 个、1 个超时：先看样例 samples/2",
        ),
    ],
)
def test_faults_come_first(verdicts: list[str], english: str, chinese: str) -> None:
    message = summary(results(*verdicts))
    assert str(message) == english
    with use_language("zh"):
        assert str(message) == chinese


def test_nothing_is_said_of_programs_that_did_not_run() -> None:
    assert summary(results(*["CE"] * NUMBER)) is None
    assert summary(results("JE")) is None
    assert summary([]) is None
    assert summary([cell(Case("1", "", lambda _: b""), Verdict.AC)]) is None


def test_a_search_is_named_in_every_language() -> None:
    slow_cells = [
        cell(case, Verdict.TLE if seconds > 1 else Verdict.AC, min(seconds, 1.0))
        for case in cases().cases
        for seconds in [case.nodes["rows"] / 1e8]
    ]
    message = summary(slow_cells)
    assert message
    assert str(message).endswith(": it looks like a row-major search without bounds")
    with use_language("zh"):
        assert str(message).endswith("：看起来是逐行搜索，没有用上下界")
    faults = [*slow_cells[:-1], cell(slow_cells[-1].case, Verdict.WA)]
    assert "looks like" not in str(summary(faults))


def at_speed(nodes: float, limit: float = 1.0) -> list[Cell]:
    """The cells of a row-major search with this many nodes a second."""
    times = [(case, case.nodes["rows"] / nodes) for case in cases().cases]
    return [
        cell(case, Verdict.TLE if time > limit else Verdict.AC, min(time, limit))
        for case, time in times
    ]


def test_dear_steps_are_named() -> None:
    assert str(summary(at_speed(3e6))).endswith("looks like a row-major search without bounds")
    assert str(summary(at_speed(1e5))).endswith(
        "without bounds whose steps take 10 µs each: does it check the whole board at each step?"
    )
    assert str(summary(at_speed(1e5), "python")).endswith("a row-major search without bounds")
    assert "33 µs each" in str(summary(at_speed(3e4), "python"))


def test_a_longer_limit_is_advised_if_too_few_runs_end() -> None:
    assert str(summary(at_speed(1e4))).endswith("; --time-limit 10 would show more")
    assert str(summary(at_speed(4e4, 0.3))).endswith(
        ": too few runs ended to tell which search it is; --time-limit 3 would show more"
    )


# --- programs in the sandbox ---------------------------------------------------------------

Grade = Callable[..., Ran]


@pytest.fixture
def grade(ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Grade:
    """Grade programs by their names, with more arguments behind their names and texts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def of(texts: dict[str, str], *arguments: object) -> Ran:
        for name, text in texts.items():
            Path(name).write_text(text, encoding="utf-8")
        return ineqsudoku("grade", *texts, *arguments)

    return of


def last_line(ran: Ran) -> str:
    return ran.out.splitlines()[-1]


WORDS = {
    "rows": "a row-major search without bounds",
    "columns": "a column-major search without bounds",
    "columns-bounds": "a column-major search with bounds",
    "boxes": "a box-by-box search without bounds",
    "boxes-bounds": "a box-by-box search with bounds",
    "fewest": "a search that fills cells with the fewest digits first, without bounds",
}


@needs_sandbox
@needs_tool("g++")
@pytest.mark.parametrize(
    ("target", "suffix"),
    [
        ("rows", "cpp"),
        *slow([("columns-bounds", "cpp"), ("boxes", "cpp"), ("fewest", "cpp")]),
        *slow([("rows", "py"), ("columns", "py"), ("boxes-bounds", "py")]),
    ],
)
def test_the_search_of_a_program_is_named(grade: Grade, target: str, suffix: str) -> None:
    """For C++, the time limit is shorter than the usual one only to make the test shorter."""
    limit = ("--time-limit", 0.4) if suffix == "cpp" else ()
    ran = grade({f"slow.{suffix}": contestant(target, suffix)}, *limit)
    assert ran.code == 1
    assert last_line(ran).startswith(f"slow.{suffix}: right on ")
    assert last_line(ran).endswith(f": it looks like {WORDS[target]}")


@needs_sandbox
@needs_tool("g++")
def test_an_unknown_order_is_not_named(grade: Grade) -> None:
    ran = grade({"upwards.cpp": program(UPWARDS, "cpp")}, "--time-limit", 0.2)
    assert ", too slow on " in last_line(ran)
    assert "looks like" not in ran.out


@needs_sandbox
@needs_tool("g++")
def test_dancing_links_are_not_called_row_major(grade: Grade) -> None:
    ran = grade({"dlx.cpp": dancing_links()}, "--time-limit", 0.1)
    assert "too slow on " in ran.out
    assert "looks like a row-major" not in ran.out


@needs_sandbox
@needs_tool("g++")
def test_several_programs_have_a_sentence_each(grade: Grade, tmp_path: Path) -> None:
    texts = {
        "boxes.cpp": next(one.source for one in solutions() if one.name == "boxes.cpp"),
        "crash.cpp": "int main() { return 3; }",
        "typo.cpp": "int main() { return }",
        "sample.py": f"print('''{CONTEST_ANSWER}''')",
    }
    ran = grade(texts, "--html", "page.html", "--json")
    sentences = {
        "boxes.cpp": f"right on {NUMBER} of {NUMBER}",
        "crash.cpp": f"crashed on {NUMBER} tests, right on 0 of {NUMBER}: its exit code is 3; does "
        "main return 0?",
        "sample.py": f"wrong on {NUMBER - 1} tests, right on 1 of {NUMBER}: start with samples/2, "
        "a sample",
    }
    shown = [f"{name}: {sentence}" for name, sentence in sentences.items()]
    assert shown == [line for line in ran.err.splitlines() if line in shown]
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    report = json.loads(ran.out)
    summaries = {one["name"]: one["summary"] for one in report["submissions"]}
    assert summaries.pop("typo.cpp") is None
    for name, sentence in sentences.items():
        assert f"<p>{sentence}</p>" in page
        assert summaries[name]["words"] == sentence
        assert summaries[name]["message"]["code"].startswith("summary.")


@needs_sandbox
def test_tests_of_ones_own_have_no_sentence(grade: Grade, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    test = shipped_tests()[0]
    (tmp_path / "tests" / "1.in").write_text(cases().cases[0].input.decode())
    ran = grade({"right.py": f"print('''{test.solution}''')"}, "--tests", "tests", "--json")
    assert ran.code == 0
    assert "right on" not in ran.out + ran.err
    (report,) = json.loads(ran.out)["submissions"]
    assert report["summary"] is None

"""What the judge says is Chinese where people read it: no word of it is English but names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from chinese import english_words
from commands import Command
from hypothesis import given, strategies as st
from puzzles import CONTEST, CONTEST_ANSWER
from rich.console import Console
from strategies import mixed_puzzles
from test_grading import EXECUTIONS, LIMITS

from ineqsudoku.apps.grade.grading import Attempt, Graded, Grading
from ineqsudoku.apps.grade.reports.html import write_html
from ineqsudoku.apps.grade.reports.results import GradeReport, report
from ineqsudoku.apps.grade.reports.terminal import render
from ineqsudoku.apps.grade.testdata import tests as read_tests
from ineqsudoku.apps.sandbox import execution as executions
from ineqsudoku.apps.sandbox.cgroups import Parent
from ineqsudoku.apps.sandbox.compilation import LIMITS as COMPILING
from ineqsudoku.apps.sandbox.isolation import Bubblewrap
from ineqsudoku.apps.sandbox.judging import verdict
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.apps.sandbox.submissions import contestants
from ineqsudoku.apps.sandbox.unisolated import Unisolated
from ineqsudoku.checker import Expectation, Verdict, expectation
from ineqsudoku.formats import Entry, parse, whole_text
from ineqsudoku.messages import Argument, Items, Message, use_language
from ineqsudoku.messages.lines import columns

TERMS = ("MiB", "KiB", "bubblewrap", "check")
"""Words that are the same in Chinese."""

RUNS = [
    *(execution for execution, *_ in EXECUTIONS),
    *(
        executions._execution(result, b"", words)
        for result in (b"", b"ready\n", b"failed No such file or directory\n", b"failed go: \n")
        for words in (b"", b"bwrap: setting up uid map")
    ),
    executions._execution(b"failed fork: Cannot allocate memory\n", b"", b""),
]


def expected(text: str = CONTEST) -> Expectation:
    return expectation(parse(whole_text(text, "input")).entries())


def names_in(value: Argument) -> Iterator[str]:
    """The texts in an argument that no language changes."""
    if isinstance(value, Message):
        for _, argument in value.arguments:
            yield from names_in(argument)
    elif isinstance(value, Items):
        for item in value.values:
            yield from names_in(item)
    elif isinstance(value, str):
        yield value


def foreign_words(value: Argument) -> set[str]:
    """The English words of a sentence in the current language."""
    text = str(value)
    for name in sorted(names_in(value), key=len, reverse=True):
        text = text.replace(name, " ") if name else text
    return english_words(text, TERMS)


# --- the checker -------------------------------------------------------------------------------


@given(data=st.data())
def test_the_checker_speaks_chinese_of_any_output(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, 2))
    puzzles = [data.draw(mixed_puzzles()) for _ in range(number)]
    asked = Expectation(tuple(Entry(n, 15 * n + 1, puzzle) for n, puzzle in enumerate(puzzles)))
    digits = st.text("123456789", min_size=81, max_size=81)
    rows = digits.map(lambda text: "\n".join(text[row : row + 9] for row in range(0, 81, 9)))
    parts = digits | rows | st.text()
    output = "\n".join(data.draw(st.lists(parts, min_size=1, max_size=number + 1)))
    with use_language("zh"):
        judgement = asked.judge(output)
        reasons = [violation.reason for violation in judgement.violations]
        for message in (judgement.message, *reasons):
            assert foreign_words(message) == set()


def test_the_checker_says_what_a_contestant_would_say() -> None:
    layout = expected()
    twice = CONTEST_ANSWER.replace("5", "4")
    with use_language("zh"):
        said = [str(layout.judge(output).message) for output in (CONTEST_ANSWER, "1", twice)]
        assert said[:2] == ["通过", "应有 81 个数字，实有 1 个"]
        assert said[2] == "第 1 行中数字 4 出现两次：r1c1、r1c4"


def test_what_programs_read_is_english(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """JSON is, unless the call asks for another language."""
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    input, output = tmp_path / "1.in", tmp_path / "1.out"
    input.write_text(CONTEST)
    output.write_text("1")
    english = "expected 81 digits, found 1"
    assert ineqsudoku("check", input, output).out == "应有 81 个数字，实有 1 个\n"
    value = json.loads(ineqsudoku("check", "--json", input, output).out)
    assert value["message"] == value["violations"][0]["reason"] == english
    assert value["code"] == value["violations"][0]["code"] == "check.too-few"
    assert value["arguments"] == {"number": 1}
    chinese = json.loads(ineqsudoku("check", "--json", "--language", "zh", input, output).out)
    assert chinese["message"] == "应有 81 个数字，实有 1 个"
    assert chinese["arguments"] == value["arguments"]


# --- runs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("groups", [(), (Parent("", 2, frozenset({"memory", "time"})),)])
def test_the_sandbox_is_described_in_chinese(groups: tuple[Parent, ...]) -> None:
    with use_language("zh"):
        for sandbox in (Bubblewrap(groups=groups), Unisolated()):
            assert foreign_words(sandbox.described) == set()


# --- reports -----------------------------------------------------------------------------------


@pytest.fixture
def school(tmp_path: Path) -> GradeReport:
    """A report with two contestants, all kinds of runs, subtasks with points and a bad test."""
    tests, names = tmp_path / "tests", [f"{n:02}" for n in range(len(RUNS))]
    (tests / "难").mkdir(parents=True)
    for name in names:
        (tests / f"{name}.in").write_text(CONTEST)
    (tests / "难" / "两题.in").write_text(CONTEST * 2)
    (tests / "难" / "缺.in").write_bytes(b"")
    (tests / "subtasks.toml").write_text(
        '[[subtask]]\nname = ""\ntests = ["[0-9]*"]\npoints = 30\n'
        '[[subtask]]\nname = "难"\ntests = ["*"]\npoints = 70\n'
    )
    for file in ("甲/1.cpp", "乙/2.py", "乙/3.py"):
        (tmp_path / "in" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / file).write_text(file)
    (tmp_path / "in" / "丙").mkdir()
    students = contestants(str(tmp_path / "in"), languages())
    submissions = [handed_in for student in students for handed_in in student.submissions]
    grading = Grading(read_tests(str(tests)), Unisolated(), LIMITS, COMPILING)
    graded = []
    for number, program in enumerate(submissions):
        for place, (case, execution) in enumerate(zip(grading.tests.cases, RUNS, strict=False)):
            wanted = case.expectation()
            run = verdict(execution, LIMITS, wanted)
            if wanted.fault:
                run = Run(Verdict.JE, wanted.fault, test_at_fault=True)
            if number == 1:
                run = Run(Verdict.CE, Message("compile.silent", "the compiler gave no reason"))
            if number != 2 or place < 9:
                graded.append(Graded(Attempt(program, case), run))
    return report(grading, submissions, graded, students)


def terminal_of(report: GradeReport, width: int) -> str:
    text = StringIO()
    render(report, Console(file=text, width=width, highlight=False))
    return text.getvalue()


@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_terminal_shows_chinese_within_its_width(school: GradeReport, width: int) -> None:
    with use_language("zh"):
        text = terminal_of(school, width)
    lines = text.splitlines()
    assert max(map(columns, lines)) <= width
    assert not [line for line in lines if line.startswith(("，", "。", "：", "、", "）"))]
    assert english_words(text, names_of(school)) == set()
    assert "最优提交" in text


class Page(HTMLParser):
    """The language of a page, and its texts and hints without those of programs."""

    def __init__(self) -> None:
        super().__init__()
        self.language = ""
        self.texts: list[str] = []
        self.open = [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        values = dict(attrs)
        self.language = self.language or values.get("lang") or ""
        self.texts.append(values.get("title") or "")

    def handle_data(self, data: str) -> None:
        if not {"script", "style", "pre"} & {*self.open}:
            self.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass


def test_the_page_is_chinese(school: GradeReport) -> None:
    text = StringIO()
    with use_language("zh"):
        write_html(school, text)
    page = Page()
    page.feed(text.getvalue())
    assert page.language == "zh"
    assert english_words("\n".join(page.texts), names_of(school)) == set()
    for heading in ("排名", "评测结果", "运行详情", "计分的提交", "没有提交", "（不分组）"):
        assert any(heading in text for text in page.texts), heading


def names_of(report: GradeReport) -> set[str]:
    """The English words that the runs of a report quote, and those of its languages."""
    runs = [cell.run for row in report.rows for cell in row.cells]
    quoted = [name for run in runs for name in names_in(run.words)]
    return {*re.findall("[A-Za-z]{2,}", " ".join(quoted)), *TERMS, "cpp", "python"}

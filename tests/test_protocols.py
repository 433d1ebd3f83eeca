"""`check` as judges call it: arguments, exit codes, what goes where."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest
from commands import Command, Ran
from puzzles import CONTEST, CONTEST_ANSWER, turned

import ineqsudoku as iq
from ineqsudoku.cli.protocols import PROTOCOLS
from ineqsudoku.judge import dmoj

WRONG = CONTEST_ANSWER.replace("5", "6", 1)
OUTPUTS = {
    "right": ("AC", CONTEST_ANSWER),
    "right without blanks": ("AC", CONTEST_ANSWER.replace(" ", "")),
    "a digit too large for its sign": ("WA", WRONG),
    "zero": ("WA", CONTEST_ANSWER.replace("5", "0")),
    "a letter": ("PE", CONTEST_ANSWER.replace("5", "x", 1)),
    "ten": ("PE", CONTEST_ANSWER.replace("5", "10", 1)),
    "too few": ("PE", CONTEST_ANSWER[:-2]),
    "too many": ("PE", CONTEST_ANSWER + "1\n"),
    "nothing": ("PE", ""),
    "NULs": ("PE", "\0" * 1000),
}
outputs = pytest.mark.parametrize(("verdict", "output"), OUTPUTS.values(), ids=list(OUTPUTS))


@dataclass(frozen=True)
class Files:
    """The files of a test, in a folder with a folder for feedback."""

    folder: Path

    def __post_init__(self) -> None:
        (self.folder / "01.in").write_text(CONTEST)
        (self.folder / "01.ans").write_text(CONTEST_ANSWER)
        (self.folder / "feedback").mkdir()

    @property
    def input(self) -> Path:
        return self.folder / "01.in"

    @property
    def answer(self) -> Path:
        return self.folder / "01.ans"

    @property
    def feedback(self) -> Path:
        return self.folder / "feedback"

    def output(self, text: str) -> Path:
        path = self.folder / "01.out"
        path.write_text(text)
        return path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def called(ineqsudoku: Command, protocol: str, files: Files, output: str) -> Ran:
    """A call in the order of arguments of each protocol."""
    if protocol == "kattis":
        arguments = ["01.ans", "feedback", "case_sensitive", "float_tolerance", "1e-6", "-x"]
        paths = [files.folder / name for name in arguments[:2]]
        return ineqsudoku(
            "check", "--protocol", protocol, files.input, *paths, *arguments[2:],
            stdin=output.encode(),
        )  # fmt: skip
    order = [files.output(output), files.answer]
    order = order if protocol == "testlib" else order[::-1]
    return ineqsudoku("check", "--protocol", protocol, files.input, *order)


CODES = {
    "testlib": {"AC": 0, "WA": 1, "PE": 2, "JE": 3},
    "kattis": {"AC": 42, "WA": 43, "PE": 43, "JE": 1},
    "cms": {"AC": 0, "WA": 0, "PE": 0, "JE": 1},
    "hustoj": {"AC": 0, "WA": 1, "PE": 1, "JE": 2},
}


def test_every_protocol_is_tested() -> None:
    assert CODES.keys() == PROTOCOLS.keys()


@outputs
@pytest.mark.parametrize("protocol", CODES)
def test_exit_codes(
    ineqsudoku: Command, files: Files, protocol: str, verdict: str, output: str
) -> None:
    assert called(ineqsudoku, protocol, files, output).code == CODES[protocol][verdict]


@pytest.mark.parametrize("protocol", CODES)
@pytest.mark.parametrize("fault", ["answer", "input", "missing input", "missing answer"])
def test_the_judges_own_faults_are_no_contestants(
    ineqsudoku: Command, files: Files, protocol: str, fault: str
) -> None:
    if fault == "answer":
        files.answer.write_text(WRONG)
    elif fault == "input":
        files.input.write_text(CONTEST[:-4])
    else:
        (files.input if fault == "missing input" else files.answer).unlink()
    ran = called(ineqsudoku, protocol, files, CONTEST_ANSWER)
    assert ran.code == CODES[protocol]["JE"]
    assert "Traceback" not in ran.err
    if fault == "answer":
        assert "the judge's own answer is wrong: " in ran.err
    if protocol == "cms":
        assert ran.out == ""


@pytest.mark.parametrize("protocol", CODES)
def test_bugs_of_ours_are_no_contestants(
    ineqsudoku: Command, files: Files, protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bug(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("ineqsudoku.cli.check.expectation", bug)
    ran = called(ineqsudoku, protocol, files, CONTEST_ANSWER)
    assert ran.code == CODES[protocol]["JE"]
    assert "internal error: ZeroDivisionError()" in ran.err


@pytest.mark.parametrize("protocol", CODES)
@pytest.mark.parametrize("number", [0, 1, 2, 6])
def test_another_number_of_arguments_is_the_judges_error(
    ineqsudoku: Command, files: Files, protocol: str, number: int
) -> None:
    if protocol == "kattis" and number == 6:
        return  # Flags may be many.
    arguments = [files.input] * number
    ran = ineqsudoku("check", "--protocol", protocol, *arguments, stdin=b"")
    assert ran.code == CODES[protocol]["JE"]
    assert "expected the arguments INPUT" in ran.err


@pytest.mark.parametrize("protocol", ["testlib", "cms", "hustoj"])
def test_an_output_that_is_missing_has_the_wrong_format(
    ineqsudoku: Command, files: Files, protocol: str
) -> None:
    ran = called(ineqsudoku, protocol, files, "")
    (files.folder / "01.out").unlink()
    order = [files.folder / "01.out", files.answer]
    order = order if protocol == "testlib" else order[::-1]
    assert ineqsudoku("check", "--protocol", protocol, files.input, *order) == ran
    assert ran.code == CODES[protocol]["PE"]


def test_a_blank_answer_is_no_answer(ineqsudoku: Command, files: Files) -> None:
    files.answer.write_text(" \n")
    assert called(ineqsudoku, "testlib", files, CONTEST_ANSWER).code == 0


# --- testlib -----------------------------------------------------------------------------


@outputs
def test_testlib_hears_words_and_writes_a_report(
    ineqsudoku: Command, files: Files, verdict: str, output: str
) -> None:
    words = {"AC": "ok ", "WA": "wrong answer ", "PE": "wrong output format "}[verdict]
    outcome = {"AC": "accepted", "WA": "wrong-answer", "PE": "presentation-error"}[verdict]
    report = files.folder / "report.xml"
    arguments = ("check", "--protocol", "testlib", files.input, files.output(output), files.answer)
    plain = ineqsudoku(*arguments, report)
    message = plain.err.removeprefix(words)
    assert message != plain.err
    assert report.read_text() == message
    assert ineqsudoku(*arguments, report, "-appes") == plain
    result = ET.fromstring(report.read_bytes())
    assert (result.tag, result.get("outcome")) == ("result", outcome)
    assert f"{result.text}\n" == message


def test_a_report_that_cannot_be_written_is_fail(ineqsudoku: Command, files: Files) -> None:
    arguments = (files.input, files.output(CONTEST_ANSWER), files.answer, files.folder)
    ran = ineqsudoku("check", "--protocol", "testlib", *arguments)
    assert ran.code == 3
    assert ran.err.splitlines()[-1].startswith("FAIL ")


# --- kattis ------------------------------------------------------------------------------


@outputs
def test_kattis_gets_its_files(
    ineqsudoku: Command, files: Files, verdict: str, output: str
) -> None:
    ran = called(ineqsudoku, "kattis", files, output)
    assert (ran.out, ran.err) == ("", "")
    team = (files.feedback / "teammessage.txt").read_text()
    judge = (files.feedback / "judgemessage.txt").read_text()
    assert judge == f"{verdict}: {team}"


def test_kattis_tells_a_team_nothing_of_the_judges_errors(
    ineqsudoku: Command, files: Files
) -> None:
    files.answer.write_text(WRONG)
    called(ineqsudoku, "kattis", files, CONTEST_ANSWER)
    assert [path.name for path in files.feedback.iterdir()] == ["judgemessage.txt"]


# --- cms, people, DMOJ -------------------------------------------------------------------


@outputs
def test_cms_reads_a_score(ineqsudoku: Command, files: Files, verdict: str, output: str) -> None:
    ran = called(ineqsudoku, "cms", files, output)
    assert ran.out == ("1.0\n" if verdict == "AC" else "0.0\n")
    assert ran.err


@outputs
def test_people_may_have_json(ineqsudoku: Command, files: Files, verdict: str, output: str) -> None:
    import json

    arguments = ("check", files.input, files.output(output), files.answer)
    ran = ineqsudoku(*arguments, "--json")
    judgement = json.loads(ran.out)
    assert judgement["verdict"] == verdict
    assert f"{judgement['message']}\n" == ineqsudoku(*arguments).out
    assert bool(judgement["violations"]) == (verdict != "AC")
    assert ran.code == (verdict != "AC")


def test_people_are_told_of_a_wrong_answer_file(ineqsudoku: Command, files: Files) -> None:
    files.answer.write_text(WRONG)
    ran = ineqsudoku("check", files.input, files.output(CONTEST_ANSWER), files.answer)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("the judge's own answer is wrong: row: ")


@pytest.mark.parametrize(
    ("output", "code"), [("no  solution", 0), ("none", 1), (CONTEST_ANSWER, 1)]
)
def test_where_no_grid_is_right_the_answer_file_decides(
    ineqsudoku: Command, files: Files, output: str, code: int
) -> None:
    puzzle = iq.read(CONTEST)
    files.input.write_text(iq.write(turned(puzzle, puzzle.relations[0]), "contest"))
    files.answer.write_text("no solution\n")
    assert ineqsudoku("check", files.input, files.output(output), files.answer).code == code


@pytest.mark.parametrize("arguments", [[], ["a"], ["a", "b", "c", "d"], ["a", "b", "--oops"]])
def test_wrong_usage(ineqsudoku: Command, arguments: list[str]) -> None:
    ran = ineqsudoku("check", *arguments)
    assert ran.code == 2
    assert "expected INPUT OUTPUT [ANSWER]" in ran.err


@outputs
def test_dmoj_calls_from_python(verdict: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its class stands in for the one of a judge that is not installed here."""
    arguments = (output.encode(), CONTEST_ANSWER.encode(), CONTEST.encode())
    assert dmoj.check(*arguments) is (verdict == "AC")

    @dataclass
    class CheckerResult:
        passed: bool
        points: float
        feedback: str

    result = ModuleType("dmoj.result")
    monkeypatch.setattr(result, "CheckerResult", CheckerResult, raising=False)
    monkeypatch.setitem(sys.modules, "dmoj", ModuleType("dmoj"))
    monkeypatch.setitem(sys.modules, "dmoj.result", result)
    told = dmoj.check(*arguments, point_value=5, problem_id="newsudoku")
    assert isinstance(told, CheckerResult)
    assert (told.passed, told.points) == (verdict == "AC", 5 if verdict == "AC" else 0)


@pytest.mark.parametrize("own", [(WRONG, CONTEST), (CONTEST_ANSWER, "nonsense")])
def test_dmoj_hears_an_exception_for_the_judges_errors(own: tuple[str, str]) -> None:
    answer, input = own
    with pytest.raises(iq.IneqSudokuError):
        dmoj.check(CONTEST_ANSWER.encode(), answer.encode(), input.encode())


# --- hostile sizes -----------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="peaks are measured as Linux counts them")
@pytest.mark.parametrize("byte", ["\\0", "1", "x", "\\n", "\\377", " "])
def test_gigabytes_are_judged_in_bounded_memory(files: Files, byte: str) -> None:
    """One endless line, or endless lines, from a pipe."""
    command = (
        f"head -c 3000000000 /dev/zero | tr '\\0' '{byte}' | "
        f"{sys.executable} -c 'import resource, sys; from ineqsudoku.cli import main\n"
        "try: main()\n"
        "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)'"
        f" check --protocol kattis {files.input} {files.answer} {files.feedback}"
    )
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ran.returncode == 43
    assert int(ran.stderr.split()[-1]) < 250_000

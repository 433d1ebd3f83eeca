"""`check` as judges call it: arguments, exit codes, what goes where."""

from __future__ import annotations

import itertools
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import pytest
from commands import Command, Ran
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from outputs import DENSE, OUTPUTS, RIGHT, SIGN, Output
from programs import TESTLIB, needs_compiler, needs_testlib
from programs import cpp as cpp
from programs import programs as programs
from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID, turned
from sandboxes import needs_tool

import ineqsudoku as iq
from ineqsudoku.apps.solve.protocols import dmoj
from ineqsudoku.apps.solve.protocols.judges import CHECKERS
from ineqsudoku.checker.answers import BLANKS, ascii_only

WRONG = CONTEST_ANSWER.replace("5", "6", 1)

CODES = {
    "testlib": {"AC": 0, "WA": 1, "PE": 2, "JE": 3},
    "kattis": {"AC": 42, "WA": 43, "PE": 43, "JE": 1},
    "cms": {"AC": 0, "WA": 0, "PE": 0, "JE": 1},
    "hustoj": {"AC": 0, "WA": 1, "PE": 2, "JE": 3},
    "lemon": {"AC": 0, "WA": 0, "PE": 0, "JE": 1},
    "syzoj": {"AC": 0, "WA": 0, "PE": 0, "JE": 1},
    "qduoj": {"AC": 0, "WA": 1, "PE": 1, "JE": 255},
    "uoj": {"AC": 0, "WA": 1, "PE": 2, "JE": 3},
}

ARGUMENTS = {
    "testlib": "01.in 01.out 01.ans",
    "kattis": "01.in 01.ans feedback case_sensitive float_tolerance 1e-6 -x",
    "cms": "01.in 01.ans 01.out",
    "hustoj": "01.in 01.ans 01.out",
    "lemon": "01.in 01.out 01.ans 10 score message",
    "syzoj": "",
    "qduoj": "01.in 01.out",
    "uoj": "01.in 01.out 01.ans",
}
OF_SYZOJ = {"01.in": "input", "01.out": "user_out", "01.ans": "answer"}

protocols = pytest.mark.parametrize("protocol", CODES)

BY_VERDICT = {
    "AC": Output("right", RIGHT, "AC"),
    "WA": next(output for output in OUTPUTS if output.public == SIGN),
    "PE": next(output for output in OUTPUTS if output.verdict == "PE"),
}
verdicts = pytest.mark.parametrize("verdict", BY_VERDICT)


@dataclass(frozen=True)
class Files:
    """A folder with a test, in which judges also write."""

    folder: Path
    protocol: str

    def path(self, name: str) -> Path:
        return self.folder / (OF_SYZOJ.get(name, name) if self.protocol == "syzoj" else name)

    @property
    def arguments(self) -> list[str]:
        return ["--protocol", self.protocol, *ARGUMENTS[self.protocol].split()]

    def text(self, name: str) -> str:
        return self.path(name).read_text(encoding="ascii")


@pytest.fixture(params=["testlib"])
def files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """The files of a protocol, in the current folder; whatever the locale, judges read English."""
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    monkeypatch.chdir(tmp_path)
    files = Files(tmp_path, request.param)
    files.path("01.in").write_text(CONTEST)
    files.path("01.ans").write_text(CONTEST_ANSWER)
    files.path("feedback").mkdir()
    return files


of_all_protocols = pytest.mark.parametrize("files", CODES, indirect=True)


@pytest.fixture(
    params=["ineqsudoku", pytest.param("cpp", marks=[pytest.mark.package, needs_compiler])]
)
def checker(request: pytest.FixtureRequest, files: Files) -> Command:
    """Calls `check`, or the checkers of packages."""
    if (request.param, files.protocol) == ("cpp", "uoj"):
        pytest.skip("UOJ compiles the checker with testlib.h")
    command: Command = request.getfixturevalue(request.param)
    return command


def is_core(protocol: str, output: Output) -> bool:
    """Some protocols get every output in the core tests, the others one for each verdict."""
    return protocol in ("testlib", "kattis") or output in BY_VERDICT.values()


def called(checker: Command, files: Files, data: bytes, *more: str) -> Ran:
    """Call the checker by the protocol of the files."""
    files.path("01.out").write_bytes(data)
    stdin = data if files.protocol == "kattis" else b""
    return checker("check", *files.arguments, *more, stdin=stdin)


def delivered(files: Files, ran: Ran) -> dict[str, str]:
    """The texts that a call has left for the judge, by their places."""
    written = {
        str(path.relative_to(files.folder)): path.read_text(encoding="ascii")
        for path in sorted(files.folder.rglob("*"))
        if path.is_file() and path.name not in ("01.in", "01.out", "01.ans", *OF_SYZOJ.values())
    }
    streams = {"stdout": ran.out, "stderr": ran.err}
    return {**{name: text for name, text in streams.items() if text}, **written}


def expected(protocol: str, verdict: str, message: str, public: str) -> dict[str, str]:
    """The texts that a judge expects, by their places."""
    words = {"AC": "ok", "WA": "wrong answer", "PE": "wrong output format"}
    accepted = verdict == "AC"
    to_people = {"stderr": f"{public}\n"}
    return {
        "testlib": {"stderr": f"{words[verdict]} {public}\n"},
        "kattis": {
            "feedback/judgemessage.txt": f"{verdict}: {message}\n",
            "feedback/teammessage.txt": f"{public}\n",
        },
        "cms": {**to_people, "stdout": "1.0\n" if accepted else "0.0\n"},
        "hustoj": to_people,
        "lemon": {"score": "10\n" if accepted else "0\n", "message": f"{public}\n"},
        "syzoj": {**to_people, "stdout": "100\n" if accepted else "0\n"},
        "qduoj": {"stdout": f"{public}\n"},
        "uoj": {"stderr": f"{words[verdict]} {public}\n"},
    }[protocol]


def test_every_protocol_is_tested() -> None:
    assert CODES.keys() == CHECKERS.keys()


# --- verdicts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "output"),
    [
        pytest.param(
            protocol,
            output,
            id=f"{protocol}-{output.name}",
            marks=[] if is_core(protocol, output) else [pytest.mark.slow],
        )
        for protocol, output in itertools.product(CODES, OUTPUTS)
    ],
    indirect=["files"],
)
def test_every_output_gets_its_verdict(ineqsudoku: Command, files: Files, output: Output) -> None:
    ran = called(ineqsudoku, files, output.data)
    assert ran.code == CODES[files.protocol][output.verdict]
    texts = expected(files.protocol, output.verdict, output.message, output.for_contestants)
    assert delivered(files, ran) == texts


@of_all_protocols
@pytest.mark.parametrize("output", DENSE, ids=lambda output: output.name)
def test_digits_without_blanks_are_accepted_if_asked(
    ineqsudoku: Command, files: Files, output: Output
) -> None:
    ran = called(ineqsudoku, files, output.data, "--dense")
    assert ran.code == CODES[files.protocol][output.dense]


@pytest.mark.parametrize("dense", [False, True])
@examples(300, quick=30)
@given(data=st.data())
def test_only_the_right_words_are_accepted(dense: bool, data: st.DataObject) -> None:
    """The words are those of the one solution, cut and changed at random."""
    pieces = [data.draw(st.sampled_from([RIGHT, *(out.data[:500] for out in OUTPUTS)]))]
    for _ in range(data.draw(st.integers(0, 3))):
        text = pieces.pop()
        start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        middle = data.draw(
            st.binary(max_size=4)
            | st.sampled_from([b"", b" ", b"\n", b"\r", b"\t", b"\f", b"0", text[start:end] * 2])
        )
        pieces.append(text[:start] + middle + text[end:])
    (text,) = pieces
    words = (
        text.removeprefix(b"\xef\xbb\xbf").translate(bytes.maketrans(BLANKS, b"    ")).split(b" ")
    )
    right = [*filter(None, words)] == [digit.encode() for digit in CONTEST_GRID.line]
    if dense:
        right = right or b"".join(words) == CONTEST_GRID.line.encode()
    accepted = dmoj.check(text, RIGHT, CONTEST.encode(), dense=dense)
    assert right or not accepted
    assert dense or accepted is right


# --- the judge's errors ------------------------------------------------------------------


def assert_judge_error(files: Files, ran: Ran, reason: str = "") -> None:
    """Assert that a judge gets no verdict on the contestant."""
    assert ran.code == CODES[files.protocol]["JE"]
    texts = delivered(files, ran)
    assert not any("Traceback" in text for text in texts.values())
    assert any(reason in text for text in texts.values())
    if files.protocol in ("cms", "syzoj"):
        assert ran.out == ""
    if files.protocol == "testlib":
        assert ran.err.startswith("FAIL ")
    if files.protocol == "uoj":
        # `scanf` reads the word `points` and then no number.
        assert ran.err.startswith("points FAIL ")
    assert not {"score", "feedback/teammessage.txt"} & texts.keys()


FAULTS = {
    "wrong answer": "the judge's own answer is wrong: ",
    "short input": "15",
    "other input": "2",
    "missing input": "No such file",
    "missing answer": "No such file",
}
"""Faults of the judge's files, and what a message says of them: for an input, the line."""


def broken(files: Files, fault: str) -> bool:
    """Give the files a fault; return whether files of this protocol can have it."""
    if "answer" in fault and files.protocol == "qduoj":
        return False  # It has no answer file.
    if fault == "missing answer" and files.protocol == "syzoj":
        return False  # SYZOJ makes none for a test without one.
    if fault == "wrong answer":
        files.path("01.ans").write_text(WRONG)
    elif fault == "short input":
        files.path("01.in").write_text(CONTEST[:-4])
    elif fault == "other input":
        files.path("01.in").write_text(CONTEST.replace("v v ^", "v > ^", 1))
    else:
        files.path("01.in" if fault == "missing input" else "01.ans").unlink()
    return True


@of_all_protocols
@pytest.mark.parametrize("fault", FAULTS)
def test_wrong_files_are_the_judges_error(checker: Command, files: Files, fault: str) -> None:
    if broken(files, fault):
        for output in BY_VERDICT.values():
            assert_judge_error(files, called(checker, files, output.data), FAULTS[fault])


@of_all_protocols
@pytest.mark.parametrize(
    "error", [ZeroDivisionError("2 < 3"), MemoryError(), RecursionError(), ImportError("lark")]
)
def test_our_own_bugs_are_the_judges_error(
    ineqsudoku: Command, files: Files, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bug(*_: object) -> None:
        raise error

    monkeypatch.setattr("ineqsudoku.apps.solve.check_command.expectation", bug)
    ran = called(ineqsudoku, files, RIGHT)
    assert_judge_error(files, ran, f"internal error: {type(error).__name__}(")
    if files.protocol != "kattis":
        assert "2 < 3" not in ran.out + ran.err


@of_all_protocols
def test_other_arguments_are_the_judges_error(
    checker: Command, files: Files, request: pytest.FixtureRequest
) -> None:
    right = {"testlib": {3, 4}, "kattis": {*range(3, 9)}, "cms": {3}, "hustoj": {3}}
    right |= {"lemon": {6}, "syzoj": {0}, "qduoj": {2}, "uoj": {3, 4}}
    if request.node.callspec.params["checker"] == "cpp":
        right |= {"testlib": {3}, "hustoj": {2, 3}}
        if files.protocol == "qduoj":  # It has the same checker as HUSTOJ.
            files = replace(files, protocol="hustoj")
    for number in {*range(8)} - right[files.protocol]:
        arguments = ["01.in"] * number
        ran = checker("check", "--protocol", files.protocol, *arguments, stdin=b"")
        assert_judge_error(files, ran, "expected ")


@of_all_protocols
@pytest.mark.parametrize("option", ["--format=nonsense", "--json=1", "--help", "-h"])
def test_wrong_options_are_the_judges_error(ineqsudoku: Command, files: Files, option: str) -> None:
    """Help, too, is no verdict."""
    assert called(ineqsudoku, files, RIGHT, option).code == CODES[files.protocol]["JE"]


@of_all_protocols
def test_a_missing_output_is_an_empty_one(checker: Command, files: Files) -> None:
    if files.protocol == "kattis":
        return
    ran = called(checker, files, b"")
    files.path("01.out").unlink()
    assert checker("check", *files.arguments, stdin=b"") == ran
    assert ran.code == CODES[files.protocol]["PE"]


@of_all_protocols
def test_contestants_learn_nothing_of_the_input(ineqsudoku: Command, files: Files) -> None:
    """Neither its signs nor its givens nor its lines."""
    puzzles = {
        "signs": CONTEST,
        "givens": iq.write(iq.Puzzle(givens=CONTEST_GRID.line), "plain"),
        "malformed": CONTEST.replace("v v ^", "v V ^"),
        "too long": CONTEST + "> < >",
    }
    for name, text in puzzles.items():
        files.path("01.in").write_text(text)
        for data in (BY_VERDICT["WA"].data, RIGHT.translate(bytes.maketrans(b"12", b"21"))):
            ran = called(ineqsudoku, files, data)
            for place, message in delivered(files, ran).items():
                if files.protocol != "kattis" or place == "feedback/teammessage.txt":
                    assert not {*"<>^V"} & {*message}, (name, place, message)
                    assert " v " not in message


@of_all_protocols
def test_warnings_are_not_printed(ineqsudoku: Command, files: Files) -> None:
    plain = called(ineqsudoku, files, RIGHT)
    files.path("01.in").write_text(CONTEST.replace("<", "＜"), encoding="utf-8")
    assert called(ineqsudoku, files, RIGHT) == plain


def test_a_blank_answer_is_no_answer(ineqsudoku: Command, files: Files) -> None:
    files.path("01.ans").write_text(" \n")
    assert called(ineqsudoku, files, RIGHT).code == 0


@of_all_protocols
@pytest.mark.parametrize(
    ("output", "verdict"), [("no  solution", "AC"), ("none", "WA"), (CONTEST_ANSWER, "WA")]
)
def test_where_no_grid_is_right_the_answer_file_decides(
    checker: Command, files: Files, output: str, verdict: str
) -> None:
    puzzle = iq.read(CONTEST)
    files.path("01.in").write_text(iq.write(turned(puzzle, puzzle.relations[0]), "contest"))
    files.path("01.ans").write_text("no solution\n")
    ran = called(checker, files, output.encode())
    if files.protocol == "qduoj":  # It has no answer file.
        assert ran.code == 1
        return
    assert ran.code == CODES[files.protocol][verdict]
    if verdict == "WA":
        message = "the puzzle has no solution, and this is not what the answer file says"
        texts = expected(files.protocol, "WA", message, "this is not the expected output")
        assert delivered(files, ran) == texts


# --- testlib -----------------------------------------------------------------------------


@verdicts
def test_testlib_gets_a_report(ineqsudoku: Command, files: Files, verdict: str) -> None:
    outcome = {"AC": "accepted", "WA": "wrong-answer", "PE": "presentation-error"}[verdict]
    output = BY_VERDICT[verdict]
    plain = called(ineqsudoku, files, output.data, "report")
    assert files.text("report") == output.for_contestants
    for option in ("-appes", "-APPES"):
        assert called(ineqsudoku, files, output.data, "report", option) == plain
        result = ET.fromstring(files.text("report"))
        assert (result.tag, result.get("outcome")) == ("result", outcome)
        assert result.text == output.for_contestants


def test_a_report_quotes_anything(ineqsudoku: Command, files: Files) -> None:
    called(ineqsudoku, files, b'<&">]]>\x00', "report", "-appes")
    assert ET.fromstring(files.text("report")).text == ("r1c1 is '<&\">]]>\\x00', not a digit 1-9")


def test_a_report_that_cannot_be_written_is_fail(ineqsudoku: Command, files: Files) -> None:
    ran = called(ineqsudoku, files, RIGHT, str(files.folder))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(f"FAIL {ascii_only(str(files.folder))}: ")


CHECKER = """
#include "testlib.h"
#include <vector>
int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    inf.readLine();
    std::vector<int> printed;
    for (int cell = 0; cell < 81; cell++) printed.push_back(ouf.readInt());
    if (!ouf.seekEof()) quitf(_pe, "more");
    for (int digit : printed)
        if (digit != ans.readInt()) quitf(_wa, "different");
    quitf(_ok, "same");
}
"""
"""As much of a checker as is the same for every puzzle with one solution."""

TEST = ["01.in", "01.out", "01.ans"]
TESTLIB_ARGUMENTS = [
    TEST,
    [],
    TEST[:2],
    [*TEST, "report"],
    [*TEST, "report", "-appes"],
    [*TEST, "report", "-APPES"],
    [*TEST, "report", "-Appes"],
    [*TEST, "report", "appes"],
    [*TEST, "report", "--appes"],
    [*TEST, "report", "bogus"],
    [*TEST, "report", ""],
    [*TEST, "report", "-appes", "more"],
    [*TEST, ""],
    [*TEST, "", "-appes"],
    [*TEST, "-appes"],
    [*TEST, "nowhere/report"],
    ["--testset", "T", "--group", "G", *TEST],
    [*TEST, "--testset", "T"],
    ["01.in", "--group", "G", "01.out", "--testset", "T", "01.ans", "report", "-appes"],
    [*TEST, "report", "--group", "G", "-APPES"],
    ["--testset", "", *TEST],
    ["--group", "", *TEST],
    ["--testset", *TEST],
    [*TEST, "--testset"],
    [*TEST, "--group"],
    ["--group", *TEST],
    ["--testset", "--group", *TEST],
    ["--testset=T", *TEST],
    ["--help"],
    ["01.in", "nowhere", "01.ans"],
    ["nowhere", "01.out", "01.ans"],
    ["01.in", "01.out", "nowhere"],
]


@needs_tool("g++")
@needs_testlib
def test_a_checker_of_testlib_says_the_same(ineqsudoku: Command, files: Files) -> None:
    """For every output and for all kinds of arguments: exit codes, and outcomes in reports."""
    (files.folder / "checker.cpp").write_text(CHECKER)
    include = f"-I{TESTLIB}"
    subprocess.run(["g++", "-w", "-O0", include, "-o", "checker", "checker.cpp"], check=True)

    def theirs(*arguments: str) -> int:
        return subprocess.run(["./checker", *arguments], capture_output=True).returncode

    for output in OUTPUTS:
        ran = called(ineqsudoku, files, output.data)
        assert theirs(*TEST) == ran.code, output.name
    report = files.path("report")
    for arguments, output in itertools.product(TESTLIB_ARGUMENTS, BY_VERDICT.values()):
        files.path("01.out").write_bytes(output.data)
        files.path("01.ans").write_bytes(RIGHT)  # An argument too many makes it the report.
        report.unlink(missing_ok=True)
        their_code, their_outcome = theirs(*arguments), outcome_in(report)
        files.path("01.ans").write_bytes(RIGHT)
        report.unlink(missing_ok=True)
        ran = ineqsudoku("check", "--protocol", "testlib", *arguments, stdin=b"")
        assert (ran.code, outcome_in(report)) == (their_code, their_outcome), arguments


def outcome_in(report: Path) -> str | None:
    if not report.is_file():
        return None
    text = report.read_text(encoding="ascii")
    return ET.fromstring(text).get("outcome") if text.startswith("<?xml") else "plain"


# --- other judges ------------------------------------------------------------------------


@pytest.mark.parametrize("files", ["kattis"], indirect=True)
def test_kattis_hides_judge_errors_from_teams(ineqsudoku: Command, files: Files) -> None:
    files.path("01.ans").write_text(WRONG)
    called(ineqsudoku, files, RIGHT)
    names = {path.name for path in files.path("feedback").iterdir()}
    assert names == {"judgemessage.txt", "judgeerror.txt"}


@pytest.mark.parametrize("files", ["cms"], indirect=True)
@pytest.mark.parametrize(
    ("more", "code"), [(["batch"], 0), (["outputonly"], 0), (["other"], 1), (["batch", "batch"], 1)]
)
def test_cms_says_how_the_output_came(
    ineqsudoku: Command, files: Files, more: list[str], code: int
) -> None:
    assert called(ineqsudoku, files, RIGHT, *more).code == code


@pytest.mark.parametrize("files", ["lemon"], indirect=True)
@pytest.mark.parametrize("name", ["score", "message"])
def test_lemon_wants_both_files(ineqsudoku: Command, files: Files, name: str) -> None:
    files.path(name).mkdir()
    assert called(ineqsudoku, files, RIGHT).code == 1


@pytest.mark.parametrize("files", ["syzoj"], indirect=True)
def test_syzoj_may_have_no_answer(ineqsudoku: Command, files: Files) -> None:
    files.path("01.ans").unlink()
    assert called(ineqsudoku, files, RIGHT).out == "100\n"


# --- DMOJ --------------------------------------------------------------------------------


@dataclass
class CheckerResult:
    """Replaces the class of a judge that is not installed here."""

    passed: bool
    points: float
    feedback: str


@pytest.fixture
def dmoj_result(monkeypatch: pytest.MonkeyPatch) -> None:
    result = ModuleType("dmoj.result")
    monkeypatch.setattr(result, "CheckerResult", CheckerResult, raising=False)
    monkeypatch.setitem(sys.modules, "dmoj", ModuleType("dmoj"))
    monkeypatch.setitem(sys.modules, "dmoj.result", result)


class LazyBytes:
    """The form in which DMOJ passes the input."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __bytes__(self) -> bytes:
        return self.data


@pytest.mark.usefixtures("dmoj_result")
def test_dmoj_calls_from_python() -> None:
    lazy: bytes = LazyBytes(CONTEST.encode())  # type: ignore[assignment]  # DMOJ passes no bytes
    for output in OUTPUTS:
        result = dmoj.check(output.data, RIGHT, lazy, point_value=5, problem_id="newsudoku")
        accepted = output.verdict == "AC"
        points = 5 if accepted else 0
        assert result == CheckerResult(accepted, points, output.for_contestants), output.name
        dense = dmoj.check(output.data, RIGHT, CONTEST.encode(), dense=True)
        assert isinstance(dense, CheckerResult)
        assert dense.passed == ((output.dense or output.verdict) == "AC"), output.name


@pytest.mark.parametrize("own", [(WRONG, CONTEST), (CONTEST_ANSWER, "nonsense")])
def test_dmoj_gets_an_exception_for_the_judges_errors(own: tuple[str, str]) -> None:
    answer, input = own
    with pytest.raises(iq.IneqSudokuError):
        dmoj.check(RIGHT, answer.encode(), input.encode())


# --- people ------------------------------------------------------------------------------

ENGLISH = ("--language", "en")


def test_people_may_have_json(ineqsudoku: Command, files: Files) -> None:
    import json

    for output in OUTPUTS:
        files.path("01.out").write_bytes(output.data)
        ran = ineqsudoku("check", *TEST, "--json")
        judgement = json.loads(ran.out)
        verdict = output.dense or output.verdict
        assert judgement["verdict"] == verdict, output.name
        assert f"{judgement['message']}\n" == ineqsudoku("check", *TEST, *ENGLISH).out, output.name
        assert bool(judgement["violations"]) == (verdict != "AC"), output.name
        assert ran.code == (verdict != "AC"), output.name
        if verdict == "WA" and not output.dense:
            assert judgement["message"] == output.message, output.name


def test_people_learn_of_a_wrong_answer_file(ineqsudoku: Command, files: Files) -> None:
    files.path("01.out").write_bytes(RIGHT)
    files.path("01.ans").write_text(WRONG)
    ran = ineqsudoku("check", *TEST, *ENGLISH)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("the judge's own answer is wrong: row 1 has the digit 6 twice: ")


# --- large outputs -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="peaks are measured as Linux counts them")
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("files", ["kattis"], indirect=True)
@pytest.mark.parametrize("byte", ["\\0", "1", "x", "\\n", "\\377", " "])
def test_gigabytes_are_judged_in_bounded_memory(byte: str) -> None:
    """One endless line, or endless lines, from a pipe."""
    command = (
        f"head -c 3000000000 /dev/zero | tr '\\0' '{byte}' | "
        f"{shlex.quote(sys.executable)} -c 'import resource, sys\n"
        "from ineqsudoku.apps.cli.main import main\n"
        "try: main()\n"
        "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)'"
        " check --protocol kattis 01.in 01.ans feedback"
    )
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ran.returncode == 43
    assert int(ran.stderr.split()[-1]) < 60_000


def endless(piece: bytes, read: list[int]) -> Iterator[bytes]:
    while True:
        read.append(len(piece))
        yield piece


@pytest.mark.parametrize(
    ("piece", "verdict", "limit"),
    [
        (b"x" * 65536, "PE", 1),
        (b"1" * 10, "PE", 10),
        (b"1\n", "PE", 90),
        (RIGHT, "PE", 2),
        (b"\n" * 2**20, "PE", 129),
        (b" \r\n\t" * 2**18, "PE", 129),
    ],
)
def test_no_more_is_read_than_needed(piece: bytes, verdict: str, limit: int) -> None:
    from ineqsudoku.checker.judgement import expectation
    from ineqsudoku.formats import entries, whole_document

    read: list[int] = []
    asked = expectation(entries(whole_document(CONTEST, "input")))
    judgement = asked.judge(endless(piece, read), dense=False)
    assert judgement.verdict == verdict
    assert len(read) <= limit

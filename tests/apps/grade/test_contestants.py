"""A class: contestants, the submission that counts for each, and the ranking."""

from __future__ import annotations

import codecs
import csv
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from commands import PROGRAM, Command
from puzzles import CONTEST, CONTEST_ANSWER
from sandboxes import open_terminal, skip_without_supervisor

from ineqsudoku.apps.grade import testdata
from ineqsudoku.apps.grade.reports.results import Row, ranking
from ineqsudoku.apps.sandbox import submissions as module
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.submissions import Contestant, Submission, contestants, submission
from ineqsudoku.errors import IneqSudokuError

KNOWN = languages()
RIGHT = f"print('''{CONTEST_ANSWER}''')\n"
WRONG = f"print('''{CONTEST_ANSWER.replace('5', '4')}''')\n"


def put(path: Path, text: str, modified: int = 1) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (modified, modified))


# --- reading ---------------------------------------------------------------------------------


def names(folder: Path) -> dict[str, list[str]]:
    all_contestants = contestants(str(folder), KNOWN)
    return {
        contestant.name: [submission.name for submission in contestant.submissions]
        for contestant in all_contestants
    }


def test_each_folder_is_a_contestant_and_each_entry_a_submission(tmp_path: Path) -> None:
    put(tmp_path / "bob" / "10.py", RIGHT)
    put(tmp_path / "bob" / "2.cpp", "")
    put(tmp_path / "bob" / "folder" / "main.cpp", "")
    put(tmp_path / "bob" / "folder" / "helper.h", "")
    put(tmp_path / "bob" / ".git" / "x.py", "")
    put(tmp_path / "bob" / "notes.txt", "")
    (tmp_path / "bob" / "empty").mkdir()
    put(tmp_path / "grades.xlsx", "")
    put(tmp_path / ".hidden" / "a.py", "")
    (tmp_path / "alice").mkdir()
    put(tmp_path / "carol" / "notes.txt", "")
    assert names(tmp_path) == {
        "alice": [],
        "bob": ["bob/2.cpp", "bob/10.py", "bob/folder"],
        "carol": ["carol/notes.txt"],
    }


def test_the_time_of_a_submission_is_that_of_its_newest_file(tmp_path: Path) -> None:
    put(tmp_path / "a" / "b" / "old.py", "", 100)
    put(tmp_path / "a" / "b" / "new.py", "", 300)
    put(tmp_path / "a" / "c.py", "", 200)
    (contestant,) = contestants(str(tmp_path), KNOWN)
    assert [submission.modified for submission in contestant.submissions] == [300, 200]


def test_names_are_shown_harmlessly(tmp_path: Path) -> None:
    put(tmp_path / "\x1b[31m" / "a\u202e.py", "")
    assert names(tmp_path) == {r"$'\x1b[31m'": [r"$'\x1b[31m/a\u202e.py'"]}


def test_a_file_of_the_tests_under_another_name_is_no_submission(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    put(tests / "sub" / "1.in", CONTEST)
    put(tests / "sub" / "1.out", CONTEST_ANSWER)
    put(tmp_path / "class" / "bob" / "copy.py", CONTEST_ANSWER)
    bob = tmp_path / "class" / "bob"
    secret = tests / "sub" / "1.out"
    os.link(secret, bob / "answer.py")
    put(bob / "two" / "main.py", "")
    os.link(secret, bob / "two" / "data.txt")
    secrets = testdata.files_of_tests(str(tests))
    (contestant,) = contestants(str(tmp_path / "class"), KNOWN, secrets)
    assert [str(program.fault) for program in contestant.submissions] == [
        "answer.py is a file of the tests",
        "",
        "data.txt is a file of the tests",
    ]


@pytest.mark.parametrize(
    ("program", "name", "is_seen"),
    [
        ("main.cpp", "A.CPP", True),
        ("main.cpp", "a.h", True),
        ("main.cpp", "a.txt", False),
        ("SOL.CPP", "a.txt", False),
        ("main.py", "a.txt", True),
    ],
)
def test_a_folder_may_hold_the_tests_if_its_program_does_not_see_them(
    tmp_path: Path, program: str, name: str, is_seen: bool
) -> None:
    put(tmp_path / "tests" / "1.in", CONTEST)
    put(tmp_path / "handed" / program, "")
    os.link(tmp_path / "tests" / "1.in", tmp_path / "handed" / name)
    secrets = testdata.files_of_tests(str(tmp_path / "tests"))
    fault = submission(str(tmp_path / "handed"), KNOWN, secrets=secrets).fault
    assert str(fault) == (f"{name} is a file of the tests" if is_seen else "")


@pytest.mark.parametrize("kind", ["empty", "program", "link"])
def test_what_is_no_class_is_refused(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    if kind == "program":
        put(folder / "alice.py", "")
    if kind == "link":
        (folder / "alice").symlink_to("/etc")
    with pytest.raises(IneqSudokuError, match="folder"):
        contestants(str(folder), KNOWN)


def test_links_of_a_contestant_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "shadow.py").symlink_to("/etc/shadow")
    (contestant,) = contestants(str(tmp_path), KNOWN)
    assert [str(submission.fault) for submission in contestant.submissions] == [
        "shadow.py is a symbolic link"
    ]


def test_a_contestant_has_a_limited_number_of_submissions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_SUBMISSIONS", 3)
    for number in range(4):
        put(tmp_path / "eve" / f"{number}.py", "")
    (contestant,) = contestants(str(tmp_path), KNOWN)
    assert [str(submission.fault) for submission in contestant.submissions] == [
        "more than 3 submissions"
    ]


# --- ranking ---------------------------------------------------------------------------------


class Scored(Row):
    """A row with points of its own."""

    score: tuple[float, int]

    @property
    def points(self) -> float:
        return self.score[0]

    @property
    def accepted(self) -> int:
        return self.score[1]


def scored(name: str, points: float, accepted: int, modified: float = 0.0) -> Row:
    row = Scored(
        Submission(name, None, {}, modified=modified),
        (),
        testdata.Tests((), (testdata.Subtask(""),)),
    )
    object.__setattr__(row, "score", (points, accepted))
    return row


def test_equal_contestants_share_a_rank() -> None:
    rows = [scored("a/1", 5, 1), scored("b/1", 9, 1), scored("c/1", 5, 1), scored("d/1", 5, 2)]
    class_ = [Contestant(row.name[0], (row.submission,)) for row in rows]
    places = ranking([*class_, Contestant("e", ())], rows)
    assert [(place.rank, place.name) for place in places] == [
        (1, "b"),
        (2, "d"),
        (3, "a"),
        (3, "c"),
        (5, "e"),
    ]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([(3, 3, 1), (5, 1, 0), (5, 0, 2)], "1"),
        ([(5, 1, 1), (5, 1, 0)], "0"),
        ([(5, 1, 0), (5, 1, 0)], "1"),
    ],
)
def test_which_submission_counts(scores: list[tuple[float, int, float]], expected: str) -> None:
    rows = [scored(str(number), *score) for number, score in enumerate(scores)]
    class_ = [Contestant("a", tuple(row.submission for row in rows))]
    (place,) = ranking(class_, rows)
    assert place.counted
    assert place.counted.name == expected


# --- the command -----------------------------------------------------------------------------


@pytest.fixture
def school(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    skip_without_supervisor()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    put(tmp_path / "tests" / "1.in", CONTEST)
    put(tmp_path / "tests" / "2.in", CONTEST)
    put(tmp_path / "class" / "alice" / "1.py", RIGHT, 1)
    put(tmp_path / "class" / "alice" / "2.py", WRONG, 2)
    put(tmp_path / "class" / "bob" / "only.py", WRONG)
    (tmp_path / "class" / "=carol").mkdir()
    return tmp_path


CLASS = ("grade", "--contestants", "class", "--tests", "tests", "--no-sandbox")


def test_the_ranking_is_in_every_report(ineqsudoku: Command, school: Path) -> None:
    ran = ineqsudoku(
        *CLASS,
        *("--html", "p.html", "--ranking", "r.csv", "--json"),
    )
    assert ran.code == 1, ran
    lines = [" ".join(line.split()) for line in ran.err.splitlines()]
    assert "rank contestant points right verdict best submission" in lines
    assert "1 alice 2 2/2 AC 1.py" in lines
    assert "2 =carol 0 - - none" in lines
    assert "2 bob 0 0/2 WA only.py" in lines
    assert "bob/only.py: test 1: WA: row 1 has the digit 4 twice: r1c1, r1c4" in lines
    assert "alice/2.py: test" not in ran.err
    assert (school / "r.csv").read_bytes().startswith(codecs.BOM_UTF8)
    with (school / "r.csv").open(encoding="utf-8-sig", newline="") as file:
        ranks = list(csv.DictReader(file))
    assert [(row["rank"], row["contestant"], row["points"]) for row in ranks] == [
        ("1", "alice", "2"),
        ("2", "'=carol", "0"),
        ("2", "bob", "0"),
    ]
    assert (ranks[0]["submission"], ranks[0]["submissions"]) == ("alice/1.py", "2")
    assert ranks[2]["first_failing_test"] == "1"
    value = json.loads(ran.out)
    assert [(place["rank"], place["contestant"]) for place in value["ranking"]] == [
        (1, "alice"),
        (2, "=carol"),
        (2, "bob"),
    ]
    assert value["ranking"][0]["submissions"] == ["alice/1.py", "alice/2.py"]
    assert value["ranking"][0]["submission"] == "alice/1.py"
    assert [entry["contestant"] for entry in value["submissions"]] == ["alice", "alice", "bob"]
    page = (school / "p.html").read_text(encoding="utf-8")
    assert page.index("<h2>Ranking") < page.index("<h2>Matrix")
    assert page.count('<tr class="other">') == 1
    assert "nothing handed in" in page


def test_only_submissions_that_count_decide_the_exit_code(
    ineqsudoku: Command, school: Path
) -> None:
    (school / "class" / "=carol").rmdir()
    (school / "tests" / "2.in").unlink()
    put(school / "class" / "bob" / "again.py", RIGHT, 3)
    assert ineqsudoku(*CLASS).code == 0


def test_points_of_subtasks_rank(ineqsudoku: Command, school: Path) -> None:
    put(
        school / "tests" / "subtasks.toml",
        '[[subtask]]\nname = "a"\ntests = ["1"]\npoints = 30\n'
        '[[subtask]]\nname = "b"\ntests = ["2"]\npoints = 70\n',
    )
    (school / "tests" / "2.in").write_text(CONTEST + "\n" + CONTEST)
    ran = ineqsudoku(*CLASS, "--html", "p.html")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "1 alice 30 1/2 PE 1.py" in lines
    assert "The maximum is 100 points" in (school / "p.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--contestants", "class", "class/bob/only.py"], "--contestants excludes"),
        (["--contestants", "class", "--all-in", "class/bob"], "--contestants excludes"),
        (["--contestants", "tests"], "no folder of a contestant in tests"),
        (["--all-in", "empty"], "no submission in empty"),
        (["--contestants", "class/bob"], "expected a folder for each contestant"),
        (["--contestants", "none"], "none"),
    ],
)
def test_usage(ineqsudoku: Command, school: Path, arguments: list[str], message: str) -> None:
    (school / "empty").mkdir()
    ran = ineqsudoku("grade", *arguments, "--tests", "tests", "--no-sandbox")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.slow
def test_the_progress_line_names_the_submission_and_the_time_left(school: Path) -> None:
    put(school / "class" / "bob" / "[red]slow[.py", "import time; time.sleep(0.4)\n" + RIGHT)
    terminal, end = open_terminal()
    process = subprocess.Popen(
        [*PROGRAM, *CLASS, "--jobs", "1"],
        stdout=subprocess.DEVNULL,
        stderr=end,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    )
    os.close(end)
    shown = b""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # The other end is closed.
            break
        if not data:
            break
        shown += data
    os.close(terminal)
    assert process.wait() == 1
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert re.search(r"(-:--:--|\d:\d\d:\d\d) left, \d/8, .*bob/\[red\]slow\[\.py", text), text
    assert re.search(r"/8, \d AC", text), text


def test_the_total_shrinks_when_a_submission_fails_fast(
    school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ineqsudoku.apps.cli.progress import Bar
    from ineqsudoku.apps.grade.grading import Attempt, Graded, Grading
    from ineqsudoku.apps.grade.run import track
    from ineqsudoku.apps.grade.testdata import tests as read_tests
    from ineqsudoku.apps.sandbox.outcome import Run
    from ineqsudoku.apps.sandbox.program import Limits
    from ineqsudoku.apps.sandbox.unisolated import Unisolated
    from ineqsudoku.checker import Verdict

    shown: list[tuple[str, int, int | None]] = []
    monkeypatch.setattr(Bar, "show", lambda _, *progress: shown.append(progress))
    tests = read_tests(str(school / "tests"))
    grading = Grading(tests, Unisolated(), Limits(), Limits(), fail_fast=True)
    one, other = (Submission(name, None, {}) for name in ("one", "other"))
    ended = [
        Graded(Attempt(submission, tests.cases[0]), Run(verdict))
        for submission, verdict in ((one, Verdict.WA), (other, Verdict.AC))
    ]
    assert [*track(ended, grading, submissions=2)] == ended
    assert shown[-1] == ("2/3, 1 AC 1 WA, other", 2, 1 + 2)

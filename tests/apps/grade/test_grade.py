"""`ineqsudoku grade` and its reports."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from commands import PROGRAM, Command, Ran, run_program
from effort import slow
from puzzles import CONTEST, CONTEST_ANSWER, EXAMPLES
from sandboxes import commands_with, needs_sandbox, needs_tool

from ineqsudoku.apps.sandbox.isolation import Bubblewrap

pytestmark = pytest.mark.sandbox

RIGHT = f"print('''{CONTEST_ANSWER}''')\n"
WRONG = f"print('''{CONTEST_ANSWER.replace('5', '4')}''')\n"
GRADE = EXAMPLES / "grade"

Grade = Callable[..., Ran]


@pytest.fixture
def school(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: `tests` and some submissions in `in`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "tests").mkdir()
    for name in ("1", "2"):
        (tmp_path / "tests" / f"{name}.in").write_text(CONTEST)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "right.py").write_text(RIGHT)
    return tmp_path


@pytest.fixture(params=[pytest.param("", id="bubblewrap", marks=needs_sandbox), "--no-sandbox"])
def grade(
    request: pytest.FixtureRequest,
    ineqsudoku: Command,
    school: Path,  # noqa: ARG001 - a fixture that sets the working folder
) -> Grade:
    def of(*arguments: object) -> Ran:
        flags = [request.param] if request.param else []
        return ineqsudoku("grade", "--all-in", "in", "--tests", "tests", *flags, *arguments)

    return of


def test_the_exit_code_says_whether_all_are_accepted(grade: Grade, school: Path) -> None:
    ran = grade()
    assert ran.code == 0, ran
    assert "right.py   AC AC AC   2/2" in ran.out
    assert "1 submission on 2 tests: 1 AC" in ran.out
    (school / "in" / "wrong.py").write_text(WRONG)
    (school / "in" / "notes.txt").write_text("")
    ran = grade()
    assert ran.code == 1
    assert "wrong.py: test 1: WA: row 1 has the digit 4 twice: r1c1, r1c4" in ran.out
    assert "notes.txt: compiling: CE: no file with the suffix of a known language" in ran.out


def test_a_test_at_fault_is_trouble(grade: Grade, school: Path) -> None:
    (school / "tests" / "2.in").write_text("rubbish")
    ran = grade()
    assert ran.code == 2
    assert "right.py   AC AC JE   1/1" in ran.out
    assert "test 2: the test is at fault" in ran.out


def test_a_missing_compiler_is_named_once(grade: Grade, school: Path) -> None:
    (school / "own.toml").write_text(
        '[odd]\nsuffixes = [".odd"]\nmain = "main.odd"\ntools = ["no-such-tool"]\nrun = ["true"]\n'
    )
    (school / "in" / "right.py").rename(school / "in" / "one.odd")
    ran = grade("--languages", "own.toml")
    assert ran.code == 2
    needed = "programs in odd need no-such-tool, which is not installed"
    assert " ".join(ran.out.split()).count(f"one.odd, test 1: {needed}") == 1
    assert "one.odd, test 2" not in ran.out


def test_warnings_from_reading_the_tests_are_passed_on(grade: Grade, school: Path) -> None:
    wide = CONTEST.replace("<", "＜")
    (school / "tests" / "1.in").write_text(wide, encoding="gbk")
    ran = grade()
    assert ran.code == 0
    assert "warning: 1.in: read as GB18030, because it is not UTF-8\n" in ran.err
    assert "warning: 1.in:1:3: '＜' read as '<'" in ran.err
    for number in range(3, 40):
        (school / "tests" / f"{number}.in").write_text(wide, encoding="utf-8")
    ran = grade("--fail-fast")
    assert "warning: 21.in:" not in ran.err
    assert "warning: 19 more warnings on test inputs\n" in ran.err


def test_reports_say_how_programs_were_kept(ineqsudoku: Command, school: Path) -> None:
    arguments = ("in/right.py", "--tests", "tests", "--no-sandbox", "--json", "--html", "r.html")
    ran = ineqsudoku("grade", *arguments)
    assert ran.code == 0
    for text in (ran.out, ran.err, (school / "r.html").read_text()):
        assert "NO SANDBOX" in " ".join(text.split())


@pytest.mark.usefixtures("school")
def test_usage_is_checked(ineqsudoku: Command) -> None:
    for arguments in (
        ["--tests", "tests"],
        ["in/right.py", "--tests", "missing"],
        ["in/right.py", "--tests", "tests", "--ranking", "a"],
        ["--contestants", ".", "--tests", "tests", "--html", "a", "--ranking", "./a"],
    ):
        ran = ineqsudoku("grade", *arguments, "--no-sandbox")
        assert ran.code == 2, arguments
        assert "Traceback" not in ran.err


def test_without_a_sandbox_nothing_is_run(
    ineqsudoku: Command, school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ineqsudoku.apps.sandbox import isolation

    isolation._bubblewrap.cache_clear()
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    ran = ineqsudoku("grade", "in/right.py", "--tests", "tests")
    assert ran.code == 2
    assert "Debian package" in ran.err
    assert "--no-sandbox" in ran.err
    assert not (school / "state").exists()
    isolation._bubblewrap.cache_clear()


@needs_sandbox
def test_tests_in_a_place_that_programs_see_are_refused(ineqsudoku: Command, school: Path) -> None:
    (school / "own.toml").write_text(
        f'[x]\nsuffixes = [".x"]\nmain = "m.x"\nrun = ["x"]\nfolders = ["{school}"]\n'
    )
    ran = ineqsudoku("grade", "in/right.py", "--tests", "tests", "--languages", "own.toml")
    assert ran.code == 2
    assert "programs in the sandbox can read" in ran.err


def test_two_submissions_of_one_name(grade: Grade, school: Path) -> None:
    (school / "other").mkdir()
    shutil.copy(school / "in" / "right.py", school / "other")
    ran = grade("other/right.py")
    assert ran.code == 0
    assert "in/right.py" in ran.out
    assert "other/right.py" in ran.out


def test_nobody_gets_the_verdict_of_another_name(grade: Grade, school: Path) -> None:
    (school / "in" / "解答\u3000一.py").write_text(RIGHT)
    (school / "in" / "解答\\u3000一.py").write_text(WRONG)
    ran = grade("--json")
    assert ran.code == 1
    entries = json.loads(ran.out)["submissions"]
    assert {entry["name"]: entry["verdict"] for entry in entries} == {
        "right.py": "AC",
        "$'解答\\u3000一.py'": "AC",
        "解答\\u3000一.py": "WA",
    }


def test_many_tests_fit_into_80_columns(grade: Grade, school: Path) -> None:
    for number in range(40):
        (school / "tests" / f"{number}.in").write_text("rubbish" if number % 3 else CONTEST)
    ran = grade()
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert "·JJ·JJ" in ran.out


# --- going on ------------------------------------------------------------------------------


def test_nothing_is_graded_twice(grade: Grade, school: Path) -> None:
    (school / "in" / "wrong.py").write_text(WRONG)
    first = grade("--store", "results.sqlite")
    connection = sqlite3.connect(school / "results.sqlite")
    connection.execute("DELETE FROM runs WHERE submission = 'right.py' AND test = '2'")
    connection.execute("UPDATE runs SET run = json_set(run, '$.words', 'known')")
    connection.commit()
    counts = "SELECT count(*), count(DISTINCT grade) FROM runs"
    again = grade("--resume", "--store", "results.sqlite")
    assert again.code == first.code == 1
    assert "wrong.py: test 1: WA: known" in again.out
    assert connection.execute(counts).fetchone() == (4, 1)
    grade("--store", "results.sqlite")
    assert connection.execute(counts).fetchone() == (8, 2)
    connection.close()


def test_a_report_speaks_its_own_language(
    ineqsudoku: Command, school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs of an English grade are Chinese in a Chinese report; programs still read English."""
    (school / "in" / "wrong.py").write_text(WRONG)
    monkeypatch.setenv("LC_ALL", "C")
    arguments = ("--all-in", "in", "--tests", "tests", "--store", "s.sqlite", "--no-sandbox")
    first = ineqsudoku("grade", *arguments)
    assert "wrong.py: test 1: WA: row 1 has the digit 4 twice: r1c1, r1c4" in first.out
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    again = ineqsudoku("grade", *arguments, "--resume", "--html", "r.html", "--json")
    assert again.code == 1
    said = "第 1 行中数字 4 出现两次：r1c1、r1c4"
    assert f"wrong.py：测试点 1：WA：{said}" in again.err
    assert said in (school / "r.html").read_text(encoding="utf-8")
    wrong = json.loads(again.out)["submissions"][1]["runs"][0]
    assert wrong["words"] == "row 1 has the digit 4 twice: r1c1, r1c4"
    assert wrong["message"]["code"] == "check.repeated"
    assert wrong["message"]["arguments"]["cells"] == ["r1c1", "r1c4"]
    connection = sqlite3.connect(school / "s.sqlite")
    assert connection.execute("SELECT count(*) FROM runs").fetchone() == (4,)
    connection.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize(
    "flags", [pytest.param([], id="bubblewrap", marks=needs_sandbox), ["--no-sandbox"]]
)
def test_a_grade_that_was_killed_goes_on(
    school: Path, number: signal.Signals, flags: list[str]
) -> None:
    for test in range(3, 9):
        (school / "tests" / f"{test}.in").write_text(f"{CONTEST}\n\n")
    # The program is killed during one of the last tests, each of which takes a second.
    wait = "import sys, time\ntime.sleep(0.1 + sys.stdin.read().endswith('\\n\\n'))\n"
    (school / "in" / "right.py").write_text(wait + RIGHT)
    command = [*PROGRAM, "grade", "in/right.py", "--tests", "tests"]
    command += ["--jobs", "2", "--store", "results.sqlite", *flags]
    with tempfile.TemporaryDirectory(prefix="killed-") as temporary:
        Path(temporary).chmod(0o755)
        _kill_and_resume(school, number, command, temporary)


def _kill_and_resume(
    school: Path, number: signal.Signals, command: list[str], temporary: str
) -> None:
    environment = {**os.environ, "TMPDIR": temporary}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    while _runs(school) < 2:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    begun = time.monotonic()
    _, err = process.communicate()
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert time.monotonic() - begun < 2  # The grade ends within a second, or is ended then.
        assert b"runs so far: results.sqlite; --resume continues\n" in err
    else:
        assert process.returncode == -number
    assert b"Traceback" not in err
    time.sleep(0.3)  # What was just being started has a name by now.
    deadline = time.monotonic() + 120
    while commands_with(temporary) and time.monotonic() < deadline:  # They end with their parent.
        time.sleep(0.05)
    assert not commands_with(temporary)
    before = _runs(school)
    assert 2 <= before < 8
    ran = subprocess.run([*command, "--resume"], capture_output=True, env=environment, check=False)
    assert ran.returncode == 0, ran
    assert b"8/8" in ran.stdout
    left = list(Path(temporary).iterdir())  # What was killed just now may have left one thing.
    assert len(left) <= (number == signal.SIGKILL)
    connection = sqlite3.connect(school / "results.sqlite")
    rows = connection.execute("SELECT test, count(*) FROM runs GROUP BY test").fetchall()
    assert rows == [(str(test), 1) for test in range(1, 9)]
    connection.close()


def _runs(school: Path) -> int:
    try:
        connection = sqlite3.connect(f"file:{school}/results.sqlite?mode=ro&immutable=1", uri=True)
        (number,) = connection.execute("SELECT count(*) FROM runs").fetchone()
        connection.close()
    except sqlite3.Error:
        return 0
    assert isinstance(number, int)
    return number


def test_a_store_that_cannot_be_written_is_reported_before_anything_runs(
    ineqsudoku: Command, school: Path
) -> None:
    store = ("--store", "nowhere/x")
    ran = ineqsudoku("grade", "--all-in", "in", "--tests", "tests", *store, "--no-sandbox")
    assert (ran.code, ran.out) == (2, "")
    assert f"--store: there is no folder {school}/nowhere\n" in ran.err
    assert not (school / "state").exists()


def test_json_stands_in_the_place_of_text(ineqsudoku: Command, school: Path) -> None:
    """The submission behind `--json` is no file to be written."""
    arguments = ("grade", "--tests", "tests", "--no-sandbox")
    text = ineqsudoku(*arguments, "in/right.py")
    ran = ineqsudoku(*arguments, "--json", "in/right.py")
    assert (school / "in" / "right.py").read_text() == RIGHT
    assert ran.code == text.code == 0
    assert json.loads(ran.out)["totals"] == {"AC": 1}
    assert "right.py" in text.out
    assert "right.py" in ran.err


def test_reports_are_written_even_if_nothing_can_be_printed(school: Path) -> None:
    arguments = ("in/right.py", "--tests", "tests", "--no-sandbox", "--html", "report.html")
    with open("/dev/full", "w") as full:
        ran = run_program("grade", *arguments, stdout=full)
    assert ran.returncode != 0
    assert "Traceback" not in ran.stderr
    assert "right.py" in (school / "report.html").read_text()


def test_names_of_tests_are_harmless(ineqsudoku: Command, school: Path) -> None:
    shutil.rmtree(school / "tests")
    for folder in ("\x1b[31m\u202e", "a;=1+1", "＝1", os.fsdecode(b"\xff")):
        (school / "tests" / folder).mkdir(parents=True)
        (school / "tests" / folder / "1.in").write_text(CONTEST)
    arguments = ("in/right.py", "--tests", "tests", "--no-sandbox", "--json", "--html", "r.html")
    ran = ineqsudoku("grade", *arguments)
    assert ran.code == 0, ran
    for text in (ran.out, ran.err, (school / "r.html").read_text()):
        assert not {"\x1b", "\u202e"} & set(text)


# --- honest programs -----------------------------------------------------------------------


@needs_sandbox
@pytest.mark.parametrize(
    ("name", "tool"),
    [
        ("rows.cpp", "g++"),
        ("rows.py", "python3"),
        ("Rows.java", "javac"),
        ("rows.go", "go"),
        ("rows.rs", "rustc"),
        ("rows.js", "node"),
    ],
)
@pytest.mark.usefixtures("school")
def test_honest_programs_are_accepted_and_may_be_slow(
    ineqsudoku: Command, name: str, tool: str
) -> None:
    if not Bubblewrap().has(tool):
        pytest.skip(f"{tool} is not there for programs in the sandbox")
    order = ("grade", GRADE / "submissions" / name, "--tests", GRADE / "tests", "--time-limit")
    ran = ineqsudoku(*order, 60)
    assert ran.code == 0, ran.out
    if name == "rows.py":
        ran = ineqsudoku(*order, 0.7)
        assert ran.code == 1
        assert "test 2: TLE: CPU time limit of 0.7 s exceeded" in ran.out


@needs_sandbox
@needs_tool("g++")
@pytest.mark.parametrize(
    ("name", "language"), [("README.md", "en"), *slow([("README.zh.md", "zh")])]
)
@pytest.mark.usefixtures("school")
def test_the_readme_shows_what_is_printed(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    """Times, memory and the numbers of slow tests may differ."""
    monkeypatch.setenv("COLUMNS", "100")
    readme = (EXAMPLES.parent / name).read_text(encoding="utf-8")
    example = re.search(
        r"^ineqsudoku (grade [^\n]*)\n```\n\n```text\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL
    )
    assert example
    command, shown = example.groups()
    words = command.replace("examples/", f"{EXAMPLES}/").split()
    ran = ineqsudoku(*words, "--language", language)
    assert not set(_masked(shown)) - set(_masked(ran.out + ran.err))


def _masked(text: str) -> list[str]:
    lines = (re.sub(r"[0-9.]+|[·T]{2,}", "#", line.rstrip()) for line in text.splitlines())
    return [re.sub("[# ]+", "#", line) for line in lines]


@needs_sandbox
@needs_tool("g++")
@pytest.mark.usefixtures("school")
def test_the_document_shows_a_ranking(ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another time limit, which makes the test shorter; numbers may differ."""
    monkeypatch.setenv("COLUMNS", "100")
    document = (EXAMPLES.parent / "docs" / "judging.md").read_text(encoding="utf-8")
    example = re.search(
        r"--contestants examples/grade/class .*?^```text\n(.*?)^```$", document, re.M | re.S
    )
    assert example
    ran = ineqsudoku("grade", "--contestants", GRADE / "class", "--time-limit", 0.1)
    assert not set(_masked(example[1])) - set(_masked(ran.out))


# --- reports -------------------------------------------------------------------------------

NASTY = '<b>"&\x1b[0m\ud800é=1+1.py'


class Page(HTMLParser):
    """Open tags, to find a page that does not nest properly; all tags seen, and scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.script = ""

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.script += data

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "rect", "line", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def reports(ineqsudoku: Command, school: Path) -> Path:
    """The reports on programs of all sorts, in the working folder."""
    path = os.fsencode(school / "in") + b"/" + NASTY.encode("utf-8", "surrogatepass")
    Path(os.fsdecode(path)).write_text(f"import sys; print('</pre>', file=sys.stderr)\n{WRONG}")
    (school / "in" / "ce.py").write_text("<script>")
    (school / "in" / "half.py").write_text("print('<script>alert(1)</script>\\x1b[2J')")
    (school / "tests" / "sub task").mkdir()
    (school / "tests" / "sub task" / "3.in").write_text("rubbish")
    reports = ("--no-sandbox", "--json", "--html", "report.html")
    ran = ineqsudoku("grade", "--all-in", "in", "--tests", "tests", *reports)
    assert ran.code == 2, ran
    (school / "report.json").write_text(ran.out)
    return school


def test_the_page_is_whole_and_harmless(reports: Path) -> None:
    text = (reports / "report.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert "svg" in page.seen
    assert not {"b", "img", "link", "iframe"} & set(page.seen)
    assert page.seen.count("script") == 1
    digest = b64encode(sha256(page.script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text
    assert not re.findall(r"(?:src|href)=\"(?!#)", text)
    assert 'class="tint wrong"' in text
    assert "row 1 has the digit 4 twice: r1c1, r1c4" in text
    assert "\x1b" not in text


def test_the_page_fits_narrow_and_dark_screens(reports: Path) -> None:
    text = (reports / "report.html").read_text(encoding="utf-8")
    outside = re.sub(r'<div class="scroll">.*?</div>', "", text, flags=re.S)
    assert "<table" in text
    assert "<table" not in outside
    assert "prefers-color-scheme: dark" in text
    assert text.index("accepted") < text.index("<h2>Matrix")
    colours = set(re.findall(r"var\((--[\w-]+)\)", text))
    assert colours <= set(re.findall(r"(--[\w-]+):", text))


def test_every_column_of_the_page_has_a_heading(reports: Path) -> None:
    text = (reports / "report.html").read_text(encoding="utf-8")
    assert "<th></th>" not in text
    for table in re.findall(r"<table.*?</table>", text, re.S):
        head, _, body = table.partition("<tbody>")
        columns = len(re.findall(r"<t[dh][ >]", body.partition("</tr>")[0]))
        own = re.findall(r"<th [^>]*(?<!-)data-column=\"(\d+)\"", head)
        plain = re.findall(r"<th ", head)
        assert sorted(map(int, own)) == list(range(columns)) if own else len(plain) == columns


def test_the_paths_of_store_and_report_are_printed(grade: Grade, school: Path) -> None:
    before = {path.name for path in school.iterdir()}
    ran = grade("--html", "report.html")
    (store,) = (school / "state" / "ineqsudoku").iterdir()
    assert f"runs: {store}\nreports: report.html\n" in ran.err
    assert {path.name for path in school.iterdir()} == {*before, "report.html", "state"}


def test_the_same_submissions_can_be_graded_twice_at_a_time(
    ineqsudoku: Command, school: Path
) -> None:
    """The second grade has a store of its own, unless it names one or resumes the first."""
    arguments = ("grade", "in/right.py", "--tests", "tests", "--no-sandbox")
    assert ineqsudoku(*arguments).code == 0
    (store,) = (school / "state" / "ineqsudoku").iterdir()
    connection = sqlite3.connect(store, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    ran = ineqsudoku(*arguments)
    assert ran.code == 0
    assert f"runs: {store.with_stem(f'{store.stem}-2')}\n" in ran.err
    for option in (("--resume",), ("--store", store)):
        ran = ineqsudoku(*arguments, *option)
        assert (ran.code, ran.out) == (2, "")
        assert "in use by another grade; --store FILE chooses another store" in ran.err
    connection.close()


def test_the_first_wrong_test_stands_before_the_first_slow_one(
    ineqsudoku: Command, school: Path
) -> None:
    slow_then_wrong = "import sys\nif sys.stdin.read().endswith('\\n\\n'):\n    while True: pass\n"
    (school / "tests" / "1.in").write_text(f"{CONTEST}\n\n")
    (school / "both.py").write_text(slow_then_wrong + WRONG)
    arguments = ("--tests", "tests", "--no-sandbox", "--time-limit", "0.3", "--html", "page.html")
    ran = ineqsudoku("grade", "both.py", *arguments)
    assert ran.code == 1
    faults = [line for line in ran.out.splitlines() if line.startswith("both.py: test")]
    assert faults == [
        "both.py: test 2: WA: row 1 has the digit 4 twice: r1c1, r1c4",
        "both.py: test 1: TLE: CPU time limit of 0.3 s exceeded",
    ]
    page = (school / "page.html").read_text()
    assert page.index("Test 2: WA: row 1") < page.index("Test 1: TLE: CPU")


def test_the_store_is_found_from_any_folder(
    ineqsudoku: Command, school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("--all-in", school / "in", "--tests", school / "tests", "--no-sandbox")
    ran = ineqsudoku("grade", *arguments)
    monkeypatch.chdir(school / "tests")
    (school / "in" / "later.py").write_text(RIGHT)
    again = ineqsudoku("grade", "--all-in", "../in", "--tests", ".", "--no-sandbox", "--resume")
    stores = [line for line in (ran.err + again.err).splitlines() if line.startswith("runs: ")]
    assert len(stores) == 2
    assert len(set(stores)) == 1
    connection = sqlite3.connect(stores[0].removeprefix("runs: "))
    counts = connection.execute("SELECT count(*), count(DISTINCT grade) FROM runs").fetchone()
    connection.close()
    assert counts == (4, 1)


def test_a_store_that_cannot_be_made_is_an_error(
    ineqsudoku: Command, school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (school / "state").write_text("")
    ran = ineqsudoku("grade", "in/right.py", "--tests", "tests", "--no-sandbox")
    assert (ran.code, ran.out) == (2, "")
    assert "--store FILE" in ran.err
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(school / "home"))
    ran = ineqsudoku("grade", "in/right.py", "--tests", "tests", "--no-sandbox")
    assert f"runs: {school}/home/.local/state/ineqsudoku/tests-" in ran.err


@pytest.mark.usefixtures("school")
def test_a_puzzle_is_no_submission(ineqsudoku: Command) -> None:
    ran = ineqsudoku("grade", "tests/1.in", "--tests", "tests", "--no-sandbox")
    assert (ran.code, ran.out) == (2, "")
    assert "1.in is not a submission" in ran.err


@pytest.mark.parametrize(
    ("output", "words", "symbols"),
    [
        ("42 " * 81, "r1c1 is 42, not a digit 1-9", ["42"] * 81),
        ("123456789\n" * 9, "column 1 has the digit 1 nine times", list("123456789" * 9)),
        (f"{CONTEST_ANSWER}\n" + "7 " * 81, "", []),
    ],
)
def test_every_wrong_grid_is_drawn(
    ineqsudoku: Command, school: Path, output: str, words: str, symbols: list[str]
) -> None:
    two = not symbols
    (school / "tests" / "1.in").write_text(CONTEST * (1 + two))
    (school / "tests" / "2.in").unlink()
    (school / "wrong.py").write_text(f"print({output!r})")
    ineqsudoku("grade", "wrong.py", "--tests", "tests", "--html", "page.html", "--no-sandbox")
    text = (school / "page.html").read_text(encoding="utf-8")
    drawn = re.findall(r'<text class="(?:digit|letter)[^"]*"[^>]*>([^<]*)</text>', text)
    assert drawn == (symbols or ["7"] * 81)
    assert f"<strong>{words}" in text
    assert ("Output for test 1, puzzle 2" in text) == two


def test_json_has_everything(reports: Path) -> None:
    value = json.loads((reports / "report.json").read_text(encoding="ascii"))
    assert value["sandbox"] is False
    assert value["totals"] == {"AC": 1, "WA": 1, "PE": 1, "CE": 1}
    assert [subtask["name"] for subtask in value["subtasks"]] == ["", "sub task"]
    runs = value["submissions"][0]["runs"]
    assert [run["test"] for run in runs] == ["1", "2", "sub task/3"]
    assert {"verdict", "words", "cpu", "wall", "peak", "code", "signal", "stderr"} <= set(runs[0])

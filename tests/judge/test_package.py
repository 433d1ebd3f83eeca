"""Packages: complete, proven, the same every time, and accepted by judges or their simulators."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest
from commands import Command
from programs import TESTLIB, Programs, needs_compiler
from programs import programs as programs
from puzzles import BZOJ_3109, CONTEST, CONTEST_ANSWER, UVA_11570, turned, without
from sandboxes import needs_sandbox, needs_tool
from strategies import layout_of

import ineqsudoku as iq
from ineqsudoku.judge.package import TARGETS, Options, build, problem, write
from ineqsudoku.judge.package.solutions import Solution, solutions
from ineqsudoku.judge.package.statement import LANGUAGES, html, latex, statement
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.puzzle import Grid

pytestmark = pytest.mark.package

of_all_targets = pytest.mark.parametrize("target", TARGETS)


OTHER = (
    "<<<<>>^vv^^^vv^><<<<<^^^vvv^vv><><<>>><><>v^^^^^vv^<>>"
    "><<vv^v^^^^v<<<>><<>><><^vvv^^^v^>>><><v^vv^v^^v>><><>"
)
"""A puzzle in another format."""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """Three tests; names have an order of numbers, one sample has a folder of its own."""
    folder = tmp_path / "tests"
    (folder / "sample").mkdir(parents=True)
    (folder / "sample" / "1.in").write_text(CONTEST)
    (folder / "sample" / "1.out").write_text(CONTEST_ANSWER)
    (folder / "10.in").write_text(OTHER)
    (folder / "9.in").write_text(BZOJ_3109)
    return folder


def built(target: str, tests: Path, **more: object) -> dict[str, bytes]:
    options = Options(target, str(tests), unproven=True)
    return build(replace(options, **more))  # type: ignore[arg-type]  # of any field


# --- what is in a package ----------------------------------------------------------------


@of_all_targets
def test_a_package_has_tests_solutions_and_statements(target: str, tests: Path) -> None:
    texts = [data.decode() for data in built(target, tests).values()]
    whole = "\n".join(texts)
    for text in (CONTEST, iq.write(iq.read(BZOJ_3109), "contest"), CONTEST_ANSWER):
        assert text in whole
    assert "不给出任何数字" in whole
    assert "UNPROVEN" in whole or "were not run" in whole
    assert "checker" in whole.lower()


@of_all_targets
def test_the_same_options_give_the_same_bytes(target: str, tests: Path, tmp_path: Path) -> None:
    first, second = built(target, tests), built(target, tests)
    assert first == second
    for name in ("one.zip", "other.zip"):
        write(first, str(tmp_path / name))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "other.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == first


@of_all_targets
def test_a_package_names_nothing_of_the_machine(target: str, tests: Path) -> None:
    for path, data in built(target, tests).items():
        assert not path.startswith(("/", "."))
        assert str(tests).encode() not in data


def test_limits_are_in_the_package(tests: Path) -> None:
    files = built("hydro", tests, time_limit=1.5, memory_limit=128)
    assert b"time: 1500ms\nmemory: 128m\n" in files["testdata/config.yaml"]


def test_one_language_is_enough(tests: Path) -> None:
    files = built("kattis", tests, languages=("zh",))
    assert "problem_statement/problem.zh.tex" in files
    assert "problem_statement/problem.en.tex" not in files
    assert "name: 新数独\n".encode() in files["problem.yaml"]


def test_testlib_is_shipped_only_if_given(tests: Path, tmp_path: Path) -> None:
    (tmp_path / "testlib.h").write_text("// testlib\n")
    assert "testlib.h" not in built("testlib", tests)
    files = built("testlib", tests, testlib=str(tmp_path / "testlib.h"))
    assert files["testlib.h"] == b"// testlib\n"


# --- tests -------------------------------------------------------------------------------


def test_tests_are_official_in_order_and_solved(tests: Path) -> None:
    found = problem.tests_in(str(tests))
    assert [(test.name, test.is_sample) for test in found] == [
        ("1", True),
        ("2", False),
        ("3", False),
    ]
    assert found[0].answer == CONTEST_ANSWER
    assert found[1].input == iq.write(iq.read(BZOJ_3109), "contest")


def test_without_samples_the_first_test_is_one(tests: Path) -> None:
    shutil.rmtree(tests / "sample")
    assert [test.is_sample for test in problem.tests_in(str(tests))] == [True, False]


PUZZLE = iq.read(CONTEST)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (UVA_11570 * 2, "9.in: expected one puzzle, found 2"),
        (UVA_11570, "9.in has the same puzzle as sample/1.in"),
        (iq.write(without(PUZZLE, 1), "contest"), "9.in: expected a 9×9 puzzle with all 108 signs"),
        (iq.write(turned(PUZZLE, PUZZLE.relations[0]), "contest"), "no solution"),
        ("> <", "9.in"),
    ],
)
def test_other_tests_are_refused(
    ineqsudoku: Command, tests: Path, tmp_path: Path, text: str, reason: str
) -> None:
    (tests / "9.in").write_text(text)
    output = tmp_path / "package"
    ran = ineqsudoku(
        "package", "--to", "kattis", "--tests", tests, "--output", output, "--unproven"
    )
    assert ran.code == 2
    assert reason in ran.err
    assert not output.exists()


SEVERAL = Grid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
"""Other grids have the same signs."""


def test_several_solutions_are_refused(tests: Path) -> None:
    (tests / "9.in").write_text(iq.write(layout_of(SEVERAL), "contest"))
    with pytest.raises(iq.IneqSudokuError, match="expected one solution, found several solutions"):
        problem.tests_in(str(tests))


def test_a_wrong_answer_file_is_refused(tests: Path) -> None:
    (tests / "9.out").write_text(CONTEST_ANSWER)
    with pytest.raises(iq.IneqSudokuError, match=r"9.in: the test is at fault: the judge's own"):
        problem.tests_in(str(tests))


# --- options -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        (["--name", "Big Name"], "expected a name of small letters and digits"),
        (["--time-limit", "0"], "expected a time limit of 0.05-1000 s, found 0"),
        (["--time-limit", "nan"], "nan is not a finite number"),
        (["--memory-limit", "1"], "expected a memory limit of 8-65536 MiB, found 1"),
        (["--with-testlib", "nowhere.h"], "nowhere.h: No such file or directory"),
        (["--output", "-"], "'./-' is a file of this name"),
        (["--to", "spoj"], "'spoj' is not one of"),
    ],
)
def test_wrong_options(
    ineqsudoku: Command, tests: Path, tmp_path: Path, option: list[str], reason: str
) -> None:
    arguments = ["--to", "kattis", "--tests", tests, "--output", tmp_path / "p", "--unproven"]
    ran = ineqsudoku("package", *arguments, *option)
    assert ran.code == 2
    assert reason in ran.err
    assert not (tmp_path / "p").exists()


def test_nothing_is_overwritten(ineqsudoku: Command, tests: Path, tmp_path: Path) -> None:
    (tmp_path / "p.zip").write_text("mine")
    for output in (tests, tmp_path / "p.zip"):
        ran = ineqsudoku(
            "package", "--to", "kattis", "--tests", tests, "--output", output, "--unproven"
        )
        assert ran.code == 2
        assert "is there already" in ran.err
    assert (tmp_path / "p.zip").read_text() == "mine"


def test_the_command_says_what_it_has_written(
    ineqsudoku: Command, tests: Path, tmp_path: Path
) -> None:
    output = tmp_path / "p"
    ran = ineqsudoku(
        "package", "--to", "testlib", "--tests", tests, "--output", output, "--unproven"
    )
    files = [path for path in output.rglob("*") if path.is_file()]
    found = {str(path.relative_to(output)): path.read_bytes() for path in files}
    assert ran == (0, "", f"{output}: {len(files)} files for testlib, unproven\n")
    assert found == built("testlib", tests)


# --- statements --------------------------------------------------------------------------


def test_statements_have_the_same_sections() -> None:
    for language in LANGUAGES:
        found = statement(language)
        assert all([found.title, found.legend, found.input, found.output])
        assert found.words.keys() == statement("en").words.keys()


def test_markdown_becomes_latex_and_html() -> None:
    text = "One & `<`, `^`.\n\n- a `v`\n- b_c"
    assert latex(text) == (
        "One \\& \\texttt{<}, \\texttt{\\textasciicircum{}}.\n\n"
        "\\begin{itemize}\n    \\item a \\texttt{v}\n    \\item b\\_c\n\\end{itemize}"
    )
    assert html(text) == (
        "<p>One &amp; <code>&lt;</code>, <code>^</code>.</p>\n"
        "<ul>\n<li>a <code>v</code></li>\n<li>b_c</li>\n</ul>"
    )


# --- proof -------------------------------------------------------------------------------


def test_there_is_a_solution_for_every_verdict() -> None:
    found = [(each.language, each.verdict) for each in solutions()]
    assert {language for language, verdict in found if verdict is Verdict.AC} == {
        *("cpp", "java", "py")
    }
    assert {verdict for _, verdict in found} == {*map(Verdict, ("AC", "WA", "TLE", "RE"))}


@needs_sandbox
@needs_tool("g++")
@needs_tool("javac")
def test_solutions_are_proven(ineqsudoku: Command, tests: Path, tmp_path: Path) -> None:
    output = tmp_path / "p"
    ran = ineqsudoku("package", "--to", "kattis", "--tests", tests, "--output", output)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.endswith("files for kattis, proven\n")
    assert "UNPROVEN" not in (output / "problem.yaml").read_text()


@needs_sandbox
@needs_tool("g++")
def test_another_verdict_is_no_package(tests: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Solution("wrong.cpp", Verdict.AC, "int main() {}\n")
    monkeypatch.setattr("ineqsudoku.judge.package.solutions", lambda: (wrong,))
    with pytest.raises(iq.IneqSudokuError, match=r"wrong.cpp: expected AC, found PE \(expected 81"):
        build(Options("kattis", str(tests), time_limit=2.0))


def test_without_a_compiler_nothing_is_proven(tests: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ineqsudoku.judge.package.proof.which", lambda _: None)
    with pytest.raises(iq.IneqSudokuError, match=r"cannot be run: g\+\+, java, javac, python3 not"):
        build(Options("kattis", str(tests)))


# --- simulators: how each judge calls the checker of a package ---------------------------


@dataclass(frozen=True)
class Convention:
    """Where a package has its checker and its tests, how the checker is called, and what exit
    code and standard output a right and a wrong output get."""

    checker: str
    input: str
    answer: str
    call: str
    right: tuple[int, str] = (0, "")
    wrong: tuple[int, str] = (1, "")


_TESTLIB = "{program} {input} {output} {answer}"
_KATTIS = "{program} {input} {answer} feedback < {output}"
_CMS = "{program} {input} {answer} {output}"
_SYZOJ = "cp {input} input && cp {answer} answer && cp {output} user_out && {program}"

CONVENTIONS = {
    "testlib": Convention("checker.cpp", "tests/*.in", "{}.ans", _TESTLIB),
    "polygon": Convention("files/check.cpp", "tests/[0-9][0-9]", "{}.a", _TESTLIB),
    "hydro": Convention("testdata/chk.cc", "testdata/*.in", "{}.out", _TESTLIB),
    "dmoj": Convention("checker.cpp", "*.in", "{}.out", _TESTLIB),
    "luogu": Convention("checker.cpp", "*.in", "{}.out", _TESTLIB),
    "uoj": Convention("chk.cpp", "sudoku*.in", "{}.out", _TESTLIB),
    "icpc": Convention(
        "output_validator/checker.cpp", "data/*/*.in", "{}.ans", _KATTIS, (42, ""), (43, "")
    ),
    "cms": Convention(
        "check/checker.cpp", "input/input*.txt", "{}", _CMS, (0, "1.0\n"), (0, "0.0\n")
    ),
    "syzoj": Convention("spj.cpp", "*.in", "{}.out", _SYZOJ, (0, "100\n"), (0, "0\n")),
}
CONVENTIONS["kattis"] = replace(
    CONVENTIONS["icpc"], checker="output_validators/checker/checker.cpp"
)
CONVENTIONS["domjudge"] = CONVENTIONS["kattis"]


def answer_of(convention: Convention, input: Path) -> Path:
    if input.suffix == ".txt":
        return Path(str(input).replace("input", "output"))
    return input.with_name(convention.answer.format(input.stem))


@needs_compiler
@pytest.mark.parametrize("target", CONVENTIONS)
def test_checkers_judge_the_tests_of_their_package(
    programs: Programs, target: str, tests: Path, tmp_path: Path
) -> None:
    convention = CONVENTIONS[target]
    folder = tmp_path / "package"
    write(built(target, tests), str(folder))
    (tmp_path / "feedback").mkdir()
    source = (folder / convention.checker).read_text(encoding="ascii")
    if '#include "testlib.h"' in source and not (TESTLIB / "testlib.h").is_file():
        pytest.skip("../shared (testlib.h) is not there")
    program = programs.compiled(source)
    inputs = sorted(folder.glob(convention.input))
    wanted = [path for path in inputs if "valid" not in path.parent.name]
    assert len(wanted) == 3
    for input in wanted:
        answer = answer_of(convention, input)
        wrong = tmp_path / "wrong"
        wrong.write_text(answer.read_text().translate(str.maketrans("19", "91")))
        for output, outcome in ((answer, convention.right), (wrong, convention.wrong)):
            files = {"input": input, "answer": answer, "output": output}
            command = ["sh", "-c", convention.call.format(program=program, **files)]
            ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert (ran.returncode, ran.stdout) == outcome


@needs_compiler
def test_hustoj_judges_by_its_xml(programs: Programs, tests: Path, tmp_path: Path) -> None:
    item = ET.fromstring(built("hustoj", tests)["fps.xml"]).find("item")
    assert item is not None
    inputs, outputs = item.findall("test_input"), item.findall("test_output")
    assert len(inputs) == len(outputs) == 3
    program = programs.compiled(item.findtext("spj") or "")
    for input, output in zip(inputs, outputs, strict=True):
        for name, text in (("in", input.text), ("ans", output.text)):
            (tmp_path / name).write_text(text or "")
        (tmp_path / "wrong").write_text((output.text or "").replace("1", "2"))
        codes = [
            subprocess.run([program, "in", "ans", name], cwd=tmp_path, capture_output=True)
            for name in ("ans", "wrong")
        ]
        assert [ran.returncode for ran in codes] == [0, 1]


def test_every_target_is_simulated() -> None:
    assert {*CONVENTIONS, "hustoj"} == {*TARGETS}


def test_tables_name_files_that_are_there(tests: Path) -> None:
    """Paths in init.yml, config.yaml and problem.xml; numbers of tests, and their scores."""
    dmoj, hydro, polygon = (built(target, tests) for target in ("dmoj", "hydro", "polygon"))
    named = re.findall(r"\b(?:in|out|files): ([\w.]+)", dmoj["init.yml"].decode())
    assert len(named) == 7
    assert {*named} <= dmoj.keys()
    config = hydro["testdata/config.yaml"].decode()
    named = re.findall(r"(?:checker|validator|input|output): ([\w.]+)", config)
    assert len(named) == 8
    assert {f"testdata/{name}" for name in named} <= hydro.keys()
    tree = ET.fromstring(polygon["problem.xml"])
    assert {source.get("path") for source in tree.iter("source")} <= polygon.keys()
    assert tree.findtext("judging/testset/test-count") == "3"
    cms = built("cms", tests)
    assert b"n_input: 3\n" in cms["task.yaml"]
    assert b"n_tests 3\nn_ex_tests 1\n" in built("uoj", tests)["problem.conf"]
    assert b'cases: ["1", "2", "3"]\n' in built("syzoj", tests)["data.yml"]
    scores = re.findall(r"score: (\d+)", built("luogu", tests)["config.yml"].decode())
    assert scores == ["34", "33", "33"]
    assert cms["gen/GEN"] == b"# ST: 100\n1\n2\n3\n"
    assert {f"input/input{n}.txt" for n in range(3)} <= cms.keys()


# --- the judges' own tools ---------------------------------------------------------------


def has_java_21() -> bool:
    """Whether javac knows the release that problemtools asks for."""
    ran = subprocess.run(["javac", "--release", "21", "--version"], capture_output=True)
    return ran.returncode == 0


@needs_tool("verifyproblem")
@needs_tool("pypy3")
@needs_tool("g++")
def test_problemtools_verifies_the_package_for_kattis(tests: Path, tmp_path: Path) -> None:
    folder = tmp_path / "inequalitysudoku"
    write(built("kattis", tests), str(folder))
    parts = ["-p", "config", "data", "graders", "validators", "submissions"]
    some = [] if shutil.which("javac") and has_java_21() else ["-s", r"(cpp|py)$"]
    ran = verified(["verifyproblem", *some, *parts, "--", str(folder)], tmp_path)
    assert "0 errors, 0 warnings" in ran.stdout + ran.stderr


@needs_tool("bt")
@needs_tool("g++")
def test_bapctools_accepts_the_package_for_icpc(tests: Path, tmp_path: Path) -> None:
    # BAPCtools remembers UUIDs, which follow from the name and the tests.
    name = f"sudoku{uuid4().hex}"
    write(built("icpc", tests, name=name), str(tmp_path / name))
    for action in (["validate"], ["run", "--all"]):
        ran = verified(["bt", *action], tmp_path / name)
        assert ran.returncode == 0, ran.stdout + ran.stderr


def verified(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900)

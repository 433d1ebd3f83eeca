"""Packages, accepted by judges: by their own tools, or by simulators of how they call checkers."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from packages import built, package, put
from packages import grouped as grouped
from packages import tests as tests
from packages import tools as tools
from programs import Programs, needs_compiler, skip_without_testlib
from programs import programs as programs
from sandboxes import needs_tool

from ineqsudoku.judge.package import verification
from ineqsudoku.judge.package.files import TARGETS, table
from ineqsudoku.judge.package.output import write_package
from ineqsudoku.judge.package.problem import solutions
from ineqsudoku.judge.package.verification import TOOLS, Finding, verify

pytestmark = pytest.mark.package

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
    tests: int = 3


_TESTLIB = "{program} {input} {output} {answer}"
_KATTIS = "{program} {input} {answer} feedback < {output}"
_CMS = "{program} {input} {answer} {output}"
_SYZOJ = "cp {input} input && cp {answer} answer && cp {output} user_out && {program}"
_LEMON = "{program} {input} {output} {answer} 7 _score _message && cat _score"

CONVENTIONS = {
    "testlib": Convention("checker.cpp", "tests/*.in", "{}.ans", _TESTLIB),
    "polygon": Convention("files/check.cpp", "tests/[0-9][0-9]", "{}.a", _TESTLIB),
    "hydro": Convention("testdata/chk.cc", "testdata/*.in", "{}.out", _TESTLIB, tests=2),
    "dmoj": Convention("checker.cpp", "*.in", "{}.out", _TESTLIB),
    "luogu": Convention("checker.cpp", "*.in", "{}.out", _TESTLIB, tests=2),
    "uoj": Convention("chk.cpp", "sudoku*.in", "{}.out", _TESTLIB, tests=2),
    "icpc": Convention(
        "output_validator/checker.cpp", "data/*/*.in", "{}.ans", _KATTIS, (42, ""), (43, "")
    ),
    "cms": Convention(
        "check/checker.cpp", "input/input*.txt", "{}", _CMS, (0, "1.0\n"), (0, "0.0\n")
    ),
    "lemon": Convention(
        "data/*/checker.cpp", "data/*/*.in", "{}.out", _LEMON, (0, "7\n"), (0, "0\n"), tests=2
    ),
    "syzoj": Convention("spj.cpp", "*.in", "{}.out", _SYZOJ, (0, "100\n"), (0, "0\n"), tests=2),
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
def test_simulator_calls_the_checker_of_a_package(
    programs: Programs, target: str, tests: Path, tmp_path: Path
) -> None:
    convention = CONVENTIONS[target]
    folder = tmp_path / "package"
    write_package(built(target, tests), str(folder))
    for archive in folder.glob("*.zip"):
        subprocess.run(["python3", "-m", "zipfile", "-e", archive, folder], check=True)
    (tmp_path / "feedback").mkdir()
    (checker,) = folder.glob(convention.checker)
    source = checker.read_text(encoding="ascii")
    if '#include "testlib.h"' in source:
        skip_without_testlib()
    program = programs.compiled(source)
    inputs = sorted(folder.glob(convention.input))
    wanted = [path for path in inputs if "valid" not in path.parent.name]
    assert len(wanted) == convention.tests
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
@pytest.mark.parametrize("name", [it.name for it in solutions() if it.language == "cpp"])
def test_solutions_compile_where_judges_have_old_standards(name: str) -> None:
    (source,) = (solution.source for solution in solutions() if solution.name == name)
    command = ["g++", "-std=c++11", "-Wall", "-Werror", "-fsyntax-only", "-x", "c++", "-"]
    subprocess.run(command, input=source, text=True, check=True)


@needs_compiler
def test_simulators_of_hustoj_and_qduoj_read_fps(
    programs: Programs, tests: Path, tmp_path: Path
) -> None:
    item = ET.fromstring(built("hustoj", tests)["fps.xml"]).find("item")
    assert item is not None
    inputs, outputs = item.findall("test_input"), item.findall("test_output")
    assert len(inputs) == len(outputs) == 2
    assert item.findtext("sample_input") not in [input.text for input in inputs]
    assert item.findtext("img/src") == "sample.svg"
    program = programs.compiled(item.findtext("spj") or "")
    for input, output in zip(inputs, outputs, strict=True):
        for name, text in (("in", input.text), ("ans", output.text)):
            (tmp_path / name).write_text(text or "")
        (tmp_path / "wrong").write_text((output.text or "").replace("1", "2"))
        for given in (["in", "ans"], ["in"]):
            codes = [
                subprocess.run([program, *given, name], cwd=tmp_path, capture_output=True)
                for name in ("ans", "wrong")
            ]
            assert [ran.returncode for ran in codes] == [0, 1]


def test_every_target_is_simulated() -> None:
    assert {*CONVENTIONS, "hustoj"} == {*TARGETS}


VALIDATORS = {
    "testlib": ("validator.cpp", "invalid_inputs/*.in", "tests/*.in", (0, 3)),
    "polygon": ("files/validator.cpp", "files/tests/validator-tests/*", "tests/??", (0, 3)),
    "icpc": (
        "input_validators/validator/validator.cpp",
        *("data/invalid_input/*.in", "data/secret/*.in", (42, 43)),
    ),
}


@needs_compiler
@pytest.mark.parametrize("target", VALIDATORS)
def test_simulator_calls_the_validator_of_a_package(
    programs: Programs, target: str, tests: Path, tmp_path: Path
) -> None:
    """Every input that ought to be refused is, also puzzles without one solution."""
    path, invalid, valid, (right, wrong) = VALIDATORS[target]
    write_package(built(target, tests), str(tmp_path / "package"))
    source = (tmp_path / "package" / path).read_text(encoding="ascii")
    if '#include "testlib.h"' in source:
        skip_without_testlib()
    program = programs.compiled(source)
    for pattern, code in ((invalid, wrong), (valid, right)):
        files = sorted((tmp_path / "package").glob(pattern))
        assert files
        for file in files:
            ran = subprocess.run([program], input=file.read_bytes(), capture_output=True)
            assert ran.returncode == code, file


@needs_compiler
def test_simulator_of_polygon_runs_the_tests_of_its_checker(
    programs: Programs, tests: Path, tmp_path: Path
) -> None:
    skip_without_testlib()
    folder = tmp_path / "package"
    write_package(built("polygon", tests), str(folder))
    program = programs.compiled((folder / "files" / "check.cpp").read_text(encoding="ascii"))
    codes = {"ok": 0, "wrong-answer": 1, "presentation-error": 2}
    verdicts = ET.parse(folder / "problem.xml").findall("assets/checker/testset/tests/test")
    for number, verdict in enumerate(verdicts, 1):
        case = folder / "files" / "tests" / "checker-tests" / f"{number:02}"
        command = [str(program), str(case), f"{case}.o", f"{case}.a"]
        ran = subprocess.run(command, capture_output=True, check=False)
        assert ran.returncode == codes[verdict.get("verdict", "")]


# --- verification ------------------------------------------------------------------------


def test_tools_that_are_not_installed_are_named(tests: Path, tools: Path) -> None:
    findings = list(verify("hydro", package("kattis", tests).problem))
    assert [(finding.tool, finding.accepts, str(finding.words)) for finding in findings] == [
        ("verifyproblem", None, "not verified: verifyproblem, g++ not installed"),
        ("bt", None, "not verified: bt, g++ not installed"),
        ("dmoj-cli", None, "not verified: dmoj-cli, dmoj-autoconf, g++ not installed"),
    ]
    put(tools, "verifyproblem", "")
    assert [
        str(finding.words) for finding in verify("kattis", package("kattis", tests).problem)
    ] == ["not verified: g++ not installed"]


@pytest.mark.parametrize(
    ("script", "accepts", "words"),
    [
        ("echo x; echo 0 errors, 0 warnings", True, "accepted"),
        ("echo 1 errors, 0 warnings", False, "1 errors, 0 warnings"),
        ("echo 0 errors, 0 warnings; exit 3", False, "0 errors, 0 warnings"),
        ("echo oops >&2; exit 1", False, "oops"),
        ("exit 1", False, "no output"),
    ],
)
def test_a_tool_is_believed_if_it_says_so_and_ends_well(
    tests: Path, tools: Path, script: str, accepts: bool, words: str
) -> None:
    put(tools, "g++", "")
    put(tools, "verifyproblem", script)
    (finding,) = verify("kattis", package("kattis", tests).problem)
    assert (finding.accepts, str(finding.words)) == (accepts, words)


def test_a_tool_that_does_not_end_is_stopped(
    tests: Path, tools: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "TIMEOUT", 0.2)
    put(tools, "g++", "")
    put(tools, "verifyproblem", "exec /bin/sleep 60")
    (finding,) = verify("kattis", package("kattis", tests).problem)
    assert (finding.accepts, str(finding.words)) == (False, "still running after 0.2 s")


def test_tools_of_targets_are_known() -> None:
    assert {table(target)["tool"]: target for target in TARGETS if "tool" in table(target)} == {
        tool.name: tool.target for tool in TOOLS
    }


# --- the judges' own tools ---------------------------------------------------------------


@needs_tool("verifyproblem")
@needs_tool("pypy3")
@needs_tool("g++")
@pytest.mark.parametrize("has_subtasks", [False, True])
def test_problemtools_verifies_the_package_for_kattis(grouped: Path, has_subtasks: bool) -> None:
    # A solution that needs killers is accepted on these tests.
    (finding,) = verified_without_row_major("verifyproblem", grouped, has_subtasks)
    assert finding.accepts, finding.output


@needs_tool("bt")
@needs_tool("g++")
def test_bapctools_accepts_the_package_for_icpc(tests: Path) -> None:
    (finding,) = verified_without_row_major("bt", tests)
    assert finding.accepts, finding.output


@needs_tool("dmoj-cli")
@needs_tool("g++")
@pytest.mark.parametrize("has_subtasks", [False, True])
def test_dmoj_accepts_the_package_for_dmoj(grouped: Path, has_subtasks: bool) -> None:
    (finding,) = verified_without_row_major("dmoj-cli", grouped, has_subtasks)
    assert finding.accepts, finding.output


AWKWARD = '- Ada "A.": #1, R&D and 50% {x} \\ 新'


def verified_without_row_major(
    tool: str, tests: Path, has_subtasks: bool = False
) -> Iterator[Finding]:
    texts = {"author": AWKWARD, "source": AWKWARD}
    its = package("kattis", tests, has_subtasks=has_subtasks, time_limit=2.5, **texts).problem
    kept = tuple(solution for solution in its.solutions if not solution.needs_slow_tests)
    (target,) = (entry.target for entry in TOOLS if entry.name == tool)
    return verify(target, replace(its, solutions=kept))

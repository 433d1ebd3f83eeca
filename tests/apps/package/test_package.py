"""Packages: complete and the same every time; their tests, options and statements."""

from __future__ import annotations

import io
import json
import re
import shutil
import xml.etree.ElementTree as ET
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from zipfile import ZipFile

import pytest
from packages import (
    WITH_SUBTASKS,
    built,
    forty_one as forty_one,
    grouped as grouped,
    many as many,
    package,
    tests as tests,
)
from programs import mains
from puzzles import BZOJ_3109, CONTEST, CONTEST_ANSWER, UVA_11570, turned, without
from strategies import layout_of

import ineqsudoku as iq
from ineqsudoku.apps.package import drafts
from ineqsudoku.apps.package.drafts import arrange, given_tests, shares
from ineqsudoku.apps.package.examples import invalid_inputs, invalid_outputs, valid_outputs
from ineqsudoku.apps.package.files import assemble
from ineqsudoku.apps.package.markdown import html
from ineqsudoku.apps.package.options import LICENSES, TARGETS
from ineqsudoku.apps.package.problem import solutions
from ineqsudoku.apps.package.statement import resources, statement
from ineqsudoku.checker import Verdict
from ineqsudoku.messages import LANGUAGES, message
from ineqsudoku.puzzle import Grid

pytestmark = pytest.mark.package

of_all_targets = pytest.mark.parametrize("target", TARGETS)


def unpacked(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files, with those inside zip files."""
    contents: dict[str, bytes] = {}
    for path, data in files.items():
        if path.endswith(".zip"):
            with ZipFile(io.BytesIO(data)) as archive:
                contents |= {f"{path}/{name}": archive.read(name) for name in archive.namelist()}
        else:
            contents[path] = data
    return contents


# --- what is in a package ----------------------------------------------------------------


@of_all_targets
def test_a_package_has_tests_solutions_and_statements(target: str, tests: Path) -> None:
    files = unpacked(built(target, tests))
    whole = "\n".join(data.decode("utf-8", "replace") for data in files.values())
    for text in (CONTEST, iq.write(iq.read(BZOJ_3109), "contest"), CONTEST_ANSWER):
        assert text in whole
    for text in ("每一宫里，每个数字恰好出现一次", "108 个不等号齐全，有唯一解"):
        assert text in whole
    assert "UNPROVEN: the solutions in this package were not run" in whole
    checkers = [main for main in mains() if main.startswith("checkers/")]
    assert any(assemble(main) in whole for main in checkers)
    assert re.search(r"<svg|sample\.(svg|png)", whole)


@of_all_targets
def test_one_table_is_one_package(target: str, tests: Path) -> None:
    """Pictures named in statements exist, no template is left unfilled, and nothing names the
    machine."""
    files = unpacked(built(target, tests))
    for path, data in files.items():
        text = data.decode("utf-8", "replace")
        assert not path.startswith(("/", "."))
        assert not re.search("[{}%]", path)
        assert str(tests) not in text
        if path.endswith((".tex", ".yml", ".yaml", ".xml", ".md", ".html")):
            assert not re.search(r"\{\{ |\{% | %\}| \}\}", text), path
        for name in re.findall(r"\{(sample\.\w+)\}|\((?:file://)?(sample\.\w+)\)", text):
            assert any(file.endswith("".join(name)) for file in files), path


def test_hydro_and_dmoj_have_limits_of_languages(tests: Path) -> None:
    limits = {"time_limit": 0.5, "time_limits": {"java": 4.0, "py": 0.05}, "memory_limit": 128}
    config = built("hydro", tests, **limits)["testdata/config.yaml"].decode()
    assert "time: 500ms\nmemory: 128m\n" in config
    rates = dict(re.findall(r"^  ([\w.]+): ([\d.]+)$", config, re.MULTILINE))
    assert rates == {"java": "8.0", "py": "0.1", "py.py2": "0.1"} | dict.fromkeys(
        ("py.py3", "py.pypy3"), "0.1"
    )
    assert "time_limit_rate" not in built("hydro", tests)["testdata/config.yaml"].decode()
    config = built("dmoj", tests, **limits)["init.yml"].decode()
    times = re.findall(r"language: (\w+)\n    time: ([\d.]+)", config)
    assert {*times} == {("CPP17", "0.5"), ("PY3", "0.05")}


@pytest.mark.parametrize("target", sorted({*TARGETS} - {"dmoj", "hydro"}))
def test_other_targets_have_no_place_for_limits_of_languages(target: str, tests: Path) -> None:
    made = package(target, tests, time_limit=2, time_limits={"java": 4, "py": 10})
    assert [*map(str, made.warnings)] == [
        f"{target} has no place for --time-limit java and --time-limit py"
    ]
    assert made.problem.time_limit_of("java") == 2


def test_kattis_measures_the_time_limit_itself(tests: Path) -> None:
    assert b"Time limit" not in built("kattis", tests)["problem_statement/problem.en.tex"]


def test_one_language_is_enough(tests: Path) -> None:
    files = built("kattis", tests, languages=("zh",))
    assert "problem_statement/problem.zh.tex" in files
    assert "problem_statement/problem.en.tex" not in files
    assert 'name: "新数独"\n'.encode() in files["problem.yaml"]


@pytest.mark.parametrize("target", ["kattis", "icpc"])
@pytest.mark.parametrize("license", LICENSES)
def test_the_licence_is_in_the_package(target: str, tests: Path, license: str) -> None:
    lines = built(target, tests, license=license)["problem.yaml"].decode().splitlines()
    assert f"license: {license}" in lines


@pytest.mark.parametrize(
    ("author", "authors"),
    [
        ("Ann", ["Ann"]),
        ("Ann, Bob & Cid and Dan", ["Ann", "Bob", "Cid", "Dan"]),
        ("R&D,Andy Sand , Bob <b@x.org>", ["R", "D", "Andy Sand", "Bob <b@x.org>"]),
        ("王 and 李", ["王", "李"]),
    ],
)
def test_authors_are_named_one_by_one(tests: Path, author: str, authors: list[str]) -> None:
    """BAPCtools fails and problemtools warns if a name contains a comma, an ampersand or *and*."""
    icpc = built("icpc", tests, author=author)["problem.yaml"].decode()
    (listed,) = re.findall(r"authors: (\[.*\])\n", icpc)
    assert json.loads(listed) == authors
    kattis = built("kattis", tests, author=author)["problem.yaml"].decode()
    assert f"author: {json.dumps(', '.join(authors), ensure_ascii=False)}\n" in kattis


@pytest.mark.parametrize(
    ("seconds", "lines"),
    [
        (2, "time_limit: 2.0\n"),
        (1.25, "time_limit: 1.25\n  time_resolution: 0.001\n"),
        (0.0625, "time_limit: 0.062\n  time_resolution: 0.001\n"),
    ],
)
def test_the_time_limit_is_a_multiple_of_its_resolution(
    tests: Path, seconds: float, lines: str
) -> None:
    """BAPCtools refuses other time limits; the default resolution is 1 s."""
    yaml = built("icpc", tests, time_limit=seconds)["problem.yaml"].decode()
    assert f"limits:\n  {lines}  memory: 256\n" in yaml


@pytest.mark.parametrize("name", ["123", "null", "yes", "1e5"])
def test_a_name_stays_a_text(tests: Path, name: str) -> None:
    """INI takes some names for numbers and other values unless they are quoted."""
    ini = built("kattis", tests, name=name)["domjudge-problem.ini"].decode()
    assert f'externalid = "{name}"\nshort-name = "{name}"\n' in ini


def test_every_name_and_set_of_tests_has_an_id_of_its_own(tests: Path) -> None:
    def id_of(**more: object) -> str:
        text = built("kattis", tests, **more)["problem.yaml"].decode()
        return str(re.findall("uuid: (.*)", text)[0])

    first = id_of()
    assert id_of() == first == id_of(memory_limit=64)
    assert id_of(name="other") != first
    (tests / "10.in").unlink()
    assert id_of() != first


# --- tests -------------------------------------------------------------------------------


def read(path: Path) -> tuple[tuple[drafts.Test, ...], tuple[drafts.ScoredGroup, ...]]:
    return arrange(given_tests(str(path), lambda *_: None))


def test_tests_are_official_in_order_and_solved(tests: Path) -> None:
    official_tests, _ = read(tests)
    assert [(test.name, test.is_sample, test.points) for test in official_tests] == [
        ("1", True, 0),
        ("2", False, 50),
        ("3", False, 50),
    ]
    assert official_tests[0].answer == CONTEST_ANSWER
    assert official_tests[1].input == iq.write(iq.read(BZOJ_3109), "contest")


def test_without_samples_the_first_test_is_one(tests: Path) -> None:
    shutil.rmtree(tests / "sample")
    assert [test.is_sample for test in read(tests)[0]] == [True, False]


def test_all_answers_may_be_missing_and_lines_may_end_in_other_ways(tests: Path) -> None:
    first = read(tests)
    (tests / "sample" / "1.out").unlink()
    for path in tests.rglob("*.in"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(tests) == first


def test_subtasks_have_points_in_proportion(grouped: Path) -> None:
    tests, groups = read(grouped)
    assert [(group.name, group.points) for group in groups] == [("fünf_`x`", 25), ("rest", 75)]
    assert [test.group for test in tests] == [0, 1, 2]


POINTS = {
    "dmoj": (
        "init.yml",
        "- points: B\n    batched:\n      - {in: 3.in, out: 3.out}\n",
        "- {in: 3.in, out: 3.out, points: B}\n",
    ),
    "hydro": ("testdata/config.yaml", *["- id: 2\n    score: B\n    type: min\n"] * 2),
    "kattis": ("data/secret/subtask2/testdata.yaml", "accept_score: B\nrange: 0 B\n", ""),
    "lemon": ("inequalitysudoku.cdf", *['"fullScore": B,'] * 2),
    "luogu": ("data.zip/config.yml", "score: B\n  subtaskId: 2\n", "score: B\n"),
    "polygon": ("problem.xml", 'name="2" points="B.0"', 'points="B.0"/>'),
}
"""A file of a package, and points A and B of two subtasks and of two tests in it."""


@pytest.mark.parametrize(
    ("points", "has_subtasks"),
    [
        ((), True),
        *((points, its) for points in ((7, 93), (0, 100), (100, 0)) for its in (True, False)),
    ],
)
@pytest.mark.parametrize("target", WITH_SUBTASKS)
def test_points_are_in_the_package(
    grouped: Path, target: str, has_subtasks: bool, points: tuple[int, ...]
) -> None:
    """Those of the setter, or else those of subtasks.toml, scaled to a sum of 100."""
    made = package(target, grouped, points=points, has_subtasks=has_subtasks)
    path, of_subtasks, of_tests = POINTS[target]
    if not has_subtasks and not of_tests:
        assert [*map(str, made.warnings)] == [f"{target} has no place for --points"]
        return
    assert made.warnings == ()
    first, second = points or (25, 75)
    text = of_subtasks if has_subtasks else of_tests
    text = text.replace("A", str(first)).replace("B", str(second))
    assert text in unpacked(dict(made.files))[path].decode()


@pytest.mark.parametrize("target", sorted({*TARGETS} - {*WITH_SUBTASKS}))
def test_a_target_without_points_has_no_place_for_them(tests: Path, target: str) -> None:
    warnings = package(target, tests, points=(50, 50)).warnings
    assert [*map(str, warnings)] == [f"{target} has no place for --points"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"points": (100,)}, "expected points for 2 tests besides samples, found 1"),
        ({"points": (0, 0, 100)}, "expected points for 2 tests besides samples, found 3"),
        (
            {"points": (0, 0, 100), "has_subtasks": True},
            "expected points for 2 subtasks, fünf_`x` and rest; found 3",
        ),
    ],
)
def test_a_wrong_number_of_points_is_refused(
    grouped: Path, options: dict[str, object], reason: str
) -> None:
    with pytest.raises(iq.IneqSudokuError, match=f"^{reason}$"):
        built("lemon", grouped, **options)


def test_a_wrong_number_of_points_is_refused_before_tests_are_made() -> None:
    options = iq.PackageOptions("lemon", generate=400, points=(100,), has_subtasks=True)
    reason = "expected points for 3 subtasks, easy, hard and killers; found 1"
    with pytest.raises(iq.IneqSudokuError, match=f"^{reason}$"):
        iq.build_package(options)


@pytest.mark.parametrize(
    ("weights", "expected"),
    [([1, 1, 1], [33, 34, 33]), ([30, 40], [43, 57]), ([0, 2.5], [0, 100]), ([7], [100])],
)
def test_shares_add_up(weights: list[float], expected: list[int]) -> None:
    assert shares(weights) == expected


def test_many_tests_have_a_point_each(many: Path) -> None:
    official_tests, _ = read(many)
    assert [test.points for test in official_tests] == [0] + [1] * 101
    assert [official_tests[0].name, official_tests[-1].name] == ["001", "102"]
    assert "tests/102.a" in built("polygon", many)


PUZZLE = iq.read(CONTEST)


SEVERAL = Grid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
"""Other grids have the same signs."""

GIVENS = f"{CONTEST_ANSWER[0]:.<81}"
"""A digit of the solution of `PUZZLE`."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (UVA_11570 * 2, "9.in: expected one puzzle, found 2"),
        (UVA_11570, "9.in has the same puzzle as sample/1.in"),
        (
            iq.write(without(PUZZLE, 1), "contest"),
            "9.in: expected a 9×9 puzzle with all 108 signs and no givens, found 107 signs",
        ),
        (
            iq.write(replace(PUZZLE, givens=GIVENS), "extended"),
            "9.in: expected a 9×9 puzzle with all 108 signs and no givens, found 108 signs and 1",
        ),
        (
            iq.write(turned(PUZZLE, PUZZLE.relations[0]), "contest"),
            "no solution, and there is no file .out or .ans; see `ineqsudoku validate FILE`",
        ),
        (
            iq.write(layout_of(SEVERAL), "contest"),
            "expected one solution, found several solutions; see `ineqsudoku validate FILE`",
        ),
        ("> <", "9.in"),
        ("", "9.in"),
    ],
)
def test_other_tests_are_refused(tests: Path, text: str, reason: str) -> None:
    (tests / "9.in").write_text(text)
    with pytest.raises(iq.IneqSudokuError, match=re.escape(reason)):
        built("kattis", tests)


def test_a_wrong_answer_file_is_refused(tests: Path) -> None:
    (tests / "9.out").write_text(CONTEST_ANSWER)
    with pytest.raises(iq.IneqSudokuError, match=r"9.in: the test is at fault: the judge's own"):
        built("kattis", tests)


def test_a_sample_in_a_deeper_folder_is_no_secret_test(tests: Path) -> None:
    """As in the folder above that of the tests: the first test would be shown instead."""
    reason = f"expected the folder sample at the top of {tests.parent}, found tests/sample/1.in"
    with pytest.raises(iq.IneqSudokuError, match=reason):
        built("kattis", tests.parent)


def test_samples_alone_are_refused(tests: Path) -> None:
    (tests / "9.in").rename(tests / "sample" / "9.in")
    (tests / "10.in").unlink()
    with pytest.raises(iq.IneqSudokuError, match=r"^All 2 tests are samples; add another\.$"):
        built("kattis", tests)
    (tests / "sample" / "9.in").unlink()
    with pytest.raises(iq.IneqSudokuError, match=r"^The only test is a sample; add another\.$"):
        built("kattis", tests)
    (tests / "sample" / "1.in").unlink()
    with pytest.raises(iq.IneqSudokuError, match=r"no \*\.in in"):
        built("kattis", tests)


# --- examples for validators and checkers ------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_no_invalid_input_is_an_official_text_with_one_solution(seed: int) -> None:
    inputs = {example.name: example.input for example in invalid_inputs(CONTEST, seed)}
    assert len({*inputs.values(), CONTEST}) == len(inputs) + 1
    statuses = {
        "cycle": "none",
        "conflict": "none",
        "one_wrong_sign": "none",
        "several_solutions": "multiple",
    }
    for name, status in statuses.items():
        assert iq.solve(iq.read(inputs[name]), limit=2).status == status
    assert iq.RelationGraph(iq.read(inputs["cycle"]).relations).cycle()
    assert not iq.RelationGraph(iq.read(inputs["conflict"]).relations).cycle()


def test_invalid_inputs_depend_on_the_seed_alone() -> None:
    first, again, other = (invalid_inputs(CONTEST, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_examples_of_outputs_have_the_verdict_of_check() -> None:
    assert {example.verdict for example in valid_outputs(CONTEST, CONTEST_ANSWER)} == {"ok"}
    verdicts = {
        example.name: example.verdict for example in invalid_outputs(CONTEST, CONTEST_ANSWER)
    }
    assert verdicts["short"] == "presentation-error"
    assert verdicts["complement"] == verdicts["rows_exchanged"] == "wrong-answer"
    assert "ok" not in verdicts.values()


# --- options -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"target": "spoj"}, "no target 'spoj'"),
        ({"tests": None}, "expected tests or a number of tests to generate"),
        ({"tests": None, "generate": 1}, "expected 2-500 tests to generate, found 1"),
        ({"tests": None, "generate": 501}, "expected 2-500 tests to generate, found 501"),
        ({"killers": 1}, "expected at most 0 killers among the new tests, found 1"),
        ({"generate": 5, "killers": 6}, "expected at most 5 killers"),
        ({"tests": None, "generate": 5, "killers": 5}, "expected at most 4 killers"),
        ({"tests": None, "generate": 5, "killers": -1}, "expected at most 4 killers"),
        ({"points": (30, 30, 39)}, "expected points with the sum 100, found the sum 99"),
        ({"points": (0, 0)}, "expected points with the sum 100, found the sum 0"),
        ({"points": (-10, 110)}, "expected points of at least 0, found -10"),
        ({"name": "Big Name"}, "expected a name of 1-64 lower-case letters and digits"),
        ({"name": "../x"}, "expected a name of 1-64 lower-case letters and digits, found '../x'"),
        ({"name": ""}, "expected a name of 1-64 lower-case letters and digits, found ''"),
        ({"name": "a" * 200}, "expected a name of 1-64 lower-case letters and digits"),
        ({"name": "新数独"}, "expected a name of 1-64 lower-case letters and digits"),
        ({"name": "٣"}, "expected a name of 1-64 lower-case letters and digits"),
        ({"name": "x\n"}, "expected a name of 1-64 lower-case letters and digits"),
        ({"time_limit": 0.0}, "expected a time limit of 0.05-1000 s, found 0"),
        ({"time_limit": float("nan")}, "expected a time limit"),
        ({"time_limits": {"py": 1001}}, "expected a time limit of 0.05-1000 s, found 1001"),
        ({"time_limits": {"rust": 1}}, "expected time limits of the languages cpp, java, py"),
        ({"memory_limit": 1}, "expected a memory limit of 8-65536 MiB, found 1"),
        ({"languages": ()}, "expected some of the languages en, zh"),
        ({"has_subtasks": True}, "icpc has no subtasks; targets with subtasks: dmoj, hydro"),
        ({"license": "MIT"}, "no licence 'MIT'; licences: cc by-sa, cc by"),
        (
            {"languages": ("en",), "titles": {"zh": "x"}},
            "expected --title in en, as in",
        ),
        ({"titles": {"zh": ""}}, "expected 1-200 printable characters as title, found ''"),
        ({"titles": {"zh": "\u202ea"}}, "expected 1-200 printable characters as title"),
        ({"author": "a\nb"}, "expected 1-200 printable characters as author"),
        ({"author": " "}, "expected 1-200 printable characters as author"),
        ({"author": "x" * 201}, "expected 1-200 printable characters as author"),
    ],
)
def test_options_out_of_range(options: dict[str, object], reason: str) -> None:
    usual: dict[str, object] = {"target": "icpc", "tests": "tests"}
    with pytest.raises(ValueError, match=re.escape(reason)):
        iq.PackageOptions(**{**usual, **options})  # type: ignore[arg-type]  # of any field


# --- statements --------------------------------------------------------------------------


def test_statements_have_the_same_sections() -> None:
    english = statement("en", resources(2, 256, {}))
    for language in LANGUAGES:
        text = statement(language, resources(2, 256, {}))
        assert all([text.title, text.legend, text.input, text.output, text.limits])
        assert text.words.keys() == english.words.keys()
        assert "256 MiB" in text.all_limits
        for section in ("legend", "input", "output", "limits"):
            markdown = getattr(text, section)
            assert markdown.count("`") % 2 == 0
            blocks = [re.findall(r"<\w+>", html(getattr(it, section))) for it in (text, english)]
            assert len(blocks[0]) == len(blocks[1])


def test_another_language_is_its_catalogue(tests: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Mirrored(NullTranslations):
        def pgettext(self, context: str, message: str) -> str:
            return f"«{message}»"

        def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
            return f"«{msgid2}»"

    monkeypatch.setattr(message, "_read_catalogue", lambda _: Mirrored())
    monkeypatch.setitem(LANGUAGES, "xx", "Mirrored")
    files = built("polygon", tests, languages=("xx", "zh"), has_subtasks=True)
    folder = "statement-sections/«english»"
    assert files[f"{folder}/name.tex"].decode() == "«Inequality Sudoku»"
    assert r"\item «Subtask 1, 100 points.»" in files[f"{folder}/notes.tex"].decode()
    assert "statement-sections/chinese/name.tex" in files
    assert "«UNPROVEN: the solutions in this package were not run" in files["README.md"].decode()


def test_statements_list_subtasks(grouped: Path) -> None:
    files = built("kattis", grouped, has_subtasks=True)
    english = files["problem_statement/problem.en.tex"].decode()
    assert r"\item Subtask 1, 25 points: \texttt{fünf\_'x'}." in english
    assert "子任务 2（75 分）" in files["problem_statement/problem.zh.tex"].decode()
    assert "Subtask" not in built("kattis", grouped)["problem_statement/problem.en.tex"].decode()


def test_a_subtask_without_a_name_has_points_only(tests: Path) -> None:
    files = built("luogu", tests, has_subtasks=True)
    assert "\n- Subtask 1, 100 points.\n" in files["statement.en.md"].decode()
    assert "\n- 子任务 1（100 分）。\n" in files["statement.zh.md"].decode()


# --- solutions ---------------------------------------------------------------------------


def test_there_is_a_solution_for_every_verdict() -> None:
    pairs = [(solution.language, solution.verdict) for solution in solutions()]
    assert {language for language, verdict in pairs if verdict is Verdict.AC} == {"cpp", "py"}
    assert {verdict for _, verdict in pairs} == {*map(Verdict, ("AC", "WA", "TLE", "RE"))}


# --- tables of targets -------------------------------------------------------------------


def test_tables_name_files_that_are_there(tests: Path) -> None:
    """Paths in init.yml, config.yaml and problem.xml; numbers of tests, and their scores."""
    dmoj = unpacked(built("dmoj", tests))
    hydro, polygon = (built(target, tests) for target in ("hydro", "polygon"))
    config = dmoj["init.yml"].decode()
    names = re.findall(r"\b(?:in|out): ([\w.]+)", config)
    assert len(names) == 6
    assert {f"tests.zip/{name}" for name in names} <= dmoj.keys()
    assert {*re.findall(r"source: (\S+)", config), "checker.cpp"} <= dmoj.keys()
    config = hydro["testdata/config.yaml"].decode()
    names = re.findall(r"(?:checker|validator|input|output): ([\w.]+)", config)
    assert len(names) == 6
    assert {f"testdata/{name}" for name in names} <= hydro.keys()
    tree = ET.fromstring(polygon["problem.xml"])
    assert {source.get("path") for source in tree.iter("source")} <= polygon.keys()
    for testset in tree.iter("testset"):
        count = int(testset.findtext("test-count") or 0)
        assert count == len(testset.findall("tests/test"))
        for kind in ("input", "output", "answer"):
            if pattern := testset.findtext(f"{kind}-path-pattern"):
                assert {pattern % number for number in range(1, count + 1)} <= polygon.keys()
    luogu = unpacked(built("luogu", tests))
    data = {name.removeprefix("data.zip/") for name in luogu if name.startswith("data.zip/")}
    config = luogu["data.zip/config.yml"].decode()
    assert re.findall(r"score: (\d+)", config) == ["50", "50"]
    named = {*re.findall(r"(.*)\.in:\n", config)}
    files = {f"{name}.{suffix}" for name in named for suffix in ("in", "out")}
    assert data == {"config.yml", "checker.cpp", *files}  # Luogu wants no other files.


def test_folders_of_subtasks_are_in_order(many: Path, tmp_path: Path) -> None:
    """problemtools sorts them as texts, and warns if numbers would be in another order."""
    for number, folder in enumerate(["sample", *"abcdefghij"], 1):
        (tmp_path / folder).mkdir()
        shutil.copy(many / f"{number}.in", tmp_path / folder)
    files = built("kattis", tmp_path, has_subtasks=True)
    folders = [path.split("/")[2] for path in sorted(files) if "secret/subtask" in path]
    assert list(dict.fromkeys(folders)) == [f"subtask{number:02}" for number in range(1, 11)]


def test_lemon_names_a_configuration_for_every_compiler(tests: Path) -> None:
    """LemonLime looks each compiler of its settings up, and crashes without one."""
    (task,) = json.loads(built("lemon", tests)["inequalitysudoku.cdf"])["tasks"]
    names = ("gcc", "g++", "fpc", "fbc", "jdk", "python")
    assert task["compilerConfiguration"] == dict.fromkeys(names, "default")


def test_hydro_submits_the_accepted_solutions(tests: Path) -> None:
    """It submits what is in std/."""
    files = built("hydro", tests)
    names = {path for path in files if path.startswith("std/")}
    assert names == {"std/boxes.cc", "std/boxes.py"}
    assert "solutions/wrong_answer/ignores_sign.cc" in files


@pytest.mark.parametrize("target", ["hydro", "lemon"])
@pytest.mark.parametrize(
    ("languages", "title"), [(("en", "zh"), "Inequality Sudoku"), (("zh", "en"), "新数独")]
)
def test_the_title_is_in_the_first_language(
    tests: Path, target: str, languages: tuple[str, ...], title: str
) -> None:
    paths = {
        "hydro": "problem.yaml",
        "lemon": "inequalitysudoku.cdf",
    }
    text = built(target, tests, languages=languages)[paths[target]].decode()
    titles = re.findall(r'title"?: "(.*?)"', text, re.IGNORECASE)
    assert {*titles} == {title}


def test_lemon_lists_tests_in_json(grouped: Path) -> None:
    for more in ({}, {"has_subtasks": True}):
        files = built("lemon", grouped, name="su9", **more)
        contest = json.loads(files["su9.cdf"])
        (task,) = contest["tasks"]
        assert task["comparisonMode"] == 4
        assert f"data/{task['specialJudge']}.cpp" in files
        cases = task["testCases"]
        assert sum(case["fullScore"] for case in cases) == 100
        names = [name for case in cases for name in case["inputFiles"] + case["outputFiles"]]
        assert {f"data/{name}" for name in names} <= files.keys()

"""`ineqsudoku generate`: puzzles on standard output or in a folder with a manifest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Command
from effort import slow
from searches import needs_counts

import ineqsudoku as iq
from ineqsudoku.apps.generate import sequence
from ineqsudoku.formats.registry import ReadableFormat

LEVEL = ("--seed", 3, "--level", "expert")


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_puzzles_are_those_of_the_function(ineqsudoku: Command) -> None:
    ran = ineqsudoku("generate", 3, "--seed", 7)
    assert (ran.code, ran.err) == (0, "")
    assert iq.read_all(ran.out) == [generated.puzzle for generated in iq.generate(3, seed=7)]


@pytest.mark.parametrize(
    ("arguments", "format"),
    [
        (["--kind", "plain"], "plain"),
        (["--kind", "partial", "--to", "extended"], "extended"),
        (["--kind", "partial"], "contest"),
        (["--kind", "partial", "--to", "compact"], "compact"),
    ],
)
def test_formats(ineqsudoku: Command, arguments: list[str], format: ReadableFormat) -> None:
    ran = ineqsudoku("generate", 2, "--seed", 7, *arguments)
    assert ran.code == 0
    assert len(iq.read_all(ran.out, format=format)) == 2


def test_a_format_for_one_puzzle_needs_a_folder(ineqsudoku: Command, tmp_path: Path) -> None:
    ran = ineqsudoku("generate", 2, "--seed", 7, "--to", "dimacs")
    assert ran.code == 2
    assert "holds one puzzle" in ran.err
    assert ineqsudoku("generate", 1, "--seed", 7, "--to", "dimacs").code == 0
    ran = ineqsudoku("generate", 2, "--seed", 7, "--to", "dimacs", "--output-dir", tmp_path)
    assert ran.code == 0


def test_a_folder_gets_puzzles_answers_and_a_manifest(ineqsudoku: Command, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tests"
    ran = ineqsudoku("generate", 3, *LEVEL, "--output-dir", folder)
    assert ran == (0, "", "")
    names = {f"0{number}.{end}" for number in (1, 2, 3) for end in ("in", "out")}
    assert set(texts(folder)) == {*names, "manifest.json"}
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["seed"] == 3
    assert manifest["complete"] is True
    for entry in manifest["puzzles"]:
        puzzle = iq.read((folder / entry["puzzle"]).read_text())
        assert iq.explain(puzzle).rating == entry["rating"]
        answer = (folder / entry["answer"]).read_text()
        assert answer == f"{iq.solve(puzzle).solutions[0]}\n"


def test_invalid_puzzles_have_no_answers(ineqsudoku: Command, tmp_path: Path) -> None:
    arguments = ("--seed", 1, "--solutions", "2+", "--output-dir", tmp_path)
    assert ineqsudoku("generate", 2, *arguments).code == 0
    assert set(texts(tmp_path)) == {"01.in", "02.in", "manifest.json"}
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert [entry["answer"] for entry in manifest["puzzles"]] == [None, None]


@pytest.mark.parametrize("jobs", [3, *slow([2])])
def test_any_number_of_jobs_makes_the_same_puzzles(
    ineqsudoku: Command, tmp_path: Path, jobs: int
) -> None:
    for number in (1, jobs):
        folder = tmp_path / str(number)
        ran = ineqsudoku("generate", 5, *LEVEL, "--output-dir", folder, "--jobs", number)
        assert ran.code == 0
    assert texts(tmp_path / "1") == texts(tmp_path / str(jobs))


@needs_counts
def test_processes_that_share_a_puzzle_decide_nothing(ineqsudoku: Command, tmp_path: Path) -> None:
    options = ("--seed", 3, "--kill", "rows:2000000,fewest:1000")
    for jobs in (1, 3):
        arguments = (*options, "--jobs", jobs, "--output-dir", tmp_path / str(jobs))
        assert ineqsudoku("generate", 1, *arguments).code == 0
    assert texts(tmp_path / "1") == texts(tmp_path / "3")


def from_text(begin: str, text: str) -> str:
    """Return a text from `begin` on: without the progress that slow machines show."""
    return text[text.index(begin) :]


UNMET = ("--seed", 1, "--kind", "partial", "--signs", 4)


def test_options_that_cannot_be_met(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequence, "TRIES", 20)
    ran = ineqsudoku("generate", *UNMET)
    assert (ran.code, ran.out) == (1, "")
    begin = "puzzle 1: no puzzle from 20 grids meets the options; the nearest "
    message, _, nearest = from_text(begin, ran.err).partition("\n")
    assert iq.solve(iq.read(nearest)).status == "unique"
    ran = ineqsudoku("generate", *UNMET, "--output-dir", tmp_path)
    assert ran.code == 1
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["complete"], manifest["reason"]) == (False, message)
    assert manifest["message"]["code"] == "puzzle.numbered"
    assert manifest["nearest"]["puzzle"] == nearest


def test_a_run_in_chinese_writes_its_manifest_in_english_unless_it_is_asked(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequence, "TRIES", 20)
    reasons = []
    for number, language in enumerate([("--language", "zh"), ()]):
        folder = tmp_path / str(number)
        monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
        ran = ineqsudoku("generate", *UNMET, "--output-dir", folder, *language)
        reasons.append(json.loads((folder / "manifest.json").read_text())["reason"])
        begin = "第 1 题：试过 20 个终盘，没有得到符合要求的题目；最接近的题目有 "
        message = from_text(begin, ran.err).partition("\n")[0]
        assert message.endswith(" 个不等号、0 个已知数字")
    assert message == reasons[0]
    assert reasons[1].startswith("puzzle 1: no puzzle from 20 grids")


def test_the_search_time_cuts_the_sequence_short(ineqsudoku: Command, tmp_path: Path) -> None:
    arguments = ("--seed", 1, "--search-time", 0.2, "--jobs", 1, "--output-dir", tmp_path)
    ran = ineqsudoku("generate", 10**6, *arguments)
    assert ran.code == 1
    assert "the search time was over after" in ran.err
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["reason"] in ran.err
    assert manifest["complete"] is False
    puzzles = [generated.puzzle for generated in iq.generate(len(manifest["puzzles"]), seed=1)]
    for puzzle, entry in zip(puzzles, manifest["puzzles"], strict=True):
        assert iq.read((tmp_path / entry["puzzle"]).read_text()) == puzzle


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--against", "a.cpp", "--kind", "plain"], "--against excludes --kill"),
        (["--against", "a.cpp", "--kill", "rows"], "--against excludes --kill"),
        (["--against", "a.cpp", "--time-limit", "0"], "0.0 is not in the range 0.05<=x<=1000000"),
        (["--time-limit", "3"], "--time-limit and --no-sandbox need --against"),
        (["--output", "a", "--output-dir", "b"], "--output-dir and --output exclude each other"),
        (["--flaw", "sign"], "--flaw needs --solutions 0"),
        (["--kill", "dance"], "no target 'dance'; targets: rows, columns, boxes, fewest"),
        (["--kill", "rows:many"], "expected TARGET:NODES, found 'rows:many'"),
        (["--kill", "rows:0"], "must be 1-10^18"),
        (["--seed", "1", "--kill", "rows:1" + 18 * "0" + "1"], "must be 1-10^18"),
        (["--seed", "1", "--signs", "few"], "expected a number or 'minimal'"),
        (["--seed", "1", "--signs", "minimal"], "signs cannot be chosen with kind 'full'"),
    ],
)
def test_usage(ineqsudoku: Command, arguments: list[str], message: str) -> None:
    ran = ineqsudoku("generate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.parametrize("name", ["02.in", "02.out", "manifest.json"])
def test_files_of_the_user_are_kept(ineqsudoku: Command, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    ran = ineqsudoku("generate", 2, "--seed", 5, "--output-dir", tmp_path)
    assert ran == (2, "", f"{tmp_path / name} exists; choose another folder\n")
    assert texts(tmp_path) == {name: "mine"}


def test_without_a_seed_one_is_drawn_and_printed(ineqsudoku: Command, tmp_path: Path) -> None:
    first, second = (ineqsudoku("generate", 1) for _ in range(2))
    assert first.code == second.code == 0
    assert first.out != second.out
    word, seed = first.err.split()
    assert word == "seed"
    assert ineqsudoku("generate", 1, "--seed", seed) == (0, first.out, "")
    ran = ineqsudoku("generate", 1, "--output-dir", tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert ran.err == f"seed {manifest['seed']}\n"


INTERRUPTED = """\
import os, signal, sys
def watch(event, arguments):
    if event == "os.rename" and str(arguments[1]).endswith("03.in"):
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(watch)
from ineqsudoku.apps.cli.main import main
main()
"""


def test_ctrl_c_leaves_whole_puzzles_which_the_same_seed_makes_again(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    """It comes while the third puzzle is written, whose answer is still missing."""
    call = ["generate", "6", "--seed", "3", "--kind", "partial", "--jobs", "1", "--output-dir"]
    command = [sys.executable, "-c", INTERRUPTED, *call, str(tmp_path / "run")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "interrupted\n")
    made = texts(tmp_path / "run")
    assert {*made} == {f"0{number}.{end}" for number in (1, 2, 3) for end in ("in", "out")}
    assert ineqsudoku(*call, tmp_path / "whole").code == 0
    assert made.items() < texts(tmp_path / "whole").items()


# --- killers ------------------------------------------------------------------------------


@needs_counts
def test_killers_come_with_the_nodes_of_their_targets(ineqsudoku: Command, tmp_path: Path) -> None:
    arguments = ("--seed", 1, "--kill", "rows:3000,fewest:400")
    ran = ineqsudoku("generate", 2, *arguments, "--output-dir", tmp_path)
    assert ran.code == 0
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["kill"] == [["rows", 3000], ["fewest", 400]]
    for entry in manifest["puzzles"]:
        nodes = {target: of["nodes"] for target, of in entry["nodes"].items()}
        assert nodes == {"rows": 3000, "fewest": 400}

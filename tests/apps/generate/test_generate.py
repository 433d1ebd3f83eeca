"""`ineqsudoku generate`: puzzles on standard output or in a folder with a manifest."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from commands import Command
from effort import slow
from searches import needs_counts

import ineqsudoku as iq
from ineqsudoku.apps.generate import sequence
from ineqsudoku.apps.generate.command import usual_format
from ineqsudoku.apps.generate.values import KINDS
from ineqsudoku.formats.registry import FORMATS, Part, ReadableFormat
from ineqsudoku.geometry import SUDOKU

LEVEL = ("--seed", 3, "--level", "expert")


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_every_kind_has_a_usual_format_at_every_size() -> None:
    for kind, size in product(KINDS, SUDOKU):
        if size == 16 and kind in ("full", "partial"):  # They would have several solutions.
            continue
        givens = 1 if kind == "extended" else None
        format = FORMATS[usual_format(iq.Wish(kind=kind, size=size, givens=givens))]
        assert format.takes(SUDOKU[size])
        assert (Part.GIVENS if kind == "plain" else Part.SIGNS) not in format.loses


def test_puzzles_are_those_of_the_function(ineqsudoku: Command) -> None:
    ran = ineqsudoku("generate", 3, "--seed", 7)
    assert (ran.code, ran.err) == (0, "")
    assert iq.read_all(ran.out) == [generated.puzzle for generated in iq.generate(3, seed=7)]


@pytest.mark.parametrize(
    ("arguments", "format"),
    [
        (["--kind", "plain"], "plain"),
        (["--kind", "plain", "--size", "4"], "plain"),
        (["--kind", "extended", "--givens", "3"], "extended"),
        (["--kind", "full", "--size", "6"], "extended"),
        (["--kind", "partial", "--to", "compact"], "compact"),
        (["--to", "unequal"], ""),
    ],
)
def test_formats(
    ineqsudoku: Command, arguments: list[str], format: ReadableFormat | Literal[""]
) -> None:
    ran = ineqsudoku("generate", 2, "--seed", 7, *arguments)
    if not format:
        assert (ran.code, ran.err) == (2, "unequal cannot hold the rule of boxes\n")
        return
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


@pytest.mark.slow
def test_processes_that_share_a_puzzle_decide_nothing(ineqsudoku: Command, tmp_path: Path) -> None:
    wishes = ("--seed", 3, "--kill", "rows:2000000,fewest-bounds:100")
    for jobs in (1, 3):
        arguments = (*wishes, "--jobs", jobs, "--output-dir", tmp_path / str(jobs))
        assert ineqsudoku("generate", 1, *arguments).code == 0
    assert texts(tmp_path / "1") == texts(tmp_path / "3")


UNMET = ("--seed", 1, "--size", 6, "--kind", "partial", "--signs", 4)


def test_a_wish_that_cannot_be_met(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequence, "TRIES", 20)
    ran = ineqsudoku("generate", *UNMET)
    assert (ran.code, ran.out) == (1, "")
    message, _, nearest = ran.err.partition("\n")
    assert message.startswith("puzzle 1: none of 20 grids gave a puzzle as wished; the nearest ")
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
        message = ran.err.partition("\n")[0]
        assert message.startswith(
            "第 1 题：试过 20 个终盘，没有得到符合要求的题目；最接近的题目有 "
        )
        assert message.endswith(" 个不等号、0 个已知数字")
    assert message == reasons[0]
    assert reasons[1].startswith("puzzle 1: none of 20 grids")


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
        (["--against", "a.cpp", "--kind", "plain"], "--against makes full 9×9 layouts"),
        (["--against", "a.cpp", "--kill", "rows"], "--against makes full 9×9 layouts"),
        (["--against", "a.cpp", "--time-limit", "0"], "0.0 is not in the range 0.05<=x<=1000000"),
        (["--time-limit", "3"], "--time-limit and --no-sandbox need --against"),
        (["--output", "a", "--output-dir", "b"], "--output-dir and --output exclude each other"),
        (["--flaw", "sign"], "--flaw needs --solutions 0"),
        (["--symmetry", "diagonal"], "--symmetry needs --kind partial, extended or plain"),
        (["--kind", "partial", "--fewest", "--signs", "5"], "--fewest and --signs exclude"),
        (["--kill", "dance"], "no target 'dance'; targets: rows, rows-bounds"),
        (["--kill", "rows:many"], "expected TARGET:NODES, found 'rows:many'"),
        (["--kill", "rows:0"], "must be 1-10^18"),
        (["--seed", "1", "--kill", "rows:1" + 18 * "0" + "1"], "must be 1-10^18"),
        (["--seed", "1", "--signs", "few"], "expected a number or 'minimal'"),
        (["--seed", "1", "--fewest"], "signs cannot be chosen with kind 'full'"),
        (["--seed", "1", "--givens", "3"], "kind 'full' has no givens"),
        (["--seed", "1", "--size", "16"], "16×16 puzzles of signs alone have several solutions"),
        (["--size", "16", "--solutions", "0", "--flaw", "sign"], "have several solutions"),
        (["--seed", "1", "--size", "5"], "is not one of '4', '6', "),
    ],
)
def test_usage(ineqsudoku: Command, arguments: list[str], message: str) -> None:
    ran = ineqsudoku("generate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_the_options_that_16_by_16_puzzles_need_are_named(ineqsudoku: Command) -> None:
    call = ("generate", "--seed", "1", "--size", "16")
    for kind, advice in (
        ("full", "--kind extended --givens 60"),
        ("partial", "--kind extended --givens 60"),
        ("extended", "--givens 60"),
    ):
        err = ineqsudoku(*call, "--kind", kind).err
        assert err.endswith(f"; add givens with {advice}, or choose --kind plain\n")
    for advice in ("--kind extended --givens 60", "--kind plain"):
        ran = ineqsudoku(*call, *advice.split())
        assert (ran.code, ran.err) == (0, "")
        assert iq.solve(iq.read(ran.out)).status == "unique"


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
    arguments = ("--seed", 1, "--kill", "rows:3000,fewest-bounds:40")
    ran = ineqsudoku("generate", 2, *arguments, "--output-dir", tmp_path)
    assert ran.code == 0
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["kill"] == [["rows", 3000], ["fewest-bounds", 40]]
    for entry in manifest["puzzles"]:
        nodes = {target: of["nodes"] for target, of in entry["nodes"].items()}
        assert nodes == {"rows": 3000, "fewest-bounds": 40}

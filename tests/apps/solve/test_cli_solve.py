"""`ineqsudoku solve` as people call it: what it prints where, and its exit codes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from commands import Command, run_program
from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID, EXAMPLES, HARD, POJ_3074, turned, without
from sandboxes import open_terminal

import ineqsudoku as iq
from ineqsudoku.apps.solve.run import OneStream
from ineqsudoku.formats import contest

NONE = contest.write(turned(iq.read(CONTEST), iq.read(CONTEST).relations[0]))
MULTIPLE = contest.write(without(iq.read(CONTEST), 24))


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a puzzle of each status and some other files."""
    (tmp_path / "none.in").write_text(NONE)
    (tmp_path / "multiple.txt").write_text(MULTIPLE)
    (tmp_path / "unique.in").write_text(CONTEST)
    (tmp_path / "unique.out").write_text(CONTEST_ANSWER)
    (tmp_path / "notes.md").write_text("not a puzzle")
    return tmp_path


def test_standard_input_is_read_when_named_and_when_nothing_is(ineqsudoku: Command) -> None:
    for arguments in ((), ("-",)):
        assert ineqsudoku("solve", *arguments, stdin=CONTEST.encode()).out == CONTEST_ANSWER


def test_nothing_named_at_a_terminal_is_wrong_usage(ineqsudoku: Command) -> None:
    ran = ineqsudoku("solve")
    assert (ran.code, ran.out) == (2, "")
    assert "nothing to read" in ran.err


def test_grids_of_several_sources_are_separated_by_a_blank_line(ineqsudoku: Command) -> None:
    ran = ineqsudoku("solve", "-", EXAMPLES / "cqoi2013.in", stdin=CONTEST.encode())
    assert ran.out == f"{CONTEST_ANSWER}\n{CONTEST_ANSWER}"


@pytest.mark.parametrize("gap", ["\n", " \t\n", "\n\n\n", "# a comment\n"])
def test_grids_are_separated_as_the_puzzles_are(
    ineqsudoku: Command, tmp_path: Path, gap: str
) -> None:
    """In a folder too."""
    text = gap + CONTEST + gap + CONTEST * 2 + gap + CONTEST + gap
    expected = f"{CONTEST_ANSWER}\n{CONTEST_ANSWER * 2}\n{CONTEST_ANSWER}"
    (tmp_path / "a.in").write_text(text)
    assert ineqsudoku("solve", tmp_path / "a.in") == (0, expected, "")
    ineqsudoku("solve", "--output-dir", tmp_path, tmp_path / "a.in")
    assert (tmp_path / "a.out").read_text() == expected


def test_grids_of_other_formats_are_separated_as_the_puzzles_are(ineqsudoku: Command) -> None:
    for name in ("extended.in", "poj3076.in"):
        text = (EXAMPLES / name).read_text().strip("\n") + "\n"
        once = ineqsudoku("solve", stdin=text.encode()).out
        for gap in ("", "\n"):
            twice = ineqsudoku("solve", stdin=(text + gap + text).encode()).out
            assert twice == once + gap + once


def test_grids_of_puzzles_in_a_line_are_always_separated(ineqsudoku: Command) -> None:
    line = f"{iq.read(CONTEST).signs}\n"
    for text in (line * 2, f"{line}\n{line}", f"{line}<\n{line}"):
        ran = ineqsudoku("solve", "--to", "grid", stdin=text.encode())
        assert ran.out == f"{CONTEST_ANSWER}\n{CONTEST_ANSWER}"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes standard output a terminal."""
    monkeypatch.setattr(OneStream, "scrolls", True)


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_grids_are_labelled_with_their_files(
    ineqsudoku: Command, files: Path
) -> None:
    (files / "bad.in").write_text("x")
    (files / "b\x1b[31m.in").write_text(CONTEST * 2)
    (files / "lines.txt").write_text(f"{iq.read(CONTEST).signs}\n" * 2)
    out = ineqsudoku("solve", "--any", files).out
    blocks = out.removesuffix("\n").split("\n\n")
    (multiple,) = iq.solve(iq.read(MULTIPLE), limit=1).solutions
    assert blocks == [
        f"$'{files}/b\\x1b[31m.in':\n{CONTEST_GRID}\n{CONTEST_GRID}",
        f"{files}/lines.txt:\n{CONTEST_GRID.line}\n{CONTEST_GRID.line}",
        f"{files}/multiple.txt:\n{multiple}",
        f"{files}/none.in:\nnone",
        f"{files}/unique.in:\n{CONTEST_GRID}",
    ]


def test_a_terminal_is_recognised(files: Path) -> None:
    ours, theirs = open_terminal()
    with open(ours, "rb", buffering=0) as terminal:
        run_program("solve", files / "none.in", files / "unique.in", stdout=theirs)
        os.close(theirs)
        printed = terminal.read(10_000).decode().replace("\r\n", "\n")
    assert printed.startswith(f"{files}/none.in:\nnone\n\n{files}/unique.in:\n5 3 9")


@pytest.mark.usefixtures("terminal")
def test_one_source_and_json_need_no_labels(ineqsudoku: Command, files: Path) -> None:
    assert ineqsudoku("solve", files / "unique.in").out == CONTEST_ANSWER
    ran = ineqsudoku("solve", "--json", files)
    assert len(list(map(json.loads, ran.out.splitlines()))) == 3


def test_without_a_solution_a_word_keeps_the_place(ineqsudoku: Command, files: Path) -> None:
    for to in ("grid", "line"):
        ran = ineqsudoku("solve", "--to", to, files / "none.in")
        assert ran == (1, "none\n", f"{files}/none.in:1: no solution\n")


def test_a_second_solution_is_reported_with_the_cells_that_differ(
    ineqsudoku: Command, files: Path
) -> None:
    first, second = iq.solve(iq.read(MULTIPLE)).solutions
    ran = ineqsudoku("solve", "--to", "line", files / "multiple.txt")
    assert (ran.code, ran.out) == (1, f"multiple\t{first.line}\n")
    sentence, cells = ran.err.split("differ in ")
    assert sentence == f"{files}/multiple.txt:1: more than one solution; two of them "
    differing = [cell for cell in range(81) if first[cell] != second[cell]]
    assert cells.split() == [f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in differing]


def test_any_stops_at_the_first_solution(ineqsudoku: Command, files: Path) -> None:
    ran = ineqsudoku("solve", "--any", "--to", "line", files / "multiple.txt")
    (first,) = iq.solve(iq.read(MULTIPLE), limit=1).solutions
    assert ran == (0, f"{first.line}\n", "")
    assert ineqsudoku("solve", "--any", files / "none.in").code == 1


def test_json_gives_an_object_a_line(ineqsudoku: Command, files: Path) -> None:
    ran = ineqsudoku("solve", "--json", files)
    assert ran.code == 1
    multiple, none, unique = map(json.loads, ran.out.splitlines())
    assert unique["seconds"] >= 0
    assert {**unique, "seconds": 0} == {
        "source": f"{files}/unique.in",
        "index": 0,
        "status": "unique",
        "solution": CONTEST_GRID.line,
        "nodes": iq.solve(iq.read(CONTEST)).nodes,
        "seconds": 0,
    }
    assert (none["status"], none["solution"]) == ("none", None)
    assert multiple["status"] == "multiple"


def test_a_folder_without_puzzles_is_reported(ineqsudoku: Command, tmp_path: Path) -> None:
    ran = ineqsudoku("solve", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "no *.in or *.txt" in ran.err


@pytest.mark.parametrize("engine", ["boxes", "rowmajor"])
def test_an_engine_can_be_named(ineqsudoku: Command, engine: str) -> None:
    ran = ineqsudoku("solve", "--engine", engine, EXAMPLES / "cqoi2013-2.in")
    assert ran == (0, (EXAMPLES / "cqoi2013-2.out").read_text(), "")


def test_a_node_limit_leaves_a_puzzle_undecided(ineqsudoku: Command) -> None:
    arguments = ("solve", "--engine", "rowmajor", "--node-limit", 5, EXAMPLES / "cqoi2013.in")
    ran = ineqsudoku(*arguments)
    assert (ran.code, ran.out) == (1, "unknown\n")
    assert "undecided: no solution found within 5 nodes" in ran.err


def test_a_search_time_leaves_a_puzzle_undecided_and_the_rest_goes_on(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    """The first puzzle takes `cells` many seconds, the second one some microseconds."""
    slow, quick = HARD["18 signs that conflict"].puzzle, iq.read(CONTEST)
    file = tmp_path / "slow.txt"
    file.write_text(f"{slow.signs}\n{quick.signs}\n")
    ran = ineqsudoku("solve", "--engine", "cells", "--search-time", "0.5", file)
    assert (ran.code, ran.out) == (1, f"unknown\n{CONTEST_GRID.line}\n")
    undecided = f"{file}:1: undecided after 0.5 s (--search-time): no solution found"
    assert ran.err.splitlines() == [undecided]


def test_a_faulty_file_is_reported_and_the_rest_is_solved(ineqsudoku: Command, files: Path) -> None:
    (files / "bad.in").write_text(CONTEST.replace("<", "V", 1))
    ran = ineqsudoku("solve", files / "bad.in", files / "missing.in", files / "unique.in")
    assert (ran.code, ran.out) == (2, CONTEST_ANSWER)
    assert f"{files}/bad.in:1:3: expected" in ran.err
    assert f"{files}/missing.in: No such file or directory" in ran.err


def test_a_faulty_puzzle_is_reported_and_the_others_of_its_file_are_solved(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    signs = iq.read(CONTEST).signs
    lines = [signs, "<" + signs, signs, signs[:-1], signs]
    (tmp_path / "many.txt").write_text("\n".join(lines) + "\n")
    ran = ineqsudoku("solve", tmp_path)
    assert (ran.code, ran.out) == (2, f"{CONTEST_GRID.line}\n" * 3)
    assert f"{tmp_path}/many.txt:2:7: expected" in ran.err
    assert f"{tmp_path}/many.txt:4:108: expected" in ran.err
    ran = ineqsudoku("solve", "--json", tmp_path)
    assert [json.loads(line)["index"] for line in ran.out.splitlines()] == [0, 2, 4]
    ran = ineqsudoku("solve", "--output-dir", tmp_path, tmp_path)
    assert (ran.code, (tmp_path / "many.out").read_text()) == (2, f"{CONTEST_GRID.line}\n" * 3)


def test_many_faults_are_counted(ineqsudoku: Command) -> None:
    signs = iq.read(CONTEST).signs
    data = f"{signs}\n{'<' * 107}\n".encode() * 30
    ran = ineqsudoku("solve", stdin=data)
    assert (ran.code, ran.out) == (2, f"{CONTEST_GRID.line}\n" * 30)
    assert ran.err.count(": expected ") == 20
    summary = "<stdin>: 10 more puzzles that cannot be read\n"
    assert ran.err.endswith(f"\n{summary}")


def test_only_the_first_faults_are_located(ineqsudoku: Command) -> None:
    """Each of six puzzles has six faults."""
    data = (CONTEST + CONTEST.replace("v", "w") * 6).encode()
    ran = ineqsudoku("solve", stdin=data)
    assert (ran.code, ran.err.count(": expected '.', '^' or 'v', found 'w'")) == (2, 24)
    assert ran.err.count(": expected a puzzle, found another text") == 2


def test_an_engine_that_cannot_stops_one_source_only(ineqsudoku: Command, files: Path) -> None:
    (files / "unique.in").write_text(CONTEST * 100)
    ran = ineqsudoku("solve", "--engine", "dlx", files / "unique.in", EXAMPLES / "poj3074.in")
    assert (ran.code, ran.out) == (2, "".join(f"{line}\n" for line in POJ_3074.values()))
    assert ran.err.startswith(f"{files}/unique.in:1: the engine dlx cannot solve this: ")
    assert ran.err.count("cannot solve") == 1


def test_mended_slips_are_reported_on_standard_error(ineqsudoku: Command) -> None:
    ran = ineqsudoku("solve", stdin=CONTEST.replace("<", "＜").encode())
    assert (ran.code, ran.out) == (0, CONTEST_ANSWER)
    assert ran.err.startswith("warning: <stdin>:1:3: '＜' read as '<'")


def test_output_dir_gets_a_file_for_each_source(ineqsudoku: Command, files: Path) -> None:
    folder = files / "answers" / "today"
    ran = ineqsudoku("solve", "--output-dir", folder, "-", files, stdin=CONTEST.encode())
    assert (ran.code, ran.out) == (1, "")
    names = {"stdin.out", "unique.out", "none.out", "multiple.out"}
    assert {path.name for path in folder.iterdir()} == names
    assert (folder / "unique.out").read_text() == CONTEST_ANSWER


def test_a_file_is_written_whole_or_not_at_all(ineqsudoku: Command, tmp_path: Path) -> None:
    """The second puzzle stops the engine when the first has been written already."""
    (tmp_path / "stdin.out").write_text("kept")
    puzzles = f"{'.' * 108}\n{iq.read(CONTEST).signs}\n".encode()
    ran = ineqsudoku("solve", "--engine", "dlx", "--output-dir", tmp_path, stdin=puzzles)
    assert ran.code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["stdin.out"]
    assert (tmp_path / "stdin.out").read_text() == "kept"


def test_files_that_cannot_be_opened_are_reported_and_the_rest_is_solved(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # which root never sees
    (tmp_path / "loop.in").symlink_to("loop.in")
    (tmp_path / "dangling.in").symlink_to("nowhere")
    (tmp_path / "folder.in").mkdir()
    (tmp_path / "right.in").write_text(CONTEST)
    ran = ineqsudoku("solve", tmp_path)
    assert (ran.code, ran.out) == (2, CONTEST_ANSWER)
    assert "dangling.in: No such file or directory" in ran.err
    assert "loop.in: Too many levels of symbolic links" in ran.err
    assert "folder.in" not in ran.err

"""The commands `explain` and `hint`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Command
from puzzles import CONTEST, CONTEST_GRID, EXAMPLES, POJ_3074, without

import ineqsudoku as iq
from ineqsudoku.puzzle import ABSENT

FILE = EXAMPLES / "cqoi2013.in"
WRONG = "1" + ABSENT * 80


@pytest.fixture
def progress(tmp_path: Path) -> Path:
    path = tmp_path / "progress.txt"
    path.write_text(CONTEST_GRID.line[:20] + ABSENT * 61, encoding="ascii")
    return path


class TestExplain:
    def test_each_step_has_a_sentence(self, ineqsudoku: Command) -> None:
        explanation = iq.explain(iq.read(CONTEST))
        ran = ineqsudoku("explain", FILE)
        assert (ran.code, ran.err) == (0, "")
        *lines, last = ran.out.splitlines()
        assert [line[2:] for line in lines if line[:2] == "  "] == [*map(str, explanation.steps)]
        assert len(lines) == len(explanation.steps) + len(explanation.open_steps)
        rated = f"rating {explanation.rating}, total {explanation.total}"
        assert last == f"{FILE}:1: {explanation.level}, {rated}"

    def test_json(self, ineqsudoku: Command) -> None:
        ran = ineqsudoku("explain", "--json", EXAMPLES / "poj3074.in")
        known = [json.loads(line) for line in ran.out.splitlines()]
        assert [(one["index"], one["line"]) for one in known] == [(0, 1), (1, 2)]
        for one, givens in zip(known, POJ_3074, strict=True):
            expected = iq.explain(iq.Puzzle(givens=givens)).to_dict()
            assert {key: one[key] for key in expected} == expected

    def test_until_a_technique(self, ineqsudoku: Command) -> None:
        ran = ineqsudoku("explain", "--until", "One sign", FILE)
        assert ran.code == 0
        assert "sign bounds:" in ran.out
        assert "one sign:" not in ran.out
        assert ran.out.endswith("; not solved by these steps\n")

    def test_an_unknown_technique(self, ineqsudoku: Command) -> None:
        ran = ineqsudoku("explain", "--until", "guessing", FILE)
        assert ran.code == 2
        assert "guessing" in ran.err

    def test_several_solutions(self, ineqsudoku: Command) -> None:
        text = iq.write(without(iq.read(CONTEST), 24), "contest")
        ran = ineqsudoku("explain", stdin=text.encode())
        assert (ran.code, ran.out) == (1, "")
        message = "the puzzle has several solutions; ineqsudoku validate explains why"
        assert ran.err == f"<stdin>:1: {message}\n"

    def test_what_cannot_be_read_does_not_stop_the_rest(self, ineqsudoku: Command) -> None:
        ran = ineqsudoku("explain", "nowhere.in", FILE)
        assert ran.code == 2
        assert "nowhere.in" in ran.err
        assert "rating" in ran.out

    def test_games_of_unequal(self, ineqsudoku: Command) -> None:
        game = b"4:0R,0R,0,0L,0,0,0L,0,0,0,0,0,0,0L,0L,0L,\n"
        ran = ineqsudoku("explain", "--format", "unequal", stdin=game)
        assert (ran.code, ran.err) == (0, "")
        assert "box" not in ran.out


class TestHint:
    def test_stages(self, ineqsudoku: Command, progress: Path) -> None:
        hint = iq.hint(iq.read(CONTEST), progress.read_text(encoding="ascii"))
        for stage in (1, 2, 3, 4):
            ran = ineqsudoku("hint", FILE, "--progress", progress, "--stage", stage)
            assert ran == (0, hint.stage(stage) + "\n", "")

    def test_without_progress(self, ineqsudoku: Command) -> None:
        assert ineqsudoku("hint", FILE).out == f"{iq.hint(iq.read(CONTEST))}\n"

    def test_json_tells_no_more_than_the_stage(self, ineqsudoku: Command) -> None:
        known = json.loads(ineqsudoku("hint", FILE, "--json", "--stage", 2).out)
        assert (known["kind"], len(known["stages"]), known["steps"]) == ("step", 2, [])

    def test_a_wrong_digit(self, ineqsudoku: Command, progress: Path) -> None:
        progress.write_text(WRONG, encoding="ascii")
        ran = ineqsudoku("hint", FILE, "--progress", progress)
        assert (ran.code, ran.out) == (1, "r1c1 is not 1.\n")
        ran = ineqsudoku("hint", FILE, "--progress", progress, "--no-spoilers")
        assert (ran.code, ran.out) == (1, "A digit is wrong.\n")

    def test_what_is_no_progress(self, ineqsudoku: Command, progress: Path) -> None:
        progress.write_text("12", encoding="ascii")
        ran = ineqsudoku("hint", FILE, "--progress", progress)
        assert ran.code == 2
        assert ran.err.startswith(f"{progress}: expected 81 cells of progress, found ")

    def test_one_puzzle_at_a_time(self, ineqsudoku: Command) -> None:
        ran = ineqsudoku("hint", EXAMPLES / "poj3074.in")
        assert ran.code == 2
        assert "expected one puzzle, found 2" in ran.err

    def test_missing_files(self, ineqsudoku: Command) -> None:
        for arguments in (("nowhere.in",), (FILE, "--progress", "nowhere.txt")):
            ran = ineqsudoku("hint", *arguments)
            assert ran.code == 2
            assert "nowhere" in ran.err

"""The commands `explain` and `hint`."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice
from pathlib import Path

import click
import pytest
from boards import needs_draw, sections
from chinese import english_words
from click import unstyle
from commands import INTERRUPTED, Command
from puzzles import CONTEST, CONTEST_GRID, EXAMPLES, POJ_3074, without

import ineqsudoku as iq
from ineqsudoku.apps.explain import run
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.run import Output, describe, groups_of
from ineqsudoku.apps.explain.strategy import rounds
from ineqsudoku.apps.pictures import png
from ineqsudoku.messages import use_language
from ineqsudoku.messages.lines import columns
from ineqsudoku.puzzle import ABSENT

FILE = EXAMPLES / "cqoi2013.in"
HARD = (
    "<>><<<^v^v^vvv^<<<><<^vv^v^^^v><<><>><><<<^^vv^v^vv<>>"
    "<><vv^^v^v^v<>><><><<>>>vvv^^^v^^<><><>^v^^vvvvv><>><>"
)
"""Needs pointing, colouring and chains."""

WRONG = "1" + ABSENT * 80


@pytest.fixture
def progress(tmp_path: Path) -> Path:
    path = tmp_path / "progress.txt"
    path.write_text(CONTEST_GRID.line[:20] + ABSENT * 61, encoding="ascii")
    return path


def sentences(lines: Iterable[str]) -> list[str]:
    """The sentences of the steps, without their numbers and techniques."""
    matches = (re.fullmatch(r" *\d+\. [A-Z][^:]*: (.*)", line) for line in lines)
    return [match[1] for match in matches if match]


class TestExplain:
    def test_each_step_has_a_sentence(self, ineqsudoku: Command) -> None:
        explanation = iq.explain(iq.read(CONTEST))
        ran = ineqsudoku("explain", FILE)
        assert (ran.code, ran.err) == (0, "")
        first, *lines = ran.out.splitlines()
        assert first == f"{FILE}:1: {explanation.summary}"
        assert sentences(lines) == [*map(str, explanation.steps)]

    def test_boards_stand_where_candidates_are_needed(self, ineqsudoku: Command) -> None:
        easy = ineqsudoku("explain", FILE).out
        assert easy.count("┌") == 1
        hard = ineqsudoku("explain", stdin=HARD.encode()).out
        steps = iq.explain(iq.read(HARD)).steps
        hardest = [max(step.rating for step in group) for group in groups_of(steps)]
        chains = [step.chain for step in steps if len(step.chain) > 2]
        boards = sum(rating >= 2.5 for rating in hardest)
        assert hard.count("┌") == 1 + boards + len(chains) > 1 + boards > 1
        lines = hard.splitlines()
        place = next(n for n, line in enumerate(lines) if "Pointing: " in line)
        assert any("x" in line for line in lines[place - 45 : place])

    @pytest.mark.parametrize(("columns", "boards"), [(56, 0), (57, 1), (80, 1)])
    def test_boards_that_do_not_fit_are_left_out(
        self, monkeypatch: pytest.MonkeyPatch, columns: int, boards: int
    ) -> None:
        puzzle = iq.read(HARD)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        lines = describe("a", iq.explain(puzzle)).splitlines()
        assert max(len(unstyle(line)) for line in lines) <= columns
        wide = [line for line in map(unstyle, lines) if line.startswith("  ┌─────────────────┬")]
        assert bool(wide) == bool(boards)
        note = "(The boards with candidates need a terminal of 57 columns.)"
        assert " ".join(lines).count(note) == 1 - boards

    def test_a_picture_shows_the_hardest_step(self, ineqsudoku: Command, tmp_path: Path) -> None:
        file = tmp_path / "step.svg"
        assert ineqsudoku("explain", "--draw", file, stdin=HARD.encode()).code == 0
        steps = iq.explain(iq.read(HARD)).steps
        hardest = max(steps, key=lambda step: step.rating)
        number = steps.index(hardest) + 1
        assert f"{number}. {hardest.technique}</title>" in file.read_text(encoding="utf-8")

    def test_html_has_a_page_for_each_step(self, ineqsudoku: Command, tmp_path: Path) -> None:
        file = tmp_path / "steps.html"
        assert ineqsudoku("explain", EXAMPLES / "cqoi2013.in", "--draw", file).code == 0
        puzzle = iq.read((EXAMPLES / "cqoi2013.in").read_text(encoding="ascii"))
        pages = sections(file.read_text(encoding="utf-8"))
        steps = iq.explain(puzzle).steps
        assert [page.findtext(".//figcaption") for page in pages] == list(map(str, steps))

    def test_ctrl_c_shows_the_steps_so_far(
        self, ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(board: Board) -> Iterator[tuple[iq.Step, ...]]:
            yield from islice(rounds(board), 5)
            raise KeyboardInterrupt

        monkeypatch.setattr(run, "rounds", interrupted)
        ran = ineqsudoku("explain", FILE)
        assert ran.code == INTERRUPTED
        shown = sentences(ran.out.splitlines())
        assert shown[0] == str(iq.explain(iq.read(CONTEST)).steps[0])
        assert f"{len(shown)} steps, which do not solve it\n" in ran.out

    def test_json(self, ineqsudoku: Command) -> None:
        ran = ineqsudoku("explain", "--json", EXAMPLES / "poj3074.in")
        known = [json.loads(line) for line in ran.out.splitlines()]
        assert [(one["index"], one["line"]) for one in known] == [(0, 1), (1, 2)]
        for one, givens in zip(known, POJ_3074, strict=True):
            expected = iq.explain(iq.Puzzle(givens=givens)).to_dict()
            assert {key: one[key] for key in expected} == expected

    def test_several_solutions(self, ineqsudoku: Command) -> None:
        text = iq.write(without(iq.read(CONTEST), 24), "contest")
        ran = ineqsudoku("explain", stdin=text.encode())
        assert (ran.code, ran.out) == (1, "")
        message = "the puzzle has several solutions; ineqsudoku validate explains why"
        assert ran.err == f"<stdin>:1: {message}\n"


@pytest.mark.parametrize(
    ("lines", "is_terminal", "use_pager", "is_interrupted", "is_paged"),
    [
        (30, True, True, False, True),
        (30, True, True, True, False),
        (30, True, False, False, False),
        (30, False, True, False, False),
        (3, True, True, False, False),
    ],
)
def test_long_texts_on_a_terminal_go_through_a_pager(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: int,
    is_terminal: bool,
    use_pager: bool,
    is_interrupted: bool,
    is_paged: bool,
) -> None:
    paged: list[str] = []
    monkeypatch.setenv("LINES", "20")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    monkeypatch.setattr(click, "echo_via_pager", paged.append)
    handler = signal.getsignal(signal.SIGINT)
    output = Output(use_pager)
    output.add("a\n" * lines)
    output.add("b\n")
    output.end(is_interrupted)
    text = "a\n" * lines + "\nb\n"
    assert paged == [text] * is_paged
    assert capsys.readouterr().out == ("" if is_paged else text)
    assert signal.getsignal(signal.SIGINT) is handler


class TestHint:
    def test_stages(self, ineqsudoku: Command, progress: Path) -> None:
        assert ineqsudoku("hint", FILE).out == f"{iq.hint(iq.read(CONTEST))}\n"
        hint = iq.hint(iq.read(CONTEST), progress.read_text(encoding="ascii"))
        for stage in (1, 2, 3):
            ran = ineqsudoku("hint", FILE, "--progress", progress, "--stage", stage)
            assert ran == (0, f"{hint.stage(stage)}\n", "")

    def test_json_has_no_more_than_the_stage(self, ineqsudoku: Command) -> None:
        known = json.loads(ineqsudoku("hint", FILE, "--json", "--stage", 2).out)
        assert (known["kind"], len(known["stages"]), known["steps"]) == ("step", 2, [])
        assert [stage["houses"] for stage in known["stages"]] == [["box 2"], ["box 2"]]

    def test_a_wrong_digit(self, ineqsudoku: Command, progress: Path) -> None:
        progress.write_text(WRONG, encoding="ascii")
        ran = ineqsudoku("hint", FILE, "--progress", progress)
        assert (ran.code, ran.out) == (1, "r1c1 is not 1.\n")
        ran = ineqsudoku("hint", FILE, "--progress", progress, "--no-spoilers")
        assert (ran.code, ran.out) == (1, "A digit is wrong.\n")

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("12", "expected 81 cells of progress, found 1 word and 2 characters"),
            ("", "expected the digits so far, found an empty text"),
            (" \n\t\n", "expected the digits so far, found an empty text"),
            ("x" + ABSENT * 80, "r1c1: expected 1-9 or '.', found 'x'"),
            (" ".join(["12x", *ABSENT * 80]), "r1c1: expected 1-9 or '.', found '12x'"),
        ],
    )
    def test_what_is_no_progress(
        self, ineqsudoku: Command, progress: Path, text: str, sentence: str
    ) -> None:
        progress.write_text(text, encoding="ascii")
        ran = ineqsudoku("hint", FILE, "--progress", progress)
        assert ran == (2, "", f"{progress}: {sentence}\n")

    def test_one_puzzle_at_a_time(self, ineqsudoku: Command) -> None:
        ran = ineqsudoku("hint", EXAMPLES / "poj3074.in")
        assert ran.code == 2
        assert "expected one puzzle, found 2" in ran.err


class TestChinese:
    """No English word is left but the names of cells and of files."""

    def test_explain(self, ineqsudoku: Command) -> None:
        ran = ineqsudoku("explain", "--language", "zh", stdin=HARD.encode())
        assert (ran.code, ran.err) == (0, "")
        name, _, text = ran.out.partition(" ")
        assert name == "<stdin>:1:"
        assert not {word for word in english_words(text) if not set(word) <= {"x"}}  # on boards
        assert " 1. 不等号上下界：" in text

    def test_wide_characters_fit_the_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "60")
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        puzzle = iq.read(HARD)
        with use_language("zh"):
            lines = describe("a", iq.explain(puzzle)).splitlines()
        assert max(columns(unstyle(line)) for line in lines) <= 60
        assert any(line.startswith("     1. 于是") for line in lines)

    def test_a_picture(self, ineqsudoku: Command, tmp_path: Path) -> None:
        file = tmp_path / "step.svg"
        options = ("--language", "zh", "--draw", file)
        assert ineqsudoku("explain", FILE, *options).code == 0
        svg = file.read_text(encoding="utf-8")
        assert ". 单个不等号</title>" in svg
        texts = re.findall("<(?:title|desc)[^>]*>(.*?)<", svg)
        assert not english_words(unescape(" ".join(texts)))

    @needs_draw
    def test_a_picture_without_a_font_for_chinese(
        self, ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(png, "_has_glyph", lambda _: False)
        file, english = tmp_path / "step.png", tmp_path / "english.png"
        ran = ineqsudoku("explain", FILE, "--language", "zh", "--draw", file)
        assert (ran.code, ran.err) == (
            0,
            f"{file}：图中文字改用英文，因为系统里没有含汉字的字体；"
            "`apt install fonts-wqy-microhei` 可以安装一个\n",
        )
        assert ineqsudoku("explain", FILE, "--draw", english).err == ""
        assert file.read_bytes() == english.read_bytes()

"""The progress bar: nothing is lost behind it, and it shows only where it should."""

from __future__ import annotations

import re
import sys
from contextlib import closing
from threading import Event
from typing import NamedTuple

import pytest
from chinese import english_words
from puzzles import CONTEST, turned

import ineqsudoku as iq
from ineqsudoku.apps.cli.progress import ProgressReporter, track
from ineqsudoku.messages import Message, use_language

PUZZLE = iq.read(CONTEST)
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before drawing."""
    monkeypatch.setattr("ineqsudoku.apps.cli.progress.PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call it in a test: a fixture has another standard error than its test."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


class Step(NamedTuple):
    """Each item is some puzzles and twice that size."""

    puzzles: int

    @property
    def size(self) -> int:
        return 2 * self.puzzles


STEPS = [Step(100) for _ in range(50)]


@pytest.mark.parametrize("total", [10_000, None])
def test_the_bar_counts_puzzles_and_tells_their_rate(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, total: int | None
) -> None:
    at_a_terminal(monkeypatch)
    assert list(track(STEPS, total, wanted=True)) == STEPS
    drawn = capsys.readouterr().err
    assert "5,000 puzzles" in drawn
    assert "/s" in drawn
    assert "0:00:00" in drawn or total is None


def test_results_go_where_they_belong_behind_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    at_a_terminal(monkeypatch)
    for number, _ in enumerate(track(STEPS, 10_000, wanted=True)):
        sys.stdout.write(f"result {number}\n")
    captured = capsys.readouterr()
    assert captured.out == "".join(f"result {number}\n" for number in range(50))
    assert "result" not in captured.err


def test_an_abandoned_bar_is_wiped_off(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    at_a_terminal(monkeypatch)
    with closing(track(STEPS, 10_000, wanted=True)) as steps:
        for number, _ in enumerate(steps):
            if number == 20:
                break
        assert "puzzles" in capsys.readouterr().err
    assert capsys.readouterr().err.endswith("\x1b[2K")


@pytest.mark.parametrize(
    ("is_terminal", "wanted", "patience"),
    [(True, False, -1.0), (False, True, -1.0), (True, True, 1e9)],
    ids=["unwanted", "no terminal", "quick work"],
)
def test_there_may_be_no_bar(
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    is_terminal: bool,
    wanted: bool,
    patience: float,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    monkeypatch.setattr("ineqsudoku.apps.cli.progress.PATIENCE", patience)
    assert list(track(STEPS, 10_000, wanted=wanted)) == STEPS
    assert capsys.readouterr().err == ""


def test_a_watch_tells_works_and_puzzles(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    at_a_terminal(monkeypatch)
    with ProgressReporter(scrolls=False) as watch:
        watch("repairs", 1, 2)
        watch.next_puzzle()
        watch("witnesses", 1, 4)
        drawn = capsys.readouterr().err
    wiped = capsys.readouterr().err
    assert "repairs" in drawn
    assert "1 puzzle, witnesses" in drawn + wiped
    assert wiped.endswith("\x1b[2K")


def test_a_watch_is_out_of_the_way_of_results(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    at_a_terminal(monkeypatch)
    with ProgressReporter(scrolls=True) as watch:
        watch("repairs", 1, 2)
        watch.next_puzzle()
        assert capsys.readouterr().err.endswith("\x1b[2K")


def test_a_watch_needs_a_terminal_and_patience(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    with ProgressReporter(scrolls=False) as watch:
        watch("repairs", 1, 2)
    at_a_terminal(monkeypatch)
    monkeypatch.setattr("ineqsudoku.apps.cli.progress.PATIENCE", 1e9)
    with ProgressReporter(scrolls=False) as watch:
        watch("repairs", 1, 2)
        watch.next_puzzle()
    assert capsys.readouterr().err == ""


def test_the_bar_speaks_the_language_of_its_reader(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    at_a_terminal(monkeypatch)
    with use_language("zh"):
        assert list(track(STEPS, 10_000, wanted=True)) == STEPS
        assert "5,000 道题，每秒 " in capsys.readouterr().err
        with ProgressReporter(scrolls=False) as watch:
            watch.next_puzzle()
            iq.find_conflict(turned(PUZZLE, PUZZLE.relations[0]), progress=watch)
    drawn = capsys.readouterr().err
    assert "1 道题、推导矛盾" in drawn
    assert not english_words(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", drawn))


def test_lines_show_progress_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    printed = Event()

    def print_message(line: object) -> None:
        sys.stderr.write(f"{line}\n")
        printed.set()

    monkeypatch.setattr("ineqsudoku.apps.cli.progress.INTERVAL", 0.001)
    monkeypatch.setattr("ineqsudoku.apps.cli.progress.print_message", print_message)
    with use_language("zh"), ProgressReporter(scrolls=True) as watch:
        watch.next_puzzle()
        assert not printed.wait(0.01), "a line without any progress"
        watch(Message("generate.nodes", "nodes counted"), 1500, 20_000)
        assert printed.wait(60)
    lines = capsys.readouterr().err.splitlines()
    assert {*lines} == {"1 道题、已数结点：1,500/20,000"}

"""The progress bar: nothing is lost behind it, and it shows only where it should."""

from __future__ import annotations

import sys
from contextlib import closing

import pytest

from ineqsudoku.cli.progress import tracked

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before drawing."""
    monkeypatch.setattr("ineqsudoku.cli.progress.PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has to be called in a test: a fixture sees another standard error than its test."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


def test_the_bar_counts_what_passes(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    at_a_terminal(monkeypatch)
    assert list(tracked(range(50), 50, "a[/]b.in", wanted=True)) == list(range(50))
    drawn = capsys.readouterr().err
    assert "a[/]b.in" in drawn
    assert "50/50" in drawn


def test_an_abandoned_bar_is_wiped_off(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    at_a_terminal(monkeypatch)
    with closing(tracked(range(50), 50, "abandoned", wanted=True)) as items:
        for item in items:
            if item == 20:
                break
        assert "abandoned" in capsys.readouterr().err
    assert capsys.readouterr().err.endswith("\x1b[2K")


def test_nothing_is_drawn_unasked(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    at_a_terminal(monkeypatch)
    assert list(tracked(range(50), 50, "title", wanted=False)) == list(range(50))
    assert capsys.readouterr().err == ""


def test_nothing_is_drawn_without_a_terminal(capsys: Capture) -> None:
    assert list(tracked(range(50), 50, "title", wanted=True)) == list(range(50))
    assert capsys.readouterr().err == ""


def test_quick_work_is_not_worth_a_bar(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    at_a_terminal(monkeypatch)
    monkeypatch.setattr("ineqsudoku.cli.progress.PATIENCE", 1e9)
    assert list(tracked(range(50), 50, "title", wanted=True)) == list(range(50))
    assert capsys.readouterr().err == ""

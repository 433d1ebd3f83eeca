"""`validate` and `explain` with workers: the same results, a bar, and what Ctrl-C leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from commands import Command
from effort import slow
from puzzles import CONTEST, turned

import ineqsudoku as iq

V = TypeVar("V")

PUZZLE = iq.read(CONTEST)
NONE = turned(PUZZLE, PUZZLE.relations[0])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Some valid puzzles, one without a solution, and one that cannot be read."""
    path = tmp_path / "puzzles.txt"
    valid = [generated.puzzle.signs for generated in iq.generate(4, seed=4)]
    path.write_text("\n".join([PUZZLE.signs, NONE.signs, "<" * 108, *valid]))
    return path


@pytest.mark.parametrize(
    "options", [["validate", "--json"], *slow([["validate"], ["explain", "--json"]])]
)
def test_workers_report_the_same(ineqsudoku: Command, path: Path, options: list[str]) -> None:
    assert ineqsudoku(*options, "--jobs", 2, path) == ineqsudoku(*options, path)


@pytest.mark.parametrize("command", ["explain", *slow(["validate"])])
def test_a_bar_counts_the_puzzles(
    ineqsudoku: Command, path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr("ineqsudoku.apps.cli.progress.PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = ineqsudoku(command, "--json", "--jobs", 2, path).err
    assert "7 puzzles" in shown
    assert "100%" not in shown  # The bar of a single puzzle.


class Interrupted:
    """An executor that Ctrl-C interrupts after some values."""

    def __init__(self, values: int) -> None:
        self.values = values

    def submit(self, function: Callable[..., V], /, *arguments: Any) -> Future[V]:
        if not self.values:
            raise KeyboardInterrupt
        self.values -= 1
        future: Future[V] = Future()
        future.set_result(function(*arguments))
        return future


@pytest.fixture(params=[0, 1])
def values(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """The executor gives this many values before Ctrl-C."""

    @contextmanager
    def opened(_cluster: str | None, _jobs: int | None) -> Iterator[Interrupted]:
        yield Interrupted(request.param)

    for command in ("diagnose", "explain"):
        monkeypatch.setattr(f"ineqsudoku.apps.{command}.run.open_workers", opened)
    return int(request.param)


@pytest.mark.parametrize("command", ["validate", "explain"])
def test_an_interrupt_keeps_what_is_printed(
    ineqsudoku: Command, path: Path, values: int, command: str
) -> None:
    path.write_text(f"{PUZZLE.signs}\n" * 3)
    ran = ineqsudoku(command, "--json", "--jobs", 2, path)
    assert ran.code == 130
    assert len(ran.out.splitlines()) == values


def test_an_interrupt_keeps_what_is_drawn(
    ineqsudoku: Command, path: Path, tmp_path: Path, values: int
) -> None:
    path.write_text(f"{PUZZLE.signs}\n" * 3)
    file = tmp_path / "steps.svg"
    assert ineqsudoku("explain", "--jobs", 2, "--draw", file, path).code == 130
    assert file.exists() == bool(values)

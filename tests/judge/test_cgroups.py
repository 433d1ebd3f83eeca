"""Cgroups, on a folder that looks like them: few machines of CI have any that can be written to."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from sandboxes import needs_sandbox

from ineqsudoku.judge.cage import cgroups, choice
from ineqsudoku.judge.cage.execution import run
from ineqsudoku.judge.cage.program import Limits, Program
from ineqsudoku.judge.cage.sandbox import Sandbox


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A parent whose groups are ordinary folders and go with all that is in them."""

    def remove(path: Path) -> None:
        path.rename(tmp_path / "gone")

    monkeypatch.setattr(cgroups, "_remove", remove)
    return tmp_path


def test_a_group_has_a_limit_and_vanishes(groups: Path) -> None:
    with cgroups.group(str(groups), 100) as path:
        assert path
        assert (path / "memory.max").read_text() == str(132 * 1024 * 1024)
        assert (path / "memory.swap.max").read_text() == "0"
    assert [each.name for each in groups.iterdir()] == ["gone"]


def test_without_a_parent_there_is_no_group() -> None:
    with cgroups.group("", 100) as path:
        assert path is None
    assert cgroups.entering(None) == []
    assert not cgroups.was_killed(None)


@needs_sandbox
def test_a_program_is_put_into_its_group(groups: Path) -> None:
    found = run(Sandbox(groups=str(groups)), Program(("echo", "x"), Limits()), Event())
    assert found.stdout == b"x\n"
    assert (groups / "gone" / "cgroup.procs").read_text().strip().isdigit()


@needs_sandbox
def test_a_run_that_its_group_ended_was_over_the_limit(
    groups: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ineqsudoku.judge.cage.execution.was_killed", bool)
    monkeypatch.setattr("ineqsudoku.judge.cage.execution._supervisor", lambda: "raise SystemExit")
    found = run(Sandbox(groups=str(groups)), Program(("echo", "x"), Limits()), Event())
    assert (found.reason, found.failure) == ("memory", "")


@pytest.mark.parametrize(
    ("events", "killed"),
    [("low 0\noom 1\noom_kill 1\n", True), ("oom_kill 0\n", False), ("", False), (None, False)],
)
def test_who_was_killed_was_over_the_limit(
    tmp_path: Path, events: str | None, killed: bool
) -> None:
    if events is not None:
        (tmp_path / "memory.events").write_text(events)
    assert cgroups.was_killed(tmp_path) == killed


@needs_sandbox
def test_groups_that_do_not_work_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "parent", lambda: tmp_path / "none")
    cage = choice.cage_for(True)
    assert cage.groups == ""
    assert "looking at it" in choice.kept(cage)


@needs_sandbox
def test_groups_that_work_are_told(groups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "parent", lambda: groups)
    cage = choice.cage_for(True)
    assert cage.groups == str(groups)
    assert "memory limited by cgroup" in choice.kept(cage)


def test_a_parent_is_looked_for_and_nothing_is_left_there() -> None:
    before = sorted(each for each in cgroups._candidates() if each.is_dir())
    found = cgroups.parent()
    assert found is None or found in before
    assert not [each for place in before for each in place.glob("ineqsudoku-*-probe")]

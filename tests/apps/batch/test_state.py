"""A damaged state file: one sentence and nothing lost, or a run that is resumed correctly."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from chinese import english_words
from commands import Command
from effort import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.batch import output_folder
from ineqsudoku.apps.batch.output_folder import STATE, OutputFolder
from ineqsudoku.apps.batch.state import LOCK, NEW, StateFile
from ineqsudoku.formats import reading
from ineqsudoku.messages import use_language

LINE = iq.read(CONTEST).signs
SOLVED = f"{CONTEST_GRID.line}\n"


class Interrupted(BaseException):
    """Ends a run in the middle."""


@pytest.fixture
def run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ineqsudoku: Command,
    capsys: pytest.CaptureFixture[str],
) -> Path:
    """The output folder of a run that was interrupted in its second source."""
    monkeypatch.setattr(reading, "PIECE", 250)
    (tmp_path / "a.in").write_text(f"{LINE}\n" * 3)
    (tmp_path / "b.in").write_text(f"{LINE}\n" * 9)
    (tmp_path / "c.in").write_text(f"{LINE}\n")
    append = OutputFolder._append

    def appended(self: OutputFolder, file: Any, place: int, *more: Any) -> None:
        append(self, file, place, *more)
        if (place, self.progress[place].pieces) == (1, 3):
            raise Interrupted

    with monkeypatch.context() as patched:
        patched.setattr(OutputFolder, "_append", appended)
        with pytest.raises(Interrupted):
            ineqsudoku("solve", "--output-dir", tmp_path / "out", tmp_path)
    capsys.readouterr()
    return tmp_path / "out"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


EXPECTED = {name: (SOLVED * n).encode() for name, n in (("a.out", 3), ("b.out", 9), ("c.out", 1))}


def assert_resumed_or_refused(ineqsudoku: Command, run: Path, damaged: bytes) -> bool:
    """Whether it was resumed."""
    path = run / STATE
    path.write_bytes(damaged)
    before = contents(run)
    ran = ineqsudoku("solve", "--output-dir", run, "--resume", run.parent)
    assert ran.out == ""
    if ran.code == 0:
        assert contents(run) == EXPECTED
        return True
    assert ran.code == 2
    assert contents(run) == before
    assert len(ran.err.splitlines()) == 1
    assert str(path) in ran.err
    assert "damaged" in ran.err
    with use_language("zh"), pytest.raises(iq.IneqSudokuError, match="请去掉 --resume 重新开始"):
        StateFile(path, {}, resume=True)
    return False


@pytest.fixture
def before(run: Path) -> dict[str, bytes]:
    return contents(run)


def restore(run: Path, before: dict[str, bytes]) -> None:
    for path in run.iterdir():
        path.unlink()
    for name, data in before.items():
        (run / name).write_bytes(data)


def test_what_is_not_damaged_is_resumed(ineqsudoku: Command, run: Path) -> None:
    assert assert_resumed_or_refused(ineqsudoku, run, (run / STATE).read_bytes())


def with_checksum(text: bytes) -> bytes:
    return b"%08x %s\n" % (crc32(text), text)


WRONG = {
    "a byte that is not ASCII": b'{"order": "\xe9"}',
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "a NUL byte": b"\0",
    "nothing": b"",
    "a list": b"[1, 2]",
    "a number": b"1",
    "null": b"null",
    "no order": b'{"sources": []}',
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
@pytest.mark.usefixtures("uncollected")
def test_what_is_no_state_is_refused(ineqsudoku: Command, run: Path, text: bytes) -> None:
    """With a checksum that is right and without."""
    assert not assert_resumed_or_refused(ineqsudoku, run, with_checksum(text))
    assert not assert_resumed_or_refused(ineqsudoku, run, text + b"\n")


def test_a_state_that_counts_more_bytes_than_the_part_is_refused_or_harmless(
    ineqsudoku: Command, run: Path, before: dict[str, bytes]
) -> None:
    fields = json.loads(before[STATE][9:])
    for size in (2**31, 2**70):
        fields["sources"][1][2] = size
        damaged = with_checksum(json.dumps(fields).encode())
        assert assert_resumed_or_refused(ineqsudoku, run, damaged)
        restore(run, before)


def test_a_state_that_was_being_written_is_removed(ineqsudoku: Command, run: Path) -> None:
    (run / (STATE + NEW)).write_text("half a st")
    assert assert_resumed_or_refused(ineqsudoku, run, (run / STATE).read_bytes())


@pytest.mark.parametrize("name", ["a.out", output_folder.part_name(1)])
@pytest.mark.parametrize("damage", ["changed", "cut", "removed"])
def test_damaged_outputs_are_made_again(
    ineqsudoku: Command, run: Path, name: str, damage: str
) -> None:
    data = (run / name).read_bytes()
    if damage == "changed":
        (run / name).write_bytes(data.replace(b"1", b"2", 1))
    elif damage == "cut":
        (run / name).write_bytes(data[:-90])
    else:
        (run / name).unlink()
    output = run / ("a.out" if name == "a.out" else "b.out")
    ran = ineqsudoku("solve", "--output-dir", run, "--resume", run.parent)
    message = f"{output} was changed or removed since it was written; it is made again\n"
    assert ran == (0, "", message)
    assert contents(run) == EXPECTED


damages = st.one_of(
    st.tuples(st.just("change"), st.floats(0, 1), st.binary(min_size=1, max_size=4)),
    st.tuples(st.just("insert"), st.floats(0, 1), st.binary(min_size=1, max_size=40)),
    st.tuples(st.just("remove"), st.floats(0, 1), st.binary(min_size=1, max_size=40)),
    st.tuples(st.just("cut"), st.floats(0, 1), st.binary(max_size=3)),
)


def damaged_by(data: bytes, damages: list[tuple[str, float, bytes]]) -> bytes:
    for how, where, piece in damages:
        place = int(where * len(data))
        rest = {"change": data[place + len(piece) :], "insert": data[place:], "cut": b""}
        kept = b"" if how == "remove" else piece
        data = data[:place] + kept + rest.get(how, data[place + len(piece) :])
    return data


@settings(
    examples(300),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(damages=st.lists(damages, min_size=1, max_size=3))
def test_any_damage_is_refused_or_harmless(
    ineqsudoku: Command,
    run: Path,
    before: dict[str, bytes],
    damages: list[tuple[str, float, bytes]],
) -> None:
    restore(run, before)
    assert_resumed_or_refused(ineqsudoku, run, damaged_by(before[STATE], damages))


@pytest.mark.parametrize("resume", [[], ["--resume"]])
@pytest.mark.parametrize("name", [STATE, STATE + LOCK, output_folder.part_name(0)])
@pytest.mark.parametrize("kind", ["folder", "link", "pipe"])
def test_what_is_no_plain_file_is_not_written(
    ineqsudoku: Command, tmp_path: Path, name: str, kind: str, resume: list[str]
) -> None:
    """Somebody else may have put a link or a pipe there."""
    victim = tmp_path / "victim"
    victim.write_text("kept")
    (tmp_path / "a.in").write_text(f"{LINE}\n")
    path = tmp_path / "out" / name
    path.parent.mkdir()
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(victim)
    else:
        os.mkfifo(path)
    call = ("solve", "--output-dir", path.parent, *resume, tmp_path / "a.in")
    ran = ineqsudoku(*call)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert str(path) in ran.err
    assert not english_words(ineqsudoku(*call, "--language", "zh").err)
    assert victim.read_text() == "kept"
    assert [entry.name for entry in path.parent.iterdir()] == [name]


def test_an_interrupt_before_any_work_leaves_nothing(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.in").write_text(f"{LINE}\n")

    def interrupted(*_: Any) -> None:
        raise Interrupted

    monkeypatch.setattr(OutputFolder, "_append", interrupted)
    for options in ([], ["--resume"]):
        with pytest.raises(Interrupted):
            ineqsudoku("solve", "--output-dir", tmp_path / "out", *options, tmp_path)
        assert list((tmp_path / "out").iterdir()) == []


def test_the_numbers_of_messages_cover_both_runs(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first 20 messages of a kind are printed once."""
    monkeypatch.setattr(reading, "PIECE", 1500)
    (tmp_path / "a.in").write_text("<" * 107 + "\n" + ("<" * 107 + "\n") * 70 + f"{LINE}\n")
    append = OutputFolder._append
    whole = ineqsudoku("solve", "--output-dir", tmp_path / "whole", tmp_path / "a.in").err

    def appended(self: OutputFolder, file: Any, place: int, *more: Any) -> None:
        append(self, file, place, *more)
        if self.progress[place].pieces == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(OutputFolder, "_append", appended)
        ineqsudoku("solve", "--output-dir", tmp_path / "out", tmp_path / "a.in")
    ran = ineqsudoku("solve", "--output-dir", tmp_path / "out", "--resume", tmp_path / "a.in")
    assert ran == (2, "", whole.splitlines(keepends=True)[-1])

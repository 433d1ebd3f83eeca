"""A damaged journal: one sentence and nothing lost, or a run that is resumed correctly."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from commands import Command
from effort import examples, slow
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.batch import journal, output_folder
from ineqsudoku.formats import stream

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
    monkeypatch.setattr(stream, "CHUNK", 250)
    (tmp_path / "a.in").write_text(f"{LINE}\n" * 3)
    (tmp_path / "b.in").write_text(f"{LINE}\n" * 9)
    (tmp_path / "c.in").write_text(f"{LINE}\n")
    add = journal.Journal.add

    def added(self: journal.Journal, place: int, mark: Any) -> None:
        add(self, place, mark)
        if (place, mark.pieces) == (1, 3):
            raise Interrupted

    with monkeypatch.context() as patched:
        patched.setattr(journal.Journal, "add", added)
        with pytest.raises(Interrupted):
            ineqsudoku("solve", "--output-dir", tmp_path / "out", tmp_path)
    capsys.readouterr()
    return tmp_path / "out"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


EXPECTED = {name: (SOLVED * n).encode() for name, n in (("a.out", 3), ("b.out", 9), ("c.out", 1))}


def assert_resumed_or_refused(ineqsudoku: Command, run: Path, damaged: bytes) -> bool:
    """Whether it was resumed."""
    path = run / journal.NAME
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
    assert assert_resumed_or_refused(ineqsudoku, run, (run / journal.NAME).read_bytes())


def with_checksums(*lines: bytes) -> bytes:
    checksum = 0
    found = []
    for line in lines:
        checksum = crc32(line, checksum)
        found.append(b"%08x %s\n" % (checksum, line))
    return b"".join(found)


def without_checksums(data: bytes) -> list[bytes]:
    return [line[9:] for line in data.splitlines()]


MARK = {"source": 0, "pieces": 1, "crc": 2, "size": 3, "output_crc": 4, "code": 0, "ended": False}

WRONG = {
    "a byte that is not ASCII": b'{"source": "\xe9"}',
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "a NUL byte": b"\0",
    "nothing": b"",
    "a list": b"[1, 2]",
    "a number": b"1",
    "null": b"null",
    "an unknown source": json.dumps({**MARK, "source": 3}).encode(),
    "a negative source": json.dumps({**MARK, "source": -1}).encode(),
    "a named source": json.dumps({**MARK, "source": "a.in"}).encode(),
    "a negative size": json.dumps({**MARK, "size": -1}).encode(),
    "a negative number of pieces": json.dumps({**MARK, "pieces": -1}).encode(),
    "a fractional size": json.dumps({**MARK, "size": 3.5}).encode(),
    "an infinite size": json.dumps({**MARK, "size": float("inf")}).encode(),
    "a number beyond all limits": b'{"source": 0, "size": 1' + b"0" * 5000 + b"}",
    "an unknown exit code": json.dumps({**MARK, "code": 7}).encode(),
    "a truth for a number": json.dumps({**MARK, "size": True}).encode(),
    "a number for a truth": json.dumps({**MARK, "ended": 1}).encode(),
    "another field": json.dumps({**MARK, "more": 1}).encode(),
    "a missing field": b'{"source": 0}',
}


@pytest.mark.parametrize("line", WRONG.values(), ids=WRONG)
def test_a_wrong_mark_is_refused(ineqsudoku: Command, run: Path, line: bytes) -> None:
    """With a checksum that is right and without."""
    order, *marks = without_checksums((run / journal.NAME).read_bytes())
    assert not assert_resumed_or_refused(ineqsudoku, run, with_checksums(order, line, *marks))
    whole = with_checksums(order, *marks).splitlines(keepends=True)
    damaged = b"".join([whole[0], line + b"\n", *whole[1:]])
    assert not assert_resumed_or_refused(ineqsudoku, run, damaged)
    assert not assert_resumed_or_refused(ineqsudoku, run, line + b"\n")


def test_a_mark_of_more_than_the_part_is_not_believed(
    ineqsudoku: Command, run: Path, before: dict[str, bytes]
) -> None:
    lines = without_checksums((run / journal.NAME).read_bytes())
    for size in (2**31, 2**70):
        mark = {**json.loads(lines[-1]), "size": size}
        damaged = with_checksums(*lines, json.dumps(mark).encode())
        assert assert_resumed_or_refused(ineqsudoku, run, damaged)
        restore(run, before)


def test_an_unfinished_source_without_a_part_is_begun_again(ineqsudoku: Command, run: Path) -> None:
    lines = without_checksums((run / journal.NAME).read_bytes())
    unfinished = with_checksums(*lines, json.dumps(MARK).encode())
    assert assert_resumed_or_refused(ineqsudoku, run, unfinished)


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


def test_lines_that_are_lost_doubled_or_swapped_are_noticed(ineqsudoku: Command, run: Path) -> None:
    lines = (run / journal.NAME).read_bytes().splitlines(keepends=True)
    for n in range(1, len(lines) - 1):
        lost = lines[:n] + lines[n + 1 :]
        doubled = lines[:n] + lines[n - 1 :]
        swapped = [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]
        for damaged in (lost, doubled, swapped):
            assert not assert_resumed_or_refused(ineqsudoku, run, b"".join(damaged))


@pytest.mark.parametrize("first", [0, *slow([7, 14, 21])])
def test_a_journal_may_end_anywhere(
    ineqsudoku: Command, run: Path, before: dict[str, bytes], first: int
) -> None:
    data = (run / journal.NAME).read_bytes()
    for end in range(first, len(data), 28):
        assert assert_resumed_or_refused(ineqsudoku, run, data[:end])
        restore(run, before)


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
    assert_resumed_or_refused(ineqsudoku, run, damaged_by(before[journal.NAME], damages))


@settings(
    examples(200),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.binary(max_size=200))
def test_anything_else_is_no_journal(
    ineqsudoku: Command, run: Path, before: dict[str, bytes], data: bytes
) -> None:
    restore(run, before)
    is_start = before[journal.NAME].startswith(data)
    assert assert_resumed_or_refused(ineqsudoku, run, data) == is_start


@pytest.mark.parametrize("resume", [[], ["--resume"]])
@pytest.mark.parametrize("name", [journal.NAME, output_folder.part_name(0)])
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
    ran = ineqsudoku("solve", "--output-dir", path.parent, *resume, tmp_path / "a.in")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert str(path) in ran.err
    assert victim.read_text() == "kept"
    assert [found.name for found in path.parent.iterdir()] == [name]


def test_an_interrupt_before_any_work_leaves_nothing(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.in").write_text(f"{LINE}\n")
    write = journal.Journal._write

    def interrupted(self: journal.Journal, value: Any) -> None:
        write(self, value)
        raise Interrupted

    monkeypatch.setattr(journal.Journal, "_write", interrupted)
    for options in ([], ["--resume"]):
        with pytest.raises(Interrupted):
            ineqsudoku("solve", "--output-dir", tmp_path / "out", *options, tmp_path)
        assert list((tmp_path / "out").iterdir()) == []

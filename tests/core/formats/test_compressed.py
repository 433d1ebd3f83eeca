"""Compressed files are read like the files in them, and damaged ones are syntax errors."""

from __future__ import annotations

import gzip
import io
import sys
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from commands import Command
from effort import examples
from faults import assert_readable
from hypothesis import given
from hypothesis import strategies as st
from puzzles import CONTEST, CONTEST_ANSWER, EXAMPLES

import ineqsudoku as iq

Compress = Callable[[bytes], bytes]

PUZZLE = iq.read(CONTEST)
LINES = f"{PUZZLE.signs}\n".encode() * 3000
WRONG = CONTEST.replace("^ ^ v v v ^", "^ ^ ^ v v ^")


def zstd(data: bytes) -> bytes:
    compressed: bytes = import_module("compression.zstd").compress(data)
    return compressed


needs_zstd = pytest.mark.skipif(sys.version_info < (3, 14), reason="needs Python 3.14")

each_compression = pytest.mark.parametrize(
    "compress", [gzip.compress, pytest.param(zstd, marks=needs_zstd)]
)


@each_compression
def test_what_is_compressed_is_read_like_the_file(compress: Compress, tmp_path: Path) -> None:
    for text in (CONTEST.encode(), LINES, "\ufeff".encode() + LINES, b"\n" * 200_000 + LINES):
        # A name says nothing; files may follow each other, as after `cat a.gz b.gz`.
        (path := tmp_path / "a.txt").write_bytes(compress(text[:999]) + compress(text[999:]))
        assert iq.read_all(path) == iq.read_all(text)
        expected = list(iq.read_many(io.BytesIO(text)))
        assert list(iq.read_many(path)) == expected
        with path.open("rb") as binary, path.open() as chars:
            assert list(iq.read_many(binary)) == list(iq.read_many(chars)) == expected


@pytest.mark.filterwarnings("ignore:.*read as GBK")  # of bytes flipped where zstd has no checksum
@each_compression
@given(data=st.data())
@examples(100)
def test_damaged_data_is_a_syntax_error(compress: Compress, data: st.DataObject) -> None:
    """Wherever bytes are missing or flipped; where they are not noticed, all is read."""
    whole = compress(LINES[:3270])
    place = data.draw(st.integers(0, len(whole) - 1))
    flip = bytes([whole[place] ^ data.draw(st.integers(0, 255))])
    for damaged in (whole[:place], whole[:place] + flip + whole[place + 1 :]):
        read = list(iq.read_many(io.BytesIO(damaged), name="a.gz"))
        errors = [one for one in read if isinstance(one, iq.PuzzleSyntaxError)]
        assert errors or len(read) == 30
        for error in errors:
            assert str(error).startswith("a.gz:")
            assert_readable(error)


@each_compression
def test_errors_name_the_file_and_what_is_wrong_with_it(
    compress: Compress, tmp_path: Path, ineqsudoku: Command
) -> None:
    kind = "zstd" if compress is zstd else "gzip"
    whole = compress(LINES)
    for damaged, found in (
        (whole[:-5], "found the end of the file\n  The file is incomplete."),
        (whole[:9] + b"\xff" * 40 + whole[50:], "found damaged data"),
        (whole + b"more", "found damaged data"),
    ):
        (path := tmp_path / "a.gz").write_bytes(damaged)
        message = f"{path}:1:1: expected intact {kind} data, {found}"
        with pytest.raises(iq.PuzzleSyntaxError) as caught:
            iq.read_all(path)
        assert str(caught.value) == message
        assert [str(one) for one in iq.read_many(path)][-1] == message
        for command in ("solve", "validate", "convert", "check"):
            more = ["--to", "iss"] if command == "convert" else ["a.out"] * (command == "check")
            ran = ineqsudoku(command, path, *more)
            assert (ran.code, message in ran.out + ran.err) == (2, True)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python reads zstd")
def test_a_python_that_is_too_old_says_so(tmp_path: Path) -> None:
    (path := tmp_path / "a.zst").write_bytes(b"\x28\xb5\x2f\xfd" + b"x" * 99)
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read(path)
    assert str(caught.value) == (
        f"{path}:1:1: expected a text or gzip data, found zstd data\n"
        "  Python reads it from version 3.14 on; decompress it first."
    )


class Broken(io.BytesIO):
    """A file of which the disk cannot read the end."""

    def read(self, size: int | None = -1, /) -> bytes:
        if data := super().read(size):
            return data
        raise OSError(5, "Input/output error")


def test_errors_of_the_disk_stay_as_they_are() -> None:
    with pytest.raises(OSError, match="Input/output error"):
        list(iq.read_many(Broken(gzip.compress(LINES)[:30])))


@each_compression
@pytest.mark.parametrize("text", [b"\n", b"<", b"x\n", b"\0", b"{", CONTEST.encode() + b"\n"])
def test_a_bomb_takes_no_more_memory_than_a_long_file(compress: Compress, text: bytes) -> None:
    bomb = compress(text * (64 * 1024**2 // len(text)))
    tracemalloc.start()
    try:
        for number, _ in enumerate(iq.read_many(io.BytesIO(bomb))):
            if number == 2000:
                break
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 60 * 1024**2


def test_commands_read_compressed_files(tmp_path: Path, ineqsudoku: Command) -> None:
    (path := tmp_path / "a.in.gz").write_bytes(gzip.compress(CONTEST.encode()))
    plain = EXAMPLES / "cqoi2013.in"
    assert ineqsudoku("solve", path) == (0, CONTEST_ANSWER, "")
    assert ineqsudoku("solve", tmp_path) == (0, CONTEST_ANSWER, "")
    assert ineqsudoku("solve", "--jobs", "2", path) == (0, CONTEST_ANSWER, "")
    assert ineqsudoku("solve", stdin=path.read_bytes()) == (0, CONTEST_ANSWER, "")
    for command in (["convert", "--to", "iss"], ["hint"], ["explain"], ["draw"], ["validate"]):
        expected = ineqsudoku(*command, plain).out.replace(str(plain), str(path))
        assert ineqsudoku(*command, path).out == expected != ""
    assert ineqsudoku("check", path, EXAMPLES / "cqoi2013.out").code == 0
    assert ineqsudoku("solve", "--output-dir", tmp_path / "out", path).code == 0
    assert (tmp_path / "out" / "a.out").read_text() == CONTEST_ANSWER


def test_a_run_over_a_compressed_file_is_resumed(tmp_path: Path, ineqsudoku: Command) -> None:
    (path := tmp_path / "a.txt.gz").write_bytes(gzip.compress(LINES))
    run = ("solve", "--output-dir", tmp_path / "out", "--resume", path)
    assert ineqsudoku(*run).code == 0
    (tmp_path / "out" / "a.out").unlink()
    assert ineqsudoku(*run).code == 0
    assert (tmp_path / "out" / "a.out").read_text().count("\n") == 3000


def test_places_that_would_be_wrong_in_a_compressed_file_are_refused(
    tmp_path: Path, ineqsudoku: Command
) -> None:
    (path := tmp_path / "a.gz").write_bytes(gzip.compress(WRONG.encode()))
    ran = ineqsudoku("validate", "--fix", "--in-place", path)
    assert ran.code == 2
    assert f"--in-place cannot mend the compressed file {path}; use --output" in ran.err
    assert ineqsudoku("validate", "--fix", "--output", mended := tmp_path / "b", path).code == 0
    assert mended.read_text() == CONTEST


def test_what_a_contestant_prints_is_not_decompressed(tmp_path: Path, ineqsudoku: Command) -> None:
    (path := tmp_path / "a.out").write_bytes(gzip.compress(CONTEST_ANSWER.encode()))
    assert ineqsudoku("check", EXAMPLES / "cqoi2013.in", path).code == 1

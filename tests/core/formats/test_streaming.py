"""Files: *compact* is read piece by piece, as if it were read whole; others are read whole."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from puzzles import CONTEST

import ineqsudoku as iq
from ineqsudoku.errors import PuzzleSyntaxError
from ineqsudoku.formats import ParseResult, parse, pieces, reading, whole_text

LINE = iq.read(CONTEST).signs
LINES = [LINE, LINE.replace("<", ">", 1), " " + LINE, "", " ", "# a comment", "Puzzle 7", "12"]
FAULTY = ["<" * 107, LINE + "x", LINE.replace("<", "＜"), "\x1b"]

NAMES = st.lists(st.sampled_from([*LINES, *LINES, *FAULTY]), min_size=5, max_size=40)


def by_pieces(text: str, size: int) -> list[ParseResult]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "PIECE", size)
        stream = io.BytesIO(text.encode())
        return [parse(piece) for piece in pieces(stream, "file", "compact")]


@settings(max_examples=60)
@given(NAMES, st.integers(120, 1500), st.sampled_from(["\n", "\r\n"]))
def test_pieces_have_the_puzzles_and_faults_of_the_whole(
    lines: list[str], size: int, end: str
) -> None:
    text = end.join([LINE, *lines]) + end
    whole = parse(whole_text(text.encode(), "file", "compact"))
    parts = by_pieces(text, size)
    found = [one for part in parts for one in part.puzzles]
    assert list(map(places, found)) == list(map(places, whole.puzzles))
    assert sum("skipped" in str(w) for part in parts for w in part.warnings) <= 1


def test_each_replaced_character_and_the_skipped_lines_have_one_warning() -> None:
    full_width = [LINE.replace(plain, other) for plain, other in ("<＜", ">＞")]
    parts = by_pieces("\n".join([*full_width, "Puzzle 7", LINE] * 20) + "\n", 500)
    warnings = [str(warning) for part in parts for warning in part.warnings]
    assert [warning.split(": ")[1].split(" (")[0] for warning in warnings] == [
        "'＜' read as '<'",
        "'＞' read as '>'",
        "'Puzzle 7' skipped as a heading or a count",
    ]


def test_headings_after_a_piece_of_nothing_else_have_a_warning() -> None:
    parts = by_pieces("\n".join([LINE, *["Puzzle 7"] * 200, LINE, "Puzzle 8"]), len(LINE) + 1)
    warnings = [str(warning) for part in parts for warning in part.warnings]
    assert len(warnings) == 1
    assert "skipped as a heading" in warnings[0]


def places(one: iq.Entry | PuzzleSyntaxError) -> object:
    if isinstance(one, iq.Entry):
        return one
    return [(fault.line, fault.column, fault.found) for fault in one.faults[:1]]


def test_pieces_are_whole_lines_of_about_the_same_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PIECE", 1000)
    texts = list(pieces(io.BytesIO(f"{LINE}\n".encode() * 100), "file"))
    assert len(texts) == 11
    assert [source_text.index for source_text in texts[:3]] == [0, 9, 18]
    assert [source_text.line for source_text in texts[:3]] == [1, 10, 19]
    assert {source_text.format for source_text in texts} == {"compact"}


@pytest.mark.parametrize("encoding", ["utf-16", "gb18030", "utf-8-sig"])
def test_a_long_file_has_one_encoding(encoding: str) -> None:
    text = f"# 题目\n{LINE}\n" * 3000
    entries = list(iq.read_many(io.BytesIO(text.encode(encoding))))
    assert [entry.line for entry in entries if isinstance(entry, iq.Entry)] == [*range(2, 6001, 2)]


test_a_long_file_has_one_encoding = pytest.mark.filterwarnings(
    "ignore::ineqsudoku.errors.PuzzleSyntaxWarning"
)(test_a_long_file_has_one_encoding)


def test_other_formats_are_read_whole_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ineqsudoku.formats.source_text.MAX_BYTES", 300_000)
    monkeypatch.setattr(reading, "MAX_BYTES", 300_000)
    assert len(list(iq.read_many(io.BytesIO(CONTEST.encode() * 1000)))) == 1000
    (error,) = iq.read_many(io.BytesIO(CONTEST.encode() * 2000))
    assert isinstance(error, PuzzleSyntaxError)
    assert str(error.found) == "a longer text"


def test_a_line_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_LINE", 200_000)
    data = f"{LINE}\n".encode() * 2000 + b"<" * 400_000
    *_, error = iq.read_many(io.BytesIO(data))
    assert isinstance(error, PuzzleSyntaxError)
    assert (error.line, str(error.expected[0])) == (2001, "a line of signs")


def test_files_are_decompressed_by_their_suffix(tmp_path: Path) -> None:
    path = tmp_path / "a.in.gz"
    path.write_bytes(gzip.compress(f"{LINE}\n".encode() * 2000))
    assert iq.read_all(path)[0] == iq.read(LINE)
    assert len(list(iq.read_many(path))) == 2000
    path.with_name("a.in").write_bytes(path.read_bytes())
    with pytest.raises(PuzzleSyntaxError):
        iq.read_all(path.with_name("a.in"))


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (lambda data: data[:-20], "the end of the file"),
        (lambda _: b"no gzip", "damaged data"),
        (lambda data: data[:40] + b"xxxx" + data[44:], "damaged data"),
    ],
)
def test_damaged_gzip_data_are_a_fault(tmp_path: Path, damage: object, found: str) -> None:
    assert callable(damage)
    path = tmp_path / "a.in.gz"
    path.write_bytes(damage(gzip.compress(CONTEST.encode() * 50)))
    with pytest.raises(PuzzleSyntaxError) as caught:
        iq.read_all(path)
    assert (str(caught.value.expected[0]), str(caught.value.found)) == ("intact gzip data", found)
    (error,) = iq.read_many(path)
    assert str(error) == str(caught.value)

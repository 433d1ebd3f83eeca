"""Pieces of a file give the same results as the whole, and a faulty puzzle affects no other."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from effort import examples
from faults import in_words
from hypothesis import given
from hypothesis import strategies as st
from puzzles import CONTEST, POJ_3074
from strategies import LANGUAGES, files

import ineqsudoku as iq
from ineqsudoku.formats import entries, parse, stream, syntax_of, whole_document
from ineqsudoku.formats.registry import format_of
from ineqsudoku.formats.stream import pieces

SIGNS = iq.read(CONTEST).signs
PLAIN = list(POJ_3074)


@contextmanager
def chunks_of(size: int) -> Iterator[None]:
    """Make pieces of lines this many bytes long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "CHUNK", size)
        yield


@pytest.mark.parametrize("language", LANGUAGES)
@examples(100, quick=3)
@given(data=st.data())
def test_every_puzzle_has_its_start(language: str, data: st.DataObject) -> None:
    puzzles, text = data.draw(files(language))
    document = whole_document(text, "file", format=format_of(language))
    starts = syntax_of(language).starts(document.text)
    assert len(starts) == len(puzzles)
    parts = [parse(part).entries for part in document.parts(starts, range(len(starts)))]
    assert parts == [[entry] for entry in entries(document)]


@pytest.mark.parametrize("language", LANGUAGES)
@examples(100, quick=3)
@given(data=st.data())
def test_a_faulty_puzzle_spoils_no_other(language: str, data: st.DataObject) -> None:
    puzzles, text = data.draw(files(language, at_most=5))
    document = whole_document(text, "file", format=format_of(language))
    start = data.draw(st.sampled_from(syntax_of(language).starts(document.text)))
    near = range(start, start + min(60, len(puzzles[0].givens)))
    places = [place for place in near if document.text[place].strip()]
    place = data.draw(st.sampled_from(places))
    bad = replace(document, text=f"{document.text[:place]}x{document.text[place + 1 :]}")
    reading = parse(bad)
    line = document.text.count("\n", 0, start) + 1
    everything = entries(document)
    assert reading.entries == [entry for entry in everything if entry.line != line]
    assert reading.refused == (line,)
    assert len(reading.entries) == len(puzzles) - 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [120, 333, 100_000])
def test_lines_and_indices_are_those_of_the_file(end: str, size: int) -> None:
    bad = SIGNS[:5] + "x" + SIGNS[6:]
    lines = [SIGNS, "", bad, SIGNS, " ", SIGNS, bad, SIGNS]
    with chunks_of(size):
        readings = [parse(piece) for piece in pieces(io.BytesIO(end.join(lines).encode()), "file")]
    read = [(entry.index, entry.line) for reading in readings for entry in reading.entries]
    assert read == [(0, 1), (2, 4), (3, 6), (5, 8)]
    faults = [f for reading in readings if reading.error for f in reading.error.faults]
    assert [(fault.line, fault.column) for fault in faults] == [(3, 6), (7, 6)]
    assert [line for reading in readings for line in reading.refused] == [3, 7]


@pytest.mark.parametrize("format", ["auto", "compact"])
@pytest.mark.parametrize("first", [b"", SIGNS.encode() + b"\n"])
def test_a_byte_that_is_not_utf_8_is_a_fault_of_its_line_only(format: str, first: bytes) -> None:
    line = first.count(b"\n") + 1
    data = b"\n".join([first + b"\xff" + SIGNS[1:].encode(), b"<\0", SIGNS.encode()])
    (piece,) = pieces(io.BytesIO(data + b"\n"), "file", format)
    reading = parse(piece)
    assert [entry.line for entry in reading.entries] == [*range(1, line), line + 2]
    assert reading.error
    bad, nul = map(in_words, reading.error.faults)
    assert (bad.line, bad.column, bad.found) == (line, 1, "byte 0xff")
    assert (nul.line, nul.column, nul.found) == (line + 1, 2, "the character U+0000")


@pytest.mark.parametrize(
    "data", [b"", b" \n\n", b"\x89PNG\r\n<<\0", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3"]
)
def test_what_is_no_text_is_refused_whole(data: bytes) -> None:
    with pytest.raises(iq.PuzzleSyntaxError):
        list(pieces(io.BytesIO(data), "file"))


def test_lines_do_not_grow_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_LINE", 1000)
    with chunks_of(400), pytest.raises(iq.PuzzleSyntaxError) as caught:
        list(pieces(io.BytesIO(f"{SIGNS}\n{'<' * 5000}".encode()), "file"))
    assert (caught.value.line, str(caught.value.found)) == (2, "a line of more than 0 MiB")


def test_whole_texts_are_cut_into_pieces_too() -> None:
    many = list(pieces(io.BytesIO((CONTEST * 200).encode()), "file"))
    assert len(many) > 20
    assert [piece.index for piece in many][:3] == [0, 3, 6]
    assert many[1].line == 46


@pytest.mark.parametrize(
    ("lengths", "starts"),
    [
        ([15, 30], [0, 15, 30]),
        ([7, 8], [0]),  # A blank line inside a puzzle.
        ([15, 14, 15], [0, 15, 29]),
        ([7, 15, 8], [0, 7, 22]),
        ([31], [0]),
    ],
)
def test_runs_of_contest_lines_that_do_not_fit(lengths: list[int], starts: list[int]) -> None:
    text = "\n".join("<\n" * length for length in lengths)
    offsets = syntax_of("contest").starts(text)
    assert [text[:start].count("<") for start in offsets] == starts


def test_a_blank_line_inside_a_faulty_puzzle_is_still_reported() -> None:
    lines = CONTEST.splitlines()
    text = "\n".join([*lines, "", *lines[:7], "", *lines[7:], "", *lines])
    reading = parse(whole_document(text, "file"))
    assert [entry.line for entry in reading.entries] == [1, 34]
    assert reading.error
    assert [str(fault.found) for fault in reading.error.faults] == ["a blank line"]


def test_what_follows_the_end_of_a_plain_file_spoils_nothing_before() -> None:
    text = "\n".join([*PLAIN, "end", *PLAIN])
    reading = parse(whole_document(text, "file"))
    assert [entry.line for entry in reading.entries] == [1, 2]
    assert reading.error
    (fault,) = map(in_words, reading.error.faults)
    assert (fault.line, fault.expected) == (4, ("the end of the file",))


WIDE = SIGNS.replace("<", "＜").replace("v", "∨")


@pytest.mark.parametrize("encoding", ["gbk", "utf-8", "utf-16"])
@pytest.mark.parametrize("size", [300, 1000, 100_000])
def test_the_first_byte_beyond_ascii_shows_the_encoding_of_all_lines(
    encoding: str, size: int
) -> None:
    lines = [SIGNS] * 5 + [WIDE, SIGNS, WIDE]
    with chunks_of(size):
        documents = list(pieces(io.BytesIO("\n".join(lines).encode(encoding)), "file"))
    entries = [entry for piece in documents for entry in parse(piece).entries]
    assert [(entry.index, entry.line) for entry in entries] == [(i, i + 1) for i in range(8)]
    assert {entry.puzzle.signs for entry in entries} == {SIGNS}
    warnings = [
        text for piece in documents for text in map(str, piece.warnings) if ": read as" in text
    ]
    assert len(warnings) == (encoding != "utf-8")


def test_the_named_encoding_counts_from_the_first_byte() -> None:
    data = f"{WIDE}\n".encode("shift_jis") * 3
    (piece,) = pieces(io.BytesIO(data), "file", "compact", "shift_jis")
    assert len(parse(piece).entries) == 3
    with pytest.raises(ValueError, match="unknown encoding 'x'"):
        list(pieces(io.BytesIO(data), "file", encoding="x"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_blank_lines_before_the_first_puzzle_do_not_count(
    end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MAX_BYTES", 2000)
    blank = f" {end}{end}"
    text = blank * 1000 + end.join([SIGNS] * 30)
    with chunks_of(333):
        documents = list(pieces(io.BytesIO(text.encode()), "file"))
    lines = [entry.line for piece in documents for entry in parse(piece).entries]
    assert lines == list(range(2001, 2031))
    with chunks_of(333):
        (piece,) = pieces(io.BytesIO((blank * 1000 + CONTEST).encode()), "file")
    assert [entry.line for entry in parse(piece).entries] == [2001]


def test_a_puzzle_among_prose_is_read() -> None:
    prose = "Some words on the puzzle and on its author, who had a good idea.\n" * 9
    text = f"{prose}\n{CONTEST}\n{prose}"
    documents = list(pieces(io.BytesIO(text.encode()), "file", "contest"))
    entries = [entry for piece in documents for entry in parse(piece).entries]
    assert [entry.puzzle.signs for entry in entries] == [SIGNS]


def test_faults_far_apart_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ineqsudoku.formats.document.MAX_EXCERPT", 1000)
    bad = CONTEST.replace("<", "x", 1)
    text = bad + CONTEST * 20 + bad + CONTEST * 20 + bad
    reading = parse(whole_document(text, "file"))
    assert reading.error
    assert [fault.line for fault in reading.error.faults] == [1, 316, 631]
    assert len(reading.entries) == 40

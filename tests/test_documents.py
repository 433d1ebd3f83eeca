"""Documents: decoding, line ends, and texts that are refused unread."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults import in_words
from hypothesis import given
from hypothesis import strategies as st
from puzzles import CONTEST

import ineqsudoku as iq
from ineqsudoku import formats
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.terminal import draw_text
from ineqsudoku.errors import Fault
from ineqsudoku.formats import decoding, prepare, reading, stream, whole_document
from ineqsudoku.formats.document import MAX_BYTES
from ineqsudoku.formats.mending import STANDS_FOR


def fault_of(data: str | bytes) -> Fault:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        whole_document(data, "file.in")
    assert caught.value.file == "file.in"
    (fault,) = caught.value.faults
    return in_words(fault)


def place_of(data: str | bytes) -> tuple[int, int]:
    fault = fault_of(data)
    return fault.line, fault.column


@pytest.mark.parametrize("text", ["", " ", "\n", " \t\r\n \r\n", "\ufeff", "\ufeff\n", "\u3000"])
def test_a_text_of_blanks_is_empty(text: str) -> None:
    for data in (text, text.encode()):
        assert fault_of(data) == Fault(1, 1, ("a puzzle",), "an empty text")


def test_a_nul_byte_is_reported_with_its_place() -> None:
    fault = fault_of("<<\n>>\0>")
    assert (fault.line, fault.column, fault.found) == (2, 3, "a NUL byte")
    assert fault.hint == "This is a binary file."


def test_a_byte_that_is_not_utf_8_is_reported_with_its_place() -> None:
    fault = fault_of(b"<<\n>\xff>")
    hint = "Save it as UTF-8."
    assert fault == Fault(2, 2, ("text in UTF-8",), "byte 0xff", hint)
    assert fault_of(b"\0<<\n>\xff>").hint == "This is a binary file."


def test_the_place_of_a_byte_is_counted_in_characters() -> None:
    assert place_of("＜∧".encode() + b"\xff") == (1, 3)


def test_a_byte_order_mark_takes_no_column() -> None:
    assert place_of(b"\xef\xbb\xbf<\xff") == (1, 2)
    assert place_of("\ufeff<\0") == (1, 2)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_counts_as_one_line(end: str) -> None:
    start = f"<{end}{end}>"
    assert place_of(start.encode() + b"\xff") == (3, 2)
    assert place_of(start + "\0") == (3, 2)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_with_a_warning(encoding: str) -> None:
    document = whole_document("\ufeff< > <\r\n^".encode(encoding), "file.in")
    assert document.text == "< > <\n^\n"
    reason = "because it begins with a byte-order mark"
    assert [*map(str, document.warnings)] == [f"file.in: read as UTF-16, {reason}"]
    assert place_of("\ufeff<\n<".encode(encoding) + b"\0") == (2, 2)


@pytest.mark.parametrize("data", ["<" * 11, b"<" * 11, b"\xff" * 11])
def test_a_text_over_the_limit_is_refused(
    data: str | bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "MAX_BYTES", 10)
    fault = fault_of(data)
    assert (fault.line, fault.column, fault.found) == (1, 1, "a longer text")
    assert fault.hint == "Split the text; none of its puzzles was read."
    assert whole_document(data[:10].replace(b"\xff", b"<") if isinstance(data, bytes) else "<", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("It was the best of times.\n" * 30, "This is not a puzzle: "),
        ("It was the best of times. " * 30, "This is not a puzzle: "),
        ("人之初，性本善。" * 100, "This is not a puzzle: "),
        ("PK\0\1" * 200, "This is a binary file."),
        (CONTEST * 5, "Split the text; none of its puzzles was read."),
        ("\n" * 1000, "Split the text; none of its puzzles was read."),
    ],
)
def test_a_text_over_the_limit_that_is_no_puzzle_need_not_be_split(
    text: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The limit is in bytes or characters, and both are beyond it."""
    for module in (decoding, formats, reading, stream):
        monkeypatch.setattr(module, "MAX_BYTES", 600)
    for module in (decoding, stream):
        monkeypatch.setattr(module, "HEAD", 500)
    path = tmp_path / "text"
    path.write_text(text, encoding="utf-8")
    for source in (text, text.encode(), path):
        with pytest.raises(iq.PuzzleSyntaxError) as raised:
            iq.read_all(source)
        assert str(raised.value.faults[0].hint).startswith(message)
        assert len(raised.value.faults) == 1


def test_the_limit_is_16_mebibytes() -> None:
    assert fault_of(b"<" * (MAX_BYTES + 1)).expected == ("a text of at most 16 MiB",)
    assert len(whole_document(b"<" * MAX_BYTES, "large").text) == MAX_BYTES + 1


@given(lines=st.lists(st.text("<>^v. \t", min_size=1), min_size=1))
def test_lines_are_the_same_with_any_line_end(lines: list[str]) -> None:
    lines.append("<")
    for end in ("\n", "\r\n", "\r"):
        text = end.join(lines)
        for data in (
            text,
            text + end,
            "\ufeff" + text,
            text.encode(),
            b"\xef\xbb\xbf" + text.encode(),
        ):
            document = whole_document(data, "")
            assert document.lines(0) == [*enumerate(lines, 1)]
            assert document.is_last_excerpt(0)


def test_an_excerpt_of_a_long_text_ends_with_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ineqsudoku.formats.document.MAX_EXCERPT", 10)
    document = whole_document("< < <\n> >\nv v\n^ ^", "")
    assert document.lines(6) == [(2, "> >"), (3, "v v")]
    assert document.lines(10) == [(3, "v v"), (4, "^ ^")]
    assert not document.is_last_excerpt(6)
    assert document.is_last_excerpt(10)
    assert whole_document("<" * 50 + "\n>", "").lines(0) == [(1, "<" * 50)]


def test_lines_before_stop_at_a_blank_line() -> None:
    document = whole_document("1\n2\n \n3\n4\n5\n", "")
    starts = {number: document.text.index(number) for number in "12345"}
    assert document.lines_before(starts["5"], 2) == starts["3"]
    assert document.lines_before(starts["5"], 3) == starts["5"]
    assert document.lines_before(starts["2"], 1) == starts["1"]
    assert document.lines_before(starts["2"], 2) == starts["2"]


@given(text=st.text(st.sampled_from([*STANDS_FOR, "<", ".", "x"]), min_size=1))
def test_mending_moves_no_character(text: str) -> None:
    mended = whole_document("<" + text, "").text
    assert mended == "<" + "".join(STANDS_FOR.get(char, char) for char in text) + "\n"


# --- encodings ---------------------------------------------------------------------------

GBK = "样例输入\n＜ ＞ < >\n^ ∧∨\u3000".encode("gbk")


def test_gbk_is_read_with_a_warning() -> None:
    document = whole_document(GBK, "file.in")
    assert document.text == "\n< > < >\n^ ^v \n"
    assert str(document.warnings[0]) == "file.in: read as GBK, because it is not UTF-8"
    assert whole_document(GBK, "file.in", "gbk").warnings == document.warnings[1:]
    assert whole_document(GBK.decode("gbk"), "", "utf-8").text == document.text


@pytest.mark.parametrize("data", [b"<\xff>", b"< \xe9> <", bytes(range(128, 256))])
def test_what_is_neither_utf_8_nor_gbk_is_not_utf_8(data: bytes) -> None:
    fault = fault_of(data)
    assert fault.expected == ("text in UTF-8",)
    assert fault.hint == "Save it as UTF-8."


LAYOUT = iq.read(CONTEST)

OURS_IN_GBK = {
    "quoted": "> 样例输入\n" + "".join(f"> {line}\n" for line in CONTEST.splitlines()),
    "carriage returns": f"样例输入\n{CONTEST}".replace("\n", "\r"),
    "carriage returns and signs": f"样例输入\n{CONTEST}".replace("\n", "\r").replace("<", "＜"),
    "brackets": f"数独〈9×9〉\n{CONTEST}",
    "more brackets": f"输入《2》\n{CONTEST}",
    "a title": f"样例 1\n{CONTEST}",
    "one line": "＜" + LAYOUT.signs[1:] + "\n",
    "board": draw_text(Picture(LAYOUT)),
}


@pytest.mark.filterwarnings("ignore::ineqsudoku.PuzzleSyntaxWarning")
@pytest.mark.parametrize("name", OURS_IN_GBK)
def test_texts_of_ours_are_recognised_in_gbk(name: str) -> None:
    text = OURS_IN_GBK[name]
    assert iq.read(text.encode("gbk")) == iq.read(text)


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13", "x\0y"])
def test_an_unknown_encoding_is_a_value_error(encoding: str) -> None:
    with pytest.raises(ValueError, match="unknown encoding") as caught:
        iq.read(b"<", encoding=encoding)
    assert not isinstance(caught.value, iq.PuzzleSyntaxError)


@pytest.mark.parametrize("encoding", ["ascii", "gbk", "utf-16", "utf-8", "shift_jis", "idna"])
@given(data=st.binary())
def test_any_bytes_in_any_encoding_are_text_or_a_syntax_error(encoding: str, data: bytes) -> None:
    try:
        document = whole_document(data, "", encoding)
    except iq.PuzzleSyntaxError as error:
        place = error.line, error.column
    else:
        place = (1, 1)
        assert document.text.count("\n") == document.original.count("\n")
    assert min(place) >= 1


def test_another_format_keeps_no_warnings_of_the_first() -> None:
    text = f"样例输入\n{CONTEST.replace('<', '＜')}"
    document = whole_document(text.encode("gbk"), "a.in")
    assert len(document.warnings) == 3
    assert prepare(document, "contest") == document
    assert prepare(document, "futoshiki").warnings == document.warnings[:1]
    assert prepare(prepare(document, "futoshiki"), "contest").warnings == document.warnings

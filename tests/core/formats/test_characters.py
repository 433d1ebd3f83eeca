"""The characters and encodings in which texts are written."""

from __future__ import annotations

import warnings

import pytest
from effort import examples
from faults import fault_of, in_words
from hypothesis import given, strategies as st
from puzzles import CONTEST, POJ_3074
from strategies import LINE_FORMATS, files

import ineqsudoku as iq
from ineqsudoku.errors import PuzzleSyntaxWarning
from ineqsudoku.formats.source_text import STANDS_FOR

LAYOUT = iq.read(CONTEST)
PLAIN = next(iter(POJ_3074))
WIDE = CONTEST.replace("<", "＜").replace("v", "∨")


@pytest.mark.parametrize(("wide", "plain"), STANDS_FOR.items())
def test_a_character_that_looks_alike_is_read_with_a_warning(wide: str, plain: str) -> None:
    text = PLAIN.replace(".", "0", 5) if plain.isdigit() else CONTEST.replace("<", ".", 1)
    puzzle, changed = iq.read(text), text.replace(plain, wide)
    first = changed.index(wide)
    line, column = changed.count("\n", 0, first) + 1, first - changed.rfind("\n", 0, first)
    for data in (changed, changed.encode(), f"\ufeff{changed}".replace("\n", "\r\n")):
        with pytest.warns(PuzzleSyntaxWarning) as caught:
            assert iq.read(data) == puzzle
        (warning,) = caught
        assert str(warning.message).startswith(f"<text>:{line}:{column}: ")
        meant, times = "a blank" if plain == " " else repr(plain), changed.count(wide)
        end = f" read as {meant} ({f'{times} times, here first' if times > 1 else 'once'})"
        assert str(warning.message).endswith(end)
        assert warning.filename == __file__


def test_titles_keep_their_characters() -> None:
    with pytest.warns(PuzzleSyntaxWarning) as caught:
        assert iq.read(f"第１题：＜数独＞\n{CONTEST}") == LAYOUT
    assert [str(one.message) for one in caught] == [
        "<text>:1:1: '第1题：<数独>' skipped as a heading or a count (once)"
    ]


def test_a_fault_has_the_characters_of_the_file() -> None:
    fault = fault_of(WIDE.replace("^", "＜", 1))
    assert (fault.line, fault.column, fault.found) == (2, 3, "'＜'")
    assert fault.text == WIDE.replace("^", "＜", 1).splitlines()[1]


ENCODINGS = {"utf-8-sig": "", "gb18030": "GB18030", "gbk": "GB18030", "utf-16": "UTF-16"}


@pytest.mark.parametrize("format", LINE_FORMATS)
@examples(60, quick=8)
@given(data=st.data())
def test_a_file_is_read_in_every_encoding(format: str, data: st.DataObject) -> None:
    puzzles, text = data.draw(files(format))
    encoding = data.draw(st.sampled_from([*ENCODINGS]))
    written = ("# 第一题\n" + text.removeprefix("\ufeff")).encode(encoding)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert iq.read_all(written) == puzzles
    guessed = f"<text>: read as {ENCODINGS[encoding]}, because "
    assert len(caught) == bool(ENCODINGS[encoding])
    assert all(str(warning.message).startswith(guessed) for warning in caught)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_has_a_byte_order_mark(encoding: str) -> None:
    with pytest.warns(PuzzleSyntaxWarning, match="read as UTF-16, because"):
        assert iq.read(f"\ufeff{CONTEST}".encode(encoding)) == LAYOUT
    with pytest.raises(iq.PuzzleSyntaxError, match="This is a binary file"):
        iq.read(CONTEST.encode(encoding))


@pytest.mark.parametrize("text", [CONTEST, f"{PLAIN}\n"])
def test_a_byte_that_is_no_text_is_a_fault_of_its_puzzle_only(text: str) -> None:
    good, lines = text.encode(), text.count("\n")
    bad = b"\xff" + good[1:]
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read_all(good + bad + good)
    (fault,) = map(in_words, caught.value.faults)
    assert (fault.line, fault.found, fault.hint) == (lines + 1, "byte 0xff", "Save it as UTF-8.")


@pytest.mark.parametrize(
    "data", [b"", b" \n\r\n\t", "\ufeff\n".encode(), "\ufeff".encode("utf-16")]
)
def test_a_blank_text_is_no_puzzle(data: bytes) -> None:
    with pytest.raises(iq.PuzzleSyntaxError, match="1:1: expected a puzzle, found an empty text"):
        iq.read_all(data)


@pytest.mark.parametrize("data", [b"\x89PNG\r\n<<\0", f"{CONTEST}\0".encode(), CONTEST + "\n<\0"])
def test_a_nul_byte_shows_a_binary_file(data: bytes | str) -> None:
    with pytest.raises(iq.PuzzleSyntaxError, match="expected text, found a NUL byte"):
        iq.read_all(data)

"""What is said about texts is Chinese: no word of it is English but names."""

from __future__ import annotations

import warnings
from typing import cast

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from messages import sources, words_of
from other_programs import LATIN, TEXTS, TWO_CELLS
from puzzles import CONTEST
from strategies import LANGUAGES, files, mutated

import ineqsudoku as iq
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.terminal import draw_text
from ineqsudoku.formats.compression import unpack
from ineqsudoku.formats.registry import AUTO, FORMATS, FormatChoice, format_of
from ineqsudoku.messages import Argument, Message, use_language

NAMES = {
    *(*FORMATS, "SudokuPad", "puzzles", "Interactive", "Sudoku", "Solver", "Futoshiki", "Sumdoku"),
    *(
        "Simon",
        "Tatham",
        "Unequal",
        "MiniZinc",
        "SAT",
        "Python",
        "HTML",
        "JSON",
        "ID",
        "BOM",
        "NUL",
    ),
    *("MiB", "UTF", "GBK", "utf", "gbk", "base", "convert", "lossy", "encoding", "read", "all"),
    *("pathlib", "Path", "text", "file", "end", "gzip", "zstd"),
}
"""Words that are the same in Chinese; `text` and `file` are the names of texts here."""


def assert_chinese(value: Argument) -> None:
    with use_language("zh"):
        assert words_of(value) <= NAMES, str(value)


def assert_faults_are_chinese(error: iq.PuzzleSyntaxError | None) -> None:
    for fault in error.faults if error else ():
        assert_chinese(fault.statement)
        assert_chinese(fault.hint)
        with use_language("zh"):
            assert str(fault).startswith(f"{fault.line}:{fault.column}: 应为")


def error_of(text: str, format: FormatChoice, lossy: bool) -> iq.PuzzleSyntaxError | None:
    try:
        iq.read_all(text, format=format, lossy=lossy)
    except iq.PuzzleSyntaxError as error:
        return error
    return None


def test_all_sentences_are_chinese() -> None:
    templates = [source for source in sources() if source.code.startswith("formats.")]
    assert len(templates) > 100
    for source in templates:
        bare = {field: 2 if field == "n" else "" for field in source.fields}
        assert_chinese(Message(source.code, source.english, source.plural, **bare))


OTHERS = {
    **TEXTS,
    "auto": [draw_text(Picture(iq.read(CONTEST))), "https://sudokupad.app/n8pq3", "Dear Sir,\n"],
}
"""Texts by format; `auto` stands for any."""


@pytest.mark.parametrize("language", [*LANGUAGES, *OTHERS])
@examples(40)
@given(data=st.data())
def test_messages_about_damaged_texts_are_chinese(language: str, data: st.DataObject) -> None:
    known = OTHERS.get(language)
    text = data.draw(st.sampled_from(known) if known else files(language, 2).map(lambda f: f.text))
    text = data.draw(mutated(data.draw(mutated(text)) or "<"))
    name = data.draw(st.sampled_from([cast(FormatChoice, format_of(language)), AUTO]))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        error = error_of(text, name, lossy=data.draw(st.booleans()))
    assert_faults_are_chinese(error)
    for warning in caught:
        assert isinstance(warning.message, Warning)
        assert_chinese(warning.message.args[0])


ENCODED = ["<\xe9>".encode("latin-1"), "＜ 第一题".encode("gbk"), b"\0", b"", b"<\xff\n" * 20]


@pytest.mark.parametrize("data", ENCODED)
@pytest.mark.parametrize("encoding", [None, "utf-8", "utf-16", "gbk"])
def test_messages_about_encodings_are_chinese(data: bytes, encoding: str | None) -> None:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read_all(data, encoding=encoding)
    assert_faults_are_chinese(caught.value)


@pytest.mark.parametrize("puzzle", [LATIN, TWO_CELLS])
def test_puzzles_for_other_programs_have_chinese_rules(puzzle: iq.Puzzle) -> None:
    with use_language("zh"):
        link = iq.write(puzzle, "sudokupad")
        assert "不等号尖端指向较小的数字" in unpack(link.partition("scl")[2].strip(), 10**5)
        assert iq.read(link) == puzzle

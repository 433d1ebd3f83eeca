"""What is said about texts is Chinese: no word of it is English but names."""

from __future__ import annotations

import warnings

import pytest
from chinese import words_of
from effort import examples
from hypothesis import given, strategies as st
from messages import sources
from other_programs import TWO_CELLS, board
from strategies import LINE_FORMATS, files, mutated

import ineqsudoku as iq
from ineqsudoku.formats import AUTO, FORMATS, FormatChoice
from ineqsudoku.messages import Argument, Message, use_language

NAMES = {
    *(*FORMATS, "ineqsudoku", "solve", "puzzles", "SudokuPad", "MiniZinc", "SAT", "HTML", "JSON"),
    *(
        "XML",
        "NUL",
        "UTF",
        "GB",
        "MiB",
        "BOM",
        "gzip",
        "base",
        "load",
        "lossy",
        "read",
        "all",
        "pathlib",
    ),
    *("Path", "text", "file", "hexadoku"),
}
"""Words that are the same in Chinese; `text` and `file` are the names of texts here."""

LINKS = [
    *(iq.write(TWO_CELLS, "fpuzzles"), board(), board(size=6), board(diagonal=True), "?load=N4Ig"),
    *("https://sudokupad.app/n8pq3", "https://sudokupad.app/sclABCDEFGHIJ", "https://a.example/"),
]
OTHERS = ["Dear Sir,\n", "<?xml?>", "0123456789ABCDEF\n", "-" * 16, "+---+\n", "sudoku.txt", "\0"]


def assert_chinese(value: Argument) -> None:
    with use_language("zh"):
        assert words_of(value) <= NAMES, str(value)


@pytest.mark.languages
def test_all_sentences_are_chinese() -> None:
    templates = [
        source for source in sources() if source.code.startswith(("formats.", "hexadoku."))
    ]
    assert len(templates) > 100
    for source in templates:
        bare = {field: 2 if field == "n" else "" for field in source.fields}
        assert_chinese(Message(source.code, source.english, source.plural, **bare))


@pytest.mark.parametrize("format", [*LINE_FORMATS, "fpuzzles", AUTO])
@examples(60, quick=15)
@given(data=st.data())
def test_messages_about_damaged_texts_are_chinese(
    format: FormatChoice, data: st.DataObject
) -> None:
    known = {"fpuzzles": LINKS, AUTO: [*LINKS, *OTHERS]}.get(format)
    drawn = st.sampled_from(known) if known else files(format, 2).map(lambda written: written.text)
    text = data.draw(mutated(data.draw(mutated(data.draw(drawn))) or "<"))
    error = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            iq.read_all(text, format=format, lossy=data.draw(st.booleans()))
        except iq.PuzzleSyntaxError as refused:
            error = refused
    for fault in error.faults if error else ():
        assert_chinese(fault.statement)
        assert_chinese(fault.hint)
        with use_language("zh"):
            assert str(fault).startswith(f"{fault.line}:{fault.column}: 应为")
    for warning in caught:
        assert isinstance(warning.message, Warning)
        assert_chinese(warning.message.args[0])

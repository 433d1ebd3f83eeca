"""The fast and the precise start rule of each grammar are one language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark.exceptions import UnexpectedInput
from strategies import LANGUAGES, extended_puzzles, extended_texts, files, mutated

from ineqsudoku.formats import format_named
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.grammars import parser
from ineqsudoku.formats.sizes import format_of

if TYPE_CHECKING:
    from lark import Token, Tree

PRECISE = {
    "contest": "signs",
    "extended": "signs",
    "compact": "signs",
    "plain": "cells",
    "hexadoku": "cells",
}
"""The start rule that takes a token a character; `lines` takes a token a line."""

ALPHABET = "<>^v.0123456789AP- \t\nend&x\f"


def characters(language: str, start: str, text: str) -> list[str] | None:
    """The characters of each puzzle, or None where the rule refuses the text."""
    try:
        tree = parser(language, start).parse(text)
    except UnexpectedInput:
        return None
    puzzles = cast("list[Tree[Token]]", tree.children)
    tokens = (puzzle.scan_values(lambda _: True) for puzzle in puzzles)
    return ["".join("".join(of_puzzle).split()) for of_puzzle in tokens]


def assert_one_language(language: str, text: str) -> None:
    fast = characters(language, "lines", text)
    precise = characters(language, PRECISE[format_of(language)], text)
    assert fast == precise, text


def as_for_grammars(text: str) -> str:
    return Document.read(text, "test").text


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=50)
@given(data=st.data())
def test_both_rules_read_what_was_written(language: str, data: st.DataObject) -> None:
    puzzles, text = data.draw(files(language))
    plain = as_for_grammars(text)
    fast = characters(language, "lines", plain)
    assert fast is not None
    module = format_named(language)
    assert [module.puzzle(cells) for cells in fast] == puzzles
    assert fast == characters(language, PRECISE[format_of(language)], plain)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=150)
@given(data=st.data())
def test_both_rules_agree_on_a_text_with_slips(language: str, data: st.DataObject) -> None:
    text = as_for_grammars(data.draw(files(language, at_most=2)).text)
    text = data.draw(mutated(text))
    assert_one_language(language, text)
    assert_one_language(language, data.draw(mutated(text or "\n")))


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.text(ALPHABET))
def test_both_rules_agree_on_any_text(language: str, text: str) -> None:
    assert_one_language(language, text)
    assert_one_language(language, text + "\n")


@given(lines=st.lists(st.sampled_from(["." * 9, "." * 81, "", " ", "end", "." * 8]), max_size=30))
def test_both_rules_agree_on_plain_lines_in_any_order(lines: list[str]) -> None:
    assert_one_language("plain", "\n".join(lines) + "\n")


@given(lines=st.lists(st.sampled_from(["......", ". " * 9, "<" * 6, "v" * 9, ""]), max_size=20))
def test_both_rules_agree_on_contest_lines_in_any_order(lines: list[str]) -> None:
    assert_one_language("contest", "\n".join(lines) + "\n")


extended_lines = st.sampled_from([". " * 8, ". " * 9, "." * 9, "1" + "." * 8, "<" * 8, "v" * 9, ""])


@given(lines=st.lists(extended_lines, max_size=8), data=st.data())
def test_both_rules_agree_on_extended_lines_behind_a_puzzle(
    lines: list[str], data: st.DataObject
) -> None:
    text = data.draw(extended_puzzles().flatmap(extended_texts))
    more = data.draw(st.sampled_from([[], ["." * 9] * 8, ["......1.."] * 9]))
    assert_one_language("extended", "\n".join([text, *lines, *more, *lines]) + "\n")
    assert_one_language("extended", "\n".join([text, *lines, *more, text]) + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_parser_is_built_once(language: str) -> None:
    assert parser(language, "lines") is parser(language, "lines")


def test_tables_are_kept_for_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = ". . . . . .\n. . . . . . . . .\n" * 2 + ". . . . . .\n"
    for _ in range(2):
        parser.cache_clear()
        parser("contest", "lines").parse(text * 3)
    (kept,) = (tmp_path / "ineqsudoku").iterdir()
    kept.write_bytes(b"rubbish")
    parser.cache_clear()
    parser("contest", "lines").parse(text * 3)


def test_nothing_is_kept_where_nothing_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    parser.cache_clear()
    parser("compact", "lines").parse("." * 108 + "\n")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_nothing_is_kept_at_a_place_that_depends_on_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")
    parser.cache_clear()
    parser("compact", "lines").parse("." * 108 + "\n")
    assert list(tmp_path.iterdir()) == []

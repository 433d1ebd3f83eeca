"""Messages are values, and languages turn them into sentences."""

from __future__ import annotations

import pickle
import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ineqsudoku.language import (
    LANGUAGES,
    Message,
    choose_language,
    conjunction,
    disjunction,
    enumeration,
    paragraph,
    use_language,
)
from ineqsudoku.language.lines import columns, pad, wrap

SIGNS = Message("signs", "{n} sign", "{n} signs")


def test_a_message_counts() -> None:
    assert [str(SIGNS.fill(n=n)) for n in (0, 1, 2)] == ["0 signs", "1 sign", "2 signs"]


def test_messages_are_values() -> None:
    message = Message("a", "{x} and {y}", x=SIGNS.fill(n=1), y=conjunction(["b", 2.5]))
    assert pickle.loads(pickle.dumps(message)) == message
    assert {message: 1}[Message("a", "{x} and {y}", x=SIGNS.fill(n=1), y=conjunction(["b", 2.5]))]
    assert message.to_dict() == {
        "code": "a",
        "arguments": {"x": {"code": "signs", "arguments": {"n": 1}}, "y": ["b", 2.5]},
    }
    assert str(message) == "1 sign and b and 2.5"


def test_a_message_without_arguments_is_no_template() -> None:
    assert str(Message("a", "such as {:03}")) == "such as {:03}"


def test_languages_join_lists() -> None:
    values = ["a", "b", "c"]
    lists = [kind(values) for kind in (conjunction, disjunction, enumeration)]
    assert [*map(str, lists)] == ["a, b and c", "a, b or c", "a, b, c"]
    assert str(paragraph("A.", "B.")) == "A. B."
    assert str(conjunction(["a"])) == "a"
    assert str(conjunction([])) == ""
    with use_language("zh"):
        assert [*map(str, lists)] == ["a、b、c", "a、b 或 c", "a、b、c"]
        assert str(paragraph("甲。", "乙。")) == "甲。乙。"


def test_a_message_that_a_catalogue_lacks_is_english() -> None:
    with use_language("zh"):
        assert str(SIGNS.fill(n=2)) == "2 signs"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "zh", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "zh", "LC_ALL": "POSIX"}, "en"),
        ({"LANGUAGE": "zh"}, "zh"),
        ({"LANGUAGE": "de:zh:en", "LANG": "en_US"}, "zh"),
        ({"LANGUAGE": "en:zh", "LANG": "zh_CN"}, "en"),
        ({"LANGUAGE": "", "LANG": "zh_CN@pinyin"}, "zh"),
        ({"LC_ALL": "", "LANG": "zh-Hans"}, "zh"),
    ],
)
def test_the_locale_chooses_the_language(environment: Mapping[str, str], language: str) -> None:
    assert choose_language(environment) == language
    assert language in LANGUAGES


TEXTS = st.text("ab (,)。，（）“”中文é ", max_size=60)


@given(TEXTS, st.integers(1, 20), st.sampled_from(["", "  "]))
def test_wrapped_lines_hold_all_and_are_narrow(text: str, width: int, indent: str) -> None:
    text = re.sub(" +(?=[。，）”])", "", text)  # A line may end at a blank.
    lines = wrap(text, width, indent)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(columns(line) <= width or len(line.split()) == 1 for line in lines)
    assert not [line for line in lines[1:] if line.lstrip().startswith(("。", "，", "）", "”"))]


def test_columns_and_padding() -> None:
    assert [columns(text) for text in ("", "ab", "中文", "é", "ａ")] == [0, 2, 4, 1, 2]
    assert pad("中", 4) + "|" == "中  |"

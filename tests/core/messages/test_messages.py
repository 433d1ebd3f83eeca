"""Messages are values, and languages turn them into sentences."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Mapping
from threading import Thread

import pytest
from hypothesis import given, strategies as st

from ineqsudoku.messages import (
    LANGUAGES,
    Argument,
    Items,
    Message,
    choose_language,
    conjunction,
    disjunction,
    enumeration,
    paragraph,
    restore,
    store,
    use_language,
)
from ineqsudoku.messages.lines import columns, pad, wrap

SIGNS = Message("signs", "{n} sign", "{n} signs")


def test_a_message_counts() -> None:
    assert [str(SIGNS.fill(n=n)) for n in (0, 1, 2)] == ["0 signs", "1 sign", "2 signs"]


def test_messages_are_values() -> None:
    message = Message("a", "{x} and {y}", x=SIGNS.fill(n=1), y=conjunction(["b", 2.5]))
    assert {message: 1}[Message("a", "{x} and {y}", x=SIGNS.fill(n=1), y=conjunction(["b", 2.5]))]
    assert message.to_dict() == {
        "code": "a",
        "arguments": {"x": {"code": "signs", "arguments": {"n": 1}}, "y": ["b", 2.5]},
    }
    assert str(message) == "1 sign and b and 2.5"


def test_messages_go_through_json() -> None:
    items = conjunction(["b", 2.5, SIGNS.fill(n=1)])
    for value in (Message("a", "{x} and {y}", x=SIGNS.fill(n=2), y=items), SIGNS.fill(n=3)):
        stored = json.loads(json.dumps(store(value)))
        assert restore(stored) == value
        with use_language("zh"):
            assert str(restore(stored)) == str(value)
    assert [restore(value) for value in ("a", 1, 2.5)] == ["a", 1, 2.5]
    with pytest.raises(TypeError):
        restore(None)


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
        assert str(disjunction(["'<'", "文", "--a"])) == "'<'、文或 --a"
        assert str(disjunction(["文", "[文]"])) == "文或[文]"
        assert [*map(str, lists)] == ["a、b、c", "a、b 或 c", "a、b、c"]
        assert str(paragraph("甲。", "乙。")) == "甲。乙。"


@pytest.mark.parametrize(
    ("field", "found", "sentence"),
    [
        ("size", "9", "'size' 应为 9，实为 9"),
        ("大小", "'九'", "'大小' 应为 '九'，实为 '九'"),
        (".pdf", ".pdf", "'.pdf' 应为 .pdf，实为 .pdf"),
        ("a", "九。", "'a' 应为九。，实为九。"),
        ("", "", "'' 应为，实为"),
    ],
)
def test_a_blank_stands_between_chinese_and_other_words(
    field: str, found: str, sentence: str
) -> None:
    """But none inside of quotation marks, and none before punctuation."""
    english = "expected {expected} in '{field}', found {found}"
    message = Message("web.expected", english, expected=found, field=field, found=found)
    with use_language("zh"):
        assert str(message) == sentence


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
        ({"LANGUAGE": "zh", "LC_ALL": "C.UTF-8"}, "zh"),
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


# --- hostile arguments --------------------------------------------------------------------

FOUND = Message("fault", "expected {expected}, found {found}")
QUOTED = st.text(st.sampled_from("{}0x!r:>%s\\'\n\0中é\udcff"), max_size=12)
ARGUMENTS = st.recursive(
    QUOTED | st.integers() | st.floats(allow_nan=False),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(conjunction),
        st.lists(inner, max_size=4).map(disjunction),
        st.lists(inner, max_size=4).map(enumeration),
        inner.map(lambda value: FOUND.fill(expected=value, found="{found}")),
        inner.map(lambda value: SIGNS.fill(n=3, x=value)),
    ),
    max_leaves=8,
)


def leaves(value: Argument) -> list[str]:
    if isinstance(value, Items):
        return [leaf for item in value.values for leaf in leaves(item)]
    if isinstance(value, Message) and value.code == "fault":
        return [leaf for _, item in value.arguments for leaf in leaves(item)]
    return [value] if isinstance(value, str) else []


@given(ARGUMENTS, st.sampled_from([*LANGUAGES]))
def test_languages_do_not_change_what_is_quoted(value: Argument, language: str) -> None:
    """Braces, formats and broken characters of an argument stand in the sentence as they are."""
    message = FOUND.fill(expected=value, found="")
    with use_language(language):
        sentence = str(message)
    assert all(leaf in sentence for leaf in leaves(value))


@given(ARGUMENTS)
def test_copies_of_messages_are_equal(value: Argument) -> None:
    message = FOUND.fill(expected=value, found="")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(message, protocol)) == message
    assert copy.copy(message) == copy.deepcopy(message) == message
    assert hash(copy.deepcopy(message)) == hash(message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_arguments_and_lists(language: str) -> None:
    with use_language(language):
        assert str(FOUND.fill(expected="x" * 10**6, found="y")).count("x") >= 10**6
        words = str(conjunction(str(number) for number in range(20_000)))
        assert re.findall(r"\d+", words) == [str(number) for number in range(20_000)]


def test_languages_nest() -> None:
    def fail() -> None:
        with use_language("en"):
            raise KeyError(conjunction("ab"))

    with use_language("zh"):
        with use_language("en"):
            assert str(conjunction("ab")) == "a and b"
        with pytest.raises(KeyError):
            fail()
        assert str(conjunction("ab")) == "a、b"
    assert str(conjunction("ab")) == "a and b"


@pytest.mark.parametrize("name", ["de", "ZH", "", "zh_CN"])
def test_only_languages_with_a_catalogue_can_be_used(name: str) -> None:
    with pytest.raises(ValueError, match=f"no language '{name}'; languages: en, zh"):
        use_language(name).__enter__()
    assert str(conjunction("ab")) == "a and b"


def test_threads_begin_in_english() -> None:
    """So what a thread returns are messages; who prints them chooses the language."""
    seen: list[str] = []
    with use_language("zh"):
        thread = Thread(target=lambda: seen.append(str(conjunction("ab"))))
        thread.start()
        thread.join()
    assert seen == ["a and b"]


# --- lines --------------------------------------------------------------------------------

TEXTS = st.text("ab (,)。，（）“”中文é ", max_size=60)


@given(TEXTS, st.integers(1, 20), st.sampled_from(["", "  "]))
def test_wrapped_lines_hold_all_and_are_narrow(text: str, width: int, indent: str) -> None:
    text = re.sub(" +(?=[。，）”])", "", text)  # A blank is where a line may end.
    lines = wrap(text, width, indent)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(columns(line) <= width or len(line.split()) == 1 for line in lines)
    assert not [line for line in lines[1:] if line.lstrip().startswith(("。", "，", "）", "”"))]


def test_columns_and_padding() -> None:
    assert [columns(text) for text in ("", "ab", "中文", "é", "ａ")] == [0, 2, 4, 1, 2]
    assert pad("中", 4) + "|" == "中  |"

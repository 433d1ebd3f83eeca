"""The words of the page, and the language of an answer."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from messages import fields_of

from ineqsudoku.apps.web import words
from ineqsudoku.apps.web.values import accepted_language
from ineqsudoku.messages import ENGLISH, LANGUAGES

WEB = Path(__file__).parents[3] / "ineqsudoku" / "apps" / "web"

COMPUTED = (
    "role.",
    "make.",
    "less.",
    "greater.",
    "loading.",
    "format.",
    "technique.",
    "theme.",
    "archive.",
)
"""How the keys begin that the page puts together."""


def test_the_page_has_the_words_that_it_uses_and_no_others() -> None:
    page = json.loads(words.words_of_page())[ENGLISH]["words"]
    sources = [file.read_text(encoding="utf-8") for file in sorted(WEB.glob("*/*.js"))]
    html = (WEB / "page" / "index.html").read_text(encoding="utf-8")
    used = set(re.findall(r'data-(?:words|label)="([\w.-]+)"', html))
    for source in sources:
        used.update(re.findall(r'words(?:\(\)|Of\(.*?\))?\(\s*"([\w.-]+)"', source))
    assert len(used) > 60
    assert used <= page.keys()
    literals = set(re.findall(r'"([\w.-]+)"', "".join(sources))) | used
    literals.update(re.findall(r"(\w+): \{", "".join(sources)))  # the choices of `making.js`
    assert [key for key in page.keys() - literals if not key.startswith(COMPUTED)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_all_languages_have_the_same_fields(language: str) -> None:
    languages = json.loads(words.words_of_page())
    english, others = languages[ENGLISH]["words"], languages[language]["words"]
    assert languages[language]["name"] == LANGUAGES[language]
    assert [*others] == [*english]
    for key, text in english.items():
        assert fields_of(others[key]) == fields_of(text), key


def test_the_words_of_the_page_are_chinese() -> None:
    page = json.loads(words.words_of_page())["zh"]["words"]
    marks = r"r?\{\w+\}c?|> \^ v|\b(X|XY|XYZ)\b"
    names = rf"{marks}|KiB|Shift|Ctrl|SudokuPad|f-puzzles|ineqsudoku"
    assert [text for text in page.values() if re.search("[A-Za-z]", re.sub(names, "", text))] == []


def test_a_language_that_is_added_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "xx", "Ix")
    assert json.loads(words.words_of_page())["xx"]["name"] == "Ix"
    assert accepted_language("xx") == "xx"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("zh", "zh"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("de, zh;q=0.5, en;q=0.4", "zh"),
        ("en;q=0.4, ZH-Hans;q=0.5", "zh"),
        ("en,zh", "en"),
        ("zh;q=0", "en"),
        ("zh;q=0.0, en;q=0.1", "en"),
        (";;,=;q=,zh;q=nan", "zh"),
    ],
)
def test_a_request_has_the_language_that_it_prefers(header: str, language: str) -> None:
    assert accepted_language(header) == language

"""Every message of the program is in every catalogue, with the same fields."""

from __future__ import annotations

from string import Formatter

import messages
import pytest
from babel.messages.catalog import Catalog
from messages import (
    Source,
    calls,
    catalogue,
    fields_of,
    literals,
    sources,
    updated_catalogue,
)

from ineqsudoku.messages import ENGLISH, LANGUAGES

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
CATALOGUES = {language: catalogue(language) for language in OTHERS}


def test_messages_are_literal_and_have_their_arguments() -> None:
    """Only literal messages can be collected.  Templates get their arguments from `fill`."""
    for place, call in calls():
        texts = literals(call)
        names = {str(keyword.arg) for keyword in call.keywords}
        assert len(texts) == len(call.args), f"{place}: not literal"
        assert not names or names | {"n"} == fields_of(texts[-1]) | {"n"}, place
        assert len(texts) == 2 or not names or "n" in names, place


def test_codes_of_messages_are_unique() -> None:
    codes = [code for code, *_ in {tuple(literals(call)) for _, call in calls()}]
    assert [code for code in codes if codes.count(code) > 1] == []


def translations(source: Source, language: str) -> list[str]:
    """The sentences of a catalogue for a message; two or more if it counts."""
    entry = CATALOGUES[language].get(source.msgid, source.code or None)
    if entry is None or entry.fuzzy:
        return []
    strings = [entry.string] if isinstance(entry.string, str) else entry.string or ()
    return [string for string in strings if string]


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_have_all_messages_with_their_fields(language: str) -> None:
    for source in sources():
        strings = translations(source, language)
        assert strings, f"{source.code}: not translated"
        assert fields_of(strings[-1]) == source.fields, source.code
        for string in strings:  # A sentence about one thing may leave out its number.
            assert fields_of(string) | {"n"} == source.fields | {"n"}, source.code


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_have_no_other_messages(language: str) -> None:
    known = {(source.code, source.english) for source in sources()}
    for entry in CATALOGUES[language]:
        if entry.id:
            english = entry.id if isinstance(entry.id, str) else entry.id[0]
            assert (entry.context or "", english) in known


@pytest.mark.parametrize("language", OTHERS)
def test_fields_have_no_format(language: str) -> None:
    """All arguments are words once a template gets them; their language has shaped them.

    Click has templates of its own, and what has no fields is no template.
    """
    for source in filter(lambda source: source.code and source.fields, sources()):
        for template in (source.english, source.plural, *translations(source, language)):
            for _, name, format, conversion in Formatter().parse(template):
                assert name != "", template
                assert not format, template
                assert not conversion, template


def test_a_changed_message_keeps_its_translation_as_fuzzy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether or not it counts now and counted before."""
    known = Catalog(locale="cs")
    known.add("{x} stays", "{x} zůstává", context="a.same")
    known.add("{n} old", "{n} starý", context="a.counts-now")
    known.add(("{n} old", "{n} olds"), ("{n} starý", "{n} staré", "{n} starých"), context="a.plain")
    known.add("goes", "jde", context="a.gone")
    now = [
        Source("a.same", "{x} stays"),
        Source("a.counts-now", "{n} old", "{n} olds"),
        Source("a.plain", "{n} old"),
        Source("a.new", "new"),
    ]
    monkeypatch.setattr(messages, "sources", lambda: now)
    updated = {entry.context: entry for entry in updated_catalogue("cs", known) if entry.id}
    assert {context: (entry.string, entry.fuzzy) for context, entry in updated.items()} == {
        "a.same": ("{x} zůstává", False),
        "a.counts-now": (("{n} starý",), True),
        "a.plain": ("{n} starý", True),
        "a.new": ("", False),
    }

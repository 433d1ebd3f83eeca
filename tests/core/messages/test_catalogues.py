"""Messages are literal, and the catalogues have translations with the same fields.

Only the suite `languages` asks for the translation of every message: a new sentence is English in
all languages until somebody has translated it.
"""

from __future__ import annotations

from string import Formatter

import pytest
from messages import calls, catalogue, fields_of, literals, sources, strings_of, to_translate

from ineqsudoku.messages import ENGLISH, LANGUAGES

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


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


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_fields_of_their_messages(language: str) -> None:
    """Fields have no format: all arguments are words once a template gets them."""
    for entry in catalogue(language):
        if not entry.id or entry.fuzzy:
            continue
        english = [entry.id] if isinstance(entry.id, str) else [*entry.id]
        strings = [string for string in strings_of(entry) if string]
        for string in strings:  # A sentence about one thing may leave out its number.
            assert fields_of(string) | {"n"} == fields_of(english[-1]) | {"n"}, entry.context
        for template in (*english, *strings) if fields_of(english[-1]) else ():
            parts = [*Formatter().parse(template)]
            assert not any(format or conversion for _, _, format, conversion in parts), template
            assert all(name != "" for _, name, _, _ in parts), template


@pytest.mark.languages
@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str) -> None:
    """`python tests/support/messages.py` makes an empty translation of each that is new."""
    assert to_translate(language) == []
    known = {(source.code, source.msgid) for source in sources()}
    left = [each.context for each in catalogue(language) if (each.context, each.id) not in known]
    assert left == [None], "no longer messages of the program, beside the head of the catalogue"

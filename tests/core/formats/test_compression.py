"""Compression by lz-string."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ineqsudoku.formats.compression import pack, unpack

KNOWN = {
    "": "Q===",
    "a": "IZA=",
    "aa": "IbI=",
    "9": "JxA=",
    "∧": "uREQ",
    "a∧b∨a∧b∨": "IaciIEaBREqUA===",
    "<>" * 40: "DwPl7SOrZ+6IcxQ=",
    '{"size":4}': "N4IgzglgXgpiBcAWAvkA",
    "abcdefghijklmnopqrstuvwxyz" * 3: (
        "IYIwxgJgpgZg5gCwJYCsDWAbAtgOwPYAOAjgE4DOALgK4BuA7gB4CeAXqJLIqproaZbUat20eMnTZ8xctXrMWQA="
    ),
}
"""Texts as the original program, lz-string 1.5.0 from npm, compresses them."""


@pytest.mark.parametrize("text", KNOWN)
def test_links_are_those_of_the_original(text: str) -> None:
    assert pack(text) == KNOWN[text]


texts = st.text(st.characters(max_codepoint=0xFFFF)) | st.text("ab∧", max_size=300)


@given(text=texts)
def test_what_is_packed_is_unpacked(text: str) -> None:
    assert unpack(pack(text), len(text)) == text


@given(text=texts.filter(bool))
def test_a_text_that_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="holds more than"):
        unpack(pack(text), len(text) - 1)

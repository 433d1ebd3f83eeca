"""File names in messages."""

from __future__ import annotations

import os
import subprocess
import unicodedata

import pytest
from hypothesis import given, strategies as st
from sandboxes import needs

from ineqsudoku.apps.names import name_errors, printable, quote
from ineqsudoku.apps.sandbox.files import excerpt
from ineqsudoku.checker import words

PARTS = [b"caf", "é".encode(), "e\u0301".encode(), b"\xe9", b"\x1b[31m", b"\n", b"\\", b"'"]
PARTS += ["\u0301".encode(), "\u0327".encode(), b"\\u0301"]
PARTS += [b"$'", b"\\xe9", "\u202e".encode(), "\u00e2\u0301".encode(), "数独".encode("gbk")]

names = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map(b"".join)


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        (b"puzzle.in", "puzzle.in"),
        ("数独.in".encode(), "数独.in"),
        (b"it's.in", "it's.in"),
        (b"a\\b.in", "a\\b.in"),
        (b"caf\xe9.in", r"$'caf\xe9.in'"),
        ("café.in".encode(), "café.in"),
        (b"it's\n.in", r"$'it\'s\n.in'"),
        (b"\x1b[2J.in", r"$'\x1b[2J.in'"),
        ("\u202eni.a".encode(), r"$'\u202eni.a'"),
        ("\U000e0001.in".encode(), r"$'\U000e0001.in'"),
        (b"$'\\xe9'", r"$'$\'\\xe9\''"),
        (b"a b/c d.in", "a b/c d.in"),
        ("e\u0301.in".encode(), "e\u0301.in"),
        ("Nguye\u0302\u0303n.in".encode(), "Nguye\u0302\u0303n.in"),
        ("ที่นี่ป่า.py".encode(), "ที่นี่ป่า.py"),
        ("हिन्दी ज़्यादा.py".encode(), "हिन्दी ज़्यादा.py"),
        ("ကြောင်းကျွန်ုပ်.py".encode(), "ကြောင်းကျွန်ုပ်.py"),
        ("1\ufe0f\u20e3.py".encode(), "1\ufe0f\u20e3.py"),
        ("Z\u0301\u0302\u0303\u0304.py".encode(), "$'Z\u0301\u0302\\u0303\\u0304.py'"),
        ("\u0301.py".encode(), r"$'\u0301.py'"),
    ],
)
def test_names_are_shown_harmlessly(name: bytes, looks: str) -> None:
    assert quote(name) == quote(os.fsdecode(name)) == looks


@given(names, names)
def test_different_names_look_different(one: bytes, other: bytes) -> None:
    assert (quote(one) == quote(other)) == (one == other)


@given(st.text(), st.text())
def test_different_texts_look_different(one: str, other: str) -> None:
    assert (quote(one) == quote(other)) == (one == other)


@given(st.text())
def test_a_name_stays_on_its_line(name: str) -> None:
    assert quote(name).isprintable() or not name


MARKS = st.sampled_from("\u0300\u0301\u0327\u0489\u0e48\u0e39\u20dd\u093e\u200d")


@given(st.lists(MARKS | st.sampled_from("ae\u0e01\u0915 '\\") | st.characters()).map("".join))
def test_no_letter_carries_a_stack_of_marks(text: str) -> None:
    for shown in (
        printable(text),
        quote(text),
        excerpt(text),
        words.quote(text.encode("utf-8", "replace")),
    ):
        stack = 2
        for character in shown:
            kind = unicodedata.category(character)
            stack = stack + 1 if kind in ("Mn", "Me") else stack if kind == "Mc" else 0
            assert stack <= 2


@needs("bash")
def test_a_shell_understands_quoted_names() -> None:
    name = b"a'b\\c\n\x1b\xe9.in"
    word = f"printf %s {quote(name)}"
    assert subprocess.run(["bash", "-c", word], capture_output=True, check=True).stdout == name


def test_named_errors_have_the_name_of_their_file() -> None:
    with pytest.raises(FileNotFoundError) as caught, name_errors("a.out"):
        raise FileNotFoundError(2, "No such file or directory", "something else")
    assert (caught.value.filename, caught.value.errno) == ("a.out", 2)

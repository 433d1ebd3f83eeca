"""File names in messages."""

from __future__ import annotations

import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sandboxes import needs

from ineqsudoku.apps.names import name_errors, quote

PARTS = [b"caf", "é".encode(), "e\u0301".encode(), b"\xe9", b"\x1b[31m", b"\n", b"\\", b"'"]
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


@needs("bash")
def test_a_shell_understands_quoted_names() -> None:
    name = b"a'b\\c\n\x1b\xe9.in"
    word = f"printf %s {quote(name)}"
    assert subprocess.run(["bash", "-c", word], capture_output=True, check=True).stdout == name


def test_named_errors_have_the_name_of_their_file() -> None:
    with pytest.raises(FileNotFoundError) as caught, name_errors("a.out"):
        raise FileNotFoundError(2, "No such file or directory", "something else")
    assert (caught.value.filename, caught.value.errno) == ("a.out", 2)

"""The places of signs in files of every form."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st
from puzzles import CONTEST, turned
from strategies import extended_puzzles, full_layouts, partial_layouts

import ineqsudoku as iq
from ineqsudoku.errors import PuzzleSyntaxWarning
from ineqsudoku.formats import WritableFormat, parse, whole_text
from ineqsudoku.formats.places import patch, sign_places
from ineqsudoku.formats.source_text import STANDS_FOR
from ineqsudoku.puzzle import OPPOSITE, Puzzle


def check_places(text: str, puzzles: list[Puzzle], format: str) -> None:
    """Assert that every sign of every puzzle is in its place."""
    source_text = whole_text(text.encode(), "file", format)
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    entries = parse(source_text).entries()
    assert [entry.puzzle for entry in entries] == puzzles
    for entry, puzzle in zip(entries, puzzles, strict=True):
        places = sign_places(source_text, entry)
        for relation in puzzle.relations:
            line, column, written = places[relation.pair]
            assert lines[line - 1][column - 1] == written
            assert STANDS_FOR.get(written, written) == relation.sign


DECORATIONS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "windows": lambda text: text.replace("\n", "\r\n"),
    "mark": lambda text: "\ufeff" + text,
    "indented": lambda text: "\n\n" + re.sub("(?m)^(?=.)", "\t  ", text),
    "joined": lambda text: text.replace(" ", ""),
    "full-width": lambda text: text.replace("<", "＜").replace("v", "∨"),
    "title": lambda text: "样例输入\n" + text,
    "comments": lambda text: re.sub("(?m)(?<=.)$", " # a line", text),
}


@pytest.mark.parametrize("decoration", DECORATIONS)
@pytest.mark.parametrize("format", ["contest", "compact", "extended"])
@settings(max_examples=5)
@given(data=st.data())
def test_signs_are_in_their_places(
    format: WritableFormat, decoration: str, data: st.DataObject
) -> None:
    one = extended_puzzles() if format == "extended" else full_layouts() | partial_layouts()
    puzzles = data.draw(st.lists(one, min_size=1, max_size=3))
    text = "\n".join(iq.write(puzzle, format) for puzzle in puzzles)
    check_places(DECORATIONS[decoration](text), puzzles, format)


def test_signs_between_cells_are_in_their_places() -> None:
    rows = ["0<0>0.0<0.0>0.0.0", ". v . ^ . . . . ."] * 8 + ["0.0.0.0.0.0.0.0<9"]
    text = "\n".join(rows) + "\n"
    check_places(text, [iq.read(text)], "extended")


def test_a_piece_of_a_file_knows_its_lines() -> None:
    layout = turned(iq.read(CONTEST), iq.read(CONTEST).relations[0])
    source_text = whole_text(layout.signs + "\n", "file", "compact", line=501)
    (entry,) = parse(source_text).entries()
    assert sign_places(source_text, entry)[layout.relations[0].pair][:2] == (501, 1)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_patch_changes_its_signs_alone(encoding: str, end: str) -> None:
    text = f"样例\n{CONTEST}".replace("\n", end)
    data = text.encode(encoding)
    source_text = whole_text(data, "file")
    (entry,) = parse(source_text).entries()
    relation = entry.puzzle.relations[20]
    place = sign_places(source_text, entry)[relation.pair]
    patched = patch(data, {place: OPPOSITE[relation.sign]})
    assert len(patched) == len(data)
    assert sum(one != other for one, other in zip(data, patched, strict=True)) == 1
    with pytest.warns(PuzzleSyntaxWarning):
        assert iq.read(patched) == turned(entry.puzzle, relation)

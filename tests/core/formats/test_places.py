"""The places of signs in files of every form."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import CONTEST, turned
from strategies import full_layouts, partial_layouts, puzzles_of

import ineqsudoku as iq
from ineqsudoku.formats import parse, prepare, whole_document
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.mending import STANDS_FOR
from ineqsudoku.formats.places import sign_places
from ineqsudoku.formats.registry import WritableFormat
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.puzzle import Puzzle


def check_places(text: str, puzzles: list[Puzzle], format: str) -> None:
    """Assert that every sign of every puzzle is in its place."""
    data = text.encode()
    document = whole_document(data, "file", format=format)
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    entries = parse(document).entries
    assert [entry.puzzle for entry in entries] == puzzles
    for entry, puzzle in zip(entries, puzzles, strict=True):
        places = sign_places(document, entry)
        for relation in puzzle.relations:
            line, column, written = places[relation.pair]
            assert lines[line - 1][column - 1 :].startswith(written)
            sign = unescape(written)
            assert STANDS_FOR.get(sign, sign).lower() == relation.sign


def quoted(text: str) -> str:
    return re.sub("(?m)^", "> ", text.rstrip("\n")) + "\n"


DECORATIONS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "windows": lambda text: text.replace("\n", "\r\n"),
    "mark": lambda text: "\ufeff" + text,
    "indented": lambda text: "\n\n" + re.sub("(?m)^(?=.)", "\t  ", text),
    "joined": lambda text: text.replace(" ", ""),
    "full-width": lambda text: text.replace("<", "＜").replace("v", "∨"),
    "references": lambda text: text.replace("<", "&lt;").replace(">", "&gt;"),
    "capital": lambda text: text.replace("v", "V"),
    "title": lambda text: "样例输入\n" + text,
    "fence": lambda text: f"```\n{text}```\n",
    "quoted": quoted,
    "quoted references": lambda text: quoted(text.replace("<", "&lt;")),
}


FEW = ["plain", "full-width", "references", "indented"]

WAYS = [
    ("contest", 9, list(DECORATIONS)),
    ("compact", 9, [name for name in DECORATIONS if not name.startswith("quoted")]),
    *(("extended", size, FEW) for size in (4, 6, 9, 16)),
]


@pytest.mark.parametrize(
    ("format", "size", "decoration"), [(*way, name) for *way, names in WAYS for name in names]
)
@settings(max_examples=5)
@given(data=st.data())
def test_signs_are_in_their_places(
    format: WritableFormat, size: int, decoration: str, data: st.DataObject
) -> None:
    one = puzzles_of(SUDOKU[size]) if format == "extended" else full_layouts() | partial_layouts()
    puzzles = data.draw(st.lists(one, min_size=1, max_size=3))
    text = "\n".join(iq.write(puzzle, format) for puzzle in puzzles)
    check_places(DECORATIONS[decoration](text), puzzles, format)


def test_a_part_of_a_file_knows_its_lines() -> None:
    layout = turned(iq.read(CONTEST), iq.read(CONTEST).relations[0])
    document = prepare(Document.of_lines(layout.signs + "\n", "file", line=501), "compact")
    (entry,) = parse(document).entries
    assert sign_places(document, entry)[layout.relations[0].pair][:2] == (501, 1)

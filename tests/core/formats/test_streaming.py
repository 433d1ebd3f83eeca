"""Long files: what is read piece by piece is what is read of the whole, with all its faults."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from effort import examples, slow
from hypothesis import given
from hypothesis import strategies as st
from puzzles import CONTEST, EXAMPLES, POJ_3074, UVA_11570
from strategies import LANGUAGES, files

import ineqsudoku as iq
from ineqsudoku.errors import MAX_FAULTS, Fault
from ineqsudoku.formats import Reading, mending, parse, sections, stream, whole_document
from ineqsudoku.formats.registry import WritableFormat, format_of
from ineqsudoku.formats.stream import pieces

HEAD = 8400
"""A little more than the characters that show the format of a text."""

SEEDS = [0, 1, *slow(range(2, 6))]


@contextmanager
def small(chunk: int, ahead: int = 2, lines: int = sections.MAX_LINES) -> Iterator[None]:
    """Everything is small: the beginning of a file that shows its format, the pieces, and the
    lines of a section."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (stream, mending):
            patch.setattr(module, "HEAD", HEAD)
        patch.setattr(stream, "CHUNK", chunk)
        patch.setattr(stream, "AHEAD", ahead)
        patch.setattr(sections, "MAX_LINES", lines)
        yield


def whole(text: str, format: str) -> Reading:
    document = whole_document(text, "file", format=format)
    return parse(document)


def by_pieces(text: str, format: str) -> tuple[Reading, tuple[Fault, ...]]:
    """The reading of all pieces, and all their faults."""
    readings = [parse(piece) for piece in pieces(io.BytesIO(text.encode()), "file", format)]
    faults = tuple(
        fault
        for reading in readings
        if reading.error
        for fault in reading.error.faults[:MAX_FAULTS]
    )
    entries = [entry for reading in readings for entry in reading.entries]
    return Reading(
        entries, None, tuple(line for reading in readings for line in reading.refused)
    ), faults


def assert_alike(text: str, format: str) -> int:
    """Assert that pieces and the whole give the same reading; return the number of faults."""
    expected = whole(text, format)
    reading, faults = by_pieces(text, format)
    assert reading.entries == expected.entries
    assert reading.refused[:1000] == expected.refused
    expected_faults = expected.error.faults[:MAX_FAULTS] if expected.error else ()
    assert faults[:MAX_FAULTS] == expected_faults
    return len(expected_faults)


PLAIN = [*POJ_3074]
ROWS = ["\n".join(line[row : row + 9] for row in range(0, 81, 9)) for line in PLAIN]
GIVENS = iq.read((EXAMPLES / "extended.in").read_text())
MIXED = iq.Puzzle(iq.read(CONTEST).signs, "1" + "." * 80, GIVENS.border_signs)

WAYS = {
    "contest": [CONTEST, UVA_11570, CONTEST.replace("<", ".")],
    "extended": [iq.write(MIXED, "extended"), iq.write(iq.read(CONTEST), "extended")],
    "plain": PLAIN,
    "plain in rows": [*ROWS, *PLAIN],
    "plain in frames": [re.sub("(?m)^(...)(...)", r"\1|\2|", rows) for rows in ROWS] * 2,
    "hexadoku": [(EXAMPLES / "poj3076.in").read_text().split("\n\n")[0]],
}
"""Puzzles by the ways in which they are written."""


def file_of(way: str, random: Random) -> str:
    """A file that is longer than any beginning, with blank lines between all puzzles, between
    none, or between some."""
    separators = random.choice([[""], ["\n"], ["", "\n", " \n\n"]])
    parts: list[str] = []
    while sum(map(len, parts)) < 2 * HEAD:
        text = random.choice(WAYS[way])
        parts.append(text.rstrip("\n") + "\n" + random.choice(separators))
    return "".join(parts)


JUNK = ["", "", "<", "x", "< < < < < <", "v v v v v v v v v", ". " * 9, "1234", "-" * 9, "end", "9"]


def spoilt(text: str, random: Random, times: int) -> str:
    lines = text.split("\n")
    for _ in range(times):
        place = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, lines[random.randrange(len(lines))])
            case 2:
                lines.insert(place, random.choice(JUNK))
            case 3:
                column = random.randrange(len(lines[place]) + 1)
                lines[place] = lines[place][:column] + "x" + lines[place][column + 1 :]
            case _:
                size = random.randrange(1, 12)
                lines[place : place + size] = []
    return "\n".join(lines)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("faults", [0, 1, 4, 40])
@pytest.mark.parametrize("seed", SEEDS)
def test_pieces_have_the_puzzles_and_faults_of_the_whole(way: str, faults: int, seed: int) -> None:
    random = Random(seed)
    text = spoilt(file_of(way, random), random, faults)
    with small(random.randrange(50, 4000), random.randrange(1, 5), random.choice([60, 960])):
        number = assert_alike(text, way.partition(" ")[0])
    if not faults:
        assert number == 0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("blank", ["\n", " \t\n"])
def test_blank_lines_are_not_kept(way: str, blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "MAX_CHARACTERS", 3000)
    monkeypatch.setattr(stream, "MAX_CHARACTERS", 3000)
    random, format = Random(1), way.partition(" ")[0]
    file = file_of(way, random) + "\n"
    text = file + blank * 20_000 + file + blank * 20_000 + file
    with small(500):
        assert assert_alike(text, format) == 0
        documents = list(pieces(io.BytesIO(text.encode()), "file", format))
    assert max(len(document.original) for document in documents) < 10_000


@pytest.mark.parametrize("format", ["contest", "compact", "extended"])
def test_a_mended_character_is_reported_once_for_a_file(format: WritableFormat) -> None:
    text = iq.write([iq.read(CONTEST)] * 200, format).replace("<", "＜").replace(">", "＞")
    with small(1000):
        documents = list(pieces(io.BytesIO(text.encode()), "file", format))
    assert len(documents) > 2
    warnings = [warning for document in documents for warning in document.warnings]
    assert sorted(str(warning).split(": ")[1] for warning in warnings) == [
        "'＜' read as '<' (here first)",
        "'＞' read as '>' (here first)",
    ]


KINDS = {"contest": 15, "extended": 17}


@pytest.mark.parametrize("format", KINDS)
@pytest.mark.parametrize("fault", ["missing", "surplus", "wrong"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_fault_amid_puzzles_without_blank_lines_spoils_its_neighbours_only(
    format: WritableFormat, fault: str, seed: int
) -> None:
    random = Random(seed)
    puzzles = [iq.read(random.choice([CONTEST, UVA_11570])) for _ in range(100)]
    lines = "".join(iq.write(puzzle, format) for puzzle in puzzles).splitlines()
    places = sorted(random.sample(range(len(lines) // 2), 2))
    for place in reversed(places):
        if fault == "missing":
            del lines[place]
        elif fault == "surplus":
            lines.insert(place, lines[place])
        else:
            lines[place] = lines[place].replace(lines[place][0], "x", 1)
    text = "\n".join(lines) + "\n"
    with small(random.randrange(50, 4000), random.randrange(1, 5), random.choice([200, 960])):
        assert assert_alike(text, format) > 0
        reading = whole(text, format)
    # The first puzzle, a line of which may belong to the second, and the two with the faults.
    spoilt = {place // KINDS[format] + near for place in places for near in (-1, 0, 1)}
    right = [puzzle for number, puzzle in enumerate(puzzles) if number not in spoilt]
    left = iter([entry.puzzle for entry in reading.entries])
    assert all(puzzle in left for puzzle in right)
    assert len(reading.entries) <= len(puzzles)


@pytest.mark.parametrize("language", LANGUAGES)
@examples(100, quick=4)
@given(data=st.data(), chunk=st.integers(50, 3000))
def test_every_way_to_write_puzzles_is_read_piece_by_piece(
    language: str, data: st.DataObject, chunk: int
) -> None:
    text, format = data.draw(files(language, at_most=8)).text, format_of(language)
    with small(chunk):
        assert assert_alike(text, format) == 0
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = text.removesuffix("end\n")
    with small(chunk):
        assert_alike(f"{text}\n\n" * (2 * HEAD // len(text)), format)

"""Everything derived from the registry: choices, tables, detection, reading and writing."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from commands import Command
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from puzzles import CONTEST
from strategies import (
    contest_texts,
    extended_puzzles,
    partial_layouts,
    puzzles_of,
    puzzles_of_other_sizes,
)

import ineqsudoku as iq
from ineqsudoku.formats import clean, prepare, recognise
from ineqsudoku.formats.decoding import decode
from ineqsudoku.formats.registry import FORMATS, READABLE, Boxes, Part, ReadableFormat
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.puzzle import Puzzle

DOCS = Path(__file__).parents[3] / "docs"


def without_losses(puzzle: Puzzle, format: str) -> Puzzle:
    """The part of a puzzle that the format can hold."""
    loses = FORMATS[format].loses
    signs = "" if Part.SIGNS in loses else puzzle.signs
    border_signs = "" if {Part.SIGNS, Part.BORDER_SIGNS} & {*loses} else puzzle.border_signs
    givens = "" if Part.GIVENS in loses else puzzle.givens
    return Puzzle.of(puzzle.geometry, signs, givens, border_signs)


@pytest.mark.parametrize("format", READABLE)
@examples(100, quick=8)
@given(puzzle=extended_puzzles() | puzzles_of_other_sizes() | puzzles_of(SUDOKU[16]))
def test_what_a_format_can_hold_is_written_and_read(format: ReadableFormat, puzzle: Puzzle) -> None:
    held = without_losses(puzzle, format)
    if not FORMATS[format].takes(puzzle.geometry):
        with pytest.raises(iq.ConversionError, match=f"{format} cannot hold {puzzle.geometry}"):
            iq.write(puzzle, format, lossy=True)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", iq.ConversionWarning)
        text = iq.write(puzzle, format, lossy=True)
    has_no_boxes = Part.BOXES in FORMATS[format].loses and bool(puzzle.geometry.boxes)
    assert iq.read(text, format=format, add_boxes=has_no_boxes) == held
    if held == puzzle and not has_no_boxes:
        assert iq.write(puzzle, format) == text
    else:
        with pytest.raises(iq.ConversionError, match=f"{format} cannot hold "):
            iq.write(puzzle, format)


@given(data=st.data(), puzzle=partial_layouts(absent=108) | st.just(Puzzle()))
@examples(200, quick=20)
def test_a_well_formed_puzzle_is_in_the_usual_format_and_has_nothing_to_mend(
    data: st.DataObject, puzzle: Puzzle
) -> None:
    """Whatever its blanks and absent signs are: so the way without mending and recognition is
    right."""
    document = decode(data.draw(contest_texts(puzzle)), "file")
    prepared = prepare(document)
    assert prepared.has_puzzles
    assert replace(prepared, has_puzzles=False) == recognise(clean(document))
    assert prepare(document, "contest") == prepared


@pytest.mark.parametrize("format", READABLE)
@given(data=st.data())
@examples(50, quick=5)
def test_a_text_that_was_written_is_recognised(format: ReadableFormat, data: st.DataObject) -> None:
    row = FORMATS[format]
    geometry = data.draw(st.sampled_from([SUDOKU[size] for size in row.sizes if size in SUDOKU]))
    puzzle = without_losses(data.draw(puzzles_of(geometry)), format)
    has_no_signs = puzzle.is_plain and Part.SIGNS not in row.loses
    if has_no_signs or not (puzzle.has_givens or Part.GIVENS in row.loses):
        return  # A text without signs or without cells may be one of many formats.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", iq.ConversionWarning)
        text = iq.write(puzzle, format, lossy=True)
    assert iq.read(text, add_boxes=True) == puzzle


@pytest.mark.parametrize("command", ["solve", "check", "validate", "convert"])
def test_commands_offer_every_format_that_is_read(ineqsudoku: Command, command: str) -> None:
    ran = ineqsudoku(command, "--format", "foo", "x", "y")
    assert ran.code == 2
    assert ", ".join(map(repr, ["auto", *READABLE])) in ran.err
    assert ran.err.count("foo") == 1


@pytest.mark.parametrize("format", ["iss", "fpuzzles", "unequal"])
def test_all_commands_recognise_other_programs(
    ineqsudoku: Command, format: ReadableFormat, tmp_path: Path
) -> None:
    puzzle = iq.read(CONTEST)
    path, answer = tmp_path / "puzzle.in", tmp_path / "answer.out"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", iq.ConversionWarning)
        path.write_text(iq.write(puzzle, format, lossy=True))
    read = iq.read(path, add_boxes=True)
    assert read == puzzle
    solved = ineqsudoku("solve", "--any", path)
    assert (solved.code, solved.err) == (0, "")
    answer.write_text(solved.out)
    assert ineqsudoku("check", path, answer) == (0, "accepted\n", "")
    validated = ineqsudoku("validate", path)
    assert validated.err == ""
    assert validated.out.startswith(f"{path}:1: ")
    assert validated.code == (1 if format == "unequal" else 0)


def test_an_absent_sign_in_a_link_is_a_fault_of_its_line(ineqsudoku: Command) -> None:
    ran = ineqsudoku("validate", stdin=b".GreaterThan~R1C2~R1C1\n")
    assert ran.code == 1
    assert ran.out.startswith("<stdin>:1:1: expected a sign in every pair of a box, found fewer")
    assert "107 signs are absent" in ran.out


def test_a_format_is_imported_when_it_is_used() -> None:
    program = (
        "import sys, ineqsudoku.apps.cli.sources, ineqsudoku.apps.solve.pipeline\n"
        "print([name for name in sys.argv[1:] if f'ineqsudoku.formats.{name}' in sys.modules])"
    )
    others = [name for name in FORMATS if name != "compact"]  # The stream reader needs it.
    command = [sys.executable, "-c", program, *others]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_every_format_has_its_module_and_its_words() -> None:
    for format in FORMATS.values():
        module = importlib.import_module(f"ineqsudoku.formats.{format.name}")
        assert module.__doc__
        assert format.summary
        assert format.is_read == bool(format.mark or format.recognised)
        assert format.boxes is not Boxes.USUAL or {*format.sizes} <= {*SUDOKU}


@pytest.mark.parametrize(
    ("text", "module"),
    [("2:0,0,0,0,", "unequal"), (CONTEST, "syntax"), (CONTEST + "x", "signlines")],
)
def test_a_module_that_fails_is_an_error_of_ours_without_a_traceback(
    ineqsudoku: Command, text: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = importlib.import_module(f"ineqsudoku.formats.{module}")
    for name in ("Scanner", "Puzzle", "line_fault"):
        monkeypatch.setattr(broken, name, None, raising=False)
    with pytest.raises(iq.IneqSudokuError, match="please report it: TypeError") as caught:
        iq.read(text)
    assert not isinstance(caught.value, iq.PuzzleSyntaxError)
    for command in ("solve", "validate", "convert --to compact"):
        ran = ineqsudoku(*command.split(), stdin=text.encode())
        assert (ran.code, ran.out) == (2, "")
        assert "<stdin>: ineqsudoku failed to read this as" in ran.err
        assert ran.err.count("\n") == 1

"""Lark reads the texts of a format as a reader does that was written without its grammars."""

from __future__ import annotations

import re

import pytest
from effort import examples
from hypothesis import given, strategies as st
from strategies import LINE_FORMATS, files, mutated

import ineqsudoku as iq
from ineqsudoku.formats import FORMATS, grammar
from ineqsudoku.formats.compact import COMPACT
from ineqsudoku.formats.contest import CONTEST
from ineqsudoku.formats.extended import EXTENDED
from ineqsudoku.formats.plain import PLAIN
from ineqsudoku.formats.registry import FormatChoice
from ineqsudoku.geometry import PAIRS
from ineqsudoku.puzzle import relations_between

# --- a reader without grammars -----------------------------------------------------------

DIGITS, LEFT_RIGHT, UP_DOWN = "0123456789", "<>.", "^v."

Kind = list[str]
"""The characters that may stand at each place of a line."""

CELLS: Kind = [DIGITS + "."] * 9
BETWEEN: Kind = [*[DIGITS, LEFT_RIGHT] * 8, DIGITS]
BAND: list[Kind] = [[LEFT_RIGHT] * 6, [UP_DOWN] * 9] * 2 + [[LEFT_RIGHT] * 6]
SIGNS: list[Kind] = ([[LEFT_RIGHT] * 8, [UP_DOWN] * 9] * 9)[:17]

SHAPES: dict[str, list[list[Kind]]] = {
    "contest": [BAND * 3],
    "compact": [[[place for line in BAND * 3 for place in line]]],
    "plain": [[[DIGITS + ".?"] * 81], [[DIGITS + ".?"] * 9] * 9],
    "extended": [SIGNS + [CELLS] * 9, SIGNS, ([BETWEEN, SIGNS[1]] * 9)[:17]],
}
"""The lines of a puzzle in each format; of two shapes that fit, the first one is meant."""


def fits(line: str, kind: Kind) -> bool:
    return len(line) == len(kind) and all(map(lambda char, known: char in known, line, kind))


def is_between_puzzles(line: str) -> bool:
    """Whether a line is a heading or a count; the lines of all shapes have six signs or more."""
    known = sum(map(f"<>^v.{DIGITS}".count, line))
    is_count = line.isdecimal() and len(line) <= 7
    return is_count or (line[0].isalpha() and line[0] != "v" and known < 5)


def read_by_hand(format: str, text: str) -> list[iq.Puzzle] | None:
    """The puzzles of a text, or `None` if it has a fault."""
    lines = [line.split("#")[0].strip(" \t") for line in text.split("\n") if line[:1] != "#"]
    if format != "compact":  # Which has no blanks between signs.
        lines = [line.replace(" ", "").replace("\t", "") for line in lines]
    if format == "extended":  # Blank lines may stand above the givens.
        rows = r"(?<=[<>.]{8})\n{2,}(?=([0-9.]{9}\n){9})"
        lines = re.sub(rows, "\n", "\n".join([*lines, ""])).split("\n")
    puzzles = []
    while lines:
        shapes = (s for s in SHAPES[format] if len(s) <= len(lines) and all(map(fits, lines, s)))
        if shape := next(shapes, None):
            puzzles.append(puzzle_of(format, "".join(lines[: len(shape)]), shape))
            lines = lines[len(shape) :]
        elif lines[0] and not is_between_puzzles(lines[0]):
            return None
        else:
            lines = lines[1:]
    return puzzles or None


def puzzle_of(format: str, written: str, shape: list[Kind]) -> iq.Puzzle:
    if format == "plain":
        return iq.Puzzle(givens=written.replace("?", ".").replace("0", "."))
    if format != "extended":
        return iq.Puzzle(written)
    kinds = [place for line in shape for place in line]
    signs = "".join(
        c for c, kind in zip(written, kinds, strict=True) if kind in (LEFT_RIGHT, UP_DOWN)
    )
    cells = "".join(c for c, kind in zip(written, kinds, strict=True) if kind[0] == "0")
    givens = cells.replace("0", ".") or "." * 81
    return iq.Puzzle.from_relations(relations_between(PAIRS, signs), givens)


# --- both readers ------------------------------------------------------------------------


def read_by_lark(format: str, text: str) -> list[iq.Puzzle] | None:
    name: FormatChoice = FORMATS[format].name  # type: ignore[assignment]  # a name of READABLE
    try:
        return iq.read_all(text, format=name)
    except iq.PuzzleSyntaxError:
        return None


each_format = pytest.mark.parametrize("format", LINE_FORMATS)


@each_format
@examples(100, quick=15)
@given(data=st.data())
def test_both_read_what_was_written(format: str, data: st.DataObject) -> None:
    puzzles, text = data.draw(files(format))
    assert read_by_lark(format, text) == puzzles
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    assert read_by_hand(format, plain.replace("end\n", "").removesuffix("end")) == puzzles


@pytest.mark.filterwarnings("ignore::ineqsudoku.errors.PuzzleSyntaxWarning")
@each_format
@examples(400, quick=40)
@given(data=st.data())
def test_both_read_a_text_with_slips_alike(format: str, data: st.DataObject) -> None:
    text = data.draw(files(format, at_most=2)).text.removeprefix("\ufeff")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for _ in range(data.draw(st.integers(1, 3))):
        text = data.draw(mutated(text or "\n"))
    assert read_by_lark(format, text) == read_by_hand(format, text)


@pytest.mark.filterwarnings("ignore::ineqsudoku.errors.PuzzleSyntaxWarning")
@each_format
@given(data=st.data())
def test_both_read_lines_in_any_order_alike(format: str, data: st.DataObject) -> None:
    lines = [". " * 6, ". " * 8, ". " * 9, "." * 9, "1" + "." * 8, "0." * 8 + "0", "." * 81]
    written = data.draw(files(format)).text.removeprefix("\ufeff").replace("\r\n", "\n")
    parts = [*written.replace("\r", "\n").split("\n\n"), "", "#", "Title"]
    text = "\n".join(data.draw(st.lists(st.sampled_from([*parts, *lines]), max_size=20))) + "\n"
    assert read_by_lark(format, text) == read_by_hand(format, text)


# --- the two forms of a line in a grammar ------------------------------------------------

KINDS = {
    format.name: [kind.rule for kind in format.kinds.values()]
    for format in (CONTEST, COMPACT, PLAIN, EXTENDED)
} | {"hexadoku": ["row"]}
"""The rules of lines; the terminal of the same lines has the same name without `_line`."""

WELL_FORMED = [*("<.>" * 2, "^v." * 3, "<.>>" * 2, "5>3<0.0<7.0.0.0<0", "53..7....", "A-P." * 4)]
WELL_FORMED += [iq.Puzzle().signs, iq.Puzzle().givens, "> " * 6, "v\t" * 9, " 1 . 0 ? 5 6 7 8 9 "]


@pytest.mark.parametrize("format", KINDS)
@examples(300, quick=60)
@given(line=st.sampled_from(WELL_FORMED).flatmap(mutated) | st.text("<>^v.01?A- \t#x"))
def test_a_line_is_one_token_if_its_signs_are_tokens(format: str, line: str) -> None:
    line = line.replace("\n", "")
    for rule in KINDS[format]:
        whole = grammar.terminal(format, rule.removesuffix("_line").upper())
        is_whole = bool(re.fullmatch(whole, line.lstrip(" \t") + "\n"))
        assert (grammar.departure(format, rule, line) is None) == is_whole, rule


def test_parsers_are_kept_in_memory_only() -> None:
    """Lark's cache would be a pickle that somebody else could have written."""
    assert not grammar.parser("contest").options.cache


@pytest.mark.parametrize("blank", [" ", "\t", " \n"])
@pytest.mark.parametrize("line", ["\n{}x", "{}x", "<.<{}x", "......{}x", "1.1{}x", "{}" + "." * 9])
def test_long_runs_of_blanks_are_read_at_once(line: str, blank: str) -> None:
    """A backtracking expression would not finish on any of these texts."""
    for format in LINE_FORMATS:
        assert read_by_lark(format, line.format(blank * 100_000) + "\n") is None

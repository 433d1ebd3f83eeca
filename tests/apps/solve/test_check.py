"""Which rules an answer breaks."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from commands import Command, Ran
from data import DATA
from effort import examples
from hypothesis import given, strategies as st
from nine import BORDER_PAIRS, label
from outputs import OUTPUTS, RIGHT
from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID, EXAMPLES, POJ_3074, turned
from strategies import grids, layout_of, signs_of

import ineqsudoku as iq
from ineqsudoku.checker import words as of_output
from ineqsudoku.checker.judgement import Expectation, Judgement, expectation
from ineqsudoku.checker.outputs import printed_grids
from ineqsudoku.checker.rules import Rule, Violation
from ineqsudoku.formats import Entry, parse, whole_text
from ineqsudoku.geometry import IN_BOX_PAIRS
from ineqsudoku.puzzle import Grid, Puzzle

GRID = Grid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
LAYOUT = layout_of(GRID)
RULES = get_args(Rule)


def everything_of(grid: Grid) -> Puzzle:
    """A puzzle with all signs and all digits of a grid."""
    return Puzzle(signs_of(grid, IN_BOX_PAIRS), grid.line, signs_of(grid, BORDER_PAIRS))


def put(grid: Grid, digits: dict[int, int]) -> Grid:
    """The grid with other digits in some cells."""
    return Grid("".join(str(digits.get(cell, grid[cell])) for cell in range(81)))


def rules(violations: tuple[Violation, ...]) -> list[str]:
    return [violation.rule for violation in violations]


# --- grids -------------------------------------------------------------------------------


# --- each rule by an example -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (str(GRID)[2:], "line 1: expected 9 digits, found 8"),
        (str(GRID)[2:].replace(" ", "  "), "line 1: expected 9 digits, found 8"),
        ("\n" + str(GRID) + " 1", "line 10: expected 9 digits, found 10"),
        (str(GRID).replace(" ", "")[:-1], "line 9: expected 9 digits, found 8"),
        (str(GRID).replace(" ", "").replace("2", "22", 1), "line 1: expected 9 digits, found 10"),
        (GRID.line[:-1], "line 1: expected 81 digits, found 80"),
        (GRID.line + "1", "line 1: expected 81 digits, found 82"),
        ("NO SOLUTION", "r1c1 is 'NO', not a digit 1-9"),
    ],
)
def test_another_shape_is_no_grid(text: str, reason: str) -> None:
    (violation,) = iq.check(LAYOUT, text)
    assert (violation.rule, str(violation)) == ("shape", reason)


@pytest.mark.parametrize(
    ("word", "rule", "shown"),
    [
        ("0", "range", "0"),
        ("x", "shape", "'x'"),
        ("１", "shape", "'１'"),
        ("无解", "shape", "'无解'"),
        ("8\u00a09", "shape", r"'8\xc2\xa09'"),
    ],
)
def test_a_word_that_is_no_digit_is_named_with_its_cell(word: str, rule: str, shown: str) -> None:
    words = list(GRID.line)
    words[13] = word
    for blank in ("", " ") if word in ("0", "x") else (" ",):
        text = "\n".join(blank.join(words[row : row + 9]) for row in range(0, 81, 9))
        (violation,) = iq.check(LAYOUT, text)
        assert (violation.rule, violation.cells) == (rule, (13,))
        assert str(violation) == f"r2c5 is {shown}, not a digit 1-9"


@pytest.mark.parametrize(
    ("puzzle", "digits", "expected"),
    [
        (
            Puzzle(),
            {1: 1, 10: 4},
            ["row 1 has the digit 1 twice: r1c1, r1c2", "row 2 has the digit 4 twice: r2c1, r2c2"],
        ),
        (Puzzle(), {9: 1, 10: 2, 11: 3}, ["row 2 has the digit 1 twice: r2c1, r2c7"]),
        (Puzzle(), {0: 4}, ["column 1 has the digit 4 twice: r1c1, r2c1"]),
        (Puzzle(), {0: 2}, ["box 1 has the digit 2 twice: r1c1, r1c2"]),
        (Puzzle(), {1: 1, 2: 1}, ["row 1 has the digit 1 three times: r1c1, r1c2, r1c3"]),
        (
            Puzzle.from_relations([iq.Relation(0, 1)]),
            {0: 2, 1: 1},
            ["r1c1 < r1c2 does not hold: r1c1 is 2, r1c2 is 1"],
        ),
        (
            Puzzle.from_relations([iq.Relation(9, 0)]),
            {},
            ["r1c1 v r2c1 does not hold: r1c1 is 1, r2c1 is 4"],
        ),
        (Puzzle(givens="2" + "." * 80), {}, ["r1c1 is 1, but 2 is given"]),
    ],
)
def test_each_rule_has_its_sentence(
    puzzle: Puzzle, digits: dict[int, int], expected: list[str]
) -> None:
    reasons = [*map(str, iq.check(puzzle, put(GRID, digits)))]
    assert set(expected) <= set(reasons)


# --- texts -------------------------------------------------------------------------------


def judged(puzzles: list[Puzzle], text: str) -> Judgement:
    entries = (Entry(index, 15 * index + 1, puzzle) for index, puzzle in enumerate(puzzles))
    return Expectation(tuple(entries)).judge(text)


@examples(100)
@given(solved=st.lists(grids(), min_size=1, max_size=4), data=st.data())
def test_the_grids_of_several_puzzles_are_judged_one_by_one(
    solved: list[Grid], data: st.DataObject
) -> None:
    texts = [data.draw(st.sampled_from([str(grid), grid.line])) for grid in solved]
    text = data.draw(st.sampled_from(["\n", "\n\n"])).join(texts)
    puzzles = [everything_of(grid) for grid in solved]
    assert judged(puzzles, text).verdict == "AC"
    wrong = data.draw(st.integers(0, len(solved) - 1))
    puzzles[wrong] = everything_of(put(solved[wrong], {40: solved[wrong][40] % 9 + 1}))
    judgement = judged(puzzles, text)
    assert (judgement.verdict, judgement.puzzle) == ("WA", wrong)
    place = f"puzzle {wrong + 1} (line {15 * wrong + 1}): " if len(puzzles) > 1 else ""
    assert str(judgement.message) == f"{place}{judgement.violations[0]}"


@pytest.mark.parametrize("first", [str(GRID), GRID.line.replace("1", "0")])
def test_the_shape_of_all_grids_is_judged_before_any_digit(first: str) -> None:
    missing = judged([LAYOUT, LAYOUT], first)
    assert (missing.verdict, missing.puzzle) == ("PE", 1)
    assert str(missing.message) == "puzzle 2 (line 16): expected 81 digits, found none"


def test_a_grid_too_many_counts_against_the_last_puzzle() -> None:
    too_many = judged([LAYOUT, LAYOUT], "\n".join([str(GRID)] * 3))
    assert (too_many.verdict, too_many.puzzle) == ("PE", 1)
    assert str(too_many.message) == "puzzle 2 (line 16): expected 81 digits, found more: '1'"


def test_a_short_row_counts_against_its_own_puzzle() -> None:
    short = str(GRID)[:-2]
    judgement = judged([LAYOUT] * 3, f"{GRID}\n{short}\nx")
    assert (judgement.verdict, judgement.puzzle) == ("PE", 1)
    assert str(judgement.message) == "puzzle 2 (line 16): line 18: expected 9 digits, found 8"
    # The grids before it are read as if nothing followed.
    assert printed_grids(3, f"{GRID}\n{short}\nx") == [GRID, *judgement.violations]


ODD_TEXTS = st.text() | st.text("0123456789 \n\r\x0c\x00\u2028x") | st.binary().map(repr)


@pytest.mark.parametrize("puzzles", [1, 3])
@examples(100, quick=8)
@given(text=ODD_TEXTS)
def test_rubbish_has_no_shape_and_is_never_an_exception(puzzles: int, text: str) -> None:
    judgement = judged([LAYOUT] * puzzles, text)
    assert judgement.verdict == "PE"
    assert str(judgement.message).isprintable()
    (violation,) = judgement.violations
    assert violation.rule == "shape"


@given(data=st.lists(st.binary(max_size=5), max_size=30))
def test_the_chunks_of_an_output_make_no_difference(data: list[bytes]) -> None:
    expected = Expectation((Entry(0, 1, LAYOUT),))
    assert expected.judge(data).verdict == expected.judge(b"".join(data)).verdict


def test_a_byte_order_mark_may_come_in_chunks() -> None:
    chunks = [bytes([byte]) for byte in f"\ufeff{GRID}".encode()]
    assert Expectation((Entry(0, 1, LAYOUT),)).judge(chunks).verdict == "AC"


def test_half_a_surrogate_is_no_digit() -> None:
    (violation,) = iq.check(LAYOUT, "\ud800")
    assert str(violation) == r"r1c1 is '\xed\xa0\x80', not a digit 1-9"


def test_an_output_may_be_as_long_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_output, "MAX_BYTES", 4)
    assert [*of_output.words([b"12 ", b"3"], longest=9)] == [b"12", b"3"]
    with pytest.raises(of_output.OutputTooLongError):
        list(of_output.words([b"12 ", b"34"], longest=9))


words = st.text(min_size=1, max_size=9).filter(
    lambda word: not {*" \t\r\n"} & {*word} and not word.startswith("\ufeff")
)


@given(words=st.lists(words, min_size=81, max_size=81))
def test_any_81_words_are_judged(words: list[str]) -> None:
    violations = iq.check(Puzzle(), "\n".join(" ".join(words[i : i + 9]) for i in range(0, 81, 9)))
    assert all(violation.rule in RULES for violation in violations)
    assert all(str(violation).isprintable() for violation in violations)


@given(grid=grids(), cell=st.integers(0, 80))
def test_a_digit_out_of_range_is_named_before_wrong_digits(grid: Grid, cell: int) -> None:
    text = "".join("0" if place == cell else "1" for place in range(81))
    reason = f"{label(cell)} is 0, not a digit 1-9"
    (violation,) = iq.check(layout_of(grid), text)
    assert (violation.rule, violation.cells, str(violation)) == ("range", (cell,), reason)


# --- swapped files -----------------------------------------------------------------------


@pytest.fixture
def swapped(tmp_path: Path, ineqsudoku: Command) -> Callable[[str, str], Ran]:
    """Calls `check` with two texts."""

    def call(input: str, output: str) -> Ran:
        (tmp_path / "input").write_text(input)
        (tmp_path / "output").write_text(output)
        ran = ineqsudoku("check", tmp_path / "input", tmp_path / "output")
        stdin = ineqsudoku("check", tmp_path / "input", "-", stdin=output.encode())
        assert stdin == ran
        return ran

    return call


@pytest.mark.parametrize(
    ("input", "output"),
    [
        (CONTEST_ANSWER, CONTEST),
        (CONTEST_ANSWER.replace(" ", ""), CONTEST),
        (CONTEST_ANSWER * 2, CONTEST * 2),
        ("\n".join(CONTEST_ANSWER.split()), CONTEST),
        ("NO SOLUTION", CONTEST),
        ("", CONTEST),
        (next(iter(POJ_3074.values())), next(iter(POJ_3074))),
    ],
)
def test_swapped_files_are_noticed(
    swapped: Callable[[str, str], Ran], input: str, output: str
) -> None:
    ran = swapped(input, output)
    assert (ran.code, ran.out) == (2, "")
    assert "are the two files swapped?" in ran.err


@pytest.mark.parametrize(
    ("input", "output", "code"),
    [
        (CONTEST, CONTEST_ANSWER, 0),
        (CONTEST, CONTEST, 1),
        (CONTEST_ANSWER, CONTEST_ANSWER, 0),
        (CONTEST_ANSWER, "NO SOLUTION", 1),
        (CONTEST_ANSWER, CONTEST_ANSWER.replace("5", "4"), 1),
        ("nonsense", CONTEST_ANSWER, 2),
        ("nonsense", "nonsense", 2),
    ],
)
def test_other_files_are_not_taken_for_swapped(
    swapped: Callable[[str, str], Ran], input: str, output: str, code: int
) -> None:
    ran = swapped(input, output)
    assert ran.code == code
    assert "swapped" not in ran.err


# --- the outputs that every checker is held to -------------------------------------------

TEST = ["01.in", "01.out", "01.ans"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a test."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "01.in").write_text(CONTEST)
    (tmp_path / "01.ans").write_text(CONTEST_ANSWER)
    return tmp_path


def test_every_output_gets_its_verdict(ineqsudoku: Command, folder: Path) -> None:
    for output in OUTPUTS:
        (folder / "01.out").write_bytes(output.data)
        ran = ineqsudoku("check", *TEST, "--json")
        judgement = json.loads(ran.out)
        verdict = judgement["verdict"]
        assert verdict == output.verdict, output.name
        assert f"{judgement['message']}\n" == ineqsudoku("check", *TEST).out, output.name
        assert bool(judgement["violations"]) == (verdict != "AC"), output.name
        assert ran.code == (verdict != "AC"), output.name
        if verdict == "WA":
            assert judgement["message"] == output.message, output.name


@pytest.mark.parametrize("answer", ["", " \n"])
def test_a_blank_answer_is_no_answer(ineqsudoku: Command, folder: Path, answer: str) -> None:
    (folder / "01.out").write_bytes(RIGHT)
    (folder / "01.ans").write_text(answer)
    assert ineqsudoku("check", *TEST).code == 0


def test_a_wrong_answer_file_is_trouble(ineqsudoku: Command, folder: Path) -> None:
    (folder / "01.out").write_bytes(RIGHT)
    (folder / "01.ans").write_text(CONTEST_ANSWER.replace("5", "6", 1))
    ran = ineqsudoku("check", *TEST)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("the judge's own answer is wrong: row 1 has the digit 6 twice: ")


@pytest.mark.parametrize(
    ("output", "code"), [("no  solution", 0), ("none", 1), (CONTEST_ANSWER, 1)]
)
def test_where_no_grid_is_right_the_answer_file_decides(
    ineqsudoku: Command, folder: Path, output: str, code: int
) -> None:
    puzzle = iq.read(CONTEST)
    (folder / "01.in").write_text(iq.write(turned(puzzle, puzzle.relations[0]), "contest"))
    (folder / "01.ans").write_text("no solution\n")
    (folder / "01.out").write_text(output)
    ran = ineqsudoku("check", *TEST)
    message = "the puzzle has no solution, and the output differs from the answer file"
    assert (ran.code, ran.out) == (code, f"{message if code else 'accepted'}\n")


@examples(300, quick=30)
@given(data=st.data())
def test_only_the_right_words_are_accepted(data: st.DataObject) -> None:
    """The words are those of the one solution, cut and changed at random."""
    pieces = [data.draw(st.sampled_from([RIGHT, *(out.data[:500] for out in OUTPUTS)]))]
    for _ in range(data.draw(st.integers(0, 3))):
        text = pieces.pop()
        start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        middle = data.draw(
            st.binary(max_size=4)
            | st.sampled_from([b"", b" ", b"\n", b"\r", b"\t", b"\f", b"0", text[start:end] * 2])
        )
        pieces.append(text[:start] + middle + text[end:])
    (text,) = pieces
    blanks = bytes.maketrans(of_output.BLANKS, b"    ")
    printed = text.removeprefix(b"\xef\xbb\xbf").translate(blanks).split(b" ")
    has_words = all(len(word) in (0, 1, 9, 81) for word in printed)
    right = has_words and b"".join(printed) == CONTEST_GRID.line.encode()
    asked = expectation(parse(whole_text(CONTEST, "input")).entries(), RIGHT)
    assert (asked.judge(text).verdict == "AC") is right


# --- large outputs -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="peaks are measured as Linux counts them")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("byte", ["\\0", "1", "x", "\\n", "\\377", " "])
def test_gigabytes_are_judged_in_bounded_memory(byte: str) -> None:
    """One endless line, or endless lines, from a pipe."""
    command = (
        f"head -c 3000000000 /dev/zero | tr '\\0' '{byte}' | "
        f"{shlex.quote(sys.executable)} -c 'import resource, sys\n"
        "from ineqsudoku.apps.cli.main import main\n"
        "try: main()\n"
        "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)'"
        " check 01.in - 01.ans"
    )
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert int(ran.stderr.split()[-1]) < 60_000


def endless(piece: bytes, read: list[int]) -> Iterator[bytes]:
    while True:
        read.append(len(piece))
        yield piece


@pytest.mark.parametrize(
    ("piece", "limit"),
    [
        (b"x" * 65536, 1),
        (b"1" * 10, 10),
        (b"1\n", 90),
        (RIGHT, 2),
        (b"\n" * 2**20, 129),
        (b" \r\n\t" * 2**18, 129),
    ],
)
def test_no_more_is_read_than_needed(piece: bytes, limit: int) -> None:
    read: list[int] = []
    asked = expectation(parse(whole_text(CONTEST, "input")).entries())
    assert asked.judge(endless(piece, read)).verdict == "PE"
    assert len(read) <= limit


def test_a_prompt_before_the_grid_is_quoted(ineqsudoku: Command) -> None:
    output = DATA / "cases" / "output-with-prompt.out"
    ran = ineqsudoku("check", EXAMPLES / "cqoi2013.in", output)
    assert ran == (1, "line 1: expected 9 digits, found 'Enter'\n", "")

"""Sentences in Chinese say what those in English say."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from data import real_puzzles
from effort import examples, slow
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from puzzles import CONTEST
from strategies import (
    OTHER_SIZES,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    puzzles_of,
    with_one_solution,
)

import ineqsudoku as iq
from ineqsudoku.explanation import chinese
from ineqsudoku.explanation.hints import STAGES
from ineqsudoku.explanation.techniques import NAMES
from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Puzzle

EXAMPLES = Path(__file__).parents[2] / "examples"

# At 16×16, drawn puzzles take minutes; an example of that size has a test of its own.
SMALL = [geometry for geometry in OTHER_SIZES if geometry.size <= 9]

few = settings(examples(20, quick=2), phases=(Phase.explicit, Phase.reuse, Phase.generate))

ONE_TO_NINE = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NUMBERS = {word: str(number) for number, word in enumerate(ONE_TO_NINE, 1)}

KINDS = {"row": "行", "column": "列", "box": "宫"}

LIMITS = {"not ": "不是 ", "at least ": "至少是 ", "at most ": "至多是 ", "": "是 "}

LIMIT = f"({'|'.join(LIMITS)})"


def numbers(text: str) -> str:
    """Replace the words for numbers by digits."""
    return re.sub(r"[A-Za-z]+", lambda word: NUMBERS.get(word[0].lower(), word[0]), text)


def cells(text: str) -> Counter[str]:
    return Counter(re.findall(r"r\d+c\d+", text))


def figures(text: str, geometry: Geometry) -> set[str]:
    """Return all numbers outside the names of cells, and the letters of large boards."""
    letters = f"|(?<![A-Za-z])[{geometry.symbols}](?![A-Za-z])" if geometry.size > 9 else ""
    return set(re.findall(rf"\d+{letters}", re.sub(r"r\d+c\d+", "", text)))


def english_houses(text: str) -> list[tuple[str, str]]:
    matches = re.findall(
        r"(row|column|box)(?:s|es)? (\d+(?:(?:, | and )\d+\b(?! can))*)", text, re.I
    )
    return [
        (KINDS[kind.lower()], n) for kind, places in matches for n in re.findall(r"\d+", places)
    ]


def chinese_houses(text: str) -> list[tuple[str, str]]:
    matches = re.findall(r"第 (\d+(?:、\d+)*) ([行列宫])", text)
    return [(kind, n) for places, kind in matches for n in places.split("、")]


def listed(text: str) -> str:
    return (
        text.replace(" and ", "、")
        .replace(", ", "、")
        .replace("、or ", " 或 ")
        .replace(" or ", " 或 ")
    )


def in_chinese(reason: str) -> str:
    return re.sub(r"(row|column|box) (\d+)", lambda m: f"第 {m[2]} {KINDS[m[1]]}", listed(reason))


def links(text: str) -> list[str]:
    """Return the Chinese form of each link in an English sentence."""
    matches = re.findall(rf"(r\d+c\d+) is {LIMIT}(\w(?:, \w)*(?: or \w)?) \(([^)]*)\)", text)
    return [
        f"{cell} {LIMITS[limit]}{listed(digits)}（{in_chinese(reason)}）"
        for cell, limit, digits, reason in matches
    ]


def end(text: str) -> str:
    """Return the Chinese form of the contradiction in an English sentence."""
    if match := re.search(r"(\w+ \d+) has no cell left for (\w+)", text):
        return f"{in_chinese(match[1])}没有格能填 {match[2]}，产生矛盾。"
    match = re.search(r"(r\d+c\d+) has no candidate left", text)
    assert match
    return f"{match[1]} 没有数可填，产生矛盾。"


def one_sign(text: str) -> str:
    match = re.fullmatch(
        rf"(\S+ [<>] (\S+)), and \S+ is {LIMIT}(\w), so (\S+) is {LIMIT}(\w)\.", text
    )
    assert match
    sign, other, known, digit, cell, limit, bound = match.groups()
    return f"{sign}，而 {other} {LIMITS[known]}{digit}，所以 {cell} {LIMITS[limit]}{bound}。"


def sign_bounds(text: str) -> str:
    match = re.fullmatch(
        rf"(?:In the chain (.+), )?(\S+) is (greater|less) than (.+), so it is {LIMIT}(\w)\.",
        numbers(text),
    )
    assert match
    chain, cell, how, others, limit, bound = match.groups()
    others = re.sub(
        r"all other cells of (\w+ \d+)", lambda m: f"{in_chinese(m[1])}的其他所有格", others
    )
    others = re.sub(
        r"(\d+) cells of (\w+ \d+) \((.+)\)",
        lambda m: f"{in_chinese(m[2])}的 {m[1]} 格（{listed(m[3])}）",
        others,
    )
    others = re.sub(r"^(\d+) cells$", r"\1 格", others)
    others = others if others.startswith("第") else f" {others}"
    head = f"在 {chain} 中，" if chain else ""
    how = {"greater": "大于", "less": "小于"}[how]
    return f"{head}{cell} {how}{others}，所以{LIMITS[limit]}{bound}。"


def assert_alike(step: iq.Step, geometry: Geometry) -> None:
    """Both sentences have the same cells, houses, digits and reasons."""
    said, english = chinese.sentence(step, geometry), step.text
    pair = english, said
    assert said.endswith("。")
    assert set(re.findall("[A-Za-z]+", said)) <= {"r", "c", *geometry.symbols}
    assert step.places == () or said.endswith(f" {geometry.symbols[step.places[0][1] - 1]}。")
    assert cells(english) <= cells(said), pair
    assert cells(said).keys() == cells(english).keys(), pair
    assert figures(numbers(english), geometry) == figures(said, geometry), pair
    assert sorted(english_houses(english)) == sorted(chinese_houses(said)), pair
    if len(step.chain) > 1 and step.technique != "nested contradictions":
        assert links(english), pair
        assert all(link in said for link in links(english)), (links(english), said)
        assert [said.index(link) for link in links(english)] == sorted(
            map(said.index, links(english))
        )
    if step.technique == "contradiction":
        assert end(english) in said, pair
    if step.technique == "one sign":
        assert one_sign(english) == said
    if step.technique == "sign bounds":
        assert sign_bounds(english) == said


def test_every_technique_has_a_name_and_a_sentence() -> None:
    assert chinese.NAMES.keys() == set(NAMES)
    assert chinese._SENTENCES.keys() == set(NAMES)


PUZZLES = (
    Puzzle.of(SUDOKU[6], givens=".....3...6..34.5..65....2....14...2."),
    Puzzle(
        givens="..9.23.....5.48.9.8............5.91.1..6....2..8.9...6974.6......3..94........5.."
    ),
    Puzzle(
        ">>>><<v^^vvv^^^<<<><<^v^v^^^vv><<>><>>>>><v^^vv^v^v<<><<>^vv^vv^^^>>><>><>><><^vvv^vv^v"
        "<><<<>vvv^^^^v^<<<>>>"
    ),
    Puzzle(
        "<<<<<>^v^^vv^v^><><><vvvv^^^^v><<>>>>>>><>v^^v^^^vv<><>><^vvvvv^^^>><>><<>><>>^vvv^vvv^"
        "><<>><v^^vv^^^v<><><>"
    ),
    Puzzle(
        "..><.>^..^^^v^v..<>.>v^..^.^..<.<.<>>>>>><v^^^vv^v.<>>>...v.^.v..^<>.<.<>.><><v^v.v..^v"
        "<.<.>..vv.^^v^.<.<<><"
    ),
    Puzzle(
        ".>>><<v^^.vv.^..<<>.<.v...^.vv><<>>..>>.><v^^vv..^.<<><<.^v.^vv^^.>>.<>.<.>.><^.vv.v.^.."
        ">.<.>vvv..^.v^<.<.>>"
    ),
    Puzzle(
        "><><<>v^^vv^^v^<<><>>^^vv^vvv^<><>><<>>><<vv^v^^^^^<<<<<>^^v^vv^v^>><<><><<>><^^^^v^vvv"
        "><><<>v^vv^^^^v<><<<>"
    ),
    Puzzle(
        "><<>>>^^vvv^^^^><<>>>^^^^v^vv^<><<><>>><<<vv^v^vvv^<<><<<^^vvvv^^v<>><<>>><><>vv^^^^^v^"
        "<<<<><^^v^^vv^^<>>><<"
    ),
    Puzzle(
        "<<<>>>^^v^^^vvv>>>><<^v^vv^^vv><><><<<>>>>vvvv^^v^^<><><<^v^^v^^vv><><><><<>><v^^vv^v^^"
        "<>><<>^vvv^v^^^<><<<>"
    ),
    Puzzle(
        "><<<<>v^^^^^vvv<<><<>vvv^v^^^^><><<<<>><><^vvv^v^^v><>><>v^vvvv^^^<><>>><><>><^v^^^vv^v"
        "><<><>vv^^v^^v^<<<>><"
    ),
)


@pytest.mark.slow
def test_sentences_of_all_techniques_say_the_same() -> None:
    seen = set()
    for puzzle in PUZZLES:
        for step in iq.explain(puzzle).steps:
            assert_alike(step, puzzle.geometry)
            seen.add(step.technique)
    assert seen == {*NAMES}


@pytest.mark.parametrize("folder", ["extended", *slow(["contest"])])
def test_sentences_of_real_puzzles_say_the_same(folder: str) -> None:
    for real in real_puzzles(folder):
        if real.solution:
            puzzle = iq.read(real.path)
            for step in iq.explain(puzzle).steps:
                assert_alike(step, puzzle.geometry)


@few
@given(partial_layouts() | mixed_puzzles() | plain_puzzles())
def test_sentences_of_any_puzzle_say_the_same(puzzle: Puzzle) -> None:
    for step in iq.explain(with_one_solution(puzzle)).steps:
        assert_alike(step, puzzle.geometry)


@pytest.mark.parametrize("geometry", SMALL, ids=str)
@given(data=st.data())
@few
def test_sentences_of_every_size_say_the_same(geometry: Geometry, data: st.DataObject) -> None:
    puzzle = with_one_solution(data.draw(puzzles_of(geometry)))
    for step in iq.explain(puzzle).steps:
        assert_alike(step, geometry)


LATIN = Puzzle.of(latin(4), givens=".23.2.43...2.3.1")


def hints(puzzle: Puzzle) -> list[iq.Hint]:
    solution = iq.solve(puzzle).solutions[0]
    size, others = puzzle.geometry.size, len(puzzle.geometry.cells) - 1
    right, wrong = solution[0], solution[0] % size + 1
    marks = " ".join([f"{wrong}{wrong % size + 1}", *["."] * others])
    return [
        iq.hint(puzzle),
        iq.hint(puzzle, str(right) + "." * others),
        iq.hint(puzzle, str(wrong) + "." * others),
        iq.hint(puzzle, marks),
        iq.hint(puzzle, solution.line),
    ]


@pytest.mark.parametrize("puzzle", [iq.read(CONTEST), LATIN], ids=["boxes", "no boxes"])
@pytest.mark.parametrize("number", STAGES)
def test_stages_of_hints_name_the_same_cells_and_houses(puzzle: Puzzle, number: int) -> None:
    for hint in hints(puzzle):
        english, translation = hint.stage(number), chinese.stage(hint, number)
        assert cells(english).keys() == cells(translation).keys()
        assert sorted(english_houses(english)) == sorted(chinese_houses(translation))
        assert not set(re.findall("[a-z]+", translation)) - {"r", "c"}


def test_other_stages_are_refused() -> None:
    with pytest.raises(ValueError, match="stage is 5, but must be 1, 2, 3 or 4"):
        chinese.stage(iq.hint(iq.read(CONTEST)), 5)


def test_letters_stand_for_the_digits_of_large_boards() -> None:
    puzzle, *_ = iq.read_all(EXAMPLES / "poj3076.in")
    for step in iq.explain(puzzle).steps[:200]:
        assert_alike(step, SUDOKU[16])

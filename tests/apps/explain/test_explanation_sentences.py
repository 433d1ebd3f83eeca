"""Sentences of steps and hints, and that all languages say the same."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from book import of_each_position
from chinese import english_words
from data import real_puzzles
from effort import examples, slow
from hypothesis import Phase, given, settings, strategies as st
from strategies import any_puzzles, with_one_solution

import ineqsudoku as iq
from ineqsudoku.apps.explain.hints import STAGES, Hint
from ineqsudoku.apps.explain.merging import merge
from ineqsudoku.apps.explain.step import Details
from ineqsudoku.apps.explain.techniques import NAMES, name_of
from ineqsudoku.apps.explain.values import Contradiction, Link, Premises
from ineqsudoku.geometry import DIGITS, label
from ineqsudoku.messages import ENGLISH, LANGUAGES, use_language
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

OTHERS = [language for language in LANGUAGES if language != ENGLISH]

few = settings(examples(20, quick=2), phases=(Phase.explicit, Phase.reuse, Phase.generate))


# --- what sentences say ---


def step(
    technique: str,
    effect: str,
    houses: tuple[int, ...] = (),
    signs: str = "",
    details: Details = Details(),  # noqa: B008 - frozen
    contradiction: Contradiction | None = None,
) -> iq.Step:
    """A step that places `r1c1=5`, or removes `r1c1-5 r1c2-5`."""
    places, removes = (
        tuple((cell(name), int(symbol)) for name, symbol in re.findall(pattern, effect))
        for pattern in (r"(\w+)=(\w)", r"(\w+)-(\w)")
    )
    relations = tuple(
        Relation(cell(a), cell(b)) for a, b in (pair.split("<") for pair in signs.split())
    )
    premises = Premises((), houses, relations)
    return iq.Step(technique, places, removes, premises, 1.0, (), details, contradiction)


def cell(name: str) -> int:
    row, column = re.findall(r"\d+", name)
    return 9 * int(row) + int(column) - 10


def cells(names: str) -> tuple[int, ...]:
    return tuple(map(cell, names.split()))


def mask(digits: str) -> int:
    return sum(1 << int(digit) - 1 for digit in digits)


def candidates(text: str) -> tuple[tuple[int, int], ...]:
    """Read candidates such as `r1c1:23 r1c2:3`."""
    return tuple((cell(name), mask(left)) for name, left in (f.split(":") for f in text.split()))


BOX_1, BOX_3 = 18, 20

LINKS = (
    Link(0, mask("5")),
    Link(1, mask("2"), (0,), houses=(BOX_1,)),
    Link(3, mask("456789"), (1,), relations=(Relation(1, 3),)),
    Link(4, mask("123"), (0, 2), houses=(0,), relations=(Relation(4, 3),)),
    Link(30, mask("7"), (1, 3), house=3, houses=(BOX_1,)),
)


def chain(technique: str, links: tuple[Link, ...], end: Contradiction) -> iq.Step:
    """A step that supposes that r1c1 is 5, and ends with a contradiction."""
    assert links[-1].contradiction == end
    return replace(step(technique, "r1c1-5", contradiction=end), chain=links)


SENTENCES = [
    (
        step("full house", "r1c2=5", (9,)),
        "r1c2 is the only empty cell of column 1, so it is 5.",
        "第 1 列只剩 r1c2 一个空格，所以填 5。",
    ),
    (
        step("hidden single", "r1c2=5", (BOX_1,)),
        "In box 1, only r1c2 can be 5.",
        "第 1 宫只有 r1c2 能填 5。",
    ),
    (
        step("naked single", "r1c2=5"),
        "The only candidate left for r1c2 is 5.",
        "r1c2 只剩候选数 5。",
    ),
    (
        step(
            "sign bounds", "r1c2-1", (), "r1c1<r1c2", Details(cells("r1c1 r1c2"), count=1, limit=2)
        ),
        "r1c2 is greater than r1c1, so it is at least 2.",
        "r1c2 大于 r1c1，所以至少是 2。",
    ),
    (
        step(
            "sign bounds", "r1c1-9", (), "r1c1<r1c2", Details(cells("r1c1 r1c2"), count=1, limit=8)
        ),
        "r1c1 is less than r1c2, so it is at most 8.",
        "r1c1 小于 r1c2，所以至多是 8。",
    ),
    (
        step(
            "sign bounds",
            "r1c3-2",
            (),
            "r1c1<r1c2 r1c2<r1c3",
            Details(cells("r1c1 r1c2 r1c3"), count=2, limit=3),
        ),
        "r1c1 < r1c2 < r1c3, so r1c3 is at least 3.",
        "r1c1 < r1c2 < r1c3，所以 r1c3 至少是 3。",
    ),
    (
        step(
            "sign bounds",
            "r1c1-8",
            (BOX_1,),
            "r1c1<r1c2 r1c1<r2c1",
            Details(cells("r1c2 r2c1"), count=2, limit=7),
        ),
        "r1c1 is less than 2 cells of box 1 (r1c2 and r2c1), so it is at most 7.",
        "r1c1 小于第 1 宫的 2 格（r1c2、r2c1），所以至多是 7。",
    ),
    (
        step("sign bounds", "r1c2-1", (BOX_1,), "r1c1<r1c2", Details(count=8, limit=9)),
        "r1c2 is greater than all other cells of box 1, so it is 9.",
        "r1c2 大于第 1 宫的其他所有格，所以是 9。",
    ),
    (
        step("one sign", "r1c2-3", (), "r1c1<r1c2", Details((), candidates("r1c1:357"), limit=4)),
        "r1c2 > r1c1, and r1c1 is at least 3, so r1c2 is at least 4.",
        "r1c2 > r1c1，而 r1c1 至少是 3，所以 r1c2 至少是 4。",
    ),
    (
        step("one sign", "r1c1-7", (), "r1c1<r1c2", Details((), candidates("r1c2:2"), limit=1)),
        "r1c1 < r1c2, and r1c2 is 2, so r1c1 is 1.",
        "r1c1 < r1c2，而 r1c2 是 2，所以 r1c1 是 1。",
    ),
    (
        step(
            "counting",
            "r1c1-4",
            (BOX_1,),
            "r1c2<r1c1 r2c1<r1c1",
            Details(cells("r1c2 r2c1"), digits=mask("24"), limit=5),
        ),
        "In box 1, r1c2 and r2c1 are less than r1c1. "
        "The least they can hold is 2 and 4, so r1c1 is at least 5.",
        "在第 1 宫中，r1c2、r2c1 都小于 r1c1。它们互不相同，最小只能是 2、4，所以 r1c1 至少是 5。",
    ),
    (
        step(
            "counting",
            "r1c1-7",
            (BOX_1,),
            "r1c1<r1c2 r1c1<r2c1",
            Details(cells("r1c2 r2c1"), digits=mask("68"), limit=5),
        ),
        "In box 1, r1c2 and r2c1 are greater than r1c1. "
        "The most they can hold is 6 and 8, so r1c1 is at most 5.",
        "在第 1 宫中，r1c2、r2c1 都大于 r1c1。它们互不相同，最大只能是 6、8，所以 r1c1 至多是 5。",
    ),
    (
        step("pointing", "r1c4-5 r1c7-5", (BOX_1, 0)),
        "In box 1, the 5 can only be in row 1, so r1c4 and r1c7 are not 5.",
        "第 1 宫的 5 只能填在第 1 行，所以 r1c4、r1c7 都不是 5。",
    ),
    (
        step(
            "naked pair",
            "r1c3-2 r1c3-4 r1c4-4",
            (0,),
            details=Details(cells("r1c1 r1c2"), digits=mask("24")),
        ),
        "In row 1, r1c1 and r1c2 can only hold 2 and 4, so r1c3 is not 2 or 4, and r1c4 is not 4.",
        "第 1 行的 r1c1、r1c2 只能填 2、4，所以 r1c3 不是 2 或 4，r1c4 不是 4。",
    ),
    (
        step(
            "hidden triple",
            "r1c1-5 r1c2-6 r1c3-7",
            (BOX_3,),
            details=Details(cells("r1c1 r1c2 r1c3"), digits=mask("124")),
        ),
        "In box 3, only r1c1, r1c2 and r1c3 can hold 1, 2 and 4, so they hold nothing else: "
        "r1c1 is not 5; r1c2 is not 6; r1c3 is not 7.",
        "第 3 宫的 1、2、4 只能填在 r1c1、r1c2、r1c3，所以这几格不能填别的："
        "r1c1 不是 5；r1c2 不是 6；r1c3 不是 7。",
    ),
    (
        step("X-wing", "r3c2-5", (0, 3, 10, 16)),
        "In rows 1 and 4, the 5 can only be in columns 2 and 8, so these have no other 5: "
        "r3c2 is not 5.",
        "第 1、4 行的 5 只能填在第 2、8 列，所以第 2、8 列的其他格不能填 5：r3c2 不是 5。",
    ),
    (
        step("arrangements", "r3c2-5", (BOX_1,), details=Details(count=1)),
        "There is only one way left to fill box 1, so r3c2 is not 5.",
        "第 1 宫只剩 1 种填法，所以 r3c2 不是 5。",
    ),
    (
        step("arrangements", "r3c2-5", (BOX_1,), details=Details(count=12)),
        "There are 12 ways left to fill box 1. In all of them, r3c2 is not 5.",
        "第 1 宫还有 12 种填法，无论哪一种，r3c2 不是 5。",
    ),
    (
        step("XY-wing", "r3c2-5", details=Details((), candidates("r1c1:23 r1c5:25 r4c1:35"))),
        "If r1c1 is 2, then r1c5 is 5; if it is 3, then r4c1 is 5. In both cases, r3c2 is not 5.",
        "如果 r1c1 是 2，那么 r1c5 是 5；如果它是 3，那么 r4c1 是 5。"
        "两种情况都能推出 r3c2 不是 5。",
    ),
    (
        step("XYZ-wing", "r3c2-5", details=Details((), candidates("r1c1:235 r1c5:25 r4c1:35"))),
        "If r1c1 is 2, then r1c5 is 5; if it is 3, then r4c1 is 5; otherwise it is 5 itself. "
        "In all cases, r3c2 is not 5.",
        "如果 r1c1 是 2，那么 r1c5 是 5；如果它是 3，那么 r4c1 是 5；否则它自己就是 5。"
        "无论哪种情况，都能推出 r3c2 不是 5。",
    ),
    (
        chain(
            "alternating chain",
            (*LINKS, Link(0, mask("12346789"), (4,), houses=(9,), contradiction=0)),
            end=0,
        ),
        "Suppose r1c1 is 5.\n"
        "1. Then r1c2 is 2 (box 1).\n"
        "2. Then r1c4 is at least 4 (r1c2 < r1c4).\n"
        "3. From the assumption and 2, r1c5 is at most 3 (row 1 and r1c5 < r1c4).\n"
        "4. From 1 and 3, row 4 has only r4c4 left for 7.\n"
        "5. Then r1c1 cannot be 5 (column 1).\n"
        "Hence r1c1 is not 5.",
        "假设 r1c1 是 5。\n"
        "1. 于是 r1c2 是 2（第 1 宫）。\n"
        "2. 于是 r1c4 至少是 4（r1c2 < r1c4）。\n"
        "3. 由假设、2 可知，r1c5 至多是 3（第 1 行、r1c5 < r1c4）。\n"
        "4. 由 1、3 可知，第 4 行只剩 r4c4 能填 7。\n"
        "5. 于是 r1c1 不能是 5（第 1 列）。\n"
        "所以 r1c1 不是 5。",
    ),
    (
        chain(
            "contradiction",
            (*LINKS[:2], Link(0, mask("12346789"), (1,), contradiction=(12, 3))),
            end=(12, 3),
        ),
        "Suppose r1c1 is 5.\n"
        "1. Then r1c2 is 2 (box 1).\n"
        "2. Then column 4 has no cell left for 3.\n"
        "Hence r1c1 is not 5.",
        "假设 r1c1 是 5。\n"
        "1. 于是 r1c2 是 2（第 1 宫）。\n"
        "2. 于是第 4 列没有格能填 3。\n"
        "所以 r1c1 不是 5。",
    ),
]


@pytest.mark.parametrize(("one", "english", "chinese"), SENTENCES)
def test_sentences(one: iq.Step, english: str, chinese: str) -> None:
    assert str(one) == english
    with use_language("zh"):
        assert str(one) == chinese


def test_a_digit_in_several_houses_is_one_step() -> None:
    (both,) = merge(
        [step("hidden single", "r1c2=8", (BOX_1,)), step("hidden single", "r3c7=8", (BOX_3,))]
    )
    assert str(both) == "The only cell for 8 is r1c2 in box 1, then r3c7 in box 3."
    with use_language("zh"):
        assert str(both) == "8 在第 1 宫只能填在 r1c2，然后在第 3 宫只能填在 r3c7。"


def test_links_that_follow_from_two_digits_are_one_step() -> None:
    signs = (Relation(1, 0),)
    six, seven = (
        replace(
            step("contradiction", f"r1c1-{digit}", contradiction=(0, 8)),
            chain=(
                Link(0, mask(digit)),
                Link(0, mask("123456789") ^ mask(digit), (0,), None, (), signs, (0, 8)),
            ),
        )
        for digit in "67"
    )
    (both,) = merge([six, seven])
    assert both.removes == ((0, 6), (0, 7))
    assert str(both) == (
        "Suppose r1c1 is 6 or 7.\n"
        "1. Then row 1 has no cell left for 8 (r1c2 < r1c1).\n"
        "Hence r1c1 is not 6 or 7."
    )
    eight = replace(seven, chain=(Link(0, mask("8")), *seven.chain[1:]))
    assert merge([six, eight]) == (six, eight)


def test_a_step_that_removes_less_says_less() -> None:
    """A hint leaves out what earlier steps have removed."""
    one = step("pointing", "r1c4-5 r1c7-5", (BOX_1, 0))
    assert str(replace(one, removes=one.removes[:1])).endswith("so r1c4 is not 5.")


# --- all languages say the same ---


def english_houses(text: str) -> set[tuple[str, str]]:
    pattern = r"(row|column|box)(?:es|s)? (\d+(?:(?:, | and )\d+\b(?! can))*)"
    matches = re.findall(pattern, text)
    return {(kind, number) for kind, places in matches for number in re.findall(r"\d+", places)}


def chinese_houses(text: str) -> set[tuple[str, str]]:
    kinds = {"行": "row", "列": "column", "宫": "box"}
    matches = re.findall(r"第 (\d+(?:、\d+)*) ([行列宫])", text)
    return {(kinds[kind], number) for places, kind in matches for number in places.split("、")}


HOUSES = {ENGLISH: english_houses, "zh": chinese_houses}
"""The houses that a sentence names; a further language needs a line."""


def names_of_cells(text: str) -> set[str]:
    return set(re.findall(r"r\d+c\d+", text))


def figures(text: str) -> set[str]:
    """Return all numbers outside the names of cells."""
    text = re.sub(r"\bone (way|more)", "1", text)
    return set(re.findall(r"\d+", re.sub(r"r\d+c\d+", "", text)))


def assert_translated(text: str) -> None:
    """A sentence has no word of English but the letters in `XY-wing`."""
    assert not english_words(text), text
    assert text.endswith(("。", "？"))


def assert_alike(one: iq.Step) -> None:
    """The sentences of all languages name the same cells, digits and houses."""
    english = str(one)
    for language in OTHERS:
        with use_language(language):
            other = str(one)
            assert_translated(f"{name_of(one.technique)}{other}")
        assert names_of_cells(other) == names_of_cells(english), (english, other)
        assert figures(other) == figures(english), (english, other)
        if language in HOUSES:
            assert HOUSES[language](other) == english_houses(english), (english, other)


@of_each_position
def test_sentences_of_all_techniques_say_the_same(position: Any) -> None:
    for one in position.example[1]:
        assert_alike(one)
        assert_clue(one)


def assert_clue(one: iq.Step) -> None:
    """The stages of a hint agree in all languages; the first names a place, but no cell."""
    if one.technique in NAMES:
        hint = Hint("step", (one,))
        assert_stages_alike(hint)
        assert hint.stage(1).houses
        assert not hint.stage(1).cells


@pytest.mark.parametrize("folder", slow(["extended", "contest"]))
def test_sentences_of_real_puzzles_say_the_same(folder: str) -> None:
    for real in real_puzzles(folder):
        if real.solution:
            for one in iq.explain(iq.read(real.path)).steps:
                assert_alike(one)
                assert_clue(one)


@given(any_puzzles())
@few
def test_sentences_of_any_puzzle_say_the_same(puzzle: Puzzle) -> None:
    for one in iq.explain(with_one_solution(puzzle)).steps:
        assert_alike(one)


# --- hints ---


@given(any_puzzles(), st.data())
@settings(examples(100, quick=10), phases=few.phases)
def test_stages_of_hints_name_the_houses_and_cells_of_their_data(
    puzzle: Puzzle, data: st.DataObject
) -> None:
    """On random positions: with digits, with notes, with some of them wrong."""
    puzzle = with_one_solution(puzzle)
    solution = iq.solve(puzzle).solutions[0].line
    share = data.draw(st.sampled_from([0, 1, 4, 8]), "tenths of the cells that are filled")
    wrong = data.draw(st.sets(st.integers(0, 80), max_size=3), "wrong cells")
    has_notes = data.draw(st.booleans(), "whether there are notes")
    random = data.draw(st.randoms(use_true_random=True))
    words = []
    for place, right in enumerate(solution):
        others = DIGITS.replace(right, "")
        notes = "".join(sorted({*random.sample(others, 4), *([] if place in wrong else right)}))
        digit = random.choice(others) if place in wrong else right
        is_filled = random.randrange(10) < share
        words.append(digit if is_filled else notes if has_notes else ABSENT)
    assert_stages_alike(iq.hint(puzzle, " ".join(words)))


def assert_stages_alike(hint: Hint) -> None:
    """All languages name the same cells and houses: in the first two stages, those of the data."""
    for number in STAGES:
        stage = hint.stage(number)
        english = str(stage)
        if number < STAGES[-1]:
            assert names_of_cells(english) == {*map(label, stage.cells)}
            labels = {f"{kind} {place}" for kind, place in english_houses(english)}
            assert labels == {*stage.to_dict()["houses"]}
        else:
            assert names_of_cells(english) >= {*map(label, stage.cells)}
        for language in OTHERS:
            with use_language(language):
                other = str(stage)
            assert_translated(other)
            assert names_of_cells(english) == names_of_cells(other)
            if language in HOUSES:
                assert HOUSES[language](other) == english_houses(english)

"""Compact lines that the kernel reads give the same answers as single puzzles."""

from __future__ import annotations

import io
from collections import Counter
from random import Random

import pytest
from effort import examples
from hypothesis import example, given, strategies as st
from layouts import random_grids
from mutation import mutated
from puzzles import CONTEST, turned, without
from strategies import any_layouts, partial_layouts
from twins import in_python, node_limits

import ineqsudoku as iq
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.solve.answers import RENDERINGS, Answers, Piece, Task, answer
from ineqsudoku.formats import pieces
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import EngineChoice
from ineqsudoku.search.compact_lines import answer_lines
from ineqsudoku.search.kernel import kernel

_boxes = pytest.importorskip("ineqsudoku.search.kernel._boxes", reason="the kernel is not compiled")

if not kernel("boxes"):
    pytest.skip("the kernel is not used", allow_module_level=True)

UNIQUE = iq.read(CONTEST)
NONE = turned(UNIQUE, UNIQUE.relations[0])
MULTIPLE = without(UNIQUE, 24)
SPARSE = Puzzle(UNIQUE.signs[:54] + "." * 54)

MIXED = [UNIQUE, NONE, UNIQUE, MULTIPLE, SPARSE, UNIQUE, UNIQUE, NONE]


def text_of(puzzles: list[Puzzle]) -> str:
    return "".join(puzzle.signs + "\n" for puzzle in puzzles)


def as_line(result: iq.SearchResult, limit: int) -> str:
    return RENDERINGS["line"](result, limit)


@given(
    st.lists(any_layouts() | partial_layouts(108) | st.sampled_from(MIXED), max_size=8),
    st.sampled_from([1, 2]),
    st.sampled_from(["auto", "boxes"]),
    node_limits | st.none(),
    st.sampled_from([0, 1, None]),
)
@example(MIXED, 2, "auto", None, 0)
@example(MIXED, 1, "boxes", 3, 0)
@example(MIXED, 2, "boxes", None, 1)
@examples(200, quick=20)
def test_the_kernel_answers_lines_as_solve_many_answers_puzzles(
    puzzles: list[Puzzle],
    limit: int,
    engine: EngineChoice,
    node_limit: int | None,
    most: int | None,
) -> None:
    answered = answer_lines(text_of(puzzles), limit, engine, node_limit, None, most)
    assert answered is not None
    results = [*iq.solve_many(puzzles, limit, engine, node_limit)]
    expected = [as_line(result, limit) for result in results]
    left = dict(answered.left())
    assert left == {index: puzzles[index].signs for index in left}
    assert [*left] == sorted(left)
    assert answered.text([expected[index] for index in left]) == "".join(expected)
    others = [
        (index, result.status)
        for index, (result, line) in enumerate(zip(results, expected, strict=True))
        if not line[0].isdigit()
    ]
    assert answered.answered() == Counter(status for index, status in others if index not in left)
    if engine == "boxes":
        of_status = {
            status: [index for index, its in others if its == status]
            for status in ("none", "multiple", "unknown")
        }
        firsts = [index for status in ("none", "multiple") for index in of_status[status][:most]]
        assert [*left] == sorted(firsts + of_status["unknown"])


def test_most_layouts_are_answered_without_values() -> None:
    grids = random_grids(Random(5))
    layouts = [mutated(next(grids), Random(seed), borders=False).signs for seed in range(60)]
    full = [Puzzle(signs) for signs in layouts if "." not in signs]
    unique = [puzzle for puzzle in full if iq.solve(puzzle).status == "unique"]
    answered = answer_lines(text_of(unique), 2, "auto", None, None)
    assert unique
    assert answered is not None
    assert (len(answered), [*answered.left()]) == (len(unique), [])


@pytest.mark.parametrize(
    "text",
    [
        UNIQUE.signs,
        UNIQUE.signs + "\n\n",
        "\n" + UNIQUE.signs + "\n",
        UNIQUE.signs + " \n",
        UNIQUE.signs + "\r\n",
        UNIQUE.signs[:-1] + "\n",
        UNIQUE.signs + ".\n",
        UNIQUE.signs[:-1] + "v\n",
        UNIQUE.signs[:-1] + "V\n",
        UNIQUE.signs[:-1] + "＜\n",
        UNIQUE.signs[:-1] + "\udc80\n",
        UNIQUE.signs[:-1] + "\0\n",
        f"{UNIQUE.signs}\n{UNIQUE.signs}<{UNIQUE.signs}\n",
    ],
)
def test_other_lines_are_not_answered(text: str) -> None:
    good = UNIQUE.signs + "\n"
    for lines in (text, good + text, text + good):
        assert answer_lines(lines, 2, "auto", None, None) is None


def test_other_searches_than_that_of_boxes_answer_no_lines() -> None:
    lines = text_of([UNIQUE])
    assert answer_lines(lines, 2, "auto", None, None)
    assert answer_lines(lines, 2, "cells", None, None) is None
    assert answer_lines(lines, 2, "auto", None, 1.0) is None
    assert answer_lines(lines, None, "auto", None, None) is None
    with in_python():
        assert answer_lines(lines, 2, "auto", None, None) is None


def test_malformed_arguments_of_the_kernel_are_refused() -> None:
    lines = text_of([UNIQUE])
    with pytest.raises(ValueError, match="not lines of 108 signs"):
        _boxes.solve_lines(0, lines + ".", 2, 0, 2**64 - 1)
    with pytest.raises(ValueError, match="1 or 2 solutions"):
        _boxes.solve_lines(0, lines, 3, 0, 0)
    with pytest.raises(ValueError, match="no path"):
        _boxes.solve_lines(len(_boxes.PATHS), lines, 2, 0, 0)
    with pytest.raises(OverflowError):
        _boxes.solve_lines(0, lines, 2, -1, 0)


def test_every_path_answers_lines_alike() -> None:
    paths = range(len(_boxes.PATHS))
    first, *others = [_boxes.solve_lines(path, text_of(MIXED), 2, 0, 160) for path in paths]
    assert others == [first] * len(others)


SLIPS = [
    UNIQUE.signs[:50] + "x" + UNIQUE.signs[51:],
    UNIQUE.signs[:-3],
    "",
    UNIQUE.signs[:50].replace("v", "V") + UNIQUE.signs[50:],
    "# a comment",
    "  " + UNIQUE.signs,
    UNIQUE.signs.replace("<", "＜"),
]


@given(
    st.lists(st.sampled_from([puzzle.signs for puzzle in MIXED] + SLIPS), min_size=1, max_size=12),
    st.sampled_from([1, 2]),
    st.sampled_from(["auto", "boxes"]),
    st.sampled_from([None, 1, 4]),
    st.sampled_from([None, "line", "grid"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([0, 2]),
)
@examples(150)
def test_pieces_give_the_same_outcomes_with_and_without_answer_lines(
    lines: list[str],
    limit: int,
    engine: EngineChoice,
    node_limit: int | None,
    to: str | None,
    end: str,
    messages: int,
) -> None:
    data = "".join(line + end for line in [UNIQUE.signs, *lines]).encode()
    task = Task(engine, limit, node_limit, None, to, messages)
    source = Source("file")
    for source_text in pieces(io.BytesIO(data), "file"):
        piece = Piece(source, source_text)
        told = _told(answer(piece, task))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ineqsudoku.apps.solve.answers.answer_lines", lambda *_: None)
            assert _told(answer(piece, task)) == told


def _told(answers: Answers) -> tuple[object, ...]:
    """Answers with their notes as texts, as errors do not compare."""
    notes = [(kind, place, str(what)) for kind, place, what in answers.notes]
    return (*answers._replace(notes=()), notes)

"""Messages on the first line of an output that is no row."""

from __future__ import annotations

import pytest
from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.messages import use_language

PUZZLE = iq.read(CONTEST)
LINE = CONTEST_GRID.line
ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]


def reason(output: str) -> str:
    (violation,) = iq.check(PUZZLE, output)
    assert violation.rule == "shape"
    return str(violation)


def in_groups(row: str) -> str:
    return f"{row[:3]} {row[3:6]} {row[6:]}"


@pytest.mark.parametrize(
    ("prompt", "word"),
    [
        ("Enter the puzzle:\n", "Enter"),
        ("Enter the puzzle: ", "Enter"),
        ("请输入：\n", "请输入："),
        ("Solution:\n", "Solution:"),  # nine characters, like a row
        ("Case 1:\n", "Case"),
        ("\ufeffyes\n", "yes"),
    ],
)
@pytest.mark.parametrize("blank", ["", " "])
def test_a_word_that_is_no_number_is_quoted(prompt: str, word: str, blank: str) -> None:
    rows = "\n".join(map(blank.join, ROWS))
    assert reason(prompt + rows) == f"line 1: expected 9 digits, found '{word}'"


def test_a_note_between_rows_has_its_line() -> None:
    rows = CONTEST_ANSWER.splitlines()
    text = "\n".join([*rows[:3], "------+-------+------", *rows[3:]])
    assert reason(text) == "line 4: expected 9 digits, found '------+-------+-----...'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "\n".join(map(in_groups, ROWS)),
            f"line 1: expected 9 digits, all apart or all together, found '{in_groups(ROWS[0])}'",
        ),
        (
            CONTEST_ANSWER.replace("5 3 9", "5 39", 1),
            "line 1: expected 9 digits, all apart or all together, found '5 39 4 6 8 2 1 7'",
        ),
        (
            CONTEST_ANSWER.replace(" ", "").replace(ROWS[4], in_groups(ROWS[4])),
            f"line 5: expected 9 digits, all apart or all together, found '{in_groups(ROWS[4])}'",
        ),
        (
            " ".join(map(in_groups, ROWS)),
            "line 1: expected 81 digits, all apart or all together, "
            "found '539 468 217 248 197 ...'",
        ),
    ],
)
def test_digits_in_groups_are_explained(text: str, message: str) -> None:
    assert reason(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CONTEST_ANSWER[2:], "line 1: expected 9 digits, found 8"),
        (CONTEST_ANSWER.replace("\n", " 1\n", 1), "line 1: expected 9 digits, found 10"),
        (CONTEST_ANSWER.replace("5", "10 5", 1), "line 1: expected 9 digits, found 10"),
        ("\n".join(ROWS)[1:], "line 1: expected 9 digits, found 8"),
        (LINE[1:], "line 1: expected 81 digits, found 80"),
        (" ".join(LINE[1:]), "line 1: expected 81 digits, found 80"),
        ("\n".join(ROWS[1:]), "expected 81 digits, found 72"),
        ("\n".join([*ROWS, ROWS[0]]), f"expected 81 digits, found more: '{ROWS[0]}'"),
        (CONTEST_ANSWER + "Time: 3 ms", "expected 81 digits, found more: 'Time:'"),
    ],
)
def test_too_few_and_too_many_digits_are_counted(text: str, message: str) -> None:
    assert reason(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Enter:\n" + CONTEST_ANSWER, "输出的第 1 行应有 9 个数字，却出现了 'Enter:'"),
        (CONTEST_ANSWER[2:], "输出的第 1 行应有 9 个数字，实有 8 个"),
        (
            "\n".join(map(in_groups, ROWS)),
            "输出的第 1 行应有 9 个数字，要么逐个隔开，要么全部连写，实为 '539 468 217'",
        ),
    ],
)
def test_the_messages_are_chinese_as_well(text: str, message: str) -> None:
    with use_language("zh"):
        assert reason(text) == message

"""Messages of `solve` about single puzzles: the first 20 of a kind, then the number of the rest."""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from chinese import english_words
from commands import Command, Ran
from effort import slow
from puzzles import CONTEST, turned

import ineqsudoku as iq
from ineqsudoku.apps.batch import ordered_map
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.solve import answers
from ineqsudoku.apps.solve.answers import Piece, Task, answer, remark
from ineqsudoku.formats import pieces, reading
from ineqsudoku.messages import Message

PUZZLE = iq.read(CONTEST)
LINES = {
    "unique": PUZZLE.signs,
    "without a solution": turned(PUZZLE, PUZZLE.relations[0]).signs,
    "with more than one solution": PUZZLE.signs[:84] + "." * 24,
    "left undecided": "." * 18 + PUZZLE.signs[18:],
    "that cannot be read": "<" * 107,
}
OF_KIND = {
    "no solution": "without a solution",
    "more than one solution": "with more than one solution",
    "undecided": "left undecided",
    "expected": "that cannot be read",
    "this puzzle cannot be read either": "that cannot be read",
}
"""The kind of a message by its words."""

LIMITED = ("--engine", "boxes", "--node-limit", "10")
"""The puzzle to be left undecided takes 37, the one with several solutions 6."""

MESSAGE = re.compile(r"^(\S+?):(?:\d+:)+ ", re.MULTILINE)


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two files of some pieces with every kind of puzzles, more and fewer than 20 of each."""
    monkeypatch.setattr(reading, "PIECE", 1500)
    monkeypatch.chdir(tmp_path)
    for name, seed, most in (("a.txt", 1, 50), ("b.txt", 2, 22)):
        random = Random(seed)
        numbers = (most, most, 20, 3, most)
        lines = [line for line, n in zip(LINES.values(), numbers, strict=True) for _ in range(n)]
        random.shuffle(lines)
        (tmp_path / name).write_text("".join(f"{line}\n" for line in [PUZZLE.signs, *lines]))
    return tmp_path


def limited(verbose: str) -> str:
    """All messages, limited to 20 of a kind for each source."""
    starts = [match.start() for match in MESSAGE.finditer(verbose)]
    messages = [verbose[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
    seen: dict[str, Counter[str]] = {}
    shown: dict[str, list[str]] = {}
    for message in messages:
        source, words = message.partition(":")[0], MESSAGE.sub("", message, count=1)
        kind = next(kind for start, kind in OF_KIND.items() if words.startswith(start))
        numbers = seen.setdefault(source, Counter())
        numbers[kind] += 1
        shown.setdefault(source, []).extend([message] * (numbers[kind] <= 20))
    for source, numbers in seen.items():
        for kind in dict.fromkeys(OF_KIND.values()):
            if numbers[kind] > 20:
                more = f"{numbers[kind] - 20} more puzzle{'s' * (numbers[kind] != 21)} {kind}"
                shown[source].append(f"{source}: {more}\n")
    return "".join("".join(messages) for messages in shown.values())


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize(
    "options",
    [
        *(["--to", "grid"], ["--jobs", "2"], ["--output-dir", "out"]),
        *slow([["--to", "line"], ["--json"], ["--jobs", "1"]]),
    ],
    ids=" ".join,
)
def test_the_first_20_of_each_kind_are_shown_and_the_rest_counted(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("ineqsudoku.apps.solve.command.MOST_MESSAGES", 10**6)
        verbose = ineqsudoku("solve", *LIMITED, "a.txt", "b.txt")
    kinds = re.findall(
        r"^\S+:\d+: (no solution|more than one|undecided)", verbose.err, re.MULTILINE
    )
    assert Counter(kinds) == {"no solution": 72, "more than one": 40, "undecided": 6}
    monkeypatch.setattr(ordered_map, "PATIENCE", -1.0)
    ran = ineqsudoku("solve", *LIMITED, *options, "a.txt", "b.txt")
    assert ran.err == limited(verbose.err)
    assert (ran.code, len(re.findall(r"^\S+: \d+ more puzzle", ran.err, re.MULTILINE))) == (2, 4)


@pytest.mark.parametrize("line", LINES)
def test_quiet_says_nothing_but_why_the_exit_code_is_2(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(f"{PUZZLE.signs}\n{LINES[line]}\n")
    ran = ineqsudoku("solve", *LIMITED, "a.txt")
    err = "a.txt: 1 puzzle that cannot be read\n" if line == "that cannot be read" else ""
    assert ineqsudoku("solve", *LIMITED, "--quiet", "a.txt") == Ran(ran.code, ran.out, err)
    assert ineqsudoku("solve", *LIMITED, "-q", "a.txt", "missing.txt").err == (
        f"{err}missing.txt: No such file or directory\n"
    )


@pytest.mark.parametrize("most", [0, 1, 20])
@pytest.mark.parametrize("to", ["line", "grid"])
def test_a_worker_writes_and_sends_no_more_than_are_shown(
    monkeypatch: pytest.MonkeyPatch, most: int, to: str
) -> None:
    written: list[Message] = []

    def counted(*arguments: Any) -> Message:
        written.append(remark(*arguments))
        return written[-1]

    monkeypatch.setattr(answers, "remark", counted)
    lines = [LINES["without a solution"], LINES["with more than one solution"], PUZZLE.signs] * 30
    (piece,) = pieces(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), "a.txt")
    answered = answer(Piece(Source("a.txt"), piece), Task(to=to, messages=most))
    assert len(written) == len(answered.notes) == 2 * most
    assert answered.counts == {"none": 30, "multiple": 30}
    assert (answered.code, answered.puzzles) == (1, 90)


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize("options", [["--jobs", "2"], ["--quiet"]], ids=" ".join)
def test_workers_leave_the_language_to_their_parent(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setattr(ordered_map, "PATIENCE", -1.0)
    calls = [
        (*("solve", *LIMITED, *options, "--language", language, "a.txt", "b.txt"),)
        for language in ("en", "zh")
    ]
    english, chinese = (ineqsudoku(*call) for call in calls)
    assert (chinese.code, chinese.out) == (english.code, english.out)
    assert len(chinese.err.splitlines()) == len(english.err.splitlines())
    assert re.findall(r"r\dc\d", chinese.err) == re.findall(r"r\dc\d", english.err)
    assert "题无法读取" in chinese.err
    assert not english_words(chinese.err)

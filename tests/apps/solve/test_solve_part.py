"""`solve --part K/N`: the results for all parts of a file are the results for the file."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from commands import Command
from effort import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from puzzles import CONTEST, POJ_3074, turned, without

import ineqsudoku as iq
from ineqsudoku.apps.batch import line_ranges
from ineqsudoku.apps.batch.line_ranges import Part
from ineqsudoku.apps.batch.outcomes import Outcome
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.solve.pipeline import Task, items, solve_item
from ineqsudoku.formats import stream

PUZZLE = iq.read(CONTEST)
UNIQUE = PUZZLE.signs
NONE = turned(PUZZLE, PUZZLE.relations[0]).signs
MULTIPLE = without(PUZZLE, 24).signs
LONG = UNIQUE * 9

LINES = [UNIQUE, NONE, MULTIPLE, UNIQUE[:-1], UNIQUE.replace("<", "＜"), LONG, "", " \t"]
ENDS = ["\n", "\r\n", "\r"]

lines = st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from(ENDS)), max_size=9)


def outcomes(path: Path, part: Part | None = None) -> list[Outcome]:
    numbered = items([Source(str(path), part=part)], "auto", {}, set())
    return [solve_item(item, Task()) for item in numbered]


@given(lines, st.sampled_from(["", "\ufeff"]), st.booleans(), st.integers(1, 40), st.booleans())
@settings(examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_results_for_all_parts_are_the_results_for_the_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lines: list[tuple[str, str]],
    mark: str,
    is_ended: bool,
    parts: int,
    is_small: bool,
) -> None:
    """With lines that are longer than a part, blank or faulty, with all line ends, and without the
    last one."""
    monkeypatch.setattr(stream, "CHUNK", 250 if is_small else 128 * 1024)
    monkeypatch.setattr(line_ranges, "CHUNK", 3 if is_small else 64 * 1024)
    text = mark + UNIQUE + "\n" + "".join(line + end for line, end in lines)
    path = tmp_path / "a.txt"
    path.write_bytes((text if is_ended else text.rstrip("\r\n")).encode())
    whole = outcomes(path)
    of_parts = [outcomes(path, Part(number + 1, parts)) for number in range(parts)]
    texts = [outcome.text for of_part in of_parts for outcome in of_part]
    assert "".join(texts) == "".join(outcome.text for outcome in whole)
    assert not any(outcome.failed for of_part in of_parts for outcome in of_part)
    codes = [outcome.code for of_part in of_parts for outcome in of_part]
    assert max(codes) == max(outcome.code for outcome in whole)


def test_a_part_may_begin_with_what_is_no_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "CHUNK", 250)
    path = tmp_path / "a.txt"
    path.write_text(f"{UNIQUE}\n" * 3 + "no puzzle at all\n" * 100 + f"{UNIQUE}\n" * 3)
    (answer,) = {line for outcome in outcomes(path) for line in outcome.text.splitlines()}
    for parts in (2, 5, 40):
        of_parts = [outcomes(path, Part(number + 1, parts)) for number in range(parts)]
        texts = [outcome.text for of_part in of_parts for outcome in of_part]
        assert "".join(texts) == f"{answer}\n" * 6


def test_a_long_line_is_searched_for_its_end_in_little_memory(tmp_path: Path) -> None:
    """Of a file of one line without an end, at most a chunk and a byte are kept."""
    path = tmp_path / "a.txt"
    path.write_bytes(b"<" * 40 * line_ranges.CHUNK)
    with path.open("rb") as file:
        file.seek(0)
        tracemalloc.start()
        try:
            assert line_ranges._start_of_line(file, 1) == 40 * line_ranges.CHUNK
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert most < 10 * line_ranges.CHUNK


def test_messages_name_the_part_in_which_lines_are_counted(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{UNIQUE}\n{NONE}\n{UNIQUE}\n{NONE}\n")
    ran = ineqsudoku("solve", "--part", "2/2", path)
    solved = iq.solve(PUZZLE).solutions[0].line
    assert ran == (1, f"{solved}\nnone\n", f"{path} (2/2):2: no solution\n")


def test_a_part_is_resumed_as_the_same_part(ineqsudoku: Command, tmp_path: Path) -> None:
    path, out = tmp_path / "a.txt", tmp_path / "out"
    path.write_text(f"{UNIQUE}\n" * 9)
    part = ("solve", "--output-dir", out, "--resume", "--part", "2/3", path)
    assert ineqsudoku(*part) == (0, "", "")
    assert (out / "a.out").read_text() == f"{iq.solve(PUZZLE).solutions[0].line}\n" * 3


@pytest.mark.parametrize("value", ["0/3", "4/3", "1", "1/0", "-1/3", "1/3/5", "a/b", "1/2 ", "٣/٣"])
def test_other_values_are_refused(ineqsudoku: Command, tmp_path: Path, value: str) -> None:
    ran = ineqsudoku("solve", "--part", value, tmp_path / "a.txt")
    assert (ran.code, ran.out) == (2, "")
    assert f"expected K/N with K from 1 to N, such as 3/16, found {value!r}" in ran.err


def test_what_is_no_file_of_lines_is_refused(ineqsudoku: Command, tmp_path: Path) -> None:
    texts = {
        "contest": CONTEST.encode(),
        "plain": "\n".join(POJ_3074).encode(),
        "UTF-16": f"{UNIQUE}\n".encode("utf-16"),
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
        ran = ineqsudoku("solve", "--part", "1/2", tmp_path / name)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"{tmp_path / name} (1/2): --part ")
        assert name in ran.err.splitlines()[-1].rpartition("part ")[2]
    several = ineqsudoku("solve", "--part", "1/2", tmp_path / "plain", tmp_path / "contest")
    assert (several.code, "--part takes one FILE, found 2" in several.err) == (2, True)
    for source in ("-", "/dev/null"):
        ran = ineqsudoku("solve", "--part", "1/2", source, stdin=f"{UNIQUE}\n".encode())
        assert (ran.code, "--part needs a regular file" in ran.err) == (2, True)

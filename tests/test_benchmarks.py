"""The results of benchmarks besides times; peers solve the puzzles that they are timed on."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

import documents
import pytest
from compare import rows_of
from comparison import Result, Spread, WrongAnswerError, compared
from contestants import CP_SAT, Contestant
from figures import Time, between_markers, in_words, mean, percentile, table
from hypothesis import given
from hypothesis import strategies as st
from layouts import compact_file, random_grids
from memory import measured
from mutation import mutated
from peers import PEERS, Peer, Solved, programs
from puzzles import CONTEST, POJ_3074, turned, without
from puzzlesets import PuzzleSet, fewer, large_extended_puzzles, large_puzzles

import ineqsudoku as iq
from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Grid, Puzzle

LAYOUT = iq.read(CONTEST)
ANSWER = iq.solve(LAYOUT).solutions[0].line
PLAIN, PLAIN_ANSWER = next(iter(POJ_3074.items()))

SOON = 1.0

BEGIN, END = "<!-- benchmark: begin -->", "<!-- benchmark: end -->"


class TestPercentiles:
    def test_nearest_rank(self) -> None:
        times = [Time(float(seconds)) for seconds in (3, 1, 2, 4)]
        assert [percentile(times, p).seconds for p in (0, 25, 26, 50, 99, 100)] == [
            1,
            1,
            2,
            2,
            4,
            4,
        ]

    def test_what_was_cut_counts_as_longest(self) -> None:
        times = [Time(1.0), Time(2.0, cut=True), Time(2.0), Time(0.5)]
        assert percentile(times, 75) == Time(2.0)
        assert percentile(times, 76) == Time(2.0, cut=True)
        assert mean(times) == Time(5.5 / 4, cut=True)

    @given(st.lists(st.floats(0, 100), min_size=1), st.floats(1, 100), st.floats(0, 100))
    def test_a_cut_does_not_change_percentiles_below_it(
        self, seconds: list[float], limit: float, percent: float
    ) -> None:
        cut = [Time(limit, cut=True) if s >= limit else Time(s) for s in seconds]
        whole = percentile([Time(s) for s in seconds], percent)
        assert percentile(cut, percent) == (
            Time(limit, cut=True) if whole.seconds >= limit else whole
        )

    @pytest.mark.parametrize(
        ("seconds", "words"),
        [(5.1e-6, "5.1 µs"), (0.99996e-3, "1.0 ms"), (0.0123, "12 ms"), (0.42e-6, "0.42 µs")],
    )
    def test_in_words(self, seconds: float, words: str) -> None:
        assert in_words(seconds) == words


def test_a_part_between_markers_is_replaced_and_nothing_else() -> None:
    text = f"before\n\n{BEGIN}\n{END}\n\nafter\n"
    once = between_markers(text, "| a \\1 |\n")
    assert once == f"before\n\n{BEGIN}\n| a \\1 |\n{END}\n\nafter\n"
    assert between_markers(once, "other\n\nlines") == text.replace(END, f"other\n\nlines\n{END}")


@pytest.mark.parametrize("text", ["", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{END}\n" * 2, BEGIN])
def test_markers_that_are_no_pair(text: str) -> None:
    with pytest.raises(ValueError, match="not one pair"):
        between_markers(text, "part")


@pytest.mark.parametrize(("file", "name"), documents.texts())
def test_the_tables_of_the_documents_are_those_of_the_data(file: Path, name: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert between_markers(text, documents.texts()[file, name], name) == text


def test_whole_runs_have_a_place() -> None:
    text = documents.DOCUMENT.read_text(encoding="utf-8")
    assert between_markers(text, "part", "runs") != text


def test_a_table() -> None:
    assert table(["", "n"], [["a", "1"]]) == "|  | n |\n| --- | --: |\n| a | 1 |"


def test_spread() -> None:
    assert Spread.of([4.0, 1.0, 2.0, 3.0, 5.0]) == Spread(2.0, 3.0, 4.0)
    assert Spread.of([7.0]) == Spread(7.0, 7.0, 7.0)


def test_ratios_are_of_the_same_puzzles() -> None:
    everyone = _result("a", [0, 1, 2, 3], [[1.0, 9.0, 2.0, 9.0], [1.0, 9.0, 3.0, 9.0]])
    slow = _result("b", [0, 2], [[10.0, 20.0], [20.0, 60.0]])
    assert slow.ratios(everyone) == [10.0, 20.0]


def test_rows_are_written_and_read_again(tmp_path: Path) -> None:
    results = [
        _result("`cells` compiled, portable", [0, 1], [[2.0, 4.0], [2.0, 4.0]]),
        _result("`cells` compiled, avx2", [0, 1], [[1.0, 2.0], [1.0, 2.0]]),
        _result("`cells` in Python", [0, 1], [[3.0, 9.0], [3.0, 9.0]]),
        _result(CP_SAT, [0, 1], [[1e3, 2e3], [2e3, 4e3]]),
    ]
    results[-1].rounds[1][1] = Time(4e3, cut=True)
    rows = rows_of("a set", results)
    documents.write(tmp_path / "times.tsv", rows)
    origin, sets = documents.read(tmp_path / "times.tsv")
    assert re.match(r"\d{4}-\d\d-\d\d; .*; ", origin)
    (written,) = sets.values()
    for row, again in zip(rows, written, strict=True):
        assert {column: figure for column, figure in again.items() if figure} == row
    fastest, portable, python, peer = written
    assert (fastest["mean"], fastest["50 %"], fastest["100 %"]) == ("1.5", "1", "2")
    assert [row["ratio"] for row in written] == ["0.5", "1", "2", "750"]
    ratios = [fastest[CP_SAT + part] for part in ("", ", low", ", high")]
    assert ratios == ["1500", "1250", "1750"]
    assert portable[CP_SAT] == "750"
    assert python[CP_SAT] == fastest["limit"] == ""
    assert [documents.time_of(peer, column).cut for column in ("50 %", "99 %")] == [False, True]
    assert documents.times(written).splitlines()[-1] == (
        f"| {CP_SAT} | ≥ 2,200 s | 2,000 s | > 4,000 s | ≥ 750 |"
    )


def _result(name: str, places: list[int], seconds: list[list[float]]) -> Result:
    rounds = [[Time(of_puzzle) for of_puzzle in of_round] for of_round in seconds]
    return Result(Contestant(name, _Sleepy, 4, None, bool), places, rounds)


def test_symmetries_keep_uniqueness_and_differ() -> None:
    several = without(LAYOUT, 24)
    lines = compact_file([LAYOUT, several], 300).decode("ascii").splitlines()
    assert len(set(lines)) == len(lines) == 300
    counts = [iq.count(Puzzle(line)) for line in lines]
    assert counts == [1, iq.count(several)] * 150


def test_memory_of_a_command_and_its_children() -> None:
    fill = "import time; text = b'x' * 50_000_000; time.sleep(0.3)"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {fill!r}])"
    assert 50_000_000 < measured([sys.executable, "-c", child]).peak < 150_000_000


def test_peers_are_compiled_into_a_temporary_folder(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    assert programs.cache_folder().is_relative_to(tmp_path_factory.getbasetemp())


@pytest.mark.slow
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_peers_agree_with_the_solver(peer: Peer) -> None:
    if peer.version is None:
        pytest.skip(f"{peer.name} is not installed")
    measure = peer.measure()
    assert measure(Puzzle(givens=PLAIN)).answer == PLAIN_ANSWER
    assert measure(Puzzle(givens="11" + "." * 79)).answer == ""
    if not peer.takes(LAYOUT):
        assert len(measure(Puzzle()).answer) == 2 * 81
        return
    assert measure(LAYOUT).answer == ANSWER
    given_half = Puzzle(LAYOUT.signs, ANSWER[:40] + "." * 41)
    assert measure(given_half).answer == ANSWER
    several = Puzzle(LAYOUT.signs[:72] + "." * 36, ANSWER[:54] + "." * 27)
    answer = measure(several).answer
    pair = {answer[:81], answer[81:]}
    assert len(pair) == 2
    assert pair <= {grid.line for grid in iq.solve(several, limit=None).solutions}
    none = turned(given_half, LAYOUT.relations[0])
    assert measure(none).answer == ""


@pytest.mark.slow
@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer.sizes], ids=lambda peer: peer.name)
@pytest.mark.parametrize("geometry", [SUDOKU[4], SUDOKU[6], latin(5)], ids=str)
def test_peers_for_all_sizes_agree_with_the_solver(peer: Peer, geometry: Geometry) -> None:
    if peer.version is None:
        pytest.skip(f"{peer.name} is not installed")
    measure = peer.measure()
    random = Random(1)
    for _ in range(3):
        puzzle = mutated(next(random_grids(random, geometry)), random, geometry)
        assert peer.takes(puzzle)
        result = iq.solve(puzzle)
        answer, cells = measure(puzzle).answer, len(geometry.cells)
        lines = [answer[start : start + cells] for start in range(0, len(answer), cells)]
        assert len(lines) == len(result.solutions)
        assert all(iq.check(puzzle, Grid(line)) == () for line in lines)


@pytest.mark.slow
def test_large_puzzles_have_one_solution() -> None:
    for puzzles in (large_puzzles(2), large_extended_puzzles(1)):
        for puzzle, answer in zip(puzzles.puzzles, puzzles.answers, strict=True):
            assert puzzle.geometry is SUDOKU[16]
            for peer in PEERS:
                if peer.takes(puzzle) and peer.version is not None:
                    assert peer.measure()(puzzle).answer == answer


@pytest.mark.slow
def test_the_contests_search_counts_nodes() -> None:
    from peers import dfs

    if PEERS[-1].version is None:
        pytest.skip("g++ is not there")
    full = dfs.answer(Puzzle(LAYOUT.signs, ANSWER))
    assert (full.nodes, full.lines) == (81, [ANSWER])


class _Sleepy:
    """A peer that takes too long when the first cell is given."""

    def __call__(self, puzzle: Puzzle) -> Solved:
        import time

        if puzzle.givens[0] != ".":
            time.sleep(60)
        return Solved("", SOON / 4)


@pytest.mark.slow
def test_who_takes_too_long_is_stopped_and_goes_on() -> None:
    puzzles = [Puzzle(), Puzzle(givens="1" + "." * 80), Puzzle(givens=".1" + "." * 79)]
    everything = PuzzleSet("three", puzzles, [""] * 3)
    sleepy = Contestant("sleepy", _Sleepy, 3, SOON, bool)
    (result,) = compared(everything, [sleepy], rounds=2)
    assert result.times == [Time(SOON / 4), Time(SOON, cut=True), Time(SOON / 4)]
    assert len(result.rounds) == 2


@pytest.mark.slow
def test_a_wrong_answer_ends_the_benchmark() -> None:
    sleepy = Contestant("sleepy", _Sleepy, 1, SOON, bool)
    with pytest.raises(WrongAnswerError, match="sleepy"):
        compared(PuzzleSet("one", [Puzzle()], ["1" * 81]), [sleepy], rounds=1)


def test_puzzles_are_drawn_evenly() -> None:
    nine = PuzzleSet("nine", [Puzzle(givens=f"{i}" + "." * 80) for i in range(1, 10)], ["x"] * 9)
    assert nine.drawn(3) == [0, 3, 6]
    assert nine.drawn(20) == list(range(9))
    assert fewer(nine, 3).puzzles == [nine.puzzles[place] for place in (0, 3, 6)]

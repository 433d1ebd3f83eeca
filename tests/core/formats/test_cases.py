"""Files that people had trouble with in other programs: what is read of them, and what is said."""

from __future__ import annotations

import warnings
from typing import NamedTuple

import pytest
from commands import Command
from data import DATA

import ineqsudoku as iq

CASES = DATA / "cases"

ROWS = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVENTEEN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CONTEST = (
    "><<<><v^vv^v^^v<<<><<v^v^vv^^v<<<<>><>>><>vv^^v^^vv<>><>>^vvv^vv^v><<>>><>>>><vvvv^^^^^><<<<<"
    "^^^^^vvv^>><><<"
)


class Case(NamedTuple):
    """What a file holds.

    `puzzles` are signs or givens by the number of their line; `faults` places and what their
    messages contain; `warning` is a part of the only warning.
    """

    puzzles: dict[int, str]
    faults: tuple[tuple[str, str], ...] = ()
    warning: str = ""


TO_READ = {
    "compact-after-comment.txt": Case(dict.fromkeys(range(2, 7), CONTEST)),
    "contest-after-count.txt": Case(
        dict.fromkeys((2, 17, 32), CONTEST), warning=":1:1: '3' skipped as a heading or a count"
    ),
    "contest-lt-gt-down.txt": Case(
        {},
        tuple((f"{line}:1", "down lines use '^' and 'v'") for line in (2, 4, 7, 9, 12, 14)),
    ),
    "fpuzzles-bare-id.txt": Case(
        {1: ".........6.....8.3.14.........2.....................28....7.....................7"}
    ),
    "opensudoku.xml": Case({}, (("1:1", "This is not a puzzle"),)),
    "plain-blanks-as-cells.txt": Case({}, (("1:3", "A blank is no cell"),)),
    "plain-clashing-givens.txt": Case(
        {1: ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6.."}
    ),
    "plain-hash-lines.txt": Case({3: SEVENTEEN, 4: SEVENTEEN}),
    "sudoku16-hex.txt": Case({}, (("1:1", "16×16 uses the letters A-P"),)),
    "sudokupad-short-ctc.txt": Case({}, (("1:1", "found a short link"),)),
    "title-eats-line-9x9.txt": Case({1: SEVENTEEN}, (("2:84", "found 'puzzle 2'"),)),
    "title-eats-row-9x9.txt": Case({10: ROWS}, (("1:20", "found 'hard grid'"),)),
}


@pytest.mark.parametrize("name", TO_READ)
def test_the_puzzles_and_the_faults_of_a_file_are_told(name: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read = list(iq.read_many(CASES / name, name=name))
    case = TO_READ[name]
    entries = [one for one in read if isinstance(one, iq.Entry)]
    errors = [one for one in read if isinstance(one, iq.PuzzleSyntaxError)]
    assert [entry.line for entry in entries] == [*case.puzzles]
    for entry, written in zip(entries, case.puzzles.values(), strict=True):
        assert written in (entry.puzzle.signs, entry.puzzle.givens)
    faults = [fault for error in errors for fault in error.faults]
    assert len(faults) == len(case.faults)
    for fault, (place, part) in zip(faults, case.faults, strict=True):
        assert str(fault).startswith(f"{place}: ")
        assert part in str(fault)
    assert len(caught) == bool(case.warning)
    assert all(case.warning in str(warning.message) for warning in caught)


@pytest.mark.parametrize("name", TO_READ)
def test_solve_solves_what_can_be_read_and_is_in_trouble_over_the_rest(
    ineqsudoku: Command, name: str
) -> None:
    case = TO_READ[name]
    ran = ineqsudoku("solve", "--any", "--to", "line", CASES / name)
    answers = ran.out.split()
    assert len(answers) == len(case.puzzles)
    assert ("none" in answers) == ("clashing" in name)
    assert ran.code == (2 if case.faults else int("clashing" in name))
    for place, part in case.faults:
        assert f"{CASES / name}:{place}: " in ran.err
        assert part in ran.err


def test_the_thermometers_of_a_bare_id_are_read() -> None:
    puzzle = iq.read(CASES / "fpuzzles-bare-id.txt")
    assert iq.solve(puzzle).solutions[0].line.startswith("783629154")

"""`ineqsudoku generate --against`: programs in the sandbox that are to fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Command
from sandboxes import needs_sandbox, needs_tool

import ineqsudoku as iq
from ineqsudoku.judge.package.problem import solutions

pytestmark = [needs_sandbox, needs_tool("g++")]

READING = r"""
#include <cstdio>
#include <vector>
using namespace std;
int grid[81], rows[9], columns[9], boxes[9];
vector<int> lesser[81], greater_[81];
char sign() {
    int c;
    do c = getchar(); while (c != '<' && c != '>' && c != '^' && c != 'v');
    return c;
}
void relate(int first, int second) {
    bool less = LESS;
    lesser[less ? second : first].push_back(less ? first : second);
    greater_[less ? first : second].push_back(less ? second : first);
}
void read() {
    for (int band = 0; band < 9; band += 3)
        for (int line = 0; line < 5; line++) {
            int row = band + line / 2;
            if (line % 2) for (int c = 0; c < 9; c++) relate(row * 9 + c, row * 9 + 9 + c);
            else for (int c = 0; c < 9; c++) if (c % 3 < 2) relate(row * 9 + c, row * 9 + c + 1);
        }
}
bool fits(int cell, int digit) {
    for (int other : lesser[cell]) if (grid[other] && grid[other] >= digit) return false;
    for (int other : greater_[cell]) if (grid[other] && grid[other] <= digit) return false;
    int bit = 1 << digit, r = cell / 9, c = cell % 9;
    return !((rows[r] | columns[c] | boxes[r / 3 * 3 + c / 3]) & bit);
}
void toggle(int cell, int digit) {
    int bit = 1 << digit, r = cell / 9, c = cell % 9;
    rows[r] ^= bit; columns[c] ^= bit; boxes[r / 3 * 3 + c / 3] ^= bit;
    grid[cell] = grid[cell] ? 0 : digit;
}
"""

PRINTING = r"""
int main() {
    read();
    search(0);
    for (int cell = 0; cell < 81; cell++) printf("%d%c", grid[cell], cell % 9 < 8 ? ' ' : '\n');
}
"""

ROW_MAJOR = r"""
bool search(int cell) {
    if (cell == 81) return true;
    for (int digit = 1; digit <= 9; digit++)
        if (fits(cell, digit)) {
            toggle(cell, digit);
            if (search(cell + 1)) return true;
            toggle(cell, digit);
        }
    return false;
}
"""

FEWEST = r"""
int low[81], high[81];
int longest(int cell, vector<int> *near, int *known) {
    if (!known[cell]) {
        known[cell] = 1;
        for (int other : near[cell])
            known[cell] = max(known[cell], longest(other, near, known) + 1);
    }
    return known[cell];
}
bool search(int filled) {
    if (!filled) for (int cell = 0; cell < 81; cell++)
        longest(cell, lesser, low), longest(cell, greater_, high);
    if (filled == 81) return true;
    int best = -1, fewest = 10;
    for (int cell = 0; cell < 81; cell++) {
        int count = 0;
        for (int d = low[cell]; d <= 10 - high[cell]; d++) count += fits(cell, d);
        if (!grid[cell] && count < fewest) fewest = count, best = cell;
    }
    for (int d = low[best]; d <= 10 - high[best]; d++)
        if (fits(best, d)) {
            toggle(best, d);
            if (search(filled + 1)) return true;
            toggle(best, d);
        }
    return false;
}
"""


def program(folder: Path, search: str, less: str) -> Path:
    """A solver in C++, in which `less` decides whether the next sign makes the first cell less."""
    path = folder / "program.cpp"
    reading = READING.replace("LESS", less)
    path.write_text(f"#include <algorithm>\n{reading}{search}{PRINTING}")
    return path


LESS = "[]{ char c = sign(); return c == '<' || c == '^'; }()"
UP_IS_GREATER = "[]{ char c = sign(); return c == '<' || c == 'v'; }()"


def test_a_row_major_program_gets_a_test_that_is_too_slow(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    slow = program(tmp_path, ROW_MAJOR, LESS)
    folder = tmp_path / "tests"
    arguments = ("--against", slow, "--time-limit", 0.3, "--survey", 1000)
    ran = ineqsudoku("generate", 1, "--seed", 1, *arguments, "--output-dir", folder)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["against"] == {"program": str(slow), "time_limit": 0.3}
    (entry,) = manifest["puzzles"]
    assert entry["failure"].startswith("TLE: time limit exceeded")
    puzzle = iq.read((folder / "01.in").read_text())
    assert (folder / "01.out").read_text() == f"{iq.solve(puzzle).solutions[0]}\n"
    # Times differ by a factor: threads of a core may share it in one run only.
    tests = ("--tests", folder, "--time-limit", 0.15, "--store", tmp_path / "store")
    assert "TLE" in ineqsudoku("grade", slow, *tests).out


def test_a_program_that_reads_a_sign_wrongly_gets_a_wrong_grid(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    wrong = program(tmp_path, FEWEST, UP_IS_GREATER)
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", wrong, "--survey", 100)
    assert ran.code == 0
    assert iq.solve(iq.read(ran.out)).status == "unique"
    assert ran.err.startswith("puzzle 1: WA: wrong answer (")


def test_fewest_candidates_get_a_test_that_is_too_slow(ineqsudoku: Command, tmp_path: Path) -> None:
    slow = program(tmp_path, FEWEST, LESS)
    arguments = ("--against", slow, "--time-limit", 0.1, "--survey", 1000)
    ran = ineqsudoku("generate", 1, "--seed", 1, *arguments)
    assert ran.code == 0
    assert ran.err.startswith("puzzle 1: TLE: ")


def test_a_right_program_solves_all_tests(ineqsudoku: Command, tmp_path: Path) -> None:
    right = tmp_path / "boxes.cpp"
    right.write_text(
        next(solution.source for solution in solutions() if solution.name == "boxes.cpp")
    )
    arguments = ("--against", right, "--budget", 10**7, "--survey", 100)
    ran = ineqsudoku("generate", 1, "--seed", 1, *arguments)
    assert (ran.code, ran.out) == (1, "")
    message, _, nearest = ran.err.partition("\n")
    assert message.startswith("puzzle 1: the program solves all ")
    assert iq.solve(iq.read(nearest)).status == "unique"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("program.cpp", "int main() { return }", "program.cpp cannot be compiled: "),
        ("program.txt", "", "program.txt is no program: expected one of ."),
        ("", "", "No such file or directory"),
    ],
)
def test_what_is_no_program(
    ineqsudoku: Command, tmp_path: Path, name: str, text: str, message: str
) -> None:
    path = tmp_path / (name or "missing.cpp")
    if name:
        path.write_text(text)
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", path)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err.replace("\n", " ")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([], "the folder programs has no source file: expected one of ."),
        (["readme.md"], "the folder programs has no source file: expected one of ."),
        (["a.cpp", "b.cpp"], "programs cannot be compiled: "),
        (["a.cpp", "b.py"], "the folder programs has programs in several languages (c++, python)"),
    ],
)
def test_a_folder_of_programs(
    ineqsudoku: Command, tmp_path: Path, names: list[str], message: str
) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in names:
        (folder / name).write_text("int main() { return 3; }")
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", folder)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    if len(names) > 1:
        assert "a folder stands for one program, so name the source file" in ran.err


def test_a_program_that_crashes_fails(ineqsudoku: Command, tmp_path: Path) -> None:
    path = tmp_path / "program.cpp"
    path.write_text("int main() { return 3; }")
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", path, "--survey", 100)
    assert ran.code == 0
    assert "puzzle 1: RE: run-time error (exit code 3)" in ran.err

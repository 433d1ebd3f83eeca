"""What is said of programs whose faults have something in common."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from puzzles import EXAMPLES

import ineqsudoku as iq
from ineqsudoku.apps.grade.grading import Cell
from ineqsudoku.apps.grade.reports.patterns import explain_faults
from ineqsudoku.apps.grade.testdata import Case, shipped_tests
from ineqsudoku.apps.sandbox.judging import IDLE
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.checker import Verdict
from ineqsudoku.geometry import BOX_OF, COLUMN_OF, ROW_OF
from ineqsudoku.puzzle import Relation

CASES = shipped_tests().cases
READING = "check how it reads: a line has 6 signs in 11 characters, or 9 in 17"
FIRST = "start with samples/1, a sample"


def words(cells: Iterable[Cell], source: str = "", file: str = "main.cpp") -> str:
    return str(explain_faults([*cells], {file: source.encode()}) or "")


def printed(case: Case, output: str) -> Cell:
    return Cell(case, Run(case.expectation().judge(output).verdict, output=output))


def answer(case: Case) -> str:
    return (case.answer or b"").decode()


def failed(case: Case, verdict: Verdict, stderr: str = "") -> Cell:
    return Cell(case, Run(verdict, stderr=stderr))


def is_between(row: int) -> Callable[[Relation], bool]:
    return lambda relation: {ROW_OF[cell] for cell in relation} == {row, row + 1}


@pytest.mark.parametrize(
    ("is_ignored", "said"),
    [
        (is_between(7), "are between rows 8 and 9"),
        (lambda one: ROW_OF[one.lesser] != ROW_OF[one.greater], "are vertical"),
        (lambda one: ROW_OF[one.lesser] == ROW_OF[one.greater], "are horizontal"),
        (lambda one: one.lesser == one.greater + 9, "are “v”"),
        (lambda one: one.lesser == one.greater - 1, "are “<”"),
        (lambda one: {ROW_OF[cell] for cell in one} == {2}, "are in row 3"),
        (lambda one: {COLUMN_OF[cell] for cell in one} == {4, 5}, "are between columns 5 and 6"),
        (lambda one: BOX_OF[one.lesser] == 4, "are in box 5"),
    ],
)
def test_signs_that_a_program_ignores_are_named(
    is_ignored: Callable[[Relation], bool], said: str
) -> None:
    cells = []
    for case in CASES:
        puzzle = iq.read(case.input)
        kept = [relation for relation in puzzle.relations if not is_ignored(relation)]
        found = iq.solve(iq.Puzzle.from_relations(kept), limit=3).solutions
        cells.append(printed(case, str(found[-1])))
    assert {cell.verdict for cell in cells} <= {Verdict.AC, Verdict.WA}
    assert words(cells) == f"all broken signs {said}"


@pytest.mark.slow
@pytest.mark.parametrize("ignored", ["row", "column", "box"])
def test_houses_that_a_program_ignores_are_named(ignored: str) -> None:
    cells = [printed(case, next(_broken(case, ignored), answer(case))) for case in CASES]
    assert sum(cell.verdict is Verdict.WA for cell in cells) > 5
    plural = {"row": "rows", "column": "columns", "box": "boxes"}[ignored]
    assert words(cells) == f"digits are repeated in {plural} only"


def _broken(case: Case, rule: str) -> Iterator[str]:
    """Yield grids that break only this rule: digits of the solution are exchanged."""
    puzzle, digits = iq.read(case.input), answer(case).split()
    for pair in combinations(range(81), 2):
        cells: tuple[int, ...] = pair
        if rule == "box":  # The four corners of a rectangle keep rows and columns.
            rows, columns = ({of[cell] for cell in cells} for of in (ROW_OF, COLUMN_OF))
            cells = tuple(9 * row + column for row, column in product(rows, columns))
        both = {digits[cell] for cell in cells}
        if len(both) == 2:
            exchange = dict(zip(both, [*both][::-1], strict=True))
            grid = [exchange[one] if cell in cells else one for cell, one in enumerate(digits)]
            text = " ".join(grid)
            if {violation.rule for violation in iq.check(puzzle, text)} == {rule}:
                yield text


def test_a_program_that_keeps_only_boxes_is_told_so() -> None:
    """Each box is filled by the heights of its cells."""
    program = EXAMPLES / "grade" / "submissions" / "boxes.py"
    outputs = [run_python(program, case.input) for case in CASES[:4]]
    cells = [printed(case, output) for case, output in zip(CASES, outputs, strict=False)]
    assert words(cells) == "digits are repeated in rows and columns only"


def run_python(program: Path, text: bytes) -> str:
    ran = subprocess.run([sys.executable, program], input=text, stdout=subprocess.PIPE, check=True)
    return ran.stdout.decode()


def test_a_silent_program_is_asked_for_its_input() -> None:
    cells = [printed(case, " \n") for case in CASES[:3]]
    asked = words(cells)
    assert asked.startswith("it printed nothing on 3 of 3 tests; does it read standard input,")
    slow = failed(CASES[3], Verdict.TLE)
    assert words([*cells, slow]).startswith("it printed nothing on 3 of 4 tests; ")
    assert words([*cells, printed(CASES[3], "x")]) == FIRST


@pytest.mark.parametrize(
    ("source", "call", "file"),
    [
        ('freopen("sudoku.in","r",stdin);', "freopen", "sudoku.in"),
        ('ifstream fin("p4573.in");', "ifstream", "p4573.in"),
        ("f = open('data/1.in', 'r')", "open", "data/1.in"),
        ('new Scanner(new File("in.txt"))', "File", "in.txt"),
        ('FILE *f = fopen( "\x1b[31m" , "r");', "fopen", r"\x1b[31m"),
    ],
)
def test_programs_that_open_files_are_told_so(source: str, call: str, file: str) -> None:
    told = f"it opens “{file}” with {call}, but has to read standard input and print to"
    assert told in words([printed(case, "") for case in CASES[:3]], source)
    assert words([failed(CASES[0], Verdict.RE, "no file")], source).startswith(told)
    assert told not in words([printed(CASES[0], answer(CASES[0]))], source)


@pytest.mark.parametrize(
    "source",
    [
        "open('/dev/stdin')",
        "open(0).read().split('x')",
        "io.open(0, encoding='utf-8')",
        "readFileSync(0, 'utf8')",
        'reopen("x")',
        '// freopen("a.in", "r", stdin);',
        '/* freopen("a.in", "r", stdin); */',
        '#ifdef LOCAL\nfreopen("a.in", "r", stdin);\n#endif',
    ],
)
def test_other_calls_open_no_file(source: str) -> None:
    assert "opens" not in words([printed(CASES[0], "")], source)


def test_comments_and_docstrings_open_no_file() -> None:
    source = '"""\nopen("a.in")\n"""\n# open("b.in")\n'
    assert "opens" not in words([printed(CASES[0], "")], source, "main.py")


def test_a_program_that_fills_no_grid_found_no_solution() -> None:
    cells = [printed(case, "0 " * 81) for case in CASES[:3]]
    assert words(cells).startswith("its wrong grids are not filled, as if it found no solution:")
    from_zero = [printed(case, answer(case).replace("9", "0")) for case in CASES[:3]]
    assert words(from_zero) == FIRST


def test_a_program_that_is_never_right_is_told_how_lines_look() -> None:
    other = answer(CASES[1])
    broken = words(printed(case, other) for case in CASES[2:5])
    assert broken.startswith("signs are broken without a pattern: check how it reads (a line")
    crash = "Traceback\nIndexError: list index out of range\n"
    assert words(failed(case, Verdict.RE, crash) for case in CASES[:3]) == READING


def test_a_sample_that_fails_comes_first() -> None:
    right = printed(CASES[0], answer(CASES[0]))
    wrong = [printed(case, str(right.run.output)) for case in CASES[1:4]]
    assert words([right, *wrong]) == "start with samples/2, a sample"
    assert words([right, *wrong[1:]]) == ""
    assert words(failed(case, Verdict.RE) for case in CASES[:3]) == FIRST
    ended = [Cell(case, Run(Verdict.RE, code=1)) for case in CASES[:3]]
    assert words(ended) == "its exit code is 1; does main return 0?"
    typo = "NameError: name 'grdi' is not defined\n"
    assert words(failed(case, Verdict.RE, typo) for case in CASES[:3]).startswith("start with")
    assert (
        words(failed(case, Verdict.MLE) for case in CASES[:3]) == "start with samples/1, a sample"
    )


def test_a_program_that_never_ends_reads_wrongly_or_has_dear_steps() -> None:
    never = [failed(case, Verdict.TLE) for case in CASES]
    easiest = min(CASES, key=lambda case: case.nodes["rows"])
    assert words(never).startswith(
        f"even {easiest.name} takes too long, although a row-major search solves it with "
    )
    assert "whether it checks the whole board at each step" in words(never)
    own = Case("1", "", CASES[0].read)
    assert words([failed(own, Verdict.TLE)]) == ""
    assert words([failed(CASES[0], Verdict.TLE)]) == ""  # The others were not run.
    waiting = [Cell(case, Run(Verdict.TLE, IDLE.fill(limit=5, cpu="0.1"))) for case in CASES]
    assert words(waiting) == "it sleeps or waits; does it wait for more input, or for a key?"


def test_an_unsolvable_test_has_no_pattern() -> None:
    """Of a program that fills a grid although there is no solution, only the verdict is said."""
    flipped = iq.generate(1, seed=1, solutions="0")
    (made,) = flipped
    texts = {"1.in": iq.write(made.puzzle, "contest").encode(), "1.out": b"No solution\n"}
    case = Case("1", "", texts.__getitem__, "1.out")
    assert words([printed(case, "0 " * 81)]) == ""


@given(st.lists(st.tuples(st.integers(0, len(CASES) - 1), st.text("0123456789 \n"))))
def test_every_output_has_a_sentence_or_none(outputs: list[tuple[int, str]]) -> None:
    """Whatever is printed; none if all is right."""
    right = [printed(case, answer(case)) for case in CASES[:3]]
    assert words(right) == ""
    sentence = words([*right, *(printed(CASES[number], output) for number, output in outputs)])
    assert bool(sentence) <= bool(outputs)

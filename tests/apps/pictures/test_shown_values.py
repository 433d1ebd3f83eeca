"""Values as text for `print` and as pictures in notebooks."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from boards import SVG, chevrons, root_of
from puzzles import CONTEST, CONTEST_GRID, turned, without

import ineqsudoku as iq
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.terminal import draw_text
from ineqsudoku.messages import use_language
from ineqsudoku.puzzle import Puzzle

PUZZLE = iq.read(CONTEST)
FEW = without(PUZZLE, 24)
WRONG = turned(PUZZLE, PUZZLE.relations[-1])


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def digits(html: str) -> str:
    return "".join(text.text or "" for text in root_of(html).iter(f"{SVG}text"))


def test_a_puzzle() -> None:
    assert f"{PUZZLE}\n" == draw_text(Picture(PUZZLE))
    assert len(chevrons(root_of(PUZZLE._repr_svg_()))) == 108
    assert repr(PUZZLE).startswith("Puzzle(signs=")


def test_a_grid() -> None:
    assert f"{CONTEST_GRID}".startswith("5 3 9 4 6 8 2 1 7\n")
    assert digits(CONTEST_GRID._repr_svg_()) == CONTEST_GRID.line


def test_a_result() -> None:
    unique, several = iq.solve(PUZZLE), iq.solve(FEW)
    words, _, board = f"{unique}".partition("\n\n")
    assert words == f"unique: 1 solution, {unique.nodes} node{'s' * (unique.nodes != 1)}"
    assert "".join(filter(str.isdigit, board[40:].replace("\n", " ")))
    assert digits(unique._repr_html_()) == CONTEST_GRID.line
    assert f"{several}".startswith("multiple: 2 or more solutions, ")
    with use_language("zh"):
        assert f"{several}".startswith("multiple：至少 2 个解，")
    assert several._repr_html_().count('class="mark differs"') >= 8
    none = iq.solve(WRONG)
    assert f"{none}" == f"none: 0 solutions, {none.nodes:,} node{'s' * (none.nodes != 1)}"
    assert none._repr_html_() == f"<div><p>{none}</p></div>"


def test_a_report() -> None:
    for puzzle in (PUZZLE, FEW, WRONG):
        report = iq.validate(puzzle, iq.Options(limit=20))
        assert report.puzzle == puzzle
        assert f"{report}".split("\n")[0].startswith(("valid: ", "not valid: "))
        root = root_of(report._repr_html_())
        assert len(list(root.iter(f"{SVG}svg"))) == 1
        assert len(chevrons(root)) == len(puzzle.relations) * (2 if puzzle is FEW else 1)


def test_a_report_on_givens_that_contradict_each_other() -> None:
    report = iq.validate(Puzzle(givens="1..1" + "." * 77))
    assert "<p>not valid: no solution" in report._repr_html_()
    assert "The givens alone contradict each other." in report._repr_html_()
    assert "in bold" not in report._repr_html_()


def test_an_explanation() -> None:
    explanation = iq.explain(PUZZLE)
    root = root_of(explanation._repr_html_())
    assert len(chevrons(root)) == len(PUZZLE.relations)
    words = root.findtext(".//p") or ""
    assert words == str(explanation.summary)
    assert root.findtext(".//summary") == f"{len(explanation.steps)} steps"
    steps = [item.text for item in root.iter("li")]
    assert steps == [str(step) for step in explanation.steps]
    part = replace(explanation, history=(), is_complete=False)
    assert "0 steps, which do not solve it</p>" in part._repr_html_()


def test_boards_in_a_narrow_terminal_stand_one_below_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = f"{iq.solve(FEW)}"
    monkeypatch.setenv("COLUMNS", "60")
    assert len(f"{iq.solve(FEW)}".splitlines()) > len(wide.splitlines()) + 20


def test_a_picture_of_the_model_shows_itself() -> None:
    assert root_of(Picture(Puzzle())._repr_svg_()).tag == f"{SVG}svg"


def test_solving_imports_no_pictures() -> None:
    code = (
        "import sys, ineqsudoku as iq; iq.solve(iq.read(sys.stdin.read()));"
        "print([name for name in sys.modules if 'pictures' in name])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], input=CONTEST, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"

"""`ineqsudoku draw`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from boards import chevrons, needs_draw, root_of, sections
from commands import PROGRAM, Command
from data import DATA
from puzzles import CONTEST, CONTEST_GRID, EXAMPLES

import ineqsudoku as iq

INPUT = EXAMPLES / "cqoi2013.in"
INPUTS = [EXAMPLES / f"{name}.in" for name in ("cqoi2013-2", "cqoi2013", "extended", "poj3074")]
"""Five puzzles."""
TWO = (CONTEST * 2).encode()
FEW = CONTEST.replace("<", ".").encode()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_svg_is_the_default(ineqsudoku: Command) -> None:
    ran = ineqsudoku("draw", INPUT, "--title", "Monday")
    assert (ran.code, ran.err) == (0, "")
    root = root_of(ran.out)
    assert len(chevrons(root)) == 108
    assert "Monday" in root.itertext()


def test_the_suffix_of_the_output_tells_the_format(ineqsudoku: Command, tmp_path: Path) -> None:
    file = tmp_path / "a.SVG"
    assert ineqsudoku("draw", INPUT, "--output", file) == (0, "", "")
    assert file.read_text() == ineqsudoku("draw", INPUT).out
    ran = ineqsudoku("draw", INPUT, "--output", file, "--to", "html")
    assert ran.code == 2
    assert "--to html does not go with --output" in ran.err


def test_a_picture_replaces_no_hard_link(ineqsudoku: Command, tmp_path: Path) -> None:
    file, other = tmp_path / "cqoi2013.svg", tmp_path / "b.svg"
    file.write_text("precious")
    other.hardlink_to(file)
    for options in (["--output", file], ["--output-dir", tmp_path]):
        ran = ineqsudoku("draw", INPUT, *options)
        assert (ran.code, ran.out) == (2, "")
        assert "cqoi2013.svg has 2 names (hard links)" in " ".join(ran.err.split())
    assert file.read_text() == other.read_text() == "precious"


def test_solutions_and_candidates_are_drawn_on_request(ineqsudoku: Command) -> None:
    def texts(*options: str) -> str:
        root = root_of(ineqsudoku("draw", EXAMPLES / "extended.in", *options).out)
        return "".join(text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text"))

    givens = texts()
    assert len(givens) == sum(map(str.isdigit, (EXAMPLES / "extended.in").read_text()))
    assert len(texts("--solution")) == 81
    assert len(texts("--candidates")) > 200
    assert texts("--solution", "--candidates") == texts("--solution")


def test_a_solution_that_is_not_there_is_reported(ineqsudoku: Command) -> None:
    ran = ineqsudoku("draw", "--solution", stdin=FEW)
    assert ran.code == 1
    assert ran.err == "<stdin>:1: more than one solution; drawn without digits\n"
    assert len(chevrons(root_of(ran.out))) == sum(map(CONTEST.count, ">^v"))
    ran = ineqsudoku("draw", "--solution", stdin=wrong())
    assert (ran.code, ran.err) == (1, "<stdin>:1: no solution; drawn without digits\n")


def test_an_answer_that_is_not_there_is_reported(ineqsudoku: Command) -> None:
    two = wrong() + b"\n" + CONTEST.encode()
    ran = ineqsudoku("draw", "--to", "html", "--answers", stdin=two)
    assert (ran.code, ran.err) == (1, "<stdin>:1: no solution; no answer\n")
    ran = ineqsudoku("draw", "--to", "html", "--answers", stdin=FEW)
    assert (ran.code, ran.err) == (1, "<stdin>:1: more than one solution; no answer\n")


def test_several_puzzles_have_a_picture_each(ineqsudoku: Command, tmp_path: Path) -> None:
    ran = ineqsudoku("draw", stdin=TWO)
    assert (ran.code, ran.out) == (2, "")
    assert "several puzzles: write a file for each with --output-dir" in ran.err
    out = tmp_path / "new" / "out"
    assert ineqsudoku("draw", "-", INPUT, "--output-dir", out, stdin=TWO) == (0, "", "")
    assert names(out) == ["cqoi2013.svg", "stdin-1.svg", "stdin-2.svg"]
    assert len({(out / name).read_text() for name in names(out)}) == 1


def test_what_cannot_be_read_is_reported_and_the_rest_is_drawn(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    text = CONTEST + CONTEST.replace("v", "w", 1) + CONTEST
    ran = ineqsudoku("draw", "-", "no.in", "--output-dir", tmp_path, stdin=text.encode())
    assert ran.code == 2
    assert "<stdin>:17:1: expected '.', '^' or 'v', found 'w'" in ran.err
    assert "no.in: No such file or directory" in ran.err
    assert names(tmp_path) == ["stdin-1.svg", "stdin-2.svg"]


def test_two_puzzles_never_share_a_file(ineqsudoku: Command, tmp_path: Path) -> None:
    source = tmp_path / "a.in"
    source.write_text(CONTEST)
    ran = ineqsudoku("draw", source, source, "--output-dir", tmp_path / "out")
    assert ran.code == 2
    assert f"{source} is named twice" in ran.err
    other = tmp_path / "b" / "a.in"
    other.parent.mkdir()
    other.write_text(CONTEST)
    ran = ineqsudoku("draw", source, other, "--output-dir", tmp_path / "out")
    assert ran.code == 2
    assert f"{source} and {other} would share {tmp_path / 'out' / 'a.svg'}" in ran.err


def test_a_numbered_picture_replaces_no_other(ineqsudoku: Command, tmp_path: Path) -> None:
    second, several = tmp_path / "a-2.in", tmp_path / "a.in"
    second.write_text(CONTEST)
    several.write_text(CONTEST + "\n" + CONTEST)
    ran = ineqsudoku("draw", tmp_path, "--output-dir", tmp_path / "out")
    assert (ran.code, ran.out) == (2, "")
    assert f"{second} and {several} would share {tmp_path / 'out' / 'a-2.svg'}" in ran.err
    several.write_text(CONTEST)
    assert ineqsudoku("draw", tmp_path, "--output-dir", tmp_path / "out").code == 0
    assert names(tmp_path / "out") == ["a-1.svg", "a-2.svg", "a.svg"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--per-page", "2"], "need --to html"),
        (["--answers", "--to", "png"], "need --to html"),
        (["--to", "html", "--per-page", "13"], "13 is not in the range 1<=x<=12"),
        (["--to", "html", "--scale", "2"], "--scale does not go with"),
        (["--scale", "0"], "0.0 is not in the range 0.1<=x<=50"),
        (["--output", "a.gif"], "a.gif: expected a name that ends in .svg, .png or .html, or --to"),
        (["--output", "picture"], "expected a name that ends in .svg, .png or .html, or --to"),
        (["--to", "gif"], "'gif' is not one of"),
    ],
)
def test_options_that_make_no_sense_are_usage_errors(
    ineqsudoku: Command, options: list[str], message: str
) -> None:
    ran = ineqsudoku("draw", INPUT, *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


@needs_draw
def test_a_png_goes_to_standard_output() -> None:
    command = [*PROGRAM, "draw", str(INPUT), "--to", "png"]
    ran = subprocess.run(command, capture_output=True, check=True)
    assert ran.stdout.startswith(b"\x89PNG\r\n")
    assert ran.stderr == b""


@needs_draw
def test_a_picture_that_is_too_large_is_a_usage_error(ineqsudoku: Command, tmp_path: Path) -> None:
    ran = ineqsudoku("draw", INPUT, "--scale", 50, "--output", tmp_path / "a.png")
    assert ran.code == 2
    assert "16,800 pixels, but must be 1-8,192" in ran.err
    assert names(tmp_path) == []


def test_a_source_has_one_worksheet(ineqsudoku: Command, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = ineqsudoku("draw", *INPUTS, "--to", "html", "--output-dir", out, "--solution")
    assert (ran.code, ran.err) == (0, "")
    made = {name: sections((out / name).read_text(encoding="utf-8")) for name in names(out)}
    assert {name: len(pages) for name, pages in made.items()} == {
        "cqoi2013-2.html": 1,
        "cqoi2013.html": 1,
        "extended.html": 1,
        "poj3074.html": 2,
    }
    texts = made["cqoi2013.html"][0].iter("{http://www.w3.org/2000/svg}text")
    assert "".join(text.text or "" for text in texts) == CONTEST_GRID.line


def test_a_worksheet(ineqsudoku: Command, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    options = ("--per-page", 4, "--paper", "letter", "--answers", "--title", "<b> & co.")
    assert ineqsudoku("draw", *INPUTS, "--output", file, *options) == (0, "", "")
    made = file.read_text(encoding="utf-8")
    assert "@page{size:letter}" in made
    pages = sections(made)
    titles = ["<b> & co.", "<b> & co.", "<b> & co.: answers"]
    assert [page.findtext("h1") for page in pages] == titles
    assert [page.findtext("footer") for page in pages] == ["1 / 3", "2 / 3", "3 / 3"]


def test_a_worksheet_prints_the_levels_of_valid_puzzles(ineqsudoku: Command) -> None:
    options = ("--to", "html", "--per-page", 2)
    ran = ineqsudoku("draw", *options, stdin=CONTEST.encode() + FEW)
    assert ran.code == 0
    level = iq.explain(iq.read(CONTEST)).level
    (page,) = sections(ran.out)
    assert [title.text for title in page.iter("h2")] == [f"1. {level}", "2"]
    ran = ineqsudoku("draw", *options, "--language", "zh", stdin=CONTEST.encode())
    assert [title.text for title in sections(ran.out)[0].iter("h2")] == ["简单"]
    (unsolved, *_) = (DATA / "plain" / "hardest-1905.txt").read_bytes().splitlines()
    assert not [*sections(ineqsudoku("draw", *options, stdin=unsolved).out)[0].iter("h2")]


def test_without_the_extra_the_error_says_what_to_install(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ran = ineqsudoku("draw", INPUT, "--output", tmp_path / "a.png")
    assert ran.code == 2
    assert ran.err.endswith(": pip install 'ineqsudoku[draw]'\n")


# --- validate --draw ---------------------------------------------------------------------


def wrong(line: int = 13) -> bytes:
    """The example with one sign flipped."""
    lines = CONTEST.splitlines()
    lines[line] = lines[line].replace("v", "^", 1)
    return "\n".join(lines).encode()


def test_validate_draws_a_conflict_and_its_repairs(ineqsudoku: Command, tmp_path: Path) -> None:
    file = tmp_path / "wrong.svg"
    ran = ineqsudoku("validate", "--draw", file, stdin=wrong())
    assert ran.code == 1
    assert ran.out.startswith("<stdin>:1: not valid: no solution\n")
    root = root_of(file.read_text())
    kinds = [path.get("class") for path in chevrons(root)]
    conflict, repair = kinds.count("sign conflict"), kinds.count("sign repair")
    assert (conflict + repair, kinds.count("sign faint")) == (9, 99)
    assert repair == 1
    assert "not valid: no solution" in root.itertext()
    words = " ".join(root.itertext())
    assert "Flipping the ringed sign repairs the puzzle: r8c6 ^ r9c6." in words


def test_validate_refuses_other_pictures(ineqsudoku: Command) -> None:
    ran = ineqsudoku("validate", "--draw", "a.gif", stdin=CONTEST.encode())
    assert ran.code == 2
    message = "--draw a.gif: expected a name that ends in .svg, .png or .html"
    assert message in " ".join(ran.err.split())


@pytest.mark.parametrize("command", ["validate", "explain"])
def test_an_svg_holds_one_puzzle(ineqsudoku: Command, tmp_path: Path, command: str) -> None:
    ran = ineqsudoku(command, "--draw", tmp_path / "a.svg", stdin=TWO)
    assert ran.code == 2
    assert "several puzzles: only an HTML file holds them" in ran.err
    assert names(tmp_path) == []


def test_html_holds_a_page_for_each_puzzle_and_step_of_a_proof(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    file = tmp_path / "a.html"
    proof = iq.validate(iq.read(wrong().decode())).proof
    ran = ineqsudoku("validate", "--draw", file, stdin=CONTEST.encode() + wrong())
    assert ran.code == 1
    pages = sections(file.read_text(encoding="utf-8"))
    assert len(pages) == 2 + len(proof)
    assert "not valid: no solution" in [page.findtext(".//h2") for page in pages]
    assert [page.findtext("p") for page in pages] == ["<stdin>:1"] + ["<stdin>:16"] * len(pages[1:])
    assert ineqsudoku("validate", "--draw", file, stdin=wrong()).code == 1
    assert all(page.find("p") is None for page in sections(file.read_text(encoding="utf-8")))

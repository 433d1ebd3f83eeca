"""`convert`, and `solve` with the formats of other programs."""

from __future__ import annotations

from urllib.parse import quote

from commands import Command
from puzzles import CONTEST, EXAMPLES


def test_convert_reads_a_file_and_standard_input(ineqsudoku: Command) -> None:
    ran = ineqsudoku("convert", "--to", "iss", EXAMPLES / "cqoi2013.in")
    assert (ran.code, ran.err) == (0, "")
    for arguments in ((), ("-",), ("--format", "iss")):
        back = ineqsudoku("convert", "--to", "contest", *arguments, stdin=ran.out.encode())
        assert back == (0, CONTEST, "")


def test_convert_names_the_parts_that_do_not_fit(ineqsudoku: Command) -> None:
    arguments = ("convert", "--to", "contest", EXAMPLES / "extended.in")
    ran = ineqsudoku(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "contest cannot hold 13 signs on box borders and 10 givens\n"
    ran = ineqsudoku(*arguments, "--lossy")
    assert ran.code == 0
    assert ran.err.startswith("warning: 13 signs on box borders and 10 givens dropped")


def test_convert_reports_faults(ineqsudoku: Command) -> None:
    ran = ineqsudoku("convert", "--to", "contest", stdin=b".~R1C1_0")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:1:8: expected a digit, found '0'")


def test_convert_takes_one_file(ineqsudoku: Command) -> None:
    ran = ineqsudoku("convert", "--to", "iss", EXAMPLES)
    assert (ran.code, ran.out) == (2, "")
    assert "convert reads one file, but" in ran.err


GAME = "5:0,0,0,0,0L,0U,3U,0,0,0,0U,0,0,0D,0,0,0,0,0R,0,0,0,0,3,0,"


def test_solve_names_the_line_of_a_puzzle_without_solution(ineqsudoku: Command) -> None:
    text = f"{GAME}\n\n{GAME.replace('3U', '1U')}\n".encode()
    ran = ineqsudoku("solve", "--format", "unequal", "--to", "line", stdin=text)
    assert (ran.code, ran.out) == (1, "1234523514412533542154132\nnone\n")
    assert ran.err == "<stdin>:3: no solution\n"


def test_solve_reads_a_url(ineqsudoku: Command) -> None:
    text = f"# a note\nhttps://example.org/?q={quote('.Shape~4x4.~R1C1_1~R1C2_1')}\n".encode()
    ran = ineqsudoku("solve", "--format", "iss", stdin=text)
    assert (ran.code, ran.out, ran.err) == (1, "none\n", "<stdin>:2: no solution\n")

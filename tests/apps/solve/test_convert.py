"""`convert`."""

from __future__ import annotations

from commands import Command
from puzzles import CONTEST, EXAMPLES


def test_convert_reads_a_file_and_standard_input(ineqsudoku: Command) -> None:
    ran = ineqsudoku("convert", "--to", "fpuzzles", EXAMPLES / "cqoi2013.in")
    assert (ran.code, ran.err) == (0, "")
    for arguments in ((), ("-",), ("--format", "fpuzzles")):
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
    ran = ineqsudoku("convert", "--to", "contest", stdin=b".2~4")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:1:1: expected a puzzle, found '.2~4'")


def test_convert_takes_one_file(ineqsudoku: Command) -> None:
    ran = ineqsudoku("convert", "--to", "plain", EXAMPLES)
    assert (ran.code, ran.out) == (2, "")
    assert "convert reads one file, but" in ran.err

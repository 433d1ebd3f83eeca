"""How judges call `check` and what they want to hear: arguments, exit codes, files.

testlib: the checkers of Mirzayanov's `testlib.h` (Codeforces, Polygon); kattis: the output
validators of the problem package format; cms: the checkers of the Contest Management System;
hustoj: its special judges.  DMOJ calls from Python, see `ineqsudoku.judge.dmoj`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import click

from ineqsudoku.cli import worded
from ineqsudoku.cli.sources import STDIN
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.judgement import Judgement
from ineqsudoku.judge.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Call:
    """The files of a call, `-` for standard input, and the `rest` of its arguments."""

    input: str
    output: str = STDIN
    answer: str | None = None
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Protocol:
    """`order` are the files in the order of the arguments, of which there are `least` to
    `most`; `tell` takes a judgement and the rest of the arguments and gives the exit code."""

    usage: str
    order: tuple[str, ...]
    least: int
    most: int | None
    tell: Callable[[Judgement, Sequence[str]], int]

    def call(self, arguments: Sequence[str]) -> Call:
        """Raises `click.UsageError` for too few or too many arguments."""
        if len(arguments) < self.least or (self.most and len(arguments) > self.most):
            raise click.UsageError(f"expected the arguments {self.usage}")
        files = dict(zip(self.order, arguments, strict=False))
        return Call(**files, rest=tuple(arguments[len(self.order) :]))


_TESTLIB: dict[Verdict, tuple[int, str, str]] = {
    Verdict.AC: (0, "ok", "accepted"),
    Verdict.WA: (1, "wrong answer", "wrong-answer"),
    Verdict.PE: (2, "wrong output format", "presentation-error"),
    Verdict.JE: (3, "FAIL", "fail"),
}
"""Exit code, how the message begins, outcome in the report."""


def _tell_testlib(judgement: Judgement, rest: Sequence[str]) -> int:
    code, words, outcome = _TESTLIB[judgement.verdict]
    click.echo(f"{words} {judgement.message}", err=True)
    if rest:
        report = judgement.message + "\n"
        if rest[1:] == ("-appes",):
            head = '<?xml version="1.0" encoding="utf-8"?>'
            report = f'{head}<result outcome="{outcome}">{escape(judgement.message)}</result>\n'
        Path(rest[0]).write_text(report, encoding="utf-8")
    return code


def _tell_kattis(judgement: Judgement, rest: Sequence[str]) -> int:
    """The flags behind the folder say how texts are to be compared, which nobody does here."""
    message = f"{judgement.verdict}: {judgement.message}\n"
    if judgement.verdict is Verdict.JE:
        click.echo(message, nl=False, err=True)
    if not rest:
        return 1
    folder = Path(rest[0])
    (folder / "judgemessage.txt").write_text(message, encoding="utf-8")
    if judgement.verdict is Verdict.JE:
        return 1
    (folder / "teammessage.txt").write_text(f"{judgement.message}\n", encoding="utf-8")
    return 42 if judgement.verdict is Verdict.AC else 43


def _tell_cms(judgement: Judgement, _: Sequence[str]) -> int:
    """The score goes to standard output, what contestants are told to standard error."""
    click.echo(judgement.message, err=True)
    if judgement.verdict is Verdict.JE:
        return 1
    click.echo("1.0" if judgement.verdict is Verdict.AC else "0.0")
    return 0


def _tell_hustoj(judgement: Judgement, _: Sequence[str]) -> int:
    """It knows no error of the judge; an exit code of its own is all that can be done."""
    click.echo(judgement.message, err=True)
    return {Verdict.AC: 0, Verdict.JE: 2}.get(judgement.verdict, 1)


_INPUT_OUTPUT_ANSWER = ("input", "output", "answer")
_INPUT_ANSWER_OUTPUT = ("input", "answer", "output")

PROTOCOLS = {
    "testlib": Protocol(
        "INPUT OUTPUT ANSWER [REPORT [-appes]]", _INPUT_OUTPUT_ANSWER, 3, 5, _tell_testlib
    ),
    "kattis": Protocol(
        "INPUT ANSWER FEEDBACK_DIR [FLAG]... < OUTPUT", ("input", "answer"), 3, None, _tell_kattis
    ),
    "cms": Protocol("INPUT ANSWER OUTPUT", _INPUT_ANSWER_OUTPUT, 3, 3, _tell_cms),
    "hustoj": Protocol("INPUT ANSWER OUTPUT", _INPUT_ANSWER_OUTPUT, 3, 3, _tell_hustoj),
}


def run(name: str, arguments: Sequence[str], judge: Callable[[Call], Judgement]) -> int:
    """The exit code of a call by a protocol of `PROTOCOLS`.

    Whatever goes wrong on the way, a bug of this program too, is the judge's error and no
    contestant's: Python's own exit code 1 would say "wrong answer" to some judges.
    """
    protocol = PROTOCOLS[name]
    rest: Sequence[str] = ()
    try:
        call = protocol.call(arguments)
        rest = call.rest
        judgement = judge(call)
    except Exception as error:
        judgement = _own_error(error)
    try:
        return protocol.tell(judgement, rest)
    except Exception as error:
        return protocol.tell(_own_error(error), ())


def _own_error(error: Exception) -> Judgement:
    known = isinstance(error, (IneqSudokuError, OSError, click.ClickException))
    return Judgement(Verdict.JE, worded(error) if known else f"internal error: {error!r}")

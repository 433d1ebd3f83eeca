"""The program of `generate --against`, which runs in the sandbox."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event

import click

from ineqsudoku.apps.generate.values import Program, Trial
from ineqsudoku.apps.names import AT_FILE, message_of
from ineqsudoku.apps.sandbox.compilation import LIMITS as COMPILING
from ineqsudoku.apps.sandbox.compilation import Compiled, LostError, compile_submission
from ineqsudoku.apps.sandbox.judging import verdict
from ineqsudoku.apps.sandbox.languages import Language, language_of, languages
from ineqsudoku.apps.sandbox.machine import Sandbox, choose_sandbox, run, scratch
from ineqsudoku.apps.sandbox.program import Limits
from ineqsudoku.apps.sandbox.submissions import NO_LANGUAGE, Submission, submission
from ineqsudoku.checker import Expectation, Verdict
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import parse, whole_document, write
from ineqsudoku.messages import Message, Text, enumeration
from ineqsudoku.puzzle import Grid, Puzzle

MARGIN = 1.5
"""How many times the time limit a program must need to fail, because times differ from run to
run."""


@dataclass(frozen=True, slots=True)
class Against:
    """The path of a program that shall fail, its time limit in seconds of CPU time, and whether it
    runs without a sandbox."""

    program: str
    time_limit: float
    no_sandbox: bool = False


@contextmanager
def compile_in_sandbox(against: Against) -> Iterator[Program]:
    """Return a context with the compiled program, which runs in a thread so that an interrupt stops
    it.

    Raises `click.UsageError` for a path that is no program, `OSError` for one that cannot be
    read, and `IneqSudokuError` if the sandbox or a compiler is missing or refuses the program.
    """
    known = languages()
    program = _read(against.program, known)
    sandbox = choose_sandbox(against.no_sandbox, known, hidden=[against.program])
    stop = Event()
    with scratch() as folder, ThreadPoolExecutor(1) as thread:
        try:
            build = Path(folder) / "program"
            build.mkdir()
            build.chmod(0o755)
            made = thread.submit(_compile, program, sandbox, build, stop).result()
            allowed = MARGIN * against.time_limit
            limits = Limits(cpu=allowed)
            runner = _Runner(made, sandbox, limits, stop)
            # Each puzzle of a sequence begins with the same tests.
            yield cache(
                lambda puzzle, solution: thread.submit(runner.trial, puzzle, solution).result()
            )
        finally:
            stop.set()


def _read(path: str, known: dict[str, Language]) -> Submission:
    program = submission(path, known)
    is_folder = os.path.isdir(path)
    suffixes = enumeration(suffix for language in known.values() for suffix in language.suffixes)
    if is_folder and program.fault == NO_LANGUAGE:
        raise click.UsageError(str(_NO_SOURCE.fill(folder=program.name, suffixes=suffixes)))
    if program.is_of_no_language:
        raise click.UsageError(str(_NO_PROGRAM.fill(file=program.name, suffixes=suffixes)))
    if program.fault:
        is_named = str(program.fault).startswith(program.name)
        fault = AT_FILE.fill(file=program.name, reason=program.fault)
        raise IneqSudokuError(program.fault if is_named else fault)
    languages = {
        language.name for name in program.files if (language := language_of([name], known))
    }
    if len(languages) > 1:
        names = enumeration(sorted(languages))
        raise click.UsageError(str(_LANGUAGES.fill(folder=program.name, languages=names)))
    return program


_NO_SOURCE = Message(
    "generate.no-source",
    "--against: the folder {folder} has no source file: expected one of {suffixes}",
)
_NO_PROGRAM = Message(
    "generate.no-program", "--against: {file} is not a program: expected one of {suffixes}"
)
_LANGUAGES = Message(
    "generate.languages",
    "--against: the folder {folder} has programs in several languages ({languages}); "
    "a folder stands for one program, so name the source file",
)
_NOT_COMPILED = Message("generate.not-compilable", "{program} cannot be compiled: {reason}")
_NOT_COMPILED_FOLDER = Message(
    "generate.not-compilable-folder",
    "{program} cannot be compiled: {reason}; "
    "a folder stands for one program, so name the source file",
)
_NOT_RUN = Message("generate.not-run", "{program} cannot be run: {reason}")
_VERDICT_WITH_REASON = Message("generate.verdict-with-reason", "{verdict}: {meaning} ({reason})")


def _compile(program: Submission, sandbox: Sandbox, build: Path, stop: Event) -> Compiled:
    reason: Text
    try:
        result = compile_submission(program, sandbox, build, COMPILING, stop)
        if not result.failure:
            return result
        reason = result.failure.words
    except LostError as error:
        reason = message_of(error)
    refused = _NOT_COMPILED_FOLDER if len(program.files) > 1 else _NOT_COMPILED
    raise IneqSudokuError(refused.fill(program=program.name, reason=reason))


@dataclass(frozen=True, slots=True)
class _Runner:
    program: Compiled
    sandbox: Sandbox
    limits: Limits
    stop: Event

    def trial(self, puzzle: Puzzle, solution: Grid) -> Trial:
        """Run the program on a puzzle.  Raises `IneqSudokuError` if the sandbox gives no result."""
        text = write(puzzle, "contest").encode("ascii")
        expected = Expectation(tuple(parse(whole_document(text, "test")).entries()))
        order = self.program.program(self.sandbox, self.limits, text)
        outcome = verdict(run(self.sandbox, order, self.stop), order.limits, expected)
        if outcome.verdict is Verdict.JE:
            name = self.program.submission.name
            raise IneqSudokuError(_NOT_RUN.fill(program=name, reason=outcome.words))
        if outcome.verdict is Verdict.AC:
            return Trial(outcome.cpu)
        code, meaning = str(outcome.verdict), outcome.verdict.meaning
        failure = Message("generate.verdict", "{verdict}: {meaning}", verdict=code, meaning=meaning)
        if outcome.words:
            failure = _VERDICT_WITH_REASON.fill(verdict=code, meaning=meaning, reason=outcome.words)
        return Trial(outcome.cpu, failure)

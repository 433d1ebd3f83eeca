"""Grading: compile submissions, run them on tests, and give every run a verdict."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from threading import Condition, Event
from typing import Any, NamedTuple, TypeVar

from ineqsudoku.apps.grade.testdata import Case, Tests
from ineqsudoku.apps.names import message_of, quote
from ineqsudoku.apps.sandbox.compilation import Compiled, LostError, compile_submission
from ineqsudoku.apps.sandbox.files import excerpt
from ineqsudoku.apps.sandbox.isolation import sees_shell
from ineqsudoku.apps.sandbox.judging import verdict
from ineqsudoku.apps.sandbox.machine import Sandbox, run
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.apps.sandbox.program import Execution, Limits, Program
from ineqsudoku.apps.sandbox.submissions import Submission
from ineqsudoku.checker import Expectation, Verdict, Violation
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle

T = TypeVar("T")


class Attempt(NamedTuple):
    """A run of a submission on a test."""

    submission: Submission
    case: Case


@dataclass(frozen=True)
class Grading:
    """The tests, the limits and everything else that decides a verdict."""

    tests: Tests
    sandbox: Sandbox
    limits: Limits
    compiling: Limits
    fail_fast: bool = False
    jobs: int = 1

    @cached_property
    def expectations(self) -> Mapping[str, Expectation]:
        """What the tests require, by their names."""
        return {case.name: case.expectation() for case in self.tests.cases}

    def limits_of(self, case: Case) -> Limits:
        """Return the limits of a test; the limits of its subtask take precedence."""
        subtask = self.tests.subtask(case)
        limits = self.limits
        if subtask.time_limit is not None:
            limits = replace(limits, cpu=subtask.time_limit)
        if subtask.memory_limit is not None:
            limits = replace(limits, memory=subtask.memory_limit)
        return limits

    def key(self, attempt: Attempt) -> str:
        """Return a hash of all that decides the outcome; attempts with equal keys run
        once."""
        parts = (
            attempt.submission.digest,
            attempt.case.digest,
            self.limits_of(attempt.case),
            self.compiling,
            self.sandbox.described,
        )
        return sha256(repr(parts).encode()).hexdigest()

    def attempts(self, submission: Submission) -> list[Attempt]:
        return [Attempt(submission, case) for case in self.tests.cases]


class Graded(NamedTuple):
    """The outcome of an attempt, which is `known` from an interrupted grade or new."""

    attempt: Attempt
    run: Run
    known: bool = False


@dataclass(frozen=True, slots=True)
class WrongGrid:
    """The first wrong grid in an output, with its words by cell and the rules that it breaks.

    `number` is the index of its `puzzle` in the input, from 0; `puzzles` is their number.
    """

    puzzle: Puzzle
    number: int
    puzzles: int
    words: tuple[str, ...]
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class Cell:
    """The run of a submission on a test."""

    case: Case
    run: Run

    @property
    def test(self) -> str:
        return quote(self.case.name)

    @property
    def verdict(self) -> Verdict:
        return self.run.verdict

    @property
    def is_at_fault(self) -> bool:
        """Whether the test itself is wrong; such tests count for nobody."""
        return self.run.test_at_fault

    @property
    def cpu(self) -> float:
        """The CPU time in seconds."""
        return self.run.cpu

    @cached_property
    def wrong_grid(self) -> WrongGrid | None:
        """The first wrong grid of a run with the verdict WA.

        `None` if the puzzle has no solution, so that a text is expected; also if the output is
        longer than the kept part.
        """
        if self.verdict is not Verdict.WA:
            return None
        output = self.run.output
        expected = self.case.expectation()
        entries = expected.entries
        judgement = expected.judge(output.encode())
        if judgement.puzzle is None or judgement.verdict is not Verdict.WA:
            return None
        number = next(n for n, entry in enumerate(entries) if entry.index == judgement.puzzle)
        words = _words_in_cells(output, number)
        puzzle = entries[number].puzzle
        return WrongGrid(puzzle, number, len(entries), words, judgement.violations)


def _words_in_cells(output: str, number: int) -> tuple[str, ...]:
    """Return the words printed in the cells of a grid; digits may be printed without blanks."""
    words: list[str] = []
    for word in output.split():
        words += word if len(word) in (SIZE, len(CELLS)) and word.isalnum() else [word]
    return tuple(words[number * len(CELLS) : (number + 1) * len(CELLS)])


@dataclass(eq=False)
class _Pending:
    """The remaining attempts of a submission, and its program once it is compiled.

    Programs see the path of `folder` in /proc/self/mountinfo, so its name must tell nothing.
    """

    submission: Submission
    left: deque[Attempt]
    folder: Path
    compiling: bool = False
    compiled: Compiled | None = None
    running: int = 0


class _Gate:
    """A lock for jobs that run together, and for jobs that run alone."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._inside = 0
        self._alone = 0
        """The number of jobs that run alone or wait for it."""

    @contextmanager
    def enter(self, alone: bool) -> Iterator[None]:
        with self._changed:
            self._alone += alone
            self._changed.wait_for(lambda: not (self._inside if alone else self._alone))
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._alone -= alone
                self._changed.notify_all()


@dataclass
class _Runner:
    """Compiles and runs submissions.  Its methods run in threads, which mostly wait."""

    grading: Grading
    expectations: Mapping[str, Expectation]
    stop: Event = field(default_factory=Event)
    gate: _Gate = field(default_factory=_Gate)

    def compile(self, submission: Submission, folder: Path) -> Compiled:
        """Compile a submission in a new folder.  Every error becomes its outcome."""
        try:
            return self._repeat_if_lost(lambda: self._compile(submission, folder))
        except LostError as error:
            failure = Run(Verdict.CE, _LOST.fill(reason=message_of(error)))
        except Exception as error:  # No submission may end the grade.
            failure = _judge_error(error)
        return Compiled(submission, folder, failure)

    def _compile(self, submission: Submission, folder: Path) -> Compiled:
        self.discard(folder)
        folder.mkdir()
        folder.chmod(0o755)
        grading = self.grading
        return compile_submission(submission, grading.sandbox, folder, grading.compiling, self.stop)

    def _repeat_if_lost(self, work: Callable[[], T]) -> T:
        """Do work beside other jobs; if its result is lost, repeat it alone.

        The program or a busy machine may have prevented the result; the repetition shows which.
        """
        try:
            with self.gate.enter(alone=False):
                return work()
        except LostError:
            with self.gate.enter(alone=True):
                return work()

    def discard(self, folder: Path) -> None:
        """Remove a compiled program."""
        rmtree(folder, ignore_errors=True)

    def attempt(self, program: Compiled, attempt: Attempt) -> Run:
        """Run and judge an attempt.  Every error becomes the outcome of this attempt."""
        try:
            return self._attempt(program, attempt)
        except LostError as error:
            return Run(Verdict.RE, _LOST.fill(reason=message_of(error)))
        except Exception as error:  # No submission may end the grade.
            return _judge_error(error)

    def _attempt(self, program: Compiled, attempt: Attempt) -> Run:
        grading = self.grading
        expected = self.expectations[attempt.case.name]
        if expected.fault:
            return Run(Verdict.JE, expected.fault, test_at_fault=True)
        if program.failure:
            return program.failure
        limits = grading.limits_of(attempt.case)
        order = program.program(grading.sandbox, limits, attempt.case.input)
        run = verdict(self._repeat_if_lost(lambda: self._run(order)), order.limits, expected)
        needs_shell = program.calls_shell and run.verdict in (Verdict.PE, Verdict.RE)
        if needs_shell and not sees_shell(order):
            return replace(run, words=_NO_SHELL.fill(reason=run.words))
        return run

    def _run(self, order: Program) -> Execution:
        execution = run(self.grading.sandbox, order, self.stop)
        if execution.lost:
            raise LostError(execution.failure)
        return execution


_NO_SHELL = Message(
    "grade.no-shell",
    "{reason}; the program calls system or popen, but there is no shell in its sandbox",
)
_LOST = Message("grade.lost", "failed twice, the second time alone: {reason}")


def _judge_error(error: Exception) -> Run:
    if isinstance(error, (IneqSudokuError, OSError)):
        return Run(Verdict.JE, message_of(error))
    words = excerpt(repr(error), 500)
    return Run(Verdict.JE, Message("grade.unexpected", "unexpected: {error}", error=words))


def grade(
    submissions: Sequence[Submission],
    grading: Grading,
    scratch: Path,
    known: Mapping[str, Run],
) -> Generator[Graded, None, None]:
    """Yield attempts when they end, first those in `known`, a map from keys to runs.

    With `fail_fast`, a submission ends with its first attempt that is not accepted.  Closing the
    generator stops all running programs.
    """
    runner = _Runner(grading, grading.expectations)
    states = []
    for submission in submissions:
        left: deque[Attempt] = deque()
        failed = False
        for attempt in grading.attempts(submission):
            if known and (run := known.get(grading.key(attempt))):
                failed = failed or run.is_failure
                yield Graded(attempt, run, known=True)
            elif not (failed and grading.fail_fast):
                left.append(attempt)
        if left:
            states.append(_Pending(submission, left, scratch / token_hex(8)))
    with ThreadPoolExecutor(grading.jobs) as executor:
        try:
            yield from _schedule(states, runner, executor)
        finally:
            runner.stop.set()


def _schedule(
    states: list[_Pending], runner: _Runner, executor: ThreadPoolExecutor
) -> Iterator[Graded]:
    """Run up to `jobs` attempts concurrently, in the order of the submissions.

    The next attempts start before those that ended are yielded, because the caller writes these to
    disk.
    """
    grading = runner.grading
    ended: list[Graded] = []
    under_way: dict[Future[Any], tuple[_Pending, Attempt | None]] = {}
    while True:
        for state in states:
            while len(under_way) < grading.jobs and (job := _next(state, grading)):
                if state.compiled is None:
                    state.compiling = True
                    compiling = executor.submit(runner.compile, state.submission, state.folder)
                    under_way[compiling] = state, None
                else:
                    state.left.popleft()
                    state.running += 1
                    running = executor.submit(runner.attempt, state.compiled, job)
                    under_way[running] = state, job
        yield from ended
        if not under_way:
            return
        ended = []
        for done in wait(under_way, return_when=FIRST_COMPLETED).done:
            state, attempt = under_way.pop(done)
            value = done.result()
            if attempt is None:
                state.compiled, state.compiling = value, False
                continue
            state.running -= 1
            if grading.fail_fast and value.is_failure:
                state.left.clear()
            if not state.left and not state.running:
                runner.discard(state.folder)
            ended.append(Graded(attempt, value))


def _next(state: _Pending, grading: Grading) -> Attempt | None:
    """Return the attempt to start next; `None` if the submission has to wait or is finished."""
    if not state.left or state.compiling or (grading.fail_fast and state.running):
        return None
    return state.left[0]

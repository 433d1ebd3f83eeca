"""`generate --against PROGRAM`: tests on which a program fails.

The program runs in the sandbox on the shipped tests, images of their killers, and new layouts.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Event

from ineqsudoku.apps.generate.canonical import KnownForms, add_if_new
from ineqsudoku.apps.generate.images import SQUARE_IMAGES
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.sequence import generate
from ineqsudoku.apps.generate.testset import KILLERS, shipped_tests
from ineqsudoku.apps.generate.values import Generated, GenerationError, Resources, of_puzzle
from ineqsudoku.apps.sandbox.compilation import LIMITS, compile_submission
from ineqsudoku.apps.sandbox.judging import verdict
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.machine import choose_sandbox, run, scratch
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.apps.sandbox.program import Limits
from ineqsudoku.apps.sandbox.submissions import submission
from ineqsudoku.checker import Expectation, Verdict
from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.formats import parse, whole_text, write
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.puzzle import Puzzle

MARGIN = 1.5
"""A program fails only beyond this multiple of its time limit, because times differ from run to
run."""

MORE = 100
"""The number of images of killers that are tried, and of new layouts.  An
image of a killer kills another search, such as one that begins in the last column."""

RunOn = Callable[[Puzzle], Run]


@dataclass(frozen=True, slots=True)
class Against:
    """The path of a program that is to fail, its time limit in seconds of CPU time, and whether it
    runs without a sandbox."""

    program: str
    time_limit: float
    no_sandbox: bool = False


@contextmanager
def compile_program(against: Against) -> Iterator[RunOn]:
    """Compile the program; the context is a function that runs it on a puzzle.

    It runs in another thread, so that Ctrl-C can stop it.
    Raises `UsageError` for a file that is no program, `OSError` for one that cannot be read, and
    `IneqSudokuError` if the sandbox or a compiler is missing or refuses the program.
    """
    known = languages()
    source = submission(against.program, known)
    if source.is_of_no_language:
        suffixes = enumeration(suffix for each in known.values() for suffix in each.suffixes)
        raise UsageError(_NO_PROGRAM.fill(file=source.name, suffixes=suffixes))
    if source.fault:
        raise IneqSudokuError(source.fault)
    sandbox = choose_sandbox(against.no_sandbox, known, hidden=[against.program])
    stop = Event()

    def run_on(puzzle: Puzzle) -> Run:
        text = write(puzzle, "contest").encode("ascii")
        expected = Expectation(tuple(parse(whole_text(text, "test")).entries()))
        order = compiled.program(sandbox, Limits(cpu=MARGIN * against.time_limit), text)
        outcome = verdict(run(sandbox, order, stop), order.limits, expected)
        if outcome.verdict is Verdict.JE:
            raise IneqSudokuError(_NOT_RUN.fill(program=source.name, reason=outcome.words))
        return outcome

    with scratch() as folder, ThreadPoolExecutor(1) as thread:
        try:
            folder.chmod(0o755)
            compiling = thread.submit(compile_submission, source, sandbox, folder, LIMITS, stop)
            compiled = compiling.result()
            if compiled.failure:
                reason = compiled.failure.words
                raise IneqSudokuError(_NOT_COMPILED.fill(program=source.name, reason=reason))
            yield lambda puzzle: thread.submit(run_on, puzzle).result()
        finally:
            stop.set()


_NO_PROGRAM = Message(
    "generate.no-program", "--against: {file} is not a program: expected one of {suffixes}"
)
_NOT_COMPILED = Message("generate.not-compilable", "{program} cannot be compiled: {reason}")
_NOT_RUN = Message("generate.not-run", "{program} cannot be run: {reason}")


def find_failing(
    program: RunOn, count: int, seed: int, resources: Resources
) -> Generator[Generated, None, None]:
    """Yield `count` different tests on which the program fails.

    Raises `GenerationError` if the program fails on fewer, within the time for trying tests.
    """
    known: KnownForms = {}
    failing = 0
    passed: list[tuple[float, Generated]] = []
    for number, line in enumerate(_tests(seed), 1):
        if failing == count or resources.is_over:
            break
        resources.progress(_TRIED, number, len(shipped_tests()) + 2 * MORE)
        made = Generated.of_layout(failing, line, steps=number)
        run = program(made.puzzle)
        if run.verdict is Verdict.AC:
            passed.append((run.cpu, made))
        elif add_if_new(made.puzzle, known):
            words = _FAILURE.fill(verdict=str(run.verdict), meaning=run.verdict.meaning)
            yield replace(made, failure=words.fill(reason=run.words))
            failing += 1
    if failing < count and passed:
        seconds, slowest = max(passed, key=lambda run: run[0])
        reason = _SOLVES_OTHERS if failing else _SOLVES_ALL
        reason = reason.fill(n=len(passed), seconds=f"{seconds:.2f}")
        raise GenerationError(of_puzzle(failing, reason), slowest)


def _tests(seed: int) -> Iterator[str]:
    """Yield the solutions of the tests, in the order in which they are tried."""
    lines = {test.name: test.solution.line for test in shipped_tests()}
    yield from lines.values()
    killers = [line for name, line in lines.items() if name.startswith(KILLERS)]
    images = [image.of_digits(line) for image in SQUARE_IMAGES[1:] for line in killers]
    SplitMix(seed).shuffle(images)
    yield from images[:MORE]
    yield from (made.solution.line for made in generate(MORE, seed=seed) if made.solution)


_TRIED = Message("generate.runs", "tests tried")
_FAILURE = Message("generate.verdict", "{verdict}: {meaning} ({reason})")
_SOLVES_ALL = Message(
    "generate.solves-all",
    "the program solves {n} test, the only one that was tried; it takes {seconds} s",
    "the program solves all {n} tests that were tried; the slowest takes {seconds} s",
)
_SOLVES_OTHERS = Message(
    "generate.solves-others",
    "the program solves {n} other test that was tried; it takes {seconds} s",
    "the program solves all {n} other tests that were tried; the slowest takes {seconds} s",
)

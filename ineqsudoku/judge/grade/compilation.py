"""Compiles a submission into a folder with a program.

Compilers run in the sandbox as well, because they read untrusted texts.  They return their
results as an archive on standard output, so they cannot write to any folder of this machine.
"""

from __future__ import annotations

import errno
import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which
from threading import Event

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.files import excerpt
from ineqsudoku.judge.grade.languages import Placed
from ineqsudoku.judge.grade.submissions import Submission
from ineqsudoku.judge.grade.unpacking import unpack
from ineqsudoku.judge.sandbox.execution import run
from ineqsudoku.judge.sandbox.isolation import Sandbox, search_path
from ineqsudoku.judge.sandbox.program import Execution, Limits, Program
from ineqsudoku.judge.verdicts import Run, Verdict

LIMITS = Limits(
    cpu=20.0, wall=60.0, memory=1024, output=128 * 1024 * 1024, processes=128, files=256, locks=True
)
"""Limits of compilers, which need more than programs."""

_COMPLAINT = 200
"""The most characters of a compiler's message in one line of a report."""

# The folder is below the home folder, where compilers look for settings.
_SCRIPT = (
    'mkdir build && cd build && cp -R "$1"/. . && shift && "$@" >&2 && tar --format=gnu -cf - .'
)

_OF_THE_MACHINE = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
)
"""Errors of writing files that are not the submission's fault."""


class LostError(IneqSudokuError):
    """A compiler's sandbox gave no result, which the submission may have caused."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program in `folder`, or the `failure` that every test gets."""

    submission: Submission
    folder: Path
    failure: Run | None = None

    def program(self, sandbox: Sandbox, limits: Limits, input: bytes) -> Program:
        """Return the program with the input of one test."""
        language = self.submission.language
        assert language
        submission = self.submission
        build = sandbox.build(self.folder)
        placed = Placed((), submission.main, build, limits.memory, submission.entry)
        memory = limits.memory + language.overhead
        allowed = replace(limits, memory=memory, address_space=language.address_space)
        command = placed.command(language.run)
        return Program(command, allowed, input, self.folder, sees=self._sees(command[0]))

    def _sees(self, tool: str) -> tuple[str, ...]:
        """Return the visible parts of /usr: all of it if the interpreter is outside the usual
        parts."""
        assert self.submission.language
        sees = self.submission.language.sees
        executable = os.path.realpath(which(tool, path=search_path()) or "")
        is_seen = "/" in tool or any(executable.startswith(f"{top}/") for top in sees)
        return sees if is_seen else ("/usr",)


def compiled(
    submission: Submission, sandbox: Sandbox, scratch: Path, limits: Limits, stop: Event
) -> Compiled:
    """Compile a submission in new folders below `scratch`, within the `limits` of a compiler."""

    def failed(verdict: Verdict, words: str, execution: Execution | None = None) -> Compiled:
        execution = execution or Execution()
        failure = Run(
            verdict,
            words,
            cpu=execution.cpu,
            wall=execution.wall,
            peak=execution.peak,
            code=execution.code,
            signal=execution.signal,
            stderr=excerpt(execution.stderr),
        )
        return Compiled(submission, scratch, failure)

    language = submission.language
    if submission.fault or language is None:
        return failed(Verdict.CE, submission.fault)
    if missing := [tool for tool in language.tools if not sandbox.has(tool)]:
        return failed(Verdict.JE, f"{language.name} needs {', '.join(missing)}, not found here")
    sources, build = scratch / "sources", scratch / "build"
    for folder in (sources, build):
        folder.mkdir()
        folder.chmod(0o755)
    try:
        submission.write(sources)
    except (
        OSError,
        ValueError,
    ) as error:  # Such as a name that is too long.
        return failed(_blame(error), f"its files cannot be written: {_reason(error)}")
    if not language.compile:
        return Compiled(submission, sources)
    placed = Placed(submission.sources, submission.main, ".", limits.memory)
    command = ("sh", "-c", _SCRIPT, "sh", sandbox.build(sources), *placed.command(language.compile))
    execution = run(sandbox, Program(command, limits, build=sources), stop)
    shutil.rmtree(sources)
    if execution.lost:
        raise LostError(execution.failure)
    if execution.unstarted:
        words = f"the compiler could not be started: {execution.failure}"
        return failed(Verdict.CE, words, execution)
    if execution.failure:
        return failed(Verdict.JE, execution.failure, execution)
    if execution.reason != "exited":
        words = f"the compiler was stopped: {_LIMIT[execution.reason]}"
        return failed(Verdict.CE, words, execution)
    if execution.code != 0:
        words = _complaint(excerpt(execution.stderr)) or "the compiler gave no reason"
        return failed(Verdict.CE, words, execution)
    try:
        unpack(execution.stdout, build)
    except (IneqSudokuError, OSError, ValueError) as error:
        words = f"the compiler's output cannot be unpacked: {_reason(error)}"
        return failed(_blame(error), words, execution)
    return Compiled(submission, build)


def _blame(error: Exception) -> Verdict:
    is_of_machine = isinstance(error, OSError) and error.errno in _OF_THE_MACHINE
    return Verdict.JE if is_of_machine else Verdict.CE


def _reason(error: Exception) -> str:
    """Return the reason for an error, without paths of this machine."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _complaint(message: str) -> str:
    """Return the most informative line of a compiler's message."""
    lines = [line.strip() for line in message.split("\n") if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    line = next(iter(errors or lines), "")
    return line[:_COMPLAINT] + "…" * (len(line) > _COMPLAINT)


_LIMIT = {
    "cpu": "time limit exceeded",
    "wall": "time limit exceeded",
    "memory": "memory limit exceeded",
    "files": "too many files",
    "output": "output limit exceeded",
    "stopped": "interrupted",
}

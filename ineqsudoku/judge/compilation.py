"""From a submission to a folder that can be run.

A compiler runs in the cage too, for it reads what a stranger wrote.  What it makes comes back
as an archive on its standard output, so nothing of this machine has to be writable for it.
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import tarfile
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.cage.execution import run
from ineqsudoku.judge.cage.program import Execution, Limits, Program
from ineqsudoku.judge.cage.sandbox import Cage
from ineqsudoku.judge.languages import Placed
from ineqsudoku.judge.names import excerpt, inside, shown
from ineqsudoku.judge.submissions import Submission
from ineqsudoku.judge.verdicts import Run, Verdict

LIMITS = Limits(
    cpu=20.0, wall=60.0, memory=1024, output=128 * 1024 * 1024, processes=128, files=256, locks=True
)
"""For compilers, which need more than the programs that they make."""

_MAX_MEMBERS = 10_000
_COMPLAINT = 200
"""Characters of a compiler's message that go into one line."""

_SCRIPT = 'cp -R "$1"/. . && shift && "$@" >&2 && tar -cf - .'


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program that can be run, in `folder`; or the `failure` that every test gets."""

    submission: Submission
    folder: Path
    failure: Run | None = None

    def program(self, cage: Cage, limits: Limits, input: bytes) -> Program:
        """The run on one test."""
        language = self.submission.language
        assert language
        placed = Placed((), self.submission.main, cage.build(self.folder), limits.memory)
        memory = limits.memory + language.overhead
        allowed = replace(limits, memory=memory, address_space=language.address_space)
        return Program(placed.command(language.run), allowed, input, self.folder)


def compiled(
    submission: Submission, cage: Cage, scratch: Path, limits: Limits, stop: Event
) -> Compiled:
    """The submission, ready to run, in new folders below `scratch`; `limits` are a compiler's."""

    def failed(verdict: Verdict, words: str, found: Execution | None = None) -> Compiled:
        found = found or Execution()
        failure = Run(
            verdict,
            words,
            cpu=found.cpu,
            wall=found.wall,
            peak=found.peak,
            code=found.code,
            signal=found.signal,
            stderr=excerpt(found.stderr),
        )
        return Compiled(submission, scratch, failure)

    language = submission.language
    if submission.fault or language is None:
        return failed(Verdict.CE, submission.fault)
    if missing := [tool for tool in language.tools if not cage.has(tool)]:
        return failed(Verdict.JE, f"{language.name} needs {', '.join(missing)}, not found here")
    sources, build = scratch / "sources", scratch / "build"
    for folder in (sources, build):
        folder.mkdir()
        folder.chmod(0o755)
    try:
        submission.write(sources)
    except (OSError, ValueError) as error:  # Names too long, a file where a folder has to be.
        return failed(Verdict.CE, f"cannot be written down: {error}")
    if not language.compile:
        return Compiled(submission, sources)
    placed = Placed(submission.sources, submission.main, ".", limits.memory)
    command = ("sh", "-c", _SCRIPT, "sh", cage.build(sources), *placed.command(language.compile))
    found = run(cage, Program(command, limits, build=sources), stop)
    shutil.rmtree(sources)
    if found.failure:
        return failed(Verdict.JE, found.failure, found)
    if found.reason != "exited":
        return failed(Verdict.CE, f"the compiler was stopped: {_LIMIT[found.reason]}", found)
    if found.code != 0:
        return failed(Verdict.CE, _complaint(excerpt(found.stderr)) or "for no reason told", found)
    try:
        _unpack(found.stdout, build)
    except (IneqSudokuError, OSError, ValueError, tarfile.TarError) as error:
        return failed(Verdict.CE, f"the compiler made what cannot be used: {error}", found)
    return Compiled(submission, build)


def _complaint(told: str) -> str:
    """The line of a compiler's message that says most."""
    lines = [line.strip() for line in told.split("\n") if line.strip()]
    found = next((line for line in lines if "error" in line.lower()), lines[0] if lines else "")
    return found[:_COMPLAINT] + "…" * (len(found) > _COMPLAINT)


_LIMIT = {
    "cpu": "it took too much time",
    "wall": "it took too much time",
    "memory": "it took too much memory",
    "files": "it wrote too many files",
    "output": "what it made is too large",
    "stopped": "interrupted",
}


def _unpack(data: bytes, folder: Path) -> None:
    """Plain files and folders; anything else has no business there.

    Nobody knows who wrote the archive: some compilers can be made to run what they compile.
    """
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for number, member in enumerate(archive):
            if member.name == ".":
                continue
            if number > _MAX_MEMBERS:
                raise IneqSudokuError(f"more than {_MAX_MEMBERS} files")
            path = folder.joinpath(*inside(member.name))
            content = archive.extractfile(member) if member.isreg() else None
            if member.isdir():
                path.mkdir(exist_ok=True)
                path.chmod(0o755)
            elif content and not member.issparse():  # A sparse file may claim any size.
                descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW)
                with open(descriptor, "wb") as file:
                    shutil.copyfileobj(content, file)
                path.chmod(0o755 if member.mode & stat.S_IXUSR else 0o644)
            else:
                raise IneqSudokuError(f"{shown(member.name)} is no plain file")

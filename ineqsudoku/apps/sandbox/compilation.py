"""Compiles a submission into a folder with a program.

Compilers run in the sandbox as well, because they read untrusted texts.  They return their
results as an archive on standard output, so they cannot write to any folder of this machine.

Python's `tarfile` supports many extensions of the format, and some of them are vulnerable: certain
chains of headers exhaust the stack, others never end.  `unpack` supports only what GNU tar writes
for plain files and folders.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which
from threading import Event

from ineqsudoku.apps.names import message_of, quote, reason_of
from ineqsudoku.apps.sandbox.files import NOT_PLAIN, TOO_MANY, excerpt, inside
from ineqsudoku.apps.sandbox.isolation import search_path
from ineqsudoku.apps.sandbox.languages import filled
from ineqsudoku.apps.sandbox.machine import Sandbox, run
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.apps.sandbox.program import Execution, Limits, Program
from ineqsudoku.apps.sandbox.submissions import Submission
from ineqsudoku.checker import Verdict
from ineqsudoku.errors import INTERRUPTION, IneqSudokuError
from ineqsudoku.messages import Message, Text, enumeration

LIMITS = Limits(
    cpu=20.0, idle=40.0, memory=1024, output=128 * 1024 * 1024, processes=128, files=256
)
"""Limits of compilers, which need more than programs."""

_COMPLAINT = 200
"""The most characters of a compiler's message in one line of a report."""

_REASONS = (
    # SyntaxError: …, error[E0425]: … and Sorry: IndentationError: …
    re.compile(r"(?:Sorry|\w*[Ee]rror(?:\[\w++\])?): "),
    # main.c:3:5: error: …, main.cs(3,5): error CS1002: … and undefined reference to …; that of
    # collect2 only says that the linker failed.
    re.compile(r"(?!collect2:)\S.*?(?:\b[Ee]rror\b.{0,10}?:|undefined reference)"),
    # ./main.go:3:15: …
    re.compile(r"[^\s:]++:[0-9]++:(?:[0-9]++:)? (?! |warning:|note:)"),
    re.compile(r"(?!collect2:).*[Ee]rror"),
    # Go begins with a comment that names the package.
    re.compile(r"\s*+[^\s#]"),
)
"""How lines of a compiler's messages begin that give a reason, the best kind first."""

# The folder is below the home folder, where compilers look for settings.
_SCRIPT = (
    'mkdir build && cd build && cp -R "$1"/. . && shift && "$@" >&2 && tar --format=gnu -cf - .'
)

_SHELL_CALLS = re.compile(rb"\0(?:system|popen)\0")
"""The names of the functions in a table of symbols."""

_OF_THE_MACHINE = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
)
"""Errors of writing files that are not the submission's fault."""


class LostError(IneqSudokuError):
    """The sandbox of a compiler gave no result; the submission may be the cause."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program in `folder`, or the `failure` that every test gets.

    `calls_shell`: it is linked with `system` or `popen` of the C library.
    """

    submission: Submission
    folder: Path
    failure: Run | None = None
    calls_shell: bool = False

    def program(self, sandbox: Sandbox, limits: Limits, input: bytes) -> Program:
        """Return the program with the input of one test."""
        language = self.submission.language
        assert language
        submission = self.submission
        command = filled(
            language.run,
            main=submission.main,
            build=sandbox.build(self.folder),
            memory=limits.memory,
            entry=submission.entry,
        )
        memory = limits.memory + language.overhead
        allowed = replace(limits, memory=memory, address_space=language.address_space)
        return Program(command, allowed, input, self.folder, sees=self._sees(command[0]))

    def _sees(self, tool: str) -> tuple[str, ...]:
        """Return the visible parts of /usr: all of it if the interpreter is outside the usual
        parts."""
        assert self.submission.language
        sees = self.submission.language.sees
        executable = os.path.realpath(which(tool, path=search_path()) or "")
        is_seen = "/" in tool or any(executable.startswith(f"{top}/") for top in sees)
        return sees if is_seen else ("/usr",)


_NOTHING_RAN = Execution()


def record(execution: Execution, verdict: Verdict, words: Text) -> Run:
    """Return an execution with this verdict as a run."""
    return Run(
        verdict,
        words,
        cpu=round(execution.cpu, 4),
        wall=round(execution.wall, 4),
        peak=round(execution.peak, 2),
        code=execution.code,
        signal=execution.signal,
        stderr=excerpt(execution.stderr),
    )


def compile_submission(
    submission: Submission, sandbox: Sandbox, scratch: Path, limits: Limits, stop: Event
) -> Compiled:
    """Compile a submission in new folders below `scratch`, within the `limits` of a compiler."""

    def fail(verdict: Verdict, words: Text, execution: Execution = _NOTHING_RAN) -> Compiled:
        return Compiled(submission, scratch, record(execution, verdict, words))

    language = submission.language
    if submission.fault or language is None:
        return fail(Verdict.CE, submission.fault)
    if missing := [tool for tool in language.tools if not sandbox.has(tool)]:
        words = Message(
            "compile.no-tools",
            "programs in {language} need {tools}, which is not installed, or in a home folder only",
            language=language.name,
            tools=enumeration(missing),
        )
        return fail(Verdict.JE, words)
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
        return fail(_blame(error), _UNWRITTEN.fill(reason=_reason(error)))
    if not language.compile:
        return Compiled(submission, sources)
    compiler = filled(
        language.compile,
        sources=submission.sources,
        main=submission.main,
        build=".",
        memory=limits.memory,
    )
    limits = replace(limits, locks=language.locks)
    if sandbox.isolates:
        command = ("sh", "-c", _SCRIPT, "sh", sandbox.build(sources), *compiler)
        execution = run(sandbox, Program(command, limits, build=sources), stop)
    else:
        execution = run(sandbox, Program(compiler, limits, working_folder=sources), stop)
    if execution.lost:
        raise LostError(execution.failure)
    if execution.unstarted:
        return fail(Verdict.CE, _UNSTARTED.fill(reason=execution.failure), execution)
    if execution.failure:
        return fail(Verdict.JE, execution.failure, execution)
    if execution.reason != "exited":
        return fail(Verdict.CE, _STOPPED.fill(reason=_LIMITS[execution.reason]), execution)
    if execution.code != 0:
        complaint = _complaint(execution.stderr) or _SILENT
        return fail(Verdict.CE, complaint, execution)
    if not sandbox.isolates:
        return Compiled(submission, sources)
    shutil.rmtree(sources)
    try:
        unpack(execution.stdout, build)
    except (IneqSudokuError, OSError, ValueError) as error:
        return fail(_blame(error), _DAMAGED.fill(reason=_reason(error)), execution)
    return Compiled(submission, build, calls_shell=bool(_SHELL_CALLS.search(execution.stdout)))


def _blame(error: Exception) -> Verdict:
    is_of_machine = isinstance(error, OSError) and error.errno in _OF_THE_MACHINE
    return Verdict.JE if is_of_machine else Verdict.CE


def _reason(error: Exception) -> Text:
    """Return the reason for an error, without paths of this machine."""
    if isinstance(error, OSError) and error.strerror:
        return reason_of(error)
    return message_of(error)


def _complaint(messages: bytes) -> str:
    """Return the most informative line of a compiler's messages."""
    lines = messages.decode("utf-8", "replace").splitlines()
    found = (line for reason in _REASONS for line in lines if reason.match(line))
    return excerpt(next(found, "").strip(), _COMPLAINT)


_UNWRITTEN = Message("compile.unwritten", "cannot write the source files: {reason}")
_UNSTARTED = Message("compile.unstarted", "the compiler could not be started: {reason}")
_STOPPED = Message("compile.stopped", "the compiler was stopped: {reason}")
_SILENT = Message("compile.silent", "the compiler gave no reason")
_DAMAGED = Message("compile.damaged", "the compiler's output cannot be unpacked: {reason}")

_LIMITS = {
    "cpu": Verdict.TLE.meaning,
    "idle": Verdict.TLE.meaning,
    "wall": Verdict.TLE.meaning,
    "memory": Verdict.MLE.meaning,
    "files": Message("compile.files", "too many files"),
    "output": Verdict.OLE.meaning,
    "stopped": INTERRUPTION,
}


MAX_MEMBERS = 10_000
_BLOCK = 512
_MAX_NAME = 8192
_FILE, _OLD_FILE, _FOLDER, _LONG_NAME = b"0", b"\0", b"5", b"L"


def unpack(archive: bytes, folder: Path) -> None:
    """Write the files of an archive below an empty folder.

    Raises `IneqSudokuError` for an archive with anything else in it, and `OSError`.
    """
    for name, mode, kind, content in _members(archive):
        if name in (".", "./"):
            continue
        path = folder.joinpath(*inside(name))
        if kind == _FOLDER:
            path.mkdir(exist_ok=True)
            path.chmod(0o755)
        else:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            with open(os.open(path, flags), "wb") as file:
                file.write(content)
            path.chmod(0o755 if mode & 0o100 else 0o644)


def _members(archive: bytes) -> Iterator[tuple[str, int, bytes, memoryview]]:
    """Yield the names, modes, kinds and contents of files and folders."""
    data = memoryview(archive)
    place = number = 0
    long_name = b""
    while True:
        header = bytes(data[place : place + _BLOCK])
        if header == bytes(_BLOCK) and not long_name:
            return
        if len(header) < _BLOCK or _number(header[148:156]) != _checksum(header):
            raise IneqSudokuError(
                Message("compile.no-archive", "not a tar archive, or a damaged one")
            )
        number += 1
        if number > MAX_MEMBERS:
            raise IneqSudokuError(TOO_MANY.fill(number=MAX_MEMBERS))
        size, kind = _number(header[124:136]), header[156:157]
        start, place = place + _BLOCK, place + _BLOCK + size + -size % _BLOCK
        if start + size > len(data):
            raise IneqSudokuError(Message("compile.cut-off", "the archive is cut off"))
        if kind == _LONG_NAME:
            if long_name or size > _MAX_NAME:
                raise IneqSudokuError(Message("compile.long-name", "a file has too long a name"))
            long_name = bytes(data[start : start + size]).rstrip(b"\0")
            continue
        name = os.fsdecode(long_name or header[:100].partition(b"\0")[0])
        long_name = b""
        if kind not in (_FILE, _OLD_FILE, _FOLDER):
            raise IneqSudokuError(NOT_PLAIN.fill(file=quote(name)))
        yield name, _number(header[100:108]), kind, data[start : start + size]


def _number(field: bytes) -> int:
    """Parse an octal number; other notations are only for sizes beyond the limits."""
    digits = field.strip(b" \0")
    if not digits or digits.strip(b"01234567"):
        raise IneqSudokuError(Message("compile.header", "a damaged header"))
    return int(digits, 8)


def _checksum(header: bytes) -> int:
    return sum(header) - sum(header[148:156]) + 8 * ord(" ")

"""What this machine has for runs: a sandbox that works, and a folder for compiled programs."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from glob import glob
from pathlib import Path
from secrets import token_hex
from threading import Event
from time import time

from ineqsudoku.apps.names import message_of, quote
from ineqsudoku.apps.sandbox.cgroups import parents
from ineqsudoku.apps.sandbox.isolation import Bubblewrap
from ineqsudoku.apps.sandbox.languages import ProgrammingLanguage
from ineqsudoku.apps.sandbox.program import Execution, Limits, Program
from ineqsudoku.apps.sandbox.supervisor import loader, supervisor
from ineqsudoku.apps.sandbox.unisolated import Unisolated, require_psutil, run_unisolated
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message, Text

_PREFIX = "ineqsudoku-grade-"
_YOUNG = 60.0
"""Seconds during which a new folder may not be locked yet."""

_ROOM = 512 * 1024 * 1024
"""Free bytes required per job: for sources and compiled programs."""


Sandbox = Bubblewrap | Unisolated


def run(sandbox: Sandbox, program: Program, stop: Event) -> Execution:
    """Run a program to its end or to a limit, or until `stop` is set."""
    if isinstance(sandbox, Unisolated):
        return run_unisolated(program, stop)
    # It needs fcntl, which Windows does not have.
    from ineqsudoku.apps.sandbox.execution import run as run_isolated

    return run_isolated(sandbox, program, stop)


class NoSandboxError(IneqSudokuError):
    """Programs cannot run in a sandbox here."""


def choose_sandbox(
    no_sandbox: bool, known: Mapping[str, ProgrammingLanguage], hidden: Iterable[str]
) -> Sandbox:
    """Return the sandbox for programs in known languages, from which paths are hidden.

    Raises `IneqSudokuError` if there can be none, and if a library is missing that runs programs
    without one.
    """
    if no_sandbox:
        require_psutil()
        return Unisolated()
    folders = sorted({folder for language in known.values() for folder in language.folders})
    try:
        return sandbox_for(folders, hidden)
    except NoSandboxError as error:
        hint = Message("grade.no-sandbox", "--no-sandbox runs your own programs without one.")
        raise IneqSudokuError(f"{error}\n{hint}") from None


def sandbox_for(folders: Iterable[str] = (), hidden: Iterable[str] = ()) -> Bubblewrap:
    """Return the best sandbox that passes a trial.

    Programs in it see `folders`, but must not see the `hidden` paths.  Raises `NoSandboxError` if
    no sandbox works, and `IneqSudokuError` if it would show a hidden path or if there can be no
    supervisor.
    """
    if sys.platform != "linux":
        raise NoSandboxError(Message("sandbox.no-linux", "the sandbox needs Linux"))
    loader()
    supervisor()
    there = tuple(os.path.realpath(folder) for folder in folders if os.path.isdir(folder))
    sandbox = Bubblewrap(there)
    for path in (*hidden, tempfile.gettempdir()):
        if sandbox.shows(os.path.realpath(path)):
            raise IneqSudokuError(
                Message(
                    "sandbox.visible",
                    "programs in the sandbox can read {path}; move it elsewhere",
                    path=quote(path),
                )
            )
    try:
        groups = parents()
        if groups and not _trouble(grouped := replace(sandbox, groups=groups)):
            return grouped
        trouble = _trouble(sandbox)
    except IneqSudokuError as error:
        raise NoSandboxError(message_of(error)) from None
    if trouble:
        folder = quote(tempfile.gettempdir())
        raise NoSandboxError(_NO_SANDBOX.fill(reason=trouble, folder=folder))
    return sandbox


_NO_SANDBOX = Message(
    "sandbox.impossible",
    "cannot create a sandbox here: {reason}\n"
    "It needs bubblewrap and user namespaces (kernel.unprivileged_userns_clone, "
    "kernel.apparmor_restrict_unprivileged_userns),\n"
    "and all users must be able to enter {folder}. "
    "In a container, /proc must not be masked\n"
    "(Docker: --security-opt systempaths=unconfined).",
)
_TRIAL_FAILED = Message("sandbox.trial", "it cannot run `ls`")


def _trouble(sandbox: Bubblewrap) -> Text:
    """Return the failure of a trial run in a sandbox; empty if it works."""
    with scratch() as folder:
        folder.chmod(0o755)
        program = Program(("ls", sandbox.build(folder)), Limits(), build=folder)
        try:
            trial = run(sandbox, program, Event())
        except OSError as error:
            return message_of(error)
    return trial.failure or ("" if trial.code == 0 else _TRIAL_FAILED)


@contextmanager
def scratch(jobs: int = 1) -> Iterator[Path]:
    """Return a context with a temporary folder that others can pass through, but neither list nor
    change.

    Raises `IneqSudokuError` if there is too little free space.
    """
    _tidy()
    free = shutil.disk_usage(tempfile.gettempdir()).free
    if free < jobs * _ROOM:
        raise IneqSudokuError(
            Message(
                "sandbox.no-room",
                "{folder} has {free} MiB free, but {needed} MiB are needed for compiled programs; "
                "set TMPDIR to a folder with more room",
                folder=quote(tempfile.gettempdir()),
                free=free >> 20,
                needed=jobs * _ROOM >> 20,
            )
        )
    folder = Path(tempfile.gettempdir(), _PREFIX + token_hex(8))
    try:
        folder.mkdir(mode=0o700)
        with _lock(folder):
            folder.chmod(0o711)
            yield folder
    finally:
        try:
            shutil.rmtree(folder, ignore_errors=True)
        finally:  # Ctrl-C, which raises one exception, may have interrupted it.
            shutil.rmtree(folder, ignore_errors=True)


def _tidy() -> None:
    """Remove the folders of killed `grade` processes; living ones hold a lock.

    Sandboxes end with their `grade`, except a bubblewrap that was just starting; programs without a
    sandbox do not.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError), _lock(folder, waits=False) as state:
            if state and state.st_uid == os.geteuid() and state.st_mtime < time() - _YOUNG:
                _end_processes(folder)
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _lock(folder: Path, waits: bool = True) -> Iterator[os.stat_result | None]:
    """Return a context that locks a folder, and its state; `None` where folders have no locks.

    Raises `OSError` if another process has the lock and this one does not wait.
    """
    try:
        import fcntl
    except ImportError:  # On Windows.
        yield None
        return
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield os.fstat(lock)
    finally:
        os.close(lock)


def _end_processes(folder: Path) -> None:
    """Kill bubblewraps, and programs without a sandbox, that have the folder, whose name is
    random, in their arguments."""
    for process in glob("/proc/[0-9]*"):  # Only Linux has this folder.
        with suppress(OSError):
            if os.fsencode(f"{folder}/") in Path(process, "cmdline").read_bytes():
                os.kill(int(os.path.basename(process)), signal.SIGKILL)

"""Choosing a sandbox, and testing it before an untrusted program runs in it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from tempfile import gettempdir
from threading import Event

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.sandbox.cgroups import parents
from ineqsudoku.judge.sandbox.execution import run
from ineqsudoku.judge.sandbox.isolation import Bubblewrap, Sandbox, Unisolated
from ineqsudoku.judge.sandbox.program import Limits, Program
from ineqsudoku.judge.sandbox.scratch import scratch
from ineqsudoku.judge.sandbox.supervisor import loader, supervisor
from ineqsudoku.names import shown


class NoSandboxError(IneqSudokuError):
    """Programs cannot run in a sandbox here."""


def sandbox_for(
    sandboxed: bool, folders: Iterable[str] = (), hidden: Iterable[str] = ()
) -> Sandbox:
    """Return the best sandbox that passes a trial.

    Programs in it see `folders`, but must not see the `hidden` paths.  Raises `NoSandboxError` if
    no sandbox works, and `IneqSudokuError` if it would show a hidden path or if there can be no
    supervisor.
    """
    loader()
    supervisor()
    if not sandboxed:
        return Unisolated()
    there = tuple(os.path.realpath(folder) for folder in folders if os.path.isdir(folder))
    sandbox = Bubblewrap(there)
    for path in (*hidden, gettempdir()):
        if sandbox.shows(os.path.realpath(path)):
            raise IneqSudokuError(f"{shown(path)} is where programs in the sandbox can read it")
    try:
        return _best(sandbox)
    except NoSandboxError:
        raise
    except IneqSudokuError as error:
        raise NoSandboxError(str(error)) from None


def _best(sandbox: Bubblewrap) -> Bubblewrap:
    if groups := parents():
        grouped = replace(sandbox, groups=groups)
        if not _trouble(grouped):
            return grouped
    if why := _trouble(sandbox):
        raise NoSandboxError(
            f"there can be no sandbox here: {why}\n"
            "It needs bubblewrap and user namespaces (kernel.unprivileged_userns_clone, "
            "kernel.apparmor_restrict_unprivileged_userns),\n"
            f"and everybody has to be able to pass through {shown(gettempdir())}. In a container, "
            "/proc must not be masked\n(Docker: --security-opt systempaths=unconfined)."
        )
    return sandbox


def _trouble(sandbox: Sandbox) -> str:
    """Return the failure of a trial run in a sandbox; empty if it works."""
    with scratch() as folder:
        folder.chmod(0o755)
        program = Program(("ls", sandbox.build(folder)), Limits(wall=20.0), build=folder)
        try:
            trial = run(sandbox, program, Event())
        except OSError as error:
            return str(error)
    return trial.failure or ("" if trial.code == 0 else "it cannot run `ls`")

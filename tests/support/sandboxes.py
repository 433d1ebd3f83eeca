"""Whether this machine can keep programs in a sandbox, and has the tools that tests need.

Tests skip, by name, where something is missing: those of the suite `sandbox`, and those of the core
that no Python alone can run.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from ineqsudoku.apps.sandbox.isolation import Bubblewrap
from ineqsudoku.apps.sandbox.machine import sandbox_for
from ineqsudoku.apps.sandbox.supervisor import supervisor
from ineqsudoku.apps.sandbox.unisolated import Unisolated
from ineqsudoku.errors import IneqSudokuError


def _failure(of: Callable[[], object]) -> str:
    try:
        of()
    except IneqSudokuError as error:
        return str(error).split("\n")[0]
    return ""


def _needs(what: str, why_not: str) -> pytest.MarkDecorator:
    return pytest.mark.sandbox(missing=f"needs {what}: {why_not}" if why_not else "")


MISSING = _failure(lambda: sandbox_for())
"""Why there can be no sandbox; empty where there can."""

needs_sandbox = _needs("a sandbox", MISSING)

NO_SUPERVISOR = _failure(supervisor)
"""Why programs cannot even run without a sandbox; empty where they can."""

needs_supervisor = pytest.mark.skipif(bool(NO_SUPERVISOR), reason=NO_SUPERVISOR)


SANDBOXES = [
    pytest.param(Bubblewrap(), id="bubblewrap", marks=needs_sandbox),
    pytest.param(Unisolated(), id="unisolated"),
]
"""Values of a parameter: each kind of sandbox."""


def commands_with(words: object) -> list[bytes]:
    """The command lines of all processes of this system that have these words in them."""
    commands = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # It has ended.
            commands.append(path.read_bytes())
    return [command for command in commands if str(words).encode() in command]


def needs_tool(name: str) -> pytest.MarkDecorator:
    """A test of the suite `sandbox` that runs a program; `needs` is for the other suites."""
    return _needs(name, "" if shutil.which(name) else "it is not installed")


def _absent(programs: Sequence[str]) -> str:
    absent = [name for name in programs if not shutil.which(name)]
    return f"needs {' and '.join(absent)}: not installed" if absent else ""


def needs(*programs: str) -> pytest.MarkDecorator:
    """A test that runs these programs."""
    return pytest.mark.skipif(bool(_absent(programs)), reason=_absent(programs))


def skip_without(*programs: str) -> None:
    if absent := _absent(programs):
        pytest.skip(absent)


def open_terminal() -> tuple[int, int]:
    """Both ends of a pseudo-terminal, which no Windows has, nor every container."""
    try:
        import pty

        return pty.openpty()
    except (ImportError, OSError):
        pytest.skip("needs pseudo-terminals")


def skip_without_supervisor() -> None:
    if NO_SUPERVISOR:
        pytest.skip(NO_SUPERVISOR)


def skip_if_missing(item: pytest.Item) -> None:
    for mark in item.iter_markers("sandbox"):
        if missing := mark.kwargs.get("missing"):
            pytest.skip(missing)


if __name__ == "__main__":
    sys.exit(f"no sandbox here: {MISSING}" if MISSING else 0)

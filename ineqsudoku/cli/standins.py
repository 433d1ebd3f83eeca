"""Commands that stand in for those whose module cannot be imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import click

from ineqsudoku.errors import IneqSudokuError

UNIX_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios")
"""Modules of Python that only Unix has."""


class StandIn(click.Command):
    """Reports why a command is missing, whatever its arguments."""

    def __init__(self, name: str, error: Exception) -> None:
        self._error = error
        self._needs_unix = isinstance(error, ImportError) and error.name in UNIX_MODULES
        where = "not on this system" if self._needs_unix else "cannot be loaded"
        super().__init__(name, short_help=f"({where})")

    def make_context(self, info_name: str | None, args: list[str], *_: Any, **__: Any) -> NoReturn:
        """Raise `IneqSudokuError`; with `--protocol`, exit with the judge's error."""
        self._fail_by_protocol(args)
        if self._needs_unix:
            raise IneqSudokuError(f"{self.name} needs Linux or another Unix system: {self._error}")
        kind = type(self._error).__name__
        raise IneqSudokuError(f"the command {self.name} cannot be loaded: {kind}: {self._error}")

    def _fail_by_protocol(self, args: Sequence[str]) -> None:
        if not any(argument.startswith("--protocol") for argument in args):
            return
        try:
            from ineqsudoku.cli.protocol_command import protocol_in
            from ineqsudoku.judge.protocols.interface import fail
            from ineqsudoku.judge.protocols.judges import INTERFACES
        except Exception:  # The command probably failed for the same reason.
            raise self._error from None
        if interface := INTERFACES.get(self.name or "", {}).get(protocol_in(args)):
            fail(interface, self._error)

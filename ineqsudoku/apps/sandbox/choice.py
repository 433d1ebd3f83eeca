"""Where `grade` and `generate --against` run programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ineqsudoku.apps.sandbox.languages import Language
from ineqsudoku.apps.sandbox.machine import NoSandboxError, Sandbox, sandbox_for
from ineqsudoku.apps.sandbox.unisolated import Unisolated, require_psutil
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message


def choose_sandbox(
    no_sandbox: bool, known: Mapping[str, Language], hidden: Iterable[str]
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

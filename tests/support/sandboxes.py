"""Whether this machine can keep programs in a sandbox, and has the tools that tests need.

Tests of the suite `sandbox` skip, by name, where something is missing.
"""

from __future__ import annotations

import shutil
import sys

import pytest

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.sandbox.choice import sandbox_for
from ineqsudoku.judge.sandbox.compiled import compiled_supervisor


def _missing() -> str:
    try:
        sandbox_for(True)
    except IneqSudokuError as error:
        return str(error).split("\n")[0]
    return ""


def _needs(what: str, why_not: str) -> pytest.MarkDecorator:
    return pytest.mark.sandbox(missing=f"needs {what}: {why_not}" if why_not else "")


MISSING = _missing()
"""Why there can be no sandbox; empty where there can."""

needs_sandbox = _needs("a sandbox", MISSING)

needs_compiled = _needs(
    "the compiled supervisor", MISSING or ("" if compiled_supervisor() else "it is not compiled")
)


def needs_tool(name: str) -> pytest.MarkDecorator:
    return _needs(name, "" if shutil.which(name) else "it is not installed")


def skip_if_missing(item: pytest.Item) -> None:
    for mark in item.iter_markers("sandbox"):
        if missing := mark.kwargs.get("missing"):
            pytest.skip(missing)


if __name__ == "__main__":
    sys.exit(f"no sandbox here: {MISSING}" if MISSING else 0)

"""Whether this machine can keep programs in a sandbox.

Tests that need one skip, by name, where it cannot; `.ci/run` does not let that pass unless it
is told to.
"""

from __future__ import annotations

import shutil
import sys

import pytest

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.cage.choice import cage_for
from ineqsudoku.judge.cage.compiled import compiled_supervisor


def _missing() -> str:
    try:
        cage_for(True)
    except IneqSudokuError as error:
        return str(error).split("\n")[0]
    return ""


MISSING = _missing()
"""Why there can be no sandbox; empty where there can."""

needs_sandbox = pytest.mark.skipif(bool(MISSING), reason=f"needs a sandbox: {MISSING}")


needs_compiled = pytest.mark.skipif(
    bool(MISSING) or not compiled_supervisor(), reason="needs the compiled supervisor"
)


def needs_tool(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not there")


if __name__ == "__main__":
    sys.exit(f"no sandbox here: {MISSING}" if MISSING else 0)

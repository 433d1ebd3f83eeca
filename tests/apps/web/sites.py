"""The static site for tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ineqsudoku.apps.web.export import export

PYODIDE = Path(os.environ.get("INEQSUDOKU_NODE_MODULES", "node_modules")) / "pyodide"


def exported(folder: Path) -> None:
    """Export the site into a folder, with the Pyodide of the session; skips without it."""
    if not PYODIDE.exists():
        pytest.skip("pyodide is not installed: set INEQSUDOKU_NODE_MODULES")
    folder.parent.mkdir(parents=True, exist_ok=True)
    export(folder, PYODIDE)

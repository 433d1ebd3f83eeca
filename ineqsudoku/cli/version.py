"""What `ineqsudoku --version` prints."""

from __future__ import annotations

import platform

from ineqsudoku import __version__
from ineqsudoku.search.kernel import kernel


def version() -> str:
    compiled = kernel()
    form = f"compiled: {compiled.name}" if compiled else "pure Python"
    return (
        f"ineqsudoku {__version__}\n"
        f"{platform.python_implementation()} {platform.python_version()}\n"
        f"kernel: {form}"
    )

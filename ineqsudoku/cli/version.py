"""What `ineqsudoku --version` prints."""

from __future__ import annotations

import platform
from importlib.util import find_spec

from ineqsudoku import __version__


def version() -> str:
    compiled = find_spec("ineqsudoku.search._boxes") is not None
    kernel = "compiled" if compiled else "not compiled (boxes runs in pure Python)"
    return (
        f"ineqsudoku {__version__}\n"
        f"{platform.python_implementation()} {platform.python_version()}\n"
        f"kernel: {kernel}"
    )

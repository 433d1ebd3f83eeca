"""Messages on standard error."""

from __future__ import annotations

import sys
from contextlib import suppress


def tell(message: str) -> None:
    """Print a message on standard error, after flushing the results on standard output."""
    with suppress(OSError):  # `main` reports that standard output cannot be written.
        sys.stdout.flush()
    sys.stderr.write(message + "\n")
    sys.stderr.flush()


WITHOUT_KERNEL = (
    "pure Python is 40-80x slower; to compile: "
    "apt install gcc python3-dev && .venv/bin/pip install ."
)


def warn_without_kernel() -> None:
    """Say on a terminal that searches are slow, unless the user chose Python."""
    if not sys.stderr.isatty():
        return
    from ineqsudoku.search import is_kernel_missing

    if is_kernel_missing():
        tell(WITHOUT_KERNEL)

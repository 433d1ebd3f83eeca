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

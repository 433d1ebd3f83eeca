"""A server of the page for tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PROGRAM = (sys.executable, "-m", "ineqsudoku", "serve", "--no-browser", "--port", "0")


@contextmanager
def serving() -> Iterator[str]:
    """The URL of a server that runs as long as the context."""
    with subprocess.Popen(PROGRAM, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            url = server.stdout.readline().strip()
            assert url, "the server did not start"
            yield url
        finally:
            server.terminate()

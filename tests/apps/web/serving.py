"""Servers of the page and of the static site for tests."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENT = """\
from dataclasses import replace
from ineqsudoku.apps.web import workers
limits = workers.usual_limits()
workers.usual_limits = lambda: replace(limits, seconds=120.0)
from ineqsudoku.__main__ import main
main()
"""
"""The program with a time limit for requests that a busy machine keeps."""

PROGRAM = (sys.executable, "-m", "ineqsudoku", "serve", "--no-browser", "--port", "0")


@contextmanager
def serving() -> Iterator[str]:
    """The URL of a server that runs as long as the context."""
    command = (sys.executable, "-c", PATIENT, *PROGRAM[3:])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            url = server.stdout.readline().strip()
            assert url, "the server did not start"
            yield url
        finally:
            server.terminate()


@contextmanager
def plainly_served(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The URL and the process of Python's own file server."""
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "0"]
    pipe, silent = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=silent, text=True) as server:
        try:
            assert server.stdout
            match = re.search(r"port (\d+)", server.stdout.readline())
            assert match
            yield f"http://127.0.0.1:{match[1]}/", server
        finally:
            server.kill()

"""Where `solve` writes, unless into a folder: standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TextIO

from ineqsudoku.cli.sources import Source

Write = Callable[[str, str], None]
"""Takes the text for a puzzle and what parts it from the text before."""


class Output(Protocol):
    """Hands out what to write with, once for each source; `scrolls` on a terminal."""

    @property
    def scrolls(self) -> bool: ...

    def for_source(self, source: Source) -> AbstractContextManager[Write]: ...


class Writer:
    """Puts separators between texts, not before the first one."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._started = False

    def __call__(self, text: str, separator: str) -> None:
        self._stream.write(separator + text if self._started else text)
        self._started = True


class StandardOutput:
    """All sources in one stream."""

    def __init__(self) -> None:
        self._writer = Writer(sys.stdout)

    @property
    def scrolls(self) -> bool:
        return sys.stdout.isatty()

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        yield self._writer
        sys.stdout.flush()

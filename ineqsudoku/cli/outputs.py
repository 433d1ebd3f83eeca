"""Where `solve` writes, unless into a folder: standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from ineqsudoku.cli.sources import Source
from ineqsudoku.cli.work import Mark, Outcome

Write = Callable[[Outcome], None]
"""Takes the outcomes of a source, in order."""


class Output(Protocol):
    """Hands out what to write with, once for each source."""

    @property
    def scrolls(self) -> bool:
        """Whether what is written passes by on a terminal."""

    @property
    def marks(self) -> Mapping[str, Mark]:
        """How far an earlier run came with each source, by its name."""

    def for_source(self, source: Source) -> AbstractContextManager[Write]: ...


class StandardOutput:
    """All sources in one stream."""

    marks: Mapping[str, Mark] = {}

    def __init__(self) -> None:
        self._started = False

    @property
    def scrolls(self) -> bool:
        return sys.stdout.isatty()

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        yield self._write
        sys.stdout.flush()

    def _write(self, outcome: Outcome) -> None:
        if outcome.text:
            sys.stdout.write(outcome.separator * self._started + outcome.text)
            self._started = True

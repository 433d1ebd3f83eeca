"""The output of `solve`, and the usual one: standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from ineqsudoku.cli.sources import Source
from ineqsudoku.cli.work import Mark, Outcome

Write = Callable[[Outcome], None]
"""Writes the next outcome of a source."""


class Output(Protocol):
    """Where the outcomes of all sources are written, one source after the other."""

    @property
    def scrolls(self) -> bool:
        """Whether the results appear on a terminal."""

    @property
    def marks(self) -> Mapping[int, Mark]:
        """How far an earlier run came with the sources, by their places."""

    def for_source(self, source: Source) -> AbstractContextManager[Write]: ...


class StandardOutput:
    """All sources in one stream; raises `OutputError`."""

    marks: Mapping[int, Mark] = {}

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

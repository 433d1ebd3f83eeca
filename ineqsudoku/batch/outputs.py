"""The output of `solve`: the protocol, and standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from ineqsudoku.batch.outcomes import Mark, Outcome
from ineqsudoku.batch.sources import Source

Write = Callable[[Outcome], None]
"""Writes the next outcome of a source."""


class Output(Protocol):
    """Writes the outcomes of all sources, one source after the other."""

    @property
    def scrolls(self) -> bool:
        """Whether the results appear on a terminal."""

    @property
    def marks(self) -> Mapping[int, Mark]:
        """The progress of an earlier run, as marks by the places of the sources."""

    def for_source(self, source: Source) -> AbstractContextManager[Write]: ...


class StandardOutput:
    """Writes all sources to one stream; on a terminal, optionally each under its name.

    Raises `OutputError`.
    """

    marks: Mapping[int, Mark] = {}

    def __init__(self, headings: bool) -> None:
        self._has_headings = headings and self.scrolls
        self._is_first = True

    @property
    def scrolls(self) -> bool:
        return sys.stdout.isatty()

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        is_begun = False

        def write(outcome: Outcome) -> None:
            nonlocal is_begun
            if not outcome.text:
                return
            if is_begun:
                sys.stdout.write(outcome.separator * outcome.is_apart)
            else:
                self._begin(source, outcome)
            sys.stdout.write(outcome.text)
            is_begun = True

        yield write
        sys.stdout.flush()

    def _begin(self, source: Source, outcome: Outcome) -> None:
        if not self._is_first:
            sys.stdout.write("\n" if self._has_headings else outcome.separator)
        if self._has_headings:
            sys.stdout.write(f"{source.name}:\n")
        self._is_first = False

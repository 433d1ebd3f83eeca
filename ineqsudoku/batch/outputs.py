"""The output of `solve`: the protocol, and one stream for all sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TextIO

from ineqsudoku.batch.outcomes import Outcome, Progress
from ineqsudoku.batch.sources import Source

Write = Callable[[Outcome, Mapping[str, int]], None]
"""Writes the next outcome of a source; the numbers are those of its messages so far."""


class Output(Protocol):
    """Writes the outcomes of all sources, one source after the other."""

    @property
    def scrolls(self) -> bool:
        """Whether the results appear on a terminal."""

    @property
    def progress(self) -> Mapping[int, Progress]:
        """The progress of an earlier run, by the places of the sources."""

    def for_source(self, source: Source) -> AbstractContextManager[Write]: ...


class OneStream:
    """Writes all sources to one stream; on a terminal, optionally each under its name.

    Raises `OSError`.
    """

    progress: Mapping[int, Progress] = {}

    def __init__(self, stream: TextIO, headings: bool) -> None:
        self._stream = stream
        self._has_headings = headings and self.scrolls
        self._is_first = True

    @property
    def scrolls(self) -> bool:
        return self._stream.isatty()

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        is_begun = False

        def write(outcome: Outcome, _: Mapping[str, int]) -> None:
            nonlocal is_begun
            if outcome.text:
                if not is_begun:
                    self._begin(source, outcome)
                self._stream.write(outcome.output(follows=is_begun))
                is_begun = True

        yield write
        self._stream.flush()

    def _begin(self, source: Source, outcome: Outcome) -> None:
        if not self._is_first:
            self._stream.write("\n" if self._has_headings else outcome.separator)
        if self._has_headings:
            self._stream.write(f"{source.name}:\n")
        self._is_first = False

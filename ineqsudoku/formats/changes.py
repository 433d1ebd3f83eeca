"""Changes that mend a text."""

from __future__ import annotations

from typing import NamedTuple


class Change(NamedTuple):
    """One kind of change, how often it was made, and its first place: line and column from 1.

    `times` is 0 if it is not known.  Changes of one `kind` are reported once for a file; without
    one, `what` is the kind.
    """

    what: str
    times: int
    line: int
    column: int
    kind: str = ""

    def __str__(self) -> str:
        """`line:column: …`"""
        times = "once" if self.times == 1 else f"{self.times} times, here first"
        times = times if self.times else "here first"
        return f"{self.line}:{self.column}: {self.what} ({times})"

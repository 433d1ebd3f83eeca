"""How long work tells how far it has come."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called now and then with the name of the work, what is done of it and how much it is.

    What is done never goes back within one work; `total` may change while it is unknown.
    It may raise, `KeyboardInterrupt` for instance, and so stop the work.
    """

    def __call__(self, work: str, done: int, total: int) -> object: ...


def silent(work: str, done: int, total: int) -> None:
    """Nobody is listening."""

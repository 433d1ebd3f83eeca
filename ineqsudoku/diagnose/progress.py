"""How long work tells how far it has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], object]
"""Called now and then with the name of the work, how much of it is done and how much it is.

What is done never goes back while the name stays the same.  It may raise, `KeyboardInterrupt`
for instance, and so stop the work.
"""


def silent(_work: str, _done: int, _total: int) -> None:
    """Nobody is listening."""

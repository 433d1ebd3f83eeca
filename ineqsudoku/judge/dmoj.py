"""The old place of the checker for DMOJ: `ineqsudoku.judge.protocols.dmoj`.

Deprecated; it goes with the next release.
"""

from __future__ import annotations


def __getattr__(name: str) -> object:
    if name != "check":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from warnings import warn

    from ineqsudoku.judge.protocols.dmoj import check

    message = "ineqsudoku.judge.dmoj is deprecated; use ineqsudoku.judge.protocols.dmoj"
    warn(message, DeprecationWarning, stacklevel=2)
    return check

"""The old place of what is now in `ineqsudoku`: `read_all`, `write` and `convert`.

Deprecated; it goes with the next release.
"""

from __future__ import annotations

from importlib import import_module

_MODULE_OF = {
    "READABLE": "formats.registry",
    "WRITABLE": "formats.registry",
    "convert": "conversion",
    "read_all": "formats",
    "write": "conversion",
}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from warnings import warn

    place = "ineqsudoku.formats" if name.isupper() else "ineqsudoku"
    message = f"ineqsudoku.exchange.{name} is deprecated; use {place}.{name}"
    warn(message, DeprecationWarning, stacklevel=2)
    return getattr(import_module(f"ineqsudoku.{_MODULE_OF[name]}"), name)

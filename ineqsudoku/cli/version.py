"""What `ineqsudoku --version` prints."""

from __future__ import annotations

import platform

from ineqsudoku import __version__
from ineqsudoku.search import paths_in_use


def version() -> str:
    return (
        f"ineqsudoku {__version__}\n"
        f"{platform.python_implementation()} {platform.python_version()}\n"
        f"kernel: {_forms()}"
    )


def _forms() -> str:
    """Return the form of all engines with a compiled one; if they differ, their forms by name."""
    forms = {
        engine: f"compiled: {path}" if path else "pure Python"
        for engine, path in paths_in_use().items()
    }
    if len({*forms.values()}) == 1:
        return next(iter(forms.values()))
    return ", ".join(f"{engine} {form}" for engine, form in forms.items())

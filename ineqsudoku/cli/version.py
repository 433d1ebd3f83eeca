"""What `ineqsudoku --version` prints."""

from __future__ import annotations

import platform

from ineqsudoku import __version__
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.search.kernel import COMPILED, kernel


def version() -> str:
    return (
        f"ineqsudoku {__version__}\n"
        f"{platform.python_implementation()} {platform.python_version()}\n"
        f"kernel: {_forms()}"
    )


def _forms() -> str:
    """One form for all engines that have a compiled one, else each by name."""
    kernels = {engine: kernel(engine) for engine in COMPILED}
    kernels["cells of other sizes"] = kernel("cells", SUDOKU[16])
    forms = {
        engine: f"compiled: {compiled.name}" if compiled else "pure Python"
        for engine, compiled in kernels.items()
    }
    if len(set(forms.values())) == 1:
        return forms[COMPILED[0]]
    return ", ".join(f"{engine} {form}" for engine, form in forms.items())

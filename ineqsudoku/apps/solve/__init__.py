"""The core from the command line and from Python: `solve`, `check`, `convert`, `solve_many`."""

from ineqsudoku.apps.solve.many import solve_many

__all__ = [
    "solve_many",
]

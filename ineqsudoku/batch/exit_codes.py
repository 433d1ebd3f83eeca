"""Exit codes, like those of grep; with several puzzles, the highest one counts."""

from __future__ import annotations

YES, NO, TROUBLE, INTERRUPTED = 0, 1, 2, 130

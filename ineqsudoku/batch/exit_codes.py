"""Exit codes, as those of grep; of many puzzles the highest counts."""

from __future__ import annotations

YES, NO, TROUBLE, INTERRUPTED = 0, 1, 2, 130

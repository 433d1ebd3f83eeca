"""Real puzzles and a random corpus that stand beside the project, where they do.

Tests that need them skip, by name, when they are not there.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

SHARED = Path(__file__).parents[3] / "shared"
LAYOUTS = SHARED / "layouts"
MANIFEST = LAYOUTS / "manifest.tsv"

needs_shared = pytest.mark.skipif(
    not MANIFEST.is_file(), reason="../shared (real puzzles and corpus) is not there"
)


class Real(NamedTuple):
    """A line of the manifest; `solution` is empty where there is not exactly one."""

    path: Path
    solutions: str
    signs: int
    givens: int
    solution: str


def real_puzzles(folder: str) -> list[Real]:
    """Those of `contest` or `extended`, with all signs counted, across borders or not."""
    if not MANIFEST.is_file():
        return []
    rows = MANIFEST.read_text(encoding="utf-8").splitlines()[1:]
    fields = (row.split("\t") for row in rows if row.startswith(f"{folder}/"))
    return [
        Real(LAYOUTS / path, count, int(inside) + int(border), int(givens), solution.strip("-"))
        for path, count, inside, border, givens, solution, *_ in fields
    ]


def corpus(name: str) -> list[list[str]]:
    """The lines of a corpus file, split into fields."""
    text = (SHARED / "corpus" / name).read_text(encoding="ascii")
    return [line.split("\t") for line in text.splitlines()]

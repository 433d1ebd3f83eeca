"""Published puzzles and a random corpus, in `tests/data`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parents[1] / "data"
LAYOUTS = DATA / "layouts"


class Real(NamedTuple):
    """A line of the manifest; `solution` is empty where there is not exactly one."""

    path: Path
    solutions: str
    signs: int
    givens: int
    solution: str


def real_puzzles(folder: str) -> list[Real]:
    """Those of `contest` or `extended`, with all signs counted, across borders or not."""
    rows = (LAYOUTS / "manifest.tsv").read_text(encoding="utf-8").splitlines()[1:]
    fields = (row.split("\t") for row in rows if row.startswith(f"{folder}/"))
    return [
        Real(LAYOUTS / path, count, int(inside) + int(border), int(givens), solution.strip("-"))
        for path, count, inside, border, givens, solution, *_ in fields
    ]


def corpus(name: str) -> list[list[str]]:
    """The lines of a corpus file, split into fields."""
    text = (DATA / "corpus" / name).read_text(encoding="ascii")
    return [line.split("\t") for line in text.splitlines()]

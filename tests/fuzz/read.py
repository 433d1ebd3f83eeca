"""Reads texts that atheris makes of a corpus, until one raises what `read` may not raise.

    python tests/fuzz/read.py SECONDS FOLDER     keeps the corpus and failures in FOLDER
    python tests/fuzz/read.py FILE               repeats a failure

Every text has to give puzzles, the same at once and piece by piece, or a `PuzzleSyntaxError` that
can be shown.  Also a text that takes `PATIENCE` seconds is a failure.
"""

from __future__ import annotations

import sys
import warnings
from io import BytesIO
from pathlib import Path
from pkgutil import iter_modules
from typing import get_args
from zlib import crc32

import atheris

with atheris.instrument_imports(include=["ineqsudoku"]):
    import ineqsudoku as iq
    from ineqsudoku import formats
    from ineqsudoku.formats import AUTO, FormatChoice
    from ineqsudoku.formats.registry import ReadableFormat

    for module in iter_modules(formats.__path__):
        __import__(f"ineqsudoku.formats.{module.name}")

ROOT = Path(__file__).parents[2]

SEEDS = [ROOT / "tests" / "data" / "layouts", ROOT / "examples"]

CHOICES: list[FormatChoice] = [*[AUTO] * 12, *get_args(ReadableFormat)]
"""The formats as which texts are read, about half of them as `auto`."""

PATIENCE = 20
MOST_BYTES = 20_000


def read(data: bytes) -> None:
    format = CHOICES[crc32(data) % len(CHOICES)]
    try:
        puzzles = iq.read_all(data, format=format)
    except iq.PuzzleSyntaxError as error:
        _ = str(error)
        puzzles = None
    entries = list(iq.read_many(BytesIO(data), format=format))
    assert puzzles is None or [getattr(entry, "puzzle", None) for entry in entries] == puzzles
    assert all(str(entry) for entry in entries)


def main(seconds: str, folder: Path) -> None:
    corpus, failures, seeds = folder / "corpus", folder / "failures", folder / "seeds"
    for place in (corpus, failures, seeds):
        place.mkdir(parents=True, exist_ok=True)
    puzzle = iq.Puzzle.from_relations([iq.Relation(0, 1)], "1" + "." * 80)
    (seeds / "fpuzzles").write_text(iq.write(puzzle, "fpuzzles"), encoding="utf-8")
    options = [f"-max_total_time={seconds}", f"-timeout={PATIENCE}", f"-max_len={MOST_BYTES}"]
    options += [f"-artifact_prefix={failures}/", "-print_final_stats=1"]
    fuzz(*options, *map(str, [corpus, seeds, *SEEDS]))


def fuzz(*arguments: str) -> None:
    atheris.Setup([sys.argv[0], *arguments], read)
    atheris.Fuzz()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if len(sys.argv) == 3:
        main(sys.argv[1], Path(sys.argv[2]))
    else:
        fuzz(*sys.argv[1:])

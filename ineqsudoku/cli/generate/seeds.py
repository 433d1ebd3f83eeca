"""The seed of a run without `--seed`."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from secrets import randbits

from ineqsudoku.cli.generate.manifest import JOURNAL
from ineqsudoku.cli.messages import tell

_BITS = 32


def seed_for(resumed: str | None) -> int:
    """The seed of the run in the folder to resume, or a random one; it is printed.

    A damaged journal is no matter here: to resume it will fail.
    """
    seed = None if resumed is None else _seed_of(Path(resumed) / JOURNAL)
    if seed is None:
        seed = randbits(_BITS)
    tell(f"seed {seed}")
    return seed


def _seed_of(journal: Path) -> int | None:
    with suppress(OSError, ValueError, LookupError, TypeError):
        with open(journal, "rb") as file:
            _, _, order = file.readline().partition(b" ")
        seed = json.loads(order)["seed"]
        return seed if type(seed) is int else None
    return None

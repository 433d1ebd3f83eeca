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
    """Return and print the seed of the run to resume, or a random seed.

    A damaged journal is ignored here: resuming the run will report it.
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

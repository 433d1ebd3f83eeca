"""The seed of a run without `--seed`."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from secrets import randbits

from ineqsudoku.cli.generate.manifest import JOURNAL, NAME
from ineqsudoku.cli.messages import tell

_BITS = 32


def seed_for(resumed: str | None) -> int:
    """Return and print the seed of the run to resume, or a random seed.

    The run may be finished.  A damaged journal is ignored here: resuming the run will report it.
    """
    seed = None
    if resumed is not None:
        seed = _of_journal(Path(resumed) / JOURNAL)
        if seed is None:
            seed = _of_manifest(Path(resumed) / NAME)
    if seed is None:
        seed = randbits(_BITS)
    tell(f"seed {seed}")
    return seed


def _of_journal(path: Path) -> int | None:
    with suppress(OSError), open(path, "rb") as file:
        _, _, order = file.readline().partition(b" ")
        return _of_order(order)
    return None


def _of_manifest(path: Path) -> int | None:
    with suppress(OSError):
        return _of_order(path.read_bytes())
    return None


def _of_order(text: bytes) -> int | None:
    with suppress(ValueError, LookupError, TypeError):
        seed = json.loads(text)["seed"]
        return seed if type(seed) is int else None
    return None

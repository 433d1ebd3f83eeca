"""The seed of a run without `--seed`."""

from __future__ import annotations

from pathlib import Path
from secrets import randbits

from ineqsudoku.cli.generate.earlier import earlier_run
from ineqsudoku.cli.streams import tell

_BITS = 32


def seed_for(resumed: str | None) -> int:
    """Return and print the seed of the run to resume, finished or not, or a random seed."""
    run = None if resumed is None else earlier_run(Path(resumed))
    seed = randbits(_BITS) if run is None or run.seed is None else run.seed
    tell(f"seed {seed}")
    return seed

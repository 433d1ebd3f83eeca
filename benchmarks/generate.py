"""How fast `generate` makes layouts, graded ones and killers.

    python benchmarks/generate.py [layouts] [levels] [killers] [peer]

Each figure is printed beside its aim.  One core is measured by its processor time; runs of the
command, which take all cores, by the clock, so the machine has to be idle.

The peer is the generator of tdoku for plain sudoku: INEQSUDOKU_TDOKU_GENERATE names its program.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from time import process_time
from typing import Any, get_args

from figures import Figure, cores
from memory import Cost, measured
from throughput import PROGRAM, against

import ineqsudoku as iq
from ineqsudoku.apps.explain.values import Level
from ineqsudoku.apps.generate.grids import compiled_forms
from ineqsudoku.search.kernel import CHOICE, PYTHON, kernel

SEED = 1

SECONDS = 10.0
"""That each rate is measured for."""

LAYOUTS = 200_000
"""Layouts of a run of the command."""

SHARE_OF = 1_000
"""Layouts that are rated to find the share of each level."""

KILLERS = {
    "10⁹ row-major nodes": "rows:1000000000",
    "10⁸ nodes box by box": "boxes",
    "10⁷ nodes for the cell with the fewest digits": "fewest:10000000",
}
WITHIN = 60.0
"""Seconds for each of them."""

TDOKU = "INEQSUDOKU_TDOKU_GENERATE"


def rate(**wishes: Any) -> float:
    """Puzzles a second of processor time."""
    puzzles = iq.generate(seed=SEED, **wishes)
    next(puzzles)  # fills tables
    begun = process_time()
    for made, _ in enumerate(puzzles, 1):
        if process_time() - begun > SECONDS:
            return made / (process_time() - begun)
    raise AssertionError("a sequence without a count has no end")


def run(*arguments: object) -> Cost:
    """What a run of `generate` costs."""
    return measured(_command(*arguments))


def _command(*arguments: object, seed: int = SEED) -> list[str]:
    return [PROGRAM, "generate", "--seed", str(seed), *map(str, arguments)]


@contextmanager
def without_kernels() -> Iterator[None]:
    """The Python forms are used inside, and the usual ones afterwards."""
    os.environ[CHOICE] = PYTHON
    for each in (kernel, compiled_forms):
        each.cache_clear()
    try:
        yield
    finally:
        del os.environ[CHOICE]
        for each in (kernel, compiled_forms):
            each.cache_clear()


def layouts() -> Iterator[Figure]:
    yield Figure("valid full layouts, one core", rate(), 5_000, "/s", True)
    jobs = cores()
    what = f"the same by the command, {jobs} cores, wall clock"
    cost = run(LAYOUTS, "--to", "compact", "--jobs", jobs)
    yield Figure(what, LAYOUTS / cost.seconds, 10_000, "/s", True)
    one = _command(LAYOUTS, "--to", "compact", "--jobs", jobs)
    parts = [
        _command(LAYOUTS // jobs, "--to", "compact", "--jobs", 1, seed=SEED + part)
        for part in range(jobs)
    ]
    print(f"  `generate --jobs {jobs}` takes {against(one, parts)}")
    with without_kernels():
        yield Figure("the same without the kernel, one core", rate(), 100, "/s", True)


def levels() -> Iterator[Figure]:
    """The aim is that of levels that a tenth of all layouts have."""
    rated = [iq.explain(each.puzzle).level for each in islice(iq.generate(seed=SEED), SHARE_OF)]
    for level in get_args(Level):
        share = rated.count(level) / SHARE_OF
        what = f"level {level}, which {share:.0%} have, one core"
        yield Figure(what, rate(level=level), 5, "/s", True)


def killers() -> Iterator[Figure]:
    for name, targets in KILLERS.items():
        cost = run(1, "--kill", targets, "--jobs", cores())
        yield Figure(f"{name}, {cores()} cores, wall clock", cost.seconds, WITHIN, "s")


def peer() -> Iterator[Figure]:
    if program := os.environ.get(TDOKU):
        yield Figure(
            "minimal plain sudoku; tdoku",
            rate(kind="plain"),
            _tdoku(program),
            "/s",
            True,
        )
    else:
        print(f"  tdoku's generator: {TDOKU} is not set, left out")


def _tdoku(program: str) -> float:
    """Puzzles a second, none of them rated: each comes from another by three clues."""
    count = 20_000
    return count / measured([program, "-p0", "-a1", "-e0", f"-l{count}"]).cpu_seconds


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "layouts": layouts,
    "levels": levels,
    "killers": killers,
    "peer": peer,
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    options = arguments.parse_args()
    for name in options.parts or PARTS:
        print(name, flush=True)
        for figure in PARTS[name]():
            print(f"  {figure}", flush=True)


if __name__ == "__main__":
    main()

"""How fast `iq.generate` makes layouts, graded ones and killers, and how few signs it finds.

    python benchmarks/generate.py [layouts] [levels] [killers] [fewest]

Without arguments, the first two.  Times are those of the processor, one core, so that other
programs count for nothing.  `INEQSUDOKU_KERNEL=python` measures the Python forms.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from time import process_time
from typing import Any, get_args

import ineqsudoku as iq
from ineqsudoku.explanation.rating import Level

SEED = 1
SECONDS = 10.0
"""That each measurement takes at least."""

KILLERS: dict[str, list[tuple[str, int]]] = {
    "10⁹ row-major nodes": [("rows", 10**9)],
    "all fixed orders, 10⁸ by sets and 10⁷ with bounds": [
        ("ordered", 10**8),
        ("ordered-bounds", 10**7),
    ],
    "3·10⁶ nodes of fewest-bounds": [("fewest-bounds", 3 * 10**6)],
}

FEWEST_ROUNDS = 3_000


def rate(**wishes: Any) -> float:
    """Puzzles a second."""
    puzzles = iq.generate(seed=SEED, **wishes)
    next(puzzles)  # fills tables
    begun = process_time()
    for made, _ in enumerate(puzzles, 1):
        if process_time() - begun > SECONDS:
            return made / (process_time() - begun)
    raise AssertionError("a sequence without a count has no end")


def layouts() -> Iterator[str]:
    yield f"valid full layouts: {rate():,.0f} a second on one core"


def levels() -> Iterator[str]:
    for level in get_args(Level):
        yield f"level {level}: {rate(level=level):.1f} a second on one core"


def killers() -> Iterator[str]:
    for name, kill in KILLERS.items():
        for seed in islice(count(SEED), 3):
            begun = process_time()
            (each,) = iq.generate(1, seed=seed, kill=kill, survey=1)
            seconds = process_time() - begun
            yield f"{name}, seed {seed}: {seconds:.1f} s on one core, {each.steps:,} layouts"


def fewest() -> Iterator[str]:
    for kind in ("partial", "extended"):
        begun = process_time()
        (each,) = iq.generate(1, seed=SEED, kind=kind, signs="fewest", tries=FEWEST_ROUNDS)
        seconds = process_time() - begun
        yield f"fewest signs, {kind}: {each.signs} in {FEWEST_ROUNDS:,} rounds, {seconds:.0f} s"


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "layouts": layouts,
    "levels": levels,
    "killers": killers,
    "fewest": fewest,
}


def main() -> None:
    for name in sys.argv[1:] or ("layouts", "levels"):
        for line in PARTS[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main()

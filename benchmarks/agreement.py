"""Do the compiled forms of engines, on every path, take the same steps as those in Python?

    python benchmarks/agreement.py [--layouts 100000] [--seed 1]

Random puzzles of all kinds - one solution, none, many; absent signs, givens, cycles, for
`cells` signs on box borders and all sizes too - with random limits.  Compared are the
solutions, their order of finding and the nodes.  The tests do the same with fewer puzzles.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from random import Random

from layouts import random_grids, signs_of

from ineqsudoku.geometry import NINE, SUDOKU, Geometry, Pair, latin
from ineqsudoku.puzzle import Grid, Puzzle, signs_between
from ineqsudoku.search import boxes, cells
from ineqsudoku.search.enumeration import Enumeration
from ineqsudoku.search.kernel import COMPILED, kernels

TWINS = {"boxes": Enumeration(boxes), "cells": Enumeration(cells)}

GRIDS = 200
"""Solved 9×9 grids that puzzles are made from."""

OTHER_GRIDS = 10
"""The same for each other size."""

OTHER_SIZES = (
    *(geometry for geometry in SUDOKU.values() if geometry is not NINE),
    Geometry(8, 2, 4),
    Geometry(12, 4, 3),
    *map(latin, range(2, 10)),
)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--layouts", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    random = Random(options.seed)
    solved = {NINE: list(islice(random_grids(random), GRIDS))}
    for geometry in OTHER_SIZES:
        solved[geometry] = list(islice(random_grids(random, geometry), OTHER_GRIDS))
    kinds: Counter[str] = Counter()
    for _ in range(options.layouts):
        engine = random.choice(COMPILED)
        other = random.choice(OTHER_SIZES) if engine == "cells" else NINE
        geometry = random.choice((NINE, other))
        grid = random.choice(solved[geometry])
        puzzle = mutated(grid, random, geometry, borders=engine == "cells")
        limit = random.choice((1, 2, 2, 20, None))
        node_limit = random.choice((1, 5, 30, 200 if geometry is NINE else 60))
        expected = TWINS[engine].search(puzzle, limit, node_limit)
        for kernel in kernels(engine, geometry):
            if kernel.search(puzzle, limit, node_limit) != expected:
                print(f"{engine}, {kernel.name}: {puzzle!r}, {limit=}, {node_limit=}")
                return 1
        found = ("no", "one", "several")[min(len(expected.lines), 2)]
        how = "complete" if expected.complete else "stopped"
        where = "" if geometry is NINE else " of other sizes"
        kinds[f"{engine}{where}: {found} found, {how}"] += 1
    names = ", ".join(kernel.name for kernel in kernels())
    print(f"{options.layouts} puzzles, seed {options.seed}: {names} and Python agree")
    for kind, number in kinds.most_common():
        print(f"{number:8} {kind}")
    return 0


def mutated(
    solution: Grid, random: Random, geometry: Geometry = NINE, borders: bool = True
) -> Puzzle:
    """The signs inside boxes of a grid, some of them flipped or taken away, with some givens
    and, if there may be any, signs on box borders; then there may also be nothing but givens."""
    turned = random.choice((0, 0, 0.01, 0.03, 0.5))
    if borders and random.random() < 0.2:
        given = random.choice((0.1, 0.25, 0.3, 0.35, 0.5))
        absent = absent_on_borders = 1.0
    else:
        given = random.choice((0, 0, 0, 0.05, 0.3, 0.5))
        absent = random.choice((0, 0, 0, 0.03, 0.1, 0.5))
        absent_on_borders = random.choice((0.2, 0.6, 0.9)) if borders else 1
    givens = [
        "."
        if random.random() >= given
        else random.choice(geometry.symbols)
        if random.random() < turned
        else symbol
        for symbol in solution.line
    ]
    signs, border_signs = (
        _mutated_signs(signs_of(solution, pairs), pairs, absent, turned, random)
        for pairs, absent in (
            (geometry.in_box_pairs, absent),
            (geometry.border_pairs, absent_on_borders),
        )
    )
    return Puzzle(signs, "".join(givens), border_signs, geometry)


def _mutated_signs(
    signs: Iterable[str], pairs: tuple[Pair, ...], absent: float, turned: float, random: Random
) -> str:
    return "".join(
        "."
        if random.random() < absent
        else random.choice(signs_between(pair))
        if random.random() < turned
        else sign
        for pair, sign in zip(pairs, signs, strict=True)
    )


if __name__ == "__main__":
    sys.exit(main())

"""Do the compiled forms of engines, on every path, take the same steps as those in Python?

    python benchmarks/agreement.py [--layouts 100000] [--seed 1]

Random puzzles of all kinds - one solution, none, many; absent signs, givens, cycles, for
`cells` signs on box borders too - with random limits.  Compared are the solutions, their
order of finding and the nodes.  The tests do the same with fewer puzzles.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from random import Random

from layouts import random_layouts

import ineqsudoku as iq
from ineqsudoku.geometry import BORDER_PAIRS, IN_BOX_PAIRS, Pair
from ineqsudoku.puzzle import Grid, Puzzle, signs_between
from ineqsudoku.search import boxes, cells
from ineqsudoku.search.enumeration import Enumeration
from ineqsudoku.search.kernel import COMPILED, kernels

TWINS = {"boxes": Enumeration(boxes), "cells": Enumeration(cells)}

GRIDS = 200
"""Solved grids that puzzles are made from."""


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--layouts", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    random = Random(options.seed)
    solved = [(layout, iq.solve(layout).solutions[0]) for layout in random_layouts(GRIDS)]
    kinds: Counter[str] = Counter()
    for _ in range(options.layouts):
        engine = random.choice(COMPILED)
        puzzle = mutated(*random.choice(solved), random, borders=engine == "cells")
        limit = random.choice((1, 2, 2, 20, None))
        node_limit = random.choice((1, 5, 30, 200))
        expected = TWINS[engine].search(puzzle, limit, node_limit)
        for kernel in kernels(engine):
            if kernel.search(puzzle, limit, node_limit) != expected:
                print(f"{engine}, {kernel.name}: {puzzle}, limit {limit}, node limit {node_limit}")
                return 1
        found = ("no", "one", "several")[min(len(expected.lines), 2)]
        kinds[f"{engine}: {found} found, {'complete' if expected.complete else 'stopped'}"] += 1
    names = ", ".join(kernel.name for kernel in kernels())
    print(f"{options.layouts} puzzles, seed {options.seed}: {names} and Python agree")
    for kind, number in kinds.most_common():
        print(f"{number:8} {kind}")
    return 0


def mutated(layout: Puzzle, solution: Grid, random: Random, borders: bool = False) -> Puzzle:
    """The layout with some of its signs turned or taken away, with some givens and, if there
    may be any, signs on box borders."""
    turned = random.choice((0, 0, 0.01, 0.03, 0.5))
    given = random.choice((0, 0, 0, 0.05, 0.3))
    of_solution = [
        signs_between(pair)[solution[pair[0]] > solution[pair[1]]] for pair in BORDER_PAIRS
    ]
    absent = random.choice((0, 0, 0, 0.03, 0.1, 0.5))
    absent_on_borders = random.choice((0.2, 0.6, 0.9)) if borders else 1
    givens = [
        "."
        if random.random() >= given
        else random.choice("123456789")
        if random.random() < turned
        else digit
        for digit in solution.line
    ]
    return Puzzle(
        _mutated_signs(layout.signs, IN_BOX_PAIRS, absent, turned, random),
        "".join(givens),
        _mutated_signs(of_solution, BORDER_PAIRS, absent_on_borders, turned, random),
    )


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

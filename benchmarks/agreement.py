"""Do the compiled form of `boxes`, on every path, and the Python form take the same steps?

    python benchmarks/agreement.py [--layouts 100000] [--seed 1]

Random puzzles of all kinds - one solution, none, many; absent signs, givens, cycles - with
random limits.  Compared are the solutions, their order of finding and the nodes.  The tests
do the same with fewer puzzles.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

from layouts import random_layouts

import ineqsudoku as iq
from ineqsudoku.geometry import IN_BOX_PAIRS
from ineqsudoku.puzzle import Puzzle, signs_between
from ineqsudoku.search import boxes
from ineqsudoku.search.enumeration import Enumeration
from ineqsudoku.search.kernel import kernels

GRIDS = 200
"""Solved grids that puzzles are made from."""


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--layouts", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    random = Random(options.seed)
    solved = [(layout, iq.solve(layout).solutions[0].line) for layout in random_layouts(GRIDS)]
    twin = Enumeration(boxes)
    kinds: Counter[str] = Counter()
    for _ in range(options.layouts):
        puzzle = mutated(*random.choice(solved), random)
        limit = random.choice((1, 2, 2, 20, None))
        node_limit = random.choice((1, 5, 30, 200))
        expected = twin.search(puzzle, limit, node_limit)
        for kernel in kernels():
            if kernel.search(puzzle, limit, node_limit) != expected:
                print(f"{kernel.name} differs: {puzzle}, limit {limit}, node limit {node_limit}")
                return 1
        found = ("no", "one", "several")[min(len(expected.lines), 2)]
        kinds[f"{found} found, {'complete' if expected.complete else 'stopped'}"] += 1
    names = ", ".join(kernel.name for kernel in kernels())
    print(f"{options.layouts} puzzles, seed {options.seed}: {names} and Python agree")
    for kind, number in kinds.most_common():
        print(f"{number:8} {kind}")
    return 0


def mutated(layout: Puzzle, solution: str, random: Random) -> Puzzle:
    """The layout with some of its signs turned or taken away and with some givens."""
    absent = random.choice((0, 0, 0, 0.03, 0.1, 0.5))
    turned = random.choice((0, 0, 0.01, 0.03, 0.5))
    given = random.choice((0, 0, 0, 0.05, 0.3))
    signs = [
        "."
        if random.random() < absent
        else random.choice(signs_between(pair))
        if random.random() < turned
        else sign
        for pair, sign in zip(IN_BOX_PAIRS, layout.signs, strict=True)
    ]
    givens = [
        "."
        if random.random() >= given
        else random.choice("123456789")
        if random.random() < turned
        else digit
        for digit in solution
    ]
    return Puzzle("".join(signs), "".join(givens))


if __name__ == "__main__":
    sys.exit(main())

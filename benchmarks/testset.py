"""Counts the nodes of the test set that ships with the package anew, as a new target asks for.

    python benchmarks/testset.py > testset.tsv

Reads the names and the solutions from `ineqsudoku/apps/generate/testset.tsv` and prints the file
with the nodes of all targets, which takes minutes.  The solutions were found by hill climbs: those
of `rules` on searches that leave out a rule, such as the rows or the signs of a box; those of
`killers` on the nodes of a target (`generate --kill`), then by a walk to layouts on which other
targets need few nodes.  No test is an image of another.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

from ineqsudoku.apps.generate.grids import layout
from ineqsudoku.apps.generate.targets import TARGETS, Kind, Prepared
from ineqsudoku.apps.generate.testset import shipped_tests

MOST = {Kind.FIXED: 300_000_000, Kind.FEWEST: 20_000_000, Kind.MASKS: 50_000_000}
"""No target is counted further; a C++ program needs more than a second for so many nodes."""


def main() -> None:
    print("name", "solution", *TARGETS, sep="\t")
    tests = shipped_tests()
    with ProcessPoolExecutor() as processes:
        counts = processes.map(count, [test.solution.line for test in tests])
        for test, nodes in zip(tests, counts, strict=True):
            print(test.name, test.solution.line, *nodes, sep="\t", flush=True)


def count(solution: str) -> list[int]:
    prepared = Prepared(layout(solution), solution)
    return [prepared.nodes(name, MOST[target.kind])[0] for name, target in TARGETS.items()]


if __name__ == "__main__":
    main()

"""How long proofs are that layouts have no solution, and which techniques they need.

    python benchmarks/proofs.py [--number 1000]

Two samples: layouts of the open corpus with one flipped sign, without those that have a cycle, and
its random layouts without a solution.  Figures are quartiles, the 90th percentile and the maximum;
times are CPU time.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from random import Random
from statistics import quantiles
from time import process_time

from layouts import layouts_from
from puzzlesets import CORPUS

import ineqsudoku as iq
from ineqsudoku.puzzle import OPPOSITE, Puzzle


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--number", type=int, default=1_000)
    number = arguments.parse_args().number
    print_proofs("one flipped sign", islice(flipped(), number))
    print_proofs("no solution", layouts_from(CORPUS / "open-unsat.txt")[:number])


def flipped() -> Iterator[Puzzle]:
    random = Random(1)
    for layout in cycle(layouts_from(CORPUS / "open-unique.tsv")):
        place = random.randrange(len(layout.signs))
        opposite = OPPOSITE[layout.signs[place]]
        puzzle = Puzzle(layout.signs[:place] + opposite + layout.signs[place + 1 :])
        if iq.solve(puzzle, limit=1).status == "none" and not has_cycle(puzzle):
            yield puzzle


def has_cycle(puzzle: Puzzle) -> bool:
    return bool(iq.RelationGraph(puzzle.relations).cycle())


def print_proofs(name: str, puzzles: Iterable[Puzzle]) -> None:
    steps, signs, seconds, assuming, minimal = [], [], [], 0, 0
    techniques: Counter[str] = Counter()
    for puzzle in puzzles:
        start = process_time()
        report = iq.validate(puzzle)
        seconds.append(process_time() - start)
        used = [step.technique for step in report.proof]
        steps.append(len(used))
        signs.append(len(report.conflict.relations) if report.conflict else 0)
        minimal += bool(report.conflict and report.conflict.is_minimal)
        techniques.update(used)
        assuming += any("contradiction" in technique for technique in used)
    number = len(steps)
    print(f"{name}: {number} layouts, minimal in {minimal / number:.1%}")
    print(f"  contradictions in {assuming / number:.1%}")
    for what, figures in (("steps", steps), ("signs", signs), ("seconds", seconds)):
        ninth = quantiles(figures, n=10)[-1]
        print(f"  {what}:", *(f"{each:.3g}" for each in (*quantiles(figures), ninth, max(figures))))
    print("  techniques:", *(f"{each} {number}," for each, number in techniques.most_common()))


if __name__ == "__main__":
    main()

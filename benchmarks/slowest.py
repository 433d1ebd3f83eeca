"""The slowest of random puzzles, of each sort of `layouts.py`, and of those of `heavy-tail.tsv`.

    python benchmarks/slowest.py [--random 20000]

Times are CPU time of `iq.solve`.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Iterable
from itertools import islice
from random import Random
from time import process_time

from figures import in_words
from layouts import SORTS, puzzles
from puzzlesets import CORPUS

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--random", type=int, default=20_000, metavar="N", help="of each sort")
    number = arguments.parse_args().random
    gc.disable()  # Collecting garbage among the puzzles would count as time of single ones.
    rows = [line.split("\t") for line in (CORPUS / "heavy-tail.tsv").read_text().splitlines()]
    heavy = [Puzzle(signs, border_signs=border_signs) for signs, border_signs, _ in rows]
    iq.solve(heavy[0])  # What is imported and made once does not count.
    print(f"heavy-tail.tsv: {_slowest(heavy)}")
    for seed, printed in enumerate(SORTS):
        some = islice(puzzles(printed, Random(seed)), number)
        print(f"{number:,}, {printed.__name__.replace('_', ' ')}: {_slowest(some)}", flush=True)


def _slowest(several: Iterable[Puzzle]) -> str:
    return in_words(max(map(_seconds, several)))


def _seconds(puzzle: Puzzle) -> float:
    start = process_time()
    iq.solve(puzzle)
    return process_time() - start


if __name__ == "__main__":
    main()

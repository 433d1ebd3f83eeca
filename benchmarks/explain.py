"""How long explanations take, what they need, and how their ratings compare with others.

    python benchmarks/explain.py [--number 1000] [--unequal PROGRAM] [--rated FILE]

Each figure stands beside its aim.  Layouts are those of the open corpus.  PROGRAM is `unequal` of
Simon Tatham's Portable Puzzle Collection (Debian: sgt-puzzles); games are generated at each of its
levels.  FILE has a plain sudoku, a blank and its rating by Sudoku Explainer on each line.  Times
are processor time.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import correlation, median
from time import process_time

from percentiles import Time, in_words, percentile
from puzzlesets import corpus
from tables import table

import ineqsudoku as iq
from ineqsudoku.explanation.path import path
from ineqsudoku.explanation.rating import LEVELS, level
from ineqsudoku.formats.reading import read_all
from ineqsudoku.puzzle import Puzzle

NODES = 1_000_000
LAST_RESORT = ("contradiction", "nested contradictions")
UNEQUAL_LEVELS = {"t": "trivial", "e": "easy", "k": "tricky", "x": "extreme", "r": "recursive"}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--number", type=int, default=1000)
    arguments.add_argument("--unequal", metavar="PROGRAM")
    arguments.add_argument("--rated", type=Path, metavar="FILE")
    options = arguments.parse_args()
    _of_layouts(corpus().puzzles[: options.number])
    if options.unequal:
        _of_unequal(options.unequal)
    if options.rated:
        _of_rated(options.rated)


def _of_layouts(puzzles: list[Puzzle]) -> None:
    found = []
    times = []
    for puzzle in puzzles:
        start = process_time()
        found.append(iq.explain(puzzle))
        times.append(Time(process_time() - start))
    shown = []
    path_times = []
    for puzzle in puzzles:
        start = process_time()
        shown.append(sum(map(len, path(puzzle))))
        path_times.append(Time(process_time() - start))
    last = sum(any(step.technique in LAST_RESORT for step in one.steps) for one in found)
    nodes = [iq.solve(puzzle, engine="rowmajor", node_limit=NODES).nodes for puzzle in puzzles]
    complete = sum(one.is_complete for one in found)
    print(f"{len(found):,} layouts\n")
    _print_figures(
        ("median", in_words(percentile(times, 50).seconds), "at most 20 ms"),
        ("99th percentile", in_words(percentile(times, 99).seconds), "at most 0.3 s"),
        ("longest", in_words(max(times).seconds), ""),
        ("median of the path to show", in_words(percentile(path_times, 50).seconds), ""),
        ("steps, median", f"{median(len(one.steps) for one in found):.0f}", ""),
        ("steps of the path, median", f"{median(shown):.0f}", ""),
        ("complete", f"{complete / len(found):.1%}", "100 %"),
        ("need the last resort", f"{last / len(found):.1%}", "at most 10 %"),
        (
            "rank correlation of rating and nodes",
            f"{rank_correlation([one.rating for one in found], nodes):.2f}",
            "",
        ),
        (
            "rank correlation of total and nodes",
            f"{rank_correlation([one.total for one in found], nodes):.2f}",
            "",
        ),
    )
    _print_techniques(found)
    _print_levels(found)


def _print_figures(*rows: tuple[str, str, str]) -> None:
    print(table(("figure", "measured", "aim"), rows), end="\n\n")


def _print_techniques(found: list[iq.Explanation]) -> None:
    puzzles: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    ratings: dict[str, set[float]] = {}
    for one in found:
        puzzles.update({step.technique for step in one.steps})
        for step in one.steps:
            steps[step.technique] += 1
            ratings.setdefault(step.technique, set()).add(step.rating)
    rows = [
        (
            name,
            f"{min(ratings[name])} – {max(ratings[name])}",
            f"{number / len(found):.1%}",
            f"{steps[name] / len(found):.2f}",
        )
        for name, number in sorted(puzzles.items(), key=lambda item: min(ratings[item[0]]))
    ]
    print(table(("technique", "ratings", "layouts", "steps a layout"), rows), end="\n\n")


def _print_levels(found: list[iq.Explanation]) -> None:
    levels = Counter(one.level for one in found)
    names = [*(name for _, name in LEVELS), level(99)]
    print(table(names, [[f"{levels[name] / len(found):.1%}" for name in names]]), end="\n\n")


def _of_unequal(program: str, number: int = 20, size: int = 6) -> None:
    rows = []
    for letter, name in UNEQUAL_LEVELS.items():
        command = [program, "--generate", str(number), f"{size}d{letter}"]
        games = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = [iq.explain(puzzle) for puzzle in read_all(games, format="unequal")]
        rating, total = median(one.rating for one in found), median(one.total for one in found)
        rows.append((f"{size}×{size} {name}", f"{rating:.1f}", f"{total:.1f}"))
    print("Games of Unequal; the aim: rising ratings\n")
    print(table(("level", "median rating", "median total"), rows), end="\n\n")


def _of_rated(file: Path, highest: float = 5.0) -> None:
    differences = []
    for line in file.read_text(encoding="ascii").splitlines():
        givens, rating = line.split()
        if float(rating) <= highest:
            puzzle = Puzzle(givens=givens.replace("0", "."))
            differences.append(abs(iq.explain(puzzle).rating - float(rating)))
    title = f"median difference from Sudoku Explainer, {len(differences)} sudoku up to {highest}"
    _print_figures((title, f"{median(differences):.1f}", "at most 0.5"))


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's, with the mean rank for values that are the same."""
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    ascending = sorted(values)
    first = {value: place for place, value in reversed([*enumerate(ascending)])}
    last = {value: place for place, value in enumerate(ascending)}
    return [(first[value] + last[value]) / 2 for value in values]


if __name__ == "__main__":
    main()

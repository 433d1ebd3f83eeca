"""Ratings of the open corpus, and beside those of Sudoku Explainer.

    python benchmarks/ratings.py

Sudoku Explainer rates plain sudoku.  Of puzzles drawn evenly over its ratings are printed the rank
correlation and, for each part of its scale, our ratings and the techniques of the hardest steps.
A puzzle that no technique finishes counts as harder than all others.

Both sides have ties.  Spearman's correlation gives tied values their mean rank.

Of the corpus are printed the frequencies of the techniques and the shares of the levels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf
from statistics import correlation, median_low
from typing import NamedTuple, get_args

from figures import table
from puzzlesets import DATA, corpus

import ineqsudoku as iq
from ineqsudoku.apps.explain.techniques import NAMES
from ineqsudoku.apps.explain.values import Level
from ineqsudoku.puzzle import Puzzle

RATED = DATA / "rated" / "plain.tsv"

PARTS = (1.5, 2.5, 2.8, 4.4, 5.7, 6.9, 7.4, 8.4, 8.9, 9.4, inf)
"""Of the scale of Sudoku Explainer, the highest rating of each."""


class Rated(NamedTuple):
    """A puzzle, its rating by Sudoku Explainer, and the name of that part of the scale."""

    puzzle: Puzzle
    theirs: float
    part: str


class Ours(NamedTuple):
    rating: float
    technique: str
    """Of the hardest step."""


def main() -> None:
    puzzles = plain()
    ours = [rate(one.puzzle) for one in puzzles]
    heads = ["puzzles", "not finished", "Spearman"]
    print(table(heads, [summary(puzzles, ours)]))
    heads = ["Sudoku Explainer", "puzzles", "median of ours", "hardest steps"]
    print("\n" + table(heads, [*parts(puzzles, ours)]))
    explanations = [iq.explain(layout) for layout in corpus().puzzles]
    heads = ["technique", "% of layouts", "open steps a layout"]
    print("\n" + table(heads, [*frequencies(explanations)]))
    heads = ["level", "% of layouts", "median of the open steps", "of the steps shown"]
    print("\n" + table(heads, [*levels(explanations)]))


def plain() -> list[Rated]:
    lines = (line.split("\t") for line in RATED.read_text(encoding="ascii").splitlines())
    rows = [(Puzzle(givens=givens), float(rating)) for givens, rating in lines]
    return [Rated(puzzle, rating, _part(rating)) for puzzle, rating in rows]


def rate(puzzle: Puzzle) -> Ours:
    explanation = iq.explain(puzzle)
    hardest = max(explanation.history, key=lambda step: step.rating)
    return Ours(explanation.rating if explanation.is_complete else inf, hardest.technique)


def summary(puzzles: Sequence[Rated], ours: Sequence[Ours]) -> list[str]:
    theirs, ratings = [one.theirs for one in puzzles], [one.rating for one in ours]
    correlated = f"{spearman(theirs, ratings):.2f}"
    return [str(len(puzzles)), str(ratings.count(inf)), correlated]


def parts(puzzles: Sequence[Rated], ours: Sequence[Ours]) -> Iterator[list[str]]:
    """The puzzles by the parts of the other program's scale, which they are sorted by."""
    pairs = zip(puzzles, ours, strict=True)
    for part, of_part in groupby(pairs, lambda pair: pair[0].part):
        rated = [one for _, one in of_part]
        steps = Counter(one.technique for one in rated).most_common(3)
        names = ", ".join(f"{technique} {number}" for technique, number in steps)
        median = median_low(one.rating for one in rated)
        yield [part, str(len(rated)), f"{median}", names]


def frequencies(explanations: Sequence[iq.Explanation]) -> Iterator[list[str]]:
    steps = [Counter(step.technique for step in one.history) for one in explanations]
    number = len(explanations)
    for technique in NAMES:
        share = 100 * sum(technique in counter for counter in steps) / number
        mean = sum(counter[technique] for counter in steps) / number
        yield [technique, f"{share:.1f}", f"{mean:.2f}"]


def levels(explanations: Sequence[iq.Explanation]) -> Iterator[list[str]]:
    for level in get_args(Level):
        of_level = [one for one in explanations if one.level == level]
        share = 100 * len(of_level) / len(explanations)
        open_steps = median_low(len(one.history) for one in of_level)
        steps = median_low(len(one.steps) for one in of_level)
        yield [level, f"{share:.1f}", f"{open_steps}", f"{steps}"]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of the ranks; equal values have the mean of their ranks."""
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    places = sorted(values)
    return [places.index(value) + (places.count(value) - 1) / 2 for value in values]


def _part(rating: float) -> str:
    number = next(number for number, highest in enumerate(PARTS) if rating <= highest)
    low = 1.0 if not number else round(PARTS[number - 1] + 0.1, 1)
    return f"{low} +" if PARTS[number] == inf else f"{low} – {PARTS[number]}"


if __name__ == "__main__":
    main()

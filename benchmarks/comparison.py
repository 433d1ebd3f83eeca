"""Solvers run in turn on the same puzzles, for several rounds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median, median_high, quantiles

from contestants import Contestant
from peers import Solved
from percentiles import Time, mean
from puzzlesets import PuzzleSet
from turns import Player


class WrongAnswerError(Exception):
    """A contestant did not give the answer that is known."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a contestant took for the puzzles at some places of a set: `rounds` has a list of
    times, one a puzzle, for each round."""

    contestant: Contestant
    places: list[int]
    rounds: list[list[Time]] = field(default_factory=list)

    @property
    def times(self) -> list[Time]:
        """For each puzzle the median over the rounds."""
        return [median_high(of_puzzle) for of_puzzle in zip(*self.rounds, strict=True)]

    @property
    def means(self) -> list[float]:
        """The mean of each round in seconds."""
        return [mean(times).seconds for times in self.rounds]

    @property
    def mean(self) -> Time:
        """The median of the means of the rounds."""
        return Time(median(self.means), any(mean(times).cut for times in self.rounds))

    def ratios(self, other: Result) -> list[float]:
        """Round by round, how many times the other's mean on the same puzzles this one's is;
        the other has to have had them all."""
        index = {place: i for i, place in enumerate(other.places)}
        same = [index[place] for place in self.places]
        return [
            mean(own).seconds / mean([theirs[i] for i in same]).seconds
            for own, theirs in zip(self.rounds, other.rounds, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Spread:
    """The median and the quartiles of what was measured in several rounds."""

    low: float
    middle: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        if len(values) < 2:
            return cls(values[0], values[0], values[0])
        low, _, high = quantiles(values, n=4, method="inclusive")
        return cls(low, median(values), high)


def compared(puzzles: PuzzleSet, contestants: list[Contestant], rounds: int) -> list[Result]:
    """The results of all contestants that can take the set; each takes a turn in each round.

    What ran into the limit once is not tried again.  Raises `WrongAnswerError`.
    """
    able = [each for each in contestants if all(map(each.takes, puzzles.puzzles))]
    results = [Result(each, puzzles.drawn(each.most)) for each in able]
    with ExitStack() as stack:
        players = [stack.enter_context(Player(each)) for each in able]
        for _ in range(rounds):
            for player, result in zip(players, results, strict=True):
                result.rounds.append(_round(player, result, puzzles))
    return results


def _round(player: Player, result: Result, puzzles: PuzzleSet) -> list[Time]:
    before = result.rounds[-1] if result.rounds else [Time(0.0)] * len(result.places)
    times = dict(zip(result.places, before, strict=True))
    tried = [place for place in result.places if not times[place].cut]
    turn = player.turn([puzzles.puzzles[place] for place in tried])
    for place, solved in zip(tried, turn, strict=True):
        times[place] = _time(player.contestant, puzzles, place, solved)
    return list(times.values())


def _time(contestant: Contestant, puzzles: PuzzleSet, place: int, solved: Solved | None) -> Time:
    """Raises `WrongAnswerError`."""
    if solved is None:
        assert contestant.limit is not None
        return Time(contestant.limit, cut=True)
    if solved.answer != puzzles.answers[place]:
        raise WrongAnswerError(
            f"{contestant.name}: {puzzles.puzzles[place]}:"
            f" {solved.answer!r} is not {puzzles.answers[place]!r}"
        )
    return Time(solved.seconds)

"""Solvers run in turn on the same puzzles, for several rounds, each in a process of its own.

So no contestant disturbs another's memory, and one that cannot be stopped can be killed when a
puzzle takes too long: before each puzzle the process sets an alarm that ends it.  Limits are of
CPU time, but the alarm is of wall-clock time: a timer of CPU time would make Linux count that by
ticks only.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median, median_high, quantiles
from time import process_time
from typing import Self

from contestants import Contestant
from figures import Time, mean
from peers import Measure, Solved
from puzzlesets import PuzzleSet

from ineqsudoku.puzzle import Puzzle

TURN = 0.5
"""Seconds of CPU time that a turn of a quick contestant lasts, at least."""

WAITING = 2
"""A contestant is ended after so many times its limit, in case the machine is busy."""

_PROCESSES = get_context("spawn")


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


class TurnError(Exception):
    """A contestant ended by itself."""


class Player:
    """Runs a contestant's turns.  To be closed, as a context manager does."""

    def __init__(self, contestant: Contestant) -> None:
        self.contestant = contestant
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def turn(self, puzzles: list[Puzzle]) -> list[Solved | None]:
        """What became of each puzzle; `None` where the limit has passed.

        Raises `TurnError`.
        """
        done: list[Solved | None] = []
        while len(done) < len(puzzles):
            try:
                self._connection.send(puzzles[len(done) :])
                while len(done) < len(puzzles):
                    done += self._connection.recv()
            except (EOFError, ConnectionError):
                self._process.join()
                if self._process.exitcode != -signal.SIGALRM:
                    raise TurnError(f"{self.contestant.name} failed, see above") from None
                done.append(None)
                self._end()
                self._start()
        return done

    def _start(self) -> None:
        self._connection, there = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_play, args=(there, self.contestant))
        self._process.start()
        there.close()

    def _end(self) -> None:
        self._connection.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid or 0, signal.SIGKILL)
        self._process.join()


def _play(connection: Connection, contestant: Contestant) -> None:
    """Solve lists of puzzles until the connection is closed.

    With a limit each puzzle is reported at once, so that all but the last are safe.
    """
    os.setpgid(0, 0)  # a peer may have a process of its own, which has to end with this one
    measure = contestant.prepare()
    with suppress(EOFError):
        while True:
            puzzles: list[Puzzle] = connection.recv()
            if contestant.limit is None:
                connection.send(_over_and_over(measure, puzzles))
                continue
            for puzzle in puzzles:
                signal.setitimer(signal.ITIMER_REAL, WAITING * contestant.limit)
                solved = measure(puzzle)
                signal.setitimer(signal.ITIMER_REAL, 0)
                connection.send([solved if solved.seconds < contestant.limit else None])


def _over_and_over(measure: Measure, puzzles: list[Puzzle]) -> list[Solved]:
    """All puzzles, each with its median over passes for at least `TURN` seconds.

    That is for who takes microseconds: a turn of one pass would be over so soon that
    a moment's disturbance spoils all of it.  A first pass does not count, so that tables and
    caches are warm; reports wait for the end, so as not to disturb.
    """
    passes = [[measure(puzzle) for puzzle in puzzles]]
    end = process_time() + TURN
    while len(passes) == 1 or process_time() < end:
        passes.append([measure(puzzle) for puzzle in puzzles])
    return [
        Solved(of_puzzle[0].answer, median(solved.seconds for solved in of_puzzle[1:]))
        for of_puzzle in zip(*passes, strict=True)
    ]

"""A contestant in a process of its own, where it is ended when a puzzle takes too long.

So no contestant disturbs another's memory, and one that cannot be stopped can be killed:
before each puzzle the process sets an alarm that ends it.  Limits are of CPU time, but the
alarm is of wall-clock time: a timer of CPU time would make Linux count that by ticks only.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median
from time import process_time
from types import TracebackType
from typing import Self

from contestants import Contestant
from peers import Measure, Solved

from ineqsudoku.puzzle import Puzzle

TURN = 0.5
"""Seconds of CPU time that a turn of a quick contestant lasts, at least."""

WAITING = 2
"""A contestant is ended after so many times its limit, in case the machine is busy."""

_PROCESSES = get_context("spawn")


class TurnError(Exception):
    """A contestant ended by itself."""


class Player:
    """Runs a contestant's turns.  To be closed, as a context manager does."""

    def __init__(self, contestant: Contestant) -> None:
        self.contestant = contestant
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
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

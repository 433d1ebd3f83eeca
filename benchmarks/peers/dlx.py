"""Dancing links in C++, `dlx.cpp`, for givens only."""

from __future__ import annotations

from ineqsudoku.puzzle import Puzzle
from peers import Solved
from peers.programs import Answer, ask_compiled


def answer(puzzle: Puzzle) -> Answer:
    return ask_compiled("dlx", puzzle)


def measure(puzzle: Puzzle) -> Solved:
    return answer(puzzle).solved

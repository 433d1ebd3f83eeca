"""Links can be followed one by one, and are as few as possible."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from data import corpus
from effort import examples, slow
from hypothesis import Phase, given, settings
from shortest import Candidates, Oracle
from strategies import any_puzzles, with_one_solution

import ineqsudoku as iq
from ineqsudoku.apps.explain.strategy import rounds, start
from ineqsudoku.apps.explain.values import Link
from ineqsudoku.geometry import HOUSES, SIZE
from ineqsudoku.puzzle import Puzzle

few = settings(examples(20, quick=3), phases=(Phase.explicit, Phase.reuse, Phase.generate))


def chains(puzzle: Puzzle) -> Iterator[tuple[Candidates, iq.Step]]:
    """Yield the steps with links, each with the candidates before it."""
    board = start(puzzle)
    before = tuple(board.candidates)
    for steps in rounds(board):
        yield from ((before, step) for step in steps if step.chain)
        before = tuple(board.candidates)


def needs(link: Link) -> Iterator[tuple[int, int]]:
    """Yield the candidates that must be excluded before a link follows."""
    digits = range(1, SIZE + 1)
    held = [digit for digit in digits if link.held >> digit - 1 & 1]
    match link.contradiction:
        case (house, digit):
            yield from ((cell, digit) for cell in HOUSES[house])
        case link.cell:
            yield from ((link.cell, digit) for digit in digits if digit not in held)
        case int(cell):
            yield from ((cell, digit) for digit in digits)
        case None if link.house is not None:
            others = (cell for cell in HOUSES[link.house] if cell != link.cell)
            yield from ((cell, held[0]) for cell in others)
        case None:
            yield from ((link.cell, digit) for digit in digits if digit not in held)


def assert_followed(step: iq.Step) -> None:
    """Each link follows at once from the premises and from the links that it names."""
    premises = dict(step.premises.cells)
    houses = [HOUSES[house] for house in step.premises.houses]
    oracle = Oracle(houses, step.premises.relations)
    (wrong,) = step.removes
    first, *_, last = step.chain
    for number, link in enumerate(step.chain):
        assert bool(link.because) == (link is not first)
        assert (link.contradiction is not None) == (link is last)
        assert all(cause < number for cause in link.because)
        main = link.contradiction[0] if isinstance(link.contradiction, tuple) else link.house
        assert {*link.houses, main} - {None} <= {*step.premises.houses}
        assert {*link.relations} <= {*step.premises.relations}
        causes = [(step.chain[one].cell, step.chain[one].held) for one in link.because]
        for cell, digit in needs(link) if link.because else ():
            assert not premises.get(cell, -1) >> digit - 1 & 1 or any(
                oracle.excludes(cause, cell, digit) for cause in causes
            ), (str(step), number)
    assert (first.cell, first.held) == (wrong[0], 1 << wrong[1] - 1)
    assert (last.cell, last.held) == (wrong[0], ~first.held & (1 << SIZE) - 1)
    assert last.contradiction == step.contradiction


@given(any_puzzles())
@few
def test_links_follow_at_once_from_those_they_name(puzzle: Puzzle) -> None:
    for _, step in chains(with_one_solution(puzzle)):
        assert_followed(step)


def assert_shortest(puzzle: Puzzle, most: int) -> None:
    """No contradiction can be reached with fewer links; tries all sets of up to `most` of them."""
    oracle = Oracle(HOUSES, puzzle.relations)
    for before, step in chains(puzzle):
        if step.technique == "contradiction":
            assumption, *links, _ = step.chain
            fewer = min(most, len(links) - 1)
            assert oracle.fewest(before, (assumption.cell, assumption.held), fewer) is None, step


@pytest.mark.parametrize("layouts", [slice(8, 9), *slow([slice(100)])], ids=["one", "hundred"])
def test_no_refutation_in_a_layout_is_shorter(layouts: slice) -> None:
    for signs, _ in corpus("open-unique.tsv")[layouts]:
        assert_shortest(Puzzle(signs), most=3)

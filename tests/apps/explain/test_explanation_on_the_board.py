"""Steps are named and written for the board that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import unwrap

import pytest
from data import corpus
from effort import examples, slow
from facts import assert_states_its_data
from hypothesis import Phase, assume, given, settings
from puzzles import CONTEST
from strategies import any_puzzles, with_one_solution, wrong_layouts, wrong_puzzles

import ineqsudoku as iq
from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes
from ineqsudoku.apps.explain.links import needs_of
from ineqsudoku.apps.explain.path import path
from ineqsudoku.apps.explain.refutation import refute
from ineqsudoku.apps.explain.run import sentence
from ineqsudoku.apps.explain.techniques import TECHNIQUES, chains, singles
from ineqsudoku.geometry import HOUSES, SIZE
from ineqsudoku.puzzle import Puzzle

few = settings(examples(500, quick=4), phases=(Phase.explicit, Phase.reuse, Phase.generate))

SINGLES = (singles.full_houses, singles.hidden_in_boxes, singles.hidden_in_lines, singles.naked)

PATTERNS = [
    each for each in TECHNIQUES[: TECHNIQUES.index(chains.two_cells)] if each not in SINGLES
]

SIGNS = ("sign bounds", "one sign")

LAYOUTS = [Puzzle(signs) for signs, _ in corpus("open-unique.tsv")[:60]]


def on_boards(steps: Iterable[iq.Step], puzzle: Puzzle) -> Iterator[tuple[Board, iq.Step]]:
    """Yield steps, each with the board before it."""
    board = Board(puzzle)
    for step in steps:
        yield board, step
        board.apply((step,))


def assert_links_follow(board: Board, step: iq.Step) -> None:
    """Each link follows from the board, the links, the houses and the signs that it names."""
    for link in step.chain[1:]:
        named = {*link.houses, link.house}
        if isinstance(link.contradiction, tuple):
            named.add(link.contradiction[0])
        houses = [HOUSES[house] for house in named if house is not None]
        causes = [step.chain[number] for number in link.because]
        for cell, mask in needs_of(link):
            for digit in masks.digits(mask & board.candidates[cell]):
                assert any(
                    not cause.held >> digit - 1 & 1
                    if cause.cell == cell
                    else (
                        cause.held == masks.bit(digit)
                        and any(cell in house and cause.cell in house for house in houses)
                    )
                    or any(
                        (relation == (cause.cell, cell) and digit <= masks.least(cause.held))
                        or (relation == (cell, cause.cell) and digit >= masks.greatest(cause.held))
                        for relation in link.relations
                    )
                    for cause in causes
                ), (str(step), link)


def assert_says_most(board: Board, step: iq.Step) -> None:
    """No sign says more of a cell than a sentence about its signs."""
    board, text = board.copy(), str(step)
    for part in step.details.parts or (step,):
        is_stated = part.technique in SIGNS and "left for" not in text
        if is_stated and (part.places or part.removes):
            cell, _ = (*part.removes, *part.places)[0]
            signs, candidates = board.signs, board.candidates
            if part.is_lower:
                bounds = [masks.least(candidates[other]) + 1 for other in signs.lesser[cell]]
                assert max(bounds) <= part.details.limit, text
            else:
                bounds = [masks.greatest(candidates[other]) - 1 for other in signs.greater[cell]]
                assert min(bounds) >= part.details.limit, text
        board.apply((part,))


def assert_named(steps: list[iq.Step], puzzle: Puzzle, rating: float) -> None:
    """Before a pattern, no single is open, and no easier steps do what it is needed for."""
    needed: set[tuple[int, int]] = set()
    needs = []
    for step in reversed(steps):
        needs.append(needed.intersection(step.removes))
        for cell, mask in step.premises.cells:
            needed.update((cell, digit) for digit in masks.digits(~mask & (1 << SIZE) - 1))
    needs.reverse()
    for (board, step), need in zip(on_boards(steps, puzzle), needs, strict=True):
        if step.removes and step.technique not in SIGNS:
            open_singles = [one for single in SINGLES for one in unwrap(single)(board, EVERYTHING)]
            assert not any(
                one.rating < step.rating and one.rating <= rating for one in open_singles
            )
            around = Changes(masks.cell_set({cell for cell, _ in need}), _cells_of(need))
            easier = {
                one
                for pattern in PATTERNS
                for found in unwrap(pattern)(board, around)
                if found.rating < step.rating
                for one in found.removes
            }
            assert not need <= easier, str(step)


EVERYTHING = Changes((1 << 81) - 1, dict.fromkeys(range(1, 10), (1 << 81) - 1))


def _cells_of(candidates: Iterable[tuple[int, int]]) -> dict[int, int]:
    cells_of: dict[int, int] = {}
    for cell, digit in candidates:
        cells_of[digit] = cells_of.get(digit, 0) | 1 << cell
    return cells_of


def assert_for_the_board(puzzle: Puzzle) -> None:
    explanation = iq.explain(puzzle)
    after = Board(puzzle)
    for board, step in on_boards(explanation.steps, puzzle):
        after.apply((step,))
        assert_states_its_data(step, after)
        assert_links_follow(board, step)
        assert_says_most(board, step)
        assert sentence(1, step, width=79).count("\n") <= 30
        if step.technique == "arrangements":
            assert 0 < step.details.count <= 8
        if step.technique == "contradiction":  # No chain of the puzzle's rating does the same.
            cell, held = step.chain[0].cell, step.chain[0].held
            chain = chains.excluding(board, (cell, masks.least(held)))
            assert not chain or chain.rating > explanation.rating
    assert_named([*path(Board(puzzle), explanation.history)], puzzle, explanation.rating)


@given(any_puzzles())
@few
def test_steps_are_written_for_the_board(puzzle: Puzzle) -> None:
    assert_for_the_board(with_one_solution(puzzle))


@pytest.mark.parametrize(
    "puzzle", [iq.read(CONTEST), LAYOUTS[8], *slow(each for each in LAYOUTS if each != LAYOUTS[8])]
)
def test_steps_of_layouts_are_written_for_the_board(puzzle: Puzzle) -> None:
    assert_for_the_board(puzzle)


@pytest.mark.parametrize("number", [8, *slow(range(20))])
def test_hints_say_what_the_board_says(number: int) -> None:
    """With digits and with notes."""
    puzzle = LAYOUTS[number]
    board = Board(puzzle)
    for step in iq.explain(puzzle).steps[:-1:7]:
        board.apply((step,))
        for has_notes in (False, True):
            assert_hint_for(puzzle, board, has_notes)


def assert_hint_for(puzzle: Puzzle, board: Board, has_notes: bool) -> None:
    shown, words = Board(puzzle), []
    for cell, mask in enumerate(board.candidates):
        digits = "".join(map(str, masks.digits(mask)))
        if not board.unsolved >> cell & 1:
            shown.place(cell, int(digits))
            words.append(digits)
        elif has_notes:
            shown.remove(cell, ~mask)
            words.append(digits * 2 if len(digits) == 1 else digits)
        else:
            words.append(".")
    for step in iq.hint(puzzle, " ".join(words)).steps:
        assert_says_most(shown, step)
        assert_links_follow(shown, step)
        shown.apply((step,))


def test_a_box_with_many_arrangements_is_not_listed() -> None:
    """Each candidate is refuted by the case that fails instead."""
    layout = Puzzle(
        "<><<><^vv^^^v^v>><<<>^v^^^v^vv><<><<><<>>>v^v^vv^v^<<>>><^^v"
        "^^vv^v<<>>>>>><<<>^^^^vv^v^<>>>><^^vvv^v^v>>><<>"
    )
    explanation = iq.explain(layout)
    assert "arrangements" in {step.technique for step in explanation.history}
    assert_for_the_board(layout)
    sentences = [str(step) for step in explanation.steps if step.chain]
    assert any(
        sentence.startswith(
            "Suppose r3c9 is 5.\n"
            "1. Then box 3 has only r1c7 left for 4 (r3c9 < r2c9).\n"
            "2. Then r1c8 has no candidate left (r1c8 < r1c7).\n"
            "Hence r3c9 is not 5."
        )
        for sentence in sentences
    )


@given(wrong_layouts() | wrong_puzzles())
@settings(examples(500, quick=8), phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_steps_of_proofs_are_written_for_the_board(puzzle: Puzzle) -> None:
    """The board has the givens, and the signs of the proof alone."""
    assume(iq.solve(puzzle, limit=1).status == "none")
    assume(not iq.RelationGraph(puzzle.relations).cycle())
    proof = refute(puzzle)
    signs = {relation for step in proof for relation in step.premises.relations}
    for board, step in on_boards(proof, Puzzle.from_relations(signs, puzzle.givens)):
        assert_links_follow(board, step)
        assert_says_most(board, step)
        assert sentence(1, step, width=79).count("\n") <= 30
        # None are counted if there are many and singles refute nothing.
        assert step.technique != "arrangements" or step.details.count <= 8
        if step.technique.split()[0] in ("naked", "hidden") and not step.places:
            assert all(board.candidates[cell].bit_count() > 1 for cell in step.details.cells), step

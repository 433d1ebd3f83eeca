"""Proofs: steps from the signs and givens of a puzzle to a contradiction.

The techniques run on the board of a puzzle without solution until a cell has no candidate or a
house no cell for a digit.  Their steps are kept as rules, from which a short proof is chosen.

Further rules become known if the techniques have to do without some signs.  So the signs of each
box are left out in turn, and for good if the proof gets shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Technique
from ineqsudoku.apps.explain.dead_ends import clash_step, cycle_step, dead_end, with_causes
from ineqsudoku.apps.explain.houses import ALL_DIGITS, boxes_of
from ineqsudoku.apps.explain.merging import merge
from ineqsudoku.apps.explain.retaking import retake_proof
from ineqsudoku.apps.explain.rules import KnownRules, Set, Signs
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.techniques import TECHNIQUES, chains, contradictions
from ineqsudoku.apps.explain.techniques.signs import (
    bounds,
    counting,
)
from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.relations import RelationGraph

_TOGETHER = 11
"""The techniques that are tried together come first; any other only if they have no step."""

_TECHNIQUES: tuple[Technique, ...] = (
    *(technique for technique in TECHNIQUES[: _TOGETHER + 1] if technique is not counting),
    counting,
    *TECHNIQUES[_TOGETHER + 1 :],
)
"""All techniques.  Counting is tried late because its premises are costly to find."""

_CHAINS = _TECHNIQUES.index(chains.two_cells)
_LAST_RESORT = _TECHNIQUES.index(contradictions.find)

_LONG = 25
"""A proof with more steps is worth the search for chains."""

_ROUNDS, _MORE_ROUNDS, _FEW_ROUNDS = 4_000, 200, 100
"""The rounds spent on a proof, on a shorter one, and on one from few signs."""

_ROUNDS_OF: Mapping[Technique, int] = {
    chains.alternating: 10,
    contradictions.find: 25,
}
"""The rounds that other techniques make in the same time."""

Tick = Callable[[], object]


def refute(puzzle: Puzzle, tick: Tick = lambda: None) -> tuple[Step, ...]:
    """Return steps that prove that a puzzle has no solution; the last is a contradiction.

    The result is empty if the techniques do not lead to a contradiction, as for any puzzle with a
    solution.  `tick` is called regularly.
    """
    return Proofs(puzzle, tick).cheapest()


class Proofs:
    """Proofs that a puzzle has no solution.  A search reuses the findings of earlier searches.

    `tick` is called regularly.
    """

    def __init__(self, puzzle: Puzzle, tick: Tick = lambda: None) -> None:
        self._puzzle, self._tick = puzzle, tick
        self._rules = KnownRules(puzzle)
        self._rounds = 0

    def cheapest(self) -> tuple[Step, ...]:
        """Return the shortest proof that is found; empty if none is."""
        if cycle := RelationGraph(self._puzzle.relations).cycle():
            return (cycle_step(cycle),)
        if clash := clash_step(self._puzzle):
            return (clash,)
        if not self._explore(self._rules.every, _TECHNIQUES, _ROUNDS):
            return ()
        return self._shorten(self._proof(self._rules.every))

    def of(self, signs: Signs, with_chains: bool = False) -> tuple[Step, ...]:
        """Return a proof that needs no other relations; empty if none is found.

        Chains and contradictions, which take long to find, are only tried if it is `with_chains`.
        """
        techniques = _TECHNIQUES[: _LAST_RESORT + 1 if with_chains else _CHAINS]
        if not self._explore(signs, techniques, self._rounds + _FEW_ROUNDS):
            return ()
        return self._proof(signs)

    def signs_of(self, proof: Iterable[Step]) -> Signs:
        """Return the relations that a proof uses."""
        return self._rules.signs_of(proof)

    def _explore(self, signs: Signs, techniques: Sequence[Technique], most: int) -> bool:
        """Add rules that need no other relations; whether they lead to a contradiction."""
        shown, order = self._rules.follow(self._rules.among(signs))
        if self._rules.has_end(shown):
            return True
        board = self._board_with(signs, shown, order)
        while not board.is_contradictory:
            steps = self._open_steps(board, techniques) if self._rounds < most else []
            if not steps:
                return False
            for step in steps:
                self._rules.add(step)
                for cell, digit in step.places:
                    if board.candidates[cell] & masks.bit(digit):
                        board.place(cell, digit)
                for cell, digit in step.removes:
                    board.remove(cell, masks.bit(digit))
        return True

    def _board_with(self, signs: Signs, shown: Set = 0, order: Iterable[int] = ()) -> Board:
        """Return a board with only these relations, and apply these rules to it."""
        kept = [relation for relation, place in self._rules.place.items() if signs >> place & 1]
        board = Board(Puzzle.from_relations(kept, self._puzzle.givens))
        placed = (cell for number in order for cell, _ in self._rules.known[number].step.places)
        return _without(board, shown, placed)

    def _open_steps(self, board: Board, techniques: Sequence[Technique]) -> list[Step]:
        self._rounds += 1
        # First bounds, which need no candidates; a single sign adds nothing to them then.
        steps = list(bounds(board))
        if steps:
            return steps
        for number, technique in enumerate(techniques):
            self._tick()
            if number < _TOGETHER or not steps:
                self._rounds += _ROUNDS_OF.get(technique, 0)
                steps += technique(board)
        return steps

    def _proof(self, signs: Signs) -> tuple[Step, ...]:
        """Return a short proof that needs no other relations."""
        steps = self._write(self._rules.cheapest(signs))
        board = self._board_with(self._rules.signs_of(steps))
        return with_causes(self._puzzle, merge(retake_proof(steps, board)))

    def _shorten(self, best: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return a proof that is not longer, if possible without the signs of some boxes."""
        techniques = _TECHNIQUES[: _CHAINS if len(best) <= _LONG else _LAST_RESORT]
        most = self._rounds + _MORE_ROUNDS
        kept = self._rules.every
        left = self._by_box()
        while left and self._rounds < most:
            used = self._rules.signs_of(best)
            part = min(left, key=lambda part: (part & used).bit_count())
            left.remove(part)
            fewer = kept & ~part
            if not part & used or not self._explore(fewer, techniques, most):
                continue
            other = self._proof(fewer)
            if _length(other) <= _length(best):
                best, kept, left = other, fewer, self._by_box()
        return best

    def _by_box(self) -> list[Signs]:
        """Return the relations of each box, and those across each border of two boxes."""
        of_boxes: dict[tuple[int, ...], Signs] = {}
        for relation, place in self._rules.place.items():
            boxes = boxes_of(relation)
            of_boxes[boxes] = of_boxes.get(boxes, 0) | 1 << place
        return list(of_boxes.values())

    def _write(self, rules: list[int]) -> list[Step]:
        """Return the steps of a proof, each after those that it depends on."""
        shown, order = self._rules.follow(rules)
        wrong, end = next(
            (wrong, end) for wrong, end in self._rules.ends.items() if not end & ~shown
        )
        needed = masks.union((end, *(self._rules.known[number].needs for number in rules)))
        order = self._rules.one_after_the_other(order, end, needed)
        return [*(self._rules.known[number].step for number in order), dead_end(wrong)]


def _without(board: Board, gone: Set, filled: Iterable[int]) -> Board:
    """Return a board without these candidates, and with these cells filled."""
    board = board.copy()
    for cell in CELLS:
        board.remove(cell, gone >> cell * SIZE & ALL_DIGITS)
    board.unsolved &= ~masks.union(1 << cell for cell in filled)
    return board


def _length(proof: Sequence[Step]) -> tuple[int, int, int]:
    """Return the number of contradictions, of steps and of signs."""
    resorts = sum(step.technique == contradictions.NAME for step in proof)
    signs = {relation for step in proof for relation in step.premises.relations}
    return resorts, len(proof), len(signs)

"""Steps as rules: some exclusions of candidates follow from others, and some from signs alone.

A set of rules that leads to a contradiction is a proof.  A shortest one would be a shortest plan of
actions that undo nothing, which is NP-hard (Bylander, 1994).  A short one comes from the
set-additive heuristic (Keyder and Geffner, 2008): each exclusion keeps the cheapest known set of
rules that leads to it.  Rules that the result does not need are then deleted one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.houses import ALL_DIGITS, PEERS
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.techniques import contradictions
from ineqsudoku.apps.explain.techniques.signs import BOUNDS, COUNTING, ONE_SIGN
from ineqsudoku.apps.explain.values import Contradiction
from ineqsudoku.geometry import CELLS, HOUSES, SIZE
from ineqsudoku.puzzle import Puzzle

Set = int
"""A set of exclusions: bit `cell * SIZE + digit - 1` if the cell cannot hold the digit."""

Signs = int
"""A set of relations: bit i is the puzzle's relation i."""

Plan = int
"""Rules with the relations that they need: the lower bits are the relations, the upper ones the
rules."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A step as a rule: the exclusions it `needs`, with its `signs`, lead to those it `gives`."""

    step: Step
    needs: Set
    gives: Set
    signs: Signs


def _cost(step: Step) -> int:
    """Return the cost of a step; among steps that show the same, an easier one costs less.

    Bounds of several cells are cheap, because they become one step when they are merged.
    """
    if step.technique == BOUNDS:
        return 10
    if step.technique == contradictions.NAME:
        return 10_000
    return 28 + int(4 * step.rating)


def excluded_by(step: Step) -> Set:
    """Return the exclusions of a step; a bound also excludes all digits beyond its limit again."""
    if step.technique not in (BOUNDS, ONE_SIGN, COUNTING):
        return masks.candidate_set(step.removes)
    cell, limit = step.removes[0][0], step.details.limit
    least = masks.bit(limit)
    beyond = least - 1 if step.is_lower else ALL_DIGITS & -2 * least
    return beyond << cell * SIZE


class KnownRules:
    """The known rules of a puzzle, each with a number.

    `known`: the rules, by number.
    `every`: all relations of the puzzle.
    `place`: the relations with their numbers.
    `given`: the exclusions by givens.
    `ends`: the contradictions with their exclusions, except exclusions by givens.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        board = Board(puzzle)
        self._peers = [sum(1 << cell * SIZE for cell in masks.cells(peers)) for peers in PEERS]
        self._seen: set[tuple[Set, Set, Signs]] = set()
        self._of_cost: dict[int, Plan] = {}
        given = [ALL_DIGITS & ~mask for mask in board.candidates]
        self.given = sum(mask << cell * SIZE for cell, mask in enumerate(given))
        self.ends = dict(self._all_ends())
        self.place = {relation: place for place, relation in enumerate(puzzle.relations)}
        self.every: Signs = (1 << len(puzzle.relations)) - 1
        self.known: list[Rule] = []

    def _all_ends(self) -> Iterator[tuple[Contradiction, Set]]:
        """Yield the contradictions with the exclusions that they consist of."""
        for cell in CELLS:
            yield cell, ALL_DIGITS << cell * SIZE & ~self.given
        for number, house in enumerate(HOUSES):
            for digit in range(1, SIZE + 1):
                end = sum(1 << cell * SIZE + digit - 1 for cell in house)
                yield (number, digit), end & ~self.given

    def add(self, step: Step) -> None:
        needs = step.premises.excluded & ~self.given
        gives = excluded_by(step)
        for cell, digit in step.places:
            gives |= (ALL_DIGITS ^ masks.bit(digit)) << cell * SIZE | self._peers[cell] << digit - 1
        gives &= ~self.given
        signs = sum(1 << self.place[relation] for relation in step.premises.relations)
        if (needs, gives, signs) not in self._seen:
            self._seen.add((needs, gives, signs))
            cost, plan = _cost(step), 1 << len(self.place) + len(self.known)
            self._of_cost[cost] = self._of_cost.get(cost, 0) | plan
            self.known.append(Rule(step, needs, gives, signs))

    def among(self, signs: Signs) -> list[int]:
        """Return the rules that need no relations other than these."""
        return [number for number, rule in enumerate(self.known) if not rule.signs & ~signs]

    def signs_of(self, steps: Iterable[Step]) -> Signs:
        """Return the relations that the steps need."""
        return masks.union(1 << self.place[r] for step in steps for r in step.premises.relations)

    def follow(self, rules: Iterable[int]) -> tuple[Set, list[int]]:
        """Return the exclusions that rules show, and an order in which they show them."""
        shown, order, waiting = 0, list[int](), list(rules)
        while waiting:
            left = []
            for number in waiting:
                rule = self.known[number]
                if rule.needs & ~shown:
                    left.append(number)
                else:
                    shown |= rule.gives
                    order.append(number)
            if len(left) == len(waiting):
                break
            waiting = left
        return shown, order

    def has_end(self, shown: Set) -> bool:
        return any(not end & ~shown for end in self.ends.values())

    def _price(self, plan: Plan) -> tuple[int, int]:
        """Return the costs of the rules of a plan, and the number of its relations."""
        costs = sum(cost * (plan & rules).bit_count() for cost, rules in self._of_cost.items())
        return costs, (plan & self.every).bit_count()

    def cheapest(self, signs: Signs) -> list[int]:
        """Return the rules of a cheap proof that needs no other relations."""
        shown, order = self.follow(self.among(signs))
        plan_for: dict[Set, Plan] = {}
        price_of: dict[Set, tuple[int, int]] = {}
        for number in order:
            rule = self.known[number]
            plan = _union(rule.needs, plan_for) | rule.signs | 1 << len(self.place) + number
            price = self._price(plan)
            for shown_here in members(rule.gives):
                if shown_here not in plan_for or price < price_of[shown_here]:
                    plan_for[shown_here], price_of[shown_here] = plan, price
        plans = [_union(end, plan_for) for end in self.ends.values() if not end & ~shown]
        cheapest = masks.cells(min(plans, key=self._price) >> len(self.place))
        return self._without_needless([*cheapest])

    def _without_needless(self, rules: list[int]) -> list[int]:
        for number in reversed(rules):
            fewer = [other for other in rules if other != number]
            if self.has_end(self.follow(fewer)[0]):
                rules = fewer
        return rules

    def one_after_the_other(self, order: list[int], end: Set, needed: Set) -> list[int]:
        """Return the rules in an order for readers: before each rule come those that it depends on.

        Bounds stand nearest to it, and among these the bounds that exclude least.
        """
        giving: dict[Set, int] = {}
        for number in order:
            for shown in members(self.known[number].gives):
                giving.setdefault(shown, number)
        place = {number: place for place, number in enumerate(order)}
        written: dict[int, None] = {}

        def key(number: int) -> tuple[bool, int, int]:
            rule = self.known[number]
            return not rule.needs, -(rule.gives & needed).bit_count(), place[number]

        def write(needs: Set) -> None:
            for number in sorted({giving[one] for one in members(needs)}, key=key):
                if number not in written:
                    write(self.known[number].needs)
                    written[number] = None

        write(end)
        return list(written)


def members(some: Set) -> Iterator[Set]:
    """Yield the members of a set, each as a set of its own."""
    while some:
        lowest = some & -some
        yield lowest
        some ^= lowest


def _union(some: Set, plan_for: Mapping[Set, Plan]) -> Plan:
    return masks.union(plan_for[one] for one in members(some))

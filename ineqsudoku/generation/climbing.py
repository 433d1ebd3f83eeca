"""Layouts that kill targets: a search that climbs on the solution grid.

A step changes the grid – two digits, rows, columns, bands or stacks change places, or two digits
do in one of their cycles – and the signs follow.  The new layout must have one solution; then the
targets are counted, each up to its goal.  The height of a layout is the sum of the logarithms of
these counts.  A step is taken if it leads up, or not too far down.  Goals are low at first and
rise whenever all of them are reached, so that most counts are short.
"""

from __future__ import annotations

from math import inf, log
from time import monotonic
from typing import NamedTuple

from ineqsudoku.generation.grids import random_grid, with_cycle_exchanged
from ineqsudoku.generation.nodes import Kind
from ineqsudoku.generation.parts import layout
from ineqsudoku.generation.randomness import SplitMix
from ineqsudoku.generation.targets import TARGETS, Prepared
from ineqsudoku.generation.values import Generated, TargetNodes, UnmetWishError, Wish
from ineqsudoku.geometry import NINE
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import solve

_CHOOSING = 20
"""Nodes of a `FIXED` search that take as long as a node of the others."""

_LAYOUT = 5_000
"""The same for a new layout and the proof that its solution is the only one."""

_FIRST, _RISE = 1_000.0, 6.0
"""The first goal of the highest target, and the factor by which goals rise."""

_FALL = 0.5
"""How far down a step may lead, on average."""

_PATIENCE = 400
"""Layouts with one solution, none of them higher than all before, until the climb begins anew."""

_PROOF = 20_000
"""Nodes of that proof."""


class Climber:
    """The climb for one puzzle; `spent` counts nodes of `FIXED` searches."""

    def __init__(self, wish: Wish, random: SplitMix) -> None:
        self._wish = wish
        self._random = random
        self._most = max(nodes for _, nodes in wish.kill)
        self.spent = 0
        self.layouts = 0
        self.best: _Layout | None = None
        self._best_height = -inf

    def climb(self, deadline: float | None) -> _Layout | None:
        """A layout that reaches all goals; `None` when the budget or the time is used up."""
        while True:
            found = self._climb_once(deadline)
            if found or self._is_over(deadline):
                return found

    def _climb_once(self, deadline: float | None) -> _Layout | None:
        here = self._start(deadline)
        if here is None:
            return None
        goal = min(_FIRST / self._most, 1.0)
        height = self._height(here, goal, -inf)
        highest, waited = height, 0
        while not self._is_over(deadline):
            while self._is_at_goal(height, goal):
                if goal == 1.0:
                    return here
                goal = min(goal * _RISE, 1.0)
                height = self._height(here, goal, -inf)
                highest, waited = height, 0
            if waited > _PATIENCE:
                return None
            there = self._step(here)
            if there is None:
                continue
            # The depth of the fall is drawn first, so that a count can end as soon as it is deeper.
            least = height + _FALL * log((self._random.next() + 1) / 2.0**64)
            its = self._height(there, goal, least)
            waited += 1
            if its >= least:
                here, height = there, its
            if its > highest:
                highest, waited = its, 0
        return None

    def _is_over(self, deadline: float | None) -> bool:
        is_late = deadline is not None and monotonic() > deadline
        return is_late or self.spent >= self._wish.budget

    def _start(self, deadline: float | None) -> _Layout | None:
        while not self._is_over(deadline):
            if found := self._layout(random_grid(NINE, self._random.next())):
                return found
        return None

    def _step(self, here: _Layout) -> _Layout | None:
        return self._layout(moved(here.line, self._random))

    def _layout(self, line: str) -> _Layout | None:
        """The layout of a grid if its solution is the only one."""
        self.spent += _LAYOUT
        self.layouts += 1
        puzzle = Puzzle(layout(NINE, line))
        is_unique = solve(puzzle, limit=2, node_limit=_PROOF).status == "unique"
        return _Layout(line, puzzle, Prepared(puzzle)) if is_unique else None

    def _height(self, its: _Layout, goal: float, least: float) -> float:
        """Of a layout; if it is below `least`, some number below `least`.

        Cheap targets come first: those whose goals are lowest.
        """
        goals = [(name, _share(nodes, goal)) for name, nodes in self._wish.kill]
        height = sum(log(nodes) for _, nodes in goals)
        for name, nodes in sorted(goals, key=lambda each: each[1]):
            found = its.prepared.nodes(name, nodes).nodes
            weight = 1 if TARGETS[name].kind is Kind.FIXED else _CHOOSING
            self.spent += found * weight
            height += log(max(found, 1)) - log(nodes)
            if height < least:
                return height
        self._remember(its, height - sum(log(nodes / goal) for _, nodes in goals))
        return height

    def _remember(self, its: _Layout, height: float) -> None:
        """`height` is 0 at the top, whatever the goals are now."""
        if height > self._best_height:
            self.best, self._best_height = its, height

    def _is_at_goal(self, height: float, goal: float) -> bool:
        top = sum(log(_share(nodes, goal)) for _, nodes in self._wish.kill)
        return height > top - 1e-9


class _Layout(NamedTuple):
    line: str
    puzzle: Puzzle
    prepared: Prepared


def _share(nodes: int, goal: float) -> int:
    return max(1, round(nodes * goal))


def climbed(
    wish: Wish, index: int, random: SplitMix, deadline: float | None
) -> Generated | UnmetWishError | None:
    """A layout that kills the targets of a wish, why there is none, or `None` when time is over."""
    climber = Climber(wish, random)
    found = climber.climb(deadline)
    if found:
        return _surveyed(wish, index, found, climber.layouts)
    if deadline is not None and monotonic() > deadline:
        return None
    if not climber.best:
        return UnmetWishError(f"puzzle {index + 1}: no layout in a budget of {wish.budget:,} nodes")
    nearest = _surveyed(wish, index, climber.best, climber.layouts)
    its = ", ".join(
        f"{each.target} {each.nodes:,}" for each in nearest.nodes if each.target in dict(wish.kill)
    )
    return UnmetWishError(
        f"puzzle {index + 1}: no layout in a budget of {wish.budget:,} nodes kills all targets; "
        f"the nearest needs: {its}",
        nearest,
    )


def _surveyed(wish: Wish, index: int, found: _Layout, layouts: int) -> Generated:
    """The layout with the nodes of all targets, each up to `wish.survey` or its goal."""
    goals = dict(wish.kill)
    nodes = [
        (name, found.prepared.nodes(name, max(goals.get(name, 1), wish.survey))) for name in TARGETS
    ]
    return Generated(
        index=index,
        puzzle=found.puzzle,
        solutions="1",
        solution=Grid(found.line),
        nodes=tuple(TargetNodes(name, *of) for name, of in nodes),
        steps=layouts,
    )


# --- steps --------------------------------------------------------------------------------


def moved(line: str, random: SplitMix) -> str:
    """A neighbour of a 9×9 grid."""
    kind = random.below(8)
    if kind < 3:
        return _digits_exchanged(line, random)
    if kind < 5:
        return with_cycle_exchanged(line, random)
    order = _lines_exchanged(random)
    rows = [line[9 * row : 9 * row + 9] for row in range(9)]
    if kind < 7:
        return "".join(rows[row] for row in order)
    return "".join(row[column] for row in rows for column in order)


def _digits_exchanged(line: str, random: SplitMix) -> str:
    one, other = _two(9, random)
    digits = NINE.symbols[one] + NINE.symbols[other]
    return line.translate(str.maketrans(digits, digits[::-1]))


def _lines_exchanged(random: SplitMix) -> list[int]:
    """The order of lines after two lines of a band, or two bands, have changed places."""
    one, other = _two(3, random)
    band = random.below(4)
    order = list(range(9))
    if band == 3:
        its, others = slice(3 * one, 3 * one + 3), slice(3 * other, 3 * other + 3)
    else:
        its, others = (slice(3 * band + line, 3 * band + line + 1) for line in (one, other))
    order[its], order[others] = order[others], order[its]
    return order


def _two(bound: int, random: SplitMix) -> tuple[int, int]:
    """Two different numbers below a bound."""
    one, other = random.below(bound), random.below(bound - 1)
    return one, other + (other >= one)

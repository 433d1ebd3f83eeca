"""Layouts that kill targets, found by hill climbing on the solution grid.

A step changes the grid: it exchanges two digits, rows, columns, bands or stacks, or two digits in
one of their cycles.  The signs follow from the grid.  The new layout must have one solution; then
the nodes of the targets are counted, each up to its goal.  The height of a layout is the sum of
the logarithms of these counts.  A step is taken if it leads up, or not too far down.  Goals start
low and rise whenever all of them are reached, so most counts are short; high counts are estimated.

Several climbs from random grids share the budget of a puzzle.  The result is that of the first
climb, in their order, that reaches the goals, even if a later climb ends earlier.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from math import inf, log
from typing import NamedTuple

from ineqsudoku.generation.grids import STRIDE, bound_grid, has_free_cycle, with_cycle_exchanged
from ineqsudoku.generation.means import Means
from ineqsudoku.generation.nodes import Kind
from ineqsudoku.generation.parts import layout
from ineqsudoku.generation.randomness import SplitMix
from ineqsudoku.generation.targets import TARGETS, Prepared
from ineqsudoku.generation.values import Generated, TargetNodes, UnmetWishError, Wish
from ineqsudoku.geometry import NINE
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import solve

_CHOOSING = 6
"""The cost of a node of the searches other than `FIXED`, in nodes of a `FIXED` search."""

_LAYOUT = 5_000
"""The cost of a new layout and the proof that its solution is the only one, in the same unit."""

_FIRST, _RISE = 1_000.0, 6.0
"""The first goal of the highest target, and the factor by which goals rise."""

_FALL = 0.5
"""The average height that a step may lose."""

_PATIENCE = 400
"""A climb ends after this many layouts with one solution that are not higher than all before."""

_PROOF = 20_000
"""The node limit of the proof that a layout has one solution."""

_SHORT, _LONGER = 20_000_000, 16
"""The budget of the first climb, and the factor by which the next one is larger."""

_LONGEST = 4
"""A climb may spend at most the budget of the puzzle divided by this."""

_MARGIN = 1.25
"""The factor by which the goals rise after an estimate was too high."""

_NEAREST = 1_000_000
"""The most nodes counted for a target of the nearest layout."""


class _Climb(NamedTuple):
    """A climb to run: the seed of its random numbers, and its budget."""

    seed: int
    budget: int


class _Summit(NamedTuple):
    """The highest layout of a climb.

    `nodes`: estimates for the targets of the wish.  `height`: 0 if all goals are reached.
    """

    line: str
    height: float
    nodes: tuple[tuple[str, int], ...]


class _Climbed(NamedTuple):
    """The outcome of a climb.

    `layouts`: the number of layouts tried.  `counted`: the nodes of targets, up to the goals.
    """

    summit: _Summit | None
    is_at_goal: bool
    counted: tuple[TargetNodes, ...]
    spent: int
    layouts: int


class Ascent(NamedTuple):
    """The outcome of all climbs for a puzzle.

    `nodes`: estimates for the targets.  `counted`: the nodes of targets, up to the goals.
    """

    line: str | None
    is_at_goal: bool = False
    nodes: tuple[tuple[str, int], ...] = ()
    counted: tuple[TargetNodes, ...] = ()
    spent: int = 0
    layouts: int = 0


def climbed(wish: Wish, index: int, random: SplitMix, means: Means) -> Generated | UnmetWishError:
    """Return a layout that kills the targets of a wish, or the error that none was found."""
    ascent = ascended(wish, random, means)
    if ascent.is_at_goal and ascent.line:
        return surveyed(wish, index, ascent, means)
    within = "in the search time" if means.is_over else f"in a budget of {wish.budget:,} nodes"
    if not ascent.line:
        return UnmetWishError(f"puzzle {index + 1}: found no layout {within}")
    its = ", ".join(f"{name} about {nodes:,}" for name, nodes in ascent.nodes)
    return UnmetWishError(
        f"puzzle {index + 1}: found no layout {within} that kills all targets; "
        f"the nearest needs: {its}",
        _nearest(wish, index, ascent.line, ascent.layouts),
    )


def ascended(wish: Wish, random: SplitMix, means: Means, is_exact: bool = True) -> Ascent:
    """Return the first layout that kills the targets of a wish, or the nearest one.

    Unless `is_exact`, estimates of the nodes suffice.
    """
    spent = layouts = 0
    best: _Summit | None = None
    climb = partial(_climbed, wish, means.alone, is_exact)
    with closing(means.mapped(climb, _climbs(wish, random))) as climbs:
        for outcome in climbs:
            spent, layouts = spent + outcome.spent, layouts + outcome.layouts
            means.progress("nodes of climbs", spent, wish.budget)
            its = outcome.summit
            if its and outcome.is_at_goal:
                return Ascent(its.line, True, its.nodes, outcome.counted, spent, layouts)
            if its and (best is None or its.height > best.height):
                best = its
            if spent >= wish.budget or means.is_over:
                break
    if not best:
        return Ascent(None, spent=spent, layouts=layouts)
    return Ascent(best.line, nodes=best.nodes, spent=spent, layouts=layouts)


def _climbs(wish: Wish, random: SplitMix) -> Iterator[_Climb]:
    most = max(wish.budget // _LONGEST, 1)
    budget = _SHORT
    while True:
        yield _Climb(random.next(), min(budget, most))
        budget *= _LONGER


def _climbed(wish: Wish, means: Means, is_exact: bool, climb: _Climb) -> _Climbed:
    climber = _Climber(wish.kill, climb, means, is_exact)
    is_at_goal = climber.climb()
    counted = climber.counted if is_at_goal else ()
    return _Climbed(climber.best, is_at_goal, counted, climber.spent, climber.layouts)


class _Layout(NamedTuple):
    line: str
    prepared: Prepared


class _Climber:
    """One climb; `spent` counts nodes of `FIXED` searches."""

    def __init__(
        self, kill: tuple[tuple[str, int], ...], climb: _Climb, means: Means, is_exact: bool
    ) -> None:
        self._kill = kill
        self._budget = climb.budget
        self._means = means
        self._is_exact = is_exact
        self._random = SplitMix(climb.seed)
        self._first = min(_FIRST / max(nodes for _, nodes in kill), 1.0)
        self.spent = 0
        self.layouts = 0
        self.best: _Summit | None = None
        self.counted: tuple[TargetNodes, ...] = ()

    def climb(self) -> bool:
        """Climb until a layout reaches all goals; return whether one does."""
        here = self._start()
        if here is None:
            return False
        goal, top = self._first, 1.0
        height = self._height(here, goal, -inf)
        highest, waited = height, 0
        while not self._is_over():
            while self._is_at_goal(height, goal):
                if goal >= 1.0 and self._is_proven(here):
                    return True
                if goal == top:
                    top *= _MARGIN
                goal = min(goal * _RISE, top)
                height = self._height(here, goal, -inf)
                highest, waited = height, 0
            if waited > _PATIENCE:
                return False
            there = self._layout(moved(here.line, self._random))
            if there is None:
                continue
            # The allowed fall is drawn first, so that counting can stop as soon as it is exceeded.
            least = height + _FALL * log((self._random.next() + 1) / 2.0**64)
            its = self._height(there, goal, least)
            waited += 1
            if its >= least:
                here, height = there, its
            if its > highest:
                highest, waited = its, 0
        return False

    def _is_over(self) -> bool:
        return self.spent >= self._budget or self._means.is_over

    def _start(self) -> _Layout | None:
        while not self._is_over():
            grid = bound_grid(NINE, self._random.next(), STRIDE)
            if found := self._layout(grid.line if grid else None):
                return found
        return None

    def _layout(self, line: str | None) -> _Layout | None:
        """Return the layout of a grid if its solution is the only one."""
        self.spent += _LAYOUT
        self.layouts += 1
        if line is None or has_free_cycle(NINE, line):
            return None
        puzzle = Puzzle(layout(NINE, line))
        is_unique = solve(puzzle, limit=2, node_limit=_PROOF).status == "unique"
        return _Layout(line, Prepared(puzzle, line)) if is_unique else None

    def _height(self, its: _Layout, goal: float, least: float) -> float:
        """Return the height of a layout; if it is below `least`, any number below `least`.

        The cheapest targets, those with the lowest goals, are counted first.
        """
        goals = [(name, _share(nodes, goal)) for name, nodes in self._kill]
        height = sum(log(nodes) for _, nodes in goals)
        counts = {}
        for name, nodes in sorted(goals, key=lambda each: each[1]):
            found, made = its.prepared.estimate(name, nodes)
            counts[name] = found
            self.spent += made * _weight(name)
            height += log(max(found, 1)) - log(nodes)
            if height < least:
                return height
        self._remember(its.line, counts)
        return height

    def _remember(self, line: str, counts: dict[str, int]) -> None:
        height = sum(log(max(counts[name], 1) / nodes) for name, nodes in self._kill)
        if self.best is None or height > self.best.height:
            self.best = _Summit(line, height, tuple((name, counts[name]) for name, _ in self._kill))

    def _is_proven(self, its: _Layout) -> bool:
        """Whether the targets need as many nodes as estimated; true if estimates suffice."""
        self.counted = ()
        for name, nodes in self._kill if self._is_exact else ():
            found = its.prepared.nodes(name, nodes)
            self.spent += found.nodes * _weight(name)
            if found.nodes < nodes:
                return False
            self.counted += (TargetNodes(name, *found),)
        self.best = _Summit(its.line, 0.0, self._kill)
        return True

    def _is_at_goal(self, height: float, goal: float) -> bool:
        top = sum(log(_share(nodes, goal)) for _, nodes in self._kill)
        return height > top - 1e-9


def _weight(name: str) -> int:
    return 1 if TARGETS[name].kind is Kind.FIXED else _CHOOSING


def _share(nodes: int, goal: float) -> int:
    return max(1, round(nodes * goal))


# --- what was found -----------------------------------------------------------------------


def surveyed(wish: Wish, index: int, ascent: Ascent, means: Means) -> Generated:
    """Return the layout of an ascent with the nodes of all targets.

    Nodes are counted up to `wish.survey` or the goal of the target.
    """
    assert ascent.line
    known = {each.target: each for each in ascent.counted if each.nodes >= wish.survey}
    names = sorted(TARGETS, key=_weight, reverse=True)  # The longest start first.
    todo = [(name, wish.survey) for name in names if name not in known]
    with closing(means.mapped(partial(_counted, ascent.line), todo)) as counts:
        for each in counts:
            known[each.target] = each
            means.progress("targets counted", len(known), len(TARGETS))
    return _generated(index, ascent.line, ascent.layouts, map(known.__getitem__, TARGETS))


def _nearest(wish: Wish, index: int, line: str, layouts: int) -> Generated:
    most = min(wish.survey, _NEAREST)
    counts = (_counted(line, (name, most)) for name, _ in wish.kill)
    return _generated(index, line, layouts, counts)


def _counted(line: str, target: tuple[str, int]) -> TargetNodes:
    name, cap = target
    return TargetNodes(name, *Prepared(Puzzle(layout(NINE, line)), line).nodes(name, cap))


def _generated(index: int, line: str, layouts: int, counts: Iterator[TargetNodes]) -> Generated:
    return Generated(
        index=index,
        puzzle=Puzzle(layout(NINE, line)),
        solutions="1",
        solution=Grid(line),
        nodes=tuple(counts),
        steps=layouts,
    )


# --- steps --------------------------------------------------------------------------------


def moved(line: str, random: SplitMix) -> str:
    """Return a random neighbour of a 9×9 grid."""
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
    """Return the order of lines after the exchange of two lines of a band, or of two bands."""
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
    """Return two different random numbers below a bound."""
    one, other = random.below(bound), random.below(bound - 1)
    return one, other + (other >= one)

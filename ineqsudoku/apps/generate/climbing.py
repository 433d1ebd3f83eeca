"""Layouts that kill targets, by hill climbing on the solution grid.

A step changes the grid: it exchanges two digits, rows, columns, bands or stacks, or two digits in
one of their cycles.  The signs follow from the grid.  The new layout must have one solution; then
the nodes of the targets are counted up to their goals.  The height of a layout is the sum of
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

from ineqsudoku.apps.batch.ordered_map import map_ordered
from ineqsudoku.apps.generate.grids import (
    STRIDE,
    bound_grid,
    has_free_cycle,
    layout,
    with_cycle_exchanged,
)
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.targets import TARGETS, Kind, Prepared
from ineqsudoku.apps.generate.values import (
    BUDGET,
    Generated,
    GenerationError,
    PuzzleOptions,
    Resources,
    TargetNodes,
    of_puzzle,
)
from ineqsudoku.geometry import DIGITS
from ineqsudoku.messages import Message, conjunction
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
"""A climb ends after this many layouts with one solution in a row without a new highest one."""

_PROOF = 20_000
"""The node limit of the proof that a layout has one solution."""

_SHORT, _LONGER = 20_000_000, 16
"""The budget of the first climb, and the factor by which the next one is larger."""

_LONGEST = 4
"""The most that a climb may spend: the budget of the puzzle divided by this."""

_MARGIN = 1.25
"""The factor by which the goals rise after an estimate was too high."""

_NEAREST = 1_000_000
"""The most nodes counted for a target of the nearest layout."""


Kill = tuple[tuple[str, int], ...]
"""Pairs of a target and its nodes."""


class ClimbResult(NamedTuple):
    """The highest layout of a climb, or of all climbs for a puzzle.

    `line`: its grid; `None` if there was no layout with one solution.
    `height`: 0 if all goals are reached.
    `nodes`: estimates for the targets of the options.
    `counted`: the nodes of these targets up to the goals, if these are reached.
    `spent`, `layouts`: the cost of all layouts tried, and their number.
    """

    line: str | None = None
    height: float = -inf
    nodes: Kill = ()
    is_at_goal: bool = False
    counted: tuple[TargetNodes, ...] = ()
    spent: int = 0
    layouts: int = 0


def climb_for_targets(
    options: PuzzleOptions, index: int, random: SplitMix, resources: Resources
) -> Generated | GenerationError:
    """Return a layout that kills the targets of the options; an error if no climb reaches one."""
    ascent = ascend(options.kill, random, resources, BUDGET)
    if ascent.is_at_goal and ascent.line:
        return Generated.of_layout(index, ascent.line, ascent.layouts, ascent.counted)
    within = Message("generate.in-time", "within the search time")
    if not resources.is_over:
        within = _IN_BUDGET.fill(nodes=f"{BUDGET:,}")
    if not ascent.line:
        return GenerationError(of_puzzle(index, _NO_LAYOUT.fill(within=within)))
    estimates = conjunction(
        _ESTIMATE.fill(target=name, n=nodes, nodes=f"{nodes:,}") for name, nodes in ascent.nodes
    )
    reason = _NO_KILLER.fill(within=within, estimates=estimates)
    counted = tuple(_count(ascent.line, name, _NEAREST) for name, _ in options.kill)
    nearest = Generated.of_layout(index, ascent.line, ascent.layouts, counted)
    return GenerationError(of_puzzle(index, reason), nearest)


def _count(line: str, target: str, cap: int) -> TargetNodes:
    return TargetNodes(target, *Prepared(layout(line), line).nodes(target, cap))


_IN_BUDGET = Message("generate.in-budget", "within a budget of {nodes} nodes")
_NO_LAYOUT = Message("generate.no-layout", "{within}, no layout was found")
_NO_KILLER = Message(
    "generate.no-killer",
    "{within}, no layout was found that kills all targets; the nearest needs about {estimates}",
)
_ESTIMATE = Message("generate.estimate", "{nodes} node for {target}", "{nodes} nodes for {target}")


def ascend(kill: Kill, random: SplitMix, resources: Resources, budget: int) -> ClimbResult:
    """Return the first layout that kills the targets, or the nearest one within the budget."""
    spent = layouts = 0
    best = ClimbResult()
    climb = partial(_climb, kill, resources.for_worker)
    with closing(map_ordered(climb, _climbs(budget, random), resources.workers)) as climbs:
        for ascent in climbs:
            spent, layouts = spent + ascent.spent, layouts + ascent.layouts
            resources.progress(Message("generate.nodes", "nodes counted"), spent, budget)
            if ascent.is_at_goal or ascent.height > best.height:
                best = ascent
            if best.is_at_goal or spent >= budget or resources.is_over:
                break
    return best._replace(spent=spent, layouts=layouts)


def _climbs(budget: int, random: SplitMix) -> Iterator[tuple[int, int]]:
    """Yield the seeds of the climbs' random numbers, and their budgets, parts of the whole one."""
    most = max(budget // _LONGEST, 1)
    part = _SHORT
    while True:
        yield random.next(), min(part, most)
        part *= _LONGER


def _climb(kill: Kill, resources: Resources, climb: tuple[int, int]) -> ClimbResult:
    seed, budget = climb
    return _Climber(kill, budget, SplitMix(seed), resources).climb()


class _Climber:
    """One climb; its cost is counted in nodes of `FIXED` searches."""

    def __init__(self, kill: Kill, budget: int, random: SplitMix, resources: Resources) -> None:
        self._kill, self._budget = kill, budget
        self._random, self._means = random, resources
        self._spent = self._layouts = 0
        self._best = ClimbResult()

    def climb(self) -> ClimbResult:
        """Climb until a layout reaches all goals, or the budget or the patience ends."""
        if here := self._start():
            self._climb_from(here)
        return self._best._replace(spent=self._spent, layouts=self._layouts)

    def _climb_from(self, here: Prepared) -> None:
        goal, top = min(_FIRST / max(nodes for _, nodes in self._kill), 1.0), 1.0
        height = self._height(here, goal, -inf)
        highest, waited = height, 0
        while not self._is_over():
            while self._is_at_goal(height, goal):
                if goal >= 1.0 and self._is_proven(here):
                    return
                if goal == top:
                    top *= _MARGIN
                goal = min(goal * _RISE, top)
                height = self._height(here, goal, -inf)
                highest, waited = height, 0
            if waited > _PATIENCE:
                return
            there = self._layout(move(here.solution, self._random))
            if there is None:
                continue
            # The allowed fall is drawn first, so that counting can stop as soon as it is exceeded.
            least = height + _FALL * log((self._random.next() + 1) / 2.0**64)
            height_there = self._height(there, goal, least)
            waited += 1
            if height_there >= least:
                here, height = there, height_there
            if height_there > highest:
                highest, waited = height_there, 0

    def _is_over(self) -> bool:
        return self._spent >= self._budget or self._means.is_over

    def _start(self) -> Prepared | None:
        while not self._is_over():
            _, line = bound_grid(self._random.next(), STRIDE)
            if prepared := self._layout(line):
                return prepared
        return None

    def _layout(self, line: str | None) -> Prepared | None:
        """Return the layout of a grid if its solution is the only one."""
        self._spent += _LAYOUT
        self._layouts += 1
        if line is None or has_free_cycle(line):
            return None
        puzzle = layout(line)
        is_unique = solve(puzzle, limit=2, node_limit=_PROOF).status == "unique"
        return Prepared(puzzle, line) if is_unique else None

    def _height(self, prepared: Prepared, goal: float, least: float) -> float:
        """Return the height of a layout; if it is below `least`, any number below `least`.

        The cheapest targets, those with the lowest goals, are counted first.
        """
        goals = [(name, _share(nodes, goal)) for name, nodes in self._kill]
        height = sum(log(nodes) for _, nodes in goals)
        counts = {}
        for name, nodes in sorted(goals, key=lambda target: target[1]):
            counts[name], made = prepared.estimate(name, nodes)
            self._spent += made * _weight(name)
            height += log(max(counts[name], 1)) - log(nodes)
            if height < least:
                return height
        self._remember(prepared.solution, counts)
        return height

    def _remember(self, line: str, counts: dict[str, int]) -> None:
        height = sum(log(max(counts[name], 1) / nodes) for name, nodes in self._kill)
        if height > self._best.height:
            nodes = tuple((name, counts[name]) for name, _ in self._kill)
            self._best = ClimbResult(line, height, nodes)

    def _is_proven(self, prepared: Prepared) -> bool:
        """Whether the targets need as many nodes as estimated."""
        counted: list[TargetNodes] = []
        for name, nodes in self._kill:
            counted.append(TargetNodes(name, *prepared.nodes(name, nodes)))
            self._spent += counted[-1].nodes * _weight(name)
            if counted[-1].nodes < nodes:
                return False
        self._best = ClimbResult(prepared.solution, 0.0, self._kill, True, tuple(counted))
        return True

    def _is_at_goal(self, height: float, goal: float) -> bool:
        top = sum(log(_share(nodes, goal)) for _, nodes in self._kill)
        return height > top - 1e-9


def _weight(name: str) -> int:
    return 1 if TARGETS[name].kind is Kind.FIXED else _CHOOSING


def _share(nodes: int, goal: float) -> int:
    return max(1, round(nodes * goal))


# --- steps --------------------------------------------------------------------------------


def move(line: str, random: SplitMix) -> str:
    """Return a random neighbour of a grid."""
    kind = random.below(8)
    if kind < 3:
        return _exchange_digits(line, random)
    if kind < 5:
        return with_cycle_exchanged(line, random)
    order = _exchange_lines(random)
    rows = [line[9 * row : 9 * row + 9] for row in range(9)]
    if kind < 7:
        return "".join(rows[row] for row in order)
    return "".join(row[column] for row in rows for column in order)


def _exchange_digits(line: str, random: SplitMix) -> str:
    one, other = _two(9, random)
    digits = DIGITS[one] + DIGITS[other]
    return line.translate(str.maketrans(digits, digits[::-1]))


def _exchange_lines(random: SplitMix) -> list[int]:
    """Return the order of lines after the exchange of two lines of a band, or of two bands."""
    one, other = _two(3, random)
    band = random.below(4)
    order = list(range(9))
    if band == 3:
        lines, others = slice(3 * one, 3 * one + 3), slice(3 * other, 3 * other + 3)
    else:
        lines, others = (slice(3 * band + line, 3 * band + line + 1) for line in (one, other))
    order[lines], order[others] = order[others], order[lines]
    return order


def _two(bound: int, random: SplitMix) -> tuple[int, int]:
    """Return two different random numbers below a bound."""
    one, other = random.below(bound), random.below(bound - 1)
    return one, other + (other >= one)

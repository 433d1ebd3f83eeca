"""The search that learns from its conflicts, with which `auto` continues after its first attempt.

The puzzle is a set of clauses, and the search is that of a SAT solver (conflict-driven clause
learning: Marques-Silva and Sakallah, 1996; Eén and Sörensson, 2003).  A *variable* is the statement
that a cell has a digit, or that a cell has a digit or a higher one; the latter make a relation
a chain of implications.  A *literal* is a variable or its negation.

A node propagates the literals that are true.  A clause whose literals are false, but one, makes
that one true, and is its reason.  A clause without any other literals is a conflict.  Its reasons,
and the reasons of these, up to a single literal of the last guess, are a new clause, which excludes
this conflict and many others.  The search withdraws guesses until the new clause makes
a literal true.

A guess places a digit: that of the newest variable, by the time of its last conflict, which has
no value (Biere and Fröhlich, 2015).  After `RESTART` conflicts all guesses are withdrawn.

If a C compiler was available, `kernel/` has the compiled form, which takes the same steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from ineqsudoku.geometry import CELLS, HOUSES, SIZE
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search.enumeration import Nodes

RESTART = 1_000
"""All guesses are withdrawn after this many conflicts."""

MOST_LEARNED = 2_000
MORE_LEARNED = 500
"""The most learned clauses at a restart, at first and more each time; else the older half goes."""

VARIABLES = 2 * SIZE * len(CELLS)

Literal = int
"""Twice a variable, and one more if negated."""

Clause = list[Literal]
"""Literals of which one is true.  The first two are watched: nothing follows from the clause before
one of them is false."""

Reason = Sequence[Literal]
"""A true literal, and the false ones because of which it is true."""


def objection(_: Puzzle) -> Message | None:
    """Return `None`, because this engine supports every puzzle."""
    return None


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Yield the solutions as 81 digits, one by one.  Raises `LimitReached`."""
    search = _Search(puzzle)
    while True:
        nodes.use()
        conflict = search.propagate()
        if conflict is None and not search.is_solved:
            search.guess()
            continue
        if conflict is None:
            yield search.solution()
        if not search.guesses:
            return
        search.turn_back(conflict)


class _Rules(NamedTuple):
    """The clauses of sudoku: those of two literals as what each literal implies, others, and
    the literals that are true."""

    implied: list[list[Literal]]
    clauses: list[Clause]
    true: list[Literal]


def _has_digit(cell: int, digit: int) -> Literal:
    return 2 * (SIZE * cell + digit)


def _has_at_least(cell: int, digit: int) -> Literal:
    return 2 * (SIZE * (len(CELLS) + cell) + digit)


def _add_pair(implied: list[list[Literal]], one: Literal, other: Literal) -> None:
    """Add a clause of two literals, each implied by the negation of the other, in new lists."""
    implied[one ^ 1] = [*implied[one ^ 1], other]
    implied[other ^ 1] = [*implied[other ^ 1], one]


@cache
def _rules() -> _Rules:
    last = SIZE - 1
    implied: list[list[Literal]] = [[] for _ in range(2 * VARIABLES)]
    clauses = []
    for cell in CELLS:
        for digit in range(SIZE):
            is_it = _has_digit(cell, digit)
            is_less = _has_at_least(cell, digit) ^ 1
            is_more = _has_at_least(cell, digit + 1)
            _add_pair(implied, is_it ^ 1, is_less ^ 1)
            if digit < last:
                _add_pair(implied, is_it ^ 1, is_more ^ 1)
                _add_pair(implied, is_less ^ 1, is_more ^ 1)
            if digit in (0, last):
                _add_pair(implied, is_it, is_less if digit else is_more)
            else:
                clauses.append([is_it, is_less, is_more])
    for house in HOUSES:
        clauses += [[_has_digit(cell, digit) for cell in house] for digit in range(SIZE)]
    peers: list[dict[int, None]] = [{} for _ in CELLS]
    for house in HOUSES:
        for cell in house:
            peers[cell].update(dict.fromkeys(other for other in house if other != cell))
    for cell in CELLS:
        for digit in range(SIZE):
            is_it = _has_digit(cell, digit)
            implied[is_it] += [_has_digit(other, digit) ^ 1 for other in peers[cell]]
    return _Rules(implied, clauses, [_has_at_least(cell, 0) for cell in CELLS])


class _Search:
    """The state of a search.

    `trail` has the true literals in order, and `guesses` the places of the guesses on it.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        rules = _rules()
        self.digits = VARIABLES // 2
        """The number of variables for cells and digits, which are the first ones."""
        self.implied = [*rules.implied]
        self.clauses = [[*clause] for clause in rules.clauses]
        self.learned: list[tuple[Clause, bool]] = []
        self.most_learned = MOST_LEARNED
        self.watching: list[list[Clause]] = [[] for _ in rules.implied]
        for clause in self.clauses:
            self._watch(clause)
        self.value = [0] * len(rules.implied)
        self.level = [0] * VARIABLES
        self.reason: list[Reason] = [()] * VARIABLES
        self.trail: list[Literal] = []
        self.guesses: list[int] = []
        self.propagated = self.conflicts = 0
        # The variables of digits by the time when they last were part of a conflict, in a circle.
        # Number `digits` stands between the newest and the oldest one.
        self.older = [self.digits, *range(self.digits)]
        self.newer = [*range(1, self.digits + 1), 0]
        self.time = [*range(self.digits)]
        self.now = self.choice = self.digits
        self.is_refuted = not all(map(self._fix, [*rules.true, *self._of(puzzle)]))

    def _of(self, puzzle: Puzzle) -> Iterator[Literal]:
        """Yield the literals that are true in every solution, and add the relations."""
        last = SIZE - 1
        for lesser, greater in puzzle.relations:
            for digit in range(last):
                if_lesser = _has_at_least(lesser, digit)
                _add_pair(self.implied, if_lesser ^ 1, _has_at_least(greater, digit + 1))
            yield _has_at_least(lesser, last) ^ 1
        for cell, symbol in enumerate(puzzle.givens):
            if symbol != ABSENT:
                yield _has_digit(cell, int(symbol) - 1)

    def _fix(self, literal: Literal) -> bool:
        """Assign a literal that holds in every solution; return `False` if that is impossible."""
        if not self.value[literal]:
            self._assign(literal, ())
        return self.value[literal] > 0

    def _assign(self, literal: Literal, reason: Reason) -> None:
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.level[literal // 2] = len(self.guesses)
        self.reason[literal // 2] = reason
        self.trail.append(literal)

    def _watch(self, clause: Clause) -> None:
        for literal in clause[:2]:
            self.watching[literal].append(clause)

    @property
    def is_solved(self) -> bool:
        return len(self.trail) == len(self.level)

    def solution(self) -> str:
        digits = range(self.digits)
        return "".join(str(number % SIZE + 1) for number in digits if self.value[2 * number] > 0)

    def propagate(self) -> Reason | None:
        """Assign everything that follows; return the false literals of a clause, if it has no
        others."""
        value, trail = self.value, self.trail
        if self.is_refuted:
            return ()
        while self.propagated < len(trail):
            literal = trail[self.propagated]
            self.propagated += 1
            for other in self.implied[literal]:
                if value[other] < 0:
                    return (other, literal ^ 1)
                if not value[other]:
                    self._assign(other, (other, literal ^ 1))
            if conflict := self._visit_clauses(literal ^ 1):
                return conflict
        return None

    def _visit_clauses(self, gone: Literal) -> Clause | None:
        """Visit the clauses that watch a literal which has become false, the newest first."""
        value, watching = self.value, self.watching[gone]
        for place in range(len(watching) - 1, -1, -1):
            clause = watching[place]
            if clause[0] == gone:
                clause[0], clause[1] = clause[1], gone
            if value[clause[0]] > 0:
                continue
            for i in range(2, len(clause)):
                if value[clause[i]] >= 0:
                    clause[1], clause[i] = clause[i], gone
                    self.watching[clause[1]].append(clause)
                    del watching[place]
                    break
            else:
                if value[clause[0]] < 0:
                    return clause
                self._assign(clause[0], clause)
        return None

    def guess(self) -> None:
        self.choice = self.older[self.choice]
        while self.value[2 * self.choice]:
            self.choice = self.older[self.choice]
        self.guesses.append(len(self.trail))
        self._assign(2 * self.choice, ())

    def turn_back(self, conflict: Reason | None) -> None:
        """Learn a clause from a conflict or, without one, from a solution, and withdraw guesses
        until all its literals but the first one are false."""
        if conflict:
            clause = self._clause_from(conflict)
            self.conflicts += 1
        else:
            clause = [self.trail[place] ^ 1 for place in reversed(self.guesses)]
        level = 0
        for i in range(1, len(clause)):
            literal = clause[i]
            if self.level[literal // 2] > level:
                level = self.level[literal // 2]
                clause[i], clause[1] = clause[1], literal
        restarts = bool(conflict) and self.conflicts % RESTART == 0
        self._withdraw(0 if restarts else level)
        if len(clause) > 1:
            self.learned.append((clause, not conflict))
            self._watch(clause)
        if len(self.guesses) == level:
            self._assign(clause[0], clause)
        if restarts and len(self.learned) > self.most_learned:
            self._forget()
            self.most_learned += MORE_LEARNED

    def _withdraw(self, depth: int) -> None:
        """Withdraw all guesses but the first `depth` ones."""
        size = self.guesses[depth]
        for literal in self.trail[size:]:
            self.value[literal] = self.value[literal ^ 1] = 0
        del self.trail[size:], self.guesses[depth:]
        self.propagated, self.choice = size, self.digits

    def _clause_from(self, conflict: Reason) -> Clause:
        depth = len(self.guesses)
        seen: set[int] = set()
        learned: Clause = []
        open_, place, reason = 0, len(self.trail), conflict
        while True:
            for literal in reason:
                variable = literal // 2
                if variable in seen or not self.level[variable]:
                    continue
                seen.add(variable)
                if self.level[variable] == depth:
                    open_ += 1
                else:
                    learned.append(literal)
            place -= 1
            while self.trail[place] // 2 not in seen:
                place -= 1
            open_ -= 1
            if not open_:
                break
            reason = self.reason[self.trail[place] // 2][1:]
        needed = [literal for literal in learned if not self._is_redundant(literal, seen)]
        self._renew(variable for variable in seen if variable < self.digits)
        return [self.trail[place] ^ 1, *needed]

    def _is_redundant(self, literal: Literal, seen: set[int]) -> bool:
        """Whether a literal of a clause follows from its other literals."""
        others = self.reason[literal // 2][1:]
        return bool(others) and all(
            other // 2 in seen or not self.level[other // 2] for other in others
        )

    def _renew(self, variables: Iterable[int]) -> None:
        """Make variables the newest ones, in the order of their times."""
        older, newer, end = self.older, self.newer, self.digits
        for variable in sorted(variables, key=self.time.__getitem__):
            newer[older[variable]], older[newer[variable]] = newer[variable], older[variable]
            older[variable], newer[variable] = older[end], end
            newer[older[variable]] = older[end] = variable
            self.now += 1
            self.time[variable] = self.now

    def _forget(self) -> None:
        """Forget the older half of the learned clauses, except those that exclude solutions."""
        half = len(self.learned) // 2
        self.learned = [
            item for number, item in enumerate(self.learned) if number >= half or item[1]
        ]
        self.watching = [[] for _ in self.watching]
        for clause in chain(self.clauses, (clause for clause, _ in self.learned)):
            self._watch(clause)

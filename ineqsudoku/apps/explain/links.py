"""The links of a refutation: its statements, what they follow from, and the premises of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.consequences import Exclusion, Refutation, needs, needs_of_end
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_SETS, HOUSES_OF
from ineqsudoku.apps.explain.values import Candidate, Contradiction, Link, Premises
from ineqsudoku.puzzle import Relation


def links_of(board: Board, refutation: Refutation) -> tuple[tuple[Link, ...], Premises]:
    """Return the links of a refutation, from its assumption to its conclusion, and their premises.

    A link stands behind those that it follows from, so most follow from the one before.
    Statements that nothing follows from are left out.
    """
    writer = _Writer(board)
    writer.refute(_resolve(board, refutation, ()))
    return tuple(writer.links), writer.premises()


@dataclass(slots=True, eq=False)
class _Fact:
    """A statement, an assumption, or the conclusion that an assumption is wrong.

    `needs`: what has to be excluded for it.
    `causes`: the earlier facts that exclude it.
    `refuted`: for a conclusion, its assumption.
    `outside`: for a conclusion, the facts before its assumption that its refutation needs.
    """

    cell: int
    held: int
    needs: Sequence[Exclusion] = ()
    causes: Sequence[_Fact] = ()
    house: int | None = None
    refuted: _Fact | None = None
    outside: Sequence[_Fact] = ()
    end: Contradiction | None = None


def _resolve(board: Board, refutation: Refutation, known: Sequence[_Fact]) -> _Fact:
    """Return the conclusion of a refutation; it and its causes name the causes of all."""
    cell, digit = refutation.assumed
    assumption = _Fact(cell, masks.bit(digit))
    facts = [*known, assumption]
    used: set[_Fact] = set()
    for statement in refutation.statements:
        if statement.nested:
            fact = _resolve(board, statement.nested, facts)
            used.update(fact.outside)
        else:
            needed = [*needs(statement)]
            causes = _causes(board, needed, facts)
            fact = _Fact(statement.cell, statement.held, needed, causes, statement.house)
            used.update(causes)
        facts.append(fact)
    needed = needs_of_end(refutation.assumed, refutation.end)
    causes = _causes(board, needed, facts)
    used.update(causes)
    outside = [fact for fact in known if fact in used]
    left = ALL_DIGITS & ~masks.bit(digit)
    return _Fact(cell, left, needed, causes, None, assumption, outside, refutation.end)


def _causes(board: Board, needed: Sequence[Exclusion], known: Sequence[_Fact]) -> list[_Fact]:
    """Return few facts that exclude all candidates of `needed`, in order."""
    missing = set(_candidates(board, needed))
    causes = []
    while missing:
        excluded = [{one for one in missing if excludes(board, fact, one)} for fact in known]
        best = max(range(len(known)), key=lambda number: (len(excluded[number]), number))
        causes.append(known[best])
        missing -= excluded[best]
    return sorted(causes, key=known.index)


def _candidates(board: Board, needed: Sequence[Exclusion]) -> tuple[Candidate, ...]:
    return masks.pairs((cell, mask & board.candidates[cell]) for cell, mask in needed)


def excludes(board: Board, fact: _Fact | Link, candidate: Candidate) -> bool:
    """Whether a link excludes a candidate by one house or one relation."""
    cell, digit = candidate
    if fact.cell == cell:
        return not fact.held >> digit - 1 & 1
    return bool(_houses(fact, candidate) or _relation(board, fact, candidate))


def _houses(fact: _Fact | Link, candidate: Candidate) -> list[int]:
    """Return the houses in which a fact excludes a candidate of another cell."""
    cell, digit = candidate
    if fact.held != masks.bit(digit):
        return []
    return [house for house in HOUSES_OF[cell] if HOUSE_SETS[house] >> fact.cell & 1]


def _relation(board: Board, fact: _Fact | Link, candidate: Candidate) -> Relation | None:
    """Return the relation by which a fact excludes a candidate of a neighbour."""
    cell, digit = candidate
    if digit <= masks.least(fact.held):
        return board.signs.relation.get((fact.cell, cell))
    if digit >= masks.greatest(fact.held):
        return board.signs.relation.get((cell, fact.cell))
    return None


class _Writer:
    """Writes links, each behind those that it follows from."""

    def __init__(self, board: Board) -> None:
        self.links: list[Link] = []
        self._board = board
        self._numbers: dict[_Fact, int] = {}
        self._houses: set[int] = set()
        self._relations: set[Relation] = set()

    def refute(self, conclusion: _Fact) -> None:
        """Write an assumption, what leads to its contradiction, and the conclusion."""
        assert conclusion.refuted
        self._add(conclusion.refuted)
        for cause in conclusion.causes:
            self._write(cause)
        self._add(conclusion)

    def _write(self, fact: _Fact) -> None:
        if fact in self._numbers:
            return
        for cause in fact.outside if fact.refuted else fact.causes:
            self._write(cause)
        if fact.refuted:
            self.refute(fact)
        else:
            self._add(fact)

    def _add(self, fact: _Fact) -> None:
        self._numbers[fact] = len(self.links)
        main = fact.house
        if isinstance(fact.end, tuple):
            main = fact.end[0]
        if main is not None:
            self._houses.add(main)
        houses: set[int] = set()
        relations: set[Relation] = set()
        for candidate in _candidates(self._board, fact.needs):
            self._connect(fact, candidate, houses, relations)
        self._houses |= houses
        self._relations |= relations
        self.links.append(
            Link(
                fact.cell,
                fact.held,
                tuple(sorted(self._numbers[cause] for cause in fact.causes)),
                fact.house,
                tuple(sorted(houses - {main})),
                tuple(sorted(relations)),
                fact.end,
            )
        )

    def _connect(
        self, fact: _Fact, candidate: Candidate, houses: set[int], relations: set[Relation]
    ) -> None:
        """Add a house or a relation by which a cause of a fact excludes a candidate."""
        board, cell = self._board, candidate[0]
        causes = [one for one in fact.causes if excludes(board, one, candidate)]
        if any(cause.cell == cell for cause in causes):
            return
        common = [house for cause in causes for house in _houses(cause, candidate)]
        if common:
            named = self._houses | houses
            houses.add(max(common, key=lambda house: (house in named, house)))
        else:
            relations.update(filter(None, [_relation(board, causes[0], candidate)]))

    def premises(self) -> Premises:
        """Return what links use, and what has to be excluded before the first of them."""
        board = self._board
        excluded: dict[int, int] = {}
        for fact in self._numbers:
            for cell, mask in fact.needs:
                for digit in masks.digits(mask & ~board.candidates[cell]):
                    if not any(self._is_implied(cause, (cell, digit)) for cause in fact.causes):
                        excluded[cell] = excluded.get(cell, 0) | masks.bit(digit)
        return Premises.excluding(
            dict(sorted(excluded.items())), sorted(self._houses), sorted(self._relations)
        )

    def _is_implied(self, fact: _Fact, candidate: Candidate) -> bool:
        """Whether a fact excludes a candidate by the houses and relations that links use."""
        if fact.cell == candidate[0]:
            return excludes(self._board, fact, candidate)
        return (
            not self._houses.isdisjoint(_houses(fact, candidate))
            or _relation(self._board, fact, candidate) in self._relations
        )

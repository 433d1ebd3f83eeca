"""The links of a refutation: its statements, the reasons of each, and the premises of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.consequences import Exclusion, Refutation, Statement, needs
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_SETS, HOUSES_OF
from ineqsudoku.apps.explain.values import Candidate, Link, Premises
from ineqsudoku.geometry import HOUSES
from ineqsudoku.puzzle import Relation


def links_of(board: Board, refutation: Refutation) -> tuple[tuple[Link, ...], Premises]:
    """Return the links of a refutation, from its assumption to its conclusion, and their premises.

    A link stands behind those that it follows from, so most follow from the one before.
    Statements that nothing follows from are left out.
    """
    cell, digit = refutation.assumed
    known = [Link(cell, masks.bit(digit))]
    for statement in refutation.statements:
        link = Link(statement.cell, statement.held, (), statement.house)
        known.append(replace(link, because=_causes(board, link, known)))
    end = Link(cell, ALL_DIGITS ^ masks.bit(digit), contradiction=refutation.end)
    known.append(replace(end, because=_causes(board, end, known)))
    return links_on(board, _one_after_the_other(known))


def links_on(board: Board, chain: Sequence[Link]) -> tuple[tuple[Link, ...], Premises]:
    """Return links with the houses and relations that they use on a board, and their premises."""
    namer = _Namer(board, chain)
    return tuple(namer.links), namer.premises()


def _causes(board: Board, link: Link, known: Sequence[Link]) -> tuple[int, ...]:
    """Return the numbers of few links that together exclude all that a link needs excluded."""
    missing = {*_candidates(board, needs_of(link))}
    causes = []
    while missing:
        excluded = [{one for one in missing if excludes(board, other, one)} for other in known]
        best = max(range(len(known)), key=lambda number: (len(excluded[number]), number))
        causes.append(best)
        missing -= excluded[best]
    return tuple(sorted(causes))


def needs_of(link: Link) -> Sequence[Exclusion]:
    """Return the candidates that must be excluded before a link follows.

    Nothing is left for the cell of the assumption if the digits that it assumes are excluded.
    """
    match link.contradiction:
        case (house, digit):
            return [(cell, masks.bit(digit)) for cell in HOUSES[house]]
        case int(cell) if cell != link.cell:
            return [(cell, ALL_DIGITS)]
    return [*needs(Statement(link.cell, link.held, link.house))]


def _candidates(board: Board, needed: Sequence[Exclusion]) -> tuple[Candidate, ...]:
    return masks.pairs((cell, mask & board.candidates[cell]) for cell, mask in needed)


def _one_after_the_other(known: Sequence[Link]) -> list[Link]:
    """Return the links that the last one depends on, each after those that it follows from."""
    places: dict[int, int] = {}
    ordered: list[Link] = []

    def write(number: int) -> None:
        if number not in places:
            for cause in known[number].because:
                write(cause)
            places[number] = len(ordered)
            because = tuple(sorted(places[cause] for cause in known[number].because))
            ordered.append(replace(known[number], because=because))

    write(0)
    write(len(known) - 1)
    return ordered


def excludes(board: Board, link: Link, candidate: Candidate) -> bool:
    """Whether a link excludes a candidate by one house or one relation."""
    cell, digit = candidate
    if link.cell == cell:
        return not link.held >> digit - 1 & 1
    return bool(_houses(link, candidate) or _relation(board, link, candidate))


def _houses(link: Link, candidate: Candidate) -> list[int]:
    """Return the houses in which a link excludes a candidate of another cell."""
    cell, digit = candidate
    if link.held != masks.bit(digit):
        return []
    return [house for house in HOUSES_OF[cell] if HOUSE_SETS[house] >> link.cell & 1]


def _relation(board: Board, link: Link, candidate: Candidate) -> Relation | None:
    """Return the relation by which a link excludes a candidate of a neighbour."""
    cell, digit = candidate
    if digit <= masks.least(link.held):
        return board.signs.relation.get((link.cell, cell))
    if digit >= masks.greatest(link.held):
        return board.signs.relation.get((cell, link.cell))
    return None


class _Namer:
    """Names the houses and relations that links depend on."""

    def __init__(self, board: Board, chain: Sequence[Link]) -> None:
        self.links: list[Link] = []
        self._board = board
        self._houses: set[int] = set()
        self._relations: set[Relation] = set()
        for link in chain:
            self.links.append(self._named(link) if link.because else link)

    def _named(self, link: Link) -> Link:
        main = link.contradiction[0] if isinstance(link.contradiction, tuple) else link.house
        if main is not None:
            self._houses.add(main)
        houses: set[int] = set()
        relations: set[Relation] = set()
        for candidate in _candidates(self._board, needs_of(link)):
            self._connect(link, candidate, houses, relations)
        self._houses |= houses
        self._relations |= relations
        return replace(
            link, houses=tuple(sorted(houses - {main})), relations=tuple(sorted(relations))
        )

    def _causes(self, link: Link) -> list[Link]:
        return [self.links[number] for number in link.because]

    def _connect(
        self, link: Link, candidate: Candidate, houses: set[int], relations: set[Relation]
    ) -> None:
        """Add the house or the relation by which a cause excludes a candidate for a link."""
        board, cell = self._board, candidate[0]
        causes = [one for one in self._causes(link) if excludes(board, one, candidate)]
        if any(cause.cell == cell for cause in causes):
            return
        common = [house for cause in causes for house in _houses(cause, candidate)]
        if common:
            named = self._houses | houses
            houses.add(max(common, key=lambda house: (house in named, house)))
        else:
            relations.update(filter(None, [_relation(board, causes[0], candidate)]))

    def premises(self) -> Premises:
        """Return the houses and relations of links, and the candidates excluded before them."""
        candidates = self._board.candidates
        excluded: dict[int, int] = {}
        for link in self.links[1:]:
            for cell, mask in needs_of(link):
                for digit in masks.digits(mask & ~candidates[cell]):
                    if not any(
                        self._is_implied(cause, (cell, digit)) for cause in self._causes(link)
                    ):
                        excluded[cell] = excluded.get(cell, 0) | masks.bit(digit)
        return Premises.excluding(
            dict(sorted(excluded.items())), sorted(self._houses), sorted(self._relations)
        )

    def _is_implied(self, link: Link, candidate: Candidate) -> bool:
        """Whether a link excludes a candidate by the houses and relations that links use."""
        if link.cell == candidate[0]:
            return excludes(self._board, link, candidate)
        return (
            not self._houses.isdisjoint(_houses(link, candidate))
            or _relation(self._board, link, candidate) in self._relations
        )

"""Puzzles without a solution."""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.generation.randomness import SplitMix
from ineqsudoku.generation.values import Wish
from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search import solve_many

WRONG = 4
"""The number of signs that are flipped to make a conflict."""


def flawed(wish: Wish, puzzle: Puzzle, random: SplitMix) -> Iterator[Puzzle]:
    """Yield puzzles with the flaw of a wish; it is not yet proven that they have no solution."""
    if wish.kind == "plain":
        yield from _with_wrong_given(puzzle, random)
    elif wish.flaw == "cycle":
        yield _with_cycle(puzzle, random)
    elif wish.flaw == "sign":
        yield from _with_wrong_sign(puzzle, random)
    else:
        yield from _with_conflict(puzzle, random)


def _with_wrong_given(puzzle: Puzzle, random: SplitMix) -> Iterator[Puzzle]:
    givens = puzzle.givens
    cells = [cell for cell, symbol in enumerate(givens) if symbol != ABSENT]
    if cells:
        cell = cells[random.below(len(cells))]
        others = puzzle.geometry.symbols.replace(givens[cell], "")
        wrong = others[random.below(len(others))]
        yield Puzzle.of(puzzle.geometry, givens=givens[:cell] + wrong + givens[cell + 1 :])


def _with_cycle(puzzle: Puzzle, random: SplitMix) -> Puzzle:
    """Return the puzzle with a cycle: four cells of a box, each less than the next one."""
    geometry = puzzle.geometry
    size = geometry.size
    corners = [
        cell
        for cell in geometry.cells
        if cell + size + 1 in geometry.cells and geometry.in_one_box((cell, cell + size + 1))
    ]
    cell = corners[random.below(len(corners))]
    around = [cell, cell + 1, cell + size + 1, cell + size]
    if random.next() & 1:
        around.reverse()
    cycle = [
        Relation(lesser, greater, geometry=geometry)
        for lesser, greater in zip(around, [*around[1:], around[0]], strict=True)
    ]
    pairs = {relation.pair for relation in cycle}
    others = [relation for relation in puzzle.relations if relation.pair not in pairs]
    return Puzzle.from_relations([*others, *cycle], puzzle.givens, geometry)


def _with_conflict(puzzle: Puzzle, random: SplitMix) -> Iterator[Puzzle]:
    relations = list(puzzle.relations)
    places = list(range(len(relations)))
    random.shuffle(places)
    for place in places[:WRONG]:
        relations[place] = relations[place].flipped()
    if not _has_cycle(relations, puzzle.geometry):
        yield Puzzle.from_relations(relations, puzzle.givens, puzzle.geometry)


def _with_wrong_sign(puzzle: Puzzle, random: SplitMix) -> Iterator[Puzzle]:
    """Yield a puzzle with one solution with a sign flipped, if only flipping it back mends it."""
    relations = puzzle.relations
    places = list(range(len(relations)))
    random.shuffle(places)
    for place in places:
        wrong = _flipped(puzzle, relations, place)
        if _has_cycle(wrong.relations, puzzle.geometry):
            continue
        others = (_flipped(wrong, wrong.relations, other) for other in places if other != place)
        if all(result.status == "none" for result in solve_many([wrong, *others], limit=1)):
            yield wrong
            return


def _flipped(puzzle: Puzzle, relations: tuple[Relation, ...], place: int) -> Puzzle:
    its = [*relations[:place], relations[place].flipped(), *relations[place + 1 :]]
    return Puzzle.from_relations(its, puzzle.givens, puzzle.geometry)


def _has_cycle(relations: list[Relation] | tuple[Relation, ...], geometry: Geometry) -> bool:
    return RelationGraph(relations, geometry).cycle() != ()

"""Puzzles without a solution."""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.apps.diagnose.signs import with_flipped
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.values import PuzzleOptions
from ineqsudoku.geometry import CELLS, COLUMN_OF, DIGITS, ROW_OF, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search import solve_many

WRONG = 4
"""The number of signs that are flipped to make a conflict."""


def make_flawed(options: PuzzleOptions, puzzle: Puzzle, random: SplitMix) -> Iterator[Puzzle]:
    """Yield puzzles with the flaw of the options, not yet proven to have no solution."""
    if options.kind == "plain":
        yield from _with_wrong_given(puzzle, random)
    elif options.flaw == "cycle":
        yield _with_cycle(puzzle, random)
    elif options.flaw == "sign":
        yield from _with_wrong_sign(puzzle, random)
    else:
        yield from _with_conflict(puzzle, random)


def _with_wrong_given(puzzle: Puzzle, random: SplitMix) -> Iterator[Puzzle]:
    givens = puzzle.givens
    cells = [cell for cell, digit in enumerate(givens) if digit != ABSENT]
    if cells:
        cell = cells[random.below(len(cells))]
        others = DIGITS.replace(givens[cell], "")
        wrong = others[random.below(len(others))]
        yield Puzzle(givens=givens[:cell] + wrong + givens[cell + 1 :])


def _with_cycle(puzzle: Puzzle, random: SplitMix) -> Puzzle:
    """Return the puzzle with a cycle: four cells of a box, each less than the next."""
    cell = _CORNERS[random.below(len(_CORNERS))]
    around = [cell, cell + 1, cell + SIZE + 1, cell + SIZE]
    if random.next() & 1:
        around.reverse()
    cycle = [Relation(*both) for both in zip(around, [*around[1:], around[0]], strict=True)]
    pairs = {relation.pair for relation in cycle}
    others = [relation for relation in puzzle.relations if relation.pair not in pairs]
    return Puzzle.from_relations([*others, *cycle], puzzle.givens)


_CORNERS = [cell for cell in CELLS if ROW_OF[cell] % 3 < 2 and COLUMN_OF[cell] % 3 < 2]
"""The upper left corners of four cells of a box."""


def _with_conflict(puzzle: Puzzle, random: SplitMix) -> Iterator[Puzzle]:
    relations = list(puzzle.relations)
    random.shuffle(relations)
    wrong = with_flipped(puzzle, relations[:WRONG])
    if not _has_cycle(wrong):
        yield wrong


def _with_wrong_sign(puzzle: Puzzle, random: SplitMix) -> Iterator[Puzzle]:
    """Yield a valid puzzle with a sign flipped, if only flipping this sign back mends it."""
    relations = list(puzzle.relations)
    random.shuffle(relations)
    for relation in relations:
        wrong = with_flipped(puzzle, [relation])
        if _has_cycle(wrong):
            continue
        others = (with_flipped(wrong, [other]) for other in relations if other != relation)
        if all(result.status == "none" for result in solve_many([wrong, *others], limit=1)):
            yield wrong
            return


def _has_cycle(puzzle: Puzzle) -> bool:
    return RelationGraph(puzzle.relations).cycle() != ()

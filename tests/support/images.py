"""Images of puzzles under the symmetries that keep signs, made relation by relation."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ineqsudoku.geometry import CELLS
from ineqsudoku.puzzle import ABSENT, NO_BORDER_SIGNS, Puzzle, Relation

DIGITS = range(1, 10)


def image_of(puzzle: Puzzle, seed: int) -> Puzzle:
    """An image of a puzzle: its rows, columns and digits in an order that its signs allow."""
    random = Random(seed)
    rows, columns = _lines(puzzle, random), _lines(puzzle, random)
    is_transposed = random.random() < 0.5
    digits = random.choice([[*DIGITS], [*DIGITS][::-1]])
    if puzzle.is_plain:
        random.shuffle(digits)

    def moved(cell: int) -> int:
        row, column = rows[cell // 9], columns[cell % 9]
        return 9 * column + row if is_transposed else 9 * row + column

    givens = [ABSENT] * 81
    for cell in CELLS:
        if puzzle.givens[cell] != ABSENT:
            givens[moved(cell)] = str(digits[int(puzzle.givens[cell]) - 1])
    relations = [Relation(moved(lesser), moved(greater)) for lesser, greater in puzzle.relations]
    if digits[0] == 9:
        relations = [relation.flipped() for relation in relations]
    return Puzzle.from_relations(relations, "".join(givens))


def _lines(puzzle: Puzzle, random: Random) -> Sequence[int]:
    """Where the rows or the columns go."""
    if puzzle.border_signs != NO_BORDER_SIGNS:
        return random.choice([range(9), range(9)[::-1]])
    bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    random.shuffle(bands)
    for band in bands:
        if puzzle.is_plain:
            random.shuffle(band)
        elif random.random() < 0.5:
            band.reverse()
    return [line for band in bands for line in band]

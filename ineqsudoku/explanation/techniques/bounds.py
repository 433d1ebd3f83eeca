"""Sign bounds: a cell that is greater than the k cells of a chain, or than k cells of one house, is
at least k + 1.

Berthier (*Pattern-Based Constraint Satisfaction and Logic Puzzles*, 2012) calls these ascending
chains, hills and valleys in futoshiki; makers of inequality sudoku ask "who can be 1, who can
be 9".  Bounds depend on the signs alone; a step counts only the cells that it needs for the
candidates that it removes.  Rating: 1.0 plus 0.1 per cell of the k cells, because a person sees
them before any candidates are noted.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.details import Details
from ineqsudoku.explanation.proof import minimised
from ineqsudoku.explanation.signs import Bound
from ineqsudoku.explanation.values import Step
from ineqsudoku.explanation.words import number

NAME = "sign bounds"


def find(board: Board) -> Iterator[Step]:
    candidates, size = board.candidates, board.puzzle.geometry.size
    for bound in board.signs.bounds:
        gone = candidates[bound.cell] & bound.excluded
        if gone:
            # If the extreme digits are gone already, fewer cells are enough.
            count = masks.greatest(gone) if bound.is_lower else size + 1 - masks.least(gone)
            if count < bound.count:
                yield _step(board, board.signs.weakened(bound, count), gone)
            else:
                yield _step(board, bound, gone)


def _step(board: Board, bound: Bound, gone: int) -> Step:
    removes = tuple([(bound.cell, digit) for digit in masks.digits(gone)])
    if group := bound.group:
        premises = board.premises({}, (group.house,), group.relations)
        if len(group.relations) > len(group.cells):
            # Cells between them count towards the bound as well, so a sign may be superfluous.
            premises = minimised(board.houses, premises, removes)
    else:
        premises = board.premises({}, relations=board.signs.path(bound.chain))
    rating = round(1 + 0.1 * bound.count, 1)
    text = _sentence(board, bound)
    cells = bound.group.cells if bound.group else bound.chain
    details = Details(cells, count=bound.count)
    return Step(NAME, (), removes, premises, rating, text, details=details)


def _sentence(board: Board, bound: Bound) -> str:
    words, count = board.houses.words, bound.count
    most = board.puzzle.geometry.size - 1
    if bound.is_lower:
        how, limit, digit = "greater", "at least ", words.digit[count + 1]
    else:
        how, limit, digit = "less", "at most ", words.digit[-1 - count]
    end = f"so it is {limit if count < most else ''}{digit}."
    head = f"{words.cell[bound.cell]} is {how} than"
    if bound.group:
        house = words.house[bound.group.house]
        if count == most:
            return f"{head} all other cells of {house}, {end}"
        return f"{head} {number(count)} cells of {house} ({words.cells(bound.group.cells)}), {end}"
    if count == 1:
        other = bound.chain[0 if bound.is_lower else 1]
        return f"{head} {words.cell[other]}, {end}"
    chain = " < ".join(words.cell[member] for member in bound.chain)
    return f"In the chain {chain}, {head} {number(count)} cells, {end}"

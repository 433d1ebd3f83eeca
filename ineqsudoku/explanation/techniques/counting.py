"""Counting: k cells of a house that are less than a cell hold k different digits, so the cell
exceeds the k-th least digit that they can hold; likewise for greater cells.

This extends the bounds of `bounds.py` by candidates.  The argument is that of minimum sums in
killer sudoku and kakuro; for inequality sudoku we know of no published name.  Rating 2.5:
a person counts in one box, but needs the candidates of several of its cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.details import Details
from ineqsudoku.explanation.proof import minimised
from ineqsudoku.explanation.signs import Group
from ineqsudoku.explanation.values import Step
from ineqsudoku.explanation.words import number

NAME, RATING = "counting", 2.5


def find(board: Board) -> Iterator[Step]:
    candidates, size = board.candidates, board.puzzle.geometry.size
    for group in board.signs.groups:
        left = candidates[group.cell]
        if not left & (left - 1):
            continue
        union = 0
        for cell in group.cells:
            union |= candidates[cell]
        rest = union
        if group.is_lesser:
            for _ in range(len(group.cells) - 1):
                rest &= rest - 1
            low = rest & -rest
            if gone := left & (2 * low - 1):
                yield _step(board, group, gone, union, low - 1)
        else:
            for _ in range(len(group.cells) - 1):
                rest ^= 1 << rest.bit_length() - 1
            high = 1 << rest.bit_length() - 1
            if gone := left & -high:
                yield _step(board, group, gone, union, (1 << size) - 2 * high)


def _step(board: Board, group: Group, gone: int, union: int, beyond: int) -> Step:
    """Return the step for a group.

    `union`: the digits that the k cells of the group can hold.  `beyond`: the digits below the
    k-th least of these, or above the k-th greatest.
    """
    words = board.houses.words
    excluded = dict.fromkeys(group.cells, beyond & ~union)
    premises = board.premises(excluded, (group.house,), group.relations)
    removes = tuple([(group.cell, digit) for digit in masks.digits(gone)])
    how, extreme, limit = (
        ("less", "least", "at least") if group.is_lesser else ("greater", "greatest", "at most")
    )
    near = masks.digits(union & ~beyond)
    counted = union & beyond | masks.bit(near[0] if group.is_lesser else near[-1])
    bound = masks.greatest(counted) + 1 if group.is_lesser else masks.least(counted) - 1
    symbol, house = board.puzzle.geometry.symbol, words.house[group.house]
    text = (
        f"{number(len(group.cells)).capitalize()} {symbol}s of {house} are {how} than "
        f"{words.cell[group.cell]}: those of {words.cells(group.cells)}. The {extreme} possible "
        f"are {words.digits(counted)}, so {words.cell[group.cell]} is {limit} {words.digit[bound]}."
    )
    premises = minimised(board.houses, premises, removes)
    details = Details(group.cells, digits=counted)
    return Step(NAME, (), removes, premises, RATING, text, details=details)

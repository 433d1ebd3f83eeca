"""Locked candidates: if a box can hold a digit in one line only, the digit is removed from the
rest of the line, and vice versa.

Sudopedia (2006) calls the two directions pointing and claiming.  Ratings of Sudoku Explainer
(Juillerat, 2006): 2.6 and 2.8.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.values import Step

POINTING, CLAIMING = "pointing", "claiming"


def pointing(board: Board) -> Iterator[Step]:
    for digit in range(1, len(board.cells_with)):
        left = board.cells_with[digit] & board.unsolved
        if not left:
            continue
        for segment in board.houses.segments:
            if left & segment.line_rest and left & segment.both and not left & segment.box_rest:
                gone, rest = left & segment.line_rest, segment.box_rest
                yield _step(board, POINTING, digit, segment.box, segment.line, rest, gone, 2.6)


def claiming(board: Board) -> Iterator[Step]:
    for digit in range(1, len(board.cells_with)):
        left = board.cells_with[digit] & board.unsolved
        if not left:
            continue
        for segment in board.houses.segments:
            if left & segment.box_rest and left & segment.both and not left & segment.line_rest:
                gone, rest = left & segment.box_rest, segment.line_rest
                yield _step(board, CLAIMING, digit, segment.line, segment.box, rest, gone, 2.8)


def _step(
    board: Board, name: str, digit: int, base: int, cover: int, rest: int, gone: int, rating: float
) -> Step:
    words, mask = board.words, masks.bit(digit)
    cells = masks.cells(gone)
    premises = board.premises(dict.fromkeys(masks.cells(rest), mask), (base, cover))
    text = (
        f"In {words.house[base]}, the {words.digit[digit]} can only be in {words.house[cover]}, "
        f"so {words.and_so((cell, mask) for cell in cells)}."
    )
    return Step(name, (), tuple([(cell, digit) for cell in cells]), premises, rating, text)

"""Naked and hidden pairs, triples and quads.

Naked: if k cells of a house can only hold k digits, no other cell of the house can hold these
digits.  Hidden: if k digits of a house can only be in k cells, these cells hold no other digit.

The names are those of Sudopedia (2006).  Ratings of Sudoku Explainer (Juillerat, 2006): naked
3.0, 3.6, 5.0; hidden 3.4, 4.0, 5.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.values import Step

SIZES = {2: "pair", 3: "triple", 4: "quad"}
NAKED_RATING = {2: 3.0, 3: 3.6, 4: 5.0}
HIDDEN_RATING = {2: 3.4, 3: 4.0, 4: 5.4}

Find = Callable[[Board], Iterator[Step]]


def naked(size: int) -> Find:
    def find(board: Board) -> Iterator[Step]:
        candidates = board.candidates
        for number, house in enumerate(board.houses.masks):
            cells = masks.cells(house & board.unsolved)
            if len(cells) <= size:
                continue
            few = [cell for cell in cells if candidates[cell].bit_count() <= size]
            for chosen, union in _unions(few, candidates, size):
                gone = [
                    (cell, candidates[cell] & union)
                    for cell in cells
                    if candidates[cell] & union and cell not in chosen
                ]
                if gone:
                    yield _naked(board, number, chosen, union, gone)

    return find


def hidden(size: int) -> Find:
    def find(board: Board) -> Iterator[Step]:
        for number, house in enumerate(board.houses.masks):
            places = [cells & house & board.unsolved for cells in board.cells_with]
            few = [digit for digit, cells in enumerate(places) if 1 <= cells.bit_count() <= size]
            for chosen, union in _unions(few, places, size):
                kept = sum(map(masks.bit, chosen))
                cells = masks.cells(union)
                gone = [(cell, board.candidates[cell] & ~kept) for cell in cells]
                if any(mask for _, mask in gone):
                    yield _hidden(board, number, kept, cells, gone)

    return find


def _unions(few: list[int], sets: list[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the choices of `size` members of `few` whose sets have `size` members in all."""
    for chosen in combinations(few, size):
        union = 0
        for one in chosen:
            union |= sets[one]
        if union.bit_count() == size:
            yield chosen, union


def _naked(
    board: Board, house: int, chosen: tuple[int, ...], union: int, gone: list[tuple[int, int]]
) -> Step:
    words, every, size = board.words, board.houses.all_digits, len(chosen)
    premises = board.premises(dict.fromkeys(chosen, every & ~union), (house,))
    text = (
        f"In {words.house[house]}, {words.cells(chosen)} can only hold {words.digits(union)}, "
        f"so {words.and_so(gone)}."
    )
    name, rating = f"naked {SIZES[size]}", NAKED_RATING[size]
    return Step(name, (), _pairs(gone), premises, rating, text)


def _hidden(
    board: Board, house: int, kept: int, cells: list[int], gone: list[tuple[int, int]]
) -> Step:
    words, size = board.words, len(cells)
    geometry = board.puzzle.geometry
    symbol = geometry.symbol
    others = (cell for cell in geometry.houses[house] if cell not in cells)
    premises = board.premises(dict.fromkeys(others, kept), (house,))
    text = (
        f"In {words.house[house]}, the {symbol}s {words.digits(kept)} can only be in "
        f"{words.cells(cells)}, "
        f"which hold nothing else: {words.and_so(pair for pair in gone if pair[1])}."
    )
    name, rating = f"hidden {SIZES[size]}", HIDDEN_RATING[size]
    return Step(name, (), _pairs(gone), premises, rating, text)


def _pairs(gone: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple([(cell, digit) for cell, mask in gone for digit in masks.digits(mask)])

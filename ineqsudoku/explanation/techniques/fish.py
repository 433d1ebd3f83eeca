"""X-wing, swordfish and jellyfish: if k rows can hold a digit in the same k columns only, it is
removed from the rest of these columns; the same holds with rows and columns exchanged.

The names are those of Sudopedia (2006).  Ratings of Sudoku Explainer (Juillerat, 2006): 3.2,
3.8, 5.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.values import Step

NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}
RATINGS = {2: 3.2, 3: 3.8, 4: 5.2}


def fish(size: int) -> Callable[[Board], Iterator[Step]]:
    def find(board: Board) -> Iterator[Step]:
        rows, columns = board.houses.rows, board.houses.columns
        for digit in range(1, len(board.cells_with)):
            left = board.cells_with[digit] & board.unsolved
            if left.bit_count() > 2 * size:
                yield from _of_digit(board, digit, left, size, rows, columns)
                yield from _of_digit(board, digit, left, size, columns, rows)

    return find


def _of_digit(
    board: Board, digit: int, left: int, size: int, base: Sequence[int], cover: Sequence[int]
) -> Iterator[Step]:
    houses = board.houses.masks
    few = [line for line in base if 2 <= (left & houses[line]).bit_count() <= size]
    crossed = {
        line: sum(1 << n for n, other in enumerate(cover) if left & houses[line] & houses[other])
        for line in few
    }
    for chosen in combinations(few, size):
        union = 0
        for line in chosen:
            union |= crossed[line]
        if union.bit_count() != size:
            continue
        covering = [cover[n] for n in masks.cells(union)]
        inside = _union(houses, chosen)
        gone = left & _union(houses, covering) & ~inside
        if gone:
            yield _step(board, digit, chosen, covering, gone)


def _union(houses: Sequence[int], numbers: Sequence[int]) -> int:
    union = 0
    for number in numbers:
        union |= houses[number]
    return union


def _step(board: Board, digit: int, base: tuple[int, ...], cover: list[int], gone: int) -> Step:
    words, houses, mask = board.words, board.houses.masks, masks.bit(digit)
    rest = _union(houses, base) & ~_union(houses, cover)
    premises = board.premises(dict.fromkeys(masks.cells(rest), mask), (*base, *cover))
    cells = masks.cells(gone)
    text = (
        f"In {_named(words.house, base)}, the {words.digit[digit]} can only be in "
        f"{_named(words.house, cover)}, which have no other {words.digit[digit]}: "
        f"{words.and_so((cell, mask) for cell in cells)}."
    )
    removes = tuple([(cell, digit) for cell in cells])
    return Step(NAMES[len(base)], (), removes, premises, RATINGS[len(base)], text)


def _named(names: Sequence[str], numbers: Sequence[int]) -> str:
    """Return words such as `rows 1, 4 and 7`."""
    kind = names[numbers[0]].split()[0]
    *head, last = (names[number].split()[1] for number in numbers)
    return f"{kind}s {', '.join(head)} and {last}"

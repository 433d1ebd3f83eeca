"""Row-major searches that leave out a rule, as contestants forget one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, product
from typing import NamedTuple

from ineqsudoku.geometry import BOXES, CELLS, HOUSES, ROW_OF, SIZE
from ineqsudoku.puzzle import Puzzle, Relation

_ALL = (1 << SIZE) - 1


class Omission(NamedTuple):
    """What a search leaves out: houses by their numbers in `HOUSES`, and relations."""

    houses: frozenset[int] = frozenset()
    is_ignored: Callable[[Relation], bool] = lambda _: False


def _boxes(boxes: Iterable[int]) -> Omission:
    return Omission(frozenset(2 * SIZE + box for box in boxes))


def _signs_in(cells: Iterable[int]) -> Omission:
    return Omission(is_ignored=frozenset(cells).issuperset)


def _sign(sign: str) -> Omission:
    return Omission(is_ignored=lambda relation: relation.sign == sign)


# Four boxes that share neither bands nor stacks with others do not follow from the other houses;
# three boxes do, and so do four in another arrangement.
_FOUR_BOXES = [
    [3 * band + stack for band, stack in product(bands, stacks)]
    for bands, stacks in product(combinations(range(3), 2), repeat=2)
]

OMISSIONS: dict[str, Omission] = {
    "rows": Omission(frozenset(range(SIZE))),
    "columns": Omission(frozenset(range(SIZE, 2 * SIZE))),
    "boxes": _boxes(range(SIZE)),
    **{f"boxes {boxes}": _boxes(boxes) for boxes in _FOUR_BOXES},
    "signs across": Omission(is_ignored=lambda relation: relation.sign in "<>"),
    "signs down": Omission(is_ignored=lambda relation: relation.sign in "^v"),
    **{f"sign {sign}": _sign(sign) for sign in "<>^v"},
    **{f"signs in box {box}": _signs_in(cells) for box, cells in enumerate(BOXES)},
    "signs at the last row": Omission(is_ignored=lambda relation: ROW_OF[max(relation)] == 8),
}


def first_grid(puzzle: Puzzle, omission: Omission, most: int) -> str | None:
    """Return the first grid that a search finds with at most `most` nodes; `None` without one."""
    houses_of = [[number for number, house in enumerate(HOUSES) if cell in house] for cell in CELLS]
    houses_of = [[*filter(lambda house: house not in omission.houses, of)] for of in houses_of]
    lesser: list[list[int]] = [[] for _ in CELLS]
    greater: list[list[int]] = [[] for _ in CELLS]
    for relation in puzzle.relations:
        if not omission.is_ignored(relation):
            near = lesser if relation.lesser < relation.greater else greater
            near[max(relation)].append(min(relation))
    used = [0] * len(HOUSES)
    placed, untried = [0] * len(CELLS), [0] * len(CELLS)
    cell, untried[0] = 0, _ALL
    while most and cell >= 0:
        for house in houses_of[cell]:
            used[house] ^= placed[cell]
        bit = placed[cell] = untried[cell] & -untried[cell]
        if not bit:
            cell -= 1
            continue
        most -= 1
        untried[cell] ^= bit
        for house in houses_of[cell]:
            used[house] ^= bit
        cell += 1
        if cell == len(CELLS):
            return "".join(str(digit.bit_length()) for digit in placed)
        left = _ALL
        for house in houses_of[cell]:
            left &= ~used[house]
        for other in lesser[cell]:
            left &= -2 * placed[other]
        for other in greater[cell]:
            left &= placed[other] - 1
        untried[cell] = left
    return None

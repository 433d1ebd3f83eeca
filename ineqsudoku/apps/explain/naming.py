"""The names of cells, digits and houses in messages; a cell alone is named by `label`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ineqsudoku.apps.explain import masks
from ineqsudoku.geometry import HOUSE_NAMES, SIZE, label
from ineqsudoku.messages import Items, Message, conjunction, disjunction


def name_cells(cells: Iterable[int]) -> Items:
    return conjunction(map(label, cells))


def name_digits(mask: int) -> Items:
    """Name all digits of a set: `1, 2 and 3`."""
    return conjunction(map(str, masks.digits(mask)))


def name_any_digit(mask: int) -> Items:
    """Name the digits of a set of which one is meant: `1, 2 or 3`."""
    return disjunction(map(str, masks.digits(mask)))


def name_house(number: int) -> Message:
    kind, place = divmod(number, SIZE)
    return _HOUSES[kind].fill(number=place + 1)


def name_houses(numbers: Sequence[int]) -> Message:
    """Name a house, or several ones of one kind: `rows 1 and 4`."""
    if len(numbers) == 1:
        return name_house(numbers[0])
    places = conjunction(number % SIZE + 1 for number in numbers)
    return _SEVERAL[numbers[0] // SIZE].fill(numbers=places)


_HOUSES = tuple(HOUSE_NAMES.values())
_SEVERAL = (
    Message("house.rows", "rows {numbers}"),
    Message("house.columns", "columns {numbers}"),
    Message("house.boxes", "boxes {numbers}"),
)

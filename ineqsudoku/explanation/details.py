"""`Details`: the data from which the sentences of a step are made, in English and in Chinese.

Digits and sets of candidates are masks: bit `d - 1` = digit `d`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ineqsudoku.puzzle import Relation


@dataclass(frozen=True, slots=True)
class Link:
    """A consequence of an assumption.

    `cell`: the cell that loses candidates; `held`: the candidates it has left, as a mask.
    `gone`: the candidates it has lost so far; if none is left, those that this link removes.
    `houses`, `relations`: the house or the relation that the consequence depends on.
    """

    cell: int
    held: int
    gone: int
    houses: tuple[int, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Details:
    """The data of a step's sentence that its effect and its premises do not have.

    A technique uses the parts that it needs.

    `cells`: the cells that are compared or counted.
    `candidates`: pairs (cell, mask): the candidates of the cells that a step compares.
    `digits`: the digits that are counted, as a mask.
    `count`: the number of cells, arrangements or assumptions that are counted.
    `links`: the consequences of an assumption, in order.
    `unplaced`: the house and the digit without a cell, if an assumption leads there.
    """

    cells: tuple[int, ...] = ()
    candidates: tuple[tuple[int, int], ...] = ()
    digits: int = 0
    count: int = 0
    links: tuple[Link, ...] = ()
    unplaced: tuple[int, int] | None = None

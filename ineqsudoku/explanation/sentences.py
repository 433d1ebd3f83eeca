"""The sentences of steps, as messages that are made from the data of the steps.

A technique has a template, and the fields of templates have a table of their own: an argument is
what a field stands for in a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING

from ineqsudoku.explanation import masks
from ineqsudoku.geometry import HOUSE_NAMES, Geometry
from ineqsudoku.language import Argument, Items, Message, conjunction, disjunction, series

if TYPE_CHECKING:
    from ineqsudoku.explanation.values import Link, Step


def sentence_of(step: Step) -> Message:
    """Return the sentence that says what a step does and why."""
    parts = _Parts(step)
    template = _template(parts)
    fields = _fields(template.plural or template.english)
    return template.fill(**{field: _FIELDS[field](parts) for field in fields})


@cache
def _fields(template: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(field for _, field, _, _ in Formatter().parse(template) if field))


class Names:
    """The names of cells, digits and houses in messages."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def cell(self, cell: int) -> str:
        return self.geometry.label(cell)

    def cells(self, cells: Iterable[int]) -> Items:
        return conjunction(map(self.cell, cells))

    def digit(self, digit: int) -> str:
        return self.geometry.symbols[digit - 1]

    def digits(self, mask: int) -> Items:
        return conjunction(map(self.digit, masks.digits(mask)))

    def any_digit(self, mask: int) -> Items:
        return disjunction(map(self.digit, masks.digits(mask)))

    def house(self, number: int) -> Message:
        kind, place = divmod(number, self.geometry.size)
        return _HOUSES[kind].fill(number=place + 1)

    def lines(self, numbers: Sequence[int]) -> Message:
        """Name several rows, or several columns."""
        size = self.geometry.size
        places = conjunction(number % size + 1 for number in numbers)
        return _LINES[numbers[0] // size].fill(numbers=places)


_HOUSES = tuple(HOUSE_NAMES.values())
_LINES = (Message("house.rows", "rows {numbers}"), Message("house.columns", "columns {numbers}"))

_GREATER = Message("step.greater", "{cell} is greater than {others}, so {bound}.")
_LESS = Message("step.less", "{cell} is less than {others}, so {bound}.")
_IN_CHAIN = Message("step.in-chain", "{ascending}, so {limit}.")
_LEAST = Message(
    "step.counting-least",
    "In {house}, {cells} are less than {cell}. The least they can hold is {digits}, so {limit}.",
)
_MOST = Message(
    "step.counting-most",
    "In {house}, {cells} are greater than {cell}. The most they can hold is {digits}, so {limit}.",
)
_LOCKED = Message(
    "step.locked", "In {house}, the {digit} can only be in {other_house}, so {consequence}."
)
_NAKED_SET = Message(
    "step.naked-set", "In {house}, {cells} can only hold {digits}, so {consequence}."
)
_HIDDEN_SET = Message(
    "step.hidden-set",
    "In {house}, only {cells} can hold {digits}, so they hold nothing else: {consequence}.",
)
_FISH = Message(
    "step.fish",
    "In {lines}, the {digit} can only be in {other_lines}, which have no other {digit}: "
    "{consequence}.",
)
_ONE_ARRANGEMENT = Message(
    "step.one-arrangement", "There is only one way left to fill {house}, so {consequence}."
)
_CHAIN = Message("step.chain", "If {assumption}, then {chain}. Hence {consequence}.")
_CONTRADICTION_AT_ONCE = Message(
    "step.contradiction-at-once", "Suppose {assumption}. Then {end}. Hence {consequence}."
)

_TEMPLATES: Mapping[str, Message] = {
    "last value": Message(
        "step.last-value", "{cell} is the only empty cell of {house}, so it is {digit}."
    ),
    "hidden single": Message("step.hidden-single", "In {house}, only {cell} can be {digit}."),
    "one sign": Message("step.one-sign", "{sign}, and {known}, so {limit}."),
    "naked single": Message("step.naked-single", "The only candidate left for {cell} is {digit}."),
    "pointing": _LOCKED,
    "claiming": _LOCKED,
    **dict.fromkeys(("naked pair", "naked triple", "naked quad"), _NAKED_SET),
    **dict.fromkeys(("hidden pair", "hidden triple", "hidden quad"), _HIDDEN_SET),
    **dict.fromkeys(("X-wing", "swordfish", "jellyfish"), _FISH),
    "arrangements": Message(
        "step.arrangements",
        "There are {n} ways left to fill {house}. In all of them, {consequence}.",
    ),
    "XY-wing": Message(
        "step.xy-wing",
        "If {pivot} is {one}, then {first} is {digit}; if it is {other}, then {second} is {digit}."
        " In both cases, {consequence}.",
    ),
    "XYZ-wing": Message(
        "step.xyz-wing",
        "If {pivot} is {one}, then {first} is {digit}; if it is {other}, then {second} is {digit};"
        " otherwise it is {digit} itself. In all cases, {consequence}.",
    ),
    **dict.fromkeys(("simple colouring", "X-chain", "alternating chain"), _CHAIN),
    "contradiction": Message(
        "step.contradiction",
        "Suppose {assumption}. Then {links}. But then {end}. Hence {consequence}.",
    ),
    "nested contradictions": Message(
        "step.nested-contradictions",
        "Suppose {assumption}. With one more assumption at a time, this leads to a contradiction."
        " Hence {consequence}.",
        "Suppose {assumption}. With {n} more assumptions at a time, this leads to a contradiction."
        " Hence {consequence}.",
    ),
}


def _template(parts: _Parts) -> Message:
    match parts.step.technique:
        case "sign bounds" if not parts.houses and parts.details.count > 1:
            return _IN_CHAIN
        case "sign bounds":
            return _GREATER if parts.is_lower else _LESS
        case "counting":
            return _LEAST if parts.is_lower else _MOST
        case "arrangements" if parts.details.count == 1:
            return _ONE_ARRANGEMENT
        case "contradiction" if not parts.details.links:
            return _CONTRADICTION_AT_ONCE
    return _TEMPLATES[parts.step.technique]


_IS = Message("step.is", "{cell} is {digit}")
_IS_NOT = Message("step.is-not", "{cell} is not {digit}")
_ARE_NOT = Message("step.are-not", "{cells} are not {digit}")
_AT_LEAST = Message("step.at-least", "{cell} is at least {digit}")
_AT_MOST = Message("step.at-most", "{cell} is at most {digit}")
_IT_IS = Message("step.it-is", "it is {digit}")
_IT_IS_AT_LEAST = Message("step.it-is-at-least", "it is at least {digit}")
_IT_IS_AT_MOST = Message("step.it-is-at-most", "it is at most {digit}")
_BECAUSE = Message("step.because", "{fact} ({reason})")
THEN = Message("step.then", "{head}, {tail}")
_SO = Message("step.so", "{head}, so {tail}")
_AND = Message("step.and", "{head}, and {tail}")


class _Parts(Names):
    """The parts of the sentence of a step."""

    def __init__(self, step: Step) -> None:
        super().__init__(step.geometry)
        self.step, self.details, self.houses = step, step.details, step.premises.houses
        self.first_cell, self.first_digit = (step.places or step.removes)[0]

    @property
    def consequence(self) -> Items:
        """Which candidates cells lose: `r1c1 is not 3, and r1c2 and r1c3 are not 3 or 5`."""
        lost: dict[int, int] = {}
        for cell, digit in self.step.removes:
            lost[cell] = lost.get(cell, 0) | masks.bit(digit)
        cells_without: dict[int, list[int]] = {}
        for cell, mask in lost.items():
            cells_without.setdefault(mask, []).append(cell)
        facts = [
            self._is_not(cells[0], mask)
            if len(cells) == 1
            else _ARE_NOT.fill(cells=self.cells(cells), digit=self.any_digit(mask))
            for mask, cells in cells_without.items()
        ]
        return Items(tuple(facts), _AND, _AND) if len(facts) == 2 else series(facts)

    @property
    def is_lower(self) -> bool:
        """Whether signs make the cell greater, not less, than others."""
        return any(greater == self.first_cell for _, greater in self.step.premises.relations)

    @property
    def others(self) -> Argument:
        """The cells that bound the cell: all of a house, some of it, or one."""
        cells, count = self.details.cells, self.details.count
        if self.houses and count == self.geometry.size - 1:
            house = self.house(self.houses[0])
            return Message("step.all-others", "all other cells of {house}", house=house)
        if self.houses:
            some = Message("step.some-of-house", "{n} cells of {house} ({cells})")
            return some.fill(n=count, house=self.house(self.houses[0]), cells=self.cells(cells))
        return self.cell(cells[0] if self.is_lower else cells[1])

    @property
    def bound(self) -> Message:
        """The limit of the cell in a sentence that has it as the subject."""
        return self._limit(_IT_IS, _IT_IS_AT_LEAST, _IT_IS_AT_MOST)

    @property
    def limit(self) -> Message:
        """The limit of the cell."""
        return self._limit(_IS, _AT_LEAST, _AT_MOST).fill(cell=self.cell(self.first_cell))

    def _limit(self, exact: Message, least: Message, most: Message) -> Message:
        is_exact = self.details.limit == (self.geometry.size if self.is_lower else 1)
        limit = exact if is_exact else least if self.is_lower else most
        return limit.fill(digit=self.digit(self.details.limit))

    @property
    def sign(self) -> str:
        ((other, _),) = self.details.candidates
        return f"{self.cell(self.first_cell)} {'>' if self.is_lower else '<'} {self.cell(other)}"

    @property
    def known(self) -> Message:
        """What is known of the cell across the sign."""
        ((other, mask),) = self.details.candidates
        fact = _IS if masks.is_single(mask) else _AT_LEAST if self.is_lower else _AT_MOST
        digit = masks.least(mask) if self.is_lower else masks.greatest(mask)
        return fact.fill(cell=self.cell(other), digit=self.digit(digit))

    def deciding(self, pincer: int) -> Items:
        """The digit of the pivot of a wing that decides a pincer."""
        (_, both), *pincers = self.details.candidates
        return self.any_digit(both & pincers[pincer][1] & ~masks.bit(self.first_digit))

    @property
    def links(self) -> tuple[Message, ...]:
        return tuple(map(self._link, self.details.links))

    def _link(self, link: Link) -> Message:
        """Say what a cell holds under an assumption, and why: `r1c1 is not 5 (box 1)`."""
        signs = [
            f"{self.cell(lesser)} < {self.cell(greater)}" for lesser, greater in link.relations
        ]
        reason = conjunction([*map(self.house, link.houses), *signs])
        return _BECAUSE.fill(fact=self._held(link.cell, link.held, link.gone), reason=reason)

    def _held(self, cell: int, held: int, gone: int) -> Message:
        """Say in the shortest way which candidates a cell holds."""
        if not masks.is_single(held):
            if not held or masks.is_single(gone):
                return self._is_not(cell, gone)
            if gone and masks.greatest(gone) < masks.least(held):
                return _AT_LEAST.fill(cell=self.cell(cell), digit=self.digit(masks.least(held)))
            if gone and masks.least(gone) > masks.greatest(held):
                return _AT_MOST.fill(cell=self.cell(cell), digit=self.digit(masks.greatest(held)))
        return _IS.fill(cell=self.cell(cell), digit=self.any_digit(held))

    def _is_not(self, cell: int, mask: int) -> Message:
        return _IS_NOT.fill(cell=self.cell(cell), digit=self.any_digit(mask))

    @property
    def end(self) -> Message:
        """The contradiction: the cell or the house that has nothing left."""
        if self.details.unplaced is None:
            cell = self.cell(self.details.links[-1].cell)
            return Message("step.no-candidate", "{cell} has no candidate left", cell=cell)
        house, digit = self.details.unplaced
        left = Message("step.no-cell", "{house} has no cell left for {digit}")
        return left.fill(house=self.house(house), digit=self.digit(digit))


_FIELDS: Mapping[str, Callable[[_Parts], Argument]] = {
    "cell": lambda parts: parts.cell(parts.first_cell),
    "digit": lambda parts: parts.digit(parts.first_digit),
    "house": lambda parts: parts.house(parts.houses[0]),
    "other_house": lambda parts: parts.house(parts.houses[1]),
    "lines": lambda parts: parts.lines(parts.houses[: len(parts.houses) // 2]),
    "other_lines": lambda parts: parts.lines(parts.houses[len(parts.houses) // 2 :]),
    "cells": lambda parts: parts.cells(parts.details.cells),
    "digits": lambda parts: parts.digits(parts.details.digits),
    "n": lambda parts: parts.details.count,
    "consequence": lambda parts: parts.consequence,
    "others": lambda parts: parts.others,
    "bound": lambda parts: parts.bound,
    "limit": lambda parts: parts.limit,
    "ascending": lambda parts: " < ".join(map(parts.cell, parts.details.cells)),
    "sign": lambda parts: parts.sign,
    "known": lambda parts: parts.known,
    "pivot": lambda parts: parts.cell(parts.details.candidates[0][0]),
    "first": lambda parts: parts.cell(parts.details.candidates[1][0]),
    "second": lambda parts: parts.cell(parts.details.candidates[2][0]),
    "one": lambda parts: parts.deciding(0),
    "other": lambda parts: parts.deciding(1),
    "assumption": lambda parts: _IS.fill(
        cell=parts.cell(parts.first_cell), digit=parts.digit(parts.first_digit)
    ),
    "links": lambda parts: Items(parts.links, THEN, THEN),
    "chain": lambda parts: Items(parts.links, _SO, _SO),
    "end": lambda parts: parts.end,
}
"""What the fields of the templates stand for."""

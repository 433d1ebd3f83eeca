"""What a hint says before its step: where to look, and what to see there.

Each technique has one text, for the second stage.  The text tells half of the step: the digit if
the step finds its cell, and the cells if the step finds what they hold or cannot hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ineqsudoku.apps.explain.houses import HOUSE_LABELS, boxes_of, common_house
from ineqsudoku.apps.explain.sentences import (
    FISH,
    HIDDEN_SETS,
    NAKED_SETS,
    REFUTATIONS,
    name_cells,
    name_houses,
)
from ineqsudoku.apps.explain.step import Step, fill, first_cell, targets
from ineqsudoku.geometry import HOUSES, SIZE, label
from ineqsudoku.messages import Argument, Items, Message, paragraph


@dataclass(frozen=True, slots=True)
class Stage:
    """The text of a hint at one of its stages, which `str` returns.

    `text`
        The sentences, before any language.
    `houses`
        The houses that the text names, as indices in `HOUSES`; none in the last stage.
    `cells`
        The cells that the text names.  In the last stage, the cells that the last step fills;
        without these, the cells that lose candidates, or those with a mistake.
    """

    text: Items
    houses: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()

    def __str__(self) -> str:
        return str(self.text)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, whose `text` is in the current language."""
        sentences = [value for value in self.text.values if isinstance(value, Message)]
        return {
            "text": str(self),
            "messages": [sentence.to_dict() for sentence in sentences],
            "houses": [HOUSE_LABELS[number] for number in self.houses],
            "cells": [label(cell) for cell in self.cells],
        }


def first_stages(steps: Sequence[Step]) -> tuple[Stage, Stage]:
    """Return the first two stages of a hint that ends with some steps."""
    first = steps[0]
    *reasons, end = [part for step in steps for part in step.details.parts or (step,)]
    if _are_signs_around(reasons, end):
        return _stage(_LOOK, end), _stage(_ONLY_BY_SIGNS, end)
    if first.details.parts and not _are_bounds_in_a_house(first):
        first = first.details.parts[0]
    return _stage(_LOOK, first), _stage(_clue(first), first)


def _are_signs_around(reasons: Sequence[Step], end: Step) -> bool:
    """Whether removals by signs in the other cells of a house leave one cell for a digit."""
    if not reasons or end.technique != "hidden single":
        return False
    house = {*HOUSES[end.premises.houses[0]]}
    return all(
        step.technique in _BY_SIGNS and house.issuperset(cell for cell, _ in step.removes)
        for step in reasons
    )


def _are_bounds_in_a_house(step: Step) -> bool:
    """Whether a merged step has only removals by signs, and there is one house to look at."""
    is_by_signs = step.technique in _BY_SIGNS and not step.places
    return is_by_signs and len(_houses(step)) == 1


_BY_SIGNS = ("sign bounds", "one sign", "counting")


def _stage(template: Message, step: Step) -> Stage:
    """Return a stage; its sentence is a template, filled with the parts of a step."""

    def has(field: str) -> bool:
        return f"{{{field}}}" in template.english

    houses = _houses(step) if has("place") else ()
    cells = {field: find(step) for field, find in _CELLS.items() if has(field)}
    named: dict[str, Argument] = {field: name_cells(found) for field, found in cells.items()}
    if houses:
        named["place"] = name_houses(houses)
    if has("size"):
        named["size"] = len(step.details.cells) or len(houses)
    sentence = fill(template, step, **named)
    return Stage(paragraph(sentence), houses, tuple(sorted({*chain.from_iterable(cells.values())})))


_LOOK = Message("hint.look", "Look at {place}.")

_LEAST = Message("clue.least", "One cell of {place} is less than all the others.")
_GREATEST = Message("clue.greatest", "One cell of {place} is greater than all the others.")
_TOO_SMALL = Message("clue.too-small", "The signs make {targets} too small for the highest digits.")
_TOO_GREAT = Message("clue.too-great", "The signs make {targets} too great for the lowest digits.")
_ABOVE_SEVERAL = Message(
    "clue.above-several", "In {place}, {cells} are all different, and less than {cell}."
)
_BELOW_SEVERAL = Message(
    "clue.below-several", "In {place}, {cells} are all different, and greater than {cell}."
)
_ONLY_BY_SIGNS = Message(
    "clue.only-by-signs", "In {place}, the signs leave only one cell for the {digit}."
)
_FISH_IN_ROWS = Message(
    "clue.fish-in-rows", "In {place}, all cells for the {digit} are in the same {size} columns."
)
_FISH_IN_COLUMNS = Message(
    "clue.fish-in-columns", "In {place}, all cells for the {digit} are in the same {size} rows."
)
_WING = Message("clue.wing", "Try each digit of {pivot}: what does it leave for {pincers}?")

_CLUES: Mapping[str, Message] = {
    "full house": Message("clue.full-house", "Only one cell of {place} is empty."),
    "hidden single": Message("clue.hidden-single", "In {place}, only one cell can be {digit}."),
    "one sign": Message("clue.one-sign", "Compare the digits that {ends} can hold."),
    "naked single": Message("clue.naked-single", "Only one digit is left for {cell}."),
    "pointing": Message(
        "clue.pointing", "In {place}, all cells for the {digit} are in one row or column."
    ),
    "claiming": Message("clue.claiming", "In {place}, all cells for the {digit} are in one box."),
    **dict.fromkeys(
        NAKED_SETS,
        Message("clue.naked-set", "In {place}, only {size} digits are left for {cells}."),
    ),
    **dict.fromkeys(
        HIDDEN_SETS,
        Message("clue.hidden-set", "In {place}, only {size} cells are left for {digits}."),
    ),
    "arrangements": Message(
        "clue.arrangements",
        "Write down all ways to fill {place}. What do they leave for {targets}?",
    ),
    "XY-wing": _WING,
    "XYZ-wing": _WING,
    **dict.fromkeys(
        REFUTATIONS,
        Message("clue.try", "Try the candidates of {cell}. Which one leads to a contradiction?"),
    ),
}


def _clue(step: Step) -> Message:
    """Return the template of the second stage, which says what to see."""
    match step.technique:
        case "sign bounds":
            is_lower = (step.details.parts or (step,))[0].is_lower
            if step.details.count == SIZE - 1:
                return _GREATEST if is_lower else _LEAST
            return _TOO_GREAT if is_lower else _TOO_SMALL
        case "counting":
            return _ABOVE_SEVERAL if step.is_lower else _BELOW_SEVERAL
        case name if name in FISH:
            is_of_rows = step.premises.houses[0] < SIZE
            return _FISH_IN_ROWS if is_of_rows else _FISH_IN_COLUMNS
    return _CLUES[step.technique]


def _houses(step: Step) -> tuple[int, ...]:
    """Return the houses to look at."""
    houses = step.premises.houses
    match step.technique:
        case "sign bounds" | "one sign":
            for cells in (_ends(step), targets(step)):
                if (common := common_house(*cells)) is not None:
                    return (common,)
            return boxes_of(targets(step))
        case "XY-wing" | "XYZ-wing":
            return boxes_of(_wing(step)[:1])
        case name if name == "naked single" or name in REFUTATIONS:
            return boxes_of([first_cell(step)])
        case name if name in FISH:
            return houses[: len(houses) // 2]
    return houses[:1]


def _ends(step: Step) -> list[int]:
    """Return the cells that the signs of a step join."""
    return sorted({cell for relation in step.premises.relations for cell in relation})


def _wing(step: Step) -> list[int]:
    """Return the pivot of a wing and its pincers."""
    return [cell for cell, _ in step.details.candidates]


_CELLS: Mapping[str, Callable[[Step], Sequence[int]]] = {
    "cell": lambda step: [first_cell(step)],
    "cells": lambda step: step.details.cells,
    "ends": _ends,
    "targets": targets,
    "pivot": lambda step: _wing(step)[:1],
    "pincers": lambda step: _wing(step)[1:],
}
"""The cells for the fields of templates."""

"""What a hint says of a step before its reason: a clue, a focus, a result.

A clue says where to look for what, in words that a child understands; it names no cell and no
digit.  A focus names the cells or the digits to think about, and a result what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ineqsudoku.apps.explain.houses import HOUSES_OF, boxes_of, common_house
from ineqsudoku.apps.explain.naming import name_cells, name_house
from ineqsudoku.apps.explain.sentences import FISH, HIDDEN_SETS, NAKED_SETS, REFUTATIONS, Parts
from ineqsudoku.apps.explain.values import Step
from ineqsudoku.geometry import HOUSES, SIZE
from ineqsudoku.messages import Argument, Message, conjunction
from ineqsudoku.puzzle import Relation


def stages(steps: Sequence[Step]) -> tuple[tuple[Message, ...], ...]:
    """Return the sentences of the first three stages of a hint."""
    first, last = steps[0], steps[-1]
    *reasons, end = [part for step in steps for part in step.details.parts or (step,)]
    if _are_signs_around(reasons, end):
        return (_say(_ONLY_BY_SIGNS, end),), (_say(_PLACES_OF_DIGIT, end),), (_result(last),)
    if first.details.parts and (first.places or len(_houses(Parts(first))) > 1):
        first = first.details.parts[0]
    is_at_end = first is last or bool(first.places)
    follows = (_result(last),) if is_at_end else (first.message, _say(_GOAL, last))
    return (_say(_clue(first), first),), (_say(_focus(first), first),), follows


def _result(step: Step) -> Message:
    """Return what names the cell to fill, the cells of a chain, or the digits to remove."""
    return _say(_NEXT if step.places else _WAY if _way(step) else _REMOVED, step)


def _are_signs_around(reasons: Sequence[Step], end: Step) -> bool:
    """Whether signs leave a digit one cell of a house, by removals in the other cells."""
    if not reasons or end.technique != "hidden single":
        return False
    house = {*HOUSES[end.premises.houses[0]]}
    return all(
        step.technique in _BY_SIGNS and house.issuperset(cell for cell, _ in step.removes)
        for step in reasons
    )


_BY_SIGNS = ("sign bounds", "one sign", "counting")


def _say(template: Message, step: Step) -> Message:
    """Fill a template with the fields that clues have, and with those of sentences."""
    parts = Parts(step)
    text = template.plural + "{n}" if template.plural else template.english
    named = {name: value for name, value in _FIELDS.items() if f"{{{name}}}" in text}
    return parts.fill(template, **{name: value(parts) for name, value in named.items()})


_NEXT = Message(
    "clue.next", "The next cell to fill is {filled}.", "The next cells to fill are {filled}."
)
_WAY = Message("clue.way", "Follow it by way of {way}.")
_REMOVED = Message("clue.removed", "{consequence}. Why?")
_GOAL = Message("clue.goal", "This helps to fill {filled}.")

_LEAST = Message("clue.least", "Look at {place}: one cell is the smallest.")
_GREATEST = Message("clue.greatest", "Look at {place}: one cell is the greatest.")
_CHAIN = Message("clue.chain", "Look at {place}: follow the signs from cell to cell, upwards.")
_TOO_SMALL = Message(
    "clue.too-small",
    "Look at {place}: the signs make one cell too small for the highest digits.",
    "Look at {place}: the signs make {n} cells too small for the highest digits.",
)
_TOO_GREAT = Message(
    "clue.too-great",
    "Look at {place}: the signs make one cell too great for the lowest digits.",
    "Look at {place}: the signs make {n} cells too great for the lowest digits.",
)
_ABOVE_SEVERAL = Message(
    "clue.above-several",
    "Look at {place}: one cell is greater than several others, which are all different.",
)
_BELOW_SEVERAL = Message(
    "clue.below-several",
    "Look at {place}: one cell is less than several others, which are all different.",
)
_BOUNDS = Message(
    "clue.bounds", "Look at {place}: the signs make cells too small or too great for some digits."
)
_ONLY_BY_SIGNS = Message(
    "clue.only-by-signs",
    "Look at {place}: because of the signs, one of the digits has only one place left.",
)
_NAKED_SET = Message(
    "clue.naked-set", "Look at {place}: {size} cells have only {size} digits left between them."
)
_HIDDEN_SET = Message(
    "clue.hidden-set", "Look at {place}: {size} digits have only the same {size} places left."
)
_FISH_IN_ROWS = Message(
    "clue.fish-in-rows",
    "Look at {lines}: all places for one of the digits are in the same {size} columns.",
)
_FISH_IN_COLUMNS = Message(
    "clue.fish-in-columns",
    "Look at {lines}: all places for one of the digits are in the same {size} rows.",
)
_CHAIN_OF_A_DIGIT = Message(
    "clue.chain-of-a-digit",
    "Look at {place}: try one of the digits in a cell, and follow this digit across the board.",
)

_CLUES: Mapping[str, Message] = {
    "last value": Message("clue.last-value", "Look at {place}: only one cell is still empty."),
    "hidden single": Message(
        "clue.hidden-single", "Look at {place}: one of the digits has only one place left."
    ),
    "one sign": Message(
        "clue.one-sign", "Look at {place}: compare the digits on the two sides of a sign."
    ),
    "naked single": Message(
        "clue.naked-single", "Look at {place}: one cell has only one digit left."
    ),
    "pointing": Message(
        "clue.pointing",
        "Look at {place}: all places for one of the digits are in the same row or column.",
    ),
    "claiming": Message(
        "clue.claiming", "Look at {place}: all places for one of the digits are in the same box."
    ),
    **dict.fromkeys(NAKED_SETS, _NAKED_SET),
    **dict.fromkeys(HIDDEN_SETS, _HIDDEN_SET),
    "arrangements": Message(
        "clue.arrangements",
        "Look at {place}: only one way is left to fill it.",
        "Look at {place}: {n} ways are left to fill it. Write them down.",
    ),
    "XY-wing": Message(
        "clue.xy-wing", "Look at {place}: one cell has only two digits left. Try both of them."
    ),
    "XYZ-wing": Message(
        "clue.xyz-wing", "Look at {place}: one cell has only three digits left. Try all of them."
    ),
    "simple colouring": _CHAIN_OF_A_DIGIT,
    "X-chain": _CHAIN_OF_A_DIGIT,
    "alternating chain": Message(
        "clue.alternating-chain",
        "Look at {place}: try a digit in one of the cells, and follow what comes of it.",
    ),
    "contradiction": Message(
        "clue.contradiction", "Look at {place}: one digit of a cell soon leads to a dead end."
    ),
    "nested contradictions": Message(
        "clue.nested-contradictions",
        "Look at {place}: one digit of a cell leads to a dead end, but only after further tries.",
    ),
}


def _clue(step: Step) -> Message:
    """Return the template that says where to look for what."""
    match step.technique:
        case "sign bounds":
            return _clue_of_bounds(step)
        case "counting":
            return _ABOVE_SEVERAL if step.is_lower else _BELOW_SEVERAL
        case name if name in FISH:
            is_of_rows = step.premises.houses[0] < SIZE
            return _FISH_IN_ROWS if is_of_rows else _FISH_IN_COLUMNS
    return _CLUES[step.technique]


def _clue_of_bounds(step: Step) -> Message:
    if _is_extreme(step):
        return _GREATEST if step.is_lower else _LEAST
    if _is_chain(step.premises.relations):
        return _CHAIN
    if len({cell for cell, _ in step.removes}) == 1:
        return _TOO_GREAT if step.is_lower else _TOO_SMALL
    removed, middle = [digit for _, digit in step.removes], SIZE // 2
    if max(removed) <= middle:
        return _TOO_GREAT
    return _TOO_SMALL if min(removed) > middle else _BOUNDS


def _is_extreme(step: Step) -> bool:
    """Whether a cell is less or greater than all other cells of a house."""
    return step.details.count == SIZE - 1


def _is_chain(relations: tuple[Relation, ...]) -> bool:
    """Whether some signs, at least two, lead from one cell to the next."""
    lesser, greater = (set(cells) for cells in zip(*relations, strict=True))
    number = len(relations)
    return 1 < number == len(lesser) == len(greater) == len(lesser | greater) - 1


def _focus(step: Step) -> Message:
    """Return the template that says which cells or digits to think about."""
    match step.technique:
        case "sign bounds" if _is_extreme(step):
            return _ALL_LEAD
        case "one sign" if len(step.premises.relations) == 1:
            return _COMPARE
    return _FOCUSES[step.technique]


_ALL_LEAD = Message("focus.all-lead", "To which cell do all signs of {place} lead?")
_COMPARE = Message("focus.compare", "Compare the digits that {ends} can hold.")
_LEFT_BY_SIGNS = Message("focus.signs", "Which digits do the signs leave for {targets}?")
_PLACES_OF_DIGIT = Message("focus.places-of-digit", "Where can the {digit} go in {place}?")
_PLACES_OF_DIGITS = Message("focus.places-of-digits", "Where can {digits} go in {place}?")
_PLACES_IN_LINES = Message("focus.places-in-lines", "Where can the {digit} go in {lines}?")
_DIGITS_OF_SET = Message("focus.digits-of-set", "Which digits are left for {cells}?")
_WING = Message(
    "focus.wing", "Try the digits of {pivot}: what does that leave for {first} and {second}?"
)
_SUPPOSE = Message("focus.suppose", "Suppose that {cell} is {digit}. What follows?")

_FOCUSES: Mapping[str, Message] = {
    "last value": Message("focus.last-value", "Which digit is missing in {place}?"),
    "hidden single": _PLACES_OF_DIGIT,
    "naked single": Message(
        "focus.naked-single", "Look at the cells where {place} and {crossing} meet."
    ),
    "sign bounds": _LEFT_BY_SIGNS,
    "one sign": _LEFT_BY_SIGNS,
    "counting": Message(
        "focus.counting", "Which digits can {cells} hold, when they are all different?"
    ),
    "pointing": _PLACES_OF_DIGIT,
    "claiming": _PLACES_OF_DIGIT,
    **dict.fromkeys(NAKED_SETS, _DIGITS_OF_SET),
    **dict.fromkeys(HIDDEN_SETS, _PLACES_OF_DIGITS),
    **dict.fromkeys(FISH, _PLACES_IN_LINES),
    "arrangements": Message("focus.arrangements", "What can then go into {targets}?"),
    "XY-wing": _WING,
    "XYZ-wing": _WING,
    **dict.fromkeys(REFUTATIONS, _SUPPOSE),
}


def _houses(parts: Parts) -> tuple[int, ...]:
    """Return the houses to look at."""
    step = parts.step
    match step.technique:
        case "sign bounds" | "one sign":
            for cells in (_ends(step), parts.targets):
                if (common := common_house(*cells)) is not None:
                    return (common,)
            return boxes_of(parts.targets)
        case "XY-wing" | "XYZ-wing":
            return boxes_of([parts.details.candidates[0][0]])
        case name if name == "naked single" or name in REFUTATIONS:
            return boxes_of([parts.first_cell])
    return parts.houses[:1]


def _crossing(parts: Parts) -> Message:
    """Name a house of the first cell besides the one that `_houses` returns."""
    around = _houses(parts)
    others = HOUSES_OF[parts.first_cell]
    return name_house(next(house for house in others if house not in around))


def _ends(step: Step) -> list[int]:
    """Return the cells that the signs of a step join."""
    return sorted({cell for relation in step.premises.relations for cell in relation})


def _way(step: Step) -> list[int]:
    """Return the cells between the ends of a chain; none if it nests assumptions."""
    links = step.chain[1:-1]
    if not all(link.because for link in links):
        return []
    return [*dict.fromkeys(link.cell for link in links)]


def _number(parts: Parts) -> int:
    """Return what a sentence counts: arrangements, or cells that are filled or lose digits."""
    if parts.step.technique == "arrangements":
        return parts.details.count
    return len(parts.step.places) or len(parts.targets)


_FIELDS: Mapping[str, Callable[[Parts], Argument]] = {
    "place": lambda parts: conjunction(map(name_house, _houses(parts))),
    "crossing": _crossing,
    "size": lambda parts: len(parts.details.cells) or len(parts.houses) // 2,
    "n": _number,
    "way": lambda parts: name_cells(_way(parts.step)),
    "targets": lambda parts: name_cells(parts.targets),
    "filled": lambda parts: name_cells(cell for cell, _ in parts.step.places),
    "ends": lambda parts: name_cells(_ends(parts.step)),
}

"""`Step`, one deduction, and its sentence.

Each technique has a template.  The table `_FIELDS` has a function for each field of the templates,
which returns its argument for a step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from typing import Any

from ineqsudoku.apps.explain import masks, sentences
from ineqsudoku.apps.explain.sentences import (
    name_any_digit,
    name_cells,
    name_digits,
    name_house,
    name_houses,
)
from ineqsudoku.apps.explain.values import (
    Candidate,
    Cause,
    Contradiction,
    Link,
    Premises,
    contradiction_to_dict,
)
from ineqsudoku.geometry import HOUSES, SIZE, label
from ineqsudoku.messages import Argument, Items, Message, conjunction, paragraph


@dataclass(frozen=True, slots=True)
class Details:
    """The data of a step's sentence beyond its effect and its premises.

    A technique uses the parts that it needs.

    `cells`: the cells of a set, or those that bound a cell.
    `candidates`: pairs (cell, mask): the candidates of the cells that a step compares.
    `digits`: the digits of a set, or those that are counted, as a mask.
    `count`: the number of cells, arrangements or assumptions.
    `limit`: the least or the greatest digit that signs leave a cell.
    `parts`: the steps of which a merged step consists, in order; its other details are those of the
    first one.
    `causes`: the causes of a contradiction at the end of a proof.
    """

    cells: tuple[int, ...] = ()
    candidates: tuple[tuple[int, int], ...] = ()
    digits: int = 0
    count: int = 0
    limit: int = 0
    parts: tuple[Step, ...] = ()
    causes: tuple[Cause, ...] = ()

    def __reduce__(self) -> tuple[type[Details], tuple[Any, ...]]:
        # Here and below: an explanation pickles some hundreds of these, and a dataclass takes
        # thrice as long.
        digits = self.candidates, self.digits, self.count, self.limit
        return Details, (self.cells, *digits, self.parts, self.causes)


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction; `str` gives its sentence.

    `technique`
        The name of the technique.
    `places`
        The digits placed, as pairs (cell, digit).
    `removes`
        The candidates removed, as pairs (cell, digit), without those that a placed digit removes
        from its houses.
    `premises`
        The facts that the step depends on.
    `rating`
        The difficulty of the step, on the scale of Sudoku Explainer.
    `chain`
        The links of a chain or a contradiction.  The first one assumes what the step removes, and
        the last one refutes it.
    `contradiction`
        The contradiction that the assumption leads to, or that the premises are themselves.
    `details`
        The other data of the sentence; the JSON form does not have it.
    """

    technique: str
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]
    premises: Premises
    rating: float
    chain: tuple[Link, ...] = ()
    details: Details = field(default=Details(), repr=False)
    contradiction: Contradiction | None = None
    _reasons: Callable[[], Step] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def with_reasons(
        cls,
        technique: str,
        removes: tuple[Candidate, ...],
        rating: float,
        reasons: Callable[[], Step],
    ) -> Step:
        """Return a step that gets its other values from the step that `reasons` returns.

        `reasons` is called when one of them is first read: most steps only serve to rate a puzzle.
        """
        step = object.__new__(cls)
        for name, value in (
            ("technique", technique),
            ("places", ()),
            ("removes", removes),
            ("rating", rating),
            ("_reasons", reasons),
        ):
            object.__setattr__(step, name, value)
        return step

    def __getattr__(self, name: str) -> Any:
        # called only for values that are not set
        if name not in _REASONS or not self._reasons:
            raise AttributeError(name, name=name, obj=self)
        whole = self._reasons()
        for reason in _REASONS:
            object.__setattr__(self, reason, getattr(whole, reason))
        object.__setattr__(self, "_reasons", None)
        return getattr(whole, name)

    def __reduce__(self) -> tuple[type[Step], tuple[Any, ...]]:
        effect = self.technique, self.places, self.removes, self.premises, self.rating
        return Step, (*effect, self.chain, self.details, self.contradiction)

    @property
    def is_lower(self) -> bool:
        """Whether signs make the first cell that changes greater, not less, than others."""
        cell, _ = (*self.places, *self.removes)[0]
        return cell in [greater for _, greater in self.premises.relations]

    @property
    def message(self) -> Message:
        """The sentence, before any language."""
        return _sentence_of(self)

    def __str__(self) -> str:
        return str(self.message)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, whose `text` is in the current language."""
        message = self.message
        return {
            "technique": self.technique,
            "rating": self.rating,
            "places": [[label(cell), digit] for cell, digit in self.places],
            "removes": [[label(cell), digit] for cell, digit in self.removes],
            "premises": self.premises.to_dict(),
            "chain": [link.to_dict() for link in self.chain],
            "contradiction": contradiction_to_dict(self.contradiction),
            "text": str(message),
            **message.to_dict(),
        }


_REASONS = ("premises", "chain", "details", "contradiction")


# --- its sentence ---


def _sentence_of(step: Step) -> Message:
    """Return the sentence of a step: its effect and its reason."""
    return _merged(step) if step.details.parts else fill(_template(step), step)


def fill(template: Message, step: Step, **arguments: Argument) -> Message:
    """Fill a template with the arguments given; other fields are filled from the step."""
    fields = _fields(template.plural or template.english)
    others = {name: _FIELDS[name](step) for name in fields if name not in arguments}
    return template.fill(**others, **arguments)


@cache
def _fields(template: str) -> tuple[str, ...]:
    fields = defaultdict[str, str](str)
    template.format_map(fields)  # `__missing__` adds an entry
    return tuple(fields)


def _template(step: Step) -> Message:
    match step.technique:
        case "dead end":
            return _of_dead_end(step)
        case "sign bounds" if not step.premises.houses and step.details.count > 1:
            return sentences.IN_CHAIN
        case "sign bounds":
            return sentences.GREATER if step.is_lower else sentences.LESS
        case "counting":
            return sentences.LEAST if step.is_lower else sentences.MOST
        case "arrangements" if step.details.count < 2:
            return sentences.ONE_ARRANGEMENT if step.details.count else sentences.ANY_ARRANGEMENT
    return sentences.TEMPLATES[step.technique]


def _of_dead_end(step: Step) -> Message:
    if isinstance(step.contradiction, tuple):
        return sentences.NO_CELL_LEFT[first_cell(step) // SIZE]
    if step.details.cells:
        return sentences.GIVENS_CLASH
    if own := _own_digit(step):
        return sentences.PLACED_EXCLUDED if own.step else sentences.GIVEN_EXCLUDED
    return sentences.NO_CANDIDATE_LEFT


def _own_digit(step: Step) -> Cause | None:
    """Return the digit that the cell of a dead end holds, if it holds one."""
    causes = (
        one for one in step.details.causes if one.placed and one.placed[0] == step.contradiction
    )
    return next(causes, None)


def first_cell(step: Step) -> int:
    """Return the first cell that a step changes, or the cell or the house of its contradiction."""
    return _first(step)[0]


def _first_digit(step: Step) -> int:
    return _first(step)[1]


def _first(step: Step) -> tuple[int, int]:
    return (*step.places, *step.removes, _at_end(step))[0]


def _at_end(step: Step) -> tuple[int, int]:
    """Return the cell or the house of a contradiction, and its digit; 0 for none."""
    match step.contradiction:
        case int(cell):
            own = _own_digit(step)
            return cell, own.placed[1] if own and own.placed else masks.greatest(
                step.details.digits
            )
        case (house, digit):
            return house, digit
    return 0, 0


def targets(step: Step) -> list[int]:
    """Return the cells in which a step places or removes a digit."""
    return sorted({cell for cell, _ in step.places + step.removes})


def _others(step: Step) -> Argument:
    """Return the cells that bound the cell: all others of a house, some of it, or one cell."""
    cells, count = step.details.cells, step.details.count
    if not step.premises.houses:
        return label(cells[0] if step.is_lower else cells[1])
    number = step.premises.houses[0]
    house = name_house(number)
    if count == SIZE - 1:
        return Message("step.all-others", "all other cells of {house}", house=house)
    known = {first_cell(step), *cells}
    rest = [cell for cell in HOUSES[number] if cell not in known]
    if len(rest) < count:
        all_but = Message("step.all-but", "all other cells of {house} but {cells}")
        return all_but.fill(house=house, cells=name_cells(rest))
    some = Message("step.some-of-house", "{n} cells of {house} ({cells})")
    return some.fill(n=count, house=house, cells=name_cells(cells))


def _bound(step: Step) -> Message:
    """Return the limit of the cell, for a sentence with the cell as the subject."""
    return _limited(step, sentences.IT_IS, sentences.IT_IS_AT_LEAST, sentences.IT_IS_AT_MOST)


def _limit(step: Step) -> Message:
    """Return the limit of the cell."""
    limit = _limited(step, sentences.IS, sentences.AT_LEAST, sentences.AT_MOST)
    return limit.fill(cell=label(first_cell(step)))


def _limited(step: Step, exact: Message, least: Message, most: Message) -> Message:
    is_exact = step.details.limit == (SIZE if step.is_lower else 1)
    limit = exact if is_exact else least if step.is_lower else most
    return limit.fill(digit=str(step.details.limit))


def _sign(step: Step) -> str:
    ((other, _),) = step.details.candidates
    return f"{label(first_cell(step))} {'>' if step.is_lower else '<'} {label(other)}"


def _known(step: Step) -> Message:
    """Return what is known of the cell across the sign."""
    ((other, mask),) = step.details.candidates
    bound = sentences.AT_LEAST if step.is_lower else sentences.AT_MOST
    fact = sentences.IS if masks.is_single(mask) else bound
    digit = masks.least(mask) if step.is_lower else masks.greatest(mask)
    return fact.fill(cell=label(other), digit=str(digit))


def _deciding(step: Step, pincer: int) -> Items:
    """Return the digit of the pivot of a wing that decides a pincer."""
    (_, both), *pincers = step.details.candidates
    return name_any_digit(both & pincers[pincer][1] & ~masks.bit(_first_digit(step)))


def _own(step: Step) -> Message:
    """Return the digit of the cell, with the step that places it."""
    fact = sentences.IS.fill(cell=label(first_cell(step)), digit=str(_first_digit(step)))
    return sentences.add_steps([one for one in (_own_digit(step),) if one], fact)


def _causes(step: Step) -> Items:
    """Return the causes of a contradiction at the end of a proof."""
    causes = step.details.causes
    if isinstance(step.contradiction, tuple):
        return sentences.join_facts([*sentences.say_house_without(causes)])
    return sentences.join_facts([*sentences.say_cell_without(first_cell(step), causes)])


_FIELDS: Mapping[str, Callable[[Step], Argument]] = {
    "cell": lambda step: label(first_cell(step)),
    "digit": lambda step: str(_first_digit(step)),
    "house": lambda step: name_house(step.premises.houses[0]),
    "other_house": lambda step: name_house(step.premises.houses[1]),
    "lines": lambda step: name_houses(step.premises.houses[: len(step.premises.houses) // 2]),
    "other_lines": lambda step: name_houses(step.premises.houses[len(step.premises.houses) // 2 :]),
    "cells": lambda step: name_cells(step.details.cells),
    "digits": lambda step: name_digits(step.details.digits),
    "n": lambda step: step.details.count,
    "number": lambda step: first_cell(step) % SIZE + 1,
    "consequence": lambda step: sentences.say_losses(step.removes),
    "others": _others,
    "bound": _bound,
    "limit": _limit,
    "ascending": lambda step: " < ".join(map(label, step.details.cells)),
    "sign": _sign,
    "known": _known,
    "pivot": lambda step: label(step.details.candidates[0][0]),
    "first": lambda step: label(step.details.candidates[1][0]),
    "second": lambda step: label(step.details.candidates[2][0]),
    "one": lambda step: _deciding(step, 0),
    "other": lambda step: _deciding(step, 1),
    "chain": lambda step: sentences.say_links(step.chain),
    "causes": _causes,
    "own": _own,
}
"""The functions that return the arguments for the fields of templates."""


# --- the sentence of a merged step ---


def _merged(whole: Step) -> Message:
    *reasons, last = steps = whole.details.parts
    if not (last.places or last.removes):
        excluded = sentences.say_house_without(whole.details.causes)
        causes = sentences.join_facts((_ascending(reasons), *excluded))
        return fill(_of_dead_end(last), last, causes=causes)
    if not last.places:
        return _removals(steps)
    if not reasons[0].places:
        return _removals_and_digit(reasons, last)
    if last.technique == "full house":
        return sentences.FULL_HOUSES.fill(places=_one_by_one(steps, sentences.FULL_HOUSE))
    if last.places[0][1] == reasons[0].places[0][1]:
        return fill(sentences.ONE_DIGIT, last, places=_one_by_one(steps, sentences.IN_HOUSE))
    return fill(sentences.ONE_HOUSE, last, places=_one_by_one(steps, sentences.ONLY_CELL))


def _one_by_one(steps: Sequence[Step], template: Message) -> Items:
    then = sentences.ONE_BY_ONE
    return Items(tuple([fill(template, step) for step in steps]), then, then)


def _removals_and_digit(reasons: Sequence[Step], last: Step) -> Message:
    """Say which removals leave one candidate or one cell for a digit."""
    if last.technique == "hidden single" and all(reason.details.count == 1 for reason in reasons):
        return fill(sentences.ONLY_BY_SIGNS, last, ascending=_ascending(reasons))
    is_of_cell = {cell for reason in reasons for cell, _ in reason.removes} == {last.places[0][0]}
    is_only_digit = last.technique == "naked single" and is_of_cell
    left = fill(sentences.ONLY_DIGIT, last) if is_only_digit else _sentence_of(last)
    return sentences.SENTENCES.fill(sentences=paragraph(_removals(reasons), left))


def _removals(steps: Sequence[Step]) -> Message:
    """State the candidates that several removals of one kind exclude."""
    first, *others = steps
    if not others:
        return _sentence_of(first)
    match first.technique:
        case "sign bounds":
            return sentences.IN_CHAIN.fill(ascending=_ascending(steps), limit=_limits(steps))
        case "one sign" if first.details.limit == others[0].details.limit:
            signs = conjunction(map(_sign, steps))
            known = _known_of_all(steps)
            return _template(first).fill(sign=signs, known=known, limit=_limits(steps))
        case "one sign":
            cells = [first.details.candidates[0][0], *map(first_cell, steps)]
            chain = cells if first.is_lower else cells[::-1]
            ascending = " < ".join(map(label, chain))
            return _template(first).fill(sign=ascending, known=_known(first), limit=_limits(steps))
    digits = conjunction(str(_first_digit(step)) for step in steps)
    removes = tuple(candidate for step in steps for candidate in step.removes)
    return fill(sentences.LOCKED, replace(first, removes=removes), digit=digits)


def _limits(steps: Sequence[Step]) -> Items:
    """Name the limit of several cells: `r1c2 and r1c4 are at least 2`."""
    limits = []
    for _, alike in groupby(steps, lambda step: step.details.limit):
        one, *others = alike
        cells = name_cells(map(first_cell, (one, *others)))
        several = sentences.ARE_AT_LEAST if one.is_lower else sentences.ARE_AT_MOST
        digit = str(one.details.limit)
        limits.append(several.fill(cells=cells, digit=digit) if others else _limit(one))
    return conjunction(limits) if len(limits) == len(steps) else sentences.join_facts(limits)


def _known_of_all(steps: Sequence[Step]) -> Message:
    """Say what is known of the cells across several signs; it is the same for all."""
    cells = sorted({cell for step in steps for cell, _ in step.details.candidates})
    if len(cells) == 1:
        return _known(steps[0])
    is_lower = steps[0].is_lower
    digit = steps[0].details.limit + (-1 if is_lower else 1)
    several = sentences.ARE_AT_LEAST if is_lower else sentences.ARE_AT_MOST
    return several.fill(cells=name_cells(cells), digit=str(digit))


def _ascending(steps: Sequence[Step]) -> Items:
    """Say the signs of bounds."""
    return sentences.say_ascending(step.details.cells for step in steps)

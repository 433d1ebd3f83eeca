"""The sentences of steps, as messages that are made from the data of the steps.

Each technique has a template.  The table `_FIELDS` has a function for each field of the templates,
which returns its argument for a step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.houses import ALL_DIGITS
from ineqsudoku.apps.explain.naming import (
    name_any_digit,
    name_cells,
    name_digits,
    name_house,
    name_houses,
)
from ineqsudoku.geometry import HOUSES, SIZE, label
from ineqsudoku.messages import (
    Argument,
    Items,
    Message,
    conjunction,
    line_by_line,
    paragraph,
    series,
)

if TYPE_CHECKING:
    from ineqsudoku.apps.explain.values import Cause, Contradiction, Link, Step


def sentence_of(step: Step) -> Message:
    """Return the sentence of a step: its effect and its reason."""
    if step.details.parts:
        return _merged(step)
    parts = SentenceFields(step)
    return parts.fill(_template(parts))


@cache
def _fields(template: str) -> tuple[str, ...]:
    fields = defaultdict[str, str](str)
    template.format_map(fields)  # `__missing__` adds an entry
    return tuple(fields)


# Several techniques have the same sentence; each family of them is in order of its size.
NAKED_SETS = ("naked pair", "naked triple", "naked quad")
HIDDEN_SETS = ("hidden pair", "hidden triple", "hidden quad")
FISH = ("X-wing", "swordfish", "jellyfish")
REFUTATIONS = ("alternating chain", "contradiction")

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
_IN_LINES = Message(
    "step.fish",
    "In {lines}, the {digit} can only be in {other_lines}, so these have no other {digit}: "
    "{consequence}.",
)
_ONE_ARRANGEMENT = Message(
    "step.one-arrangement", "There is only one way left to fill {house}, so {consequence}."
)
_ANY_ARRANGEMENT = Message(
    "step.any-arrangement", "In all ways left to fill {house}, {consequence}."
)
_REFUTED = Message("step.refuted", "{chain}\nHence {consequence}.")

_TEMPLATES: Mapping[str, Message] = {
    "full house": Message(
        "step.full-house", "{cell} is the only empty cell of {house}, so it is {digit}."
    ),
    "hidden single": Message("step.hidden-single", "In {house}, only {cell} can be {digit}."),
    "one sign": Message("step.one-sign", "{sign}, and {known}, so {limit}."),
    "naked single": Message("step.naked-single", "The only candidate left for {cell} is {digit}."),
    "pointing": _LOCKED,
    "claiming": _LOCKED,
    **dict.fromkeys(NAKED_SETS, _NAKED_SET),
    **dict.fromkeys(HIDDEN_SETS, _HIDDEN_SET),
    **dict.fromkeys(FISH, _IN_LINES),
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
    **dict.fromkeys(REFUTATIONS, _REFUTED),
    "cycle": Message("step.cycle", "{ascending}."),
}


_NO_CELL_LEFT = (
    Message("step.row-full", "Row {number} has no cell left for {digit}: {causes}."),
    Message("step.column-full", "Column {number} has no cell left for {digit}: {causes}."),
    Message("step.box-full", "Box {number} has no cell left for {digit}: {causes}."),
)
_NO_CANDIDATE_LEFT = Message("step.cell-full", "{cell} has no candidate left: {causes}.")
_GIVEN_EXCLUDED = Message("step.given-excluded", "{cell} is given as {digit}, but {causes}.")
_PLACED_EXCLUDED = Message("step.placed-excluded", "{own}, but {causes}.")
_GIVENS_CLASH = Message("step.givens-clash", "In {house}, {cells} are both given as {digit}.")


def _template(parts: SentenceFields) -> Message:
    match parts.step.technique:
        case "dead end":
            return _of_dead_end(parts)
        case "sign bounds" if not parts.houses and parts.details.count > 1:
            return _IN_CHAIN
        case "sign bounds":
            return _GREATER if parts.step.is_lower else _LESS
        case "counting":
            return _LEAST if parts.step.is_lower else _MOST
        case "arrangements" if parts.details.count < 2:
            return _ONE_ARRANGEMENT if parts.details.count else _ANY_ARRANGEMENT
    return _TEMPLATES[parts.step.technique]


def _of_dead_end(parts: SentenceFields) -> Message:
    if isinstance(parts.step.contradiction, tuple):
        return _NO_CELL_LEFT[parts.first_cell // SIZE]
    if parts.details.cells:
        return _GIVENS_CLASH
    if own := _own_digit(parts.step):
        return _PLACED_EXCLUDED if own.step else _GIVEN_EXCLUDED
    return _NO_CANDIDATE_LEFT


_IS = Message("step.is", "{cell} is {digit}")
_IS_NOT = Message("step.is-not", "{cell} is not {digit}")
_ARE_NOT = Message("step.are-not", "{cells} are not {digit}")
_AT_LEAST = Message("step.at-least", "{cell} is at least {digit}")
_AT_MOST = Message("step.at-most", "{cell} is at most {digit}")
_ARE_AT_LEAST = Message("step.are-at-least", "{cells} are at least {digit}")
_ARE_AT_MOST = Message("step.are-at-most", "{cells} are at most {digit}")
_IT_IS = Message("step.it-is", "it is {digit}")
_IT_IS_AT_LEAST = Message("step.it-is-at-least", "it is at least {digit}")
_IT_IS_AT_MOST = Message("step.it-is-at-most", "it is at most {digit}")
_NO_CANDIDATE = Message("step.no-candidate", "{cell} has no candidate left")
_NO_CELL = Message("step.no-cell", "{house} has no cell left for {digit}")
_LAST_CELL = Message("step.last-cell", "{house} has only {cell} left for {digit}")
_CANNOT_BE = Message("step.cannot-be", "{cell} cannot be {digit}")
_SUPPOSE = Message("step.suppose", "Suppose {fact}.")
_THEN = Message("step.link", "{number}. Then {fact}.")
_FROM = Message("step.link-from", "{number}. From {links}, {fact}.")
_ASSUMPTION = Message("step.assumption", "the assumption")
_BECAUSE = Message("step.because", "{fact} ({reason})")
_AND = Message("step.and", "{head}, and {tail}")


def _facts(facts: Sequence[Argument]) -> Items:
    """Join facts that may be about several cells: with a comma before `and`."""
    return Items(tuple(facts), _AND, _AND) if len(facts) == 2 else series(facts)


def _own_digit(step: Step) -> Cause | None:
    """Return the digit that the cell of a dead end holds, if it holds one."""
    causes = (
        one for one in step.details.causes if one.placed and one.placed[0] == step.contradiction
    )
    return next(causes, None)


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


_MOST_LINES = 22
"""The most links with a line each.  More would take over 30 lines on a terminal of 80 columns."""


class SentenceFields:
    """The parts of the sentence of a step."""

    def __init__(self, step: Step) -> None:
        self.step, self.details, self.houses = step, step.details, step.premises.houses
        self.first_cell, self.first_digit = (*step.places, *step.removes, _at_end(step))[0]

    def fill(self, template: Message, **arguments: Argument) -> Message:
        """Fill a template with the arguments given; other fields are filled from the step."""
        fields = _fields(template.plural or template.english)
        others = {name: _FIELDS[name](self) for name in fields if name not in arguments}
        return template.fill(**others, **arguments)

    @property
    def targets(self) -> list[int]:
        """The cells in which the step places or removes a digit."""
        return sorted({cell for cell, _ in self.step.places + self.step.removes})

    @property
    def consequence(self) -> Items:
        """The candidates that cells lose: `r1c1 is not 3, and r1c2 and r1c3 are not 3 or 5`."""
        lost: dict[int, int] = {}
        for cell, digit in self.step.removes:
            lost[cell] = lost.get(cell, 0) | masks.bit(digit)
        cells_without: dict[int, list[int]] = {}
        for cell, mask in lost.items():
            cells_without.setdefault(mask, []).append(cell)
        facts = [
            self._is_not(cells[0], mask)
            if len(cells) == 1
            else _ARE_NOT.fill(cells=name_cells(cells), digit=name_any_digit(mask))
            for mask, cells in cells_without.items()
        ]
        return _facts(facts)

    @property
    def others(self) -> Argument:
        """The cells that bound the cell: all others of a house, some of a house, or one cell."""
        cells, count = self.details.cells, self.details.count
        if self.houses and count == SIZE - 1:
            house = name_house(self.houses[0])
            return Message("step.all-others", "all other cells of {house}", house=house)
        if self.houses:
            house = name_house(self.houses[0])
            known = {self.first_cell, *cells}
            rest = [cell for cell in HOUSES[self.houses[0]] if cell not in known]
            if len(rest) < count:
                all_but = Message("step.all-but", "all other cells of {house} but {cells}")
                return all_but.fill(house=house, cells=name_cells(rest))
            some = Message("step.some-of-house", "{n} cells of {house} ({cells})")
            return some.fill(n=count, house=house, cells=name_cells(cells))
        return label(cells[0] if self.step.is_lower else cells[1])

    @property
    def bound(self) -> Message:
        """The limit of the cell, for a sentence with the cell as the subject."""
        return self._limit(_IT_IS, _IT_IS_AT_LEAST, _IT_IS_AT_MOST)

    @property
    def limit(self) -> Message:
        """The limit of the cell."""
        return self._limit(_IS, _AT_LEAST, _AT_MOST).fill(cell=label(self.first_cell))

    def _limit(self, exact: Message, least: Message, most: Message) -> Message:
        is_exact = self.details.limit == (SIZE if self.step.is_lower else 1)
        limit = exact if is_exact else least if self.step.is_lower else most
        return limit.fill(digit=str(self.details.limit))

    @property
    def sign(self) -> str:
        ((other, _),) = self.details.candidates
        return f"{label(self.first_cell)} {'>' if self.step.is_lower else '<'} {label(other)}"

    @property
    def known(self) -> Message:
        """What is known of the cell across the sign."""
        ((other, mask),) = self.details.candidates
        fact = _IS if masks.is_single(mask) else _AT_LEAST if self.step.is_lower else _AT_MOST
        digit = masks.least(mask) if self.step.is_lower else masks.greatest(mask)
        return fact.fill(cell=label(other), digit=str(digit))

    def deciding(self, pincer: int) -> Items:
        """The digit of the pivot of a wing that decides a pincer."""
        (_, both), *pincers = self.details.candidates
        return name_any_digit(both & pincers[pincer][1] & ~masks.bit(self.first_digit))

    @property
    def chain(self) -> Items:
        """The links, one a line; many links are one paragraph, which takes fewer lines."""
        assumption, *links = [self._line(*link) for link in enumerate(self.step.chain)]
        if len(links) > _MOST_LINES:
            return line_by_line([assumption, paragraph(*links)])
        return line_by_line([assumption, *links])

    def _line(self, number: int, link: Link) -> Message:
        if not number:
            assumed = name_any_digit(link.held)
            return _SUPPOSE.fill(fact=_IS.fill(cell=label(link.cell), digit=assumed))
        fact = self._held(link) if link.contradiction is None else self._end(link)
        if reasons := self._reasons(link):
            fact = _BECAUSE.fill(fact=fact, reason=conjunction(reasons))
        if link.because == (number - 1,):
            return _THEN.fill(number=number, fact=fact)
        links = conjunction(earlier or _ASSUMPTION for earlier in link.because)
        return _FROM.fill(number=number, links=links, fact=fact)

    def _reasons(self, link: Link) -> list[Argument]:
        """The houses and signs by which a link follows, except a house that is the subject of its
        sentence."""
        is_of_house = link.house is not None or isinstance(link.contradiction, tuple)
        houses = () if is_of_house else link.houses
        signs = (f"{label(lesser)} < {label(greater)}" for lesser, greater in link.relations)
        return [*map(name_house, houses), *signs]

    def _held(self, link: Link) -> Message:
        """Say which digits a cell holds."""
        cell, held = label(link.cell), link.held
        if link.house is not None:
            digit = str(masks.least(held))
            return _LAST_CELL.fill(house=name_house(link.house), cell=cell, digit=digit)
        if masks.is_single(held):
            return _IS.fill(cell=cell, digit=str(masks.least(held)))
        if held == ALL_DIGITS & -(held & -held):
            return _AT_LEAST.fill(cell=cell, digit=str(masks.least(held)))
        if masks.is_single(held + 1):
            return _AT_MOST.fill(cell=cell, digit=str(masks.greatest(held)))
        return self._is_not(link.cell, ALL_DIGITS & ~held)

    def _end(self, link: Link) -> Message:
        """Say which cell or house has nothing left.

        If it is the assumed digit, say that the cell cannot hold it.
        """
        if link.contradiction == link.cell:
            digits = ALL_DIGITS & ~link.held
            return _CANNOT_BE.fill(cell=label(link.cell), digit=name_any_digit(digits))
        return self._nothing_left(link.contradiction)

    def _is_not(self, cell: int, mask: int) -> Message:
        return _IS_NOT.fill(cell=label(cell), digit=name_any_digit(mask))

    @property
    def own(self) -> Message:
        """The digit of the cell, with the step that places it."""
        fact = _IS.fill(cell=label(self.first_cell), digit=str(self.first_digit))
        return _by([one for one in (_own_digit(self.step),) if one], fact)

    @property
    def causes(self) -> Items:
        """The causes of a contradiction at the end of a proof."""
        if isinstance(self.step.contradiction, tuple):
            return _facts([*_house_without(self.details.causes)])
        return _facts([*_cell_without(self.first_cell, self.details.causes)])

    def _nothing_left(self, wrong: Contradiction | None) -> Message:
        match wrong:
            case int(cell):
                return _NO_CANDIDATE.fill(cell=label(cell))
            case (house, digit):
                return _NO_CELL.fill(house=name_house(house), digit=str(digit))
        raise AssertionError("there is no contradiction")


_FIELDS: Mapping[str, Callable[[SentenceFields], Argument]] = {
    "cell": lambda parts: label(parts.first_cell),
    "digit": lambda parts: str(parts.first_digit),
    "house": lambda parts: name_house(parts.houses[0]),
    "other_house": lambda parts: name_house(parts.houses[1]),
    "lines": lambda parts: name_houses(parts.houses[: len(parts.houses) // 2]),
    "other_lines": lambda parts: name_houses(parts.houses[len(parts.houses) // 2 :]),
    "cells": lambda parts: name_cells(parts.details.cells),
    "digits": lambda parts: name_digits(parts.details.digits),
    "n": lambda parts: parts.details.count,
    "number": lambda parts: parts.first_cell % SIZE + 1,
    "consequence": lambda parts: parts.consequence,
    "others": lambda parts: parts.others,
    "bound": lambda parts: parts.bound,
    "limit": lambda parts: parts.limit,
    "ascending": lambda parts: " < ".join(map(label, parts.details.cells)),
    "sign": lambda parts: parts.sign,
    "known": lambda parts: parts.known,
    "pivot": lambda parts: label(parts.details.candidates[0][0]),
    "first": lambda parts: label(parts.details.candidates[1][0]),
    "second": lambda parts: label(parts.details.candidates[2][0]),
    "one": lambda parts: parts.deciding(0),
    "other": lambda parts: parts.deciding(1),
    "chain": lambda parts: parts.chain,
    "causes": lambda parts: parts.causes,
    "own": lambda parts: parts.own,
}
"""The functions that return the arguments for the fields of templates."""


# --- dead ends ---

_SEES = Message("step.sees", "{cells} sees {placed}", "{cells} see {placed}")
_IT_SEES = Message("step.it-sees", "it sees {placed}")
_THE_DIGIT = Message("step.the-digit", "the {digit} at {cell}")
_HOLD_OTHERS = Message("step.hold-others", "{cells} hold other digits")
_BY_STEP = Message("step.by-step", "{fact} (step {number})")
_BY_STEPS = Message("step.by-steps", "{fact} (steps {numbers})")
_EXCLUDES = Message("step.excludes", "step {number} excludes {digits}")
_EXCLUDES_FROM = Message("step.excludes-from", "step {number} excludes {digit} from {cells}")
_EXCLUDE_REST = Message("step.exclude-rest", "steps {numbers} exclude all other digits")
_EXCLUDE_FROM_ALL = Message(
    "step.exclude-from-all", "steps {numbers} exclude {digit} from all its cells"
)
_EXCLUDE_FROM_OTHERS = Message(
    "step.exclude-from-others", "steps {numbers} exclude {digit} from all other cells"
)
_FROM_TO = Message("step.from-to", "{first} to {last}")

_MOST_STEPS = 3
"""The most steps of a dead end that are listed with their exclusions."""


def _cell_without(cell: int, causes: Sequence[Cause]) -> Iterator[Message]:
    """Name the causes that exclude all candidates of a cell, except a digit that it holds."""
    seen = [cause for cause in causes if cause.placed and cause.placed[0] != cell]
    if seen:
        yield _IT_SEES.fill(placed=conjunction(map(_placed, seen)))
    steps = [cause for cause in causes if not cause.placed]
    if len(steps) > _MOST_STEPS:
        yield _EXCLUDE_REST.fill(numbers=_numbers([cause.step for cause in steps]))
        return
    for cause in steps:
        mask = masks.union(masks.bit(digit) for _, digit in cause.excluded)
        yield _EXCLUDES.fill(number=cause.step, digits=name_digits(mask))


def _house_without(causes: Sequence[Cause]) -> Iterator[Message]:
    """Name the causes that exclude a digit from all cells of a house."""
    filled: list[Cause] = []
    seen: list[Cause] = []
    steps: list[Cause] = []
    for cause in causes:
        if not cause.placed:
            steps.append(cause)
        elif cause.placed[1] == cause.excluded[0][1]:
            seen.append(cause)
        else:
            filled.append(cause)
    for some in (
        [cause for cause in filled if not cause.step],
        [one for one in filled if one.step],
    ):
        if some:
            yield _filled(some)
    for cause in seen:
        cells = name_cells(cell for cell, _ in cause.excluded)
        yield _SEES.fill(n=len(cause.excluded), cells=cells, placed=_placed(cause))
    if len(steps) > _MOST_STEPS:
        is_of_all = sum(len(cause.excluded) for cause in steps) == SIZE
        exclude = _EXCLUDE_FROM_ALL if is_of_all else _EXCLUDE_FROM_OTHERS
        numbers = _numbers([cause.step for cause in steps])
        yield exclude.fill(numbers=numbers, digit=str(steps[0].excluded[0][1]))
        return
    for cause in steps:
        cells = name_cells(cell for cell, _ in cause.excluded)
        digit = str(cause.excluded[0][1])
        yield _EXCLUDES_FROM.fill(number=cause.step, digit=digit, cells=cells)


def _placed(cause: Cause) -> Message:
    """Name a digit, with the step that places it."""
    assert cause.placed
    cell, digit = cause.placed
    return _by([cause], _THE_DIGIT.fill(digit=str(digit), cell=label(cell)))


def _filled(causes: Sequence[Cause]) -> Message:
    """Say that cells hold other digits: all are given, or all have been placed."""
    cells = sorted(cell for cause in causes for cell, _ in cause.excluded)
    fact = _HOLD_OTHERS.fill(cells=name_cells(cells))
    if len(causes) == 1 and causes[0].placed:
        fact = _IS.fill(cell=label(cells[0]), digit=str(causes[0].placed[1]))
    return _by(causes, fact)


def _by(causes: Sequence[Cause], fact: Message) -> Message:
    """Return a fact about digits with the numbers of the steps that placed them."""
    numbers = sorted({cause.step for cause in causes if cause.step})
    if not numbers:
        return fact
    if len(numbers) == 1:
        return _BY_STEP.fill(fact=fact, number=numbers[0])
    return _BY_STEPS.fill(fact=fact, numbers=_numbers(numbers))


def _numbers(numbers: Sequence[int]) -> Items:
    """Return the numbers of steps, ascending; three or more in a row are `3 to 5`."""
    named: list[Argument] = []
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        first, *others = (number for _, number in run)
        if len(others) > 1:
            named.append(_FROM_TO.fill(first=first, last=others[-1]))
        else:
            named += [first, *others]
    return conjunction(named)


# --- merged steps ---

_SENTENCES = Message("step.sentences", "{sentences}")
_ONLY_DIGIT = Message("step.only-digit", "Only {digit} is left.")
_ONLY_BY_SIGNS = Message(
    "step.only-by-signs", "In {house}, {ascending}, so only {cell} is left for {digit}."
)
_ONE_DIGIT = Message("step.one-digit", "The only cell for {digit} is {places}.")
_IN_HOUSE = Message("step.cell-in-house", "{cell} in {house}")
_ONE_HOUSE = Message("step.one-house", "In {house}, {places}.")
_ONLY_CELL = Message("step.only-cell", "only {cell} can be {digit}")
_FULL_HOUSES = Message("step.full-houses", "Only one cell is empty {places}.")
_FULL_HOUSE = Message("step.full-house-in", "in {house} ({cell} is {digit})")
_ONE_BY_ONE = Message("step.one-by-one", "{head}, then {tail}")


def _merged(whole: Step) -> Message:
    """Return the sentence of a merged step."""
    *reasons, last = steps = whole.details.parts
    if not (last.places or last.removes):
        causes = _facts([_chains(reasons), *_house_without(whole.details.causes)])
        return SentenceFields(last).fill(_of_dead_end(SentenceFields(last)), causes=causes)
    if not last.places:
        return _removals(steps)
    if not reasons[0].places:
        return _removals_and_digit(reasons, last)
    if last.technique == "full house":
        return _FULL_HOUSES.fill(places=_one_by_one(steps, _FULL_HOUSE))
    if last.places[0][1] == reasons[0].places[0][1]:
        return SentenceFields(last).fill(_ONE_DIGIT, places=_one_by_one(steps, _IN_HOUSE))
    return SentenceFields(last).fill(_ONE_HOUSE, places=_one_by_one(steps, _ONLY_CELL))


def _one_by_one(steps: Sequence[Step], template: Message) -> Items:
    return Items(
        tuple([SentenceFields(step).fill(template) for step in steps]), _ONE_BY_ONE, _ONE_BY_ONE
    )


def _removals_and_digit(reasons: Sequence[Step], last: Step) -> Message:
    """Say which removals leave one candidate or one cell for a digit."""
    if last.technique == "hidden single" and all(reason.details.count == 1 for reason in reasons):
        return SentenceFields(last).fill(_ONLY_BY_SIGNS, ascending=_chains(reasons))
    is_of_cell = {cell for reason in reasons for cell, _ in reason.removes} == {last.places[0][0]}
    if last.technique == "naked single" and is_of_cell:
        return _SENTENCES.fill(
            sentences=paragraph(_removals(reasons), SentenceFields(last).fill(_ONLY_DIGIT))
        )
    return _SENTENCES.fill(sentences=paragraph(_removals(reasons), sentence_of(last)))


def _removals(steps: Sequence[Step]) -> Message:
    """State the candidates that several removals of one kind exclude."""
    first, *others = parts = [SentenceFields(step) for step in steps]
    if not others:
        return sentence_of(steps[0])
    match steps[0].technique:
        case "sign bounds":
            return _IN_CHAIN.fill(ascending=_chains(steps), limit=_limits(parts))
        case "one sign" if first.details.limit == others[0].details.limit:
            sign = conjunction(part.sign for part in parts)
            return _template(first).fill(sign=sign, known=_known(parts), limit=_limits(parts))
        case "one sign":
            cells = [steps[0].details.candidates[0][0], *(part.first_cell for part in parts)]
            chain = cells if steps[0].is_lower else cells[::-1]
            ascending = " < ".join(map(label, chain))
            return _template(first).fill(sign=ascending, known=first.known, limit=_limits(parts))
    digits = conjunction(str(part.first_digit) for part in parts)
    removes = tuple(candidate for step in steps for candidate in step.removes)
    return SentenceFields(replace(steps[0], removes=removes)).fill(_LOCKED, digit=digits)


def _limits(parts: Sequence[SentenceFields]) -> Items:
    """Name the limit of several cells: `r1c2 and r1c4 are at least 2`."""
    facts = []
    for _, alike in groupby(parts, lambda part: part.details.limit):
        one, *others = alike
        cells = name_cells(part.first_cell for part in (one, *others))
        several = _ARE_AT_LEAST if one.step.is_lower else _ARE_AT_MOST
        digit = str(one.details.limit)
        facts.append(several.fill(cells=cells, digit=digit) if others else one.limit)
    return conjunction(facts) if len(facts) == len(parts) else _facts(facts)


def _known(parts: Sequence[SentenceFields]) -> Message:
    """Say what is known of the cells across several signs; it is the same for all."""
    cells = sorted({cell for part in parts for cell, _ in part.details.candidates})
    if len(cells) == 1:
        return parts[0].known
    is_lower = parts[0].step.is_lower
    digit = parts[0].details.limit + (-1 if is_lower else 1)
    several = _ARE_AT_LEAST if is_lower else _ARE_AT_MOST
    return several.fill(cells=name_cells(cells), digit=str(digit))


def _join(chain: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Return two chains joined, if the second starts inside the first; else empty."""
    start = chain.index(other[0]) if other[0] in chain else len(chain)
    common = len(chain) - start
    if chain[start : start + len(other)] == other:
        return chain
    return (*chain, *other[common:]) if common and chain[start:] == other[:common] else ()


def _chains(steps: Sequence[Step]) -> Items:
    """Return the signs of bounds: `r1c1 < r1c2 < r1c3 and r2c1 < r2c2`."""
    chains: list[tuple[int, ...]] = []
    for cells in sorted([step.details.cells for step in steps], key=len, reverse=True):
        for place, chain in enumerate(chains):
            if joined := _join(chain, cells) or _join(cells, chain):
                chains[place] = joined
                break
        else:
            chains.append(cells)
    return conjunction(" < ".join(map(label, chain)) for chain in chains)

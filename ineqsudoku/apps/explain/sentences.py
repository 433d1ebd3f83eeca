"""The words that sentences of steps consist of: names, templates, and phrases about links and
causes.  `step.py` puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.houses import ALL_DIGITS
from ineqsudoku.apps.explain.values import Candidate, Cause, Contradiction, Link
from ineqsudoku.geometry import HOUSE_NAMES, SIZE, label
from ineqsudoku.messages import (
    Argument,
    Items,
    Message,
    conjunction,
    disjunction,
    line_by_line,
    paragraph,
    series,
)

# --- names; a cell alone is named by `label` ---


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


# --- the templates of techniques ---

# Several techniques have the same sentence; each family of them is in order of its size.
NAKED_SETS = ("naked pair", "naked triple", "naked quad")
HIDDEN_SETS = ("hidden pair", "hidden triple", "hidden quad")
FISH = ("X-wing", "swordfish", "jellyfish")
REFUTATIONS = ("alternating chain", "contradiction")

GREATER = Message("step.greater", "{cell} is greater than {others}, so {bound}.")
LESS = Message("step.less", "{cell} is less than {others}, so {bound}.")
IN_CHAIN = Message("step.in-chain", "{ascending}, so {limit}.")
LEAST = Message(
    "step.counting-least",
    "In {house}, {cells} are less than {cell}. The least they can hold is {digits}, so {limit}.",
)
MOST = Message(
    "step.counting-most",
    "In {house}, {cells} are greater than {cell}. The most they can hold is {digits}, so {limit}.",
)
LOCKED = Message(
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
ONE_ARRANGEMENT = Message(
    "step.one-arrangement", "There is only one way left to fill {house}, so {consequence}."
)
ANY_ARRANGEMENT = Message(
    "step.any-arrangement", "In all ways left to fill {house}, {consequence}."
)
_REFUTED = Message("step.refuted", "{chain}\nHence {consequence}.")

TEMPLATES: Mapping[str, Message] = {
    "full house": Message(
        "step.full-house", "{cell} is the only empty cell of {house}, so it is {digit}."
    ),
    "hidden single": Message("step.hidden-single", "In {house}, only {cell} can be {digit}."),
    "one sign": Message("step.one-sign", "{sign}, and {known}, so {limit}."),
    "naked single": Message("step.naked-single", "The only candidate left for {cell} is {digit}."),
    "pointing": LOCKED,
    "claiming": LOCKED,
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


NO_CELL_LEFT = (
    Message("step.row-full", "Row {number} has no cell left for {digit}: {causes}."),
    Message("step.column-full", "Column {number} has no cell left for {digit}: {causes}."),
    Message("step.box-full", "Box {number} has no cell left for {digit}: {causes}."),
)
NO_CANDIDATE_LEFT = Message("step.cell-full", "{cell} has no candidate left: {causes}.")
GIVEN_EXCLUDED = Message("step.given-excluded", "{cell} is given as {digit}, but {causes}.")
PLACED_EXCLUDED = Message("step.placed-excluded", "{own}, but {causes}.")
GIVENS_CLASH = Message("step.givens-clash", "In {house}, {cells} are both given as {digit}.")


# --- facts ---

IS = Message("step.is", "{cell} is {digit}")
_IS_NOT = Message("step.is-not", "{cell} is not {digit}")
_ARE_NOT = Message("step.are-not", "{cells} are not {digit}")
AT_LEAST = Message("step.at-least", "{cell} is at least {digit}")
AT_MOST = Message("step.at-most", "{cell} is at most {digit}")
ARE_AT_LEAST = Message("step.are-at-least", "{cells} are at least {digit}")
ARE_AT_MOST = Message("step.are-at-most", "{cells} are at most {digit}")
IT_IS = Message("step.it-is", "it is {digit}")
IT_IS_AT_LEAST = Message("step.it-is-at-least", "it is at least {digit}")
IT_IS_AT_MOST = Message("step.it-is-at-most", "it is at most {digit}")
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


def join_facts(facts: Sequence[Argument]) -> Items:
    """Join facts that may be about several cells: with a comma before `and`."""
    return Items(tuple(facts), _AND, _AND) if len(facts) == 2 else series(facts)


def say_losses(removes: Iterable[Candidate]) -> Items:
    """Name the candidates that cells lose: `r1c1 is not 3, and r1c2 and r1c3 are not 3 or 5`."""
    lost: dict[int, int] = {}
    for cell, digit in removes:
        lost[cell] = lost.get(cell, 0) | masks.bit(digit)
    cells_without: dict[int, list[int]] = {}
    for cell, mask in lost.items():
        cells_without.setdefault(mask, []).append(cell)
    return join_facts(
        [
            _is_not(cells[0], mask)
            if len(cells) == 1
            else _ARE_NOT.fill(cells=name_cells(cells), digit=name_any_digit(mask))
            for mask, cells in cells_without.items()
        ]
    )


def say_ascending(chains: Iterable[tuple[int, ...]]) -> Items:
    """Say which cells are less than others: `r1c1 < r1c2 < r1c3 and r2c1 < r2c2`."""
    joined_chains: list[tuple[int, ...]] = []
    for cells in sorted(chains, key=len, reverse=True):
        for place, chain in enumerate(joined_chains):
            if joined := _join(chain, cells) or _join(cells, chain):
                joined_chains[place] = joined
                break
        else:
            joined_chains.append(cells)
    return conjunction(" < ".join(map(label, chain)) for chain in joined_chains)


def _join(chain: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Return two chains joined, if the second starts inside the first; else empty."""
    start = chain.index(other[0]) if other[0] in chain else len(chain)
    common = len(chain) - start
    if chain[start : start + len(other)] == other:
        return chain
    return (*chain, *other[common:]) if common and chain[start:] == other[:common] else ()


# --- the links of a chain ---

_MOST_LINES = 22
"""The most links with a line each.  More would take over 30 lines on a terminal of 80 columns."""


def say_links(chain: Sequence[Link]) -> Items:
    """Say the links of a chain, one a line; many links are one paragraph, which takes fewer
    lines."""
    assumption, *others = [_link(*link) for link in enumerate(chain)]
    if len(others) > _MOST_LINES:
        return line_by_line([assumption, paragraph(*others)])
    return line_by_line([assumption, *others])


def _link(number: int, link: Link) -> Message:
    if not number:
        assumed = name_any_digit(link.held)
        return _SUPPOSE.fill(fact=IS.fill(cell=label(link.cell), digit=assumed))
    fact = _held(link) if link.contradiction is None else _end(link)
    if reasons := _reasons(link):
        fact = _BECAUSE.fill(fact=fact, reason=conjunction(reasons))
    if link.because == (number - 1,):
        return _THEN.fill(number=number, fact=fact)
    links = conjunction(earlier or _ASSUMPTION for earlier in link.because)
    return _FROM.fill(number=number, links=links, fact=fact)


def _reasons(link: Link) -> list[Argument]:
    """Return the houses and signs by which a link follows, except the house that its sentence is
    about."""
    is_of_house = link.house is not None or isinstance(link.contradiction, tuple)
    houses = () if is_of_house else link.houses
    signs = (f"{label(lesser)} < {label(greater)}" for lesser, greater in link.relations)
    return [*map(name_house, houses), *signs]


def _held(link: Link) -> Message:
    """Say which digits a cell holds."""
    cell, held = label(link.cell), link.held
    if link.house is not None:
        digit = str(masks.least(held))
        return _LAST_CELL.fill(house=name_house(link.house), cell=cell, digit=digit)
    if masks.is_single(held):
        return IS.fill(cell=cell, digit=str(masks.least(held)))
    if held == ALL_DIGITS & -(held & -held):
        return AT_LEAST.fill(cell=cell, digit=str(masks.least(held)))
    if masks.is_single(held + 1):
        return AT_MOST.fill(cell=cell, digit=str(masks.greatest(held)))
    return _is_not(link.cell, ALL_DIGITS & ~held)


def _end(link: Link) -> Message:
    """Say which cell or house has nothing left.

    If it is the assumed digit, say that the cell cannot hold it.
    """
    if link.contradiction == link.cell:
        digits = ALL_DIGITS & ~link.held
        return _CANNOT_BE.fill(cell=label(link.cell), digit=name_any_digit(digits))
    return _nothing_left(link.contradiction)


def _is_not(cell: int, mask: int) -> Message:
    return _IS_NOT.fill(cell=label(cell), digit=name_any_digit(mask))


def _nothing_left(wrong: Contradiction | None) -> Message:
    match wrong:
        case int(cell):
            return _NO_CANDIDATE.fill(cell=label(cell))
        case (house, digit):
            return _NO_CELL.fill(house=name_house(house), digit=str(digit))
    raise AssertionError("there is no contradiction")


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


def say_cell_without(cell: int, causes: Sequence[Cause]) -> Iterator[Message]:
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


def say_house_without(causes: Sequence[Cause]) -> Iterator[Message]:
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
    return add_steps([cause], _THE_DIGIT.fill(digit=str(digit), cell=label(cell)))


def _filled(causes: Sequence[Cause]) -> Message:
    """Say that cells hold other digits: all are given, or all have been placed."""
    cells = sorted(cell for cause in causes for cell, _ in cause.excluded)
    fact = _HOLD_OTHERS.fill(cells=name_cells(cells))
    if len(causes) == 1 and causes[0].placed:
        fact = IS.fill(cell=label(cells[0]), digit=str(causes[0].placed[1]))
    return add_steps(causes, fact)


def add_steps(causes: Sequence[Cause], fact: Message) -> Message:
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

SENTENCES = Message("step.sentences", "{sentences}")
ONLY_DIGIT = Message("step.only-digit", "Only {digit} is left.")
ONLY_BY_SIGNS = Message(
    "step.only-by-signs", "In {house}, {ascending}, so only {cell} is left for {digit}."
)
ONE_DIGIT = Message("step.one-digit", "The only cell for {digit} is {places}.")
IN_HOUSE = Message("step.cell-in-house", "{cell} in {house}")
ONE_HOUSE = Message("step.one-house", "In {house}, {places}.")
ONLY_CELL = Message("step.only-cell", "only {cell} can be {digit}")
FULL_HOUSES = Message("step.full-houses", "Only one cell is empty {places}.")
FULL_HOUSE = Message("step.full-house-in", "in {house} ({cell} is {digit})")
ONE_BY_ONE = Message("step.one-by-one", "{head}, then {tail}")

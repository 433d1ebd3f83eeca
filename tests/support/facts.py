"""What the sentence of a step states of cells, read back from its words in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import ineqsudoku as iq
from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.messages import use_language

Fact = tuple[int, frozenset[int]]

_CELLS = r"(?P<cells>(?:r\dc\d(?:, | and |、)?)+|it|所以)"
_DIGITS = r"(?P<digits>\d(?:(?:, | or |、| ?或 ?)\d)*)"

_ENGLISH = re.compile(
    rf"{_CELLS} (?:is|are) (?P<kind>at least |at most |not )?{_DIGITS}"
    r"|only (?P<only>r\dc\d) (?:can be|is left for) (?P<digit>\d)"
    r"|(?P<place>r\dc\d) in (?:row|column|box) \d"
    r"|candidate left for (?P<naked>r\dc\d) is (?P<last>\d)"
    r"|Only (?P<rest>\d) is left"
)
_CHINESE = re.compile(
    rf"{_CELLS} ?(?:都)?(?P<kind>至少是|至多是|不是|是|填) {_DIGITS}"
    r"|只有 (?P<only>r\dc\d) 能填 (?P<digit>\d)"
    r"|在第 \d [行列宫]只能填在 (?P<place>r\dc\d)"
    r"|(?P<naked>r\dc\d) 只剩候选数 (?P<last>\d)"
    r"|只剩 (?P<rest>\d)。"
)
_KINDS = {"至少是": "at least ", "至多是": "at most ", "不是": "not "}


def facts(sentence: str) -> Iterator[Fact]:
    """Yield cells with the digits that a sentence leaves them.

    Of a chain or a wing, it reads the conclusion alone.  `it` is the first cell of a sentence.
    """
    is_chinese = bool(re.search("[一-鿿]", sentence))
    conclusion = sentence.splitlines()[-1]
    conclusion = re.split("In both cases, |In all cases, |都能推出", conclusion)[-1]
    one_digit = re.search(r"The only cell for (\d)|^(\d) 在第 \d [行列宫]只能填在", conclusion)
    cell = -1
    for part in re.split(r"(?<=\.) |(?<=。)", conclusion):
        first = re.search(r"r\dc\d", part)
        for found in (_CHINESE if is_chinese else _ENGLISH).finditer(part):
            of = found.groupdict()
            if of["cells"]:
                digits = {*map(int, re.findall(r"\d", of["digits"]))}
                left = _left(_KINDS.get(of["kind"], of["kind"] or ""), digits)
                named = re.findall(r"r\dc\d", of["cells"]) or [first.group() if first else ""]
                for name in named:
                    cell = _number(name)
                    yield cell, left
            elif of["place"]:
                if one_digit:
                    yield _number(of["place"]), frozenset([int(one_digit[1] or one_digit[2])])
            else:
                name = of["only"] or of["naked"]
                cell = _number(name) if name else cell
                yield cell, frozenset([int(of["digit"] or of["last"] or of["rest"])])


def assert_states_its_data(step: iq.Step, after: Board) -> None:
    """A sentence states in English and Chinese what a step places and removes, and the board after
    the step has what it states."""
    stated = {*facts(str(step))}
    with use_language("zh"):
        assert {*facts(str(step))} == stated, step
    for cell, left in stated:
        assert {*masks.digits(after.candidates[cell])} <= left, step
    for cell, digit in step.places:
        assert (cell, frozenset([digit])) in stated, step
    if "left for" not in str(step):  # What signs exclude from the other cells goes unsaid.
        for cell, digit in step.removes:
            assert any(cell == one and digit not in left for one, left in stated), step


def _left(kind: str, digits: set[int]) -> frozenset[int]:
    match kind:
        case "not ":
            return frozenset(range(1, 10)) - digits
        case "at least ":
            return frozenset(range(min(digits), 10))
        case "at most ":
            return frozenset(range(1, max(digits) + 1))
    return frozenset(digits)


def _number(name: str) -> int:
    return 9 * int(name[1]) + int(name[3]) - 10

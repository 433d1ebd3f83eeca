"""Steps and hints in Chinese.

A sentence is made from the data of its step, as the English one is, and gives the same reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.hints import STAGES, Hint
from ineqsudoku.explanation.masks import Houses, houses_of
from ineqsudoku.explanation.values import Link, Step
from ineqsudoku.explanation.words import shape
from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import Relation

NAMES: Mapping[str, str] = {
    "last value": "最后一格",
    "sign bounds": "不等号边界",
    "hidden single": "隐性唯一",
    "one sign": "单个不等号",
    "naked single": "显性唯一",
    "counting": "计数",
    "pointing": "宫区块",
    "claiming": "行列区块",
    "naked pair": "显性数对",
    "hidden pair": "隐性数对",
    "naked triple": "显性三数组",
    "hidden triple": "隐性三数组",
    "naked quad": "显性四数组",
    "hidden quad": "隐性四数组",
    "X-wing": "X 翼",
    "swordfish": "剑鱼",
    "jellyfish": "水母",
    "arrangements": "列举填法",
    "XY-wing": "XY 翼",
    "XYZ-wing": "XYZ 翼",
    "simple colouring": "简单染色",
    "X-chain": "X 链",
    "alternating chain": "交替链",
    "contradiction": "反证",
    "nested contradictions": "嵌套反证",
}
"""The Chinese names of the techniques."""


def sentence(step: Step, geometry: Geometry) -> str:
    """Return a sentence that says what a step does and why."""
    return _SENTENCES[step.technique](_Step(step, houses_of(geometry)))


def stage(hint: Hint, number: int) -> str:
    """Return the Chinese form of `Hint.stage`.

    Raises `ValueError` unless `number` is 1 to 4.
    """
    if number not in STAGES:
        raise ValueError(f"stage is {number}, but must be 1, 2, 3 or 4")
    if hint.kind == "solved":
        return "题目已经解完。"
    if hint.kind == "none":
        return "没有可用的技巧。"
    said = _mistake(hint) if hint.kind == "mistake" else _next(hint)
    return said[number - 1]


def _next(hint: Hint) -> list[str]:
    words, step = _Words(houses_of(hint.geometry)), hint.steps[-1]
    names = list(dict.fromkeys(NAMES[step.technique] for step in hint.steps))
    what = f"请寻找：{'，然后是'.join(names)}。"
    changed = sorted({cell for cell, _ in step.places + step.removes})
    look = f"{what}请看{words.houses(step.premises.houses or words.around(changed))}。"
    cells = words.cells(changed)
    where = f"下一个要填的格是 {cells}。" if step.places else f"{cells} 可以排除候选数。"
    return [
        what,
        look,
        f"{look}{where}",
        "\n".join(sentence(step, hint.geometry) for step in hint.steps),
    ]


def _mistake(hint: Hint) -> list[str]:
    words = _Words(houses_of(hint.geometry))
    cells = sorted({*(cell for cell, _ in hint.wrong_digits), *hint.wrong_marks})
    what = f"有 {len(hint.wrong_digits)} 个数字填错了。" if hint.wrong_digits else ""
    what += "有些候选数标记漏掉了正确的数字。" if hint.wrong_marks else ""
    wrong = [f"{words.cell(cell)} 不是 {words.digit(digit)}。" for cell, digit in hint.wrong_digits]
    wrong += [f"{words.cell(cell)} 的标记漏掉了正确的数字。" for cell in hint.wrong_marks]
    return [
        what,
        f"{what}请看{words.houses(words.around(cells))}。",
        f"{what}请看 {words.cells(cells)}。",
        "".join(wrong),
    ]


class _Words:
    """The Chinese names of cells, digits and houses."""

    def __init__(self, houses: Houses) -> None:
        self._houses = houses

    def cell(self, cell: int) -> str:
        return self._houses.geometry.label(cell)

    def cells(self, cells: Iterable[int]) -> str:
        return "、".join(map(self.cell, cells))

    def digit(self, digit: int) -> str:
        return self._houses.geometry.symbols[digit - 1]

    def digits(self, mask: int, last: str = "、") -> str:
        *head, tail = map(self.digit, masks.digits(mask))
        return f"{'、'.join(head)}{last}{tail}" if head else tail

    def house(self, number: int) -> str:
        return self.houses([number])

    def houses(self, numbers: Iterable[int]) -> str:
        """Return the names of houses, those of a kind together: `第 1、4 行、第 2 宫`."""
        places: dict[str, list[str]] = {}
        for number in numbers:
            kind, first = self._kind(number)
            places.setdefault(kind, []).append(str(number - first + 1))
        return "、".join(f"第 {'、'.join(numbers)} {kind}" for kind, numbers in places.items())

    def kind(self, number: int) -> str:
        """Return the kind of a house: `行`, `列` or `宫`."""
        return self._kind(number)[0]

    def _kind(self, number: int) -> tuple[str, int]:
        """Return the kind of a house and the number of the first one of that kind."""
        houses = self._houses
        for kind, numbers in (("行", houses.rows), ("列", houses.columns)):
            if number in numbers:
                return kind, numbers[0]
        return "宫", houses.boxes[0]

    def sign(self, relation: Relation) -> str:
        lesser, greater = relation
        return f"{self.cell(lesser)} < {self.cell(greater)}"

    def link(self, link: Link) -> str:
        """Say what a cell holds under an assumption, and why: `r1c1 不是 5（第 1 宫）`."""
        signs = "、".join(map(self.sign, link.relations))
        reason = "、".join(filter(None, [self.houses(link.houses), signs]))
        return f"{self.cell(link.cell)} {self._held(link.held, link.gone)}（{reason}）"

    def _held(self, held: int, gone: int) -> str:
        match shape(held, gone):
            case "not":
                return f"不是 {self.digits(gone, ' 或 ')}"
            case "at least":
                return f"至少是 {self.digit(masks.least(held))}"
            case "at most":
                return f"至多是 {self.digit(masks.greatest(held))}"
        return f"是 {self.digits(held, ' 或 ')}"

    def around(self, cells: Iterable[int]) -> tuple[int, ...]:
        return self._houses.around(cells)


class _Step(_Words):
    """The parts of the sentence that describes a step."""

    def __init__(self, step: Step, houses: Houses) -> None:
        super().__init__(houses)
        self.step = step
        self.all_digits = houses.all_digits
        self.members = houses.geometry.houses

    @property
    def placed(self) -> tuple[str, str]:
        ((cell, digit),) = self.step.places
        return self.cell(cell), self.digit(digit)

    @property
    def base(self) -> int:
        """The house that the step is about."""
        return self.step.premises.houses[0]

    @property
    def removed(self) -> dict[int, int]:
        """The candidates that the cells lose, as a mask."""
        masks_lost: dict[int, int] = {}
        for cell, digit in self.step.removes:
            masks_lost[cell] = masks_lost.get(cell, 0) | masks.bit(digit)
        return masks_lost

    @property
    def consequence(self) -> str:
        """Say which candidates cells lose: `r1c1 不是 3，r1c2、r1c3 都不是 3 或 5`."""
        return self._consequence(2)

    @property
    def in_every_case(self) -> str:
        """Say which candidates cells lose in all of several cases."""
        return self._consequence(1)

    def _consequence(self, cells_for_all: int) -> str:
        cells_without: dict[int, list[int]] = {}
        for cell, gone in self.removed.items():
            cells_without.setdefault(gone, []).append(cell)
        return "，".join(
            f"{self.cells(cells)} {'都' if len(cells) >= cells_for_all else ''}不是"
            f" {self.digits(gone, ' 或 ')}"
            for gone, cells in cells_without.items()
        )

    @property
    def target(self) -> int:
        """The only cell that loses candidates."""
        (cell,) = self.removed
        return cell

    @property
    def is_lower(self) -> bool:
        """Whether signs make the target greater, not less, than other cells."""
        return any(greater == self.target for _, greater in self.step.premises.relations)

    def limit(self, digit: int) -> str:
        """Return the bound of the target, or its digit if the bound leaves only one."""
        if digit == (masks.greatest(self.all_digits) if self.is_lower else 1):
            return f"是 {self.digit(digit)}"
        return f"{'至少' if self.is_lower else '至多'}是 {self.digit(digit)}"

    @property
    def assumed(self) -> str:
        ((cell, digit),) = self.step.removes
        return f"{self.cell(cell)} 是 {self.digit(digit)}"


def _last(step: _Step) -> str:
    cell, digit = step.placed
    return f"{step.house(step.base)}只剩 {cell} 一个空格，所以它是 {digit}。"


def _hidden_single(step: _Step) -> str:
    cell, digit = step.placed
    return f"在{step.house(step.base)}中，只有 {cell} 能填 {digit}。"


def _naked_single(step: _Step) -> str:
    cell, digit = step.placed
    return f"{cell} 只剩候选数 {digit}。"


def _bounds(step: _Step) -> str:
    details, target = step.step.details, step.cell(step.target)
    count, most = details.count, len(step.members[0]) - 1
    head = f"{target} {'大于' if step.is_lower else '小于'}"
    end = f"所以{step.limit(count + 1 if step.is_lower else most + 1 - count)}。"
    if step.step.premises.houses:
        house = step.house(step.base)
        if count == most:
            return f"{head}{house}的其他所有格，{end}"
        return f"{head}{house}的 {count} 格（{step.cells(details.cells)}），{end}"
    if count == 1:
        (other,) = {*details.cells} - {step.target}
        return f"{head} {step.cell(other)}，{end}"
    chain = " < ".join(map(step.cell, details.cells))
    return f"在 {chain} 中，{head} {count} 格，{end}"


def _one_sign(step: _Step) -> str:
    ((other, mask),) = step.step.details.candidates
    digit = masks.least(mask) if step.is_lower else masks.greatest(mask)
    how = "至少" if step.is_lower else "至多"
    known = f"{'' if masks.is_single(mask) else how}是 {step.digit(digit)}"
    sign = f"{step.cell(step.target)} {'>' if step.is_lower else '<'} {step.cell(other)}"
    limit = step.limit(digit + 1 if step.is_lower else digit - 1)
    return f"{sign}，而 {step.cell(other)} {known}，所以 {step.cell(step.target)} {limit}。"


def _counting(step: _Step) -> str:
    details, cell = step.step.details, step.cell(step.target)
    how, extreme, digit = (
        ("小于", "小", masks.greatest(details.digits) + 1)
        if step.is_lower
        else ("大于", "大", masks.least(details.digits) - 1)
    )
    return (
        f"{step.house(step.base)}中有 {len(details.cells)} 格{how} {cell}："
        f"{step.cells(details.cells)}。它们互不相同，最{extreme}只能是 "
        f"{step.digits(details.digits)}，所以 {cell} {step.limit(digit)}。"
    )


def _locked(step: _Step) -> str:
    base, cover = step.step.premises.houses
    digit = step.digit(step.step.removes[0][1])
    return f"在{step.house(base)}中，{digit} 只能填在{step.house(cover)}，所以 {step.consequence}。"


def _naked_set(step: _Step) -> str:
    cells = step.cells(cell for cell, _ in step.step.premises.cells)
    digits = step.digits(step.step.premises.cells[0][1])
    return f"在{step.house(step.base)}中，{cells} 只能填 {digits}，所以 {step.consequence}。"


def _hidden_set(step: _Step) -> str:
    others = {cell for cell, _ in step.step.premises.cells}
    kept = step.all_digits & ~step.step.premises.cells[0][1]
    cells = [cell for cell in step.members[step.base] if cell not in others]
    return (
        f"在{step.house(step.base)}中，{step.digits(kept)} 只能填在 {step.cells(cells)}，"
        f"这些格不能填别的：{step.consequence}。"
    )


def _fish(step: _Step) -> str:
    houses = step.step.premises.houses
    base, cover = houses[: len(houses) // 2], houses[len(houses) // 2 :]
    digit = step.digit(step.step.removes[0][1])
    return (
        f"{step.houses(base)}的 {digit} 只能填在{step.houses(cover)}，"
        f"这些{step.kind(cover[0])}的其他格不能填 {digit}：{step.consequence}。"
    )


def _arrangements(step: _Step) -> str:
    house, count = step.house(step.base), step.step.details.count
    if count == 1:
        return f"{house}只剩 1 种填法，所以 {step.consequence}。"
    return f"{house}还有 {count} 种填法。在每一种填法中，{step.in_every_case}。"


def _wing(step: _Step) -> str:
    (pivot, both), *pincers = step.step.details.candidates
    common = masks.bit(step.step.removes[0][1])
    digit = step.digits(common)
    cases = []
    for cell, mask in pincers:
        other = step.digits(both & mask & ~common)
        cases.append(f"如果 {step.cell(pivot)} 是 {other}，那么 {step.cell(cell)} 是 {digit}")
    if both & common:
        cases.append(f"否则 {step.cell(pivot)} 自己就是 {digit}")
    return f"{'；'.join(cases)}。无论哪种情况，{step.in_every_case}。"


def _chain(step: _Step) -> str:
    then = "，从而 ".join(map(step.link, step.step.details.links))
    return f"如果 {step.assumed}，那么 {then}，与假设矛盾。所以 {step.consequence}。"


def _contradiction(step: _Step) -> str:
    details = step.step.details
    then = "，".join(map(step.link, details.links))
    if details.unplaced:
        house, digit = details.unplaced
        end = f"{step.house(house)}没有格能填 {step.digit(digit)}"
    else:
        end = f"{step.cell(details.links[-1].cell)} 没有数可填"
    so = f"那么 {then}。这样，{end}" if then else f"那么{end}"
    return f"假设 {step.assumed}。{so}，产生矛盾。所以 {step.consequence}。"


def _nested(step: _Step) -> str:
    more = step.step.details.count
    return f"假设 {step.assumed}。每次再加 {more} 个假设，最终会产生矛盾。所以 {step.consequence}。"


_SENTENCES: Mapping[str, Callable[[_Step], str]] = {
    "last value": _last,
    "sign bounds": _bounds,
    "hidden single": _hidden_single,
    "one sign": _one_sign,
    "naked single": _naked_single,
    "counting": _counting,
    "pointing": _locked,
    "claiming": _locked,
    **{f"naked {size}": _naked_set for size in ("pair", "triple", "quad")},
    **{f"hidden {size}": _hidden_set for size in ("pair", "triple", "quad")},
    "X-wing": _fish,
    "swordfish": _fish,
    "jellyfish": _fish,
    "arrangements": _arrangements,
    "XY-wing": _wing,
    "XYZ-wing": _wing,
    "simple colouring": _chain,
    "X-chain": _chain,
    "alternating chain": _chain,
    "contradiction": _contradiction,
    "nested contradictions": _nested,
}

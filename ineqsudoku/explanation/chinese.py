"""Steps and hints in Chinese.

Each sentence is made from the data of its step, not from the English text.  The English text may
say more: it also gives a reason for each link of a chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.hints import STAGES, Hint
from ineqsudoku.explanation.houses import Houses, houses_of
from ineqsudoku.explanation.values import Step
from ineqsudoku.geometry import Geometry

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
    names = list(dict.fromkeys(NAMES[each.technique] for each in hint.steps))
    what = f"请寻找：{'，然后是'.join(names)}。"
    changed = sorted({cell for cell, _ in step.places + step.removes})
    houses = f"{what}请看{words.houses(step.premises.houses or words.around(changed))}。"
    cells = words.cells(changed)
    where = f"下一个要填的格是 {cells}。" if step.places else f"{cells} 可以排除候选数。"
    return [
        what,
        houses,
        f"{houses}{where}",
        "\n".join(sentence(each, hint.geometry) for each in hint.steps),
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
        return self._houses.words.cell[cell]

    def cells(self, cells: Iterable[int]) -> str:
        return "、".join(map(self.cell, cells))

    def digit(self, digit: int) -> str:
        return self._houses.words.digit[digit]

    def digits(self, mask: int, last: str = "、") -> str:
        *head, tail = map(self.digit, masks.digits(mask))
        return f"{'、'.join(head)}{last}{tail}" if head else tail

    def house(self, number: int) -> str:
        for kind, numbers in (("行", self._houses.rows), ("列", self._houses.columns)):
            if number in numbers:
                return f"第 {number - numbers[0] + 1} {kind}"
        return f"第 {number - self._houses.boxes[0] + 1} 宫"

    def houses(self, numbers: Iterable[int]) -> str:
        return "、".join(map(self.house, numbers))

    def around(self, cells: Iterable[int]) -> list[int]:
        """Return the boxes of some cells, or their rows if the geometry has no boxes."""
        place = -1 if self._houses.boxes else 0
        return sorted({self._houses.of_cell[cell][place] for cell in cells})


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
        """The candidates that each cell loses, as a mask."""
        found: dict[int, int] = {}
        for cell, digit in self.step.removes:
            found[cell] = found.get(cell, 0) | masks.bit(digit)
        return found

    @property
    def consequence(self) -> str:
        cells_without: dict[int, list[int]] = {}
        for cell, gone in self.removed.items():
            cells_without.setdefault(gone, []).append(cell)
        return "，".join(
            f"{self.cells(cells)} 不是 {self.digits(gone, ' 或 ')}"
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
    def signs(self) -> str:
        return "、".join(
            f"{self.cell(lesser)} < {self.cell(greater)}"
            for lesser, greater in self.step.premises.relations
        )

    @property
    def assumed(self) -> str:
        ((cell, digit),) = self.step.removes
        return f"{self.cell(cell)} 是 {self.digit(digit)}"

    @property
    def chain(self) -> str:
        """The consequences of the assumption, without the assumption itself."""
        return "，".join(self._holds(cell, mask) for cell, mask in self.step.chain[1:])

    def _holds(self, cell: int, mask: int) -> str:
        ((assumed, digit),) = self.step.removes
        if not mask:
            return f"{self.cell(cell)} 无数可填"
        if not masks.is_single(mask) and (cell == assumed or self.step.technique in _OF_A_DIGIT):
            return f"{self.cell(cell)} 不是 {self.digit(digit)}"
        return f"{self.cell(cell)} 是 {self.digits(mask, ' 或 ')}"


_OF_A_DIGIT = ("simple colouring", "X-chain")
"""The chains of a single digit: each link says that a cell holds it or does not."""


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
    where = f"在{step.house(step.base)}中，" if step.step.premises.houses else ""
    count = round(10 * (step.step.rating - 1))
    digit = count + 1 if step.is_lower else masks.greatest(step.all_digits) - count
    how = "大于" if step.is_lower else "小于"
    cell = step.cell(step.target)
    return f"{where}{cell} {how} {count} 格（{step.signs}），所以 {cell} {step.limit(digit)}。"


def _one_sign(step: _Step) -> str:
    ((lesser, greater),) = step.step.premises.relations
    other = lesser if step.is_lower else greater
    mask = dict(step.step.premises.cells).get(other, step.all_digits)
    digit = masks.least(mask) if step.is_lower else masks.greatest(mask)
    known = f"{'至少' if step.is_lower else '至多'}是 {step.digit(digit)}"
    limit = step.limit(digit + 1 if step.is_lower else digit - 1)
    return f"{step.signs}，而 {step.cell(other)} {known}，所以 {step.cell(step.target)} {limit}。"


def _counting(step: _Step) -> str:
    others = {other for pair in step.step.premises.relations for other in pair} - {step.target}
    gone, cell = step.removed[step.target], step.cell(step.target)
    how, digit = (
        ("小于", masks.greatest(gone) + 1) if step.is_lower else ("大于", masks.least(gone) - 1)
    )
    return (
        f"{step.house(step.base)}中的 {step.cells(sorted(others))} 都{how} {cell}，且互不相同；"
        f"按它们的候选数计算，{cell} {step.limit(digit)}。"
    )


def _locked(step: _Step) -> str:
    base, cover = step.step.premises.houses
    digit = step.digit(step.step.removes[0][1])
    return f"在{step.house(base)}中，{digit} 只能在{step.house(cover)}内，所以 {step.consequence}。"


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
        f"这些格不能再填其他数字：{step.consequence}。"
    )


def _fish(step: _Step) -> str:
    houses = step.step.premises.houses
    base, cover = houses[: len(houses) // 2], houses[len(houses) // 2 :]
    digit = step.digit(step.step.removes[0][1])
    return (
        f"在{step.houses(base)}中，{digit} 只能在{step.houses(cover)}内，"
        f"这些行列的其他格不能填 {digit}：{step.consequence}。"
    )


def _arrangements(step: _Step) -> str:
    return f"列举{step.house(step.base)}剩下的所有填法：在每一种中，{step.consequence}。"


def _wing(step: _Step) -> str:
    (pivot, both), *pincers = step.step.premises.cells
    common = masks.bit(step.step.removes[0][1])
    digit = step.digits(common)
    cases = []
    for cell, mask in pincers:
        other = step.digits(both & mask & ~common)
        cases.append(f"如果 {step.cell(pivot)} 是 {other}，{step.cell(cell)} 就是 {digit}")
    if both & common:
        cases.append(f"否则它自己是 {digit}")
    return f"{'；'.join(cases)}。无论如何，{step.consequence}。"


def _chain(step: _Step) -> str:
    return f"如果 {step.assumed}，那么 {step.chain}，与假设矛盾。所以 {step.consequence}。"


def _contradiction(step: _Step) -> str:
    return f"假设 {step.assumed}。那么 {step.chain}，产生矛盾。所以 {step.consequence}。"


def _nested(step: _Step) -> str:
    more = round(step.step.rating) - 9
    return f"假设 {step.assumed}。每次再加 {more} 个假设，都会产生矛盾。所以 {step.consequence}。"


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

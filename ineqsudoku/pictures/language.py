"""The fixed words of worksheets, in the languages that they are printed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ineqsudoku.geometry import Geometry


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Words and templates of sentences.

    `levels`: the words for levels of difficulty.  `kinds`: the words for the symbols of a size.
    `rules` has the placeholders `{houses}` and `{symbols}`; `of_one_size` has `{kind}`, `{first}`
    and `{last}`.
    """

    name: str
    date: str
    answers: str
    answers_of: str
    with_boxes: str
    without_boxes: str
    of_one_size: str
    every: str
    rules: str
    signs: str
    letters: str
    kinds: Mapping[str, str]
    levels: Mapping[str, str]

    def heading_of_answers(self, title: str) -> str:
        return self.answers_of.format(title=title) if title else self.answers

    def level(self, level: str) -> str:
        return self.levels.get(level, level)

    def sentences(self, geometries: Iterable[Geometry], has_signs: bool) -> str:
        """Return the rules for solvers, as far as they are the same for all sizes."""
        sizes = set(geometries)
        houses = self.with_boxes if all(size.boxes for size in sizes) else self.without_boxes
        symbols = self.every
        if len(sizes) == 1:
            (size,) = sizes
            first, last = size.symbols[0], size.symbols[-1]
            symbols = self.of_one_size.format(kind=self.kinds[size.symbol], first=first, last=last)
        text = self.rules.format(houses=houses, symbols=symbols)
        if not has_signs:
            return text
        are_letters = {size.symbol for size in sizes} == {"letter"}
        return text + self.signs + (self.letters if are_letters else "")


ENGLISH = Language(
    name="Name",
    date="Date",
    answers="Answers",
    answers_of="{title}: answers",
    with_boxes="row, column and box",
    without_boxes="row and column",
    of_one_size="the {kind}s {first}–{last}",
    every="every symbol",
    rules="Each {houses} holds {symbols} once.",
    signs=" A sign points at the smaller cell.",
    letters=" A comes before B.",
    kinds={"digit": "digit", "letter": "letter"},
    levels={},
)

CHINESE = Language(
    name="姓名",
    date="日期",
    answers="答案",
    answers_of="{title}（答案）",
    with_boxes="每行、每列、每宫",
    without_boxes="每行、每列",
    of_one_size="{kind} {first}–{last} ",
    every="每个符号",
    rules="{houses}中，{symbols}各出现一次。",
    signs="不等号的尖端指向较小的数。",
    letters="字母的大小按字母顺序，A 最小。",
    kinds={"digit": "数字", "letter": "字母"},
    levels={
        "easy": "简单",
        "moderate": "中等",
        "hard": "较难",
        "expert": "困难",
        "extreme": "极难",
    },
)

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}

"""The technique book: a section and a position for each technique."""

from __future__ import annotations

import re
from typing import Any

from book import DOCS, POSITIONS, of_each_position
from bruteforce import UndecidedError, is_proved

from ineqsudoku.apps.explain.techniques import CYCLE, DEAD_END, NAMES

ENDS = (DEAD_END, CYCLE)


def test_the_book_has_a_section_and_a_position_for_each_technique() -> None:
    every = {*NAMES, *ENDS}
    assert {one.technique for one in POSITIONS} == every
    text = (DOCS / "techniques.md").read_text(encoding="utf-8")
    sections = re.findall(r"^### .*\n\n[A-Z].*(?:\n.+)*\n\n```{position} (.*)\n```$", text, re.M)
    assert sorted(sections) == sorted(every)


@of_each_position
def test_the_step_of_a_position_is_proved(position: Any) -> None:
    board, steps = position.example
    for cell, digit in enumerate(board.solution):
        assert board.candidates[cell] >> digit - 1 & 1
    *_, last = steps
    assert last.technique == position.technique
    if last.technique not in ENDS:
        for cell, mask in last.premises.cells:
            assert not board.candidates[cell] & ~mask
    try:
        assert all(is_proved(step, step.premises) for step in steps)
    except UndecidedError:
        assert last.technique == "contradiction"

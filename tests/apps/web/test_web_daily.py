"""The puzzles of the day: the file, and how the page reads it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from browsing import browser as browser, needs_chromium
from days import FILE, LEVELS, TODAY, layout, solutions
from serving import plainly_served

import ineqsudoku as iq

PAGE = FILE.parent

READ = """async ([year, month, day, level]) => {
    const { daily } = await import("./daily.js");
    const { toJson } = await import("./puzzle.js");
    const { puzzle, solution } = await daily(level, new Date(year, month - 1, day));
    return [solution, toJson(puzzle).signs];
}"""


def test_a_year_has_a_puzzle_of_each_level_a_day_and_none_twice() -> None:
    found = solutions()
    assert len({*found}) == len(found) == 365 * len(LEVELS)
    puzzles = list(map(layout, found))
    results = [*iq.solve_many(puzzles, limit=2)]
    assert [result.solutions[0].line for result in results] == found
    assert {result.status for result in results} == {"unique"}


@pytest.mark.parametrize("level", LEVELS)
def test_the_levels_are_right(level: str) -> None:
    mine = solutions()[LEVELS.index(level) :: len(LEVELS)]
    (first,) = iq.generate(1, seed=2026, level=level)
    assert first.puzzle == layout(mine[0])
    levels = {iq.explain(layout(solution)).difficulty["level"] for solution in mine[::73]}
    assert levels == {level}


@pytest.mark.browser
@needs_chromium
def test_the_page_shows_the_puzzle_of_the_date_and_turns_it_each_year(browser: Any) -> None:
    with plainly_served(PAGE) as (url, _):
        page = browser.new_page()
        page.goto(f"{url}icon.svg")
        seen = set()
        for year in range(17):
            day = TODAY + timedelta(days=365 * year)
            arguments = [day.year, day.month, day.day, "hard"]
            solution, signs = page.evaluate(READ, arguments)
            puzzle = iq.Puzzle(signs)
            assert layout(solution) == puzzle
            assert iq.explain(puzzle).difficulty["level"] == "hard"
            seen.add(signs)
        assert len(seen) == 16
        page.close()


def test_the_file_is_small() -> None:
    assert FILE.stat().st_size < 40_000

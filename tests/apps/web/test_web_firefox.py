"""The page in Firefox: what players do, and the static site without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from days import layout
from firefox import Page, firefox, needs_firefox
from puzzles import CONTEST, POJ_3074
from serving import plainly_served, serving
from sites import exported

import ineqsudoku as iq

pytestmark = [pytest.mark.browser, needs_firefox]

PUZZLE = iq.read(CONTEST)
NEWSPAPER = iq.read(next(iter(POJ_3074)))
SOLUTION = iq.solve(PUZZLE).solutions[0].line

PNG = """new Promise(resolve => {
    const make = URL.createObjectURL;
    URL.createObjectURL = blob => {
        if (blob.type === "image/png") resolve(blob.size > 5000 ? "a PNG" : "a small PNG");
        return make.call(URL, blob);
    };
    const buttons = [...document.querySelectorAll("#pictures button")];
    buttons.find(button => button.textContent === "PNG").click();
})"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with firefox(tmp_path_factory.mktemp("firefox") / "profile") as page:
        yield page


SOLUTION_OF_TODAY = """(async () => {
    const { daily } = await import("./daily.js");
    return (await daily("easy", new Date())).solution;
})()"""

HINTS = """(async () => {
    while (document.querySelector("#cells").innerHTML.includes(", empty")) {
        document.querySelector("#hint").click();
        await new Promise(resolve => setTimeout(resolve, 50));
    }
})()"""
"""Ask for hints, and write them down, until the board is full."""

LINK = """(async () => {
    const link = document.querySelector("#link");
    while (!link.value) await new Promise(resolve => setTimeout(resolve, 50));
    return link.value;
})()"""
"""The link in *Share*, which loads when it is opened."""

LEFT, RIGHT, DOWN = "\ue012", "\ue014", "\ue015"


def enter(page: Page, text: str) -> None:
    page.click("#tab-enter")
    page.click("#opensource")
    page.evaluate(f"document.querySelector('#text').value = {text!r}")
    page.click("#read")
    page.expect("#status", "^One solution")


def cell(number: int) -> str:
    row, column = number // 9 + 1, number % 9 + 1
    return f"#cells [role=row]:nth-child({row}) [role=gridcell]:nth-child({column})"


def key(digit: str) -> str:
    return f"#keys button:nth-child({digit})"


def test_todays_puzzle_is_played_to_its_end_by_touch(browser: Page) -> None:
    page = browser
    page.show(360, 640)
    with serving() as url:
        page.open(url)
        page.expect("#status", "^Each row")
        digits = page.evaluate(SOLUTION_OF_TODAY)
        lesser, greater = layout(digits).relations[0]
        page.touch(cell(lesser))
        page.touch(key("9"))  # No day's solution has 9 there: the same key would erase it below.
        page.touch(cell(greater))
        page.touch(key("1"))
        page.expect("#status", "^A sign is broken: ")
        for number, digit in enumerate(digits):
            page.touch(cell(number))
            page.touch(key(digit))
        page.expect("#status", "^Solved: easy")
        page.expect("#following", "moderate")
        page.touch("#following")
        page.expect("#levels [aria-pressed=true]", "moderate")


def test_todays_puzzle_is_played_to_its_end_with_the_keyboard(browser: Page) -> None:
    page = browser
    page.show(1440, 900)
    with serving() as url:
        page.open(url)
        page.expect("#status", "^Each row")
        digits = page.evaluate(SOLUTION_OF_TODAY)
        for row in range(9):
            order = range(9) if row % 2 == 0 else range(8, -1, -1)
            step = RIGHT if row % 2 == 0 else LEFT
            page.press(*(part for column in order for part in (digits[9 * row + column], step)))
            page.press(DOWN)
        page.expect("#status", "^Solved: easy")


def test_a_newspapers_puzzle_is_entered_and_a_friends_link_is_played(browser: Page) -> None:
    page = browser
    page.show(390, 664)
    with serving() as url:
        page.open(url)
        page.expect("#status", "^Each row")
        page.touch("#tab-enter")
        for number, given in enumerate(NEWSPAPER.givens):
            if given != ".":
                page.touch(cell(number))
                page.touch(key(given))
        page.expect("#status", "^One solution")
        page.click("#tab-share")
        link = page.evaluate(LINK)
        page.open("about:blank")
        page.open(link)
        page.expect("#status", "^Each row")
        page.expect("#tabs [aria-current]", "Play")
        for number, digit in enumerate(iq.solve(NEWSPAPER).solutions[0].line):
            if NEWSPAPER.givens[number] == ".":
                page.touch(cell(number))
                page.touch(key(digit))
        page.expect("#status", "^Solved")


def test_every_tab_works(browser: Page) -> None:
    page = browser
    page.show(1440, 900)
    with serving() as url:
        page.open(url)
        page.expect("#status", "^Each row")
        enter(page, PUZZLE.signs)
        page.click("#tab-judge")
        page.expect("#panel-judge", "Level: easy")
        page.click("#tab-play")
        page.press(SOLUTION[0])
        page.click("#check")
        page.expect("#status", "^No slip so far")
        page.click("#tab-help")
        page.click("#hint")
        page.expect("#status", "^Look at ")
        page.click("#explain")
        page.expect("#status", re.escape(str(iq.explain(PUZZLE).steps[0])))
        page.click("#tab-share")
        page.expect("#elsewhere", "SudokuPad.*f-puzzles")
        assert page.evaluate(PNG) == "a PNG"
        page.click("#tab-make")
        page.expect("#newkind", ".")  # *Make* loads when it is opened.
        page.evaluate("document.querySelector('#newkind').value = 'plain'")
        page.click("#make")
        page.expect("#made", "^Made")
        page.click("#playmade")
        page.click("#tab-help")
        page.evaluate(HINTS)
        page.click("#tab-play")
        page.expect("#status", "^Solved")
        page.reload()
        page.expect("#status", "^Solved")


def test_the_static_site_works_offline(browser: Page, tmp_path: Path) -> None:
    page = browser
    exported(tmp_path / "site")
    with plainly_served(tmp_path) as (url, server):
        page.open(f"{url}site/")
        page.expect("#status", "^Each row")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        server.kill()
        server.wait()
        page.reload()
        page.expect("#status", "^Each row")
        page.press(page.evaluate(SOLUTION_OF_TODAY)[0])
        page.click("#check")
        page.expect("#status", "^No slip so far")
        enter(page, PUZZLE.signs)

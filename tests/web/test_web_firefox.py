"""The page in Firefox: what each tab does, and the static site without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from firefox import Page, firefox, needs_firefox
from puzzles import CONTEST
from serving import plainly_served, serving
from sites import exported

import ineqsudoku as iq

pytestmark = [pytest.mark.browser, needs_firefox]

PUZZLE = iq.read(CONTEST)
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


def enter(page: Page, puzzle: iq.Puzzle) -> None:
    page.click("#tab-enter")
    page.evaluate(f"document.querySelector('#text').value = {puzzle.signs!r}")
    page.click("#read")
    page.expect("#reading", "Read as compact")


def test_every_tab_works(browser: Page) -> None:
    page = browser
    with serving() as url:
        page.open(url)
        enter(page, PUZZLE)
        page.expect("#verdict", "^One solution")
        page.click("#tab-judge")
        page.expect("#panel-judge", "Level: easy")
        page.click("#tab-play")
        page.evaluate("document.querySelector('#cells [role=gridcell]').focus()")
        page.press(SOLUTION[0])
        page.click("#check")
        page.expect("#checked", "^No slip so far")
        page.click("#tab-help")
        page.click("#hint")
        page.expect("#stages", "^First find ")
        page.click("#explain")
        page.expect("#steptext", re.escape(str(iq.explain(PUZZLE).steps[0])))
        page.click("#tab-share")
        page.expect("#elsewhere", "SudokuPad.*f-puzzles")
        assert page.evaluate(PNG) == "a PNG"
        page.click("#tab-make")
        page.click("#make")
        page.expect("#made", "^Made")
        page.reload()
        page.expect("#verdict", "^One solution")


def test_the_static_site_works_offline(browser: Page, tmp_path: Path) -> None:
    page = browser
    exported(tmp_path / "site")
    with plainly_served(tmp_path) as (url, server):
        page.open(f"{url}site/")
        page.click("#example")
        page.expect("#verdict", "^One solution")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        server.kill()
        server.wait()
        page.reload()
        enter(page, PUZZLE)
        page.expect("#verdict", "^One solution")

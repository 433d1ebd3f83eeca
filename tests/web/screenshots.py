"""Screenshots of the page for people to look at: python tests/web/screenshots.py FOLDER

Three sizes, light and dark, each tab; and a conflict, two witnesses and a played board.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from browsing import DESKTOP, PHONE, TABLET, browsing
from serving import serving

import ineqsudoku as iq

EXAMPLE = Path(__file__).parents[2] / "examples" / "cqoi2013.in"
PUZZLE = iq.read(EXAMPLE)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as url, browsing() as browser:
        for viewport in (PHONE, TABLET, DESKTOP):
            for scheme, locale in (("light", "en-GB"), ("dark", "zh-CN")):
                options = {"viewport": viewport, "color_scheme": scheme, "locale": locale}
                context = browser.new_context(**options)
                page = context.new_page()
                page.goto(url)
                for name in take(page):
                    page.wait_for_timeout(300)
                    file = folder / f"{viewport['width']}-{scheme}-{name}.png"
                    page.screenshot(path=file, full_page=True)
                context.close()


def take(page: Any) -> Any:
    """Bring the page into one state after the other; yield the names of the states."""
    flip = PUZZLE.signs.translate(str.maketrans("<>^v", "><v^"))
    texts = {
        "conflict": PUZZLE.signs[:10] + flip[10] + PUZZLE.signs[11:],
        "witnesses": PUZZLE.signs[:60] + "." * 48,
    }
    for name, text in texts.items():
        page.click("#tab-enter")
        page.fill("#text", text)
        page.click("#read")
        page.click("#tab-judge")
        page.wait_for_selector(".repairs button, .witnesses")
        yield name
    page.click("#tab-enter")
    page.click("#example")
    page.wait_for_selector("#verdict.valid")
    yield "enter"
    page.click("#tab-make")
    yield "make"
    page.click("#tab-play")
    page.locator("#cells [role=gridcell]").nth(40).click()
    for key in (
        "9",
        "ArrowRight",
        "Shift+Digit1",
        "Shift+Digit2",
        "Control+Digit4",
        "Control+Digit6",
    ):
        page.keyboard.press(key)
    page.locator("#kinds button").nth(3).click()
    page.locator("#keys button").nth(3).click()
    yield "play"
    page.click("#tab-help")
    for number in range(1, 5):
        page.click("#hint")
        page.wait_for_selector(f"#stages li:nth-child({number})")
    yield "hint"
    page.click("#explain")
    page.wait_for_selector("#steptext:not(:empty)")
    page.evaluate("slider.value = 130; slider.dispatchEvent(new Event('input'))")
    yield "explain"
    page.click("#tab-share")
    page.wait_for_selector("#elsewhere a")
    yield "share"


if __name__ == "__main__":
    main(Path(sys.argv[1]))

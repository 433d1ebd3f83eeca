"""Screenshots of the page for people to look at: python tests/apps/web/screenshots.py FOLDER

Five sizes, light in English and dark in Chinese: each mode, the first screen, faults, the stages
of a hint, the end, a conflict with its proof, and two witnesses.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from browsing import browsing
from days import CLOCK
from serving import serving

import ineqsudoku as iq

EXAMPLE = Path(__file__).parents[3] / "examples" / "cqoi2013.in"
PUZZLE = iq.read(EXAMPLE)

SIZES = ((360, 640), (390, 844), (768, 1024), (1024, 768), (1440, 900))

SOLUTION = """async () => {
    const { daily } = await import("./daily.js");
    return (await daily("easy", new Date())).solution;
}"""


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as url, browsing() as browser:
        for width, height in SIZES:
            for scheme, locale in (("light", "en-GB"), ("dark", "zh-CN")):
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    has_touch=width < 700,
                    is_mobile=width < 700,
                    color_scheme=scheme,
                    locale=locale,
                )
                context.add_init_script(CLOCK)
                page = context.new_page()
                page.goto(url)
                for name in take(page):
                    page.wait_for_timeout(300)
                    file = folder / f"{width}-{scheme}-{name}.png"
                    page.screenshot(path=file, full_page="judge" in name or name == "share")
                context.close()


def take(page: Any) -> Iterator[str]:
    """Bring the page into one state after the other; yield the names of the states."""
    yield "first"
    solution = page.evaluate(SOLUTION)
    page.click("#opensettings")
    yield "settings"
    page.click("#notes")
    yield "notes"
    for number in range(0, 81, 2):
        write(page, number, solution[number])
    yield "playing"
    for number, digit in ((0, "9"), (1, "1"), (10, "1")):
        write(page, number, digit)
    yield "faults"
    page.click("#check")
    yield "check"
    for number in (0, *range(1, 81, 2), 10):
        write(page, number, solution[number])
    page.wait_for_timeout(1500)
    yield "end"
    page.click("#end button:last-child")
    yield "archive"
    page.click("#archive .close")
    page.keyboard.press("?")
    yield "shortcuts"
    page.keyboard.press("Escape")
    if page.locator("#openlevels").is_visible():
        page.click("#openlevels")
        yield "levels"
    page.click("#level-hard")
    page.click("#tab-help")
    for stage in range(1, 4):
        with page.expect_response("**/api/hint"):
            page.click("#hint")
        yield f"hint-{stage}"
    page.click("#explain")
    page.wait_for_selector("#stepping:not([hidden])")
    page.evaluate("slider.value = 60; slider.dispatchEvent(new Event('input'))")
    yield "steps"
    page.click("#closesteps")
    page.click("#tab-enter")
    yield "enter"
    flip = PUZZLE.signs.translate(str.maketrans("<>^v", "><v^"))
    texts = {
        "judge-conflict": PUZZLE.signs[:11] + flip[11] + PUZZLE.signs[12:],
        "judge-witnesses": PUZZLE.signs[:60] + "." * 48,
        "judge-valid": PUZZLE.signs,
    }
    for name, text in texts.items():
        page.click("#tab-enter")
        page.click("#opensource")
        page.fill("#text", text)
        page.click("#read")
        page.wait_for_selector("#source", state="hidden")
        page.click("#tab-judge")
        page.wait_for_selector(".repairs button, .witnesses, #redundant")
        yield name
        if name == "judge-conflict":
            page.click("#why")
            yield "proof"
            page.evaluate("slider.value = slider.max; slider.dispatchEvent(new Event('input'))")
            yield "proof-end"
            page.click("#closesteps")
    page.click("#tab-make")
    page.click("#make")
    page.wait_for_selector("#playmade:not([hidden])")
    yield "make"
    page.click("#tab-share")
    page.wait_for_selector("#elsewhere a")
    yield "share"


def write(page: Any, number: int, digit: str) -> None:
    page.locator("#cells [role=gridcell]").nth(number).click()
    page.keyboard.press(digit)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

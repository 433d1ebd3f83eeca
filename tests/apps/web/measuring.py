"""How quickly the page answers on a slow device: python tests/apps/web/measuring.py

Prints the layout shift and the time until the page is usable at a quarter of the CPU's speed and
200 KB/s, and, at a sixth of that speed, with all notes filled in and thirty stored games, the time
from a key or a move to the next frame and the long tasks of twenty seconds without either.
"""

from __future__ import annotations

import sys
from statistics import median
from typing import Any

from browsing import DESKTOP, PHONE, browsing
from days import CLOCK
from serving import serving

OBSERVE = """
globalThis.shift = 0;
globalThis.tasks = [];
globalThis.frames = [];
globalThis.usable = 0;
const observe = (type, take) => new PerformanceObserver(
    list => list.getEntries().forEach(take)).observe({ type, buffered: true });
observe("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) shift += value; });
observe("longtask", ({ duration }) => tasks.push(duration));
new MutationObserver((_, observer) => {
    if (!document.getElementById("status")?.textContent) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (usable = performance.now())));
}).observe(document, { childList: true, subtree: true, characterData: true });
for (const type of ["keydown", "pointermove"]) {
    addEventListener(type, ({ timeStamp }) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => frames.push(performance.now() - timeStamp);
        channel.port2.postMessage(null);
    }), { capture: true });
}
"""

FIRST = """[
    shift, performance.getEntriesByName("first-contentful-paint")[0].startTime, usable
]"""

GAMES = """() => {
    const random = length => Array.from({ length }, () => Math.floor(Math.random() * length));
    for (let game = 0; game < 30; game++) {
        const givens = Array.from({ length: 9 }, () => 1 + Math.floor(Math.random() * 9)).join("");
        const moves = Array.from({ length: 150 }, () => [[random(81)[0], "5", 3, 7, 0]]);
        const value = { moves, seconds: 1, at: Date.now() - 1000 - game };
        localStorage.setItem(`ineqsudoku game #p=/${givens}`, JSON.stringify(value));
    }
}"""

KEYS = {
    "digit": ("5", "ArrowRight", "6", "ArrowDown", "7", "ArrowRight", "8", "ArrowDown"),
    "note": ("Control+1", "Control+2", "Control+3", "Control+4", "Control+5", "Control+6"),
    "cursor": ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"),
}


def main() -> None:
    with serving() as url, browsing() as browser:
        for viewport in (PHONE, DESKTOP) * 3:
            page = opened(browser, viewport)
            slow(page, 4, network=True)
            page.goto(url)
            page.wait_for_function("usable")
            page.wait_for_timeout(1000)
            shift, painted, usable = page.evaluate(FIRST)
            tell(
                f"first visit at {viewport['width']} px: layout shift {shift:.3f}, "
                f"painted after {painted:.0f} ms, usable after {usable:.0f} ms"
            )
            page.context.close()
        page = opened(browser, PHONE)
        page.goto(url)
        page.evaluate(GAMES)
        page.reload()
        page.wait_for_function("usable")
        measure(page, "untouched, cursor", KEYS["cursor"])
        page.click("#opensettings")
        page.click("#notes")
        for name, keys in KEYS.items():
            measure(page, name, keys)
        drag(page)
        page.evaluate("tasks.length = 0")
        slow(page, 6)
        page.wait_for_timeout(20_000)
        tell(f"long tasks in 20 s: {[round(each) for each in page.evaluate('tasks')]} ms")


def opened(browser: Any, viewport: Any) -> Any:
    """A page without stored data that tells what it does; `wait_for_function` needs `eval`."""
    context = browser.new_context(viewport=viewport, bypass_csp=True)
    context.add_init_script(CLOCK + OBSERVE)
    return context.new_page()


def slow(page: Any, rate: int, network: bool = False) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if network:
        session.send("Network.enable")
        limits = {"latency": 20, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
        session.send("Network.emulateNetworkConditions", {"offline": False, **limits})


def measure(page: Any, name: str, keys: tuple[str, ...]) -> None:
    page.evaluate("frames.length = 0")
    slow(page, 6)
    for key in keys * 2:
        page.keyboard.press(key)
        page.wait_for_timeout(300)
    slow(page, 1)
    tell_frames(page, name)


def drag(page: Any) -> None:
    frame = page.locator("#cells").bounding_box()
    side = frame["width"] / 9
    page.mouse.move(frame["x"] + side / 2, frame["y"] + side / 2)
    page.evaluate("frames.length = 0")
    slow(page, 6)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(frame["x"] + side * (step + 0.5), frame["y"] + side / 2)
        page.wait_for_timeout(300)
    page.mouse.up()
    slow(page, 1)
    tell_frames(page, "drag move")


def tell_frames(page: Any, name: str) -> None:
    times = sorted(page.evaluate("frames"))
    tell(f"{name}: median {median(times):.0f}, most {times[-1]:.0f} ms of {len(times)}")


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

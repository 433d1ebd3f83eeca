"""The page in a real browser, used by touch, pointer, keyboard and screen reader."""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from browsing import (
    DESKTOP,
    PHONE,
    TABLET,
    TIMEOUT,
    axe,
    browser as browser,
    needs_chromium,
    needs_poppler,
    playwright,
    print_page,
)
from days import CLOCK, LEVELS, TODAY, box
from puzzles import CONTEST, POJ_3074, SUPPOSITIONS, turned
from serving import serving

import ineqsudoku as iq
from ineqsudoku.apps.diagnose.pictures import changes
from ineqsudoku.apps.explain.hints import STAGES, Hint
from ineqsudoku.apps.explain.techniques import name_of
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.geometry import HOUSES
from ineqsudoku.messages import LANGUAGES

pytestmark = [pytest.mark.browser, needs_chromium]

expect = playwright.expect

ROOT = Path(__file__).parents[3]
PUZZLE = iq.read(CONTEST)
SOLUTION = iq.solve(PUZZLE).solutions[0].line
OPEN = iq.Puzzle(PUZZLE.signs[:60] + "." * 48)
UNSOLVABLE = turned(PUZZLE, PUZZLE.relations[0])
TABS = ("play", "help", "enter", "judge", "make", "share")
CELLS = "#cells [role=gridcell]"
TOUCH = {"has_touch": True, "is_mobile": True}

CYCLE = iq.Puzzle.from_relations(
    [iq.Relation(0, 1), iq.Relation(1, 10), iq.Relation(10, 9), iq.Relation(9, 0)]
)

CLASH = iq.Puzzle(givens="11" + "." * 79)

NEWSPAPER = iq.read(next(iter(POJ_3074)))
"""A sudoku without signs."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as url:
        yield url


def is_error(message: Any) -> bool:
    """Whether a message is an error; refused requests, which the page shows, are none."""
    return bool(message.type == "error" and not re.search("status of 4(00|22)", message.text))


Opener = Callable[..., Any]


@pytest.fixture
def opened(server: str, browser: Any) -> Iterator[Opener]:
    """Opens the page in a browser without stored data; no error may reach its console."""
    contexts = []
    errors: list[str] = []

    def open_page(path: str = "", **options: Any) -> Any:
        context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(CLOCK)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console", lambda message: errors.append(message.text) if is_error(message) else None
        )
        page.goto(server + path)
        expect(page.locator(CELLS).last).to_be_attached()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(opened: Opener) -> Any:
    return opened()


def enter(page: Any, puzzle: iq.Puzzle = PUZZLE) -> None:
    read(page, iq.write(puzzle, "extended"))
    expect(page.locator("#source")).to_be_hidden()


def read(page: Any, text: str) -> None:
    show(page, "enter")
    page.click("#opensource")
    page.fill("#text", text)
    page.click("#read")


def play(page: Any, puzzle: iq.Puzzle = PUZZLE) -> None:
    """Enter a puzzle and play it, as soon as it has been judged."""
    enter(page, puzzle)
    expect(page.locator("#status")).to_have_text(re.compile("solution"))
    page.click("#playown")


def show(page: Any, tab: str) -> None:
    page.click(f"#tab-{tab}")


def cell(page: Any, row: int, column: int) -> Any:
    return page.locator("#cells [role=row]").nth(row - 1).locator("[role=gridcell]").nth(column - 1)


def label(page: Any, row: int, column: int) -> str:
    return str(cell(page, row, column).get_attribute("aria-label"))


def cells_in(frame: Any) -> set[int]:
    """The cells inside a frame on the board."""
    box = frame.evaluate(
        "frame => (({ x, y, width, height }) => [x, y, width, height])(frame.getBBox())"
    )
    left, top, width, height = (round(length / 36) for length in box)
    return {
        9 * row + column for row in range(top, top + height) for column in range(left, left + width)
    }


def labels(page: Any) -> list[str]:
    expect(page.locator(CELLS).last).to_be_attached()  # The page may have been loaded again.
    return list(
        page.locator(CELLS).evaluate_all("all => all.map(cell => cell.getAttribute('aria-label'))")
    )


SIDES = {"right": 1, "below": 9}


def on_board(page: Any) -> iq.Puzzle:
    """The puzzle, from what a screen reader says of its cells."""
    givens, relations = [], []
    for number, text in enumerate(labels(page)):
        given = re.search("given ([1-9])", text)
        givens.append(given[1] if given else ".")
        for sign, side in re.findall(r"(less|greater) than (?:its |the cell )(right|below)", text):
            other = number + SIDES[side]
            ends = (number, other) if sign == "less" else (other, number)
            relations.append(iq.Relation(*ends))
    return iq.Puzzle.from_relations(relations, givens="".join(givens))


def solution(puzzle: iq.Puzzle) -> str:
    result = iq.solve(puzzle)
    assert result.status == "unique"
    return result.solutions[0].line


def shares(page: Any, puzzle: iq.Puzzle) -> None:
    """Whether the page shares the puzzle that should be on the board."""
    show(page, "share")
    page.select_option("#format", "extended")
    expect(page.locator("#converted")).to_have_value(iq.write(puzzle, "extended"))


def speak(page: Any, language: str) -> None:
    page.click("#opensettings")
    page.click(f"#languages button >> text={language}")
    page.click("#settings .close")


def status(page: Any, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#status")).to_have_text(text)


SHIFT = """new Promise(resolve => new PerformanceObserver(list => resolve(
    list.getEntries().reduce((sum, { value }) => sum + value, 0))
).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(resolve, 500, 0))"""

VISIBLE = """["#board", "#keys", "#undo", "#redo", "#opensettings"].map(name => {
    const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_all_is_in_its_place_before_the_scripts_run(
    opened: Opener, browser: Any, server: str, viewport: Any, locale: str
) -> None:
    plain = browser.new_context(viewport=viewport, java_script_enabled=False)
    page = plain.new_page()
    page.goto(server)
    assert "The page needs JavaScript." in str(page.locator("noscript").text_content())
    seen = page.locator("#keys button:visible, select:visible, input:visible, textarea:visible")
    expect(seen).to_have_text([*"123456789", ""])
    before = page.evaluate(VISIBLE)
    plain.close()
    page = opened(viewport=viewport, locale=locale)
    status(page, re.compile("."))
    assert page.evaluate(VISIBLE) == before
    assert page.evaluate(SHIFT) < 0.02


# --- the first visit, from the first screen to the end -------------------------------------


def test_todays_puzzle_is_played_to_its_end_by_touch(opened: Opener) -> None:
    page = opened(viewport=PHONE, **TOUCH)
    status(page, re.compile("^Each row, column and box has 1 to 9"))
    puzzle = on_board(page)
    assert len(puzzle.relations) == 108
    for number, digit in enumerate(solution(puzzle)):
        cell(page, number // 9 + 1, number % 9 + 1).tap()
        page.locator("#keys button").nth(int(digit) - 1).tap()
    status(page, re.compile(r"^Solved: easy, in \d+:\d\d"))
    page.locator("#following").tap()
    expect(page.locator("#level-moderate")).to_have_attribute("aria-pressed", "true")
    assert on_board(page) != puzzle


def test_todays_puzzle_is_played_to_its_end_with_the_keyboard(page: Any) -> None:
    for number, digit in enumerate(solution(on_board(page))):
        page.keyboard.press(digit)
        steps = ("ArrowRight",) if number % 9 < 8 else ("ArrowDown", *["ArrowLeft"] * 8)
        for key in steps:
            page.keyboard.press(key)
    status(page, re.compile("^Solved: easy"))


def test_todays_puzzle_is_played_to_its_end_by_the_accessibility_tree(page: Any) -> None:
    page.get_by_role("group", name="Today’s puzzles").get_by_role("button", name="moderate").click()
    grid = page.get_by_role("grid", name="Board")
    keys = page.get_by_role("group", name="Digits")
    digits = solution(on_board(page))
    for number, digit in enumerate(digits):
        name = f"row {number // 9 + 1} column {number % 9 + 1}, empty"
        grid.get_by_role("gridcell", name=re.compile(name)).click()
        missing = 9 - digits[:number].count(digit)
        keys.get_by_role("button", name=f"{digit}, {missing} missing").click()
    expect(page.get_by_role("status").filter(has_text="Solved: moderate")).to_have_count(1)


def test_each_level_has_its_puzzle_and_a_game_continues(page: Any) -> None:
    puzzles = set()
    for level in LEVELS:
        page.click(f"#level-{level}")
        expect(page.locator(f"#level-{level}")).to_have_attribute("aria-pressed", "true")
        puzzles.add(on_board(page))
    assert len(puzzles) == len(LEVELS)
    expect(page.locator("#continue")).to_be_hidden()
    page.keyboard.press("5")
    page.click("#level-easy")
    page.goto(page.url.partition("#")[0])
    expect(page.locator("#level-easy")).to_have_attribute("aria-pressed", "true")
    page.click("#continue")
    expect(page.locator("#level-extreme")).to_have_attribute("aria-pressed", "true")
    assert label(page, 1, 1).startswith("row 1 column 1, 5")
    expect(page.locator("#continue")).to_be_hidden()


TOMORROW = f"""() => {{
    const Today = Date;
    globalThis.Date = class extends Today {{
        constructor(...parts) {{
            if (parts.length) super(...parts);
            else super({TODAY.year}, {TODAY.month - 1}, {TODAY.day + 1}, 12);
        }}
    }};
    document.dispatchEvent(new Event("visibilitychange"));
}}"""


def test_a_page_that_stays_open_shows_the_puzzle_of_the_next_day(page: Any) -> None:
    expect(page.locator("#date")).to_have_text("Monday, November 23")
    today = on_board(page)
    page.evaluate(TOMORROW)
    expect(page.locator("#date")).to_have_text("Tuesday, November 24")
    assert on_board(page) != today


def test_a_game_is_not_replaced_the_next_day(page: Any) -> None:
    today = on_board(page)
    page.keyboard.press("5")
    page.evaluate(TOMORROW)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#date")).to_have_text("Monday, November 23")
    assert on_board(page) == today


def test_rules_are_judged_without_a_server(page: Any) -> None:
    page.route("**/api/**", lambda route: route.abort())
    puzzle = on_board(page)
    right = solution(puzzle)
    lesser, greater = puzzle.relations[0]
    for number in (lesser, greater):
        cell(page, number // 9 + 1, number % 9 + 1).click()
        page.keyboard.press("5" if number == lesser else "4")
    status(page, re.compile(r"^A sign is broken: r1c\d . r\dc\d\.$"))
    expect(page.locator("#board .sign.broken")).to_have_count(1)
    assert "breaks a sign" in label(page, lesser // 9 + 1, lesser % 9 + 1)
    page.keyboard.press("Control+z")
    expect(page.locator("#board .sign.broken")).to_have_count(0)
    cell(page, 1, 9).click()
    page.keyboard.press("5")
    status(page, re.compile("^A digit is repeated: "))
    expect(page.locator("#board .tint.wrong")).to_have_count(2)
    page.click("#check")
    status(page, re.compile("^Wrong: r1c"))
    wrong = right[:80] + str(int(right[80]) % 9 + 1)
    for number, digit in enumerate(wrong):
        cell(page, number // 9 + 1, number % 9 + 1).click()
        if label(page, number // 9 + 1, number % 9 + 1).split(", ")[1] != digit:
            page.keyboard.press(digit)
    status(page, re.compile("^The board is full, but it breaks a rule"))


def test_a_link_from_a_friend_opens_in_play(opened: Opener, page: Any) -> None:
    enter(page, OPEN)
    show(page, "share")
    expect(page.locator("#link")).to_have_value(re.compile("#p="))
    link = page.input_value("#link")
    other = opened(f"#{urlsplit(link).fragment}", viewport=PHONE, **TOUCH)
    expect(other.locator("#tab-play")).to_have_attribute("aria-current", "page")
    status(other, "At least 1,000 solutions.")
    assert on_board(other) == OPEN
    show(other, "enter")  # An own puzzle is entered; that of the friend stays as it is.
    assert on_board(other) == iq.Puzzle("." * 108)
    show(other, "play")
    assert on_board(other) == OPEN
    show(other, "share")
    expect(other.locator("#link")).to_have_value(link)
    other.reload()
    assert on_board(other) == OPEN
    other.click("#openlevels")
    other.click("#level-easy")
    today = on_board(other)
    assert today != OPEN
    assert on_board(opened(f"#{urlsplit(other.url).fragment}")) == today
    other.reload()
    assert on_board(other) == today
    other.go_back()
    status(other, "At least 1,000 solutions.")
    assert on_board(other) == OPEN
    other.go_forward()
    expect(other.locator("#level-easy")).to_have_attribute("aria-pressed", "true")
    assert on_board(other) == today


def test_back_leaves_a_mode_before_it_leaves_the_page(page: Any) -> None:
    today = on_board(page)
    page.keyboard.press("5")
    for tab in ("help", "judge", "share"):
        show(page, tab)
    page.go_back()
    expect(page.locator("#tab-play")).to_have_attribute("aria-current", "page")
    assert label(page, 1, 1).startswith("row 1 column 1, 5")
    enter(page)
    page.click("#playown")
    assert on_board(page) == PUZZLE
    show(page, "help")
    page.go_back()
    expect(page.locator("#tab-play")).to_have_attribute("aria-current", "page")
    assert on_board(page) == PUZZLE
    page.go_back()
    expect(page.locator("#level-easy")).to_have_attribute("aria-pressed", "true")
    assert on_board(page) == today
    show(page, "help")
    show(page, "play")
    page.go_back()
    page.wait_for_url("about:blank")


def test_a_newspapers_puzzle_is_entered_and_played_on_a_phone(opened: Opener) -> None:
    page = opened(viewport=PHONE, **TOUCH)
    page.locator("#tab-enter").tap()
    for number, given in enumerate(NEWSPAPER.givens):
        if given != ".":
            cell(page, number // 9 + 1, number % 9 + 1).tap()
            page.locator("#keys button").nth(int(given) - 1).tap()
    status(page, "One solution.")
    page.locator("#playown").tap()
    assert on_board(page) == NEWSPAPER
    expect(page.locator("#undo")).to_be_disabled()  # It takes back moves, not the puzzle.
    for number, digit in enumerate(solution(NEWSPAPER)):
        if NEWSPAPER.givens[number] == ".":
            cell(page, number // 9 + 1, number % 9 + 1).tap()
            page.locator("#keys button").nth(int(digit) - 1).tap()
    status(page, re.compile("^Solved: "))


def test_hints_lead_to_the_end(page: Any) -> None:
    givens = "." * 6 + iq.solve(PUZZLE).solutions[0].line[6:]
    play(page, iq.Puzzle(PUZZLE.signs, givens))
    show(page, "help")
    while not all(re.search(r"column \d, (given )?[1-9]", text) for text in labels(page)):
        for _ in range(3):
            with page.expect_response("**/api/hint"):
                page.click("#hint")
        expect(page.locator("#hint")).to_have_text("Write it")
        page.click("#hint")
    show(page, "play")
    status(page, re.compile("^Solved"))


# --- enter --------------------------------------------------------------------------------


def test_a_pasted_text_is_read_at_once(opened: Opener) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", CONTEST)
    show(page, "enter")
    page.keyboard.press("Control+v")
    status(page, "One solution.")
    expect(page.locator("#source")).to_be_hidden()


def test_a_fault_is_shown_at_its_place_in_the_text(page: Any) -> None:
    lines = CONTEST.splitlines()
    lines[2] = lines[2].replace("<", "x", 1)
    read(page, "\n".join(lines))
    fault = page.locator("#reading ul button")
    expect(fault).to_have_text(re.compile(r"^line 3, column \d+: expected .*, found 'x'\."))
    fault.click()
    assert page.evaluate("getSelection().toString()") in ("x", "")
    start, end = page.evaluate("[text.selectionStart, text.selectionEnd]")
    assert "\n".join(lines)[start:end] == "x"


def test_a_file_with_several_puzzles_becomes_a_list(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "several.txt"
    file.write_bytes(f"新数独\n{PUZZLE.signs}\n{UNSOLVABLE.signs}\n".encode("gbk"))
    show(page, "enter")
    page.click("#opensource")
    page.set_input_files("#file", file)
    entries = page.locator("#puzzles li")
    expect(entries).to_have_count(2)
    expect(entries.nth(0)).to_contain_text("One solution. Level: easy (rating 2).")
    expect(entries.nth(1)).to_contain_text("No solution.")
    assert entries.nth(0).locator("svg").count() == 1
    entries.nth(1).locator("button").click()
    status(page, "No solution.")


def test_a_dropped_file_is_read(page: Any) -> None:
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "puzzle.in"));
            dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}));
        }""",
        CONTEST,
    )
    status(page, "One solution.")
    expect(page.locator("#tab-enter")).to_have_attribute("aria-current", "page")


def test_signs_are_drawn_with_the_pointer(page: Any) -> None:
    show(page, "enter")
    frame = page.locator("#cells").bounding_box()
    side = frame["width"] / 9
    border = (frame["x"] + side, frame["y"] + side / 2)
    blank = "row 1 column 1, empty"
    less = f"{blank}, less than its right neighbour"
    greater = f"{blank}, greater than its right neighbour"
    assert label(page, 1, 1) == blank
    for expected in (less, greater, blank):
        page.mouse.click(*border)
        expect(cell(page, 1, 1)).to_have_attribute("aria-label", expected)


def test_only_a_primary_tap_changes_a_sign(opened: Opener) -> None:
    page = opened(viewport=PHONE, **TOUCH)
    page.locator("#tab-enter").tap()
    frame = page.locator("#cells").bounding_box()
    side = frame["width"] / 9
    x, y = frame["x"] + side, frame["y"] + side / 2
    page.touchscreen.tap(x, y)
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", re.compile("less than its right"))
    entered = on_board(page)
    for button in ("right", "middle"):
        page.mouse.click(x, y, button=button)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2 * side, y, steps=3)
    page.mouse.up()
    touch = page.context.new_cdp_session(page)
    swipe = [[{"x": x, "y": y + 40 * step}] for step in range(4)]
    pinch = [[{"x": x - gap, "y": y}, {"x": x + gap, "y": y}] for gap in (40, 60, 80)]
    for points in (swipe, [[{"x": x, "y": y}], *pinch]):
        for index, each in enumerate(points):
            named = [{**point, "id": number} for number, point in enumerate(each)]
            kind = "touchMove" if index else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert on_board(page) == entered


def test_a_tap_in_the_middle_of_a_cell_selects_it(opened: Opener) -> None:
    page = opened(viewport=PHONE, **TOUCH)
    page.locator("#tab-enter").tap()
    frame = page.locator("#cells").bounding_box()
    side = frame["width"] / 9
    for number in range(60):
        row, column = divmod(number + 10, 9)
        angle, away = 2.4 * number, 12 * (number % 4) / 3.1
        x = frame["x"] + (column + 0.5) * side + away * math.cos(angle)
        page.touchscreen.tap(x, frame["y"] + (row + 0.5) * side + away * math.sin(angle))
        expect(cell(page, row + 1, column + 1)).to_have_attribute("aria-selected", "true")
    assert on_board(page) == iq.Puzzle("." * 108)


def test_other_tabs_act_on_the_game_while_nothing_is_entered(page: Any) -> None:
    today = on_board(page)
    page.keyboard.press("5")
    for tab in ("share", "judge", "help", "make", "play"):
        show(page, "enter")
        assert on_board(page) == iq.Puzzle("." * 108)
        show(page, tab)
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-current", "page")
        assert on_board(page) == today
        assert label(page, 1, 1).startswith("row 1 column 1, 5")
    show(page, "enter")
    cell(page, 1, 1).click()
    page.keyboard.press("7")
    show(page, "share")
    assert on_board(page).givens.startswith("7")


def test_a_whole_puzzle_is_drawn_with_the_keyboard(page: Any) -> None:
    show(page, "enter")
    cell(page, 1, 1).focus()
    for key in ("Shift+ArrowRight", "Shift+ArrowDown", "Shift+ArrowDown", "ArrowRight", "7", "^"):
        page.keyboard.press(key)
    expect(cell(page, 1, 1)).to_have_attribute(
        "aria-label",
        "row 1 column 1, empty, less than its right neighbour, greater than the cell below",
    )
    expect(cell(page, 1, 2)).to_have_attribute(
        "aria-label",
        "row 1 column 2, given 7, greater than its left neighbour, less than the cell below",
    )
    page.keyboard.press("Backspace")
    expect(cell(page, 1, 2)).to_have_attribute("aria-label", re.compile("row 1 column 2, empty"))


def test_foreign_rules_are_dropped_on_request(page: Any) -> None:
    board = {"size": 9, "grid": [[{}] * 9] * 9, "antiknight": True}
    board["thermometer"] = [
        {"lines": [[f"R{cell // 9 + 1}C{cell % 9 + 1}" for cell in relation]]}
        for relation in PUZZLE.relations
    ]
    read(page, json.dumps(board))
    expect(page.locator("#reading")).to_contain_text("cannot be read")
    page.click("#reading button >> text=Read without")
    status(page, "One solution.")


def test_faults_are_reported_in_chinese(opened: Opener) -> None:
    page = opened(locale="zh-CN")
    read(page, "\n".join(CONTEST.splitlines()[:10]))
    expect(page.locator("#reading li")).to_have_text(
        re.compile("^第 11 行第 1 列：应为.+，实为题目结尾。题目不完整。[^A-Za-z]+$")
    )


def test_what_is_typed_is_never_read_as_html(page: Any) -> None:
    title = "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>"
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    rows[0][0] = {"value": 1, "given": True}
    values = {"size": 9, "grid": rows, "title": title, "author": title}
    for text in (title, json.dumps({**values, title: [title]}), json.dumps(values)):
        read(page, text)
        expect(page.locator("#reading")).not_to_be_empty()
        expect(page.locator("#reading")).not_to_have_text("Judging…")
        if page.locator("#source").is_visible():
            page.click("#source .close")
    assert on_board(page).givens == "1" + "." * 80
    for tab in TABS:
        show(page, tab)
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img, main script, dialog img").count() == 0


# --- make ---------------------------------------------------------------------------------


def test_a_puzzle_is_made_and_its_seed_makes_it_again(page: Any) -> None:
    show(page, "make")
    page.select_option("#level", "moderate")
    page.click("#make")
    expect(page.locator("#made")).to_contain_text("Made.")
    status(page, "One solution.")
    seed = int(page.input_value("#seed"))
    (made,) = iq.generate(1, seed=seed, level="moderate")
    shares(page, made.puzzle)
    expect(page.locator("#made")).to_contain_text(f"generate --seed {seed} --level moderate")
    page.click("#tab-make")
    page.select_option("#newkind", "minimal")
    expect(page.locator("#level")).to_be_disabled()
    expect(page.locator("#level")).to_have_value("")
    page.fill("#seed", "11")
    page.click("#make")
    expect(page.locator("#made")).to_contain_text("--seed 11 --kind partial --signs minimal")
    (made,) = iq.generate(1, seed=11, kind="partial", signs="minimal")
    shares(page, made.puzzle)
    show(page, "make")
    page.click("#playmade")
    expect(page.locator("#tab-play")).to_have_attribute("aria-current", "page")
    for number, digit in enumerate(iq.solve(made.puzzle).solutions[0].line):
        cell(page, number // 9 + 1, number % 9 + 1).click()
        page.keyboard.press(digit)
    status(page, re.compile("^Solved"))


def test_making_can_be_stopped(page: Any) -> None:
    show(page, "make")
    page.route("**/api/generate", lambda _: None)  # There is no answer.
    page.click("#make")
    expect(page.locator("#make")).to_have_text("Stop")
    page.click("#make")
    expect(page.locator("#make")).to_have_text("Make a puzzle")
    expect(page.locator("#playmade")).to_be_hidden()


def test_a_puzzle_that_nobody_waits_for_replaces_none(page: Any) -> None:
    today = on_board(page)
    late = []
    page.route(re.compile("/api/(generate|read)$"), lambda route: late.append(route))
    show(page, "make")
    page.click("#make")
    expect(page.locator("#make")).to_have_text("Stop")
    show(page, "play")
    expect(page.locator("#make")).to_have_text("Make a puzzle")
    show(page, "enter")
    page.click("#opensource")
    page.fill("#text", iq.write(PUZZLE, "extended"))
    page.click("#read")
    page.click("#source .close")
    show(page, "play")
    with page.expect_response("**/api/read"):
        late[1].continue_()
    page.wait_for_timeout(200)
    assert on_board(page) == today
    expect(page.locator("#tab-play")).to_have_attribute("aria-current", "page")


def test_a_seed_that_is_none_is_refused(page: Any) -> None:
    show(page, "make")
    page.fill("#seed", "-1")
    page.click("#make")
    expect(page.locator("#made")).to_contain_text("Expected 0 to 9007199254740991")


# --- judge --------------------------------------------------------------------------------


def test_the_level_and_redundant_signs_are_shown(page: Any) -> None:
    enter(page)
    show(page, "judge")
    expect(page.locator("#panel-judge")).to_contain_text("Level: easy (rating 2)")
    number = len(iq.validate(PUZZLE).redundant)
    expect(page.locator("#panel-judge")).to_contain_text(f"follow from the others: {number}.")
    page.locator("#redundant").focus()
    for shown in (number, 0):
        page.keyboard.press("Enter")
        expect(page.locator("#board .sign.premise")).to_have_count(shown)
        expect(page.locator("#redundant")).to_be_focused()


def test_redundant_signs_are_left_out(page: Any) -> None:
    enter(page)
    show(page, "judge")
    page.click("#minimal")
    expect(page.locator("#panel-judge")).not_to_contain_text("follow from the others")
    status(page, "One solution.")
    shares(page, iq.Puzzle.from_relations(iq.minimise(PUZZLE).relations))
    page.keyboard.press("Control+z")
    shares(page, PUZZLE)


def test_a_repair_flips_the_sign_and_shows_the_change(page: Any) -> None:
    enter(page, UNSOLVABLE)
    status(page, "No solution.")
    show(page, "judge")
    report = iq.validate(UNSOLVABLE)
    assert report.conflict
    assert report.repairs
    buttons = page.locator(".repairs button")
    expect(buttons).to_have_count(len(report.repairs))
    expect(page.locator("#panel-judge")).to_contain_text("The signs in bold cannot all hold.")
    assert page.locator("#board .sign.conflict").count() > 0
    broken = report.broken_step(report.repairs[0])
    expect(buttons.first).to_contain_text(f": one solutionbreaks step {broken}")
    last, why = buttons.last.bounding_box(), page.locator("#why").bounding_box()
    assert last["y"] + last["height"] <= why["y"]  # The repairs stand above the proof.
    buttons.first.click()
    expect(page.locator("#panel-judge")).to_contain_text("Flipped r")
    expect(page.locator("#board .mark.repair")).to_have_count(1)
    status(page, re.compile("solution"))
    page.keyboard.press("Control+z")
    status(page, "No solution.")


def test_the_signs_of_a_cycle_are_marked(page: Any) -> None:
    enter(page, CYCLE)
    status(page, "No solution: the signs form a cycle.")
    expect(page.locator("#board .sign.conflict")).to_have_count(4)


@pytest.mark.parametrize("puzzle", [UNSOLVABLE, CYCLE, CLASH], ids=["conflict", "cycle", "givens"])
def test_a_proof_is_shown_step_by_step(page: Any, puzzle: iq.Puzzle) -> None:
    enter(page, puzzle)
    page.click("#seewhy")
    report = iq.validate(puzzle)
    assert report.conflict
    everything = len(report.proof)
    expect(page.locator("#next" if everything > 1 else "#closesteps")).to_be_focused()
    for number, step in enumerate(report.proof, 1):
        status(page, str(step))
        expect(page.locator("#stepnumber")).to_have_text(f"{number}/{everything}")
        expect(page.locator("#techniques")).to_have_text(str(name_of(step.technique)))
        used = len({*step.premises.relations})
        expect(page.locator("#board .sign.premise")).to_have_count(used)
        page.keyboard.press("ArrowRight")
    assert page.locator("#board .mark.fails").count() == 1
    speak(page, "中文")
    page.click("#closesteps")
    expect(page.locator("#why")).to_be_focused()
    page.click("#why")
    expect(page.locator("#stepnumber")).to_have_text(f"1/{everything}")


def test_two_witnesses_stand_side_by_side(page: Any) -> None:
    enter(page, OPEN)
    show(page, "judge")
    report = iq.validate(OPEN)
    assert report.witnesses
    expect(page.locator("#panel-judge")).to_contain_text(str(changes(report.witnesses)))
    expect(page.locator(".witnesses svg")).to_have_count(2)
    first, second = (page.locator(".witnesses figure").nth(n).bounding_box() for n in (0, 1))
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] <= second["x"]
    assert page.locator(".witnesses .tint.differs").count() >= 8


# --- play ---------------------------------------------------------------------------------


def test_a_puzzle_of_the_day_is_judged_on_request(page: Any) -> None:
    show(page, "judge")
    expect(page.locator("#panel-judge")).to_contain_text("Level: easy")


def test_digits_marks_colours_and_undo(page: Any) -> None:
    cell(page, 1, 1).click()
    cell(page, 1, 3).click(modifiers=["Control"])
    for key in ("Shift+Digit1", "Control+Digit2", "Control+Digit5"):
        page.keyboard.press(key)
    page.click("#kind-colour")
    page.click("#keys button >> nth=3")
    marked = "row 1 column {}, empty, .*corner marks 1, notes 2 5, colour 4"
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", re.compile(marked.format(1)))
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", re.compile(marked.format(3)))
    for _ in range(4):
        page.keyboard.press("Control+z")
    expect(cell(page, 1, 1)).not_to_have_attribute("aria-label", re.compile("marks|colour"))
    for _ in range(4):
        page.keyboard.press("Control+y")
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", re.compile(marked.format(3)))


def test_cells_are_selected_by_dragging(page: Any) -> None:
    first, last = (cell(page, 2, column).bounding_box() for column in (2, 5))
    half = first["width"] / 2
    page.mouse.move(first["x"] + half, first["y"] + half)
    page.mouse.down()
    page.mouse.move(last["x"] + half, last["y"] + half, steps=20)
    page.mouse.up()
    expect(page.locator("#cells [aria-selected=true]")).to_have_count(4)


@pytest.mark.parametrize("down", [0, 8], ids=["along a row", "across the board"])
def test_a_fast_drag_leaves_no_gap(page: Any, down: int) -> None:
    frame = page.locator("#cells").bounding_box()
    side = frame["width"] / 9
    x, y = frame["x"] + side / 2, frame["y"] + side / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8 * side, y + down * side, steps=5)
    page.mouse.up()
    expect(page.locator("#cells [aria-selected=true]")).to_have_count(9)


def test_a_finger_that_slips_over_a_line_selects_one_cell(page: Any) -> None:
    first = cell(page, 2, 2).bounding_box()
    y, right = first["y"] + first["height"] / 2, first["x"] + first["width"]
    page.mouse.move(right - 3, y)
    page.mouse.down()
    page.mouse.move(right + 5, y, steps=4)
    page.mouse.up()
    expect(page.locator("#cells [aria-selected=true]")).to_have_count(1)
    assert cell(page, 2, 2).get_attribute("aria-selected") == "true"


def test_the_check_says_where_a_mistake_is(page: Any) -> None:
    digits = solution(on_board(page))
    cell(page, 1, 1).click()
    page.keyboard.press(digits[0])
    page.click("#check")
    status(page, "No slip so far.")
    page.keyboard.press(str(int(digits[0]) % 9 + 1))
    cell(page, 2, 2).click()
    page.keyboard.press("Control+" + str(int(digits[10]) % 9 + 1))
    page.click("#check")
    status(page, "Wrong: r1c1, r2c2.")
    expect(page.locator("#board .tint.wrong")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(page.locator("#board .tint.wrong")).to_have_count(0)


def test_notes_are_filled_in_and_clear_themselves(page: Any) -> None:
    puzzle = on_board(page)
    digits = solution(puzzle)
    page.click("#opensettings")
    page.click("#notes")
    notes = [notes_in(text) for text in labels(page)]
    assert all(digit in some for digit, some in zip(digits, notes, strict=True))
    for lesser, greater in puzzle.relations:
        assert min(notes[lesser]) < min(notes[greater])
        assert max(notes[lesser]) < max(notes[greater])
    cell(page, 5, 5).click()
    page.keyboard.press(digits[40])
    for number, text in enumerate(labels(page)):
        expected = notes[number] - ({digits[40]} if are_peers(number, 40) else set())
        for lesser, greater in puzzle.relations:
            if (lesser, greater) == (40, number):
                expected = {digit for digit in expected if digit > digits[40]}
            if (lesser, greater) == (number, 40):
                expected = {digit for digit in expected if digit < digits[40]}
        assert number == 40 or notes_in(text) == expected
    page.keyboard.press("Control+z")
    assert [notes_in(text) for text in labels(page)] == notes
    page.click("#opensettings")
    page.uncheck("#set-clears")
    page.click("#settings .close")
    page.keyboard.press(digits[40])
    assert [notes_in(text) for text in labels(page)][:40] == notes[:40]


def test_erasing_a_digit_brings_the_notes_back_that_it_had_cleared(page: Any) -> None:
    right = solution(on_board(page))
    page.click("#opensettings")
    page.click("#notes")
    notes = [notes_in(text) for text in labels(page)]
    wrong = next(digit for digit in sorted(notes[40]) if digit != right[40])
    other = next(digit for digit in sorted(notes[0]) if digit != wrong)
    cell(page, 5, 5).click()
    page.keyboard.press(wrong)
    cell(page, 1, 1).click()
    page.keyboard.press(other)
    cell(page, 5, 5).click()
    assert [notes_in(text) for text in labels(page)][41:] != notes[41:]
    page.keyboard.press("Backspace")
    cell(page, 1, 1).click()
    page.keyboard.press(wrong if wrong in notes[0] else other)
    page.keyboard.press("Backspace")
    assert [notes_in(text) for text in labels(page)] == notes


def test_removing_mistakes_brings_the_notes_back_that_a_wrong_digit_had_cleared(page: Any) -> None:
    right = solution(on_board(page))
    page.click("#opensettings")
    page.click("#notes")
    notes = [notes_in(text) for text in labels(page)]
    number, wrong = next(
        (number, digit)
        for number, some in enumerate(notes)
        for digit in sorted(some - {right[number]})
        if any(
            digit in notes[peer] for peer in range(81) if peer != number and are_peers(peer, number)
        )
    )
    cell(page, number // 9 + 1, number % 9 + 1).click()
    page.keyboard.press(wrong)
    assert [notes_in(text) for text in labels(page)] != notes
    show(page, "help")
    page.click("#hint")
    page.click("#remove")
    expect(page.locator("#remove")).to_be_hidden()
    assert [notes_in(text) for text in labels(page)] == notes


def test_a_solved_board_cannot_be_edited(page: Any) -> None:
    digits = solution(on_board(page))
    for number, digit in enumerate(digits):
        cell(page, number // 9 + 1, number % 9 + 1).click()
        page.keyboard.press(digit)
    status(page, re.compile("^Solved"))
    page.keyboard.press("Backspace")
    page.keyboard.press("1" if digits[80] != "1" else "2")
    expect(page.locator("#keys")).to_be_hidden()
    assert label(page, 9, 9).startswith(f"row 9 column 9, {digits[80]}")
    status(page, re.compile("^Solved"))
    show(page, "help")
    expect(page.locator("#keys")).to_be_hidden()
    page.click("#opensettings")
    expect(page.locator("#notes")).to_be_disabled()


NUMPAD = """([key, code, held]) => document.activeElement.dispatchEvent(new KeyboardEvent(
    "keydown", { key, code, [held]: true, bubbles: true, cancelable: true }))"""


def test_the_number_pad_writes_and_moves(page: Any) -> None:
    cell(page, 3, 3).click()
    page.evaluate(NUMPAD, ["7", "Numpad7", "ctrlKey"])
    expect(cell(page, 3, 3)).to_have_attribute("aria-label", re.compile("empty.*notes 7"))
    page.evaluate(NUMPAD, ["8", "Numpad8", ""])
    expect(cell(page, 3, 3)).to_have_attribute("aria-label", re.compile("column 3, 8"))
    for key, code, place in (
        ("Home", "Numpad7", (3, 1)),
        ("End", "Numpad1", (3, 9)),
        ("ArrowUp", "Numpad8", (2, 9)),
        ("Clear", "Numpad5", (2, 9)),
    ):
        page.evaluate(NUMPAD, [key, code, ""])
        expect(cell(page, *place)).to_be_focused()
    page.evaluate(NUMPAD, ["Home", "Numpad7", "shiftKey"])
    filled = [text for text in labels(page) if ", empty" not in text]
    assert len(filled) == 1


def test_keys_select_all_cells_and_close_what_is_open(page: Any) -> None:
    cell(page, 1, 1).click()
    page.keyboard.press("Control+a")
    expect(page.locator("#cells [aria-selected=true]")).to_have_count(81)
    assert page.evaluate("getSelection().toString()") == ""
    page.keyboard.press("Escape")
    expect(page.locator("#cells [aria-selected=true]")).to_have_count(1)
    show(page, "help")
    page.click("#explain")
    expect(page.locator("#stepnumber")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#stepnumber")).to_be_hidden()
    page.click("#hint")
    expect(page.locator("#hint")).to_have_text("More")
    page.keyboard.press("Escape")
    expect(page.locator("#hint")).to_have_text("Hint")


def are_peers(one: int, other: int) -> bool:
    return one // 9 == other // 9 or one % 9 == other % 9 or box(one) == box(other)


def notes_in(text: str) -> set[str]:
    found = re.search("notes ([1-9 ]+)", text)
    return {*found[1].split()} if found else set()


def test_highlights_and_the_time_can_be_switched_off(page: Any) -> None:
    assert str(page.get_attribute("#board .lit", "d")).count("M") == 20
    page.keyboard.press("5")
    cell(page, 5, 5).click()
    page.keyboard.press("5")
    expect(page.locator("#board .equal")).to_have_count(2)
    expect(page.locator("#timer")).to_be_visible()
    page.click("#opensettings")
    for name in ("houses", "equal", "timer"):
        page.uncheck(f"#set-{name}")
    page.reload()
    expect(page.locator("#board .cursor")).to_have_count(1)
    cell(page, 5, 5).click()
    expect(page.locator("#board :is(.lit, .equal)")).to_have_count(0)
    expect(page.locator("#timer")).to_be_hidden()


def test_notes_of_the_chosen_digit_are_highlighted(page: Any) -> None:
    digit = solution(on_board(page))[0]
    page.click("#opensettings")
    page.click("#notes")
    chosen = page.locator("#board .pencil.chosen")
    expect(chosen).to_have_count(0)
    page.keyboard.press(digit)
    noted = sum(digit in notes_in(text) for text in labels(page))
    expect(chosen).to_have_text(digit * noted)
    cell(page, 9, 9).click()
    page.keyboard.press(f"Shift+Digit{digit}")
    cell(page, 1, 1).click()
    expect(chosen).to_have_text([digit * (noted - 1), digit, digit])  # A text for each size.
    page.click("#opensettings")
    page.uncheck("#set-equal")
    page.click("#settings .close")
    expect(chosen).to_have_count(0)


def test_a_double_tap_selects_equal_digits(opened: Opener) -> None:
    page = opened(viewport=PHONE, **TOUCH)
    for row, column in ((1, 1), (4, 5), (9, 9)):
        cell(page, row, column).tap()
        page.locator("#keys button").nth(4).tap()
    selected = page.locator("#cells [aria-selected=true]")
    cell(page, 4, 5).tap()
    expect(selected).to_have_count(1)
    cell(page, 4, 5).tap()
    expect(selected).to_have_count(3)
    cell(page, 2, 2).dblclick()
    expect(selected).to_have_count(1)
    cell(page, 9, 9).tap()
    page.keyboard.press("=")
    expect(selected).to_have_count(3)


def test_nothing_is_drawn_over_a_sign(page: Any) -> None:
    page.keyboard.press("5")
    page.click("#opensettings")
    page.click("#notes")
    cell(page, 1, 2).click(modifiers=["Shift"])
    page.keyboard.press("5")
    page.click("#check")
    above = page.evaluate(
        """() => {
            const all = [...board.querySelectorAll("g > *")];
            const last = all.findLastIndex(each => !each.matches(".sign, circle.mark"));
            return all.findIndex(each => each.matches(".sign")) - last;
        }"""
    )
    assert above == 1
    assert page.evaluate("getComputedStyle(cells.children[0].children[0]).background").startswith(
        "rgba(0, 0, 0, 0)"
    )


def test_the_game_and_its_undo_are_kept_in_the_browser(page: Any) -> None:
    play(page)
    cell(page, 3, 3).click()
    for key in ("6", "7", "Shift+Digit2"):
        page.keyboard.press(key)
    page.reload()
    expect(cell(page, 3, 3)).to_have_attribute("aria-label", re.compile("column 3, 7, "))
    page.click("#undo")
    page.click("#undo")
    expect(cell(page, 3, 3)).to_have_attribute("aria-label", re.compile("column 3, 6"))
    page.click("#undo")
    expect(cell(page, 3, 3)).to_have_attribute("aria-label", re.compile("column 3, empty"))
    expect(page.locator("#undo")).to_be_disabled()


TOUCHED = """() => {
    globalThis.touched = [];
    const note = each => touched.push(each.type + " " + (each.attributeName ?? ""));
    const observer = new MutationObserver(all => all.forEach(note));
    const all = { attributes: true, childList: true, subtree: true };
    for (const part of [board, cells]) observer.observe(part, all);
}"""


def test_only_what_changes_is_drawn_again(page: Any) -> None:
    page.click("#opensettings")
    page.click("#notes")
    page.evaluate(TOUCHED)
    for key, most in (("Control+1", 4), ("ArrowRight", 60), ("Shift+ArrowRight", 60), ("8", 80)):
        page.evaluate("touched.length = 0")
        page.keyboard.press(key)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert 0 < page.evaluate("touched.length") <= most, key


STORED = "Object.entries(localStorage).filter(([name]) => name.includes(' game '))"

SECONDS = f"{STORED}.map(([, value]) => JSON.parse(value).seconds)"


def test_the_time_is_stored_when_the_page_is_hidden_not_every_second(page: Any) -> None:
    page.clock.install()
    page.reload()
    expect(page.locator(CELLS).last).to_be_attached()
    page.keyboard.press("5")
    page.clock.run_for(3000)
    assert page.evaluate(SECONDS) == [0]
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert page.evaluate(SECONDS) == [3]
    page.clock.run_for(16_000)
    assert 14 <= page.evaluate(SECONDS)[0] <= 19


def test_two_tabs_with_one_game_follow_each_other(page: Any) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    for tab, at, column in ((page, 1, "5"), (other, 2, "6"), (page, 3, "7")):
        cell(tab, 1, at).click()
        tab.keyboard.press(column)
        for each in (page, other):
            expect(cell(each, 1, at)).to_have_attribute(
                "aria-label", re.compile(f"column {at}, {column}")
            )
    other.keyboard.press("Control+z")
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", re.compile("column 3, empty"))
    assert [label(page, 1, at).split(", ")[1] for at in (1, 2)] == ["5", "6"]
    for each in (page, other):
        each.reload()
        assert [label(each, 1, at).split(", ")[1] for at in (1, 2)] == ["5", "6"]


def test_moves_that_are_all_undone_stay_undone(page: Any) -> None:
    page.keyboard.press("5")
    page.keyboard.press("Control+z")
    page.reload()
    assert label(page, 1, 1).startswith("row 1 column 1, empty")


def test_several_games_are_kept_and_can_be_forgotten(page: Any) -> None:
    for puzzle in (PUZZLE, OPEN):
        play(page, puzzle)
        cell(page, 1, 1).click()
        page.keyboard.press("5")
        page.keyboard.press("ArrowRight")
    page.reload()
    expect(page.locator(CELLS).last).to_be_attached()
    page.click("#opensettings")
    games = page.locator("#games li")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("1 of 81 cells")
    games.locator("button").first.click()
    expect(page.locator("#settings")).to_be_hidden()
    assert on_board(page) == PUZZLE
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", re.compile("column 1, 5"))
    page.click("#opensettings")
    expect(games).to_have_count(1)
    games.locator("button").last.click()
    expect(games).to_have_count(0)


def test_a_puzzle_in_which_nothing_was_written_is_no_game(page: Any) -> None:
    expect(page.locator("#timer")).to_have_text(re.compile(r"(0:0[2-9]|0:[1-5]\d|[1-9])"))
    page.click("#level-hard")
    page.click("#opensettings")
    expect(page.locator("#games li")).to_have_count(0)
    expect(page.locator("#continue")).to_be_hidden()


RUBBISH = (
    "{",
    "null",
    "[]",
    "7",
    '"text"',
    '{"current": 7, "language": "__proto__", "settings": "no"}',
    '{"current": "#p=/", "language": ["zh"]}',
    '{"current": {"toString": 1}, "moves": {"toString": 1}, "at": {"valueOf": 1}}',
    '{"language": {"toString": 1}, "at": {"toString": 1}, "seconds": {"toString": 1}}',
    '{"settings": {"level": "__proto__"}, "own": 1, "moves": {"constructor": {"prototype": 1}}}',
    '{"moves": [7, null, []], "seconds": -1, "at": "x"}',
    '{"moves": {"length": 5}, "seconds": 1e99}',
    '{"moves": [[[0, ".", 1, 0, -1]]], "seconds": 0.5}',
    '{"moves": [[[81, "1", 0, 0, 0]]]}',
    '{"moves": [[[0, "10", 0, 0, 0]]]}',
    '{"moves": [[[0, ".", 512, 0, 0]]]}',
    '{"moves": [[[0, ".", 0, "1", 0]]]}',
    '{"moves": [[[0, ".", 0, 0, 7]]]}',
    '{"moves": [[[0, "."]]]}',
    json.dumps({"current": "#p=/" + "." * 1_000_000, "moves": [[]] * 100_000}),
    "[" * 500_000,
)


DAMAGED = re.compile("^Something that this browser had stored was damaged")


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_the_page_starts_without_what_is_stored_and_damaged(page: Any, rubbish: str) -> None:
    page.evaluate(
        """rubbish => {
            for (const name of ["ineqsudoku", "ineqsudoku game #p=/", "ineqsudoku game ?"])
                localStorage.setItem(name, rubbish);
        }""",
        rubbish,
    )
    page.reload()
    status(page, DAMAGED)
    for tab in TABS:
        show(page, tab)
    expect(page.locator("#board .pencil, #board .digit, #board .colour")).to_have_count(0)
    page.reload()
    status(page, re.compile("^Each row"))


def test_names_that_the_page_does_not_store_are_removed(page: Any) -> None:
    page.keyboard.press("5")
    page.evaluate(
        """() => {
            for (let number = 0; number < 1000; number++)
                localStorage.setItem(`ineqsudoku game #p=/${".".repeat(number)}`, "{}");
        }"""
    )
    page.reload()
    status(page, DAMAGED)
    assert label(page, 1, 1).startswith("row 1 column 1, 5")
    assert page.evaluate("localStorage.length") <= 32


# --- help ---------------------------------------------------------------------------------


def test_a_hint_comes_in_three_stages(page: Any) -> None:
    play(page)
    show(page, "help")
    houses: set[int] = set()
    for number in STAGES:
        page.click("#hint")
        stage = iq.hint(PUZZLE).stage(number)
        status(page, str(stage))
        houses.update(*(HOUSES[number] for number in stage.houses))
        assert houses
        assert cells_in(page.locator("#board .houses")) == houses
        marked = {n for n, text in enumerate(labels(page)) if text.endswith(", marked")}
        assert marked == {*stage.cells}
    used = dict.fromkeys(step.technique for step in iq.hint(PUZZLE).steps)
    names = ", ".join(str(name_of(technique)) for technique in used)
    expect(page.locator("#techniques")).to_have_text(names)
    expect(page.locator("#hint")).to_have_text("Write it")
    page.click("#hint")
    ((number, digit),) = iq.hint(PUZZLE).steps[-1].places
    expect(cell(page, number // 9 + 1, number % 9 + 1)).to_have_attribute(
        "aria-label", re.compile(f"column {number % 9 + 1}, {digit},")
    )
    expect(page.locator("#hint")).to_have_text("Hint")


def test_cells_to_look_at_are_not_marked_as_filled(page: Any) -> None:
    """The step of this hint supposes a digit, and excludes it."""
    steps = iq.explain(SUPPOSITIONS).steps
    step = next(step for step in steps if step.technique == "contradiction")
    hint = Hint("step", (step,))
    page.route(
        "**/api/hint",
        lambda route: route.fulfill(json=hint.to_dict(route.request.post_data_json["stage"])),
    )
    play(page, SUPPOSITIONS)
    show(page, "help")
    for number in STAGES:
        page.click("#hint")
        status(page, str(hint.stage(number)))
        ending = ", loses candidates" if number == STAGES[-1] else ", look here"
        marked = {n for n, text in enumerate(labels(page)) if text.endswith(ending)}
        assert marked == {*hint.stage(number).cells}


@pytest.mark.parametrize("stage", STAGES)
def test_mistakes_are_removed_at_once(page: Any, stage: int) -> None:
    """Three wrong digits, one of them over wrong notes, and notes that lack the right digit."""
    play(page)
    cell(page, 1, 1).click()
    page.keyboard.press(f"Control+{int(SOLUTION[0]) % 9 + 1}")
    wrong = {number: str(int(SOLUTION[number]) % 9 + 1) for number in (0, 40, 79)}
    right = {number: SOLUTION[number] for number in (8, 30)}
    for number, digit in (wrong | right).items():
        cell(page, number // 9 + 1, number % 9 + 1).click()
        page.keyboard.press(digit)
    before = labels(page)
    cell(page, 5, 9).click()
    page.keyboard.press(f"Control+{int(SOLUTION[44]) % 9 + 1}")
    show(page, "help")
    for _ in range(stage):
        with page.expect_response("**/api/hint"):
            page.click("#hint")
    hint = page.locator("#hint")
    expect(hint).to_be_visible(visible=stage < STAGES[-1])
    expect(page.locator("#remove")).to_have_text("Remove mistakes")
    page.click("#remove")
    expect(page.locator("#remove")).to_be_hidden()
    expect(hint).to_be_focused()
    after = [text.replace(f", {wrong.get(n)},", ", empty,") for n, text in enumerate(before)]
    assert [text.removesuffix(", wrong") for text in labels(page)] == after
    page.click("#undo")
    page.click("#hint")
    status(page, "3 digits are wrong. Some notes lack the right digit.")


def test_the_board_follows_the_explanation(page: Any) -> None:
    play(page)
    show(page, "help")
    page.click("#explain")
    steps = iq.explain(PUZZLE).steps
    status(page, str(steps[0]))
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("ArrowRight")
    status(page, str(steps[1]))
    page.click("#previous")
    expect(page.locator("#stepnumber")).to_have_text(f"1/{len(steps)}")
    page.focus("#slider")
    page.keyboard.press("End")
    expect(page.locator("#stepnumber")).to_have_text(f"{len(steps)}/{len(steps)}")
    expect(page.locator("#next")).to_be_disabled()
    shown = [label(page, n // 9 + 1, n % 9 + 1).split(", ")[1] for n in range(81)]
    assert "".join(shown) == SOLUTION
    page.click("#closesteps")
    expect(page.locator("#explain")).to_be_focused()


def test_help_says_why_there_is_none(page: Any) -> None:
    play(page, OPEN)
    show(page, "help")
    with page.expect_response(lambda response: response.status == 422):
        page.click("#hint")
    status(page, re.compile("needs a puzzle with exactly one solution"))


def test_hints_and_explanations_are_in_the_language_of_the_page(opened: Opener) -> None:
    page = opened(locale="zh-CN")
    show(page, "help")
    page.click("#hint")
    status(page, re.compile("^请看第 .+。$"))
    speak(page, "English")
    status(page, re.compile("^Look at "))
    page.click("#explain")
    page.click("#next")
    status(page, re.compile("^[A-Zr][^一-龥]+ (greater|less|only) "))
    speak(page, "中文")
    status(page, re.compile("[一-龥].+。$"))


# --- share --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fragment",
    [
        "p=",
        "p=zz/",
        "p=9x3x3//",
        "p=/0",
        "p=/A",
        "p=%3Cscript%3E/",
        f"p={'l' * 200_000}/",
        f"p=/{'1' * 82}",
        "p=/1/%00",
        "%",
        "p=/\u0661",
    ],
    ids=lambda text: text[:20],
)
def test_a_broken_link_says_so_before_todays_puzzle(opened: Opener, fragment: str) -> None:
    page = opened(f"#{fragment}")
    status(page, re.compile("^This link is damaged: it holds no puzzle."))
    expect(page.locator("#level-easy")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("5")
    status(page, re.compile("^Each row"))


def test_a_link_is_copied_or_sent(opened: Opener) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    page.evaluate(
        "() => { globalThis.sent = []; navigator.share = async data => sent.push(data); }"
    )
    enter(page)
    show(page, "share")
    page.click("#copylink")
    expect(page.locator("#copylink")).to_have_text("Copied.")
    expect(page.locator("#copylink")).to_have_text("Copy")
    link = page.input_value("#link")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.click("#sendlink")
    assert page.evaluate("sent") == [{"title": "Inequality sudoku", "url": link}]


def test_the_head_has_a_description_and_a_picture(page: Any) -> None:
    assert page.get_attribute("[name=description]", "content")
    tags = page.locator("[property^='og:']").evaluate_all(
        "all => Object.fromEntries(all.map(({ attributes: { property, content } }) =>"
        " [property.value, content.value]))"
    )
    answer = page.request.get(urljoin(page.url, tags["og:image"]))
    assert answer.headers["content-type"] == "image/png"
    size = (int(tags["og:image:width"]), int(tags["og:image:height"]))
    assert struct.unpack(">II", answer.body()[16:24]) == size


@pytest.mark.parametrize(
    ("selector", "start"),
    [
        ("#pictures >> text=SVG", b"<svg"),
        ("#pictures >> text=PNG", b"\x89PNG"),
    ],
)
def test_pictures_are_saved(page: Any, selector: str, start: bytes) -> None:
    enter(page)
    show(page, "share")
    with page.expect_download() as download:
        page.click(selector)
    assert Path(download.value.path()).read_bytes().startswith(start)


@needs_poppler
def test_a_worksheet_is_printed_instead_of_the_page(page: Any) -> None:
    enter(page)
    show(page, "share")
    page.check("#answers")
    page.fill("#sheettitle", "Week 12 <b>")
    page.evaluate("() => { window.print = () => { document.body.dataset.printed += '!'; }; }")
    # A browser whose `print` returns at once, as on phones, lets the player click again.
    for times in (1, 2):
        page.click("#worksheet")
        expect(page.locator("body")).to_have_attribute("data-printed", "undefined" + "!" * times)
    expect(page.locator("#sheet")).to_have_count(1)
    sizes, texts = print_page(page, (612, 792))
    assert sizes == {(612, 792)}
    question, answer = ("".join(text.split()) for text in texts)
    assert question.startswith("Week12<b>NameDate")
    assert str(iq.explain(PUZZLE).level) in question
    assert question.endswith("1/2")
    assert answer.endswith(f"{SOLUTION}2/2")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert len(print_page(page)[1]) == 1
    assert page.locator("#sheet").count() == 0


def test_every_format_can_be_taken_away(page: Any) -> None:
    enter(page)
    show(page, "share")
    expect(page.locator("#converted")).to_have_value(re.compile("> < < <"))
    names = page.locator("#format option")
    expect(names).to_have_text(
        [
            "contest file",
            "file with all signs and digits",
            "f-puzzles link",
            "More…",
        ]
    )
    page.select_option("#format", "more")
    expect(names).to_have_count(len(FORMATS))
    page.select_option("#format", "plain")
    expect(page.locator("#shared")).to_have_text("108 signs dropped, which plain cannot hold")
    page.select_option("#format", "dimacs")
    expect(page.locator("#converted")).to_have_value(iq.write(PUZZLE, "dimacs"))


def test_a_late_answer_does_not_replace_a_newer_one(page: Any) -> None:
    enter(page)
    show(page, "share")
    expect(page.locator("#elsewhere a")).to_have_count(2)
    page.select_option("#format", "more")
    late = []
    page.route("**/api/convert", lambda route: late.append(route), times=1)
    with page.expect_request("**/api/convert"):
        page.select_option("#format", "compact")
    page.select_option("#format", "dimacs")
    expect(page.locator("#converted")).to_have_value(iq.write(PUZZLE, "dimacs"))
    with page.expect_response("**/api/convert"):
        late[0].continue_()
    page.wait_for_timeout(200)
    expect(page.locator("#converted")).to_have_value(iq.write(PUZZLE, "dimacs"))


def test_other_sites_open_the_puzzle(page: Any) -> None:
    enter(page)
    show(page, "share")
    links = page.locator("#elsewhere a")
    expect(links).to_have_count(2)
    for number in range(2):
        assert iq.read(links.nth(number).get_attribute("href")) == PUZZLE
        assert "noopener" in links.nth(number).get_attribute("rel")
    assert links.nth(0).get_attribute("href").startswith("https://sudokupad.app/")
    assert links.nth(1).get_attribute("href") == iq.write(PUZZLE, "fpuzzles").strip()


# --- everywhere ---------------------------------------------------------------------------


SCREENS = {
    "phone": {"width": 360, "height": 640},
    "larger phone": {"width": 390, "height": 664},
    "large phone": {"width": 412, "height": 732},
    "phone, sideways": {"width": 640, "height": 360},
    "phone at 200 %": {"width": 180, "height": 320},
    "desktop at 200 %": {"width": 720, "height": 450},
    "tablet": TABLET,
    "desktop": DESKTOP,
}

INSIDE = """names => names.map(name => {
    const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
})"""

PLACES = """() => [...document.querySelectorAll("#board, #keys, #tools")].map(each => {
    const { top, bottom } = each.getBoundingClientRect();
    return [top, bottom];
})"""


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_board_status_and_keys_are_on_one_screen(opened: Opener, screen: str, locale: str) -> None:
    viewport = SCREENS[screen]
    touch = TOUCH if "phone" in screen else {}
    page = opened(viewport=viewport, locale=locale, **touch)
    show(page, "help")
    page.click("#explain")
    expect(page.locator("#next")).to_be_visible()
    names = ("#board", "#status", "#techniques", "#next")
    assert page.evaluate(INSIDE, [*names]) == [True] * 4
    board, *others = (page.locator(name).bounding_box() for name in names)
    side, length = ("x", "width") if viewport["width"] > viewport["height"] else ("y", "height")
    assert all(board[side] + board[length] <= other[side] for other in others)
    page.click("#closesteps")
    for tab in ("play", "help", "enter"):
        show(page, tab)
        inside = page.evaluate(INSIDE, ["#board", "#status", "#undo", "#keys"])
        assert inside == [True] * 4, tab
        places = page.evaluate(PLACES)
        page.evaluate(
            "document.querySelector('#status').textContent = 'A long sentence. '.repeat(30)"
        )
        assert page.evaluate(PLACES) == places, tab
    for tab in TABS:
        show(page, tab)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"], tab
    if screen == "phone":
        assert page.locator(".mouse:visible").count() == 0


FITTING = {
    "small phone": ({"width": 320, "height": 568}, 304),
    "phone": (PHONE, 344),
    "phone, large letters": (PHONE, 256),
    "tablet": (TABLET, 640),
    "tablet, sideways": ({"width": 1024, "height": 768}, 580),
    "desktop": (DESKTOP, 800),
}
"""Screens, and the least width of the board in pixels."""

MISFITS = """() => {
    const all = [...document.querySelectorAll("button, select, input, p, label, h1, #board")];
    const shown = all.filter(each =>
        each.checkVisibility() && each.offsetWidth !== 1 && !each.closest("dialog, [popover]"));
    const name = each => each.id || each.textContent;
    const box = each => each.getBoundingClientRect();
    const outside = shown.filter(each => box(each).left < -1 || box(each).right > innerWidth + 1);
    const isCut = each => each.scrollWidth > each.clientWidth + 1
        && getComputedStyle(each).display !== "inline";
    const rows = document.querySelectorAll("#bar, #tabs, #levels, #kinds, #tools, #keys, .line");
    const cut = [...shown.filter(each => each.type !== "text"), ...rows].filter(isCut);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const over = shown.flatMap((each, index) => shown.slice(index + 1)
        .filter(other => !each.contains(other) && meet(box(each), box(other)))
        .map(other => [name(each), name(other)]));
    return [outside.map(name), cut.map(name), over];
}"""
"""What is outside of the screen, what is cut, and what overlaps something else."""

FRAME = """() => {
    const { left, top, width } = boardframe.getBoundingClientRect();
    return [left, top + scrollY, width].map(Math.round);
}"""


@pytest.mark.parametrize("screen", FITTING)
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_all_fits_and_the_board_keeps_its_place(opened: Opener, screen: str, locale: str) -> None:
    viewport, least = FITTING[screen]
    page = opened(viewport=viewport, locale=locale, **(TOUCH if "phone" in screen else {}))
    if "large" in screen:
        sizes = {"fontSizes": {"standard": 32, "fixed": 32}}
        page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
        page.reload()
    status(page, re.compile("[.。]$"))
    frame = page.evaluate(FRAME)
    assert frame[2] >= least
    assert page.evaluate(MISFITS) == [[], [], []]
    page.keyboard.press("5")
    if page.locator("#openlevels").is_visible():
        page.click("#openlevels")
    page.click("#level-moderate")
    expect(page.locator("#levels:popover-open")).to_have_count(0)
    expect(page.locator("#continue")).to_be_visible()
    for tab in TABS:
        show(page, tab)
        if tab == "help":
            with page.expect_response("**/api/hint"):
                page.click("#hint")
        status(page, re.compile("[.。]$"))
        assert page.evaluate(MISFITS) == [[], [], []], tab
        assert page.evaluate(FRAME) == frame, tab
        if tab == "help":
            page.click("#explain")
            expect(page.locator("#next")).to_be_visible()
            assert page.evaluate(FRAME) == frame
            page.click("#closesteps")
    enter(page, UNSOLVABLE)
    expect(page.locator("#seewhy")).to_be_visible()
    assert page.evaluate(MISFITS) == [[], [], []]


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_keys_keep_their_place(opened: Opener, viewport: dict[str, int]) -> None:
    page = opened(viewport=viewport)
    places = {"play": page.locator("#keys").bounding_box()}
    show(page, "help")
    for stage in STAGES:
        with page.expect_response("**/api/hint"):
            page.click("#hint")
        status(page, re.compile("[.]$"))
        places[f"stage {stage}"] = page.locator("#keys").bounding_box()
    show(page, "enter")
    places["enter"] = page.locator("#keys").bounding_box()
    tops = {name: round(place["y"]) for name, place in places.items()}
    assert len({*tops.values()}) == 1, tops


LINES = """() => {
    const status = document.querySelector("#status");
    const { top, bottom } = status.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(status);
    const lines = [...text.getClientRects()];
    const isWhole = line => line.top > top - 2 && line.bottom < bottom + 2;
    const isHidden = line => line.bottom < top + 2 || line.top > bottom - 2;
    return { cut: lines.filter(line => !isWhole(line) && !isHidden(line)).length,
             first: isWhole(lines[0]), last: isWhole(lines.at(-1)) };
}"""
"""How many lines of the sentence are cut, and whether its first and its last one are seen."""

WHOLE = {"cut": 0, "first": True, "last": True}


@pytest.mark.parametrize("height", [640, 844])
def test_the_newest_sentence_is_seen_on_a_phone(opened: Opener, height: int) -> None:
    viewport = {"width": 390 if height > 800 else 360, "height": height}
    page = opened(viewport=viewport, **TOUCH)
    status(page, re.compile("^Each row"))
    assert page.evaluate(LINES) == WHOLE
    cell(page, 1, 1).tap()
    page.locator("#keys button").first.tap()
    show(page, "help")
    for _ in STAGES:
        with page.expect_response("**/api/hint"):
            page.click("#hint")
        expect(page.locator("#status")).not_to_have_text(re.compile("…$"))
        assert page.evaluate(LINES) == WHOLE
    play(page)
    expect(page.locator("#continue")).to_be_visible()
    assert page.evaluate(LINES) == WHOLE
    assert page.evaluate(INSIDE, ["#board", "#status", "#undo", "#keys"]) == [True] * 4


SAID = {
    "en-GB": [
        ("5", "5 in r1c1"),
        ("Control+z", "Undone: r1c1 erased"),
        ("Control+y", "Redone: 5 in r1c1"),
        ("Backspace", "r1c1 erased"),
        ("Space", "Notes"),
        ("2", "notes 2 in r1c1"),
        ("Shift+3", "corner marks 3 in r1c1"),
        ("Delete", "r1c1 erased"),
    ],
    "zh-CN": [
        ("5", "r1c1：5"),
        ("Control+z", "已撤销：清除 r1c1"),
        ("Space", "候选数"),
        ("2", "r1c1：候选数 2"),
    ],
}
"""What is said after each key."""


@pytest.mark.parametrize("locale", SAID)
def test_a_live_region_says_what_has_happened(opened: Opener, locale: str) -> None:
    page = opened(locale=locale)
    said = page.locator("#said")
    status(page, re.compile("."))
    expect(said).to_have_text(page.locator("#status").text_content())
    cell(page, 1, 1).click()
    for key, text in SAID[locale]:
        page.keyboard.press(key)
        expect(said).to_have_text(text)
    if locale == "zh-CN":
        return
    show(page, "enter")
    page.keyboard.press(">")
    expect(said).to_have_text(re.compile("^r1c1 > r1c2 "))
    page.click("#opensource")
    page.fill("#text", "x")
    page.click("#read")
    expect(page.locator("#source #said")).to_have_text(re.compile("^The text cannot be read"))
    page.keyboard.press("Escape")
    show(page, "share")
    status(page, "At least 1,000 solutions.")
    page.select_option("#format", "more")
    page.select_option("#format", "plain")
    expect(page.locator("main > #said")).to_have_text("1 sign dropped, which plain cannot hold")
    assert page.locator("[role=status], [aria-live]").count() == 1


@pytest.mark.parametrize("screen", ["phone", "large phone", "phone, sideways", "desktop"])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_every_control_is_large_enough_for_a_finger(
    opened: Opener, screen: str, locale: str
) -> None:
    page = opened(viewport=SCREENS[screen], locale=locale, **TOUCH)
    for tab in TABS:
        show(page, tab)
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, select, a.button, input:not([hidden])")]
                .filter(element => element.offsetParent && element.type !== "checkbox")
                .map(element => [element.id, element.offsetWidth, element.offsetHeight])
                .filter(([, width, height]) => width < 40 || height < 44)"""
        )
        assert small == [], tab
        hidden = page.evaluate(
            """() => [...document.querySelectorAll("#bar, #tabs, #levels, #kinds, .line, #keys")]
                .filter(row => row.scrollWidth > row.clientWidth).map(row => row.id)"""
        )
        assert hidden == [], tab


def test_a_puzzle_is_made_on_one_screen_of_a_phone(opened: Opener) -> None:
    page = opened(viewport=PHONE, **TOUCH)
    page.locator("#tab-make").tap()
    page.locator("#make").tap()
    expect(page.locator("#playmade")).to_be_in_viewport(ratio=1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("terminal")).to_be_hidden()


def test_signs_are_entered_by_touch(opened: Opener) -> None:
    page = opened(viewport=PHONE, **TOUCH)
    page.locator("#tab-enter").tap()
    status(page, re.compile("^Tap the line between two cells"))
    frame = page.locator("#cells").bounding_box()
    side = frame["width"] / 9
    page.touchscreen.tap(frame["x"] + side / 2, frame["y"] + side)
    below = "row 1 column 1, empty, less than the cell below"
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", below)
    page.get_by_role("button", name="greater than its right neighbour").tap()
    expect(cell(page, 1, 1)).to_have_attribute(
        "aria-label",
        "row 1 column 1, empty, greater than its right neighbour, less than the cell below",
    )


def test_the_language_is_the_browsers_and_can_be_changed(opened: Opener) -> None:
    page = opened(locale="zh-CN")
    assert page.title() == "不等式数独"
    assert page.locator("html").get_attribute("lang") == "zh"
    status(page, "每行、每列、每宫填入 1 到 9，不能重复。不等号的尖端指向较小的数。")
    expect(page.locator("#languages button")).to_have_text([*LANGUAGES.values()])
    speak(page, "English")
    status(page, re.compile("^Each row"))
    page.reload()
    assert page.title() == "Inequality sudoku"


def test_the_language_of_the_link_precedes_the_browsers_until_one_is_chosen(
    opened: Opener,
) -> None:
    page = opened("?language=zh")
    status(page, re.compile("^每行"))
    show(page, "share")
    expect(page.locator("#link")).to_have_value(re.compile(r"^[^?]+/#p=[lg.]+/"))
    show(page, "play")
    speak(page, "English")
    status(page, re.compile("^Each row"))
    page.reload()
    status(page, re.compile("^Each row"))


@pytest.mark.parametrize("path", ["?language=xx", "?language=__proto__", "?language="])
def test_an_unknown_language_of_the_link_is_ignored(opened: Opener, path: str) -> None:
    status(opened(path), re.compile("^Each row"))


def test_every_module_of_the_first_screen_is_fetched_at_once() -> None:
    folder = ROOT / "ineqsudoku" / "apps" / "web" / "page"
    html = (folder / "index.html").read_text(encoding="utf-8")
    needed: set[str] = set()
    found = {"main.js"}
    while found - needed:
        needed |= found
        sources = [(folder / name).read_text(encoding="utf-8") for name in needed]
        found = {*re.findall(r'^import .* from "./([\w.]+)";$', "\n".join(sources), re.M)}
    preloaded = re.findall(r'rel="modulepreload" href="([\w.]+)"', html)
    assert preloaded == sorted(needed)


def test_tab_reaches_the_board_once(page: Any) -> None:
    assert page.locator("#cells [tabindex='0']").count() == 1
    page.focus("#opensettings")
    page.keyboard.press("Tab")
    expect(cell(page, 1, 1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(cell(page, 2, 1)).to_be_focused()


def test_dark_mode_changes_the_paper(opened: Opener) -> None:
    colours = set()
    for scheme in ("light", "dark"):
        page = opened(color_scheme=scheme)
        colours.add(page.evaluate("getComputedStyle(boardframe).backgroundColor"))
    assert len(colours) == 2


def test_a_theme_is_chosen_and_kept(page: Any) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    colour = "getComputedStyle(boardframe).backgroundColor"
    light = page.evaluate(colour)
    page.click("#opensettings")
    page.click("#themes >> text=Dark")
    dark = page.evaluate(colour)
    assert dark != light
    other.wait_for_function(f"{colour} === {dark!r}")
    page.reload(wait_until="commit")
    page.wait_for_selector("#boardframe")
    assert page.evaluate(colour) == dark  # Before the scripts run.
    expect(page.locator("meta[name=theme-color][media=all]")).to_have_attribute(
        "content", "#14161a"
    )
    page.emulate_media(color_scheme="dark")
    page.click("#opensettings")
    page.click("#themes >> text=Light")
    assert page.evaluate(colour) == light
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_only_the_board_is_printed(page: Any) -> None:
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    for part in ("#bar", "#status", "#keys", "#more", "#board .cursor"):
        assert not page.locator(part).is_visible()


PEAKS = """() => document.getAnimations().flatMap(animation => {
    const digit = animation.effect?.target;
    if (!digit?.matches("#board text")) return [];
    const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    animation.pause();
    const { delay, duration } = animation.effect.getComputedTiming();
    animation.currentTime = delay + 0.4 * duration;
    const [x, y] = middle(digit.getBoundingClientRect());
    animation.cancel();
    const [fromX, fromY] = middle(digit.getBoundingClientRect());
    return [Math.hypot(x - fromX, y - fromY)];
})"""


def test_digits_grow_in_their_places_at_the_end(page: Any) -> None:
    digits = solution(on_board(page))
    for number, digit in enumerate(digits[:-1]):
        cell(page, number // 9 + 1, number % 9 + 1).click()
        page.keyboard.press(digit)
    cell(page, 9, 9).click()
    page.evaluate("""() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
            const animation = animate.apply(this, given);
            animation.pause();
            return animation;
        };
    }""")
    page.keyboard.press(digits[-1])
    status(page, re.compile("^Solved"))
    moved = page.evaluate(PEAKS)
    assert len(moved) == 81
    assert max(moved) < 1


def test_nothing_moves_if_motion_is_unwelcome(opened: Opener) -> None:
    page = opened(reduced_motion="reduce")
    for number, digit in enumerate(solution(on_board(page))):
        cell(page, number // 9 + 1, number % 9 + 1).click()
        page.keyboard.press(digit)
    status(page, re.compile("^Solved"))
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_page_is_small_and_asks_nobody_else(opened: Opener, server: str) -> None:
    page = opened()
    seen = []
    page.on("request", lambda request: seen.append(request.url))
    page.reload()
    status(page, re.compile("^Each row"))
    sizes = page.evaluate(
        "['resource', 'navigation'].flatMap(type => performance.getEntriesByType(type))"
        ".map(entry => entry.encodedBodySize)"
    )
    for tab in TABS:
        show(page, tab)
        page.wait_for_timeout(50)
    assert 0 < sum(sizes) <= 70_000
    assert {urlsplit(url).netloc for url in seen} == {urlsplit(server).netloc}


UNSOLVED = iq.Puzzle(
    givens="1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
"""A sudoku of which the techniques find one digit (Arto Inkala, 2006)."""

HARDEST = iq.Puzzle(
    givens="8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
"""A sudoku of which they find none (Arto Inkala, 2012)."""


def test_a_puzzle_that_the_techniques_do_not_solve_has_no_level(page: Any) -> None:
    sentence = "The techniques do not solve this puzzle, so it has no level."
    play(page, UNSOLVED)
    show(page, "judge")
    expect(page.locator("#panel-judge")).to_contain_text(sentence)
    show(page, "help")
    page.click("#explain")
    status(page, f"In box 7, only r8c3 can be 1.\n{sentence}")
    page.click("#closesteps")
    read(page, f"{UNSOLVED.givens}\n{HARDEST.givens}")
    expect(page.locator("#puzzles li").first).to_contain_text(f"One solution. {sentence}")
    page.locator("#puzzles button").last.click()
    show(page, "help")
    page.click("#explain")
    status(page, sentence)
    words = page.locator("body").inner_text()
    assert not re.search("null|undefined|NaN", words)


FAINT = r"""() => {
    const numbers = colour => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const light = colour => {
        const linear = part => part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
        const [red, green, blue] = colour.map(linear);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratio = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const shapes = [...board.querySelectorAll("rect, circle, path, text")];
    const paper = numbers(getComputedStyle(boardframe).backgroundColor);
    const below = (x, y, end) => shapes.slice(0, end).reduce((ground, shape) => {
        const { fill, fillOpacity } = getComputedStyle(shape);
        if (fill === "none" || !/rect|circle/.test(shape.localName)) return ground;
        const { left, right, top, bottom } = shape.getBoundingClientRect();
        if (x < left || x > right || y < top || y > bottom) return ground;
        const share = Number(fillOpacity);
        return ground.map((part, index) => part + share * (numbers(fill)[index] - part));
    }, paper);
    const middles = text => Array.from({ length: text.getNumberOfChars() }, (_, index) => {
        const { x, y, width, height } = text.getExtentOfChar(index);
        const middle = new DOMPoint(x + width / 2, y + height / 2);
        const onScreen = middle.matrixTransform(text.getScreenCTM());
        return [onScreen.x, onScreen.y];
    });
    return shapes.flatMap((shape, index) => {
        const isText = shape.localName === "text";
        const { fill, stroke } = getComputedStyle(shape);
        const colour = isText ? fill : stroke;
        if (colour === "none" || shape.matches(".line, .border")) return [];
        const { left, right, top, bottom } = shape.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const around = [[left, y], [right, y], [x, top], [x, bottom], [x, y]];
        const points = isText ? middles(shape) : around;
        const grounds = points.map(point => below(...point, index));
        const least = Math.min(...grounds.map(ground => ratio(numbers(colour), ground)));
        if (least >= (isText ? 4.5 : 3)) return [];
        return [`${shape.getAttribute("class")} ${shape.textContent} ${least.toFixed(2)}`];
    });
}"""
"""Which texts of the board have less contrast than 4.5, and which lines of marks less than 3."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_on_the_board_has_contrast(opened: Opener, scheme: str) -> None:
    page = opened(color_scheme=scheme)
    page.click("#opensettings")
    page.click("#notes")
    digits = solution(on_board(page))
    page.click("#kind-colour")
    for column in range(1, 7):
        cell(page, 4, column).click()
        page.keyboard.press(str(column))
    page.click("#kind-digit")
    for column in range(1, 10):
        cell(page, 4, column).click()
        page.keyboard.press(digits[26 + column])
        assert page.evaluate(FAINT) == []
    cell(page, 1, 2).click()
    page.keyboard.press(digits[27])
    assert page.locator("#board .equal").count() == 2
    page.keyboard.press("Control+a")
    assert page.evaluate(FAINT) == []
    cell(page, 4, 5).click()
    page.keyboard.press(digits[27])
    page.click("#check")
    assert page.locator("#board .wrong.digit").count() >= 2
    assert page.evaluate(FAINT) == []
    for _ in range(2):
        page.keyboard.press("Control+z")
    show(page, "help")
    for _ in STAGES:
        with page.expect_response("**/api/hint"):
            page.click("#hint")
        assert page.evaluate(FAINT) == []
    play(page, UNSOLVABLE)
    show(page, "judge")
    expect(page.locator("#why")).to_be_visible()
    assert page.evaluate(FAINT) == []
    page.click("#why")
    for _ in range(int(page.get_attribute("#slider", "max"))):
        assert page.evaluate(FAINT) == []
        filled = page.evaluate(
            """[...board.querySelectorAll(".sign")].map(sign =>
                sign.matches(".premise") === (getComputedStyle(sign).fill !== "none"))"""
        )
        assert all(filled), "premises are triangles"
        page.click("#next")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(opened: Opener, scheme: str) -> None:
    source = axe()
    page = opened(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(source)
    assert violations(page) == []
    page.keyboard.press("5")
    cell(page, 1, 9).click()
    page.keyboard.press("5")
    page.click("#opensettings")
    assert violations(page) == []
    page.click("#notes")
    assert violations(page) == []
    for tab in TABS[1:]:
        show(page, tab)
        if tab == "help":
            page.click("#explain")
            expect(page.locator("#stepnumber")).to_be_visible()
        page.wait_for_timeout(200)
        assert violations(page) == [], tab
    for puzzle in (UNSOLVABLE, OPEN, CYCLE):
        enter(page, puzzle)
        show(page, "judge")
        page.wait_for_timeout(500)
        assert violations(page) == []
    read(page, f"{PUZZLE.signs}\n{OPEN.signs}")
    expect(page.locator("#puzzles li")).to_have_count(2)
    expect(page.locator("#puzzles li").last).to_contain_text("solutions")
    assert violations(page) == []


def violations(page: Any) -> list[str]:
    report = page.evaluate("axe.run()")
    return [
        f"{rule['id']}: {rule['help']}: {json.dumps([node['target'] for node in rule['nodes']])}"
        for rule in report["violations"]
    ]

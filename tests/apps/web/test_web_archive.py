"""What brings a player back: the pause, the marks of solved levels, the archive, and the end."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from browsing import PHONE, axe, browser as browser, needs_chromium
from days import TODAY
from test_web_page import (
    PUZZLE,
    SOLUTION,
    TOUCH,
    Opener,
    cell,
    expect,
    labels,
    on_board,
    opened as opened,
    page as page,
    play,
    server as server,
    show,
    solution,
    status,
    violations,
)

pytestmark = [pytest.mark.browser, needs_chromium]

RECORDS = "ineqsudoku solved"


def solve(page: Any) -> None:
    for number, digit in enumerate(solution(on_board(page))):
        cell(page, number // 9 + 1, number % 9 + 1).click()
        page.keyboard.press(digit)


def keep(page: Any, records: dict[str, Any]) -> None:
    """Store records, as an earlier visit did."""
    page.evaluate(f"text => localStorage.setItem('{RECORDS}', text)", json.dumps(records))
    page.reload()
    expect(page.get_by_role("gridcell")).to_have_count(81)


def kept(page: Any) -> Any:
    return page.evaluate(f"JSON.parse(localStorage.getItem('{RECORDS}'))")


def test_a_part_that_does_not_arrive_is_missed_in_words(page: Any) -> None:
    offline = page.context.new_page()  # Its console may have errors.
    offline.route("**/archive.js", lambda route: route.abort())
    offline.goto(page.url)
    offline.click("#date")
    status(offline, "No answer: the server or the network may be down.")


# --- the clock ----------------------------------------------------------------------------


def seconds(page: Any) -> int:
    minutes, rest = page.locator("#timer").text_content().split(":")
    return 60 * int(minutes) + int(rest)


def test_a_pause_hides_the_board_and_stops_the_clock(page: Any) -> None:
    page.clock.install()
    page.reload()
    page.wait_for_function("timer.textContent")
    page.clock.run_for(5000)
    assert seconds(page) >= 4
    page.get_by_role("button", name="Pause").click()
    sheet = page.get_by_role("dialog", name="Paused")
    expect(sheet).to_contain_text(page.locator("#timer").text_content())
    expect(page.locator("#board")).to_be_hidden()
    expect(page.get_by_role("gridcell")).to_have_count(0)
    for key in ("5", "Control+1", "ArrowDown"):
        page.keyboard.press(key)
    page.clock.run_for(3_600_000)
    sheet.get_by_role("button", name="Continue").click()
    expect(page.locator("#board")).to_be_visible()
    assert seconds(page) < 1800
    assert all(", empty" in text and "notes" not in text for text in labels(page))
    page.keyboard.press("p")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.clock.run_for(3_600_000)
    assert seconds(page) >= 3600


def test_the_clock_stops_in_settings(page: Any) -> None:
    page.clock.install()
    page.reload()
    page.wait_for_function("timer.textContent")
    page.click("#opensettings")
    page.clock.run_for(3_600_000)
    page.click("#settings .close")
    assert seconds(page) < 1800


# --- shortcuts ----------------------------------------------------------------------------


def test_the_shortcuts_are_listed(page: Any) -> None:
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    page.keyboard.press("?")
    row = sheet.get_by_role("row").filter(has_text="Select all cells")
    expect(row).to_contain_text("Ctrl A")
    page.keyboard.press("5")
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert all(", empty" in text for text in labels(page))
    show(page, "enter")
    page.click("#opensource")
    page.locator("#text").press("?")
    expect(page.locator("#text")).to_have_value("?")
    page.click("#source .close")
    page.click("#opensettings")
    page.click("#listkeys")
    expect(sheet).to_be_visible()


# --- solved levels and the end ------------------------------------------------------------


def test_a_solved_level_looks_solved_in_all_tabs(page: Any) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    solve(page)
    for each in (page, other):
        expect(each.get_by_role("button", name="easy, solved", exact=True)).to_be_visible()
        expect(each.get_by_role("button", name="moderate", exact=True)).to_be_visible()
    page.reload()
    expect(page.locator("#level-easy")).to_have_attribute("aria-label", "easy, solved")
    ((day, results),) = kept(page).items()
    assert day == str(TODAY)
    assert [*results] == ["easy"]


def test_the_end_has_the_result_and_the_next_level(opened: Opener) -> None:
    page = opened(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"], **TOUCH)
    days = [TODAY - timedelta(days=ago) for ago in (1, 2, 4)]
    keep(page, {str(day): {"easy": [300 + day.day, 0]} for day in days})
    puzzle = on_board(page)
    show(page, "help")
    for _ in range(2):
        with page.expect_response("**/api/hint"):
            page.click("#hint")
    show(page, "play")
    undo = page.locator("#undo").bounding_box()["y"]
    for number, digit in enumerate(solution(puzzle)):
        cell(page, number // 9 + 1, number % 9 + 1).tap()
        page.locator("#keys button").nth(int(digit) - 1).tap()
    end = page.get_by_role("group", name="Result")
    expect(end).to_contain_text("1Hints5:19Best without hints3Days in a row")
    expect(page.locator("#keys")).to_be_hidden()
    for button in ("#check", "#kind-digit"):  # What writes nothing any more.
        expect(page.locator(button)).to_be_hidden()
    assert round(page.locator("#undo").bounding_box()["y"]) == round(undo)
    expect(end).to_be_in_viewport(ratio=1)
    assert end.evaluate("end => end.scrollHeight <= end.clientHeight")
    expect(page.locator("#following")).to_be_focused()
    taken = page.locator("#timer").text_content()
    page.evaluate("delete Navigator.prototype.share")
    end.get_by_role("button", name="Share result").click()
    expect(end.get_by_role("button", name="Copied.")).to_be_visible()
    expect(end.get_by_role("button", name="Share result")).to_be_visible()
    text, link = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert text == f"Inequality sudoku {TODAY}, easy: {taken}, one hint"
    other = opened(link.partition("/")[2].partition("/")[2].partition("/")[2])
    assert on_board(other) == puzzle
    end.get_by_role("button", name="Next: moderate").click()
    expect(page.locator("#level-moderate")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#keys")).to_be_visible()
    expect(end).to_be_hidden()


def test_the_end_of_another_puzzle_has_its_result(page: Any) -> None:
    play(page, PUZZLE)
    for number, digit in enumerate(SOLUTION):
        cell(page, number // 9 + 1, number % 9 + 1).click()
        page.keyboard.press(digit)
    end = page.get_by_role("group", name="Result")
    expect(end).to_contain_text(re.compile(r"^\d+:\d\dTime0Hints(Share|Past)"))
    page.keyboard.press("Control+z")
    expect(page.locator("#keys")).to_be_visible()
    expect(end).to_be_hidden()


# --- the archive --------------------------------------------------------------------------


def test_the_archive_opens_the_puzzle_of_a_past_day(page: Any) -> None:
    yesterday = TODAY - timedelta(days=1)
    keep(page, {str(yesterday): {"hard": [754, 0]}})
    today = on_board(page)
    page.get_by_role("button", name="Monday, November 23").click()
    sheet = page.get_by_role("dialog", name="Past days")
    expect(sheet).to_be_visible()
    for key in ("ArrowRight", "ArrowUp", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)  # No day is later than today.
    chosen = sheet.get_by_role("button", pressed=True)
    expect(chosen).to_have_attribute("aria-label", "Sunday, November 22, 2026: 1 of 5 solved")
    expect(chosen).to_be_focused()
    expect(sheet.get_by_role("button", name="hard ✓ 12:34")).to_be_visible()
    expect(sheet.get_by_role("row").filter(has_text="hard")).to_have_text("hard1112:34")
    sheet.get_by_role("button", name="extreme", exact=True).click()
    expect(sheet).to_have_count(0)
    status(page, "The puzzle of November 22, 2026, extreme.")
    assert on_board(page) != today
    expect(page.locator("#levels [aria-pressed=true]")).to_have_count(0)
    past = on_board(page)
    page.keyboard.press("5")
    page.reload()
    assert on_board(page) == past
    status(page, "The puzzle of November 22, 2026, extreme.")
    solve(page)
    assert kept(page)[str(yesterday)].keys() == {"hard", "extreme"}
    page.click("#level-easy")
    assert on_board(page) == today


def test_the_archive_is_a_year(page: Any) -> None:
    page.click("#date")
    sheet = page.get_by_role("dialog", name="Past days")
    expect(sheet.locator("#later")).to_be_disabled()
    for _ in range(12):
        sheet.locator("#earlier").click()
    expect(sheet.get_by_role("heading", name="November 2025")).to_be_visible()
    expect(sheet.locator("#earlier")).to_be_disabled()
    expect(sheet.locator(".days button:enabled")).to_have_count(7)
    expect(sheet.get_by_role("button", pressed=True)).to_have_text("24")


@pytest.mark.parametrize(
    "rubbish",
    [
        "[]",
        "7",
        '{"2026-11-23": 1}',
        '{"x": {}}',
        '{"2026-11-23": {"easy": [1]}}',
        '{"2026-11-23": {"easy": [1, "2"]}}',
        '{"2026-11-23": {"toString": [1, 2]}}',
    ],
)
def test_damaged_records_are_removed(page: Any, rubbish: str) -> None:
    keep(page, json.loads(rubbish))
    status(page, re.compile("^Something that this browser had stored was damaged"))
    assert kept(page) is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_sheets_and_at_the_end(opened: Opener, scheme: str) -> None:
    page = opened(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(axe())
    for key in ("p", "?"):
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    solve(page)
    page.wait_for_selector("#end")
    assert violations(page) == []
    page.click("#date")
    page.wait_for_selector("#archive")
    assert violations(page) == []

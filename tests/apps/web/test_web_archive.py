"""What brings a player back: the pause, the marks of solved levels, the archive, and the end."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import browser as browser
from browsing import needs_chromium
from test_web_page import expect, labels, show
from test_web_page import opened as opened
from test_web_page import page as page
from test_web_page import server as server

pytestmark = [pytest.mark.browser, needs_chromium]


# --- the clock ----------------------------------------------------------------------------


def test_a_pause_hides_the_board_and_stops_the_clock(page: Any) -> None:
    page.clock.install()
    page.reload()
    timer = page.locator("#timer")
    page.clock.run_for(5000)
    expect(timer).to_have_text("0:05")
    page.get_by_role("button", name="Pause").click()
    sheet = page.get_by_role("dialog", name="Paused")
    expect(sheet).to_contain_text("0:05")
    expect(page.locator("#board")).to_be_hidden()
    expect(page.get_by_role("gridcell")).to_have_count(0)
    for key in ("5", "Control+1", "ArrowDown"):
        page.keyboard.press(key)
    page.clock.run_for(5000)
    sheet.get_by_role("button", name="Continue").click()
    expect(page.locator("#board")).to_be_visible()
    expect(timer).to_have_text("0:05")
    assert all(", empty" in text and "notes" not in text for text in labels(page))
    page.keyboard.press("p")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.clock.run_for(2000)
    expect(timer).to_have_text("0:07")


def test_the_clock_stops_in_settings(page: Any) -> None:
    page.clock.install()
    page.reload()
    page.clock.run_for(3000)
    page.click("#opensettings")
    page.clock.run_for(5000)
    page.click("#settings .close")
    expect(page.locator("#timer")).to_have_text("0:03")


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

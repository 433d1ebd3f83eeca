"""The page in a real browser, used by pointer, keyboard and screen reader."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browsing import DESKTOP, PHONE, TABLET, TIMEOUT, axe, needs_chromium, playwright
from browsing import browser as browser
from puzzles import CONTEST, turned
from serving import serving

import ineqsudoku as iq
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.language import LANGUAGES

pytestmark = [pytest.mark.browser, needs_chromium]

expect = playwright.expect

ROOT = Path(__file__).parents[2]
PUZZLE = iq.read(CONTEST)
SOLUTION = iq.solve(PUZZLE).solutions[0].line
OPEN = iq.Puzzle(PUZZLE.signs[:60] + "." * 48)
UNSOLVABLE = turned(PUZZLE, PUZZLE.relations[0])
TABS = ("enter", "make", "judge", "play", "help", "share")


CYCLE = iq.Puzzle.from_relations(
    [iq.Relation(0, 1), iq.Relation(1, 10), iq.Relation(10, 9), iq.Relation(9, 0)]
)


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
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console", lambda message: errors.append(message.text) if is_error(message) else None
        )
        page.goto(server + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(opened: Opener) -> Any:
    return opened()


def enter(page: Any, puzzle: iq.Puzzle = PUZZLE) -> None:
    show(page, "enter")
    page.fill("#text", iq.write(puzzle, "extended"))
    page.click("#read")
    expect(page.locator("#reading")).to_have_text("Read as extended.")


def show(page: Any, tab: str) -> None:
    page.click(f"#tab-{tab}")


def cell(page: Any, row: int, column: int) -> Any:
    return page.locator("#cells [role=row]").nth(row - 1).locator("[role=gridcell]").nth(column - 1)


def label(page: Any, row: int, column: int) -> str:
    return str(cell(page, row, column).get_attribute("aria-label"))


def shares(page: Any, puzzle: iq.Puzzle) -> None:
    """Whether the page shares the puzzle that should be on the board."""
    show(page, "share")
    page.select_option("#format", "extended")
    expect(page.locator("#converted")).to_have_value(iq.write(puzzle, "extended"))


def speak(page: Any, language: str) -> None:
    page.click(f"#languages button >> text={language}")


def verdict(page: Any, text: str) -> None:
    expect(page.locator("#verdict")).to_have_text(text)


# --- enter --------------------------------------------------------------------------------


def test_a_pasted_text_is_read_at_once(opened: Opener) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", CONTEST)
    page.focus("#text")
    page.keyboard.press("Control+v")
    verdict(page, "One solution.")


def test_a_fault_is_shown_at_its_place_in_the_text(page: Any) -> None:
    lines = CONTEST.splitlines()
    lines[2] = lines[2].replace("<", "x", 1)
    page.fill("#text", "\n".join(lines))
    page.click("#read")
    fault = page.locator("#reading ul button")
    expect(fault).to_have_text(re.compile(r"^line 3, column \d+: expected .*, found 'x'\."))
    fault.click()
    assert page.evaluate("getSelection().toString()") in ("x", "")
    start, end = page.evaluate("[text.selectionStart, text.selectionEnd]")
    assert "\n".join(lines)[start:end] == "x"


def test_a_file_with_several_puzzles_becomes_a_list(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "several.txt"
    file.write_bytes(f"新数独\n{PUZZLE.signs}\n{UNSOLVABLE.signs}\n".encode("gbk"))
    page.set_input_files("#file", file)
    entries = page.locator("#puzzles li")
    expect(entries).to_have_count(2)
    expect(entries.nth(0)).to_contain_text("One solution. easy")
    expect(entries.nth(1)).to_contain_text("No solution.")
    assert entries.nth(0).locator("svg").count() == 1
    entries.nth(1).locator("button").click()
    verdict(page, "No solution.")


def test_a_dropped_file_is_read(page: Any) -> None:
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "puzzle.in"));
            dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}));
        }""",
        CONTEST,
    )
    verdict(page, "One solution.")


def test_signs_are_drawn_with_the_pointer(page: Any) -> None:
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


def test_a_whole_puzzle_is_drawn_with_the_keyboard(page: Any) -> None:
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


@pytest.mark.parametrize("size", [4, 6, 16])
def test_boards_have_other_sizes(page: Any, size: int) -> None:
    page.select_option("#size", str(size))
    expect(page.locator("#cells [role=gridcell]")).to_have_count(size**2)
    cell(page, 1, 1).focus()
    page.keyboard.press("A" if size > 9 else "1")
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", re.compile("given [1A]"))


def test_foreign_rules_are_dropped_on_request(page: Any) -> None:
    page.fill("#text", iq.write(PUZZLE, "iss").strip() + ".AntiKnight")
    page.click("#read")
    expect(page.locator("#reading")).to_contain_text("cannot be read")
    page.click("#reading button >> text=Read without")
    expect(page.locator("#reading")).to_contain_text("Read as iss.")
    verdict(page, "One solution.")


def test_boxes_are_added_to_a_puzzle_without(page: Any) -> None:
    latin = iq.Puzzle.from_relations([iq.Relation(0, 1)], geometry=iq.Geometry(9))
    page.fill("#text", iq.write(latin, "unequal"))
    page.click("#read")
    expect(page.locator("#reading")).to_contain_text("Read as unequal.")
    page.click("#reading button >> text=Add boxes")
    shares(page, iq.Puzzle.from_relations([iq.Relation(0, 1)]))


def test_faults_are_reported_in_chinese(opened: Opener) -> None:
    page = opened(locale="zh-CN")
    page.fill("#text", "\n".join(CONTEST.splitlines()[:10]))
    page.click("#read")
    expect(page.locator("#reading li")).to_have_text(
        re.compile("^第 11 行第 1 列：应为.+，实为题目结尾。题目不完整。[^A-Za-z]+$")
    )


def test_what_is_typed_is_never_read_as_html(page: Any) -> None:
    title = "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>"
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    rows[0][0] = {"value": 1, "given": True}
    values = {"size": 9, "grid": rows, "title": title, "author": title}
    for text in (title, json.dumps({**values, title: [title]}), json.dumps(values)):
        page.fill("#text", text)
        page.click("#read")
        expect(page.locator("#reading")).not_to_be_empty()
    expect(page.locator("#reading")).to_contain_text("Read as fpuzzles.")
    for tab in TABS:
        show(page, tab)
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img, main script").count() == 0


# --- make ---------------------------------------------------------------------------------


def test_a_puzzle_is_made_and_its_seed_makes_it_again(page: Any) -> None:
    show(page, "make")
    page.select_option("#level", "moderate")
    page.click("#make")
    expect(page.locator("#made")).to_contain_text("Made.")
    verdict(page, "One solution.")
    seed = int(page.input_value("#seed"))
    (made,) = iq.generate(1, seed=seed, level="moderate")
    shares(page, made.puzzle)
    expect(page.locator("#made")).to_contain_text(f"generate --seed {seed} --level moderate")
    page.click("#tab-make")
    page.select_option("#newkind", "minimal")
    expect(page.locator("#level")).to_be_disabled()
    expect(page.locator("#level")).to_have_value("")
    page.select_option("#newsize", "4")
    expect(page.locator("#level")).to_be_enabled()
    page.fill("#seed", "11")
    page.click("#make")
    expect(page.locator("#made")).to_contain_text("--seed 11 --kind partial --signs minimal")
    (made,) = iq.generate(1, seed=11, kind="partial", signs="minimal", size=4)
    shares(page, made.puzzle)


def test_making_can_be_stopped(page: Any) -> None:
    show(page, "make")
    page.route("**/api/generate", lambda _: None)  # There is no answer.
    page.click("#make")
    expect(page.locator("#make")).to_have_text("Stop")
    page.click("#make")
    expect(page.locator("#make")).to_have_text("Make a puzzle")
    verdict(page, "The board is empty.")


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
    page.click("#redundant")
    expect(page.locator("#board .sign.premise")).to_have_count(number)


def test_redundant_signs_are_left_out(page: Any) -> None:
    enter(page)
    show(page, "judge")
    page.click("#minimal")
    expect(page.locator("#panel-judge")).not_to_contain_text("follow from the others")
    verdict(page, "One solution.")
    shares(page, iq.Puzzle.from_relations(iq.minimise(PUZZLE).relations))
    page.click("#undo")
    shares(page, PUZZLE)


def test_a_repair_flips_the_sign_and_shows_the_change(page: Any) -> None:
    enter(page, UNSOLVABLE)
    verdict(page, "No solution.")
    show(page, "judge")
    report = iq.validate(UNSOLVABLE)
    assert report.conflict
    assert report.repairs
    buttons = page.locator(".repairs button")
    expect(buttons).to_have_count(len(report.repairs))
    expect(page.locator("#panel-judge")).to_contain_text("The signs in bold cannot all hold.")
    assert page.locator("#board .sign.conflict").count() > 0
    buttons.first.click()
    expect(page.locator("#panel-judge")).to_contain_text("Flipped r")
    expect(page.locator("#board .mark.repair")).to_have_count(1)
    expect(page.locator("#verdict")).to_have_text(re.compile("solution"))
    page.click("#undo")
    verdict(page, "No solution.")


def test_a_cycle_is_lettered(page: Any) -> None:
    enter(page, CYCLE)
    verdict(page, "No solution: the signs form a cycle.")
    expect(page.locator("#board .letter")).to_have_count(4)


def test_two_witnesses_stand_side_by_side(page: Any) -> None:
    enter(page, OPEN)
    show(page, "judge")
    expect(page.locator(".witnesses svg")).to_have_count(2)
    first, second = (page.locator(".witnesses figure").nth(n).bounding_box() for n in (0, 1))
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] <= second["x"]
    assert page.locator(".witnesses .tint.differs").count() >= 8


# --- play ---------------------------------------------------------------------------------


def test_digits_marks_colours_and_undo(page: Any) -> None:
    enter(page)
    show(page, "play")
    cell(page, 1, 1).click()
    cell(page, 1, 3).click(modifiers=["Control"])
    for key in ("Shift+Digit1", "Control+Digit2", "Control+Digit5"):
        page.keyboard.press(key)
    page.click("#kinds button >> text=Colour")
    page.click("#keys button >> nth=3")
    marked = "row 1 column {}, empty, .*corner marks 1, centre marks 2 5, colour 4"
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", re.compile(marked.format(1)))
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", re.compile(marked.format(3)))
    for _ in range(4):
        page.keyboard.press("Control+z")
    expect(cell(page, 1, 1)).not_to_have_attribute("aria-label", re.compile("marks|colour"))
    for _ in range(4):
        page.keyboard.press("Control+y")
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", re.compile(marked.format(3)))


def test_cells_are_selected_by_dragging(page: Any) -> None:
    enter(page)
    show(page, "play")
    first, last = (cell(page, 2, column).bounding_box() for column in (2, 5))
    page.mouse.move(first["x"] + 10, first["y"] + 10)
    page.mouse.down()
    page.mouse.move(last["x"] + 10, last["y"] + 10, steps=20)
    page.mouse.up()
    expect(page.locator("#cells [aria-selected=true]")).to_have_count(4)


def test_the_check_reveals_a_mistake_but_not_its_place(page: Any) -> None:
    enter(page)
    verdict(page, "One solution.")
    show(page, "play")
    cell(page, 1, 1).click()
    page.keyboard.press(SOLUTION[0])
    page.click("#check")
    expect(page.locator("#checked")).to_have_text("No slip so far.")
    cell(page, 1, 1).click()
    page.keyboard.press(str(int(SOLUTION[0]) % 9 + 1))
    page.click("#check")
    expect(page.locator("#checked")).to_have_text("There is a slip somewhere.")
    expect(page.locator("#board .wrong")).to_have_count(0)


def test_the_whole_puzzle_is_played_with_the_keyboard(page: Any) -> None:
    enter(page)
    verdict(page, "One solution.")
    show(page, "play")
    cell(page, 1, 1).focus()
    for number, digit in enumerate(SOLUTION):
        page.keyboard.press(digit)
        if number % 9 < 8:
            page.keyboard.press("ArrowRight")
        else:
            for key in ("ArrowDown", *["ArrowLeft"] * 8):
                page.keyboard.press(key)
    expect(page.locator("#checked")).to_have_text("Solved. Well done!")


def test_the_game_and_its_undo_are_kept_in_the_browser(page: Any) -> None:
    enter(page)
    show(page, "play")
    cell(page, 3, 3).click()
    for key in ("6", "7", "Shift+Digit2"):
        page.keyboard.press(key)
    page.click("#hidetimer")
    page.reload()
    show(page, "play")
    expect(cell(page, 3, 3)).to_have_attribute("aria-label", re.compile("column 3, 7, "))
    expect(page.locator("#timer")).to_be_hidden()
    page.click("#undo")
    page.click("#undo")
    expect(cell(page, 3, 3)).to_have_attribute("aria-label", re.compile("column 3, 6"))
    page.click("#undo")
    expect(cell(page, 3, 3)).to_have_attribute("aria-label", re.compile("column 3, empty"))
    expect(page.locator("#undo")).to_be_disabled()


def test_several_games_are_kept_and_can_be_forgotten(page: Any) -> None:
    for puzzle in (PUZZLE, OPEN):
        enter(page, puzzle)
        show(page, "play")
        cell(page, 1, 1).click()
        page.keyboard.press("5")
        page.keyboard.press("ArrowRight")
    page.reload()
    show(page, "play")
    games = page.locator("#games li")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("1 of 81 cells")
    games.locator("button").first.click()
    verdict(page, "One solution.")
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", re.compile("column 1, 5"))
    expect(games).to_have_count(1)
    games.locator("button").last.click()
    expect(games).to_have_count(0)
    page.reload()
    show(page, "play")
    expect(games).to_have_count(0)


def test_a_puzzle_in_which_nothing_was_written_is_no_game(page: Any) -> None:
    enter(page)
    show(page, "play")
    expect(page.locator("#timer")).to_have_text(re.compile(r"Time (0:0[2-9]|0:[1-5]\d|[1-9])"))
    enter(page, OPEN)
    show(page, "play")
    expect(page.locator("#games li")).to_have_count(0)


RUBBISH = (
    "{",
    "null",
    "[]",
    "7",
    '"text"',
    '{"current": 7, "language": "__proto__", "hidesTimer": "no"}',
    '{"current": "#p=9x3x3//", "language": ["zh"]}',
    '{"play": 7, "past": [7, null, []], "seconds": -1, "at": "x"}',
    '{"play": ["x", {}, {}, {}], "past": {"length": 5}, "seconds": 1e99}',
    json.dumps({"play": ["." * 81, {"0": 512, "1": -1}, {"80": "1"}, {"3": 7}], "past": 0}),
    json.dumps({"play": ["." * 81, None, [], 5], "seconds": 0.5}),
)


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_that_was_stored_does_no_harm(page: Any, rubbish: str) -> None:
    page.evaluate(
        """rubbish => {
            for (const name of ["ineqsudoku", "ineqsudoku game #p=9x3x3//", "ineqsudoku game ?"])
                localStorage.setItem(name, rubbish);
        }""",
        rubbish,
    )
    page.reload()
    verdict(page, "The board is empty.")
    for tab in TABS:
        show(page, tab)
    expect(page.locator("#board .pencil, #board .digit, #board .colour")).to_have_count(0)
    page.goto("about:blank")


# --- help ---------------------------------------------------------------------------------


def test_a_hint_comes_in_four_stages(page: Any) -> None:
    enter(page)
    show(page, "help")
    stages = page.locator("#stages li")
    for number in range(1, 5):
        page.click("#hint")
        expect(stages).to_have_count(number)
    expect(stages.first).to_have_text(re.compile("^First find "))
    page.click("#apply")
    placed = iq.hint(PUZZLE).steps[-1].places[0]
    row, column = divmod(placed[0], 9)
    expect(cell(page, row + 1, column + 1)).to_have_attribute(
        "aria-label", re.compile(f"column {column + 1}, {placed[1]},")
    )


def test_the_board_follows_the_explanation(page: Any) -> None:
    enter(page)
    show(page, "help")
    page.click("#explain")
    steps = iq.explain(PUZZLE).steps
    expect(page.locator("#steptext")).to_have_text(str(steps[0]))
    page.click("#next")
    expect(page.locator("#steptext")).to_have_text(str(steps[1]))
    page.click("#previous")
    expect(page.locator("#stepnumber")).to_have_text(f"Step 1 of {len(steps)}")
    page.focus("#slider")
    page.keyboard.press("End")
    expect(page.locator("#stepnumber")).to_have_text(f"Step {len(steps)} of {len(steps)}")
    expect(page.locator("#next")).to_be_disabled()
    shown = [label(page, n // 9 + 1, n % 9 + 1).split(", ")[1] for n in range(81)]
    last = {c for step in steps[-1:] for c, _ in step.places}
    assert [d for n, d in enumerate(shown) if n not in last] == [
        d for n, d in enumerate(SOLUTION) if n not in last
    ]


def test_help_says_why_there_is_none(page: Any) -> None:
    enter(page, OPEN)
    show(page, "help")
    with page.expect_response(lambda response: response.status == 422):
        page.click("#hint")
    expect(page.locator("#stages li")).to_have_text(
        re.compile("needs a puzzle with exactly one solution")
    )


def test_hints_and_explanations_are_in_the_language_of_the_page(opened: Opener) -> None:
    page = opened(locale="zh-CN")
    page.click("#example")
    show(page, "help")
    page.click("#hint")
    stages = page.locator("#stages li")
    expect(stages).to_have_text(re.compile("^先.+，再.+。$"))
    speak(page, "English")
    expect(stages).to_have_text(re.compile("^First find "))
    page.click("#explain")
    page.click("#next")
    expect(page.locator("#steptext")).to_have_text(re.compile("^r1c3 is greater than "))
    speak(page, "中文")
    expect(page.locator("#steptext")).to_have_text(re.compile("^r1c3 大于第 1 宫的 7 格"))
    expect(page.locator("#stepnumber")).to_have_text(re.compile("^第 2 步"))


# --- share --------------------------------------------------------------------------------


def test_a_link_holds_the_puzzle(page: Any, opened: Opener) -> None:
    enter(page, OPEN)
    show(page, "share")
    expect(page.locator("#link")).to_have_value(re.compile("#p="))
    link = page.input_value("#link")
    other = opened(f"#{urlsplit(link).fragment}")
    show(other, "share")
    expect(other.locator("#link")).to_have_value(link)
    verdict(other, "At least 1,000 solutions.")


@pytest.mark.parametrize(
    "fragment",
    [
        "p=",
        "p=9x3x3/zz/",
        "p=99x3x3//",
        "p=9x3x2//",
        "p=4x2x2//9",
        "p=0x0x0//",
        "p=9x3x3/%3Cscript%3E/",
        f"p=9x3x3/{'l' * 200_000}/",
        "p=9x3x3//1/%00",
        "%",
        "p=9x3x3//\u0661",
    ],
    ids=lambda text: text[:20],
)
def test_a_broken_link_is_a_blank_board(opened: Opener, fragment: str) -> None:
    verdict(opened(f"#{fragment}"), "The board is empty.")


@pytest.mark.parametrize(
    ("selector", "start"),
    [
        ("#pictures button >> nth=0", b"<svg"),
        ("#pictures button >> nth=1", b"\x89PNG"),
        ("#pictures button >> nth=2", b"%PDF"),
        ("#worksheet", b"%PDF"),
    ],
)
def test_pictures_are_saved(page: Any, selector: str, start: bytes) -> None:
    enter(page)
    show(page, "share")
    with page.expect_download() as download:
        page.click(selector)
    assert Path(download.value.path()).read_bytes().startswith(start)


def test_every_format_can_be_taken_away(page: Any) -> None:
    enter(page)
    show(page, "share")
    expect(page.locator("#converted")).to_have_value(re.compile("> < < <"))
    names = page.locator("#format option").evaluate_all("all => all.map(option => option.value)")
    assert names == [name for name, format in FORMATS.items() if format.takes(PUZZLE.geometry)]
    page.select_option("#format", "plain")
    expect(page.locator("#shared")).to_have_text("108 signs dropped, which plain cannot hold")
    page.select_option("#format", "iss")
    expect(page.locator("#converted")).to_have_value(iq.write(PUZZLE, "iss"))


def test_a_late_answer_does_not_replace_a_newer_one(page: Any) -> None:
    enter(page)
    show(page, "share")
    expect(page.locator("#elsewhere a")).to_have_count(2)
    late = []
    page.route("**/api/convert", lambda route: late.append(route), times=1)
    with page.expect_request("**/api/convert"):
        page.select_option("#format", "compact")
    page.select_option("#format", "iss")
    expect(page.locator("#converted")).to_have_value(iq.write(PUZZLE, "iss"))
    with page.expect_response("**/api/convert"):
        late[0].continue_()
    page.wait_for_timeout(200)
    expect(page.locator("#converted")).to_have_value(iq.write(PUZZLE, "iss"))


def test_other_sites_open_the_puzzle(page: Any) -> None:
    enter(page)
    show(page, "share")
    links = page.locator("#elsewhere a")
    expect(links).to_have_count(2)
    written = iq.write(PUZZLE, "sudokupad"), iq.write(PUZZLE, "fpuzzles")
    for number, link in enumerate(written):
        assert links.nth(number).get_attribute("href") == link.strip()
        assert "noopener" in links.nth(number).get_attribute("rel")


# --- everywhere ---------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", [PHONE, TABLET, DESKTOP])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_it_fits_and_can_be_touched(opened: Opener, viewport: Any, locale: str) -> None:
    page = opened(viewport=viewport, locale=locale, has_touch=True)
    page.click("#example")
    for tab in TABS:
        show(page, tab)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"], tab
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, select, a.button, input:not([hidden])")]
                .filter(element => element.offsetParent && element.type !== "checkbox")
                .map(element => [element.id, element.offsetWidth, element.offsetHeight])
                .filter(([, width, height]) => width < 44 || height < 44)"""
        )
        assert small == [], tab


def test_signs_are_drawn_by_touch(opened: Opener) -> None:
    page = opened(viewport=PHONE, has_touch=True)
    frame = page.locator("#cells").bounding_box()
    side = frame["width"] / 9
    page.touchscreen.tap(frame["x"] + side / 2, frame["y"] + side)
    expect(cell(page, 1, 1)).to_have_attribute(
        "aria-label", "row 1 column 1, empty, less than the cell below"
    )


def test_the_language_is_the_browsers_and_can_be_changed(opened: Opener) -> None:
    page = opened(locale="zh-CN")
    assert page.title() == "不等式数独"
    assert page.locator("html").get_attribute("lang") == "zh"
    verdict(page, "盘面是空的。")
    assert page.locator("#languages button").all_inner_texts() == [*LANGUAGES.values()]
    speak(page, "English")
    verdict(page, "The board is empty.")
    page.reload()
    assert page.title() == "Inequality sudoku"


def test_the_language_of_the_link_precedes_the_browsers_until_one_is_chosen(
    opened: Opener,
) -> None:
    page = opened("?language=zh")
    verdict(page, "盘面是空的。")
    page.click("#example")
    verdict(page, "唯一解。")
    show(page, "share")
    expect(page.locator("#link")).to_have_value(re.compile(r"^[^?]+/#p=9x3x3/"))
    speak(page, "English")
    verdict(page, "One solution.")
    page.reload()
    verdict(page, "One solution.")


@pytest.mark.parametrize("path", ["?language=xx", "?language=__proto__", "?language="])
def test_an_unknown_language_of_the_link_is_ignored(opened: Opener, path: str) -> None:
    verdict(opened(path), "The board is empty.")


def test_every_module_is_fetched_at_once() -> None:
    folder = ROOT / "ineqsudoku" / "web" / "page"
    html = (folder / "index.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'rel="modulepreload" href="([\w.]+)"', html)
    assert preloaded == sorted(file.name for file in folder.glob("*.js"))


def test_tabs_move_with_arrow_keys(page: Any) -> None:
    page.focus("#tab-enter")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-make")).to_be_focused()
    expect(page.locator("#panel-make")).to_be_visible()
    expect(page.locator("#panel-enter")).to_be_hidden()


def test_tab_reaches_the_board_once(page: Any) -> None:
    assert page.locator("#cells [tabindex='0']").count() == 1
    page.focus("#languages button:last-child")
    page.keyboard.press("Tab")
    expect(cell(page, 1, 1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(cell(page, 2, 1)).to_be_focused()


def test_verdicts_are_announced(page: Any) -> None:
    assert page.locator("#verdict").get_attribute("role") == "status"
    enter(page)
    verdict(page, "One solution.")


def test_dark_mode_changes_the_paper(opened: Opener) -> None:
    colours = set()
    for scheme in ("light", "dark"):
        page = opened(color_scheme=scheme)
        colours.add(page.evaluate("getComputedStyle(boardframe).backgroundColor"))
    assert len(colours) == 2


def test_only_the_board_is_printed(page: Any) -> None:
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    assert not page.locator("#right").is_visible()


def test_nothing_moves_if_motion_is_unwelcome(opened: Opener) -> None:
    page = opened(reduced_motion="reduce")
    durations = page.evaluate(
        "[...document.querySelectorAll('*')]"
        ".map(element => getComputedStyle(element).transitionDuration)"
    )
    assert set(durations) == {"0s"}


def test_the_page_is_small_and_asks_nobody_else(opened: Opener, server: str) -> None:
    page = opened()
    seen = []
    page.on("request", lambda request: seen.append(request.url))
    page.reload()
    sizes = page.evaluate(
        "['resource', 'navigation'].flatMap(type => performance.getEntriesByType(type))"
        ".map(entry => entry.encodedBodySize)"
    )
    page.click("#example")
    for tab in TABS:
        show(page, tab)
        page.wait_for_timeout(50)
    assert 0 < sum(sizes) <= 100_000
    assert {urlsplit(url).netloc for url in seen} == {urlsplit(server).netloc}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(opened: Opener, scheme: str) -> None:
    source = axe()
    page = opened(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(source)
    page.click("#example")
    verdict(page, "One solution.")
    assert violations(page) == []
    for tab in TABS[1:]:
        show(page, tab)
        if tab == "help":
            page.click("#explain")
            page.wait_for_selector("#steptext:not(:empty)")
        page.wait_for_timeout(200)
        assert violations(page) == [], tab
    for puzzle in (UNSOLVABLE, OPEN, CYCLE):
        enter(page, puzzle)
        show(page, "judge")
        page.wait_for_timeout(500)
        assert violations(page) == []
    show(page, "play")
    cell(page, 9, 9).click()
    page.keyboard.press("5")
    enter(page)
    show(page, "play")
    expect(page.locator("#games li")).to_have_count(1)
    assert violations(page) == []
    show(page, "enter")
    page.fill("#text", f"{PUZZLE.signs}\n{OPEN.signs}")
    page.click("#read")
    expect(page.locator("#puzzles li")).to_have_count(2)
    expect(page.locator("#puzzles li").last).to_contain_text("solutions")
    assert violations(page) == []


def violations(page: Any) -> list[str]:
    report = page.evaluate("axe.run()")
    return [
        f"{rule['id']}: {rule['help']}: {json.dumps([node['target'] for node in rule['nodes']])}"
        for rule in report["violations"]
    ]

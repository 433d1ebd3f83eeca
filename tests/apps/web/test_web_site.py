"""The static site: its files, and the page with Python in the browser and without a network."""

from __future__ import annotations

import errno
import json
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest
from browsing import TIMEOUT, browser as browser, needs_chromium, playwright
from commands import Command
from days import CLOCK, layout
from puzzles import CONTEST
from serving import plainly_served
from sites import exported

import ineqsudoku as iq
from ineqsudoku.apps.web.api import ANSWERS, answer
from ineqsudoku.apps.web.export import PYODIDE, export
from ineqsudoku.apps.web.policy import STATIC_POLICY
from ineqsudoku.apps.web.values import object_of
from ineqsudoku.errors import IneqSudokuError

pytestmark = pytest.mark.browser

expect = playwright.expect

ROOT = Path(__file__).parents[3]
PUZZLE = iq.read(CONTEST)


@pytest.fixture
def stand_in(tmp_path: Path) -> Path:
    """A folder with files that are named as those of Pyodide."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in PYODIDE:
        (folder / name).write_text(name, encoding="ascii")
    return folder


# --- the files ----------------------------------------------------------------------------


def contents(folder: Path) -> dict[str, bytes]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_two_exports_are_the_same_and_one_replaces_another(tmp_path: Path, stand_in: Path) -> None:
    for name in ("one", "two", "two"):
        export(tmp_path / name, stand_in)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_the_list_names_all_files_and_its_version_changes_with_them(
    tmp_path: Path, stand_in: Path
) -> None:
    versions = set()
    for byte in (b"1", b"2"):
        (stand_in / "python_stdlib.zip").write_bytes(byte)
        export(tmp_path / "site", stand_in)
        files = contents(tmp_path / "site")
        listed = json.loads(files["files.js"].removeprefix(b"self.SITE = ").rstrip(b";\n"))
        versions.add(listed["version"])
        unlisted = {"service.js", "files.js"}
        assert {name.replace("./", "index.html") for name in listed["files"]} == {*files} - unlisted
    assert len(versions) == 2


def test_an_export_that_failed_can_be_repeated(
    tmp_path: Path, stand_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", refuse_to_write)
        with pytest.raises(OSError, match="No space left"):
            export(tmp_path / "site", stand_in)
    export(tmp_path / "site", stand_in)
    export(tmp_path / "other", stand_in)
    assert contents(tmp_path / "site") == contents(tmp_path / "other")


def refuse_to_write(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_other_folders_are_not_overwritten(stand_in: Path) -> None:
    with pytest.raises(IneqSudokuError, match="neither empty nor a site"):
        export(stand_in, stand_in)
    assert len(contents(stand_in)) == len(PYODIDE)


def test_a_folder_without_pyodide_is_named(ineqsudoku: Command, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    ran = ineqsudoku("serve", "--export", str(tmp_path / "site"), "--pyodide", str(empty))
    assert (ran.code, ran.out) == (2, "")
    assert "the npm package pyodide), but pyodide.mjs is missing" in ran.err


def test_the_archive_has_all_that_answers_import(tmp_path: Path, stand_in: Path) -> None:
    export(tmp_path / "site", stand_in)
    with ZipFile(tmp_path / "site" / "packages.zip") as archive:
        archive.extractall(tmp_path / "packages")
    puzzle = object_of(PUZZLE)
    requests: dict[str, list[dict[str, Any]]] = {
        "read": [{"text": CONTEST}, {"text": "<<"}],
        "judge": [{"puzzle": puzzle}],
        "hint": [{"puzzle": puzzle}],
        "explain": [{"puzzle": puzzle}],
        "generate": [{"seed": 3}, {"seed": 3, "level": "easy"}],
        "draw": [{"puzzle": puzzle}],
        "worksheet": [{"puzzle": puzzle, "title": "Week 12", "answers": True}],
        "convert": [
            {"puzzle": puzzle, "to": format, "lossy": True}
            for format in ("contest", "fpuzzles", "minizinc", "dimacs")
        ],
        "formats": [{"puzzle": puzzle}],
    }
    assert requests.keys() == ANSWERS.keys()
    code = """
import json, sys
sys.path.append(sys.argv[1])
from ineqsudoku.apps.web.api import answer, answer_text
requests = json.load(sys.stdin)
answers = {name: [answer(name, request) for request in all] for name, all in requests.items()}
chinese = answer_text("judge", json.dumps(requests["judge"][0]), "zh")
json.dump({**answers, "chinese": json.loads(chinese[1])["verdict"]}, sys.stdout)
"""
    command = [sys.executable, "-I", "-S", "-c", code, str(tmp_path / "packages")]
    ran = subprocess.run(
        command, input=json.dumps(requests), capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    expected = {name: [answer(name, request) for request in all] for name, all in requests.items()}
    answers = json.loads(ran.stdout)
    assert answers.pop("chinese") == "唯一解。"
    assert answers == json.loads(json.dumps(expected))


# --- the page -----------------------------------------------------------------------------


class Strict(SimpleHTTPRequestHandler):
    """Sends the policy of the site with every file, the worker's too, and stays silent."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", STATIC_POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def strictly_served(folder: Path) -> Iterator[str]:
    handler = partial(Strict, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("top")
    exported(top / "folder" / "site")
    return top


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """The messages on the console; a test fails if there is any."""
    messages: list[str] = []
    yield messages
    assert messages == []


def opened(context: Any, url: str, errors: list[str]) -> Any:
    context.set_default_timeout(TIMEOUT)
    context.add_init_script(CLOCK)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(url)
    return page


def read(page: Any, text: str) -> None:
    page.click("#tab-enter")
    page.click("#opensource")
    page.fill("#text", text)
    page.click("#read")


SOLUTION = """async () => {
    const { daily } = await import("./daily.js");
    return (await daily("easy", new Date())).solution;
}"""


def play_to_the_end(page: Any) -> None:
    """Play today's easy puzzle; what the page reads is what the board shows."""
    digits = page.evaluate(SOLUTION)
    signs = page.locator("#board .sign")
    expect(signs).to_have_count(len(layout(digits).relations))
    for number, digit in enumerate(digits):
        page.locator("#cells [role=gridcell]").nth(number).click()
        page.keyboard.press(digit)
    expect(page.locator("#status")).to_have_text(re.compile("^Solved: easy"))


@pytest.fixture
def page(site: Path, browser: Any, errors: list[str]) -> Iterator[Any]:
    context = browser.new_context(locale="en-GB", color_scheme="dark")
    with strictly_served(site) as url:
        yield opened(context, f"{url}folder/site/", errors)
        context.close()


@needs_chromium
def test_everything_works_without_a_server_program(page: Any) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    read(page, CONTEST)
    expect(page.locator("#status")).to_have_text("One solution.")
    page.click("#tab-judge")
    expect(page.locator("#panel-judge")).to_contain_text("Level: easy (rating 2)")
    page.click("#tab-help")
    page.click("#hint")
    expect(page.locator("#status")).to_have_text(re.compile("^Look at "))
    page.click("#explain")
    expect(page.locator("#status")).to_have_text(str(iq.explain(PUZZLE).steps[0]))
    page.click("#tab-share")
    expect(page.locator("#elsewhere a")).to_have_count(2)
    link = page.locator("#elsewhere a").first.get_attribute("href")
    assert iq.read(link) == PUZZLE
    page.click("#tab-make")
    page.fill("#seed", "5")
    page.select_option("#newkind", "plain")
    page.click("#make")
    expect(page.locator("#made")).to_contain_text("--seed 5 --kind plain")
    expect(page.locator("#status")).to_have_text("One solution.")
    page.click("#playmade")
    expect(page.locator("#tab-play")).to_have_attribute("aria-current", "page")
    assert not [url for url in requested if "/api/" in url]
    assert {url.split("/")[2] for url in requested} <= {page.url.split("/")[2]}


@needs_chromium
def test_todays_puzzle_needs_no_python(site: Path, browser: Any, errors: list[str]) -> None:
    context = browser.new_context(locale="en-GB")
    context.route("**/pyodide/**", lambda _: None)  # It never arrives.
    with strictly_served(site) as url:
        page = opened(context, f"{url}folder/site/", errors)
        play_to_the_end(page)
        page.click("#tab-help")
        page.click("#hint")
        expect(page.locator("#status")).to_have_text(re.compile("Only the first visit"))
        context.close()


SPARING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


NEARLY_FULL = """bar => new Promise(resolve => {
    const timer = setInterval(() => {
        if (bar.value > 0.7) resolve(clearInterval(timer));
    }, 50);
})"""
"""Waits until all but the packages has arrived."""


@needs_chromium
def test_who_saves_data_loads_python_with_the_first_hint(
    site: Path, browser: Any, errors: list[str]
) -> None:
    context = browser.new_context(locale="en-GB")
    context.add_init_script(SPARING)
    packages: list[Any] = []
    asked: list[str] = []
    context.route("**/packages.zip", lambda route: packages.append(route))
    context.on("request", lambda request: asked.append(request.url))
    with strictly_served(site) as url:
        page = opened(context, f"{url}folder/site/", errors)
        page.wait_for_timeout(1500)
        assert not [name for name in asked if "pyodide" in name or "python.js" in name]
        page.click("#tab-help")
        page.click("#hint")
        bar = page.locator("#loading")
        expect(bar).to_be_visible()
        bar.evaluate(NEARLY_FULL)
        packages[0].continue_()
        expect(page.locator("#status")).to_have_text(re.compile("^Look at "))
        expect(bar).to_have_count(0)
        context.close()


@needs_chromium
def test_pictures_have_the_colours_of_paper_even_in_dark_mode(page: Any) -> None:
    page.click("#tab-share")
    with page.expect_download() as download:
        page.click("#pictures button >> text=PNG")
    data = Path(download.value.path()).read_bytes()
    assert data.startswith(b"\x89PNG")
    assert pixels(data)[1:4] == b"\xff\xff\xff"
    assert page.locator("#pictures button").all_inner_texts() == ["SVG", "PNG", "Print"]


def pixels(png: bytes) -> bytes:
    """The filtered rows of a PNG; those of its first pixel are its colour."""
    rows, place = b"", 8
    while place < len(png):
        size, kind = int.from_bytes(png[place : place + 4], "big"), png[place + 4 : place + 8]
        rows += png[place + 8 : place + 8 + size] if kind == b"IDAT" else b""
        place += size + 12
    return zlib.decompress(rows)


@needs_chromium
def test_a_long_request_that_nobody_waits_for_ends(page: Any) -> None:
    page.click("#tab-make")
    page.select_option("#newkind", "minimal")
    page.click("#make")
    expect(page.locator("#made")).to_have_text(re.compile("Getting ready|Making"))
    read(page, CONTEST)
    expect(page.locator("#status")).to_have_text("One solution.")


SLOW = """window.started = 0;
window.Worker = class extends EventTarget {
    constructor() {
        super();
        window.started += 1;
        this.say(5000, { kind: "ready" });
    }
    say(delay, data) {
        setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })), delay);
    }
    postMessage({ body }) {
        const { depth } = JSON.parse(body);
        const text = JSON.stringify({ verdict: `Judged: ${depth}`, status: "multiple" });
        this.say(depth === "full" ? 3500 : 0, { kind: "answer", status: 200, text });
    }
    terminate() {}
};"""
"""A worker that loads for 5 seconds and needs 3.5 for a full judgement."""


@needs_chromium
def test_python_is_not_loaded_again_while_signs_are_entered(
    site: Path, browser: Any, errors: list[str]
) -> None:
    context = browser.new_context(locale="en-GB")
    context.add_init_script(SLOW)
    with strictly_served(site) as url:
        page = opened(context, f"{url}folder/site/", errors)
        page.click("#tab-enter")
        page.locator("#cells [role=gridcell]").first.click()
        status = page.locator("#status")
        for sign in "><":
            page.keyboard.press(sign)
            expect(status).to_have_text("Judged: status")  # Now the full judgement is running.
        expect(status).to_have_text("Judged: full")
        assert page.evaluate("started") == 1
    context.close()


@needs_chromium
def test_it_works_offline_after_the_first_visit(
    site: Path, browser: Any, errors: list[str]
) -> None:
    context = browser.new_context(locale="en-GB")
    with plainly_served(site) as (url, server):
        page = opened(context, f"{url}folder/site/", errors)
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        server.kill()
        server.wait()
        context.set_offline(True)
        for _ in range(2):
            page.reload()
            page.click("#tab-help")
            page.click("#hint")
            expect(page.locator("#status")).not_to_have_text(re.compile("first visit"))
            expect(page.locator("#status")).to_have_text(re.compile("^Look at "))
            read(page, CONTEST)
            expect(page.locator("#status")).to_have_text("One solution.")
        page.goto(f"{url}folder/site/")
        play_to_the_end(page)
    context.close()


@needs_chromium
def test_it_can_be_installed(page: Any) -> None:
    client = page.context.new_cdp_session(page)
    reasons = client.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Contexts of tests are private windows, which install nothing.
    assert [reason["errorId"] for reason in reasons] == ["in-incognito"]
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []


@needs_chromium
def test_a_missing_file_is_no_endless_wait(site: Path, browser: Any, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "broken")
    (tmp_path / "broken" / "folder" / "site" / "packages.zip").unlink()
    context = browser.new_context(locale="en-GB")
    with strictly_served(tmp_path / "broken") as url:
        page = opened(context, f"{url}folder/site/", [])
        page.click("#tab-help")
        page.click("#hint")
        expect(page.locator("#status")).to_have_text(re.compile("^No answer"))
    context.close()

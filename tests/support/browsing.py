"""A browser for tests."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sandboxes import needs

playwright = pytest.importorskip("playwright.sync_api", reason="needs ineqsudoku[web-test]")

TIMEOUT = 90_000
"""Milliseconds that the page may take to become what is expected of it, on a busy machine."""

playwright.expect.set_options(timeout=TIMEOUT)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")

needs_poppler = needs("pdfinfo", "pdftotext")  # of the Debian package poppler-utils

PHONE, TABLET, DESKTOP = (
    {"width": width, "height": height} for width, height in ((360, 640), (768, 1024), (1440, 900))
)


@contextmanager
def browsing() -> Iterator[Any]:
    """Debian's Chromium without a window."""
    # Chromium's own sandbox refuses to run as root.
    arguments = [] if os.geteuid() else ["--no-sandbox"]
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        try:
            yield browser
        finally:
            browser.close()


def print_page(
    page: Any, paper: tuple[int, int] = (595, 842)
) -> tuple[set[tuple[int, int]], list[str]]:
    """The sizes of the pages that a page prints, in points, and their texts.

    `paper` is the size of the printer's paper, for a page that does not name another one.
    """
    width, height = (f"{points / 72}in" for points in paper)
    pdf = page.pdf(prefer_css_page_size=True, width=width, height=height)
    lines = _output_of(["pdfinfo", "-l", "999", "-"], pdf).splitlines()
    sizes = [line.split() for line in lines if line.startswith("Page ") and "size:" in line]
    texts = _output_of(["pdftotext", "-raw", "-enc", "UTF-8", "-", "-"], pdf).split("\f")[:-1]
    assert len(texts) == len(sizes)
    return {(round(float(size[3])), round(float(size[5]))) for size in sizes}, texts


def _output_of(command: list[str], data: bytes) -> str:
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()


def axe() -> str:
    """The source of axe-core; skips if it is not there."""
    folder = Path(os.environ.get("INEQSUDOKU_NODE_MODULES", "node_modules"))
    source = folder / "axe-core" / "axe.min.js"
    if not source.exists():
        pytest.skip("axe-core is not installed: set INEQSUDOKU_NODE_MODULES")
    return source.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsing() as browser:
        yield browser

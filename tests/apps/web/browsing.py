"""A browser for tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="needs ineqsudoku[web-test]")

TIMEOUT = 90_000
"""Milliseconds that the page may take to become what is expected of it, on a busy machine."""

playwright.expect.set_options(timeout=TIMEOUT)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")

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

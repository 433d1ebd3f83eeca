"""Firefox without a window, driven over WebDriver BiDi.

Playwright only drives builds of Firefox that it brings itself.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

websockets = pytest.importorskip("websockets.sync.client", reason="needs ineqsudoku[web-test]")

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")

needs_firefox = pytest.mark.skipif(not FIREFOX, reason="Firefox is not installed")

SECONDS = 120.0
"""How long a page may take to become what is expected of it."""


class Page:
    """The only tab of a Firefox."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._command("session.new", capabilities={})
        contexts = self._command("browsingContext.getTree")["contexts"]
        self._context = contexts[0]["context"]

    def _command(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(SECONDS))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url: str) -> None:
        self._command("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def reload(self) -> None:
        self._command("browsingContext.reload", context=self._context, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript: a text, a number, a boolean or nothing."""
        target = {"context": self._context}
        answer = self._command(
            "script.evaluate", expression=expression, target=target, awaitPromise=True
        )
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """Click an element once its panel has loaded: a script can click what is inert."""
        until = time.monotonic() + SECONDS
        while self.evaluate(f"document.querySelector({json.dumps(selector)}).matches('[inert] *')"):
            assert time.monotonic() < until, f"{selector} is inert"
            time.sleep(0.05)
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def show(self, width: int, height: int) -> None:
        """Give the window a size."""
        viewport = {"width": width, "height": height}
        self._command("browsingContext.setViewport", context=self._context, viewport=viewport)

    def touch(self, selector: str) -> None:
        """Touch the middle of an element."""
        middle = f"""(() => {{
            const frame = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return `${{frame.left + frame.width / 2}} ${{frame.top + frame.height / 2}}`;
        }})()"""
        x, y = (round(float(part)) for part in str(self.evaluate(middle)).split())
        actions = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": "touch"},
            "actions": actions,
        }
        self._command("input.performActions", context=self._context, actions=[finger])

    def press(self, *keys: str) -> None:
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self._command("input.performActions", context=self._context, actions=[keyboard])

    def text(self, selector: str) -> str:
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent"))

    def expect(self, selector: str, pattern: str) -> None:
        """Wait until the text of an element matches."""
        until = time.monotonic() + SECONDS
        while not re.search(pattern, self.text(selector)):
            assert time.monotonic() < until, f"{selector}: {self.text(selector)!r}"
            time.sleep(0.05)


@contextmanager
def firefox(profile: Path) -> Iterator[Page]:
    """A Firefox with a profile of its own, in English and without any request of its own."""
    profile.mkdir()
    (profile / "user.js").write_text(PREFERENCES, encoding="ascii")
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(
        [*map(str, command), "--remote-debugging-port", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={"HOME": str(profile), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    ) as browser:
        try:
            assert browser.stderr
            lines = iter(browser.stderr.readline, "")
            matches = (re.search(r"WebDriver BiDi listening on (\S+)", line) for line in lines)
            address = next(match[1] for match in matches if match)
            with websockets.connect(f"{address}/session", max_size=None) as socket:
                yield Page(socket)
        finally:
            browser.kill()


PREFERENCES = "".join(
    f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
    for name, value in {
        "app.normandy.enabled": False,
        "app.update.enabled": False,
        "browser.shell.checkDefaultBrowser": False,
        "browser.startup.page": 0,
        "datareporting.policy.dataSubmissionEnabled": False,
        "extensions.getAddons.cache.enabled": False,
        "intl.accept_languages": "en-GB",
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "toolkit.telemetry.enabled": False,
    }.items()
)

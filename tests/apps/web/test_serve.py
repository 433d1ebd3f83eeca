"""`ineqsudoku serve`: what it says before it serves anything."""

from __future__ import annotations

import socket

import pytest
from commands import Command

pytest.importorskip("uvicorn")


@pytest.mark.parametrize(
    ("language", "reason"), [("en", ": Address already in use"), ("zh", "：端口已被占用")]
)
def test_a_port_in_use_is_named(ineqsudoku: Command, language: str, reason: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = ineqsudoku("serve", "--language", language, "--no-browser", "--port", port)
    assert ran == (2, "", f"127.0.0.1:{port}{reason}\n")

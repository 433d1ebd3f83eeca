"""The program speaks the language of `--language` or of the locale."""

from __future__ import annotations

import io
import sys

import pytest

from ineqsudoku.cli.language import speak


@pytest.mark.parametrize(
    ("errors", "written"), [("backslashreplace", b"\\udcff"), ("surrogateescape", b"\xff")]
)
def test_what_is_no_text_can_still_be_written(
    monkeypatch: pytest.MonkeyPatch, errors: str, written: bytes
) -> None:
    """Names of files may have any bytes; to write them is no error, also in Chinese."""
    bytes_written = io.BytesIO()
    stream = io.TextIOWrapper(bytes_written, "ascii", errors=errors)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with speak(["solve", "--language", "zh"]):
        stream.write("数独\udcff")
        stream.flush()
    assert bytes_written.getvalue() == "数独".encode() + written

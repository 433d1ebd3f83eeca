"""The program speaks the language of `--language` or of the locale."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from commands import PROGRAM

from ineqsudoku.cli.language import speak

MISSING = {
    "en": "nothing.in: No such file or directory\n",
    "zh": "nothing.in: 没有这个文件或文件夹\n",
}
PLAIN_C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "LANG"}


@pytest.mark.parametrize(
    ("locale", "option", "language"),
    [
        ({}, None, "en"),
        ({"LANG": "en_US.UTF-8"}, None, "en"),
        ({"LANG": "zh_CN.UTF-8"}, None, "zh"),
        ({"LANG": "zh_CN.UTF-8", "PYTHONIOENCODING": "ascii"}, None, "zh"),
        ({"LANG": "zh_CN.GBK", "PYTHONUTF8": "0"}, None, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, None, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "--language=en", "en"),
        ({"LANGUAGE": "zh:en", "LANG": "zh_CN.UTF-8"}, "--language=en", "en"),
        (PLAIN_C, "--language=zh", "zh"),
        ({**PLAIN_C, "PYTHONIOENCODING": "ascii"}, "--language=zh", "zh"),
    ],
)
def test_bytes_are_utf_8_and_files_are_like_pipes(
    tmp_path: Path, locale: Mapping[str, str], option: str | None, language: str
) -> None:
    command = [*PROGRAM, "check", *filter(None, [option]), "nothing.in", "-"]
    environment = {**ENVIRONMENT, **locale}
    pipe = subprocess.run(command, env=environment, input=b"", capture_output=True, check=False)
    with (tmp_path / "err").open("wb") as file:
        subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stderr=file, check=False)
    expected = MISSING[language].encode()
    assert (pipe.stderr, (tmp_path / "err").read_bytes()) == (expected, expected)


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


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("", "错误：没有给出命令。"),
        ("solve <&-", "<stdin>: 流已关闭"),
        ("help >&-", "标准输出: 流已关闭"),
    ],
)
def test_errors_before_any_command_are_in_the_language(call: str, says: str) -> None:
    command = f"{shlex.join(PROGRAM)} --language zh {call}"
    ran = subprocess.run(command, shell=True, env=ENVIRONMENT, capture_output=True, check=False)
    assert ran.stderr.decode().splitlines()[-1] == says
    assert ran.returncode == 2

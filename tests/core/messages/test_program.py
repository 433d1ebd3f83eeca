"""The program speaks the language of `--language` or of the locale."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from chinese import NAMES, english_words
from commands import PROGRAM, Command
from puzzles import CONTEST, CONTEST_ANSWER
from sandboxes import needs_sandbox

from ineqsudoku.apps.cli.streams import print_in

MISSING = {
    "en": "nothing.in: No such file or directory\n",
    "zh": "nothing.in：没有这个文件或文件夹\n",
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
    with print_in("zh"):
        stream.write("数独\udcff")
        stream.flush()
    assert bytes_written.getvalue() == "数独".encode() + written


# --- what goes wrong, in Chinese ----------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right and wrong files in the current folder, in a Chinese locale."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    for name, text in {
        "right.in": CONTEST,
        "right.out": CONTEST_ANSWER,
        "wrong.in": CONTEST.replace("^ ^ v v v ^", "^ ^ ^ v v ^"),
        "broken.in": CONTEST.replace(">", "w", 2)[:-30],
        "several.in": CONTEST.replace("<", ".", 30),
        "mended.in": f"新数独\n```\n{CONTEST.replace('<', '＜')}```\n",
        "text.in": "123\n",
        "digits": "5" * 81,
        "1.cpp": "",
        "tests/1.in": "12",
        "out/notes": "",
    }.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    Path("bytes.in").write_bytes(b"<\xff" * 9)


HERE = {
    *("nowhere", "tests", "out", "in", "txt", "stdin", "xff"),
    *("none", "multiple", "unknown"),
}
"""Words of files and values of a call, a byte, and answers of `solve`."""


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "call",
    [
        "solve nothing.in wrong.in several.in broken.in mended.in text.in bytes.in",
        "solve . --output-dir out",
        "solve several.in --node-limit 1",
        "solve right.in --engine dlx",
        "validate wrong.in several.in broken.in mended.in text.in bytes.in",
        "validate several.in --fix --output -",
        "check right.in wrong.in",
        "check broken.in right.out",
        "check wrong.in right.out",
        "explain wrong.in",
        "hint right.in --progress digits",
        "hint right.in --progress text.in",
        "generate 1 --kind partial --signs 4 --search-time 0.1 --seed 1",
        "convert right.in --to plain",
        "convert text.in --to compact",
        pytest.param("grade 1.cpp --tests nowhere", marks=needs_sandbox),
        "grade oops.cpp --tests tests",
        "grade --contestants tests --tests tests",
    ],
)
def test_what_goes_wrong_is_chinese(ineqsudoku: Command, call: str) -> None:
    """No word is English but names and quoted input."""
    ran = ineqsudoku(*call.split())
    text = ran.out + ran.err
    assert ran.code
    assert not text.isascii()
    words = english_words(text, {*NAMES, *HERE})
    assert {word for word in words if not set(word) <= {*"xv"}} == set()  # on boards


# --- what programs read -------------------------------------------------------------------


def texts(value: Any) -> Iterator[str]:
    """The texts in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


def without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_texts(item) for key, item in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [without_texts(item) for item in value]
    return type(value) if isinstance(value, str) else value


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "call",
    [
        "solve --json wrong.in",
        "validate --json wrong.in",
        "check --json wrong.in right.out",
        "explain --json right.in",
        "hint --json right.in",
    ],
)
def test_json_is_english_unless_a_language_is_given(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    english, chinese = (
        [json.loads(line) for line in ineqsudoku(*call.split(), *language).out.splitlines()]
        for language in ((), ("--language", "zh"))
    )
    assert "".join(texts(english)).isascii()
    assert without_texts(chinese) == without_texts(english)
    has_sentences = any(" " in text for text in texts(english))
    assert has_sentences == (not "".join(texts(chinese)).isascii())

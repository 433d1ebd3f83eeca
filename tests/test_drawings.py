"""The drawings of the documentation are what its script writes, and can be read everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
DRAWINGS = DOCS / "drawings"

pytestmark = pytest.mark.docs


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The drawings that the script writes now."""
    folder = tmp_path_factory.mktemp("drawings")
    subprocess.run([sys.executable, DRAWINGS, folder], check=True)
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_the_drawings_are_what_the_script_writes(written: dict[str, str]) -> None:
    committed = {path.name: path.read_text(encoding="utf-8") for path in DRAWINGS.glob("*.svg")}
    assert {*committed} == {*written}
    changed = [name for name, text in written.items() if text != committed[name]]
    assert not changed, "run `python docs/drawings`"


def test_each_drawing_is_in_a_page(written: dict[str, str]) -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    assert {*re.findall(r"!\[[^]]+\]\(drawings/([\w-]+\.svg)\)", pages)} == {*written}


def test_a_drawing_has_words_for_screen_readers_and_fetches_nothing(
    written: dict[str, str],
) -> None:
    for text in written.values():
        assert re.search(r"<title>[^<]+</title>\n<desc>[^<]+</desc>", text)
        assert "prefers-color-scheme:dark" in text
        assert not re.search(r"href|url\(|@import|<script", text)

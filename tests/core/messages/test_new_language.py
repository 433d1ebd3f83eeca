"""A language is one catalogue and one line, shown with a made-up one.

Its sentences are the English ones between marks, so a sentence without marks does not come from a
catalogue.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from chinese import NAMES
from messages import PACKAGE, sources
from puzzles import EXAMPLES

from ineqsudoku.messages.message import DOMAIN

NAME = "eo"
SUPPORT = Path(__file__).parents[2] / "support"
LINE = '    "zh": "中文",\n'


WORDS = {*NAMES, NAME, "answers", "class", "csv", "marks", "puzzle", "submissions", "tests"}
"""Words that need no marks: names, and files in the examples of help texts."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, which has one more catalogue and one more line."""
    folder = tmp_path_factory.mktemp("package")
    package = folder / PACKAGE.name
    package.mkdir()
    for path in PACKAGE.iterdir():
        if path.name == "messages":
            shutil.copytree(path, package / path.name)
        else:
            (package / path.name).symlink_to(path)
    (folder / "grammar").symlink_to(PACKAGE.parent / "grammar")
    module = package / "messages" / "message.py"
    text = module.read_text(encoding="utf-8")
    assert LINE in text
    module.write_text(text.replace(LINE, f'{LINE}    "{NAME}": "Esperanto",\n'), encoding="utf-8")
    catalogue = Catalog(locale=NAME, domain=DOMAIN)
    for source in sources():
        templates = (source.english, source.plural) if source.plural else (source.english,)
        marked = tuple(f"⟦{template}⟧" for template in templates)
        if source.plural:
            catalogue.add(templates, marked, context=source.code or None)
        else:
            catalogue.add(templates[0], marked[0], context=source.code or None)
    path = package / "messages" / NAME / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)
    return folder


def run(folder: Path, *arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run Python with the package of `folder`, in the new language."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "LANG": f"{NAME}.UTF-8"}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={**environment, "COLUMNS": "500", "PYTHONUTF8": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        **options,
    )


def unmarked(text: str) -> set[str]:
    """The words outside of the marks that are no option, file or name in capitals."""
    while text != (text := re.sub("⟦[^⟦⟧]*⟧", " ", text)):
        pass
    text = re.sub(r"\S*/\S*|\S+\.(cnf|cpp|html|in|out|py|svg|txt|zip)\b|--?[a-z][\w-]*", " ", text)
    return {word for word in re.findall(r"[A-Za-z]{2,}", text) if not word.isupper()}


@pytest.mark.parametrize(
    "call",
    [
        "validate EXAMPLES/cqoi2013.in",
        "validate EXAMPLES/extended.in",
        "hint EXAMPLES/cqoi2013.in",
        "explain EXAMPLES/cqoi2013.in --no-pager",
        "check EXAMPLES/cqoi2013.in EXAMPLES/cqoi2013.out",
        "--help",
        "--language eo",
        "solve --help-all",
        "generate --help-all",
        "grade --help-all",
        "convert --help-all",
        "help environment",
    ],
)
def test_the_terminal(folder: Path, call: str) -> None:
    """What goes wrong is in `test_program.py`."""
    ran = run(folder, "-m", "ineqsudoku", *call.replace("EXAMPLES", str(EXAMPLES)).split())
    assert "⟦" in ran.stdout + ran.stderr
    assert unmarked(ran.stdout + ran.stderr) <= WORDS


@pytest.fixture(scope="module")
def shown(folder: Path) -> dict[str, list[str]]:
    """What `shown.py` prints in the new language."""
    ran = run(folder, SUPPORT / "shown.py", NAME)
    assert ran.returncode == 0, ran.stderr
    texts: dict[str, list[str]] = json.loads(ran.stdout)
    return texts


@pytest.mark.parametrize("name", ["worksheet", "grade", "explanation", "answers", "page"])
def test_what_is_no_terminal(shown: dict[str, list[str]], name: str) -> None:
    assert any("⟦" in text for text in shown[name])
    assert set().union(*map(unmarked, shown[name])) <= WORDS

"""Every example in the README and in the documents is run, and prints what they say."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHINESE = [ROOT / "README.zh.md", ROOT / "docs" / "zh.md"]
DOCUMENTS = [ROOT / "README.md", CHINESE[0], *sorted((ROOT / "docs").glob("*.md"))]

pytestmark = pytest.mark.docs


def blocks(document: Path, language: str) -> str:
    """All code blocks of a language."""
    text = document.read_text(encoding="utf-8")
    return "".join(re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def examples(document: Path) -> list[tuple[str, str]]:
    """Each command of the console blocks and all that it prints."""
    text = blocks(document, "console")
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)


@pytest.mark.parametrize(
    "document", [path for path in DOCUMENTS if examples(path)], ids=lambda path: path.name
)
def test_console_examples(document: Path, tmp_path: Path) -> None:
    """The examples run in order, because some read files that earlier ones write."""
    here = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    if document in CHINESE:
        here["LANG"] = "zh_CN.UTF-8"
    for command, printed in examples(document):
        ran = subprocess.run(
            ["bash", "-c", command.replace("/tmp/", f"{tmp_path}/")],
            cwd=ROOT,
            env=here,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert ran.stdout.decode() == printed, command


SESSIONS = [document for document in DOCUMENTS if ">>> " in document.read_text(encoding="utf-8")]


@pytest.mark.parametrize("document", SESSIONS, ids=lambda path: path.name)
def test_python_examples(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = blocks(document, "python")
    if "to_frame(" in text:
        for library in ("pandas", "polars"):
            pytest.importorskip(library, reason="needs the extra [docs]")
    examples = doctest.DocTestParser().get_doctest(text, {}, document.name, None, 0)
    assert examples.examples
    failures: list[str] = []
    doctest.DocTestRunner().run(examples, out=failures.append)
    assert failures == []


def test_python_examples_have_the_right_types(tmp_path: Path) -> None:
    """mypy checks one module for each document, as strictly as this project."""
    api = pytest.importorskip("mypy.api", reason="needs the extra [docs]")
    parser = doctest.DocTestParser()
    for document in DOCUMENTS:
        text = blocks(document, "python")
        lines = [example.source for example in parser.get_examples(text)]
        module = document.name.replace(".", "_").replace("-", "_").removesuffix("_md")
        (tmp_path / f"example_{module}.py").write_text("".join(lines) or text, encoding="utf-8")
    arguments = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(tmp_path)]
    out, err, status = api.run([*arguments, *map(str, tmp_path.glob("*.py"))])
    assert (out.splitlines()[:-1], err, status) == ([], "", 0)


@pytest.mark.parametrize("document", DOCUMENTS[:2], ids=lambda path: path.name)
def test_links_lead_to_files(document: Path) -> None:
    """Those of the other documents are an error of the site's build."""
    code = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    text = code.sub("", document.read_text(encoding="utf-8"))
    links = re.findall(r"(?:\]\(|src=\")(?!https?:|#)([^)#\"]+)", text)
    assert [link for link in links if not (document.parent / link).exists()] == []

"""Every example in the README is run, and prints what the README says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.docs


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """Each command of the console blocks with all that it prints."""
    text = "".join(blocks("console"))
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)


@pytest.mark.parametrize(("command", "printed"), sessions(), ids=lambda text: text[:40])
def test_console_examples(command: str, printed: str, tmp_path: Path) -> None:
    here = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    ran = subprocess.run(
        ["bash", "-c", command.replace("/tmp/", f"{tmp_path}/")],
        cwd=ROOT,
        env=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert ran.stdout.decode() == printed


def test_python_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest("".join(blocks("python")), {}, "README", None, 0)
    assert len(test.examples) > 10
    failures: list[str] = []
    doctest.DocTestRunner().run(test, out=failures.append)
    assert failures == []

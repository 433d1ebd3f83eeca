"""Every example in docs/generate.md is run, and prints what the page says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "generate.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.docs


def blocks(language: str) -> str:
    return "".join(re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


def test_console_examples(tmp_path: Path) -> None:
    """One after the other in one folder: some look at the files of those before."""
    here = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    sessions = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", blocks("console"), re.MULTILINE)
    assert len(sessions) > 4
    for command, printed in sessions:
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=here,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert ran.stdout.decode() == printed


def test_python_examples() -> None:
    test = doctest.DocTestParser().get_doctest(blocks("python"), {}, "generate.md", None, 0)
    assert len(test.examples) > 2
    failures: list[str] = []
    doctest.DocTestRunner().run(test, out=failures.append)
    assert failures == []

"""An app is a folder: without it and its line in the table of commands, all others work."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from puzzles import CONTEST_ANSWER, EXAMPLES

import ineqsudoku
from ineqsudoku.apps.cli.main import COMMANDS

PACKAGE = Path(ineqsudoku.__file__).parent
GRAMMAR = PACKAGE.parent / "grammar"


@pytest.mark.slow
@pytest.mark.parametrize("app", ["package", "web"])
def test_the_others_work_without_an_app(tmp_path: Path, app: str) -> None:
    copy = tmp_path / "ineqsudoku"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    grammar = GRAMMAR if GRAMMAR.is_dir() else PACKAGE / "grammar"
    shutil.copytree(grammar, copy / "grammar", dirs_exist_ok=True)
    shutil.rmtree(copy / "apps" / app)
    main = copy / "apps" / "cli" / "main.py"
    line = re.compile(rf'^    "\w+": \("{app}\..*\n', re.MULTILINE)
    text, number = line.subn("", main.read_text(encoding="utf-8"))
    assert number == 1
    main.write_text(text, encoding="utf-8")

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "ineqsudoku", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    solved = run("solve", EXAMPLES / "cqoi2013.in")
    assert (solved.returncode, solved.stdout, solved.stderr) == (0, CONTEST_ANSWER, "")
    for name, (module, _) in COMMANDS.items():
        ran = run(name, "--help")
        expected = 2 if module.startswith(f"{app}.") else 0
        assert (ran.returncode, "Traceback" in ran.stderr) == (expected, False)

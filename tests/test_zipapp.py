"""The package in a zip file, as in a zipapp, finds the files that are no modules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal
from zipfile import ZipFile

import click
import pytest
from effort import slow
from programs import mains
from puzzles import CONTEST, EXAMPLES

import ineqsudoku as iq
from ineqsudoku.apps.package.files import assemble
from ineqsudoku.apps.package.options import TARGETS
from ineqsudoku.apps.package.problem import solutions
from ineqsudoku.apps.package.statement import statement
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.supervisor import source_of_supervisor

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A zipapp of the sources.  What it imports stays installed."""
    path = tmp_path_factory.mktemp("app") / "ineqsudoku.pyz"
    with ZipFile(path, "w") as archive:
        for folder, name in ((ROOT / "ineqsudoku", "ineqsudoku"), (ROOT / "grammar", "grammar")):
            inside = name.replace("grammar", "ineqsudoku/grammar")
            for file in folder.rglob("*"):
                if file.is_file() and file.suffix not in (".h", ".pyc", ".so"):
                    archive.write(file, f"{inside}/{file.relative_to(folder).as_posix()}")
        archive.writestr("__main__.py", "from ineqsudoku.__main__ import main\nmain()\n")
    return path


def run(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs Python with the installed packages, but without links to this project."""
    return subprocess.run(
        [sys.executable, "-S", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(Path(click.__file__).parents[1])},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_zipapp_solves(app: Path) -> None:
    ran = run(app, "solve", EXAMPLES / "cqoi2013.in")
    assert (ran.stdout, ran.stderr) == ((EXAMPLES / "cqoi2013.out").read_text(), "")


@pytest.mark.slow
def test_a_zipapp_speaks_chinese(app: Path) -> None:
    ran = run(app, "solve", "--language", "zh", "nowhere.in")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "nowhere.in：没有这个文件或文件夹\n"


@pytest.mark.parametrize(
    ("command", "format"),
    [
        ("solve", "extended"),
        *slow([("solve", "contest"), ("validate", "contest"), ("validate", "extended")]),
    ],
)
def test_a_zipapp_reports_faults(
    app: Path, command: str, format: Literal["contest", "extended"]
) -> None:
    """Messages need Lark, with grammars that import others."""
    text = iq.write(iq.read(CONTEST), format).replace("v", "x", 1)
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read(text, format=format, name="<stdin>")
    ran = run(app, command, "--format", format, stdin=text)
    assert ran.returncode == 2
    assert ran.stdout + ran.stderr == f"{caught.value}\n"


@pytest.mark.slow
def test_a_zipapp_has_all_other_files(app: Path) -> None:
    code = f"""
import sys
sys.path.insert(0, sys.argv[1])
import ineqsudoku as iq
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.grade.reports.html import _template
from ineqsudoku.apps.package.files import _template_maker, assemble
from ineqsudoku.apps.package.options import TARGETS
from ineqsudoku.apps.package.problem import solutions
from ineqsudoku.apps.package.statement import statement
from ineqsudoku.apps.sandbox.supervisor import source_of_supervisor
assert sys.argv[1] in iq.__file__
assert _template() and _template_maker()("{{% include 'statement.md' %}}")
print(TARGETS, [*map(assemble, {mains()})], solutions(), statement("en", []), languages())
print(iq.write(iq.Puzzle(), "minizinc"), repr(source_of_supervisor()))
"""
    ran = run("-c", code, app)
    assert ran.stderr == ""
    assert ran.stdout == (
        f"{TARGETS} {[*map(assemble, mains())]} {solutions()} {statement('en', [])} "
        f"{languages()}\n{iq.write(iq.Puzzle(), 'minizinc')} {source_of_supervisor()!r}\n"
    )


@pytest.mark.slow
def test_the_page_is_not_served_from_a_zip_file(app: Path) -> None:
    pytest.importorskip("uvicorn")
    ran = run(app, "serve", "--no-browser")
    assert ran.stderr == "serve needs ineqsudoku in a folder: install it with pip\n"
    assert (ran.stdout, ran.returncode) == ("", 2)

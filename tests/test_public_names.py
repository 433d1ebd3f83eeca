"""The public names: one list for type checkers and for imports on demand."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import get_args
from zipfile import ZipFile

import pytest

import ineqsudoku as iq
from ineqsudoku.formats.registry import (
    AUTO,
    READABLE,
    WRITABLE,
    FormatChoice,
    ReadableFormat,
    WritableFormat,
)
from ineqsudoku.search.engines import ENGINES, EngineChoice, EngineName

PACKAGE = Path(iq.__file__).parent


def typed_names() -> Iterator[tuple[str, str]]:
    """The module and the name of each import that type checkers see."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    for node in stub.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                assert alias.asname == alias.name, "type checkers would not export it"
                yield f"{node.module}", alias.name


def test_types_and_imports_on_demand_are_the_same() -> None:
    assert iq.__all__ == ["__version__", *(name for _, name in typed_names())]
    assert {*iq.__all__} <= {*dir(iq)}
    for module, name in typed_names():
        assert getattr(iq, name) is getattr(import_module(module), name)


def test_public_names_are_found_in_a_zip_file(tmp_path: Path) -> None:
    file = tmp_path / "library.zip"
    with ZipFile(file, "w") as archive:
        for source in (*PACKAGE.glob("*.py"), PACKAGE / "__init__.pyi"):
            archive.write(source, f"ineqsudoku/{source.name}")
    program = "import ineqsudoku as iq; print(iq.Grid('1221'), iq.__file__)"
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(file)!r}); {program}"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == f"1 2\n2 1 {file}/ineqsudoku/__init__.py\n"


def test_no_module_hides_a_public_function() -> None:
    functions = {name for name in iq.__all__ if isfunction(getattr(iq, name))}
    modules = {path.stem for path in PACKAGE.iterdir()}
    assert functions
    assert not functions & modules


def test_literals_name_the_formats_and_engines() -> None:
    assert get_args(ReadableFormat) == READABLE
    assert get_args(WritableFormat) == WRITABLE
    assert get_args(FormatChoice) == (AUTO, *READABLE)
    assert get_args(EngineName) == ENGINES
    assert get_args(EngineChoice) == ("auto", *ENGINES)


@pytest.mark.slow
def test_mypy_finds_misspelt_engines_and_formats(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="needs the extra [dev]")
    program = tmp_path / "program.py"
    lines = [
        'iq.solve(iq.Puzzle(), engine="boxs")',
        'iq.count(iq.Puzzle(), engine="boxes")',
        'iq.read("", format="contst")',
        'iq.write(iq.Puzzle(), "dimacs")',
        'iq.convert("", to="svg")',
        'print(iq.solve(iq.Puzzle()).status == "unqiue")',
    ]
    program.write_text("\n".join(["import ineqsudoku as iq", "", *lines, ""]))
    options = ["--strict", "--no-error-summary", f"--cache-dir={tmp_path}"]
    command = [sys.executable, "-m", "mypy", *options, str(program)]
    output = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=PACKAGE.parent
    ).stdout
    assert [int(line.split(":")[1]) - 2 for line in output.splitlines() if "error" in line] == [
        *(1, 3, 5, 6)
    ]

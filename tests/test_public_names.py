"""The public names: each is listed once for types and once for imports on demand."""

from __future__ import annotations

import ast
import subprocess
import sys
from inspect import isfunction
from pathlib import Path
from typing import get_args

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


def typed_names() -> dict[str, str]:
    """The module of each name that type checkers see."""
    module = ast.parse(Path(iq.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(module) if isinstance(node, ast.ImportFrom)]
    return {
        alias.name: f"{node.module}".removeprefix("ineqsudoku.")
        for node in imports
        for alias in node.names
        if alias.asname
    }


def test_types_and_imports_on_demand_name_the_same() -> None:
    assert typed_names() == iq._MODULE_OF
    assert list(iq._MODULE_OF) == list(typed_names())


def test_no_module_hides_a_public_function() -> None:
    functions = {name for name in iq._MODULE_OF if isfunction(getattr(iq, name))}
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
    found = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=PACKAGE.parent
    ).stdout
    assert [int(line.split(":")[1]) - 2 for line in found.splitlines() if "error" in line] == [
        *(1, 3, 5, 6)
    ]

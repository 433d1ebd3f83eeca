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

import pytest

import ineqsudoku as iq
from ineqsudoku.formats import AUTO, READABLE, WRITABLE, FormatChoice, WritableFormat
from ineqsudoku.formats.registry import ReadableFormat
from ineqsudoku.search.engines import ENGINES, EngineChoice, EngineName

PACKAGE = Path(iq.__file__).parent


def typed_names() -> Iterator[tuple[str, str]]:
    """The module and the name of each import that type checkers see."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ineqsudoku."):
            names = [alias.name for alias in node.names]
            exported = import_module(str(node.module)).__all__ if names == ["*"] else names
            yield from ((str(node.module), name) for name in exported)


def test_types_and_imports_on_demand_are_the_same() -> None:
    for module, name in typed_names():
        assert getattr(iq, name) is getattr(import_module(module), name)
    on_demand = {name for names in iq._OF_APPS.values() for name in names.split()}
    assert on_demand == {name for module, name in typed_names() if ".apps." in module}
    assert on_demand <= {*dir(iq)}
    imported: dict[str, object] = {}
    exec("from ineqsudoku import *", imported)
    public = {name for _, name in typed_names() if not name.startswith("_")}
    assert {*imported} - {"__builtins__"} == public
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = iq.nonsense  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "missing",
    [
        "click rich lark fcntl grp pwd resource termios _multiprocessing lzma sqlite3 ssl",
        "fcntl grp pty pwd resource termios tty",
    ],
    ids=["bare Pyodide", "Windows"],
)
def test_the_package_can_be_imported_without(missing: str) -> None:
    """Without dependencies, too: a browser has none until they are asked for."""
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.modules.update(dict.fromkeys({missing.split()}))\n"
            "import ineqsudoku as iq; print(iq.solve(iq.Puzzle(), limit=1).status)",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("unknown\n", "")


def test_no_module_hides_a_public_function() -> None:
    names = [name for _, name in typed_names()]
    functions = {name for name in names if isfunction(getattr(iq, name))}
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

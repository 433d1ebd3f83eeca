"""The architecture: which part imports which, and that no import does work."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ineqsudoku

PACKAGE = Path(ineqsudoku.__file__).parent
MODULES = {
    ".".join(["ineqsudoku", *path.relative_to(PACKAGE).with_suffix("").parts]): path
    for path in PACKAGE.rglob("*.py")
    if "solutions" not in path.parts  # programs that a package hands to a judge
}

STATE = """
import gc, os, signal, sys, threading, warnings, importlib

def state():
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    hooks = sys.excepthook, sys.unraisablehook, sys.getrecursionlimit()
    files = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    return gc.get_threshold(), gc.isenabled(), handlers, hooks, threading.active_count(), \
        dict(os.environ), warnings.filters[:], os.umask(os.umask(0)), files
"""


def test_imports_leave_the_process_as_it_is() -> None:
    names = [name.removesuffix(".__init__") for name in MODULES if not name.endswith("__main__")]
    program = f"""{STATE}
before = state()
for name in {names}:
    try:
        importlib.import_module(name)
    except ImportError as error:
        assert not (error.name or "").startswith("ineqsudoku"), name
    assert state() == before, name
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def work_in(path: Path) -> Iterator[str]:
    """The statements of a module that do something, rather than define something."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        is_call = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
        is_loop = isinstance(node, (ast.For, ast.While, ast.With, ast.Delete))
        if is_call or is_loop:
            yield f"{path.name}:{node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_defines_and_does_nothing(name: str) -> None:
    assert not [*work_in(MODULES[name])]

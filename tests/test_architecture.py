"""The architecture: which part imports which, and that no import does work."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import ineqsudoku
from ineqsudoku.cli.commands import COMMANDS
from ineqsudoku.cli.main import WITHOUT_CLICK
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.search import ENGINES
from ineqsudoku.search.engines import LEARNING

PACKAGE = Path(ineqsudoku.__file__).parent
MODULES = {
    ".".join(["ineqsudoku", *path.relative_to(PACKAGE).with_suffix("").parts]): path
    for path in PACKAGE.rglob("*.py")
    if "solutions" not in path.parts  # programs that a package hands to a judge
}

BY_NAME: dict[str, Collection[str]] = {
    "ineqsudoku.cli.commands": COMMANDS,
    "ineqsudoku.cli.main": [f"{name}.run" for name in WITHOUT_CLICK],
    "ineqsudoku.formats.__init__": FORMATS,
    "ineqsudoku.search.engines": (*ENGINES, LEARNING),
    "ineqsudoku.search.kernel.__init__": (),  # compiled
}
"""For modules that import others of their folder by name, those names."""

STATE = """
import gc, os, signal, sys, threading, warnings, importlib

def state():
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    hooks = sys.excepthook, sys.unraisablehook, sys.getrecursionlimit()
    return gc.get_threshold(), gc.isenabled(), handlers, hooks, threading.active_count(), \
        dict(os.environ), warnings.filters[:], os.umask(os.umask(0)), open_files()

def open_files():
    folder = "/proc/self/fd"
    files = [f"{folder}/{name}" for name in os.listdir(folder)] if os.path.isdir(folder) else []
    # libffi, which ctypes uses, keeps its own file open from version 3.5 on.
    return sum("libffi" not in os.readlink(file) for file in files if os.path.lexists(file))
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


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def work_in(path: Path) -> Iterator[str]:
    """The statements of a module that do something, rather than define something.

    The package registers how values are rendered, which changes nothing that others see.
    """
    for node in tree_of(path).body:
        is_call = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
        is_loop = isinstance(node, (ast.For, ast.While, ast.With, ast.Delete))
        if (is_call or is_loop) and ast.unparse(node) != "display.register(_render)":
            yield f"{path.name}:{node.lineno}: {ast.unparse(node)}"


def test_modules_define_and_do_nothing() -> None:
    assert [statement for path in MODULES.values() for statement in work_in(path)] == []


VERSION = "from ineqsudoku import __version__"


@cache
def imports(name: str) -> tuple[str, ...]:
    """The modules of the package that a module imports, also late and by `import_module`.

    Imports for types alone do not count, and neither does the version, which needs no module.
    """
    return tuple(imported(name))


def imported(name: str) -> Iterator[str]:
    tree = tree_of(MODULES[name])
    for_types = {
        id(inside)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inside in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in for_types:
            assert node.level == 0, f"{name}: relative import"
            if ast.unparse(node) == VERSION:
                continue
            for alias in node.names:
                yield from look_up(f"{node.module}.{alias.name}") or look_up(f"{node.module}")
        elif isinstance(node, ast.Import) and id(node) not in for_types:
            for alias in node.names:
                yield from look_up(alias.name)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from imported_by_name(name, ast.unparse(node.args[0]))


def imported_by_name(name: str, argument: str) -> Iterator[str]:
    """What `import_module` may import: modules of public names, or some modules of a folder."""
    if name in TABLES_OF_NAMES:
        for public in ineqsudoku.__all__[1:]:
            yield from look_up(getattr(ineqsudoku, public).__module__)
    elif argument.startswith("'"):
        yield from look_up(ast.literal_eval(argument))  # None if it is compiled.
    else:
        folder = name.rpartition(".")[0]
        assert argument.startswith(f"f'{folder}.{{"), f"{name}: {argument}"
        for module in BY_NAME[name]:
            yield from look_up(f"{folder}.{module}")


def look_up(name: str) -> list[str]:
    """Return the module of the package with a name, or nothing."""
    return [module for module in (name, f"{name}.__init__") if module in MODULES]


SEARCH_FROM_OUTSIDE = {
    "ineqsudoku.search.__init__",
    "ineqsudoku.search.probe",
    "ineqsudoku.search.compact_lines",
    "ineqsudoku.search.images",
}


def test_search_has_one_door() -> None:
    inside = "ineqsudoku.search."
    for name in MODULES:
        if not name.startswith(inside) and name != "ineqsudoku.__init__":
            entered = {module for module in imports(name) if module.startswith(inside)}
            assert entered <= SEARCH_FROM_OUTSIDE, name


LAYERS = (
    (
        "dataclass",
        "display",
        "geometry",
        "puzzle",
        "relations",
        "errors",
        "language",
        "names",
        "fields",
    ),
    ("pictures",),
    ("formats",),
    ("search",),
    ("conversion",),
    ("explanation",),
    ("diagnose",),
    ("rendering",),
    ("generation",),
    ("judge",),
    ("batch",),
    ("web",),
    ("cli",),
    ("__main__",),
)
"""The parts from top to bottom; a part imports only parts above it, and none beside it."""

TABLES_OF_NAMES = {"ineqsudoku.__init__"}
"""Modules that find other modules by public names."""


def part_of(name: str) -> str:
    return name.split(".")[1]


def arrows() -> Iterator[tuple[str, str]]:
    """All pairs of a module and a module that it imports."""
    return ((name, other) for name in MODULES for other in imports(name))


def test_parts_import_only_parts_above_them() -> None:
    place = {part: number for number, parts in enumerate(LAYERS) for part in parts}
    for name, other in arrows():
        one, another = part_of(name), part_of(other)
        if name in TABLES_OF_NAMES or other == "ineqsudoku.__init__" or one == another:
            continue
        is_first_layer = place[one] == place[another] == 0
        assert place[another] < place[one] or is_first_layer, f"{name} imports {other}"


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph: dict[str, list[str]] = {name: [] for name in MODULES}
    for name, other in arrows():
        graph[name].append(other)
    done: set[str] = set()
    way: list[str] = []

    def visit(name: str) -> None:
        assert name not in way, " → ".join([*way[way.index(name) :], name])
        if name not in done:
            way.append(name)
            for other in graph[name]:
                visit(other)
            done.add(way.pop())

    for name in MODULES:
        visit(name)


def test_every_module_is_in_a_package_that_is_installed() -> None:
    options = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text())["tool"]["setuptools"]
    packages = {name.rpartition(".")[0] for name in MODULES}
    assert packages == set(options["packages"]) - {"ineqsudoku.grammar"}


def test_modules_compiled_on_any_python_work_on_all() -> None:
    """The headers of Python 3.13 make calls of formats with `#` that fail on 3.11 and 3.12."""
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.[ch]")]
    formats = [
        format
        for source in sources
        for format in re.findall(r'Py(?:Arg_\w+|_BuildValue)\(\s*[^";]*"([^"]*)"', source)
    ]
    assert formats
    assert not [format for format in formats if "#" in format]


def test_the_documented_files_exist() -> None:
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    paths = {
        name for name in re.findall(r"`([\w/]+(?:\.py|\.toml|/))`", text) if "NAME" not in name
    }
    roots = PACKAGE, PACKAGE.parent
    missing = {name for name in paths if not any((root / name).exists() for root in roots)}
    assert len(paths) > 40
    assert not missing


def test_every_folder_is_in_the_table_of_files() -> None:
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("\n## Files\n")[2].partition("\n## ")[0]
    folders = {path.parent.relative_to(PACKAGE).as_posix() for path in MODULES.values()} - {"."}
    assert {folder for folder in folders if f"`{folder}/" not in table} == set()

"""The static site: the page, with Python in the browser in place of a server.

DIR/  index.html, *.js, style.css, icon.svg   the page; `api.js` asks a worker (`site/`)
      daily.bin                               the puzzles of the day
      languages.json                          the words of the page
      python.js                               the worker
      pyodide/                                Python for browsers
      packages.zip                            ineqsudoku and what it imports
      service.js, files.js                    what keeps all files for use offline
      manifest.webmanifest, icon-*.png        what makes it installable
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ineqsudoku.apps.names import quote
from ineqsudoku.apps.web.policy import STATIC_POLICY
from ineqsudoku.apps.web.words import PAGE, words_of_page
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
"""The files of Pyodide that the site needs; the last one names the licence and the source."""

INDEX = "index.html"

LIST = "files.js"
"""Names all files; a folder that has it is a site."""

PACKAGES = "packages.zip"

_HEAD = '<meta charset="utf-8">\n'

_UNUSED = (
    "ineqsudoku/apps/batch/cluster",
    "ineqsudoku/apps/batch/frames",
    "ineqsudoku/apps/batch/processes",
    "ineqsudoku/apps/cli/",
    "ineqsudoku/apps/diagnose/fixing",
    "ineqsudoku/apps/diagnose/printing",
    "ineqsudoku/apps/diagnose/run",
    "ineqsudoku/apps/diagnose/validate_command",
    "ineqsudoku/apps/draw/command",
    "ineqsudoku/apps/explain/command",
    "ineqsudoku/apps/explain/hint_command",
    "ineqsudoku/apps/explain/run",
    "ineqsudoku/apps/generate/command",
    "ineqsudoku/apps/generate/folder",
    "ineqsudoku/apps/generate/against",
    "ineqsudoku/apps/generate/run",
    "ineqsudoku/apps/grade/",
    "ineqsudoku/apps/package/",
    "ineqsudoku/apps/pictures/picture_file",
    "ineqsudoku/apps/sandbox/",
    "ineqsudoku/apps/solve/",
    "ineqsudoku/apps/web/export",
    "ineqsudoku/apps/web/page/",
    "ineqsudoku/apps/web/serve",
    "ineqsudoku/apps/web/words",
    "ineqsudoku/apps/web/worker",
    "lark/__pyinstaller/",
    "lark/tools/",
)
"""Parts of these packages that no answer imports."""

_SUFFIXES = (".css", ".py", ".pyi", ".lark", ".mo", ".mzn")


def export(target: Path, pyodide: Path) -> int:
    """Write the site into a folder, which is new, empty or a site; return its size in bytes.

    `pyodide` is a folder with `PYODIDE`.  Raises `IneqSudokuError`, and `OSError` if a file cannot
    be written.
    """
    if missing := [name for name in PYODIDE if not (pyodide / name).is_file()]:
        raise IneqSudokuError(
            Message(
                "web.export.pyodide",
                "{folder}: expected the files of Pyodide (the npm package pyodide), "
                "but {file} is missing",
                folder=quote(pyodide),
                file=missing[0],
            )
        )
    if target.exists() and not target.is_dir():
        raise IneqSudokuError(
            Message("web.export.no-folder", "{folder} is not a folder", folder=quote(target))
        )
    if target.is_dir() and any(target.iterdir()) and not (target / LIST).exists():
        raise IneqSudokuError(
            Message(
                "web.export.not-empty",
                "{folder} is neither empty nor a site that was exported before",
                folder=quote(target),
            )
        )
    contents = {**_page(), PACKAGES: _packages()}
    (target / "pyodide").mkdir(parents=True, exist_ok=True)
    (target / LIST).touch()  # An export that is interrupted can be repeated.
    for name in PYODIDE:
        shutil.copyfile(pyodide / name, target / "pyodide" / name)
    for name, content in contents.items():
        (target / name).write_bytes(content)
    (target / LIST).write_text(_list(target, contents), encoding="utf-8")
    return sum(file.stat().st_size for file in target.rglob("*") if file.is_file())


def _page() -> dict[str, bytes]:
    """Return the files of the page; those of `site` take the place of others with the same name."""
    contents = {
        file.name: file.read_bytes()
        for folder in ("page", "site")
        for file in (files("ineqsudoku.apps.web") / folder).iterdir()
        if file.is_file()
    }
    head = (
        f'{_HEAD}<meta http-equiv="Content-Security-Policy" content="{STATIC_POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="apple-touch-icon" href="icon-touch.png">\n'
    )
    index = contents[INDEX].decode()
    assert _HEAD in index
    del contents["words.json"]
    return {**contents, PAGE: words_of_page(), INDEX: index.replace(_HEAD, head).encode()}


def _list(target: Path, contents: Iterable[str]) -> str:
    """Return the source of `files.js`: the list of files to keep, a version, and the size of
    Python.

    The version changes with any byte of the files.  The page shows the progress of loading by the
    size.
    """
    names = [*sorted(contents), *(f"pyodide/{name}" for name in PYODIDE)]
    digest = sha256()
    for name in names:
        digest.update(f"{name}\0".encode() + (target / name).read_bytes())
    # Servers may redirect from the name of the index, and no redirect can be kept for later.
    kept = ["./" if name == INDEX else name for name in names if name != "service.js"]
    python = [name for name in names if name.startswith("pyodide/") or name == PACKAGES]
    size = sum((target / name).stat().st_size for name in python)
    site = {"version": digest.hexdigest()[:16], "size": size, "files": kept}
    return f"self.SITE = {json.dumps(site, indent=1)};\n"


def _packages() -> bytes:
    """Return an archive of the Python that answers: files of the installed packages as they are."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(dict(_members()).items()):
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)  # Its time is always the same.
    return packed.getvalue()


def _members() -> Iterator[tuple[str, bytes]]:
    for package in ("ineqsudoku", "ineqsudoku.grammar", "lark"):
        prefix = package.replace(".", "/")
        for name, file in _walk(files(package), prefix):
            if name.endswith(_SUFFIXES) and not name.startswith(_UNUSED):
                yield name, file.read_bytes()
    for package in ("ineqsudoku", "lark"):
        yield from _licences(package)


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        name = f"{prefix}/{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, name)
        else:
            yield name, entry


def _licences(package: str) -> Iterator[tuple[str, bytes]]:
    try:
        paths = distribution(package).files or []
    except PackageNotFoundError:
        return
    for file in paths:
        if "license" in file.name.lower() and (path := Path(str(file.locate()))).is_file():
            yield f"licences/{package}/{file.name}", path.read_bytes()

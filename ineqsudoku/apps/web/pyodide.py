"""Pyodide, the Python that runs in browsers: its files, from a folder or from npm."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory

from ineqsudoku.apps.names import EXIT_CODE, quote, reason_of
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

VERSION = "314.0.7"

SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The hash of the npm package in this version, in base64."""

FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
"""What the site needs; the last one names the licence and the source."""


Progress = Callable[[str, int, int | None], object]
"""Receives the name of the present work, how much of it is done, and the total if it is known."""

FETCHING = Message("web.pyodide.fetching", "fetching Pyodide {version} with npm", version=VERSION)

_STEP = 0.2
"""The seconds between two reports of progress."""


@contextmanager
def pyodide(folder: Path | None, progress: Progress = lambda *_: None) -> Iterator[Path]:
    """Return a context with a folder of `FILES`: the given one, or a temporary one that npm
    fetched.

    `progress` is called while npm runs.  Raises `IneqSudokuError`.
    """
    if folder is not None:
        if missing := [name for name in FILES[:-1] if not (folder / name).is_file()]:
            raise IneqSudokuError(
                Message(
                    "web.pyodide.missing",
                    "{folder}: expected the files of Pyodide (the npm package pyodide), "
                    "but {file} is missing",
                    folder=quote(folder),
                    file=missing[0],
                )
            )
        yield folder
        return
    with TemporaryDirectory(prefix="ineqsudoku-") as temporary:
        yield _fetch(Path(temporary), progress)


def _fetch(folder: Path, progress: Progress) -> Path:
    command = ["npm", "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", str(folder)]
    try:
        code, errors = _run(command, folder, progress)
    except OSError as error:
        raise IneqSudokuError(
            Message(
                "web.pyodide.no-npm",
                "fetching Pyodide needs npm ({reason}); or give its folder with --pyodide",
                reason=reason_of(error),
            )
        ) from None
    archives = list(folder.glob("*.tgz"))
    if code or len(archives) != 1:
        ended = EXIT_CODE.fill(code=code)
        lines = errors.strip().splitlines()
        raise IneqSudokuError(
            Message(
                "web.pyodide.failed",
                "npm could not fetch pyodide {version} ({reason}); give its folder with --pyodide",
                version=VERSION,
                reason=lines[-1] if lines else ended,
            )
        )
    _verify(archives[0])
    with tarfile.open(archives[0]) as archive:
        for name in FILES:
            with (folder / name).open("wb") as file:
                member = archive.extractfile(f"package/{name}")
                assert member, "the hash has been verified"
                shutil.copyfileobj(member, file)
    return folder


def _run(command: Sequence[str], folder: Path, progress: Progress) -> tuple[int, str]:
    """Return the exit code of a program and what it printed on standard error."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True) as program:
        try:
            while True:
                progress(str(FETCHING), 0, None)
                with suppress(subprocess.TimeoutExpired):
                    _, errors = program.communicate(timeout=_STEP)
                    return program.returncode, errors
        except BaseException:  # Also after Ctrl-C, it must not stay behind.
            program.kill()
            raise


def _verify(archive: Path) -> None:
    digest = b64encode(sha512(archive.read_bytes()).digest()).decode()
    if digest != SHA512:
        raise IneqSudokuError(
            Message(
                "web.pyodide.other",
                "npm fetched another package than pyodide {version}: "
                "expected the SHA-512 {expected}, found {found}",
                version=VERSION,
                expected=SHA512,
                found=digest,
            )
        )

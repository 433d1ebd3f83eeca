"""Writes a package to a new folder or a zip file, completely or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ineqsudoku.apps.names import name_errors, quote
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

ZIP = ".zip"


_EXISTS = Message("package.exists", "{output} exists already; choose another output")
_NOT_WRITABLE = Message("package.not-writable", "Cannot write to {folder}.")


def require_free(output: str) -> None:
    """Raise `IneqSudokuError` unless a package can be written to `output`.

    There must be nothing or an empty folder of this name, which is not the current one, and it must
    be possible to create files beside it or in the nearest folder that exists.
    """
    top = Path(output)
    if os.path.lexists(top):
        is_empty = top.is_dir() and not top.is_symlink() and not any(top.iterdir())
        if not is_empty or output.endswith(ZIP) or top.samefile(os.curdir):
            raise IneqSudokuError(_EXISTS.fill(output=quote(output)))
    above = Path(os.path.abspath(top)).parent
    while not os.path.lexists(above):
        above = above.parent
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        raise IneqSudokuError(_NOT_WRITABLE.fill(folder=quote(above)))


def write_package(files: Mapping[str, bytes], output: str) -> None:
    """Write files to a new folder, or to a zip file if `output` ends in `.zip`.

    The package is written under a name that starts with a dot, and then renamed.  Raises
    `IneqSudokuError` if `output` exists and is not an empty folder, and `OSError`.
    """
    require_free(output)
    top = Path(output)
    new = [folder for folder in top.parents if not folder.exists()]
    part = top.with_name(f".ineqsudoku-{os.urandom(6).hex()}.part")
    try:
        top.parent.mkdir(parents=True, exist_ok=True)
        with name_errors(output):
            if output.endswith(ZIP):
                _write(part, zip_files(files))
            else:
                for path, data in files.items():
                    place = part / path
                    place.parent.mkdir(parents=True, exist_ok=True)
                    _write(place, data)
                if top.exists():
                    shutil.copymode(top, part)
            os.rename(part, top)
    except BaseException:  # Also after Ctrl-C, no part may be left.
        shutil.rmtree(part, ignore_errors=True)
        with suppress(OSError):
            part.unlink()
        with suppress(OSError):
            for folder in new:
                folder.rmdir()
        raise


def _write(place: Path, data: bytes) -> None:
    with open(place, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file; the same files give the same bytes."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for path in sorted(files):
            entry = ZipInfo(path)  # dated 1980, so that the bytes do not depend on the date
            entry.create_system = 3  # Unix, so that the bytes do not depend on the system
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[path], ZIP_DEFLATED)
    return packed.getvalue()

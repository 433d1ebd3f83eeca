"""Writing a package completely or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import named, shown

ZIP = ".zip"


def require_free(output: str) -> None:
    """Raise `IneqSudokuError` unless a package can get this name: nothing or an empty folder has
    it, and a file can be made beside it or in the folders that are still to be made."""
    top = Path(output)
    if os.path.lexists(top):
        is_empty = top.is_dir() and not top.is_symlink() and not any(top.iterdir())
        if not is_empty or output.endswith(ZIP):
            raise IneqSudokuError(f"{shown(output)} exists already; choose another output")
    above = Path(os.path.abspath(top)).parent
    while not os.path.lexists(above):
        above = above.parent
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        raise IneqSudokuError(f"{shown(output)} cannot be made: no files can be made in {above}")


def write_package(files: Mapping[str, bytes], output: str) -> None:
    """Write files to a new folder, or to a zip file if its name ends so.

    They are written under another name, which starts with a dot, and then renamed.  Raises
    `IneqSudokuError` where there is something already, and `OSError`.
    """
    require_free(output)
    top = Path(output)
    top.parent.mkdir(parents=True, exist_ok=True)
    part = top.with_name(f".ineqsudoku-{os.urandom(6).hex()}.part")
    try:
        with named(output):
            if output.endswith(ZIP):
                _write(part, zipped(files))
            else:
                for path, data in files.items():
                    place = part / path
                    place.parent.mkdir(parents=True, exist_ok=True)
                    _write(place, data)
            os.rename(part, top)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        with suppress(OSError):
            part.unlink()
        raise


def _write(place: Path, data: bytes) -> None:
    with open(place, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Returns a zip file, the same for the same files."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for path in sorted(files):
            entry = ZipInfo(path)  # of 1980, so that the bytes are the same tomorrow
            entry.create_system = 3  # Unix, so that they are the same everywhere
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[path], ZIP_DEFLATED)
    return packed.getvalue()

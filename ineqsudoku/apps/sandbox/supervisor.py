"""The supervisor as a shared object: built when the package is installed, or by the first `grade`.

`_supervisor.c` says what it does.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from stat import S_ISDIR
from tempfile import TemporaryDirectory

from ineqsudoku.apps.names import message_of, printable, quote
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

_FOLDER = files("ineqsudoku.apps.sandbox")

_COMPILERS = ("cc", "gcc", "clang")
_OPTIONS = ("-O2", "-std=gnu11", "-shared", "-fPIC", "-Wl,-e,supervisor_main", "-x", "c", "-")

_DIGEST = sha256().digest_size

_INTERPRETER = 3
"""The type of the program header with the path of the dynamic loader."""


@cache
def supervisor() -> bytes:
    """Return the shared object.

    Raises `IneqSudokuError` if it was not built at installation and cannot be built now.
    """
    for file in _FOLDER.iterdir():
        if file.name.startswith("_supervisor") and file.name.endswith(".so"):
            return file.read_bytes()
    return _build_here()


def _build_here() -> bytes:
    """Return the shared object from the user's cache folder; build it if it is missing or damaged.

    Its digest stands behind it in the file, where the dynamic loader does not look.
    """
    source = source_of_supervisor()
    folder = _own_folder()
    path = folder / f"supervisor-{sha256(source).hexdigest()[:16]}-{os.uname().machine}.so"
    with suppress(FileNotFoundError):
        kept = path.read_bytes()
        if sha256(kept[:-_DIGEST]).digest() == kept[-_DIGEST:]:
            return kept
    with TemporaryDirectory(dir=folder) as place:
        new = _build(source, Path(place, path.name))
        built = new.read_bytes()
        built += sha256(built).digest()
        new.write_bytes(built)
        new.replace(path)
    return built


def source_of_supervisor() -> bytes:
    return (_FOLDER / "_supervisor.c").read_bytes()


def _own_folder() -> Path:
    """Return a folder that only this user can change; other users' code is never run."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not cache.is_absolute():  # The specification says to ignore relative paths.
        cache = Path.home() / ".cache"
    folder = cache / "ineqsudoku-supervisor"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    state = folder.lstat()
    if not S_ISDIR(state.st_mode) or state.st_uid != os.geteuid() or state.st_mode & 0o077:
        raise IneqSudokuError(
            Message(
                "sandbox.own-folder",
                "{folder} must be your own folder with mode 0700 (chmod 700), because grade "
                "builds and runs its supervisor there",
                folder=quote(folder),
            )
        )
    return folder


def _build(source: bytes, path: Path) -> Path:
    """Compile a source into a file and return its path."""
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if compiler is None:
        raise IneqSudokuError(_NO_COMPILER)
    command = [compiler, "-o", str(path), *_OPTIONS]
    ran = subprocess.run(command, input=source, capture_output=True, check=False)
    if ran.returncode:
        words = printable(ran.stderr.decode(errors="replace").partition("\n")[0])
        raise IneqSudokuError(_COMPILER_FAILED.fill(words=words))
    return path


_NO_COMPILER = Message(
    "sandbox.no-compiler",
    "grade needs a C compiler to build its supervisor (Debian packages gcc, libc6-dev)",
)
_COMPILER_FAILED = Message(
    "sandbox.compiler-failed",
    "grade needs a C compiler to build its supervisor (Debian packages gcc, libc6-dev): {words}",
)


@cache
def loader() -> str:
    """Return the dynamic loader of this machine, which runs the shared object.

    Raises `IneqSudokuError` if it is unknown.
    """
    try:
        return _loader_of(Path("/bin/sh").read_bytes())
    except (OSError, struct.error, ValueError) as error:
        raise IneqSudokuError(
            Message(
                "sandbox.no-loader",
                "the dynamic loader of this machine is unknown: {reason}",
                reason=message_of(error),
            )
        ) from None


def _loader_of(program: bytes) -> str:
    """Return the loader that a 64-bit ELF program asks for.  Raises `ValueError`."""
    if program[:5] != b"\x7fELF\x02":
        raise ValueError(Message("sandbox.no-elf", "/bin/sh is not a 64-bit ELF program"))
    order = "<" if program[5] == 1 else ">"
    (table,) = struct.unpack_from(f"{order}Q", program, 32)
    size, number = struct.unpack_from(f"{order}HH", program, 54)
    for place in range(table, table + size * number, size):
        (kind,) = struct.unpack_from(f"{order}I", program, place)
        if kind == _INTERPRETER:
            start, _, _, length = struct.unpack_from(f"{order}QQQQ", program, place + 8)
            return program[start : start + length].rstrip(b"\0").decode("ascii")
    raise ValueError(Message("sandbox.static", "/bin/sh is linked statically"))

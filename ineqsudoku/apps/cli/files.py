"""Files that commands write: checked before the work, written completely or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BufferedWriter, TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO
from unicodedata import normalize

import click

from ineqsudoku.apps.cli.sources import STDIN, STDOUT, Source
from ineqsudoku.apps.cli.streams import STANDARD_ERROR, STANDARD_OUTPUT, NamedFile
from ineqsudoku.apps.names import name_errors, quote
from ineqsudoku.errors import UsageError
from ineqsudoku.messages import Message

OVERWRITTEN = Message("batch.overwritten", "{file} would be overwritten")
_NOT_REGULAR = Message("files.not-regular", "{file} is not a regular file and cannot be replaced")
_LINKED = Message(
    "files.linked",
    "{file} has {number} names (hard links), and only one would be replaced; "
    "choose another output file",
)
_NOT_OURS = Message(
    "files.not-ours",
    "{file} belongs to another user, and its replacement would belong to you; "
    "choose another output file",
)
_NO_FOLDER = Message("files.no-folder", "there is no folder {folder}")
_FOLDER_NOT_WRITABLE = Message("files.folder-not-writable", "the folder {folder} is not writable")
_RECEIVES = Message("files.receives", "{file} also receives {stream}")
_TWICE = Message("files.twice", "{file} is named twice")
_SHARED = Message("batch.shared", "{one} and {other} would share {file}")
_SAME_FILE = Message("files.same-file", "{one} and {other} are the same file")


def _refusal(option: str, message: Message) -> click.UsageError:
    return click.UsageError(f"{option}: {message}")


def require_place(path: Path, option: str, sources: Iterable[Source]) -> None:
    """Raise `click.UsageError` if `write_output` cannot write a path, or would overwrite a source.

    `option` is the option by which the user named the path.  A path may be a device or a pipe.
    """
    for source in sources:
        if is_same_file(str(path), source):
            raise click.UsageError(str(OVERWRITTEN.fill(file=source.name)))
    if not path.exists() or path.is_file():
        require_replaceable(str(path), option)


def require_replaceable(path: str, option: str) -> None:
    """Raise `click.UsageError` unless a path can be replaced and nothing else would change.

    `option` is the option by which the user named the path.
    """
    target, name = os.path.realpath(path), quote(path)
    status = os.stat(target) if os.path.exists(target) else None
    if status and not stat.S_ISREG(status.st_mode):
        raise _refusal(option, _NOT_REGULAR.fill(file=name))
    require_folder(target, option)
    if not status:
        return
    if status.st_nlink > 1:
        raise _refusal(option, _LINKED.fill(file=name, number=status.st_nlink))
    if not os.access(target, os.W_OK):
        raise _refusal(option, Message("files.not-writable", "{file} is not writable", file=name))
    # The new file would belong to this user, who could not give it away.
    if hasattr(os, "geteuid") and os.geteuid() not in (0, status.st_uid):
        raise _refusal(option, _NOT_OURS.fill(file=name))
    _require_no_stream(path, option)


def require_folder(path: str, option: str) -> None:
    """Raise `click.UsageError` unless files can be made in the folder of a path."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise _refusal(option, _NO_FOLDER.fill(folder=quote(folder)))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _refusal(option, _FOLDER_NOT_WRITABLE.fill(folder=quote(folder)))


def _require_no_stream(path: str, option: str) -> None:
    """Raise `click.UsageError` if standard output or error is redirected to the regular file at a
    path.

    Otherwise the file would lose or mix up one of the two texts.
    """
    streams = ((STANDARD_OUTPUT, sys.__stdout__), (STANDARD_ERROR, sys.__stderr__))
    for name, stream in streams:
        with suppress(OSError, ValueError, AttributeError):
            # Without a console, a stream is None.
            status = os.fstat(stream.fileno())  # type: ignore[union-attr]  # suppressed
            if stat.S_ISREG(status.st_mode) and os.path.samestat(status, os.stat(path)):
                raise _refusal(option, _RECEIVES.fill(file=quote(path), stream=name))


def require_different(sources: Iterable[Source]) -> None:
    """Raise `click.UsageError` if two sources are the same file."""
    first_with: dict[tuple[int, int], Source] = {}
    for source in sources:
        with suppress(OSError):
            status = os.stat(source.path)
            other = first_with.setdefault((status.st_dev, status.st_ino), source)
            if other is not source and source.path == other.path:
                raise click.UsageError(str(_TWICE.fill(file=source.name)))
            if other is not source:
                same = _SAME_FILE.fill(one=other.name, other=source.name)
                raise click.UsageError(str(same))


def require_targets(folder: Path, targets: Mapping[Source, Path]) -> None:
    """Check the files that will be written for sources into a folder, like `require_distinct`.

    Raises `UsageError`, too, if a source would be overwritten, and `OSError` for a path that is a
    folder or has a name that is too long.
    """
    require_distinct(folder, targets)
    existing = {*_identities(targets.values())}
    for source in targets:
        if source.path != STDIN and not existing.isdisjoint(_entries(source.path)):
            raise UsageError(OVERWRITTEN.fill(file=source.name))


def require_distinct(folder: Path, targets: Mapping[Source, Path]) -> None:
    """Raise `UsageError` if two sources would share a file.

    Names that some file system takes as the same count as one.  Creates the folder if it does not
    exist.
    """
    writer_of: dict[str, Source] = {}
    for source, path in targets.items():
        if (other := writer_of.setdefault(_fold(path.name), source)) is not source:
            raise sharing_error(other, source, path)
    folder.mkdir(parents=True, exist_ok=True)


def sharing_error(one: Source, other: Source, path: Path) -> UsageError:
    return UsageError(_SHARED.fill(one=one.name, other=other.name, file=quote(path)))


Identity = tuple[int, int]
"""The device and the number of a file."""


def _identities(paths: Iterable[Path]) -> Iterator[Identity]:
    """Yield the identities of the paths that exist.  Raises `OSError`."""
    for path in paths:
        try:
            status = path.lstat()
        except FileNotFoundError:
            continue
        if path.is_dir() and not path.is_symlink():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        yield status.st_dev, status.st_ino


def _entries(path: str) -> set[Identity]:
    """Return the identities of a file and, if it is a symbolic link, of its target; none if the
    file cannot be read."""
    try:
        statuses = os.lstat(path), os.stat(path)
    except OSError:
        return set()
    return {(status.st_dev, status.st_ino) for status in statuses}


def _fold(name: str) -> str:
    """Return a form of a name that is the same for all names that some file system equates."""
    if name.isascii():
        return name.casefold()
    return normalize("NFKD", normalize("NFKD", name).upper().casefold())


def is_same_file(path: str, source: Source) -> bool:
    """Whether both are the same file, perhaps under several names."""
    try:
        read = os.fstat(sys.stdin.fileno()) if source.path == STDIN else os.stat(source.path)
        return os.path.samestat(read, os.stat(path))
    except (OSError, ValueError):  # One of the two does not exist yet or is not a file.
        return False


@contextmanager
def open_text(output: str | None, sources: Sequence[Source]) -> Iterator[TextIO]:
    """Return a context with the text file of `--output`; standard output for `-` and `None`.

    Like `open_output`; checks at once what `require_place` checks.
    """
    if output in (None, STDOUT):
        yield sys.stdout
        return
    path = Path(output)
    require_place(path, "--output", sources)
    with open_output(path) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="\n")
        yield text
        text.flush()


def write_output(path: Path, data: bytes) -> None:
    """Write a file like `open_output`."""
    with open_output(path) as file:
        file.write(data)


@contextmanager
def open_output(path: Path) -> Iterator[BinaryIO]:
    """Open a device or a pipe, or a new file, which replaces `path` at the end of the context.

    A symbolic link stays; the file that it points to is replaced, with its permissions.  After any
    exception, and if nothing was written, that file is unchanged.  Raises `OSError`.
    """
    if path.exists() and not path.is_file():  # A device or a pipe cannot be replaced.
        with name_errors(path):
            descriptor = os.open(path, os.O_WRONLY)
        with BufferedWriter(NamedFile(descriptor, str(path))) as file:
            yield file
        return
    target = os.path.realpath(path)
    part = os.path.join(os.path.dirname(target), f".ineqsudoku-{os.urandom(6).hex()}.part")
    with replacing(target, part, str(path)) as file:
        yield file


@contextmanager
def replacing(target: str, part: str, name: str) -> Iterator[BinaryIO]:
    """Return a context with the new file `part`, which is renamed to `target` at the end.

    Keeps the permissions of an existing file.  After any exception, and if nothing was written,
    `target` is unchanged.  Errors of the file call it `name`.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with name_errors(name):  # Ctrl-C may end the call that has made the file.
            descriptor = os.open(part, flags, 0o666)
        with BufferedWriter(NamedFile(descriptor, name)) as file:
            yield file
            file.flush()
            is_empty = not file.tell()
            with name_errors(name):
                os.fsync(descriptor)
        with name_errors(name):
            if is_empty:
                os.unlink(part)
                return
            with suppress(FileNotFoundError):
                _keep_owner(target, part)
                shutil.copymode(target, part)
            os.replace(part, target)
    except BaseException:  # Also after Ctrl-C, no part may be left.
        with suppress(OSError):
            os.unlink(part)
        raise


def _keep_owner(target: str, part: str) -> None:
    """Give the part the owner and group of the target, as far as allowed."""
    status = os.stat(target)
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(part, status.st_uid, status.st_gid)

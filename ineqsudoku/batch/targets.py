"""The outputs that a run into a folder writes, checked before the run."""

from __future__ import annotations

import errno
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ineqsudoku.batch.sources import STDIN, Source
from ineqsudoku.errors import UsageError
from ineqsudoku.names import shown


def targets(
    folder: Path, suffix: str, sources: Sequence[Source], reserved: Iterable[str]
) -> list[Path]:
    """Return the outputs of the sources, in order, with every byte of the sources' names.

    Creates the folder if it does not exist.  `reserved` are the names of the state and the
    parts in the folder.  Raises `UsageError` if two sources would share an output or a source
    would be overwritten, and `OSError` if an output cannot have its name.
    """
    paths = [folder / f"{source.stem}{suffix}" for source in sources]
    require_distinct(folder, sources, paths)
    hidden = [folder / name for name in reserved]
    written = {*_identities(paths), *_identities(hidden)}
    for source in sources:
        if source.path != STDIN and not written.isdisjoint(_entries(source.path)):
            raise UsageError(f"{source.name} would be overwritten")
    return paths


def require_distinct(folder: Path, sources: Sequence[Source], paths: Sequence[Path]) -> None:
    """Raise `UsageError` if two sources would share a file; `paths` are those that they write.

    Creates the folder if it does not exist.
    """
    writer_of: dict[Path, Source] = {}
    for source, path in zip(sources, paths, strict=True):
        if (other := writer_of.setdefault(path, source)) is not source:
            raise shared(other, source, path)
    folder.mkdir(parents=True, exist_ok=True)
    for first, second in _alike(folder, paths):
        raise shared(writer_of[first], writer_of[second], second)


def shared(one: Source, other: Source, path: Path) -> UsageError:
    return UsageError(f"{one.name} and {other.name} would share {shown(path)}")


Identity = tuple[int, int]
"""The device and the number of a file."""


def _identities(paths: Iterable[Path]) -> Iterator[Identity]:
    """Yield the identities of the paths that exist.

    Raises `OSError` for a folder, and for a name that is too long.
    """
    for path in paths:
        try:
            status = path.lstat()
        except FileNotFoundError:
            continue
        if path.is_dir() and not path.is_symlink():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        yield status.st_dev, status.st_ino


def _entries(path: str) -> set[Identity]:
    """Return the identities of a file, of its folder and, if it is a symbolic link, of its target.

    The result is empty if the file cannot be read.
    """
    try:
        statuses = [os.lstat(path), os.stat(path), os.stat(os.path.dirname(path) or os.curdir)]
    except OSError:
        return set()
    return {(status.st_dev, status.st_ino) for status in statuses}


def _alike(folder: Path, paths: Sequence[Path]) -> list[tuple[Path, Path]]:
    """Return pairs of paths that are one file to the file system.

    A file system may ignore case or Unicode normalisation; paths that differ only in such ways
    are compared by asking it.
    """
    similar = defaultdict(list)
    for path in paths:
        similar[_folded(path.name)].append(path)
    groups = [group for group in similar.values() if len(group) > 1]
    if not groups:
        return []
    from tempfile import TemporaryDirectory

    alike = []
    with TemporaryDirectory(prefix=".ineqsudoku.", dir=folder) as place:
        for group in groups:
            tried: dict[Identity, Path] = {}
            for path in group:
                attempt = Path(place, path.name)
                attempt.touch()
                (identity,) = _identities([attempt])
                if (other := tried.setdefault(identity, path)) is not path:
                    alike.append((other, path))
    return alike


def _folded(name: str) -> str:
    """Return a form that is equal for all names that some file system may take as the same."""
    if name.isascii():
        return name.casefold()
    from unicodedata import normalize

    return normalize("NFKD", normalize("NFKD", name).upper().casefold())
